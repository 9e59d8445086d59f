package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// ShareHeadings gives each look at a document the headings of the eyes that it has missed and others saw: a heading is
// short and large, and OCR leaves it out more often than other words, with all values below it. A heading counts that two
// looks saw, or that one saw with its counterpart in the same line, because OCR seldom takes one for the other in both. No
// look is given one where it saw a digit, or the other eye. A short mark that one look alone saw, without its counterpart, where
// two others saw none is taken from it: OCR makes "LE" and "R" of the lines of pictures, sometimes both in one line. So a
// word of which OCR was not sure is no sign of a heading. looks are the words that each look saw of
// the same pages; they stay as they are. signs are the names of eyes that stand on signs of the pages ([EyeName]).
func ShareHeadings(signs []layout.Page, looks ...[]layout.Page) [][]layout.Page {
	seen := make([][]seenHeading, len(looks), len(looks)+1)
	for i, pages := range looks {
		for _, p := range pages {
			seen[i] = append(seen[i], headingsOn(p)...)
		}
	}
	seen = append(seen, onSigns(signs))
	out := make([][]layout.Page, len(looks))
	for i, pages := range looks {
		for _, p := range pages {
			for _, h := range slices.Concat(seen...) {
				switch own := slices.ContainsFunc(seen[i], h.meets); {
				case h.page != p.Number:
				case own && h.isStray(seen):
					p.Words = h.erased(p)
				case !own && h.believed(seen):
					p.Words = h.written(p)
				}
			}
			out[i] = append(out[i], p)
		}
	}
	return out
}

// seenHeading is a heading as a look saw it, with its place in shares of the page.
type seenHeading struct {
	page   int
	eye    string
	paired bool // the other eye's stands beside it, or in its column
	sure   bool // OCR was sure of its words
	clear  bool // and left no doubt of any
	layout.Box
	words []layout.Word
}

func headingsOn(p layout.Page) (out []seenHeading) {
	s := newSheet(p)
	for _, h := range s.headings {
		own := seenHeading{page: p.Number, eye: h.eye, Box: inShares(h.Box, p)}
		own.paired = s.pairs(h, func(o heading) bool { return o.line == h.line }) ||
			s.pairs(h, func(o heading) bool { return math.Abs(o.CenterX()-h.CenterX()) < h.Height() })
		for _, w := range p.Words {
			if h.X0 <= w.CenterX() && w.CenterX() <= h.X1 && h.Y0 <= w.CenterY() && w.CenterY() <= h.Y1 {
				w.Box = inShares(w.Box, p)
				own.words = append(own.words, w)
			}
		}
		own.clear = !slices.ContainsFunc(own.words, func(w layout.Word) bool { return w.Conf < sureSign })
		own.sure = !slices.ContainsFunc(own.words, func(w layout.Word) bool { return w.Conf < minConf })
		if len(own.words) > 0 { // else the page was arranged anew, and it stands elsewhere
			out = append(out, own)
		}
	}
	return out
}

// EyeName returns the name of the eye that the words of a sign, such as a dark box beside the block of an eye, say and nothing else, as one word; false if
// they say none. Of a name of two letters or more OCR must be sure; a single letter needs the other eye's beside it ([onSigns]).
func EyeName(words []layout.Word) (name layout.Word, ok bool) {
	var said []string
	name.Conf = layout.Certain
	for _, w := range words {
		letters := strings.FieldsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) })
		if len(letters) > 0 {
			said, name.Conf = append(said, letters...), min(name.Conf, w.Conf)
		} else if hasDigit(w.Text) {
			return name, false
		}
	}
	side := cmp.Or(fieldNamed(strings.Join(said, " "), eye), sides[strings.Join(said, "")])
	for i := 0; side == "" && i < len(said); i++ { // an abbreviation and the name, such as "Rechts (OD)"
		if first := fieldNamed(strings.Join(said[:i+1], " "), eye); first != "" && first == fieldNamed(strings.Join(said[i+1:], " "), eye) {
			side = first
		}
	}
	name.Text = marksOf[side]
	return name, name.Text != "" && (name.Conf >= sureSign || len(said) == 1 && len(said[0]) == 1)
}

// onSigns returns the headings that stand on signs. They are paired if both eyes have one. One of which OCR was not sure counts as well if the other eye's, of
// which it was, stands in its column or its row.
func onSigns(signs []layout.Page) (out []seenHeading) {
	named := map[string]bool{}
	for _, p := range signs {
		for _, w := range p.Words {
			eye := fieldNamed(w.Text, eye)
			named[eye] = true
			sure := w.Conf >= sureSign || slices.ContainsFunc(p.Words, func(o layout.Word) bool {
				return o.Conf >= sureSign && o.Text != w.Text && (math.Abs(o.CenterX()-w.CenterX()) < w.Width() || math.Abs(o.CenterY()-w.CenterY()) < w.Height())
			})
			w.Box = inShares(w.Box, p)
			out = append(out, seenHeading{page: p.Number, eye: eye, sure: sure, Box: w.Box, words: []layout.Word{w}})
		}
	}
	for i := range out {
		out[i].paired = len(named) == 2
	}
	return out
}

