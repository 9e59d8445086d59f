package reader

import (
	"math"
	"slices"
	"strconv"

	"biom/worker/document/layout"
)

// Tables of numbered single readings whose mean stands below them, in the column of their numbers:
//
//	        AL      ACD            K1
//	OD  1   22.88   2.95      1    44.97 D @ 98°
//	    2   22.88   2.96      2    44.88 D @ 95°
//	    3   22.86   2.95      x̄    44.93 D @ 97°
//	    x̄   22.87   2.95      WTW: 11.8 mm
//
// The name of the eye may stand before the first reading, as if it was the value. Two such tables may stand beside each other, and other labels beside the readings and
// the means. So the means are moved up to where the first readings stand, and these are left out. No single reading is a value.

// readingTable is such a table.
type readingTable struct {
	numbers []item  // of the readings
	lines   []int   // in which they stand
	mean    item    // the sign of the mean; without text if there is none
	at      int     // its line
	right   float64 // where the next table begins
	heads   layout.Box
}

// raisedMeans is the page with the means in the place of the first of their readings, beside which the name of the eye stands.
func raisedMeans(page layout.Page, lines []line) (layout.Page, bool) {
	return withRaised(page, meansOf(lines, page.Width, func(t readingTable) bool { return nameEnd(lines[t.lines[0]].items) > 0 }), 0)
}

// titledMeans is the page with the titles of lists in the place of the word for their mean, and without their readings:
//
//	AL     <PHAKIC>
//	  No.     mm
//	   1    23.05
//	   2    23.06
//	  AVG   23.06
func titledMeans(page layout.Page, lines []line) (layout.Page, bool) {
	tables := meansOf(lines, page.Width, func(t readingTable) bool { return t.title(lines).label != nil && t.heads.Y0 == t.heads.Y1 })
	for _, t := range tables {
		first, last, title := t.numbers[0], t.numbers[len(t.numbers)-1], t.title(lines)
		readings := layout.Box{X0: first.X0, Y0: first.Y0, X1: t.right, Y1: last.Y1}
		words := outside(page.Words, readings, t.mean.Box)
		for i, w := range words {
			if holds(title.Box, w.Box) {
				words[i] = w.Shifted(layout.Offset{X: t.mean.X1 - title.X1, Y: t.mean.CenterY() - title.CenterY()})
			}
		}
		page.Words = words
	}
	return page, len(tables) > 0
}

// title is the label of a measurement that begins the line above the heads of the table, in which no number stands; without a label if there is none.
func (t readingTable) title(lines []line) item {
	first, n := t.numbers[0], t.lines[0]-2
	if n < 0 || lines[n].hasNumber() || lines[n+1].hasNumber() {
		return item{}
	}
	for i, it := range lines[n].items {
		if isMeasurement(it) && it.X0 <= first.X0 && (i == 0 || !near(lines[n].items[i-1].token, it.token)) {
			return it
		}
	}
	return item{}
}

// meansBeside are the pages, at most three, in which the means of tables that stand beside another one are raised: in the line of the first reading, in a line of
// their own, below which all is moved down, and in such a line below one of their heads.
func meansBeside(page layout.Page, lines []line) (out []layout.Page) {
	tables := meansOf(lines, page.Width, func(t readingTable) bool { return t.hasNeighbor(lines) })
	for own := range 3 {
		if raised, ok := withRaised(page, tables, own); ok {
			out = append(out, raised)
		}
	}
	return out
}

// meansOf are the tables of a kind that have a mean.
func meansOf(lines []line, width float64, kind func(readingTable) bool) []readingTable {
	return slices.DeleteFunc(readingTables(lines, width), func(t readingTable) bool {
		return t.mean.text == "" || !kind(t) || !t.isMean(lines)
	})
}

// withRaised is the page with the means of the tables raised, if there are any. They get so many lines of their own, the second with their heads: what stands beside it
// and below is moved down.
func withRaised(page layout.Page, tables []readingTable, own int) (layout.Page, bool) {
	var words []layout.Word
	withHeads := own == 2
	for _, w := range page.Words {
		up, kept := raised(w, tables)
		if !kept {
			continue
		}
		down, line := 0.0, -1
		for _, t := range tables {
			first := t.numbers[0]
			level := math.Abs(up.CenterY()-first.CenterY()) < first.Height()/2
			isMean, named := level && up.Moved != w.Moved, level && up.X1 < first.X0
			switch isHead := t.heads.Y0 < t.heads.Y1 && holds(t.heads, w.Box); {
			case withHeads && isHead:
				down += first.CenterY() - w.CenterY()
			case withHeads && isMean:
				down += insertedLine * first.Height()
			case t.lines[0] != line && w.CenterY() > first.CenterY()-first.Height()/2 && !isMean && !named:
				down, line = down+float64(own)*insertedLine*first.Height(), t.lines[0]
			}
		}
		words = append(words, up.Shifted(layout.Offset{Y: down}))
	}
	page.Words = words
	return page, len(tables) > 0
}

// headsOf is where the labels of the table stand, in the nearest line above it that has one.
func (t readingTable) headsOf(lines []line) layout.Box {
	first := t.numbers[0]
	for n := t.lines[0] - 1; n >= 0 && first.CenterY()-lines[n].CenterY() < 2*blockLine*first.Height(); n-- {
		for _, it := range lines[n].items {
			if ofValue(it) && it.X0 > first.X0 && it.X0 < t.right {
				return layout.Box{X0: first.X0, Y0: it.Y0, X1: t.right, Y1: it.Y1}
			}
		}
	}
	return layout.Box{}
}

// hasNeighbor: the label of a value stands beside the table, in a line of it or between two.
func (t readingTable) hasNeighbor(lines []line) bool {
	for _, l := range lines[t.lines[0] : t.at+1] {
		if slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && it.X0 >= t.right }) {
			return true
		}
	}
	return false
}

