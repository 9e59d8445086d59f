package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// A label that is too long for its column goes on in the next line, and its value stands at half the height of both, or beside the middle
// one of three lines:
//
//	Sim-K flat
//	                 44.12 D @ 6°
//	K1

// cell is the words of one cell of a line.
type cell struct {
	layout.Box
	line  int
	items []item
}

// wrapped returns the page with the lines of such labels in one line with their value, and whether there are any.
func wrapped(page layout.Page, lines []line) (layout.Page, bool) {
	all := cellsOn(lines)
	by := moves{}
	for _, value := range all {
		if !value.items[0].plain(number) {
			continue
		}
		label := labelAround(all, value, page.Width*oneColumn)
		width := 0.0
		for _, c := range label {
			width += c.Width() + printedSpace/2*c.Height()
		}
		x := value.X0 - flush*value.Height() - width // the label may have become longer than its column
		for i, c := range label {
			if i == 0 {
				x = min(x, c.X0)
			}
			by.add(c, layout.Offset{X: x - c.X0, Y: value.CenterY() - c.CenterY()})
			x += c.Width() + printedSpace/2*c.Height()
		}
	}
	if len(by) == 0 {
		return page, false
	}
	page.Words = by.words(lines)
	return page, true
}

// meridiansBelow returns the page with the meridian of an axis, in brackets in the next line of a narrow column, behind the word for the axis, and whether there are
// any:
//
//	Axis:     8.3°
//	(flat)
func meridiansBelow(page layout.Page, lines []line) (layout.Page, bool) {
	all := cellsOn(lines)
	by := moves{}
	for _, below := range all {
		if soleAxisIn(below.items) == nil {
			continue
		}
		for _, c := range all {
			first := c.items[0]
			down := below.CenterY() - c.CenterY()
			besides := len(c.items) > 2 || len(c.items) == 2 && c.items[1].text != ":"
			if isAxisName(first.text) && !besides && math.Abs(c.X0-below.X0) < aligned*c.Height() && down > 0 && down < nextLine*c.Height() {
				by.add(below, layout.Offset{X: c.X1 + printedSpace/2*c.Height() - below.X0, Y: -down})
			}
		}
	}
	if len(by) == 0 {
		return page, false
	}
	page.Words = by.words(lines)
	return page, true
}

// moves is by how far tokens move: line → token → offset.
type moves map[int]map[int]layout.Offset

// add moves a cell.
func (m moves) add(c cell, by layout.Offset) {
	if m[c.line] == nil {
		m[c.line] = map[int]layout.Offset{}
	}
	for i := c.items[0].from; i < c.items[len(c.items)-1].upto; i++ {
		m[c.line][i] = by
	}
}

// words returns the words of the lines, some of them moved.
func (m moves) words(lines []line) (out []layout.Word) {
	for n, l := range lines {
		if l.again {
			continue
		}
		for from := 0; from < len(l.tokens); {
			upto := from + 1
			for upto < len(l.tokens) && l.tokens[upto].glued {
				upto++
			}
			out = append(out, shifted(wordsOf(l.tokens[from:upto]), m[n][from].X, m[n][from].Y)...)
			from = upto
		}
	}
	return out
}

// cellsOn returns the cells of all lines.
func cellsOn(lines []line) (all []cell) {
	for n, l := range lines {
		if l.again {
			continue
		}
		for _, items := range cellsOf(l.items) {
			if items[len(items)-1].upto > items[0].from {
				all = append(all, cell{boxOf(items), n, items})
			}
		}
	}
	return all
}

// labelAround returns the lines of the label around the middle of which a value stands, at most so far right of it; nil if it has no such
// label. The lines stand closer than the rows of the table, begin at the same place, have no value of their own and do not name two things.
func labelAround(all []cell, value cell, reach float64) []cell {
	var found []cell
	for _, c := range all {
		near := math.Abs(c.CenterY()-value.CenterY()) < nextLine*c.Height()
		if near && c.X1 < value.X0 && (value.X0-c.X1 < reach || isInBrackets(c)) && !(line{items: c.items}).hasNumber() {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return nil
	}
	nearest := slices.MaxFunc(found, func(a, b cell) int { return cmp.Compare(a.X0, b.X0) })
	found = slices.DeleteFunc(found, func(c cell) bool { return math.Abs(c.X0-nearest.X0) > aligned*c.Height() })
	slices.SortFunc(found, func(a, b cell) int { return cmp.Compare(a.CenterY(), b.CenterY()) })
	if len(found) < 2 || len(found) > 3 || !isOneLabel(found) {
		return nil
	}
	first, last := found[0], found[len(found)-1]
	apart := (last.CenterY() - first.CenterY()) / float64(len(found)-1)
	goesOn := isInBrackets(last)
	if math.Abs((first.CenterY()+last.CenterY())/2-value.CenterY()) > flush*value.Height() || apart > nextLine*first.Height() && !goesOn {
		return nil
	}
	for _, c := range all {
		sameColumn := !goesOn && c.X0 < first.X1 && first.X0 < c.X1
		above, below := first.CenterY()-c.CenterY(), c.CenterY()-last.CenterY()
		switch {
		case sameColumn && (above > 0 && above < looser*apart || below > 0 && below < looser*apart):
			return nil // the lines are as far apart as the rows
		case c.X0 >= first.X1 && c.X0 < value.X1 && c.Box != value.Box && c.CenterY() > first.CenterY()-first.Height()/2 && c.CenterY() < last.CenterY()+last.Height()/2:
			return nil // a value or a label of another row
		}
	}
	return found
}

// isInBrackets: the cell is the end of a label in brackets, "(ACD)" under "Anterior chamber depth", "(Ext.):".
func isInBrackets(c cell) bool { return strings.HasPrefix(c.items[0].text, "(") }

// isOneLabel: the lines name one thing at most, and no eye.
func isOneLabel(lines []cell) bool {
	var label *item
	for _, c := range lines {
		for _, it := range c.items {
			switch {
			case it.is(eye) || it.is(section):
				return false
			case it.label == nil:
			case label != nil && !label.meansSame(it):
				return false
			default:
				label = &it
			}
		}
	}
	return true
}
