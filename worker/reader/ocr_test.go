package reader_test

import (
	"maps"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestSeen: what OCR makes of a line, and what may be made of that. Of a text
// layer nothing is mended.
func TestSeen(t *testing.T) {
	t.Parallel()
	pair := want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 0.0}
	for _, tt := range []struct {
		name, text string
		want       want
		given      want // of a text layer that says the same
	}{
		{"lost point", "AL: 2287 mm", want{"right_eye.AL": 22.87}, want{}},
		{"lost point, two ways", "LT: 055 mm", want{"right_eye.LT": 0.55}, want{}},
		{"a name whose capital I may be an l", "Patient: Sample, lolanda", want{}, want{"patient.name": "Sample, lolanda"}},
		{"a name with an article", "Patient: la Sample, Sally", want{"patient.name": "la Sample, Sally"}, want{"patient.name": "la Sample, Sally"}},
		{"a name in small letters", "Patient: sample lolanda", want{"patient.name": "sample lolanda"}, want{"patient.name": "sample lolanda"}},
		{"no way", "AL: 9999 mm", want{}, want{}},
		{"letters for digits", "AL: 2Z.S7 mm", want{"right_eye.AL": 22.57}, want{}},
		{"parted at the point", "AL: 22. 87 mm", want{"right_eye.AL": 22.87}, want{"right_eye.AL": 22.87}},
		{"a power joined with its label", "K143.21 D @ 90°\nK244.10 D @ 0°", pair, want{}},
		{"degree sign as a digit", "K1: 43.21 D @ 904\nK2: 44.10 D @ 0°", pair, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"sign before the axis joined or misread", "K1: 43,21 Da 90°\nK2: 44,10Dä0°", pair, want{}},
		{"sign before the axis misread", "K1: 43.21 D & 90°\nK2: 44.10 D ä 0°", pair, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"degree sign as a quote", "K1: 43.21 D O 90”\nK2: 44.10 D @ 0?", pair, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"lost point in a list of readings", "K1: 4430 D @ 11°  45.02 D @ 101°\nK2: 4429 D @ 12°  45.10 D @ 102°", want{}, want{}},
		{"figure as a letter", "TKI: 43.21 D\nTK2: 44.10 D\nLT: 4.50", want{"right_eye.LT": 4.5}, want{"right_eye.LT": 4.5}},
		{"degree signs as digits that make another axis", "K1: 43.21 D @ 972\nK2: 44.10 D @ 72", want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 97.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 7.0}, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"axes that are not at right angles", "K1: 43.21 D @ 972\nK2: 44.10 D @ 52", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"axes that are not quite at right angles", "K1: 43.21 D @ 12°\nK2: 44.10 D @ 105°", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 105.0}},
		{"degree signs as different digits", "K1: 43.21 D @ 974\nK2: 44.10 D @ 72", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}},
		{"a cross before decimals", "K1: 43.21 D x 90.2deg\nK2: 44.10 D x 0.4deg", pair, pair},
		{"a cross joined with the power", "K1: 43.21Dx90.2deg\nK2: 44.10D.x0.4deg", pair, want{}},
		{"a small K", "SimK1/Simk2: 43.21 D @ 90° / 44.10 D @ 0°", pair, pair},
		{"the German letter of white as others", "WeiR-WeiB: 12.1 mm\nAL: 22.87 mm", want{"right_eye.AL": 22.87, "right_eye.WTW": 12.1}, want{"right_eye.AL": 22.87}},
		{"a spread with an axis", "K1: 43.21 D @ 90°  SD 0.06 / 3°\nK2: 44.10 D @ 0°  SD 0.05 / 3°", pair, pair},
		{"a mean of both meridians", "K1: 43.21 D / 7.81 mm @ 90°\nK2: 44.10 D / 7.65 mm @ 0°\nR/SE: 7.73 mm / 43.66 D", pair, pair},
		{"a mean whose label is in two words", "K1: 43.21 D / 7.81 mm @ 90°\nK2: 44.10 D / 7.65 mm @ 0°\nR / SE: 7.73 mm / 43.66 D", pair, pair},
		{"a mean whose label is not known", "K1: 43.21 D / 7.81 mm @ 90°\nK2: 44.10 D / 7.65 mm @ 0°\nR / XY: 7.73 mm / 43.66 D", pair, pair},
		{"a meridian whose label is not known", "K1: 43.21 D / 7.81 mm @ 90°\nK2: 44.10 D / 7.65 mm @ 0°\nXY: 7.80 mm / 43.27 D", want{}, pair},
		{"a bracket behind a label that looks like another", "AL: 22.87 mm\nKératométrie (n = 1,3375)", want{"right_eye.AL": 22.87, "right_eye.keratometric_index": 1.3375}, want{"right_eye.AL": 22.87, "right_eye.keratometric_index": 1.3375}},
		{"a word of the state that stands apart", "AL: 22.87 mm\nLens status: Phakic  IOL", want{"right_eye.AL": 22.87, "right_eye.lens_status": "Phakic IOL"}, want{"right_eye.AL": 22.87, "right_eye.lens_status": "Phakic"}},
		{"a misread letter", "Axlal length 22.87", want{"right_eye.AL": 22.87}, want{}},
		{"two misread letters", "Cenlral comeal thickness 545", want{}, want{}},
		{"a misread letter that could mean either", "Anterior chamber depth (lnt) 2.90", want{}, want{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page("OD  right\n" + tt.text)
			compare(t, "text", tt.given, p)
			p.OCR = true
			compare(t, "OCR", tt.want, p)
		})
	}
}

