package reader_test

import (
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
			compare(t, "shared", tt.want, reader.ShareHeadings(looks...)[0][0])
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
	for i, shared := range reader.ShareHeadings(looks...) {
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
