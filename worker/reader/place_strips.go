package reader

import (
	"math"
	"slices"
)

// Strips of paper beside each other, as the printer of an instrument gives them, one of each eye. They need not be level, and another one may hold a lens
// calculation:
//
//	<R> right
//	AL   23.53  23.50       <L> left
//	AVG  23.51              AL   23.68  23.65
//	CCT  545  540           AVG  23.66
//	AVG  543                CCT  550  545

// inStrips reads a page of two strips whose labels follow each other alike, each as a page of its own: their lines are no rows of each other. Nil if the
// page is none.
func (s *sheet) inStrips() []part {
	lines := s.printed
	from, upto := len(lines), 0
	for n, l := range lines {
		if slices.ContainsFunc(l.items, isMeasurement) {
			from, upto = min(from, n), n+1
		}
	}
	edges := strips(wordsIn(lines[min(from, upto):upto]))
	slices.Reverse(edges) // the last one is nearest to the labels of the second strip
	for i, edge := range edges {
		if !offset(lines, edge) {
			continue
		}
		words := wordsIn(besideEdge(lines, from, upto, edge))
		first := s.panel(between(words, math.Inf(-1), edge))
		a := first.strip()
		if a == nil {
			continue
		}
		for _, end := range append([]float64{math.Inf(1)}, edges[:i]...) {
			second := s.panel(between(words, edge, end))
			if b := second.strip(); b != nil && a[0].eye != b[0].eye && slices.Equal(first.measured(), second.measured()) {
				return append(a, b...)
			}
		}
	}
	return nil
}

// offset: labels of measurements stand on both sides of the edge, and most of those right of it beside no label that is the same. Columns with labels of
// their own that are level need no strips.
func offset(lines []line, edge float64) bool {
	left, right, level := 0, 0, 0
	for _, l := range lines {
		for _, it := range l.items {
			switch {
			case !isMeasurement(it):
			case it.X0 < edge:
				left++
			case slices.ContainsFunc(l.items, func(other item) bool { return other.label == it.label && other.X0 < edge }):
				level++
				fallthrough
			default:
				right++
			}
		}
	}
	return left >= fewRows && right >= fewRows && 2*level < right
}

// besideEdge are the lines from one to another one, and those above and below them in which no cell goes over the edge.
func besideEdge(lines []line, from, upto int, edge float64) []line {
	goesOver := func(n int) bool { return goesOverEdges([]float64{edge}, lines[n]) }
	for from > 0 && !goesOver(from-1) {
		from--
	}
	for upto < len(lines) && !goesOver(upto) {
		upto++
	}
	return lines[from:upto]
}

// strip are the parts of the sheet if it is a strip of one eye, nil otherwise.
func (s *sheet) strip() []part {
	eye, alone := s.onlyEye()
	if !alone || len(s.measured()) < fewRows {
		return nil
	}
	return slices.DeleteFunc(s.parts(), func(p part) bool { return p.eye != eye })
}

// measured are the labels of measurements on the sheet, from top to bottom.
func (s *sheet) measured() (out []*label) {
	for _, l := range s.lines {
		if l.again {
			continue
		}
		for _, it := range measuredIn(l) {
			out = append(out, it.label)
		}
	}
	return out
}
