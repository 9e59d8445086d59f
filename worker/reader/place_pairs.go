package reader

import (
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Two labels or two eyes may share a line, and their values a cell: "K1 / K2
// 41.98 / 42.72", "AL RE/LE: 23.45 / 24.10 mm".

// apart makes two lines of one whose labels and values are pairs.
func apart(lines []line) [][]line {
	out := make([][]line, len(lines))
	for n, l := range lines {
		out[n] = []line{l}
		var first, second []item
		rest := 0
		for i := pairedLabels(l.items, 0); i >= 0; i = pairedLabels(l.items, rest) {
			if titlesPairs(lines, n, i) {
				l.items = slices.Clone(l.items)
				for k := i; k >= 0; k = pairedLabels(l.items, k+1) {
					l.items[k].pair = true
				}
				out[n][0] = l
				break
			}
			label, end := secondOfPair(l.items[i], l.items[i+2]), i+3+valuesEnd(l.items[i+3:])
			label.X0, label.glued = l.items[i].X0, l.items[i].glued
			before, other := l.items[rest:i], l.items[rest:i]
			if a, b, ok := paired(before); ok && rest == 0 && !slices.ContainsFunc(before, ofValue) {
				before, other = a, b // "31.1 10° / 31.6 100°  K1/K2  43.5 84° / 44.6 174°"
			}
			first, second = append(append(first, before...), l.items[i]), append(append(second, other...), label)
			first[len(first)-1].units = unitsOfFirst(l.items[i], label)
			values := l.items[i+3 : end]
			if n+1 < len(lines) && !slices.ContainsFunc(values, func(it item) bool { return it.plain(number) || it.plain(dash) }) {
				values = under(l.items[i], label, &lines[n+1])
			}
			a, b := l.pairValues(values)
			if a == nil { // a number below may be of either
				first[len(first)-1].entry, second[len(second)-1].entry = unknownLabel, unknownLabel
			}
			first, second = append(first, a...), append(second, b...)
			rest = end
		}
		if rest == 0 {
			continue
		}
		a, b := l, l
		a.items, b.items = slices.Concat(first, l.items[rest:]), second
		b.Y0, b.Y1 = l.Y0+l.Height()/100, l.Y1+l.Height()/100 // a line of its own
		b.again = true
		out[n] = []line{a, b}
	}
	return out
}

// pairValues are the values of the first and of the second label of a pair; nil if there is no pair of values.
func (l line) pairValues(values []item) (first, second []item) {
	for _, cell := range l.pairsIn(values) {
		a, b, _ := paired(cell)
		first, second = append(first, a...), append(second, b...)
	}
	return first, second
}

// unitsOfFirst are the units of the first label of a pair: those behind the second one, but for a radius and the power of one meridian, "R1 [mm] / K1 [D]".
func unitsOfFirst(first, second item) []string {
	if len(first.units) > 0 && first.field == second.field {
		return first.units
	}
	return second.units
}

// secondOfPair is the second label of a pair. Behind that of a radius it is one, too, but for the power of the same meridian: "Radius flat / steep", "R1 / K1".
func secondOfPair(first, second item) item {
	if first.is(radius) && second.is(power) && first.field != second.field && (second.field == "K1" || second.field == "K2") {
		second.entry = phrases[fold("R"+strings.TrimPrefix(second.field, "K"))]
	}
	return second
}

// titlesPairs: the two labels at item i of line n stand over rows or cards that begin with
// the name of an eye, or over lines that have labels of their own.
func titlesPairs(lines []line, n, i int) bool {
	if slices.ContainsFunc(lines[n].items[i+3:], func(it item) bool { return it.plain(number) || it.plain(dash) }) || n+1 == len(lines) {
		return false
	}
	next := lines[n+1]
	if len(next.items) > 0 {
		if _, side := cardName(next.items); side != "" {
			return true
		}
	}
	return slices.ContainsFunc(next.items, func(it item) bool { return ofValue(it) && !it.is(axis) })
}

// under takes from the line below two labels the pair of values that stands under them.
func under(a, b item, next *line) []item {
	if next.Y0-a.Y1 > columnGap*a.Height() {
		return nil
	}
	from := slices.IndexFunc(next.items, func(it item) bool { return math.Abs(it.X0-a.X0) < it.Height() })
	if from < 0 || next.labelled() {
		return nil
	}
	end, strokes := from+1, 0
	for end < len(next.items) && near(next.items[end-1].token, next.items[end].token) {
		if next.items[end].text == "/" {
			strokes++
		}
		end++
	}
	own := slices.Clone(next.items[from:end])
	if _, _, ok := paired(own); !ok || strokes == 0 || own[len(own)-1].X1 < b.X0 {
		return nil
	}
	next.items = slices.Delete(slices.Clone(next.items), from, end)
	return own
}

// pairedLabels is where, from item i on, two labels with a stroke between them begin, -1
// if nowhere.
func pairedLabels(items []item, i int) int {
	for ; i+2 < len(items); i++ {
		if ofValue(items[i]) && items[i+1].text == "/" && ofValue(items[i+2]) && !items[i+2].is(axis) && items[i].label != items[i+2].label {
			return i
		}
	}
	return -1
}

// bothEyes reads a line whose label names both eyes and whose values are a pair.
func (s *sheet) bothEyes(l line) []part {
	label := slices.IndexFunc(l.items, ofValue)
	i := label + 1
	for label >= 0 && i < len(l.items) && l.items[i].plain(symbol) {
		i++ // "ACD (ext.) RE/LE"
	}
	first, second, from := pairOfEyes(l.items, i)
	if label < 0 || first == "" {
		return nil
	}
	values := l.items[from : from+valuesEnd(l.items[from:])]
	a, b, ok := paired(values)
	if !ok {
		return nil
	}
	of := func(eye string, values []item) part {
		return s.part(eye, []line{{Box: l.Box, tokens: l.tokens, items: append([]item{l.items[label]}, values...)}})
	}
	return []part{of(first, a), of(second, b)}
}

// pairOfEyes reads "RE/LE:", "R/L" or "Dto./Esq.:" at i: which eyes, and where
// their values begin.
func pairOfEyes(items []item, i int) (first, second string, from int) {
	dot := func(i int) bool { return i < len(items) && items[i].text == "." }
	stroke := i + 1
	if dot(stroke) {
		stroke++
	}
	if stroke+1 >= len(items) || items[stroke].text != "/" {
		return "", "", 0
	}
	side := func(it item) string {
		if named := it.fieldOf(eye); named != "" {
			return named
		}
		return sideUnder(it.text)
	}
	first, second = side(items[i]), side(items[stroke+1])
	if first == "" || second == "" || first == second {
		return "", "", 0
	}
	from = stroke + 2
	if dot(from) {
		from++
	}
	for from < len(items) && (items[from].text == ":" || items[from].text == "=" || items[from].text == ")") {
		from++
	}
	return first, second, from
}

// valuesEnd is where the values at the start end: at a semicolon or at the next
// label.
func valuesEnd(items []item) int {
	end := slices.IndexFunc(items, func(it item) bool {
		return it.text == ";" || announcesOther(it) && !it.is(axis) || it.is(other) && !strings.HasPrefix(it.text, "(")
	})
	if end < 0 {
		return len(items)
	}
	return end
}

// cellsOf divides items where they stand apart.
func cellsOf(items []item) (out [][]item) {
	for i, it := range items {
		if i == 0 || !near(items[i-1].token, it.token) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], it)
	}
	return out
}

