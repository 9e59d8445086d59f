package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// The name of an eye may span several rows of a table, at half their height:
//
//	      No.    AL      ACD              Surface     Flat   Axis
//	      1      22.41   3.01             SimK        45.79  163°
//	OD    2      22.42   3.03       OD    Posterior   -6.27  169°
//	      Mean   22.41   3.02             Total       44.92  161°
//	      1      22.55   2.97             SimK        45.40  22°
//	OS    2      22.57   2.94       OS    Posterior   -6.25  17°
//	      Mean   22.56   2.96             Total       44.63  24°
//
// It is of the row of the means, or of all three surfaces.

// spanned returns the page with such names level with the row that they are of, without the rows of single readings, and whether there are any.
func spanned(page layout.Page, lines []line) (layout.Page, bool) {
	by := moves{}
	var singles []layout.Box
	for n, l := range lines {
		heads := headLabels(l)
		if countOf(heads, ofEye) < 2 {
			continue
		}
		groups, names := spannedRows(lines, n, heads[0].X0)
		if groups == nil {
			continue
		}
		for i, rows := range groups {
			at, ok := rowOfName(lines, rows)
			if !ok {
				continue
			}
			by.add(names[i], layout.Offset{Y: lines[rows[at]].CenterY() - names[i].CenterY()})
			if !titledMean(lines[rows[at]]) {
				continue
			}
			for _, k := range rows {
				if k != rows[at] {
					own := boxOf(lines[k].items[nameEnd(lines[k].items):]) // a turned name is higher than its line
					singles = append(singles, layout.Box{X0: names[i].X1, Y0: own.Y0, X1: math.Inf(1), Y1: own.Y1})
				}
			}
		}
	}
	if len(by) == 0 {
		return page, false
	}
	page.Words = outside(by.words(lines), singles...)
	return page, true
}

func countOf[T any](items []T, is func(T) bool) (n int) {
	for _, it := range items {
		if is(it) {
			n++
		}
	}
	return n
}

// spannedRows returns the rows of both eyes below the head in line n, and the names at half their heights; nil if there are no such.
func spannedRows(lines []line, n int, right float64) (groups [][]int, names []cell) {
	var rows []int
	for k := n + 1; k < len(lines) && lines[k].CenterY()-lines[max(n, k-1)].CenterY() < blockLine*lines[k].Height(); k++ {
		items := lines[k].items
		if end := nameEnd(items); end > 0 && nameOf(items[:end]) != "" && items[end-1].X1 < right {
			names = append(names, cell{boxOf(items[:end]), k, items[:end]})
			items = items[end:]
		}
		numbers := countOf(items, func(it item) bool { return it.plain(number) && !it.isIndex() })
		if len(rows) > 0 && len(items) > 0 && (slices.ContainsFunc(items, ofEye) || numbers == 0) {
			break
		}
		if numbers > 1 {
			rows = append(rows, k)
		}
	}
	each := len(rows) / 2
	if len(names) != 2 || nameOf(names[0].items) == nameOf(names[1].items) || each < 2 || len(rows) != 2*each {
		return nil, nil
	}
	groups = [][]int{rows[:each], rows[each:]}
	for i, g := range groups {
		middle := (lines[g[0]].CenterY() + lines[g[each-1]].CenterY()) / 2
		if alone, all := names[i].Box, underName(lines, g, names[i].Box, right); math.Abs(alone.CenterY()-middle) > aligned*alone.Height() && math.Abs(all.CenterY()-middle) > aligned*alone.Height() {
			return nil, nil
		}
	}
	return groups, names
}

// underName is the box of the name with the words below it, left of the heads: "OD" and under it "Phakic IOL".
func underName(lines []line, rows []int, name layout.Box, right float64) layout.Box {
	all := name
	for _, k := range rows {
		for _, it := range lines[k].items {
			if it.plain(word) && it.Y0 > name.CenterY() && it.CenterX() > name.X0-name.Height() && it.CenterX() < name.X1+name.Height() && it.X1 < right {
				all = all.Union(it.Box)
			}
		}
	}
	return all
}

// rowOfName is the row of the means, or the first one of the cornea's surfaces.
func rowOfName(lines []line, rows []int) (at int, ok bool) {
	if at = slices.IndexFunc(rows, func(k int) bool { return titledMean(lines[k]) }); at >= 0 {
		return at, true
	}
	surfaces := 0
	for _, k := range rows {
		if titleOf(lines[k].items[nameEnd(lines[k].items):]) != "" {
			surfaces++
		}
	}
	return 0, surfaces == len(rows)
}

// titledMean: the row is one of means.
func titledMean(l line) bool {
	items := l.items[nameEnd(l.items):]
	return len(items) > 0 && isMean(items[0])
}

// titleOf is the surface of the cornea at the start of a row.
func titleOf(items []item) string {
	values := slices.IndexFunc(items, func(it item) bool { return it.plain(number) })
	if values < 1 {
		return ""
	}
	if isRowOfFront(items[:values]) {
		return front
	}
	return sectionAmong(items[:values])
}

// isRowOfFront: the title of a row of surfaces is "K", "SimK" or "Keratometric", perhaps with the index: "K  n = 1.3375".
func isRowOfFront(title []item) bool {
	if len(title) == 0 || title[0].text != "K" && fold(title[0].text) != "simk" && !slices.Equal(meaningsOf(fold(title[0].text)), []string{"kerat"}) {
		return false
	}
	return !slices.ContainsFunc(title[1:], func(it item) bool { return it.plain(word) || it.label != nil && it.field != indexField })
}
