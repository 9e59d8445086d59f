package reader_test

import (
	"slices"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestHeadingsAreShared: a look that missed the headings of the eyes gets those that others saw, and no others.
func TestHeadingsAreShared(t *testing.T) {
	t.Parallel()
	const both = `
AL     23.45 mm               AL     24.12 mm
ACD    3.05 mm                ACD    3.11 mm`
	const alone = `
AL     23.45 mm
ACD    3.05 mm`
	right := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05}
	all := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}
	for _, tt := range []struct {
		name, below string
		others      []string // what they saw above the values
		own         string
		want        want
	}{
		{"both, by one", both, []string{"OD right                      OS left"}, "", all},
		{"both, in place of what was misread", both, []string{"OD right                      OS left"}, "QP                            ,S", all},
		{"one, by two", alone, []string{"OD right", "OD right"}, "", right},
		{"one, by one alone", alone, []string{"OD right"}, "", want{}},
		{"one, where another saw the other eye", alone, []string{"OD right", "OD right", "OS left"}, "", want{}},
		{"a mark that it alone saw", alone, []string{"", ""}, "RE    N", want{}},
		{"a name that it alone saw", alone, []string{"", ""}, "Right eye", right},
		{"one, where a number stands", alone, []string{"OD right", "OD right"}, "00 12.50", want{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			looks := [][]layout.Page{{scaled(page(tt.own+tt.below), 2)}}
			for _, head := range tt.others {
				looks = append(looks, []layout.Page{page(head + tt.below)})
			}
			before := len(looks[0][0].Words)
			compare(t, "shared", tt.want, reader.ShareHeadings(nil, looks...)[0][0])
			if after := len(looks[0][0].Words); after != before {
				t.Errorf("%d words, %d before", after, before)
			}
		})
	}
}

// TestMarksOfRowsAreShared: rows begin with marks of both eyes in turn. One look missed some of the marks; the other one, which saw all, keeps its own.
func TestMarksOfRowsAreShared(t *testing.T) {
	t.Parallel()
	const rows = `R -  AL 25.27 mm   ACD 3.01 mm
L -  AL 33.81 mm   ACD 3.19 mm

R -  K1 (flat) 43.02 D   @ K1 25°    K2 (steep) 43.85 D  @ K2 115°
L -  K1 (flat) 43.83 D   @ K1 113°   K2 (steep) 48.74 D  @ K2 23°`
	all := want{
		"right_eye.AL": 25.27, "right_eye.ACD": 3.01, "right_eye.K1_magnitude": 43.02, "right_eye.K1_axis": 25.0, "right_eye.K2_magnitude": 43.85, "right_eye.K2_axis": 115.0,
		"left_eye.AL": 33.81, "left_eye.ACD": 3.19, "left_eye.K1_magnitude": 43.83, "left_eye.K1_axis": 113.0, "left_eye.K2_magnitude": 48.74, "left_eye.K2_axis": 23.0,
	}
	missed := page(strings.Replace(rows, "R -  AL", "  -  AL", 1))
	for i, shared := range reader.ShareHeadings(nil, []layout.Page{scaled(page(rows), 2)}, []layout.Page{scaled(missed, 2)}) {
		t.Log("look", i)
		compare(t, "shared", all, shared[0])
	}
}

// scaled returns the page as a look with letters of another size sees it.
func scaled(p layout.Page, by float64) layout.Page {
	p.Width, p.Height, p.OCR = p.Width*by, p.Height*by, true
	for i, w := range p.Words {
		p.Words[i].Box = layout.Box{X0: w.X0 * by, Y0: w.Y0 * by, X1: w.X1 * by, Y1: w.Y1 * by}
	}
	return p
}