// cellOf is the cell in which item i stands.
func cellOf(items []item, i int) []item {
	for _, cell := range cellsOf(items) {
		if cell[0].X0 <= items[i].X0 && items[i].X0 <= cell[len(cell)-1].X0 {
			return cell
		}
	}
	return nil
}

// boxOf encloses the items of a cell.
func boxOf(cell []item) layout.Box {
	box := cell[0].Box
	for _, it := range cell[1:] {
		box = box.Union(it.Box)
	}
	return box
}

// pairsIn divides the values of a pair of labels into pairs: cells of which each holds one, or all of
// them as one whose values stand apart.
func (l line) pairsIn(values []item) [][]item {
	cells := joinedPairs(l.cellsOf(values))
	each := !slices.ContainsFunc(cells, func(cell []item) bool {
		_, _, ok := paired(cell)
		return !ok
	})
	if _, _, ok := paired(values); ok && !each {
		return [][]item{values}
	}
	if both := halved(values); !each && both != nil {
		return both
	}
	return cells
}

// halved divides the values of both eyes into two pairs by nothing but their numbers: "41.66 D 114° / 42.94 D 24°
// 35.13 D 46° / 36.82 D 136°". nil if the numbers before and behind the two strokes are not alike in their units.
func halved(values []item) [][]item {
	var at []int // of the numbers
	for i, it := range values {
		if it.plain(number) {
			at = append(at, i)
		}
	}
	if len(at) == 0 || len(at)%2 != 0 {
		return nil
	}
	middle := at[len(at)/2]
	if strings.HasPrefix(values[middle-1].text, "(") {
		middle--
	}
	if values[middle-1].text == "/" {
		return nil
	}
	out := [][]item{values[:middle], values[middle:]}
	for _, half := range out {
		a, b, ok := paired(half)
		if !ok || !slices.Equal(unitsOf(a), unitsOf(b)) {
			return nil
		}
	}
	if !slices.Equal(unitsOf(out[0]), unitsOf(out[1])) {
		return nil
	}
	return out
}

