package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Tiles stand beside each other, each with a label and its value below. Where a label takes two lines, its value stands a line lower than those of the others:
//
//	Axial length     Aqueous depth     Lens thickness
//	(AL)             2.44 mm           4.44 mm
//	22.17 mm         SD 0.02           SD 0.03

// levelTiles returns the page with the values of such tiles in one line, and whether there are any.
func levelTiles(page layout.Page, lines []line) (layout.Page, bool) {
	by := moves{}
	for n := range lines {
		if n+2 < len(lines) && countOf(lines[n].items, ofValue) > 1 && !lines[n].hasNumber() {
			lowerShort(by, lines, n)
		}
	}
	if len(by) == 0 {
		return page, false
	}
	page.Words = by.words(lines)
	return page, true
}

// lowerShort moves down what stands below the labels of one line in line n, if others there take two.
func lowerShort(by moves, lines []line, n int) {
	labels := cellsOn(lines[n : n+1])
	second, third := cellsOn(lines[n+1:n+2]), cellsOn(lines[n+2:n+3])
	var short []cell // the tiles whose value stands in the second line
	long := 0
	for _, c := range second {
		k := slices.IndexFunc(labels, func(label cell) bool { return beginsAt(c, label) })
		switch {
		case k < 0:
			return
		case c.items[0].plain(number):
			short = append(short, labels[k])
		case (c.items[0].label != nil || c.items[0].text == "(") && !(line{items: c.items}).hasNumber() && slices.ContainsFunc(third, func(v cell) bool { return v.items[0].plain(number) && beginsAt(v, c) }):
			long++
		default:
			return
		}
	}
	if long == 0 || len(short) == 0 || len(short)+long != len(labels) {
		return
	}
	down := lines[n+2].CenterY() - lines[n+1].CenterY()
	if down > blockLine*lines[n+1].Height() {
		return
	}
	for k := n + 1; k < min(len(lines), n+1+tileLines) && (k == n+1 || countOf(lines[k].items, ofValue) < 2); k++ {
		for _, c := range cellsOn(lines[k : k+1]) {
			if slices.ContainsFunc(short, func(label cell) bool { return beginsAt(c, label) }) {
				c.line = k
				by.add(c, layout.Offset{Y: down})
			}
		}
	}
}

// beginsAt: the cell begins where the other one does.
func beginsAt(c, other cell) bool { return math.Abs(c.X0-other.X0) < aligned*other.Height() }