// pairs: of the headings beside h one is the other eye's, and none is another one of its own eye; or as many are of either eye, as in rows of both.
func (s *sheet) pairs(h heading, beside func(heading) bool) bool {
	own, other := 0, 0
	for _, o := range s.headings {
		switch {
		case !beside(o):
		case o.eye == h.eye:
			own++
		default:
			other++
		}
	}
	return own == 1 && other > 0 || own == other
}

// inShares is a box of the page in shares of its width and height, and fromShares the box again.
func inShares(b layout.Box, p layout.Page) layout.Box {
	return layout.Box{X0: b.X0 / p.Width, Y0: b.Y0 / p.Height, X1: b.X1 / p.Width, Y1: b.Y1 / p.Height}
}

func fromShares(b layout.Box, p layout.Page) layout.Box {
	return layout.Box{X0: b.X0 * p.Width, Y0: b.Y0 * p.Height, X1: b.X1 * p.Width, Y1: b.Y1 * p.Height}
}

// meets: both stand in the same place.
func (h seenHeading) meets(o seenHeading) bool {
	return h.page == o.page && h.X0 < o.X1 && o.X0 < h.X1 && h.Y0 < o.Y1 && o.Y0 < h.Y1
}

// believed: enough looks are sure of it, and none saw the other eye's there. A mark such as LE that one look alone saw needs its counterpart, and that no look is
// sure of a name on the page that another one saw, too: the lines of a picture make marks of both eyes.
func (h seenHeading) believed(seen [][]seenHeading) bool {
	looks, ok := h.looks(seen)
	named := func(o seenHeading) bool {
		others, ok := o.looks(seen)
		return o.page == h.page && !o.isMark() && ok && others > 1
	}
	inPicture := h.isMark() && slices.ContainsFunc(seen, func(own []seenHeading) bool { return slices.ContainsFunc(own, named) })
	return ok && (looks > 1 || h.paired && h.sure && !inPicture)
}

// looks is how many looks are sure of the heading; ok is false if one saw the other eye's in its place.
func (h seenHeading) looks(seen [][]seenHeading) (looks int, ok bool) {
	for _, own := range seen {
		i := slices.IndexFunc(own, h.meets)
		switch {
		case i < 0:
		case own[i].eye != h.eye:
			return 0, false
		case own[i].sure:
			looks++
		}
	}
	return looks, true
}

// isMark: the heading is LE, R or D. OD, OS, OI and OG are not seen where nothing is, if OCR left no doubt: of the frame and the
// letter in "| D" over a column it makes "oD".
func (h seenHeading) isMark() bool {
	letters := 0
	for _, w := range h.words {
		f := fold(w.Text)
		if letters += len(f); h.clear && strings.HasPrefix(f, "o") {
			return false
		}
	}
	return letters <= fewLetters
}

// isStray: a mark such as LE, R or D, which one of three looks or more saw, or saw without being sure, and without the other eye's beside it.
func (h seenHeading) isStray(seen [][]seenHeading) bool {
	return (len(seen) >= fewLooks || !h.sure) && h.isMark() && !h.believed(seen)
}

// erased returns the words of a page without those of the heading.
func (h seenHeading) erased(p layout.Page) []layout.Word {
	return slices.DeleteFunc(slices.Clone(p.Words), func(w layout.Word) bool {
		w.Box = inShares(w.Box, p)
		return slices.Contains(h.words, w)
	})
}

// isTurned: the heading is higher than wide, and what the look made of its letters are no words.
func (h seenHeading) isTurned(p layout.Page) bool {
	b := fromShares(h.Box, p)
	return b.Height() > b.Width()
}

// written returns the words of a page with those of the heading in place of what the look made of it, or as they
// are if there is something else.
func (h seenHeading) written(p layout.Page) []layout.Word {
	var out []layout.Word
	for _, w := range p.Words {
		b := inShares(w.Box, p)
		switch {
		case b.X1 < h.X0 || h.X1 < b.X0 || b.CenterY() < h.Y0 || h.Y1 < b.CenterY():
			out = append(out, w)
		case hasDigit(w.Text) && !h.isTurned(p) || b.Width() > 2*(h.X1-h.X0) || sides[w.Text] != "" && sides[w.Text] != h.eye:
			return p.Words
		}
	}
	for _, w := range h.words {
		w.Box = fromShares(w.Box, p)
		out = append(out, w)
	}
	return out
}