// TestLowSignsBeginNoColumn: a sign before an axis is lower than figures, and the space before it no gap between columns.
func TestLowSignsBeginNoColumn(t *testing.T) {
	t.Parallel()
	p := page(`
                     OD                      OS
AL                   23.45                   24.12
K1                   43.21 x 90°             43.50 x 85°
K2                   44.10 x 0°              44.30 x 175°`)
	p.OCR = true
	for i := range p.Words {
		w := &p.Words[i]
		if w.Conf = 90; w.Text == "x" {
			w.Y0, w.X0, w.X1 = w.Y0+5, w.X0+2, w.X1+2
		}
		if strings.HasPrefix(w.Text, "O") {
			w.X0, w.X1 = w.X0+60, w.X1+60
		}
	}
	compare(t, "low signs", want{
		"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 0.0,
		"left_eye.AL": 24.12, "left_eye.K1_magnitude": 43.5, "left_eye.K1_axis": 85.0, "left_eye.K2_magnitude": 44.3, "left_eye.K2_axis": 175.0,
	}, p)
}

// TestEyesOfTablesWithTwoLinesEach: the line below an eye's values has its state and the deviations, and OCR gives the marks as
// small letters.
func TestEyesOfTablesWithTwoLinesEach(t *testing.T) {
	t.Parallel()
	text := `
          AL       CCT     ACD
Eye       [mm]     [µm]    [mm]
OD        23.45    545     3.05
Phakic    0.02     2       0.01
OS        24.12    556     3.11
Phakic    0.02     2       0.01

Eye       K1       K2
OD        43.21    44.10
OS        43.50    44.30`
	want := want{
		"right_eye.AL": 23.45, "right_eye.CCT": 545.0, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.CCT": 556.0, "left_eye.ACD": 3.11,
		"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1, "left_eye.K1_magnitude": 43.5, "left_eye.K2_magnitude": 44.3,
	}
	compare(t, "text", want, page(text))
	p := page(strings.NewReplacer("OD", "oD", "OS", "os").Replace(text))
	p.OCR = true
	compare(t, "OCR", want, p)
}

// TestMisreadHeadings: headings of two eyes beside each other are told by both of
// them. One that is misread alone, and what only looks like a mark, is none.
func TestMisreadHeadings(t *testing.T) {
	t.Parallel()
	const values = "\nAL: 23.45 mm              AL: 24.10 mm\nACD: 3.12 mm              ACD: 3.20 mm"
	both := want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.12, "left_eye.ACD": 3.2}
	for _, tt := range []struct {
		name, text string
		want       want
	}{
		{"a misread word beside each mark", "OD tight                  OS ett" + values, both},
		{"misread marks", "oD                        0S" + values, both},
		{"a piece of a frame and misread marks", "| 00 (rechts)             1 os tinks)" + values, both},
		{"titles of columns", `
Value          oD          os
AL [mm]        23.45       24.10
ACD [mm]       3.12        3.20`, both},
		{"spaced letters in pieces", "Oo D Dest ro              OSs i n i stro" + values, both},
		{"spaced letters, one of them lost", "OD Dest ro                OS S i n stro" + values, both},
		{"an S seen twice", "OD / R                    OSs / L" + values, both},
		{"pieces of another word", "OD Dest ro                O r s i n o" + values, want{}},
		{"marks that begin rows", `
AL [mm]
0D  23.45
|oS  24.10
LT [mm]
0D  4.50
OS  4.60
CCT [um]
OD  540
OS  550`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6, "right_eye.CCT": 540.0, "left_eye.CCT": 550.0}},
		{"one row with a mark", "OD\nAL: 23.45 mm\n0D  3.12\nACD: 3.12 mm", want{"right_eye.AL": 23.45, "right_eye.ACD": 3.12}},
		{"columns of a table of lenses", "OD\nAL: 23.45 mm\nOD IOL REF OS IOL REF\n20.0 -0.59  20.5 -0.83", want{"right_eye.AL": 23.45}},
		{"axes in rows of their own whose degree signs are digits", `
               OD          OS
K1:            43.21 D     37.5 D
K1 @:          972         552
K2:            44.10 D     37.8 D
K2 @:          72          1452`, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 97.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 7.0,
			"left_eye.K1_magnitude": 37.5, "left_eye.K1_axis": 55.0, "left_eye.K2_magnitude": 37.8, "left_eye.K2_axis": 145.0,
		}},
		{"a sign between the headings", "OD Destro.           «OS Sinistro" + values, both},
		{"spreads behind values", `
               OD                            OS
AL             23.45  mm  +0.01              24.10  mm  +0.01
ACD             3.12  mm  + 0.03              3.20  £0.03`, both},
		{"a small L", "IOLMaster 700\nOD\nKl post.: -5.69 D\nK2 post.: -6.09 D", want{
			"posterior_keratometry.right_eye.PK1_magnitude": 5.69, "posterior_keratometry.right_eye.PK2_magnitude": 6.09,
		}},
		{"words that are not of eyes", "OD next                   OS after" + values, want{}},
		{"small letters at the end of the page's title", "ANTERION                  os\nPatient ID: 12\nAL: 24.10 mm\nACD: 3.20 mm", want{"patient.id": "12", "left_eye.AL": 24.1, "left_eye.ACD": 3.2}},
		{"none is read well", "00                        os" + values, want{}},
		{"a number", "OD                        05" + values, want{}},
		{"one eye", "OD tight" + values, want{}},
		{"the same eye twice", "OD tight                  OD rght" + values, want{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(tt.text)
			p.OCR = true
			compare(t, "OCR", tt.want, p)
		})
	}
}

