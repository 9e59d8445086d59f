package reader_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestWordsAreShared: a look gets the words that it has missed and two others saw alike. Its own numbers stay.
func TestWordsAreShared(t *testing.T) {
	t.Parallel()
	const row = "OD right\nAL     23.45 mm\nACD    3.05 mm"
	for _, tt := range []struct {
		name   string
		own    string
		others []string
		want   want
	}{
		{"a label", "OD right\n       23.45 mm\nACD    3.05 mm", []string{row, row}, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05}},
		{"a number", "OD right\nAL           mm\nACD    3.05 mm", []string{row, row}, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05}},
		{"a misread label", "OD right\nXX     23.45 mm\nACD    3.05 mm", []string{row, row}, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05}},
		{"by one alone", "OD right\n       23.45 mm\nACD    3.05 mm", []string{row}, want{"right_eye.ACD": 3.05}},
		{"not alike", "OD right\nAL           mm\nACD    3.05 mm", []string{row, "OD right\nAL     23.46 mm\nACD    3.05 mm"}, want{"right_eye.ACD": 3.05}},
		{"its own number", "OD right\nAL     28.45 mm\nACD    3.05 mm", []string{row, row}, want{"right_eye.AL": 28.45, "right_eye.ACD": 3.05}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			looks := [][]layout.Page{{scaled(page(tt.own), 2)}}
			for _, other := range tt.others {
				looks = append(looks, []layout.Page{page(other)})
			}
			before := len(looks[0][0].Words)
			compare(t, "shared", tt.want, reader.ShareWords(looks...)[0][0])
			if after := len(looks[0][0].Words); after != before {
				t.Errorf("%d words, %d before", after, before)
			}
		})
	}
}

// TestCompletedBy: another reading of a look fills in what is missing or in doubt, and changes nothing.
func TestCompletedBy(t *testing.T) {
	t.Parallel()
	first := reader.Find([]layout.Page{page("OD right\nAL     23.45 mm\nWTW    99.9 mm")})
	other := reader.Find([]layout.Page{page("OD right\nAL     28.45 mm\nACD    3.05 mm\nWTW    11.9 mm")})
	got := found(t, first.CompletedBy(other).Report())
	for field, v := range map[string]any{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.WTW": 11.9} {
		if got[field] != v {
			t.Errorf("%s = %v, want %v", field, got[field], v)
		}
	}
	if got := found(t, first.Report()); got["right_eye.ACD"] != nil {
		t.Errorf("the first reading has changed: %v", got)
	}
}

// TestLargeMarks: names of the eyes in the margin, of which OCR took one for small letters, are larger than the other words.
func TestLargeMarks(t *testing.T) {
	t.Parallel()
	text := func(left string) layout.Page {
		p := seen("OD     AL     23.45 mm\n       ACD    3.05 mm\n\n" + left + "     AL     24.12 mm\n       ACD    3.11 mm")
		for i, w := range p.Words {
			if w.Text == "OD" || w.Text == left {
				p.Words[i].Y1 += 4
			}
		}
		return p
	}
	check(t, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, nil, text("os"))
	if got := found(t, reader.Find([]layout.Page{text("ao")}).Report()); got["left_eye.AL"] != nil || got["right_eye.AL"] == 24.12 {
		t.Errorf("of an eye whose name is not known: %v", got)
	}
}

// TestFirstMeridian: "Ki" above "K2" is K1.
func TestFirstMeridian(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 10.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 100.0}, nil,
		seen("OD right\nKi   43.21 D @ 10°\nK2   44.10 D @ 100°"))
	check(t, want{"right_eye.AL": 23.45}, nil, seen("OD right\nKi   43.21 D @ 10°\nAL   23.45 mm"))
}

// TestTallWord: what OCR took for one word over two lines gives way to both words that the others saw there.
func TestTallWord(t *testing.T) {
	t.Parallel()
	const seenRight = "OD right\nVK-Tiefe     4.02 mm\n(Int.):\nAL           23.45 mm"
	own := page("OD right\naeaeaeae     4.02 mm\n\nAL           23.45 mm")
	for i, w := range own.Words {
		if w.Text == "aeaeaeae" {
			own.Words[i].Y1 += 2 * w.Height()
		}
	}
	shared := reader.ShareWords([]layout.Page{own}, []layout.Page{page(seenRight)}, []layout.Page{page(seenRight)})
	compare(t, "shared", want{"right_eye.AL": 23.45}, shared[0][0])
}

// TestUnsureAbbreviation: an abbreviation of which OCR was not sure is no label.
func TestUnsureAbbreviation(t *testing.T) {
	t.Parallel()
	own := seen("OD right\nLT.     4.02 mm\nAL      23.45 mm")
	for i, w := range own.Words {
		if w.Text == "LT." {
			own.Words[i].Conf = 10
		}
	}
	compare(t, "unsure", want{"right_eye.AL": 23.45}, own)
}
