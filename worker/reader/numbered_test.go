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

// TestZonesAreNoEyes: powers of several zones of the cornea stand beside each other; they are of one eye, and none of them is the value.
func TestZonesAreNoEyes(t *testing.T) {
	t.Parallel()
	const block = `
AL      23.87 mm
ACD     3.19 mm
          Φ2.0 mm     Φ2.5 mm     Φ3.0 mm     Axis
Kf (D)    43.10       42.99       42.94       88°
Ks (D)    43.80       43.71       43.60       178°
`
	zones := []string{
		"left_eye.K1_axis", "left_eye.K1_magnitude", "left_eye.K2_axis", "left_eye.K2_magnitude",
		"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude",
	}
	check(t, want{"right_eye.AL": 23.87, "right_eye.ACD": 3.19, "left_eye.AL": 23.87, "left_eye.ACD": 3.19}, zones, page("OD"+block+"OS"+block))
}
