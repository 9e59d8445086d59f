package reader_test

import "testing"

// TestMeansBelowNumberedReadings: the name of the eye stands before its first reading, and the means below.
func TestMeansBelowNumberedReadings(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"x̄", "MW"} {
		check(t, want{
			"right_eye.AL": 22.87, "right_eye.ACD": 2.96, "right_eye.CCT": 524.0,
			"left_eye.AL": 22.79, "left_eye.ACD": 2.93, "left_eye.CCT": 522.0,
		}, nil, page(`
                 AL         ACD        CCT
OD         1     22.88 mm   2.95 mm    525 um
           2     22.88 mm   2.96 mm    521 um
           3     22.86 mm   2.95 mm    525 um
           4     22.85 mm   2.97 mm    523 um
           `+sign+`    22.87 mm   2.96 mm    524 um
                 AL         ACD        CCT
OS         1     22.78 mm   2.92 mm    522 um
           2     22.79 mm   2.93 mm    524 um
           3     22.80 mm   2.95 mm    521 um
           `+sign+`    22.79 mm   2.93 mm    522 um`))
	}
}

// TestReadingBesideTheNameOfItsEye: it is no value, whether a mean follows or not.
func TestReadingBesideTheNameOfItsEye(t *testing.T) {
	t.Parallel()
	check(t, want{}, nil, page(`
                 AL         ACD        CCT
OD         1     22.88 mm   2.95 mm    525 um
           2     22.88 mm   2.96 mm    521 um
OS         1     22.78 mm   2.92 mm    522 um
           2     22.79 mm   2.93 mm    524 um`))
}

// TestLengthsHaveNoAxis: a number before an axis is the power of a meridian, also where the columns seem to say otherwise.
func TestLengthsHaveNoAxis(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.ACD": 3.62}, []string{"right_eye.AL"}, page(`
OD
AL   38.91 x 14°
ACD  3.62 mm`))
}

// TestMeansBesideAnotherTable: the table of the cornea's zones beside the readings cuts them off from their mean. The mean is the value, not the first of them,
// and the powers are those of the zone of 3 mm.
func TestMeansBesideAnotherTable(t *testing.T) {
	t.Parallel()
	const block = `
  Nr      AL          CCT         ACD          LT           Kerato    Φ2.0 mm     Φ2.5 mm     Φ3.0 mm     Achse
   1      23.86       530         3.19         4.36         Rf        7.83        7.85        7.86
   2      23.84       530         3.21         4.39         Rs        7.70        7.72        7.74
   3      23.90       535         3.19         4.37         Kf (D)    43.10       42.99       42.94       88°
   4      23.87       534         3.19         4.35         Ks (D)    43.80       43.71       43.60       178°
 Mittel   23.87 mm    532 µm      3.19 mm      4.37 mm
  SD      0.02        2           0.01         0.02
`
	values := want{
		"right_eye.AL": 23.87, "right_eye.CCT": 532.0, "right_eye.ACD": 3.19, "right_eye.LT": 4.37,
		"left_eye.AL": 23.87, "left_eye.CCT": 532.0, "left_eye.ACD": 3.19, "left_eye.LT": 4.37,
		"right_eye.K1_magnitude": 42.94, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 43.6, "right_eye.K2_axis": 178.0,
		"left_eye.K1_magnitude": 42.94, "left_eye.K1_axis": 88.0, "left_eye.K2_magnitude": 43.6, "left_eye.K2_axis": 178.0,
	}
	check(t, values, nil, page("OD"+block+"OS"+block))
}
