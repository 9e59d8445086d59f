package reader_test

import (
	"maps"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// The mean power that is printed for each eye's front cornea is found, and nothing else that is like it.
func TestPrintedMeans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"both eyes": {`
                OD                  OS
K1         43.10 D @ 10°       43.50 D @ 170°
K2         44.10 D @ 100°      44.60 D @ 80°
Mean K     43.60 D             44.05 D`, map[string]string{"right_eye.K_mean": "43.60", "left_eye.K_mean": "44.05"}},
		"behind a radius": {`
OD
R1 / K1: 7.83 mm / 43.10 D @ 10°
R2 / K2: 7.65 mm / 44.12 D @ 100°
R/SE: 7.74 mm / 43,61 D`, map[string]string{"right_eye.K_mean": "43,61"}},
		"of the back of the cornea": {`
OD
Cornea front
K1 43.10 D
K2 44.10 D
Cornea back
Km -6.20 D`, nil},
		"of a refraction": {`
OD
AL 23.45 mm
Spherical equivalent -0.50 D`, nil},
		"two of them": {`
OD
K1 43.10 D
K2 44.10 D
Km 43.60 D
Kavg 43.72 D`, nil},
	} {
		got := map[string]string{}
		for _, s := range reader.Find([]layout.Page{page(c.text)}).Report().Means {
			got[s.Path] = s.Text
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestMeanOfAxes: of single readings of an axis the mean is told by arithmetic, and without one nothing is.
func TestMeanOfAxes(t *testing.T) {
	t.Parallel()
	block := func(name, axes1, axes2 string) string {
		return name + `
K1 [D]        43.10   42.99   43.01   43.11   43.04   43.05   0.053
Axis K1 [°]   ` + axes1 + `
K2 [D]        44.10   43.99   44.01   44.11   44.04   44.05   0.053
Axis K2 [°]   ` + axes2 + "\n"
	}
	left := block("OS left", "10      10      11      9       10      10      0.7", "100     100     101     99      100     100     0.7")
	known := want{
		"right_eye.K1_magnitude": 43.05, "right_eye.K2_magnitude": 44.05,
		"left_eye.K1_magnitude": 43.05, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.05, "left_eye.K2_axis": 100.0,
	}
	with := maps.Clone(known)
	with["right_eye.K1_axis"], with["right_eye.K2_axis"] = 14.0, 104.0
	check(t, with, nil, page(block("OD right", "15      13      16      13      13      14      1.4", "105     103     106     103     103     104     1.4")+left))
	check(t, known, []string{"right_eye.K1_axis", "right_eye.K2_axis"}, page(block("OD right", "15      13      16      13      13", "105     103     106     103     103")+left))
}

// TestNamedMeans: a line names the means of K1 and K2, which stand first below it; single readings follow.
func TestNamedMeans(t *testing.T) {
	t.Parallel()
	const singles = `
K1: 41.93 D x 9°    8.05 mm
K2: 43.26 D x 99°   7.80 mm
K1: 42.01 D x 7°    8.03 mm
K2: 43.18 D x 97°   7.82 mm`
	const means = `
K1: 41.98 D x 8°    8.04 mm
K2: 43.21 D x 98°   7.81 mm`
	k := want{"right_eye.K1_magnitude": 41.98, "right_eye.K1_axis": 8.0, "right_eye.K2_magnitude": 43.21, "right_eye.K2_axis": 98.0}
	withheld := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	check(t, k, nil, page("OD right\nMV: 41.98/43.21 D   SD: 0.03 mm"+means+singles))
	check(t, want{}, withheld, page("OD right\nMV: 41.98/43.21 D   SD: 0.03 mm"+singles+means))
	check(t, want{}, withheld, page("OD right"+means+singles))
}

// TestMeanBelowSingles: below single readings of the same labels a line says that the mean follows.
func TestMeanBelowSingles(t *testing.T) {
	t.Parallel()
	const rows = `OD right
        mm     D      AXIS
  R1    7.92   42.60   19
  R2    7.71   43.79  109
  R1    7.92   42.62   21
  R2    7.71   43.75  111
`
	const mean = "  K1    7.92   42.61   20\n  K2    7.71   43.77  110"
	k := want{"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 20.0, "right_eye.K2_magnitude": 43.77, "right_eye.K2_axis": 110.0}
	check(t, k, nil, page(rows+"AVERAGE\n"+mean))
	withheld := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	check(t, want{}, withheld, page(rows+mean))
}

// TestTableOfSingles: a table of single readings has a row of their means, and another one has none.
func TestTableOfSingles(t *testing.T) {
	t.Parallel()
	const rows = `OD rechts
Biometrie – Einzelmessungen
Nr.     AL [mm]   CCT [µm]   ACD [mm]
1       22.87     558        2.78
2       22.85     564        2.76
`
	check(t, want{"right_eye.AL": 22.86, "right_eye.CCT": 561.0, "right_eye.ACD": 2.77}, nil, page(rows+"MW      22.86     561        2.77"))
	check(t, want{}, nil, page(rows))
}
