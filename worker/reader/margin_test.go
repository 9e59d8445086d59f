package reader_test

import "testing"

// TestNamesBesideValues: names of eyes that stand beside their blocks or begin their rows, and labels behind their values.
func TestNamesBesideValues(t *testing.T) {
	t.Parallel()
	right := want{"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "right_eye.LT": 4.77, "right_eye.WTW": 11.8, "right_eye.lens_status": "Phakic"}
	both := merged(right, want{"left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82, "left_eye.WTW": 11.9, "left_eye.lens_status": "Aphakic"})
	powers := want{
		"right_eye.K1_magnitude": 44.02, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.96, "right_eye.K2_axis": 105.0,
		"left_eye.K1_magnitude": 44.18, "left_eye.K1_axis": 164.0, "left_eye.K2_magnitude": 45.83, "left_eye.K2_axis": 74.0,
	}
	checkEach(t, map[string]pageTest{
		"letters before labels without colons": {`
R – AL 23.74 mm ACD 2.95 mm LT 4.77 mm
L – AL 23.69 mm ACD 2.91 mm LT 4.82 mm

R – WTW 11.8 mm Lens phakic
L – WTW 11.9 mm Lens aphakic`, both, nil},
		"letters alone before labels without signs": {`
R AL 23.74 mm ACD 2.95 mm
L AL 23.69 mm ACD 2.91 mm

R LT 4.77 mm WTW 11.8 mm
L LT 4.82 mm WTW 11.9 mm

R Lens phakic
L Lens aphakic`, both, nil},
		"one letter before rows with signs of equality": {`
R   AL = 23.74   ACD = 2.95
R   LT = 4.77
R   WTW = 11.8
R   Lens = phakic`, right, nil},
		"radii, whose R is no name of an eye": {`
                        OD            OS
AL =                    23.74 mm      23.69 mm
ACD =                   2.95 mm       2.91 mm
R flat =                7.67 mm       7.64 mm
R flat meridian =       15°           164°
R steep =               7.34 mm       7.36 mm
R steep meridian =      105°          74°
n =                     1.3375        1.3375`,
			want{
				"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "left_eye.AL": 23.69, "left_eye.ACD": 2.91,
				"right_eye.K1_magnitude": 44.0, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.98, "right_eye.K2_axis": 105.0, "right_eye.keratometric_index": 1.3375,
				"left_eye.K1_magnitude": 44.18, "left_eye.K1_axis": 164.0, "left_eye.K2_magnitude": 45.86, "left_eye.K2_axis": 74.0, "left_eye.keratometric_index": 1.3375,
			}, nil},
		"the name of the only eye before each row": {`
OD - Right Eye – LT: 4.77 mm ACD: 2.95 mm

OD - Right Eye – AL: 23.74 mm WTW: 11.8 mm

OD - Right Eye – Lens: phakic`, right, nil},
		"one letter before each row": {`
R AL : 23.74 ACD : 2.95
R LT : 4.77
R K1 flat : 44.02@15° K2 steep : 45.96@105°
R WTW : 11.8 Lens : phakic`,
			merged(right, want{
				"right_eye.K1_magnitude": 44.02, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.96, "right_eye.K2_axis": 105.0,
			}), nil},
		"times behind the names, and refractions behind them below": {`
OD - Right Eye     11:54:00          OS - Left Eye      11:55:00
AL                 23.74 mm          AL                 23.69 mm
ACD                2.95 mm           ACD                2.91 mm
LT                 4.77 mm           LT                 4.82 mm
WTW                11.8 mm           WTW                11.9 mm
Lens               phakic            Lens               aphakic

OD - Right Eye Refraction: 2.00 D -1.50 D x 65°
OS - Left Eye Refraction: 2.75 D -1.75 D x 95°`, both, nil},
		"the name level with the last row, which is no measurement": {`
           Axial measurements
           AL         23.74
           ACD        2.95
           LT         4.77
           WTW        11.8
           Lens       phakic
OD         Pupil      4.82`, right, nil},
		"the name right of the last row": {`
AL         23.74 mm
ACD        2.95 mm
LT         4.77 mm
WTW        11.8 mm
Lens       phakic                   Right eye (OD)`, right, nil},
		"both names level with the last rows of their blocks, which are no farther apart than their rows": {`
           AL         23.74 mm
           ACD        2.95 mm
           LT         4.77 mm
           Lens       phakic
           WTW        11.8 mm
OD         Pupil      4.82 mm
           AL         23.12 mm
           ACD        3.05 mm
           LT         4.47 mm
           Lens       phakic
           WTW        11.9 mm
OS         Pupil      4.62 mm`, merged(right, want{
			"left_eye.AL": 23.12, "left_eye.ACD": 3.05, "left_eye.LT": 4.47, "left_eye.lens_status": "Phakic", "left_eye.WTW": 11.9,
		}), nil},
		"both names level with the last rows of their blocks": {`
           AL         23.74 mm
           ACD        2.95 mm
           LT         4.77 mm
           Lens       phakic
           WTW        11.8 mm
OD         Pupil      4.82 mm



           AL         23.69 mm
           ACD        2.91 mm
           LT         4.82 mm
           Lens       aphakic
           WTW        11.9 mm
OS         Pupil      4.65 mm`, both, nil},
		"the name beside readings and their mean": {`
           Axial measurements
                1       2       3       Mean    SD
           AL   23.73   23.74   23.75   23.74   0.01
           ACD  2.95    2.95    2.95    2.95    0.01
OD         LT   4.77    4.77    4.77    4.77    0.01
           WTW  11.8    11.8    11.8    11.8    0.0
           Lens phakic`, right, nil},
		"a lens table between values and the labels behind them": {`
OD                                                               OS
44.02 D  K1                    Target: -0.50 D                   44.18 D  K1
15°      K1 A                                                    164°     K1 A
45.96 D  K2                    IOL (D)   REF (D)                 45.83 D  K2
105°     K2 A                  20.0      0.74                    74°      K2 A
                               20.5      0.43
23.74 mm AL                    21.0      0.08                    23.69 mm AL
2.95 mm  ACD                   21.5      -0.31                   2.91 mm  ACD
4.77 mm  LT                                                      4.82 mm  LT
11.8 mm  WTW                                                     11.9 mm  WTW`,
			merged(powers, want{
				"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "right_eye.LT": 4.77, "right_eye.WTW": 11.8,
				"left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82, "left_eye.WTW": 11.9,
			}), nil},
		"a surgery close behind its label": {`
                   OD Right Eye      OS Left Eye
AL                 23.74 mm          23.69 mm
ACD                2.95 mm           2.91 mm
LT                 4.77 mm           4.82 mm
WTW                11.8 mm           11.9 mm
Lens               Phakic            Aphakic
Refractive surgery LASIK (hyperopia) None`,
			merged(both, want{"right_eye.post_refractive": "Hyperopic LVC", "left_eye.post_refractive": "None"}), nil},
	})
}

// TestFootOfNames: names in larger letters stand left of their blocks with the foot at that of the last line.
func TestFootOfNames(t *testing.T) {
	t.Parallel()
	p := page(`
        Biometry
        AL 23.74 mm ± 0.02    CCT 0.545 mm
        AQD 2.41 mm           ACD 2.95 mm
OD      WTW 11.8 mm


        Biometry
        AL 23.69 mm ± 0.02    CCT 0.549 mm
        AQD 2.36 mm           ACD 2.91 mm
        LT 4.82 mm            WTW 11.9 mm
        Keratometry
OS      K1 44.18 @ 164        K2 45.83 @ 74`)
	for i, w := range p.Words {
		if w.Text == "OD" || w.Text == "OS" {
			p.Words[i].Y0, p.Words[i].X1 = w.Y0-14, w.X1+12
		}
	}
	check(t, want{
		"right_eye.AL": 23.74, "right_eye.CCT": 545.0, "right_eye.ACD": 2.95, "right_eye.WTW": 11.8,
		"left_eye.AL": 23.69, "left_eye.CCT": 549.0, "left_eye.ACD": 2.91, "left_eye.LT": 4.82, "left_eye.WTW": 11.9,
		"left_eye.K1_magnitude": 44.18, "left_eye.K1_axis": 164.0, "left_eye.K2_magnitude": 45.83, "left_eye.K2_axis": 74.0,
	}, nil, p)
}
