package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Panels stand beside each other and say each for itself whose its values are:
// a history by eye, a table of both eyes, a lens table. Two columns of which
// each has one eye are no panels.

// ways are the ways to divide the page between the eyes: first as one, then by its
// columns or panels.
func (s *sheet) ways() [][]part {
	if s.cutAtLeft() {
		return [][]part{s.parts()}
	}
	parts := s.parts()
	ways := append([][]part{parts, s.inTwins(), s.inMargin(), s.besideMargin(), s.inStrips(), s.inColumns(parts)}, s.columns()...)
	for _, panels := range [][]*sheet{s.panels(), s.grid()} {
		var parts []part
		for _, p := range panels {
			parts = append(parts, p.parts()...)
		}
		if panels != nil {
			ways = append(ways, parts)
		}
	}
	return ways
}

// columns are the ways to divide a page of one eye into two columns.
func (s *sheet) columns() (ways [][]part) {
	eye, alone := s.onlyEye()
	if !alone {
		return nil
	}
	lens := s.besideHeadings(s.headingRows())
	words := s.body()
	for _, x := range strips(words) {
		if s.dividesValues(x) {
			continue
		}
		left, right := between(words, math.Inf(-1), x), between(words, x, math.Inf(1))
		ways = append(ways, append(slices.Clone(lens), s.columnPart(eye, left), s.columnPart(eye, right)))
	}
	return ways
}

// dividesValues: right of x stand numbers whose labels stand left of it. To divide the
// page there would hide that a label has several values.
func (s *sheet) dividesValues(x float64) bool {
	for _, l := range s.lines {
		right := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= x })
		if right < 1 || !l.items[right].plain(number) {
			continue
		}
		values := l.items[:right]
		if slices.ContainsFunc(values, ofValue) && slices.ContainsFunc(values, func(it item) bool { return it.plain(number) || it.plain(dash) }) {
			return true
		}
	}
	return false
}

// panels divides the page at the strips without words; nil, if it has but one.
func (s *sheet) panels() []*sheet {
	odd := func(row []heading) bool { return len(row) > 1 && len(row)%2 != 0 } // one was not understood
	if len(s.headings) < 3 || s.measuresAbove() || slices.ContainsFunc(s.headingRows(), odd) {
		return nil
	}
	words := s.body()
	start := math.Inf(-1)
	var out []*sheet
	for _, x := range append(strips(words), math.Inf(1)) {
		if own := s.panel(between(words, start, x)); own.complete() && s.panel(between(words, x, math.Inf(1))).complete() {
			out, start = append(out, own), x
		}
	}
	if len(out) < 2 || start < math.Inf(1) {
		return nil
	}
	return out
}

// grid divides rows of panels that stand beside each other, each under the names of both eyes, "OD  OS    OD  OS", with the line of titles above
// the first row, up to the first line that goes over several panels; nil, if there are none.
func (s *sheet) grid() (panels []*sheet) {
	rows := s.headingRows()
	k := slices.IndexFunc(rows, func(row []heading) bool { return len(row) > 2 })
	if k < 0 || len(rows[k])%2 != 0 {
		return nil
	}
	row := rows[k]
	edges := []float64{math.Inf(-1)}
	for i := 0; i < len(row); i += 2 {
		if row[i].eye != row[0].eye || row[i+1].eye == row[0].eye {
			return nil
		}
		if i > 0 {
			edges = append(edges, row[i].X0-columnGap/2*row[i].Height())
		}
	}
	over := func(l line) bool { return goesOverEdges(edges, l) }
	from, upto := row[0].line, row[0].line
	if from > 0 && !over(s.lines[from-1]) {
		from--
	}
	for upto < len(s.lines) && !over(s.lines[upto]) {
		upto++
	}
	if other := func(r []heading) bool { return len(r) > 1 && (r[0].line < from || r[0].line >= upto) }; slices.ContainsFunc(rows, other) {
		return nil
	}
	words := wordsIn(s.lines[from:upto])
	edges = append(edges, math.Inf(1))
	for i := range len(edges) - 1 {
		panels = append(panels, s.panel(between(words, edges[i], edges[i+1])))
	}
	return panels
}

// body is the words from the first heading of an eye to the last label of a
// value.
func (s *sheet) body() []layout.Word {
	from, upto := s.headings[0].line, 0
	for n, l := range s.lines {
		if slices.ContainsFunc(l.items, ofValue) {
			upto = n
		}
	}
	return wordsIn(s.lines[from:max(from, upto+1)])
}

// wordsIn is the words of lines but those that are hidden.
func wordsIn(lines []line) (words []layout.Word) {
	for _, l := range lines {
		words = append(words, wordsOf(slices.DeleteFunc(slices.Clone(l.tokens), func(t token) bool { return t.hidden || l.again }))...)
	}
	return words
}

func (s *sheet) panel(words []layout.Word) *sheet {
	page := s.page
	page.Words = words
	return newSheet(page)
}

// between returns the words that begin from x0 on and before x1.
func between(words []layout.Word, x0, x1 float64) (out []layout.Word) {
	for _, w := range words {
		if x0 <= w.X0 && w.X0 < x1 {
			out = append(out, w)
		}
	}
	return out
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