// readingTables are the tables of numbered readings of a page.
func readingTables(lines []line, width float64) (tables []readingTable) {
	for n, l := range lines {
		for i, it := range l.items {
			if !isFirstReading(l.items, i) {
				continue
			}
			if t := readingTableFrom(lines, n, it, width); len(t.numbers) > 1 {
				tables = append(tables, t)
			}
		}
	}
	return tables
}

// raised is the word in its new place; kept is false if it belongs to a single reading.
func raised(w layout.Word, tables []readingTable) (_ layout.Word, kept bool) {
	for _, t := range tables {
		first, last := t.numbers[0], t.numbers[len(t.numbers)-1]
		half := first.Height() / 2
		switch {
		case w.CenterX() < first.X0-half && w.CenterX() < t.mean.X0 || w.CenterX() >= t.right:
		case w.CenterX() > first.X0-half && w.CenterY() > first.Y0-half && w.CenterY() < last.Y1+half:
			return w, false
		case math.Abs(w.CenterY()-t.mean.CenterY()) < half:
			if math.Abs(w.X0-t.mean.X0) < half {
				w.Text = "Mean"
			}
			return w.Shifted(layout.Offset{Y: first.CenterY() - t.mean.CenterY()}), true
		}
	}
	return w, true
}

// readingTableFrom is the table whose first reading has its number in line n.
func readingTableFrom(lines []line, n int, first item, width float64) readingTable {
	height := first.Height()
	t := readingTable{numbers: []item{first}, lines: []int{n}, right: width}
	for k := n + 1; k < len(lines) && t.mean.text == ""; k++ {
		last := t.numbers[len(t.numbers)-1]
		if lines[k].CenterY()-last.CenterY() > 2*blockLine*height {
			break
		}
		for _, it := range lines[k].items {
			switch below := it.CenterY() > last.CenterY(); {
			case below && it.plain(number) && math.Abs(it.CenterX()-first.CenterX()) < height && it.text == strconv.Itoa(len(t.numbers)+1):
				t.numbers, t.lines = append(t.numbers, it), append(t.lines, k)
			case below && isMean(it) && it.X0 < first.X1 && it.X1 > first.X0-height && len(t.numbers) > 1:
				t.mean, t.at = it, k
			}
		}
	}
	t.right = min(width, nextReadings(lines, n, first), t.firstWord(lines))
	t.right = min(t.right, t.firstBetween(lines))
	t.heads = t.headsOf(lines)
	return t
}

// firstBetween is where the first word begins that stands right of the readings between two of their lines, of a table that is not level with them.
func (t readingTable) firstBetween(lines []line) float64 {
	edge, from := t.numbers[0].X1, math.Inf(1)
	for i, n := range t.lines {
		for _, it := range t.cells(lines[n], t.numbers[i]) {
			edge = max(edge, it.X1)
		}
	}
	for n := t.lines[0]; n < t.lines[len(t.lines)-1]; n++ {
		if slices.Contains(t.lines, n) {
			continue
		}
		for _, it := range lines[n].items {
			if it.X0 > edge+cellGap*it.Height() {
				from = min(from, it.X0-it.Height()/2)
			}
		}
	}
	return from
}

// firstWord is where the first word begins that stands behind the numbers or the mean and is no unit: another table stands beside this one.
func (t readingTable) firstWord(lines []line) float64 {
	from := math.Inf(1)
	find := func(l line, behind item) {
		for _, it := range l.items {
			if it.X0 > behind.X1 && (it.label != nil && !it.is(axis) || it.plain(word) && unitOf(it.text) == "") {
				from = min(from, it.X0-it.Height()/2)
			}
		}
	}
	for i, n := range t.lines {
		find(lines[n], t.numbers[i])
	}
	if t.mean.text != "" {
		find(lines[t.at], t.mean)
	}
	return from
}

// nextReadings is where the next table begins whose first number stands in line n.
func nextReadings(lines []line, n int, first item) float64 {
	for _, it := range lines[n].items {
		if it.X0 <= first.X1 || !it.plain(number) || it.text != "1" {
			continue
		}
		for _, l := range lines[n+1 : min(n+3, len(lines))] {
			if slices.ContainsFunc(l.items, func(o item) bool { return o.text == "2" && math.Abs(o.CenterX()-it.CenterX()) < it.Height() }) {
				return it.X0 - it.Height()/2
			}
		}
	}
	return math.Inf(1)
}

// isMean: what stands behind the sign of the mean can be reckoned from the readings above it, in more columns than not.
func (t readingTable) isMean(lines []line) bool {
	right, wrong := 0, 0
	for _, mean := range t.cells(lines[t.at], t.mean) {
		if first := t.lines[0]; first > 0 && slices.ContainsFunc(lines[first-1].items, func(it item) bool { return it.is(other) && it.X0 < mean.X1 && it.X1 > mean.X0 }) {
			continue // under "SNR", where it is that of all readings together
		}
		var singles []float64
		for i, n := range t.lines {
			for _, it := range t.cells(lines[n], t.numbers[i]) {
				if it.X0 < mean.X1 && it.X1 > mean.X0 {
					singles = append(singles, atof(it.text))
				}
			}
		}
		switch {
		case len(singles) != len(t.numbers):
		case isRoundedMean(mean.text, singles):
			right++
		default:
			wrong++
		}
	}
	return right > wrong
}

// cells are the numbers that stand in the table behind an item of a line.
func (t readingTable) cells(l line, behind item) (out []item) {
	for _, it := range l.items {
		if it.X0 > behind.X1 && it.X0 < t.right && it.plain(number) {
			out = append(out, it)
		}
	}
	return out
}