// TestUnsureMarksAreNoHeadings: in the lines of a picture OCR saw the names of both eyes in one line, without being sure. They stand
// nearer to the values than the headings above the picture, the other way round.
func TestUnsureMarksAreNoHeadings(t *testing.T) {
	t.Parallel()
	const below = `
AL     23.45 mm               AL     24.12 mm
ACD    3.05 mm                ACD    3.11 mm`
	const heads = "OD right                      OS left"
	picture := page(heads + "\n(    )      LE                 RE       )" + below)
	for i, w := range picture.Words {
		if w.Text == "LE" || w.Text == "RE" {
			picture.Words[i].Conf = 6
		}
	}
	looks := [][]layout.Page{{scaled(picture, 2)}, {page(heads + "\n\n" + below)}, {page(heads + "\n\n" + below)}}
	for i, shared := range reader.ShareHeadings(nil, looks...) {
		t.Log("look", i)
		compare(t, "shared", want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, shared[0])
	}
}

// TestLargeLettersOfOCR: "L" and farther down "R" name the eyes if OCR was sure of both; "oD" over the axes, which it made of a frame and of the letter in it,
// names none. The right eye has no values.
func TestLargeLettersOfOCR(t *testing.T) {
	t.Parallel()
	text := func(mark string) string {
		return `L  Eyestar
AL     23.45 mm
ACD    3.05 mm
       ` + mark + `    Achsiage
K1     42.10 D  12°
K2     43.20 D  102°
R
Keine Messdaten`
	}
	alone := want{"left_eye.AL": 23.45, "left_eye.ACD": 3.05}
	for head, want := range map[string]want{"L  Eyestar": alone, "L": {}, "L  Biometry": {}, "(  L  Eyestar": {}} {
		p := scaled(page(head+"\nAL     23.45 mm\nACD    3.05 mm"), 2)
		for i, w := range p.Words {
			if w.Text == "L" {
				p.Words[i].Y0 -= w.Height() / 2
			}
		}
		compare(t, head, want, p)
	}
	doubtful := func(mark string, conf float64) layout.Page {
		p := scaled(page(text(mark)), 2)
		for i, w := range p.Words {
			switch w.Text {
			case "L", "R":
				p.Words[i].Y0 -= w.Height() / 2
			case mark:
				p.Words[i].Conf = conf
			}
		}
		return p
	}
	left := want{"left_eye.AL": 23.45, "left_eye.ACD": 3.05, "left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 12., "left_eye.K2_magnitude": 43.2, "left_eye.K2_axis": 102.}
	looks := reader.ShareHeadings(nil, []layout.Page{doubtful("oD,", 33)}, []layout.Page{doubtful("D", 60)}, []layout.Page{doubtful("D", 90)})
	for i, shared := range looks {
		t.Log("look", i)
		compare(t, "shared", left, shared[0])
	}
}

// TestQualityBesideHeadings: "OK" makes a quality score of the letters before it, not of the name of an eye farther away.
func TestQualityBesideHeadings(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, nil, seen(`
OD rechts   Qualität: OK (96 %)     OS links   Qualität: OK (96 %)
AL     23.45 mm                     AL     24.12 mm
ACD    3.05 mm                      ACD    3.11 mm
Pachymetrie                         Pachymetrie`))
	check(t, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05}, nil, seen(`
OD right
OS: OK
AL     23.45 mm
ACD    3.05 mm`))
}

// TestEyeName: what a sign says is the name of an eye, or nothing.
func TestEyeName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Rechts (OD)": "OD", "OE – Esquerdo": "OS", "OD right": "OD", "R": "OD", "L": "OS", "(OS)": "OS", "Left eye": "OS",
		"OD OS": "", "OD left": "", "Keratometry": "", "OD 3": "", "": "", "D": "",
	} {
		var words []layout.Word
		for w := range strings.FieldsSeq(text) {
			words = append(words, layout.Word{Text: w, Conf: 90})
		}
		name, ok := reader.EyeName(words)
		if name.Text != want || ok != (want != "") {
			t.Errorf("%q names %q, %v; want %q", text, name.Text, ok, want)
		}
		if len(words) > 0 {
			if words[0].Conf = 40; want != "" && len(text) > 1 {
				if _, ok := reader.EyeName(words); ok {
					t.Errorf("%q, of which OCR is not sure, names an eye", text)
				}
			}
		}
	}
}

