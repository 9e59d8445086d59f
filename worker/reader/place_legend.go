package reader

import (
	"math"
	"regexp"
	"slices"
	"strings"

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
		for i, it := range cell {
			headsBoth := isMeridian(it) && (i > 0 && cell[i-1].text == "/" || i+1 < len(cell) && cell[i+1].text == "/") // "K1 (flat) / K2 (steep)" over values of both
			if !ofValue(it) && !it.is(other) || it.upto-it.from < leastExplained || headsBoth {
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

// unnameStates makes words of the names of both eyes where each stands in brackets behind the state of its lens: "Lens: phakic (OD),
// pseudophakic (OS)". They begin no block.
func (s *sheet) unnameStates() {
	for _, l := range s.lines {
		if !areStates(l.items) {
			continue
		}
		for i := range l.items {
			if ofOneEye(l.items[i]) {
				l.items[i].entry = entry{}
			}
		}
	}
}

// withoutPlaces is the words of the page without the label of a thickness that heads a table of places of the cornea, "Pachy   x [mm]   y [mm]": which of its
// rows is the one of the middle, the rows say themselves.
func withoutPlaces(page layout.Page, lines []line) []layout.Word {
	var heads []layout.Box
	for _, l := range lines {
		for i, it := range l.items[:max(0, len(l.items)-1)] {
			if next := l.items[i+1]; it.fieldOf(measure) == "CCT" && next.plain(word) && coordinate.MatchString(next.text) {
				heads = append(heads, it.Box)
			}
		}
	}
	return outside(page.Words, heads...)
}

// coordinate matches the head of a column of places.
var coordinate = regexp.MustCompile(`^[xX]([\[(]?mm[\])]?)?$`)

// areStates: both eyes are named, each in brackets behind the state of its lens.
func areStates(items []item) bool {
	named := map[string]bool{}
	for i, it := range items {
		if !ofOneEye(it) {
			continue
		}
		k := stateBefore(items, i)
		if k < 0 || !saysLens(items[k:]) {
			return false
		}
		named[it.field] = true
	}
	return len(named) == 2
}

// stateBefore is the last of the words in front of item i, which stands in brackets; -1 if it does not, or if there are none.
func stateBefore(items []item, i int) int {
	k := i - 1
	switch {
	case k >= 0 && items[k].text == "(":
		k--
	case !strings.HasPrefix(items[i].text, "("):
		return -1
	}
	if k < 0 || !items[k].plain(word) {
		return -1
	}
	return k
}
