package reader

import (
	"cmp"
	"math"
	"slices"

	"biom/worker/layout"
)

// Panels stand beside each other and say each for itself whose its values are:
// a history by eye, a table of both eyes, a lens table. Two columns of which
// each has one eye are no panels.

// read reads the eyes' values, of the page as one or of its panels, whichever
// tells more.
func (s *sheet) read() []reading {
	whole := readAll(s)
	if panels := s.panels(); panels != nil {
		if apart := readAll(panels...); sureOnes(apart) > sureOnes(whole) {
			return apart
		}
	}
	return whole
}

func readAll(sheets ...*sheet) (out []reading) {
	for _, s := range sheets {
		for _, p := range s.parts() {
			out = append(out, p.read()...)
		}
	}
	return out
}

// sureOnes counts the fields that the readings leave no doubt about.
func sureOnes(readings []reading) int {
	sure := map[key]bool{}
	for _, r := range readings {
		before, seen := sure[r.key]
		sure[r.key] = !r.doubt && !r.missing && (before || !seen)
	}
	n := 0
	for _, ok := range sure {
		if ok {
			n++
		}
	}
	return n
}

// panels divides the page between its first heading of an eye and its last
// label at the strips without words; nil, if it has but one.
func (s *sheet) panels() []*sheet {
	if len(s.headings) < 4 {
		return nil
	}
	from, upto := s.headings[0].line, 0
	for n, l := range s.lines {
		if slices.ContainsFunc(l.items, ofValue) {
			upto = n
		}
	}
	var words []layout.Word
	for _, l := range s.lines[from:max(from, upto+1)] {
		words = append(words, wordsOf(l.tokens)...)
	}
	start := math.Inf(-1)
	var out []*sheet
	for _, x := range append(strips(words), math.Inf(1)) {
		page := s.page
		page.Words = slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool { return w.X0 < start || w.X0 >= x })
		rest := slices.ContainsFunc(words, func(w layout.Word) bool { return w.X0 >= x })
		if own := newSheet(page); own.complete() && (!rest || s.completeFrom(words, x)) {
			out, start = append(out, own), x
		}
	}
	if len(out) < 2 || start < math.Inf(1) {
		return nil
	}
	return out
}

// completeFrom: what stands right of x is complete.
func (s *sheet) completeFrom(words []layout.Word, x float64) bool {
	page := s.page
	page.Words = slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool { return w.X0 < x })
	return newSheet(page).complete()
}

// complete: the sheet has headings of both eyes above all their values, each
// beside its other one or all below each other; or it has no values.
func (s *sheet) complete() bool {
	first := slices.IndexFunc(s.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && it.field != indexField })
	})
	if first < 0 {
		return len(s.headings) == 0
	}
	rows := s.headingRows()
	if len(rows) == 0 || rows[0][0].line > first {
		return false
	}
	alone := map[string]bool{}
	for _, r := range rows {
		switch {
		case len(r) == 1:
			alone[r[0].eye] = true
		case len(r)%2 != 0:
			return false
		}
	}
	return len(alone) != 1
}

// strips returns the middles of the vertical strips without words.
func strips(words []layout.Word) (out []float64) {
	boxes := slices.Clone(words)
	slices.SortFunc(boxes, func(a, b layout.Word) int { return cmp.Compare(a.X0, b.X0) })
	for i := 1; i < len(boxes); i++ {
		boxes[i].X1 = max(boxes[i].X1, boxes[i-1].X1)
		if gap := boxes[i].X0 - boxes[i-1].X1; gap > boxes[i].Height() {
			out = append(out, boxes[i].X0-gap/2)
		}
	}
	return out
}
