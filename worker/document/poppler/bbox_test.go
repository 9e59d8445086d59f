package poppler_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/document/poppler"
)

const bbox = `<title>x</title>
  <word xMin="1" yMin="2" xMax="3" yMax="4">before any page</word>
  <page width="595.280000" height="841.890000">
    <word xMin="34.02" yMin="15.6" xMax="79.9" yMax="32.9">A &amp;&lt;B&gt;</word>
    <word xMin="34.02" yMin="15.6" xMax="NaN" yMax="32.9">no number</word>
    <word xMin="34.02" yMin="15.6" xMax="34.02" yMax="32.9">no width</word>
    <word xMin="34.02" yMin="15.6" xMax="79.9" yMax="32.9"> </word>
  </page>
  <page width="100" height="200">
  </page>
`

func TestParseBBox(t *testing.T) {
	t.Parallel()
	pages := poppler.ParseBBox([]byte(bbox))
	if len(pages) != 2 || pages[1].Number != 2 || pages[1].Height != 200 {
		t.Fatalf("got %+v", pages)
	}
	want := layout.Word{Text: "A &<B>", Box: layout.Box{X0: 34.02, Y0: 15.6, X1: 79.9, Y1: 32.9}, Conf: layout.Certain}
	if len(pages[0].Words) != 1 || pages[0].Words[0] != want {
		t.Errorf("got %+v", pages[0].Words)
	}
}

func FuzzParseBBox(f *testing.F) {
	f.Add([]byte(bbox))
	f.Add([]byte("<page width=\"1\" height=\"1\">\n<word xMin=\"\" >"))
	f.Fuzz(func(t *testing.T, out []byte) {
		for _, p := range poppler.ParseBBox(out) {
			for _, w := range p.Words {
				if w.Text == "" || !(w.X1 > w.X0) || !(w.Y1 > w.Y0) {
					t.Errorf("word %+v", w)
				}
			}
		}
	})
}
