package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// hideCaptions takes the names of eyes on the pictures beside a table of both eyes from what values are read from: those that stand left or right of
// all that its rows hold, between two of them.
func (s *sheet) hideCaptions() {
	for n, l := range s.lines {
		if a, b, ok := namesOfBoth(l.items); ok {
			s.hideBeside(s.rowsOfBoth(n, (a.CenterX()+b.CenterX())/2))
		}
	}
}

// namesOfBoth are the names of the eyes in a line that names one eye and then the other, each perhaps in two ways: "OD (destro)   OS (sinistro)".
func namesOfBoth(items []item) (a, b item, ok bool) {
	var named []item
	for _, it := range items {
		if ofOneEye(it) && (len(named) == 0 || named[len(named)-1].field != it.field) {
			named = append(named, it)
		}
	}
	if len(named) != 2 {
		return a, b, false
	}
	return named[0], named[1], true
}

// rowsOfBoth are the rows of a table whose columns line n heads with the names of both eyes: their labels are flush with each other, each stands once, and
// numbers stand on both sides of the middle. nil if a label stands again: that would be another eye's block.
func (s *sheet) rowsOfBoth(n int, middle float64) (rows []int) {
	var labels []item
	for k := n + 1; k < len(s.lines); k++ {
		l := s.lines[k]
		at := slices.IndexFunc(l.items, isMeasurement)
		if at < 0 || !hasNumberWhere(l.items, func(x float64) bool { return x < middle }) || !hasNumberWhere(l.items, func(x float64) bool { return x > middle }) {
			if _, _, again := namesOfBoth(l.items); again {
				break
			}
			continue
		}
		switch it := l.items[at]; {
		case len(labels) > 0 && !flushWith(labels[0], it):
		case slices.ContainsFunc(labels, func(o item) bool { return o.label == it.label }):
			return nil
		default:
			labels, rows = append(labels, it), append(rows, k)
		}
	}
	return rows
}

func hasNumberWhere(items []item, at func(x float64) bool) bool {
	return slices.ContainsFunc(items, func(it item) bool { return it.plain(number) && at(it.CenterX()) })
}

// flushWith: both begin, end or have their middle at the same place.
func flushWith(a, b item) bool {
	apart := min(math.Abs(a.X0-b.X0), math.Abs(a.X1-b.X1), math.Abs(a.CenterX()-b.CenterX()))
	return apart < aligned*a.Height()
}

// hideBeside hides the names of eyes that stand left or right of all that the rows hold.
func (s *sheet) hideBeside(rows []int) {
	if len(rows) < fewRows {
		return
	}
	x0, x1 := math.Inf(1), math.Inf(-1)
	for _, n := range rows {
		for _, it := range s.lines[n].items {
			if !ofOneEye(it) {
				x0, x1 = min(x0, it.X0), max(x1, it.X1)
			}
		}
	}
	for n := rows[0]; n < rows[len(rows)-1]; n++ {
		for _, it := range s.lines[n].items {
			if ofOneEye(it) && (it.X1 < x0 || it.X0 > x1) {
				s.hide(n, func(b layout.Box) bool { return it.X0 <= b.X0 && b.X1 <= it.X1 })
			}
		}
	}
}
