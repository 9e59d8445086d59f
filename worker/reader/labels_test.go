package reader_test

import "testing"

// TestLabelsThatMislead: labels that look like one of a field, or mean it only
// where something else stands beside them.
func TestLabelsThatMislead(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"apex alone":                {"OD\nPachy Apex 543 µm\nPupil Center 541 µm\nThinnest Locat. 538 µm", want{"right_eye.CCT": 543.0}, nil},
		"apex beside the CCT":       {"OD\nPupil center (CCT) 541 µm\nPachy Apex 543 µm", want{"right_eye.CCT": 541.0}, nil},
		"apex that is the CCT":      {"OD\nApex thickness (CCT) 543 µm\nAL 23.45 mm", want{"right_eye.CCT": 543.0, "right_eye.AL": 23.45}, nil},
		"vertex with its place":     {"OD\nPachy Vertex N. 543 µm 0.00 0.00", want{"right_eye.CCT": 543.0}, nil},
		"depth of the aqueous":      {"OD\nA.C. Depth 2.92 mm\nACD[Endo.] 2.92 mm\nACD (Int.) 2.92 mm", want{}, nil},
		"depth in a square bracket": {"OD\nACD[Epi.] 3.46 mm\nACD[Endo.] 2.92 mm", want{"right_eye.ACD": 3.46}, nil},
		"depth in a table": {"                    OD         OS\nProf. C.A. (Int.)   2,92 mm    2,93 mm\nACD                 3,12 mm    3,33 mm\nAL                  23,45 mm   24,12 mm",
			want{"right_eye.ACD": 3.12, "left_eye.ACD": 3.33, "right_eye.AL": 23.45, "left_eye.AL": 24.12}, nil},
		"thickness elsewhere in a table": {"                      OD         OS\nPachymetrie am Rand   541 µm     542 µm\nAL                    23,45 mm   24,12 mm",
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.12}, nil},
		"spherical equivalent": {"OD\nAL\nSph.Äq. -2,50 D", want{}, nil},
		"lens in the eye's lens": {"OD  (LIO phaque)          OS  (Œil phaque)\nAL  23.45 mm              AL  24.12 mm",
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.12, "right_eye.lens_status": "Phakic IOL", "left_eye.lens_status": "Phakic"}, nil},
		"state of something else":    {"OD\nLS: Phakic\nStatus: OK", want{"right_eye.lens_status": "Phakic"}, nil},
		"state of the lens":          {"OD\nStatus: phakic", want{"right_eye.lens_status": "Phakic"}, nil},
		"total power, short heading": {"OD\nTCP\nK1 42.21 D @ 5°\nK2 43.21 D @ 95°", want{}, nil},
		"net power below the K": {"OD\nSimK\nFlat 43.21 D @ 5°\nSteep 44.21 D @ 95°\nTNP\nFlat 42.21 D @ 5°\nSteep 43.21 D @ 95°",
			want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 5.0, "right_eye.K2_magnitude": 44.21, "right_eye.K2_axis": 95.0}, nil},
		"axis of a named meridian": {"OD\nK1 43.0 D\nK2 44.4 D\nAxis: (steep) 98.3 °\nAxis: (flat) 8.3 °",
			want{"right_eye.K1_magnitude": 43.0, "right_eye.K1_axis": 8.0, "right_eye.K2_magnitude": 44.4, "right_eye.K2_axis": 98.0}, nil},
	})
}
