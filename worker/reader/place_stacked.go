package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// The axis of a meridian may stand under its power, in the same cell of a table, and the title of the row between both lines:
//
//	             K1        K2        Km
//	             45.8 D    46.9 D
//	SimK                             46.4 D
//	             7°        97°

// stackedAxes returns the page with such axes behind their powers, level with the row's other cells, and whether there are any.
func stackedAxes(page layout.Page, lines []line) (layout.Page, bool) {
	by := moves{}
	for n := range lines {
		powers, axes, row := stackedIn(lines, n)
		if len(powers) < fewStacked {
			continue
		}
		for i, p := range powers {
			y := lines[row].CenterY() - p.CenterY()
			if row != n {
				by.add(p, layout.Offset{Y: y})
			}
			by.add(axes[i], layout.Offset{X: p.X1 + printedSpace/2*p.Height() - axes[i].X0, Y: y + p.CenterY() - axes[i].CenterY()})
		}
	}
	if len(by) == 0 {
		return page, false
	}
	page.Words = by.words(lines)
	return page, true
}

// stackedIn is the powers of line n that have an axis under them, these axes, and the line that they belong to: line n, or the one between the powers and the axes.
// The line of the axes has no labels but those of deviations, and so belongs to no row of its own.
func stackedIn(lines []line, n int) (powers, axes []cell, row int) {
	below := -1
	for k := n + 1; k < min(len(lines), n+3); k++ {
		if slices.ContainsFunc(cellsOf(lines[k].items), isAxis) {
			below = k
			break
		}
	}
	if below < 0 || lines[n].again || lines[below].again || lines[below].CenterY()-lines[n].CenterY() > stackedReach*lines[n].Height() ||
		slices.ContainsFunc(lines[below].items, func(it item) bool { return it.label != nil && !it.is(spread) }) {
		return nil, nil, n
	}
	if row = n; below > n+1 {
		row = n + 1
	}
	under := cellsOf(lines[below].items)
	for _, items := range cellsOf(lines[n].items) {
		p := boxOf(items)
		if !isPowerAlone(items) || n > 0 && radiusOver(lines[n-1], p) { // cells of three lines are those of bands
			continue
		}
		k := slices.IndexFunc(under, func(own []item) bool {
			return isAxis(own) && math.Abs(boxOf(own).CenterX()-p.CenterX()) < p.Width()/2
		})
		if k >= 0 && !slices.ContainsFunc(lines[row].items, func(it item) bool { return row != n && it.X0 < p.X1 && p.X0 < it.X1 }) {
			powers, axes = append(powers, cell{p, n, items}), append(axes, cell{boxOf(under[k]), below, under[k]})
		}
	}
	return powers, axes, row
}

// radiusOver: a length stands over the power in the line above.
func radiusOver(above line, p layout.Box) bool {
	return p.CenterY()-above.CenterY() < stackedReach*p.Height() && slices.ContainsFunc(cellsOf(above.items), func(own []item) bool {
		return len(own) == 2 && unitOf(own[1].text) == "mm" && math.Abs(boxOf(own).CenterX()-p.CenterX()) < p.Width()/2
	})
}

// isPowerAlone: the items are a power of the cornea with its unit, and nothing else.
func isPowerAlone(items []item) bool {
	if len(items) != 2 || !items[0].plain(number) || unitOf(items[1].text) != "diopters" {
		return false
	}
	power := items[0].text
	return inRange("K1_magnitude", power) || power[0] == '-' && inRange("PK1_magnitude", power)
}