// TestNamesOnSigns are given to all looks if both eyes have one, in place of what OCR made of turned letters; the name of one eye alone is not.
func TestNamesOnSigns(t *testing.T) {
	t.Parallel()
	box := func(y float64) layout.Box { return layout.Box{X0: 14, Y0: y, X1: 34, Y1: y + 90} }
	signs := layout.Page{OCR: true, Number: 1, Width: 1000, Height: 1000, Words: []layout.Word{{Text: "OD", Box: box(100), Conf: 90}, {Text: "OS", Box: box(300), Conf: 90}}}
	seen := layout.Page{OCR: true, Number: 1, Width: 1000, Height: 1000, Words: []layout.Word{
		{Text: "b4", Box: layout.Box{X0: 15, Y0: 120, X1: 33, Y1: 140}, Conf: 40}, {Text: "AL", Box: layout.Box{X0: 100, Y0: 120, X1: 120, Y1: 140}, Conf: 90},
	}}
	for _, tt := range []struct {
		signs int
		want  []string
	}{{2, []string{"AL", "OD", "OS"}}, {1, []string{"b4", "AL"}}} {
		page := signs
		page.Words = signs.Words[:tt.signs]
		var got []string
		for _, w := range reader.ShareHeadings([]layout.Page{page}, []layout.Page{seen})[0][0].Words {
			got = append(got, w.Text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("with %d signs: %q, want %q", tt.signs, got, tt.want)
		}
	}
}

// TestMarksOfPicturesAreNoHeadings: in the lines of a picture one look saw marks of both eyes below each other, and was sure of them. They stand beside the values of
// the eye whose name all looks saw above.
func TestMarksOfPicturesAreNoHeadings(t *testing.T) {
	t.Parallel()
	text := func(a, b string) string {
		return `OS Left Eye
          Key parameters
` + a + `        AL     23.45 mm
` + b + `        ACD    3.05 mm
          WTW    11.4 mm`
	}
	picture := scaled(page(text("LE", "RE")), 2)
	other := scaled(page(text("  ", "  ")), 2)
	looks := reader.ShareHeadings(nil, []layout.Page{picture}, []layout.Page{other}, []layout.Page{other})
	for i, pages := range looks {
		if slices.ContainsFunc(pages[0].Words, func(w layout.Word) bool { return w.Text == "RE" || w.Text == "LE" }) {
			t.Errorf("look %d has a mark of the picture", i)
		}
	}
}

// TestMisreadZones: OCR knows no φ. The powers of the zone of 2.4 mm stand in one table, those of 3.3 mm beside it.
func TestMisreadZones(t *testing.T) {
	t.Parallel()
	p := page(`OD
     92.4 mm                       @3.3mm
R1   7.71 mm   43.77 D    94°      7.73 mm   43.66 D   96°
R2   7.57 mm   44.58 D     4°      7.59 mm   44.47 D    6°
AVG  7.64 mm   44.17 D             7.66 mm   44.06 D`)
	p.OCR = true
	check(t, want{"right_eye.K1_magnitude": 43.77, "right_eye.K1_axis": 94.0, "right_eye.K2_magnitude": 44.58, "right_eye.K2_axis": 4.0}, nil, p)
}

// TestLettersOfOneEye: each row begins with the letter of the only eye, with a dash or without. Two titles beside each other begin with the letters of both.
func TestLettersOfOneEye(t *testing.T) {
	t.Parallel()
	check(t, want{"left_eye.WTW": 12.3, "left_eye.AL": 23.4, "left_eye.K1_magnitude": 42.68, "left_eye.K1_axis": 104., "left_eye.K2_magnitude": 43.7, "left_eye.K2_axis": 14., "left_eye.lens_status": "Phakic"}, nil, page(`
L  Corneal diameter [mm]: 12.3    Axial length [mm]: 23.40
L  K flat: 7.91 mm (42.68) / 104 °    K steep: 7.72 mm (43.70) / 14 °
L  Status: Phakic`))
	check(t, want{"right_eye.AL": 23.73, "right_eye.WTW": 11.3, "right_eye.K1_magnitude": 41.42, "right_eye.K1_axis": 49., "right_eye.K2_magnitude": 42.85, "right_eye.K2_axis": 139., "right_eye.lens_status": "Phakic"}, nil, page(`
R – AL 23.73 mm    CD (WTW) 11.30 mm
R – Sim K1 41.42 D 49°    Sim K2 42.85 D 139°
R – Lens status: Phakic`))
	check(t, want{"right_eye.AL": 23.73, "right_eye.WTW": 11.3, "right_eye.K1_magnitude": 41.42, "right_eye.K1_axis": 49., "right_eye.K2_magnitude": 42.85, "right_eye.K2_axis": 139., "right_eye.lens_status": "Phakic"}, nil, seen(`
R- AL 23.73 mm    CD (WTW) 11.30 mm
R- Sim K1 41.42 D 49°    Sim K2 42.85 D 139°
R- Lens status: Phakic`))
	check(t, want{}, nil, page(`
R – AL 23.73 mm    L – AL 24.12 mm
R – WTW 11.3 mm    L – WTW 11.4 mm`))
}

// TestLabelsBehindDashes: a dash before each label of the second column begins that column; the names of the eyes stand at the right ends of theirs.
func TestLabelsBehindDashes(t *testing.T) {
	t.Parallel()
	check(t, want{"left_eye.AL": 24.82, "left_eye.ACD": 3.24, "left_eye.LT": 4.73, "right_eye.AL": 26.19, "right_eye.ACD": 3.51, "right_eye.LT": 4.08}, nil, page(`
                                    OS - Left Eye                                    OD - Right Eye
- LT (Lens Thickness): 4.73mm                     - LT (Lens Thickness): 4.08mm
- ACD (Ext.): 3.24mm                              - ACD (Ext.): 3.51mm
- Comp. AL (Axial length): 24.82mm                - Comp. AL (Axial length): 26.19mm`))
}

// TestLargeNameBesideHeads: the upper half of the large name of an eye is level with the heads of the columns below it.
func TestLargeNameBesideHeads(t *testing.T) {
	t.Parallel()
	p := page(`
                    1      2      3      4      5      Mean     SD
                                                                       OD
CCT                 607    609    608    608    608    608 µm   3
ACD                 2.58   2.57   2.61   2.59   2.60   2.59 mm  0.02
ACD (Int.)          1.98   1.98   2.00   1.98   1.96   1.98 mm  0.03
AL                  21.60  21.61  21.58  21.62  21.59  21.60 mm 0.02
          1      2      3      Mean     SD
R flat                  8.24 mm
R flat @                      23°
R steep                 7.90 mm
R steep @                     113°
                    1      2      3      4      5      Mean     SD
                                                                       OS
CCT                 584    586    588    585    587    586 µm   1
ACD                 4.49   4.50   4.51   4.52   4.48   4.50 mm  0.02
ACD (Int.)          3.90   3.91   3.93   3.89   3.92   3.91 mm  0.02
AL                  23.62  23.60  23.58  23.60  23.60  23.60 mm 0.03
          1      2      3      Mean     SD
R flat                  8.03 mm
R flat @                      91°
R steep                 7.93 mm
R steep @                     1°`)
	for i, w := range p.Words {
		if w.Text == "OD" || w.Text == "OS" {
			p.Words[i].Y0 -= 1.4 * w.Height()
		}
	}
	check(t, want{
		"right_eye.AL": 21.6, "right_eye.CCT": 608., "right_eye.ACD": 2.59,
		"left_eye.AL": 23.6, "left_eye.CCT": 586., "left_eye.ACD": 4.5,
	}, []string{"left_eye.K1_axis", "left_eye.K2_axis", "right_eye.K1_axis", "right_eye.K2_axis"}, p)
}

// TestUntreatedIsNoSide: two letters of "traité" are other ones than those of "droite".
func TestUntreatedIsNoSide(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.4, "right_eye.ACD": 3.72, "right_eye.post_refractive": "Radial Keratotomy", "left_eye.AL": 22.4, "left_eye.ACD": 3.59, "left_eye.post_refractive": "None",
	}, nil, seen(`
Œil               Paramètre                 Valeur
Œil droit (OD)    ACD (Prof. CA) (mm)       3,72
Œil droit (OD)    Longueur axiale (mm)      23,40
Œil droit (OD)    Chirurgie réfractive      Kératotomie radiaire
Œil gauche (OG)   ACD (Prof. CA) (mm)       3,59
Œil gauche (OG)   Longueur axiale (mm)      22,40
Œil gauche (OG)   Chirurgie réfractive      Non traité`))
}

