package reader_test

import "testing"

// TestReadingsOfSurfacesInRows: what counts is the row of the mean of each surface; without one, the only row.
func TestReadingsOfSurfacesInRows(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"with means": {text: `
IOLMaster 700
OD
Hornhautwerte
            SE       K1       °      K2       °      ΔK
K           43,08    42,63    171    43,53    81     -0,90
K           43,03    42,59    173    43,47    83     -0,88
K Ø         43,05    42,61    172    43,49    82     -0,88
PK          -5,89    -5,69    174    -6,09    84     +0,40
PK          -5,96    -5,88    176    -6,05    86     +0,17
PK Ø        -5,92    -5,77    175    -6,08    85     +0,31
TK          42,98    42,59    171    43,36    81     -0,77
TK Ø        42,97    42,58    173    43,36    83     -0,78`, want: want{
			"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 43.49, "right_eye.K2_axis": 82.0,
			"posterior_keratometry.right_eye.PK1_magnitude": 5.77, "posterior_keratometry.right_eye.PK1_axis": 175.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.08, "posterior_keratometry.right_eye.PK2_axis": 85.0,
			"posterior_keratometry.right_eye.TK1_magnitude": 42.58, "posterior_keratometry.right_eye.TK1_axis": 173.0,
			"posterior_keratometry.right_eye.TK2_magnitude": 43.36, "posterior_keratometry.right_eye.TK2_axis": 83.0,
		}},
		"without a mean": {text: `
OD
AL   23.05 mm
            SE       K1       °      K2       °
K           43,08    42,63    171    43,53    81
K           43,03    42,59    173    43,47    83`, want: want{"right_eye.AL": 23.05}},
		"one row alone": {text: `
OD
            SE       K1       °      K2       °
K           43,08    42,63    171    43,53    81`, want: want{
			"right_eye.K1_magnitude": 42.63, "right_eye.K1_axis": 171.0, "right_eye.K2_magnitude": 43.53, "right_eye.K2_axis": 81.0}},
	})
}
