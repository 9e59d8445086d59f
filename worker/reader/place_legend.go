package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// hideLegends hides what explains abbreviations in one line after the other, often at the foot of a page: "AL axial length · ACD anterior chamber
// depth · LT lens thickness". Its labels have no values, and would seem to be those of another eye. A heading ends it: were the name of
// an eye hidden, the values below it would become the other one's.
func (s *sheet) hideLegends() {
	var above *line // the last line of a legend
	for n, l := range s.lines {
		goesOn := above != nil && l.CenterY()-above.CenterY() < nextLine*max(l.Height(), above.Height()) && math.Abs(l.X0-above.X0) < l.Height() &&
			len(cellsOf(l.items)) == 1 && !slices.ContainsFunc(l.items, func(it item) bool { return it.is(section) })
		if saysOfEye(l) || !explains(l) && !goesOn {
			continue
		}
		above = &s.lines[n]
		s.hide(n, func(layout.Box) bool { return true })
	}
}

// saysOfEye: the line has a number, the name of an eye or a state of it: "OD   lens status: phakic, refractive surgery: none".
func saysOfEye(l line) bool {
	return l.hasNumber() || slices.ContainsFunc(l.items, func(it item) bool { return it.is(eye) || it.is(choice) })
}

// explains: in a line stand two labels, each an abbreviation with its words, in one cell or with "=" between.
func explains(l line) bool {
	equal := map[*label]bool{}
	for _, cell := range cellsOf(l.items) {
		named := map[*label]bool{}
		for _, it := range cell {
			if !ofValue(it) && !it.is(other) || it.upto-it.from < leastExplained {
				continue
			}
			named[it.label] = true
			if slices.ContainsFunc(l.tokens[it.from:it.upto], func(t token) bool { return t.text == "=" }) {
				equal[it.label] = true
			}
		}
		if len(named) > 1 {
			return true
		}
	}
	return len(equal) > 1
}