// TestLeftBesideRight: "LA" is the left eye where "RA" is the right one, also before the label of a length.
func TestLeftBesideRight(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.7, "right_eye.CCT": 540., "left_eye.AL": 24.42, "left_eye.CCT": 576.}, nil, page(`
Auge   Messgröße              Ergebnis      Auge   Messgröße              Ergebnis
RA     AxialLength [mm]       23,70         LA     AxialLength [mm]       24,42
RA     Pachymetrie [µm]       540           LA     Pachymetrie [µm]       576`))
}

// TestLargeLettersOverPages: each of two scanned pages has the large letter of another eye in the same place, before the state of its lens. The same letter twice, or letters in
// other places, name no eye.
func TestLargeLettersOverPages(t *testing.T) {
	t.Parallel()
	side := func(letter string, down float64, al string) layout.Page {
		p := scaled(page("Biometry\n"+letter+"                      (Pseudophakic)   LVC status: No\nAxial length (AL): "+al+" mm | ACD: 3.10 mm"), 2)
		for i, w := range p.Words {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0+down, w.Y1+down
			if w.Text == letter {
				p.Words[i].Y0 -= w.Height() / 2
			}
		}
		return p
	}
	for _, tt := range []struct {
		letter string
		down   float64
		want   want
	}{
		{"L", 0, want{
			"right_eye.AL": 23.45, "right_eye.ACD": 3.1, "right_eye.lens_status": "Pseudophakic", "right_eye.post_refractive": "None",
			"left_eye.AL": 24.12, "left_eye.ACD": 3.1, "left_eye.lens_status": "Pseudophakic", "left_eye.post_refractive": "None",
		}},
		{"R", 0, want{}},
		{"L", 300, want{}},
	} {
		check(t, tt.want, nil, side("R", 0, "23.45"), side(tt.letter, tt.down, "24.12"))
	}
}