// TestPairsInCells: the values of a pair of labels stand in one cell, beside the labels or on the cards of the eyes.
func TestPairsInCells(t *testing.T) {
	t.Parallel()
	both := want{
		"right_eye.AL": 23.95, "right_eye.K1_magnitude": 41.86, "right_eye.K1_axis": 24.0, "right_eye.K2_magnitude": 42.64, "right_eye.K2_axis": 114.0,
		"left_eye.AL": 23.37, "left_eye.K1_magnitude": 34.26, "left_eye.K1_axis": 161.0, "left_eye.K2_magnitude": 35.2, "left_eye.K2_axis": 71.0,
	}
	posterior := want{
		"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK1_axis": 24.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.2, "posterior_keratometry.right_eye.PK2_axis": 114.0,
		"posterior_keratometry.left_eye.PK1_magnitude": 5.1, "posterior_keratometry.left_eye.PK1_axis": 161.0,
		"posterior_keratometry.left_eye.PK2_magnitude": 6.1, "posterior_keratometry.left_eye.PK2_axis": 71.0,
	}
	for name, text := range map[string]string{
		"beside": `
              OD                                         OS
AL:           23.95 mm                                   23.37 mm
SimK1/SimK2:  41.86 D Ax: 24° / 42.64 D Ax: 114°         34.26 D Ax: 161°/ 35.20 D Ax: 71°`,
		"on cards": `
K1 flat/K2 steep                         AL
OD 41.86 D x 24° / 42.64 D x 114°        OD 23.95 mm
OS 34.26 D x 161°/ 35.20 D x 71°         OS 23.37 mm`,
		"in a line with other pairs, with some of the spaces": `
MS-39
Eye           AL          K1/K2                            PKf/PKs
OD (right)    23.95 mm    41.86 D / 24°/42.64 D/114°       -5.90D/24°/-6.20D/114°
OS (left)     23.37 mm    34.26 D/161°/35.20 D / 71°       -5.10D/161°/-6.10D/71°`,
	} {
		p := page(text)
		p.OCR = true
		want := maps.Clone(both)
		if strings.Contains(text, "PKf") {
			maps.Copy(want, posterior)
		}
		compare(t, name, want, p)
	}
}

// TestRaisedDegreeSigns: a degree sign that OCR saw by itself, over the line of its number, is that number's.
func TestRaisedDegreeSigns(t *testing.T) {
	t.Parallel()
	p := page("OD\nAL   23.45 mm\nK1   43.21 D @ 93  °\nK2   44.10 D @ 3  °")
	p.OCR = true
	for i, w := range p.Words {
		if w.Text == "°" {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0-7, w.Y0-3
		}
	}
	compare(t, "raised", want{"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 93.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 3.0}, p)
}

func compare(t *testing.T, what string, want want, p layout.Page) {
	t.Helper()
	got := found(t, reader.Find([]layout.Page{p}).Report())
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: %s = %v, want %v", what, k, got[k], v)
		}
	}
	for k, v := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("%s: %s = %v, want null", what, k, v)
		}
	}
}
