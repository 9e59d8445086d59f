package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestEyes: whose value is it? A value that nothing assigns is nobody's.
func TestEyes(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 23.45, "left_eye.AL": 24.1}
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"no heading", "AL: 23.45 mm", want{}, nil},
		{"one eye", "Eye: OS\nAL: 24.10 mm", want{"left_eye.AL": 24.1}, nil},
		{"value above the only heading", "AL: 24.10 mm\nLeft eye (OS)\nLT: 4.60 mm", want{"left_eye.LT": 4.6}, nil},
		{"a mark inside a row is no heading", "AL: 24.10 mm\nK1: 43.80 D OD 165°   SE: 44.10 D\nK2: 44.50 D OD 75°", want{}, nil},
		{"columns that are not level", `
OD                                     OS
                                       AL       24.10 mm
AL       23.45 mm
                                       ACD      3.20 mm
ACD      3.12 mm
                                       LT       4.60 mm
LT       4.50 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.12, "left_eye.ACD": 3.2, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"spaced heading", `
            O S
AL: 24.10 mm`, want{"left_eye.AL": 24.1}, nil},
		{"framed letters between ornaments", `
--------  <D>  --------
AL = 23.45 mm
--------  <I>  --------
AL = 24.10 mm`, both, nil},
		{"framed letters with spaces, over columns", `
      < D >                    < I >
AL   23.45 mm             AL   24.10 mm`, both, nil},
		{"the word eye before the state of the lens", `
Exam: 2018-04-11 13:08   Eye: OD   Report: measurements
AL 23.45 mm
Eye: phakic   Refractive surgery: none
LT 4.50 mm`, want{"exam_date": "2018-04-11", "right_eye.AL": 23.45, "right_eye.LT": 4.5, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}, nil},
		{"in the middle of the page's title, above the patient's data", `
MS-39                                   Biometry - OS                                 Phoenix
Patient: Sample   ID: 4711
AL                 24.10 mm
ACD                 3.20 mm`, want{"patient.name": "Sample", "patient.id": "4711", "left_eye.AL": 24.1, "left_eye.ACD": 3.2}, nil},
		{"a framed unit", `
AL <D> 24.10 mm`, want{}, nil},
		{"values right of the headings", `
Measure                   OD                              OS
AL                                 23.45 mm                        24.10 mm
ACD                                 3.12 mm                         3.20 mm
SimK (index 1.3375)
CCT                                                                  512 um`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.12, "left_eye.ACD": 3.2, "left_eye.CCT": 512.0, "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375}, nil},
		{"values right of the headings by different distances", `
Measure                   OD                              OS
AL                                 23.45 mm                             24.10 mm
ACD                                 3.12 mm                              3.20 mm`, want{}, nil},
		{"lens of both eyes behind a time", `
Untersuchung 05.09.2025 11:26   Linsenstatus OD phak / OS pseudophak`, want{"exam_date": "2025-09-05", "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}, nil},
		{"umlaut in the heading", `
ÖS
AL: 24.10 mm`, want{"left_eye.AL": 24.1}, nil},
		{"lens beside the headings", `
OD right   Lens status: phakic         OS left   Lens status: pseudophakic
AL: 23.45 mm                           AL: 24.10 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}, nil},
		{"lens in brackets of the heading", `
OD Rechts (Phak)
AL: 23.45 mm
OS Links (Pseudophak)
AL: 24.10 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}, nil},
		{"lens after the heading", `
OD œil droit   phaque                  OG œil gauche   pseudophaque
AL: 23.45 mm                           AL: 24.10 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}, nil},
		{"blocks", `
OD right                    OS left
AL: 23.45 mm                AL: 24.10 mm`, both, nil},
		{"blocks, headings in the middle", `
          OD                          OS
AL: 23.45 mm                AL: 24.10 mm`, both, nil},
		{"blocks of two columns", `
OD                          OS
AL 23.45    LT 4.50         AL 24.10    LT 4.60`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"left eye on the left", `
OS left                     OD right
AL: 24.10 mm                AL: 23.45 mm`, both, nil},
		{"one value missing", `
OD right                    OS left
AL: 23.45 mm                AL: --- mm
LT: 4.50 mm                 LT: 4.60 mm`, want{"right_eye.AL": 23.45, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"table", `
                OD             OS
AL [mm]         23.45          24.10
LT [mm]         4.50           4.60`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"table with deviations", `
                OD                     OS
                Mean      SD           Mean      SD
LT [mm]         4.50      0.12         4.60      0.15`, want{"right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"table, mean missing and deviation not", `
                OD                     OS
                Mean      SD           Mean      SD
AL [mm]         23.45     0.12         24.10     0.15
LT [mm]                   0.12         4.60      0.15`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "left_eye.LT": 4.6}, nil},
		{"table, dashes", `
                OD             OS
AL [mm]         ---            24.10
LT [mm]         4.50           4.60`, want{"left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"table, one column empty", `
                OD             OS
AL [mm]                        24.10
LT [mm]                        4.60`, want{"left_eye.AL": 24.1, "left_eye.LT": 4.6}, nil},
		{"table, the other column empty", `
                OD             OS
AL [mm]         23.45
LT [mm]         4.50`, want{"right_eye.AL": 23.45, "right_eye.LT": 4.5}, nil},
		{"labels between the eyes", `
     OD              OS
     23.45    AL     24.10
     4.50     LT     4.60`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"table with explained labels", `
                     OD             OS
Axial length (AL)    23.45          24.10`, both, nil},
		{"rows of eyes with a missing value", `
        AL       LT      WTW
OD      ---      4.50    12.0
OS      24.10    4.60    12.1`,
			want{"left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6, "right_eye.WTW": 12.0, "left_eye.WTW": 12.1}, nil},
		{"posterior heading of one column alone", `
OD                          OS
AL 23.45 mm                 AL 24.10 mm
Posterior keratometry       K1 43.21 D
K1 -5.90 D                  K2 44.10 D
K2 -6.10 D                  LT 4.60 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "left_eye.LT": 4.6, "left_eye.K1_magnitude": 43.21, "left_eye.K2_magnitude": 44.1}, nil},
		{"index once for both", `
Keratometric index n = 1.3375
OD                          OS
K1 43.21 D                  K1 42.21 D
K2 44.10 D                  K2 43.10 D`,
			want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1, "left_eye.K1_magnitude": 42.21, "left_eye.K2_magnitude": 43.1,
				"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375}, nil},
		{"one below the other", `
Right eye
AL: 23.45 mm
Left eye
AL: 24.10 mm`, both, nil},
		{"headings not level", `
OD right
AL: 23.45 mm
                            OS left
AL: 23.45 mm                AL: 24.10 mm`, want{}, nil},
		{"three headings", `
OD              OS             OD
AL: 23.45       AL: 24.10      AL: 22.00`, want{}, nil},
		{"a remark is no heading", `
OD right
AL: 23.45 mm
Notes: left eye not examined`, want{"right_eye.AL": 23.45}, nil},
		{"rows of eyes, labels above", `
        AL       LT
OD      23.45    4.50
OS      24.10    4.60`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"repeated alike", "OD\nAL: 23.45 mm\nAL: 23.45 mm", want{"right_eye.AL": 23.45}, nil},
		{"repeated rounded", "OD\nAL: 23.45 mm\nAL: 23.5 mm", want{"right_eye.AL": 23.45}, nil},
		{"repeated otherwise", "OD\nAL: 23.45 mm\nAL: 23.54 mm", want{}, []string{"right_eye.AL"}},
		{"a printed zero is no rounding", "OD\nAL: 23.40 mm\nAL: 23.44 mm", want{}, []string{"right_eye.AL"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	od, os := page("OD\nAL: 23.45 mm"), page("OS\nAL: 24.10 mm")
	check(t, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1}, nil, od, os)
	check(t, want{}, []string{"right_eye.AL"}, od, page("OD\nAL: 24.10 mm"))
}

// TestAgree: a value is believed if two looks saw it, and none saw another.
func TestAgree(t *testing.T) {
	t.Parallel()
	look := func(text string) reader.Findings {
		p := page("OD\n" + strings.TrimSuffix(text, "?"))
		if strings.HasSuffix(text, "?") {
			for i := range p.Words {
				p.Words[i].Conf = 20
			}
		}
		return reader.Find([]layout.Page{p})
	}
	for _, tt := range []struct {
		name  string
		looks []string
		want  any
	}{
		{"alike", []string{"AL: 23.45", "AL: 23.45"}, 23.45},
		{"seen once", []string{"AL: 23.45", "LT: 4.5"}, nil},
		{"another digit", []string{"AL: 40.66", "AL: 48.66"}, nil},
		{"two against one", []string{"AL: 23.45", "AL: 28.45", "AL: 23.45"}, nil},
		{"a lost digit", []string{"AL: 23.45", "AL: 23.4"}, nil},
		{"an unsure look does not lend its digits", []string{"AL: 28.45?", "AL: 23.45", "AL: 23.45"}, 23.45},
		{"an unsure look confirms", []string{"AL: 23.45?", "AL: 23.45"}, 23.45},
		{"an unsure look does not contradict", []string{"AL: 28.45?", "AL: 23.45", "AL: 23.45"}, 23.45},
		{"unsure looks alone do not count", []string{"AL: 23.45?", "AL: 23.45?"}, nil},
		{"lost decimals, twice alike", []string{"AL: 23", "AL: 23"}, nil},
		{"two, and the third nothing", []string{"AL: 23.45", "LT: 4.5", "AL: 23.45"}, 23.45},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var looks []reader.Findings
			for _, l := range tt.looks {
				looks = append(looks, look(l))
			}
			if got := found(t, reader.Agree(looks...).Report())["right_eye.AL"]; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestLostDigits: the other eye shows how many decimals there were.
func TestLostDigits(t *testing.T) {
	t.Parallel()
	look := reader.Find([]layout.Page{page("OD           OS\nAL: 23.45    AL: 24.1")})
	got := found(t, reader.Agree(look, look).Report())
	if got["right_eye.AL"] != 23.45 || got["left_eye.AL"] != nil {
		t.Errorf("got %v", got)
	}
}

// TestRefused: what validation found at fault is withheld with its pair.
func TestRefused(t *testing.T) {
	t.Parallel()
	f := reader.Find([]layout.Page{page("OD\nAL: 23.45\nK1: 43.21 @ 93\nK2: 44.10 @ 3")})
	got := found(t, f.Report("data.right_eye.K1_axis"))
	if got["right_eye.K2_axis"] != nil || got["right_eye.K1_magnitude"] != 43.21 || got["right_eye.AL"] != 23.45 {
		t.Errorf("got %v", got)
	}
}

// TestLargeHeadingsBesideBlocks: an eye's name in large letters stands beside the block of its
// values and lower than the first line of the block, which is no part of the block above.
func TestLargeHeadingsBesideBlocks(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want want
	}{
		"blocks apart": {`
       LS: Phakic
  OD   Biometric values
       AL    22.07 mm
       WTW   11.5 mm

       LS: Pseudophakic
  OS   Biometric values
       AL    22.15 mm
       WTW   11.6 mm`, want{
			"right_eye.AL": 22.07, "right_eye.WTW": 11.5, "right_eye.lens_status": "Phakic",
			"left_eye.AL": 22.15, "left_eye.WTW": 11.6, "left_eye.lens_status": "Pseudophakic",
		}},
		"blocks without a gap": {`
  OD   Biometric values
       AL    22.07 mm
       WTW   11.5 mm
       LS: Pseudophakic
  OS   Biometric values
       AL    22.15 mm
       WTW   11.6 mm`, want{
			"right_eye.AL": 22.07, "right_eye.WTW": 11.5,
			"left_eye.AL": 22.15, "left_eye.WTW": 11.6,
		}},
		"names beside the last rows of their blocks": {`
       AL    22.07 mm
       CCT   545 um
       ACD   3.47 mm
       WTW   11.5 mm
  OD   LT    4.26 mm
       AL    22.15 mm
       CCT   548 um
       WTW   11.6 mm
  OS   LT    4.29 mm

  OD   Refraction: -0.50 D
  OS   Refraction: -0.75 D`, want{
			"right_eye.AL": 22.07, "right_eye.CCT": 545.0, "right_eye.ACD": 3.47, "right_eye.WTW": 11.5, "right_eye.LT": 4.26,
			"left_eye.AL": 22.15, "left_eye.CCT": 548.0, "left_eye.WTW": 11.6, "left_eye.LT": 4.29,
		}},
		"names beside the last values, below their labels": {`
  Biometric values
  White to white
  11.40 mm
  Central corneal thickness      Thinnest point
  577 um                         570 um
  Anterior chamber depth         Lens thickness
  3.05 mm                        6.09 mm
  Axial length
  16.01 mm
  Lens status
  Phakic                                          Eye: Right

  Biometric values
  White to white
  11.30 mm
  Central corneal thickness      Thinnest point
  505 um                         498 um
  Axial length
  26.17 mm
  Lens status
  Aphakic                                         Eye: Left`, want{
			"right_eye.AL": 16.01, "right_eye.CCT": 577.0, "right_eye.ACD": 3.05, "right_eye.WTW": 11.4, "right_eye.LT": 6.09, "right_eye.lens_status": "Phakic",
			"left_eye.AL": 26.17, "left_eye.CCT": 505.0, "left_eye.WTW": 11.3, "left_eye.lens_status": "Aphakic",
		}},
		"a name below its block, and the other one lost": {`
       AL    22.07 mm
       CCT   545 um
       ACD   3.47 mm
       WTW   11.5 mm
  OD
       AL    22.15 mm
       CCT   548 um
       ACD   3.45 mm
       WTW   11.6 mm`, want{}},
		"names in the middle of their blocks": {`
       AL    22.07 mm
       CCT   545 um
       LT    4.26 mm
  OD   ACD   3.47 mm
       WTW   11.5 mm
       RT    200 um
       AL    22.15 mm
       CCT   548 um
       LT    4.29 mm
  OS   ACD   3.45 mm
       WTW   11.6 mm
       RT    200 um`, want{
			"right_eye.AL": 22.07, "right_eye.CCT": 545.0, "right_eye.LT": 4.26, "right_eye.ACD": 3.47, "right_eye.WTW": 11.5,
			"left_eye.AL": 22.15, "left_eye.CCT": 548.0, "left_eye.LT": 4.29, "left_eye.ACD": 3.45, "left_eye.WTW": 11.6,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(tt.text)
			for i, w := range p.Words {
				if w.Text == "OD" || w.Text == "OS" {
					p.Words[i].X0, p.Words[i].Y0, p.Words[i].Y1 = 12, w.Y0-3, w.Y0+19
				}
			}
			check(t, tt.want, nil, p)
		})
	}
}