// TestLettersBeforeNames: the letter of an eye stands before its name in brackets, though it is a label elsewhere.
func TestLettersBeforeNames(t *testing.T) {
	t.Parallel()
	lengths := want{"right_eye.AL": 22.87, "right_eye.ACD": 2.94, "right_eye.LT": 4.48, "left_eye.AL": 22.79, "left_eye.ACD": 2.9, "left_eye.LT": 4.55}
	for _, names := range []string{"D (Direito)     Fácico         E (Esquerdo)    Fácico", "P (oko prawe)   fakijne        L (oko lewe)    fakijne"} {
		check(t, merged(lengths, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"}), nil, page(names+`
AL              22.87 mm       AL              22.79 mm
ACD             2.94 mm        ACD             2.90 mm
LT              4.48 mm        LT              4.55 mm`))
	}
}

// TestAxialBesideOneLabel: "AXIAL" under its value is the axial length's, though in the half of the eye one other label alone stands beside it; else the next label
// takes its value.
func TestAxialBesideOneLabel(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.61, "right_eye.WTW": 12.1, "left_eye.AL": 16.48, "left_eye.WTW": 12.2}, nil, page(`
OD                                                OS

23.61 mm   12.10 mm                     16.48 mm  12.2 mm
AXIAL      CD (WTW)                     AXIAL     CD (WTW)`))
}