// wide is one half of a pair, from where the pair begins to where it ends: both halves are of the column
// in which the pair stands. A number keeps its width, for it has one column.
func wide(pair, half []item) []item {
	half = slices.Clone(half)
	dx := pair[0].X0 - half[0].X0
	for i := range half {
		half[i].X0, half[i].X1 = half[i].X0+dx, half[i].X1+dx
	}
	if last := &half[len(half)-1]; !last.plain(number) {
		last.X1 = max(last.X1, pair[len(pair)-1].X1)
	}
	return half
}

// cellsOf divides items of the line where they stand apart. The colon behind a label is no gap.
func (l line) cellsOf(items []item) (out [][]item) {
	for i, it := range items {
		if i == 0 || it.from == 0 || it.from >= len(l.tokens) || !near(l.tokens[it.from-1], l.tokens[it.from]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], it)
	}
	return out
}

// joinedPairs joins cells that are parts of one pair, "43.21 (55°)   /   44.10 (145°)".
func joinedPairs(cells [][]item) (out [][]item) {
	for i, cell := range cells {
		k := len(out) - 1
		if i > 0 {
			last := out[k][len(out[k])-1]
			joins := last.text == "/" || cell[0].text == "/" || strings.HasPrefix(cell[0].text, "(")
			if joins && cell[0].X0-last.X1 < tableGap*cell[0].Height() {
				out[k] = append(out[k], cell...)
				continue
			}
		}
		out = append(out, cell)
	}
	return out
}

// paired divides a pair of values at its stroke: the only one between spaces, or
// the one with as many values on either side. The second ones are of the column in which the first ones stand.
// What is no pair belongs to both.
func paired(cell []item) (a, b []item, ok bool) {
	var strokes, even []int
	count := func(items []item) (n int) {
		for _, it := range items {
			if it.plain(number) || it.plain(dash) {
				n++
			}
		}
		return n
	}
	for i := 1; i < len(cell)-1; i++ {
		if cell[i].text != "/" {
			continue
		}
		if !cell[i].glued && !cell[i+1].glued {
			strokes = append(strokes, i)
		}
		if n := count(cell[:i]); n > 0 && n == count(cell[i+1:]) {
			even = append(even, i)
		}
	}
	if len(strokes) != 1 || len(even) == 1 && alikeInUnits(cell[:even[0]], cell[even[0]+1:]) {
		strokes = even // OCR sees some of the spaces: "8.23 mm / 96°/8.15 mm/6°"
	}
	if len(strokes) != 1 || !evenly(count(cell[:strokes[0]]), count(cell[strokes[0]+1:])) {
		return cell, cell, false // or a stroke of another pair of the line was misread
	}
	a, b = wide(cell, cell[:strokes[0]]), wide(cell, cell[strokes[0]+1:])
	if len(a) == 1 && len(b) == 2 && unitOf(b[1].text) != "" { // the unit behind the second one is that of both: "8.09 / 7.87 mm"
		a = append(slices.Clone(a), b[1])
	}
	return a, b, true
}

// evenly: the two halves of a pair may have these numbers of values: as many, or one more, as in "41.98 / 42.72 @ 95°".
func evenly(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// alikeInUnits: the numbers of both have units, and the same ones in the same order.
func alikeInUnits(a, b []item) bool {
	return slices.Equal(unitsOf(a), unitsOf(b)) && !slices.Contains(unitsOf(a), "")
}

// unitsOf is the units of the numbers, "" where none is printed.
func unitsOf(items []item) (out []string) {
	for i, it := range items {
		if it.plain(number) {
			unit, _ := unitAhead(items[i+1:])
			out = append(out, unit)
		}
	}
	return out
}

// unitAhead returns the unit that directly follows a number and how many items
// it takes.
func unitAhead(items []item) (unit string, n int) {
	switch {
	case len(items) == 0:
	case items[0].plain(word) && unitOf(items[0].text) != "":
		return unitOf(items[0].text), 1
	case items[0].plain(symbol) && items[0].text == "°":
		return degrees, 1
	}
	return "", 0
}
