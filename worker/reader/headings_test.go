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
