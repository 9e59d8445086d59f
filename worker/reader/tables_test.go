package reader_test

import (
	"testing"

	"biom/worker/document/layout"
)

// TestTables: tables of both eyes whose cells, heads or rows are of several lines.
func TestTables(t *testing.T) {
	t.Parallel()
	lengths := want{
		"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02,
		"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.ACD": 2.96,
	}
	meridians := want{
		"right_eye.K1_magnitude": 40.82, "right_eye.K1_axis": 173.0, "right_eye.K2_magnitude": 42.19, "right_eye.K2_axis": 83.0,
		"left_eye.K1_magnitude": 41.06, "left_eye.K1_axis": 8.0, "left_eye.K2_magnitude": 42.33, "left_eye.K2_axis": 98.0,
	}
	states := want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"}
	checkEach(t, map[string]pageTest{
		"power, radius and axis in a cell, the state under the name": {`
            AL        ACD       K1          K2
            (mm)      (mm)
OD          22.41     3.02      40.82 D     42.19 D
phakic      SD 0.02   SD 0.03   8.27 mm     8.00 mm
                                @173°       @83°


OS          22.56     2.96      41.06 D     42.33 D
phakic      SD 0.03   SD 0.02   8.22 mm     7.97 mm
                                @8°         @98°`,
			merged(meridians, states, want{"right_eye.AL": 22.41, "right_eye.ACD": 3.02, "left_eye.AL": 22.56, "left_eye.ACD": 2.96}), nil},
		"axes under their powers": {`
               K1          K2
OD  SimK       40.82 D     42.19 D
               173°        83°
OS  SimK       41.06 D     42.33 D
               8°          98°`, meridians, nil},
		"the row of the second eye behind a lens table": {`
        AL       ACD      CCT     K1             K2
OD      22.41    3.02     541     40.82 @ 173°   42.19 @ 83°
±       0.02     0.03     2       0.05           0.04
        SRK/T  A 119.0            Haigis  a0 1.46
        24.0   -0.95              24.5   -1.00
        23.5   -0.60              24.0   -0.66
        23.0   -0.26              23.5   -0.32
OS      22.56    2.96     547     41.06 @ 8°     42.33 @ 98°
±       0.03     0.02     3       0.06           0.05`, merged(lengths, meridians), nil},
		"means of single readings over their deviations": {`
OS
AL        CCT       ACD
mm        µm        mm
22.55     548       2.95
22.56     546       2.96
22.57     547       2.97
22.56     547       2.96
± 0.01    ± 1       ± 0.01`, want{"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.ACD": 2.96}, nil},
		"states in words alone under both eyes": {`
Eye status           OD                   OS
Lens                 phakic               aphakic
Refractive surgery   RK (8 incisions)     none
Axial dimensions     OD                   OS
AL                   22.41                22.56     mm
ACD                  3.02                 ---       mm
CCT                  541                  547       µm`,
			want{
				"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02, "left_eye.AL": 22.56, "left_eye.CCT": 547.0,
				"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic",
				"right_eye.post_refractive": "Radial Keratotomy", "left_eye.post_refractive": "None",
			}, nil},
		"a box that says of one eye that it was not measured, beside the table": {`
                OD              OS
AL              22.41 mm        not measured                                           OS
CCT             541 µm          not measured                                         NO DATA
ACD             3.02 mm         not measured
LT              4.41 mm         not measured
WTW             11.9 mm         not measured`,
			want{"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02, "right_eye.LT": 4.41, "right_eye.WTW": 11.9}, nil},
	})
}

// TestValuesOverLabels: the name of an eye stands between its values and their labels. Where the labels are not nearer to their own values than to those of the next
// eye, nothing is read.
func TestValuesOverLabels(t *testing.T) {
	t.Parallel()
	text := func(gap string) layout.Page {
		p := page(`
        22.41 mm          3.02 mm          541 µm
OD
        Axial length      ACD (epith.)     CCT
` + gap + `        22.56 mm          2.96 mm          547 µm
OS
        Axial length      ACD (epith.)     CCT`)
		for i, w := range p.Words {
			if w.Text == "OD" || w.Text == "OS" {
				p.Words[i].Y0, p.Words[i].Y1 = w.Y0-5, w.Y1-5
			}
		}
		return p
	}
	check(t, want{
		"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02,
		"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.ACD": 2.96,
	}, nil, text("\n\n"))
	check(t, nil, nil, text("\n"))
}

// TestLetters: letters that a page explains name its eyes; without that they are left alone.
func TestLetters(t *testing.T) {
	t.Parallel()
	table := `
      AL        ACD       CCT
      [mm]      [mm]      [µm]
D     22.41     3.02      541
S     22.56     2.96      547
`
	checkEach(t, map[string]pageTest{
		"explained": {table + "Stato lente: D fachico - S fachico. D = occhio destro, S = occhio sinistro", want{
			"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02, "left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.ACD": 2.96,
			"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
		}, nil},
		"explained for both the same": {table + "D = occhio destro, S = occhio destro", nil, nil},
		"not explained":               {table, nil, nil},
	})
}

// TestTurnedNames: names of eyes in the margin that are turned by a quarter, with their letters apart.
func TestTurnedNames(t *testing.T) {
	t.Parallel()
	p := page(`
          AL     22.41 mm
          CCT    541 µm
          ACD    3.02 mm
          LT     4.41 mm
          WTW    11.9 mm



          AL     22.56 mm
          CCT    547 µm
          ACD    2.96 mm
          LT     4.52 mm
          WTW    11.8 mm`)
	turned := func(bottom float64, pieces ...string) {
		for _, s := range pieces { // from below
			h := 8 * float64(len([]rune(s)))
			p.Words = append(p.Words, layout.Word{Text: s, Box: layout.Box{X0: 14, Y0: bottom - h, X1: 26, Y1: bottom}, Conf: layout.Certain})
			bottom -= h + 4
		}
	}
	turned(98, "RI", "G", "HT")
	turned(226, "LE", "F", "T")
	check(t, want{
		"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.ACD": 3.02, "right_eye.LT": 4.41, "right_eye.WTW": 11.9,
		"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.ACD": 2.96, "left_eye.LT": 4.52, "left_eye.WTW": 11.8,
	}, nil, p)
}

// TestStrips: two strips of paper lie beside each other, one lower than the other.
func TestStrips(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"with the same labels": {`
AL-Scan
OD   PHAKIC                       AL-Scan
[KERATO]                          OS   PHAKIC
       mm     D     deg           [KERATO]
R1   7.86   42.94     4                  mm     D     deg
R2   7.70   43.83    94           R1   7.89   42.78   175
[PACHY]                           R2   7.67   44.00    85
CCT  541 µm                       [PACHY]
[WTW]                             CCT  537 µm
WTW  11.6 mm                      [WTW]
                                  WTW  11.8 mm`, want{
			"right_eye.K1_magnitude": 42.94, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 43.83, "right_eye.K2_axis": 94.0, "right_eye.CCT": 541.0, "right_eye.WTW": 11.6,
			"left_eye.K1_magnitude": 42.78, "left_eye.K1_axis": 175.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 85.0, "left_eye.CCT": 537.0, "left_eye.WTW": 11.8,
			"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
		}, nil},
		"with other labels": {`
AL-Scan
OD                                AL-Scan
AL  23.45 mm                      OS
R1  7.86   42.94   4              ACD  3.05 mm
R2  7.70   43.83   94             LT  4.51 mm
CCT  541 µm                       WTW  11.8 mm`, nil, nil},
	})
}
