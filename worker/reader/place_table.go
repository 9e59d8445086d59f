package reader

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// table divides lines whose label stands once for both eyes: before their
// values, or between them.
func (s *sheet) table(a, b heading, lines []line) []part {
	rows := tableRows(lines)
	before := slices.DeleteFunc(slices.Clone(rows), func(r tableRow) bool { return r.label().X1 >= a.X1 })
	elsewhere := func(r tableRow) bool {
		return (r.label().X0 <= a.CenterX() || r.label().X1 >= b.CenterX()) && !r.centredBetween()
	}
	between := slices.DeleteFunc(slices.Clone(rows), elsewhere)
	if len(before) == 0 { // pictures and tables beside it may hide some rows
		if own := slices.DeleteFunc(tableRows(inside(a, b, lines)), elsewhere); len(own) > len(between) {
			between = own
		}
	}
	switch {
	case len(before) >= len(between):
		return s.labelsBefore(a, b, before)
	case slices.ContainsFunc(between, func(r tableRow) bool { return slices.ContainsFunc(r.items[:r.at], isValue) }):
		parts := s.labelsBetween(a, b, between)
		for _, l := range lines {
			if own, next := statesUnder(a, b, l); own != nil {
				parts[0].lines = append(parts[0].lines, line{Box: l.Box, tokens: l.tokens, items: own})
				parts[1].lines = append(parts[1].lines, line{Box: l.Box, tokens: l.tokens, items: next})
			}
		}
		return parts
	}
	return nil // all of it is one eye's, and nobody knows whose
}

// statesUnder are the halves of a line that has the same labels of states under each eye's name, nil if it is none:
//
//	OD Right                                 OS Left
//	Lens status: phakic · Surgery: none      Lens status: aphakic · Surgery: none
func statesUnder(a, b heading, l line) (own, next []item) {
	at := slices.IndexFunc(l.items, func(it item) bool { return math.Abs(it.X0-b.X0) < columnGap*b.Height() })
	if at <= 0 || math.Abs(l.items[0].X0-a.X0) >= columnGap*a.Height() {
		return nil, nil
	}
	own, next = l.items[:at], l.items[at:]
	first, second := statesIn(own), statesIn(next)
	if len(first) == 0 || !slices.Equal(first, second) || hasValueOf(l.items) {
		return nil, nil
	}
	return own, next
}

// statesIn are the fields of the labels of states.
func statesIn(items []item) (fields []string) {
	for _, it := range items {
		if it.is(choice) {
			fields = append(fields, it.field)
		}
	}
	return fields
}

// inside is the lines without the cells of what stands left of the first column and right of the second one, beside the table.
func inside(a, b heading, lines []line) []line {
	out := slices.Clone(lines)
	for n, l := range lines {
		cells := slices.DeleteFunc(cellsOf(l.items), func(cell []item) bool {
			gap := columnGap * cell[0].Height()
			return cell[len(cell)-1].X1 < a.X0-gap || cell[0].X0 > b.X1+gap
		})
		out[n].items = slices.Concat(cells...)
	}
	return out
}

// isValue: a number, or dashes in its place.
func isValue(it item) bool { return it.plain(number) || it.plain(dash) && !it.isHyphen() }

// withoutForeign takes from the lines what stands in a lens table beside them.
func (s *sheet) withoutForeign(lines []line) []line {
	out := slices.Clone(lines)
	for n, l := range lines {
		i := slices.IndexFunc(l.items, ofValue)
		if i >= 0 && !slices.ContainsFunc(l.items, func(it item) bool { return it.fieldOf(measure) == indexField }) {
			out[n].items = slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 >= l.items[i].X0 && s.sectionAt(it.Box) == foreign })
		}
	}
	return out
}

// tables reads several tables beside each other, each with a column for either
// eye. One begins with the first thing in the line of headings behind the one
// before it.
func (s *sheet) tables(r []heading, lines []line) []part {
	var edges []float64
	head := s.lines[r[0].line]
	for k := 0; k < len(r); k += 2 {
		if r[k].eye == r[k+1].eye {
			return nil
		}
		edge := 0.0
		if k > 0 {
			at := slices.IndexFunc(head.items, func(it item) bool { return it.X0 > r[k-1].X1 && it.X1 <= r[k].X1 })
			edge = r[k].X0 - r[k].Height()
			if at >= 0 {
				edge = min(edge, head.items[at].X0-r[k].Height())
			}
		}
		edges = append(edges, edge)
	}
	edges = append(edges, math.Inf(1))
	var out []part
	for k := 0; k < len(r); k += 2 {
		x0, x1 := edges[k/2], edges[k/2+1]
		var own []line
		for _, l := range lines {
			if l.items = within(l.items, x0, x1); len(l.items) > 0 {
				own = append(own, l)
			}
		}
		what := sectionAmong(within(head.items, x0, x1))
		for _, p := range s.table(r[k], r[k+1], own) {
			p.zones = s.only(what)
			out = append(out, p)
		}
	}
	return out
}

// within returns the items that begin between x0 and x1.
func within(items []item, x0, x1 float64) []item {
	return slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.X0 < x0 || it.X0 >= x1 })
}

// tableRow is a line with one label of a measurement, at items[at].
type tableRow struct {
	line
	at int
}

func (r tableRow) label() item { return r.items[r.at] }

// centredBetween: the label has its middle near that between the values before and behind it, which have as many decimals. It may reach below the
// names of the eyes, if these stand at the left of their columns.
func (r tableRow) centredBetween() bool {
	k := r.at - 1
	for k >= 0 && !isValue(r.items[k]) {
		k--
	}
	label, values := r.qualified()
	next := slices.IndexFunc(values, isValue)
	if k < 0 || next < 0 {
		return false
	}
	before, behind, named := r.items[k], values[next], boxOf(label)
	alike := before.plain(dash) || behind.plain(dash) || decimals(before.text) == decimals(behind.text)
	return alike && math.Abs((before.CenterX()+behind.CenterX())/2-named.CenterX()) < columnGap*named.Height()
}

// qualified returns the label with the words and the bracket behind it, which hold
// for both eyes, "Pachymetrie Pupille", "ACD (endothelium)", and the items after that.
func (r tableRow) qualified() (label, rest []item) {
	end := r.at + 1
	for end < len(r.items) && r.items[end].plain(word) && !r.label().is(choice) && !saysLens(r.items[end:]) && near(r.items[end-1].token, r.items[end].token) {
		end++
	}
	if end < len(r.items) && r.items[end].plain(symbol) && r.items[end].text == "(" && near(r.items[end-1].token, r.items[end].token) {
		end = afterBracket(r.items, end)
	}
	return r.items[r.at:end], r.items[end:]
}

func tableRows(lines []line) []tableRow {
	var out []tableRow
	for _, l := range lines {
		l.items = withoutIndex(l.items)
		if at := l.labels(); len(at) == 1 && (l.items[at[0]].is(choice) || !isSentence(l.items[at[0]+1:])) {
			out = append(out, tableRow{l, at[0]})
		}
	}
	return out
}

// withoutIndex takes from the items an index that belongs to the label before it, in brackets or behind a comma: "K1 (3 mm,
// n = 1.3375)", "K1 (flat), n = 1.3375". So does what is no index, "AL (n = 10)".
func withoutIndex(items []item) []item {
	for i := 1; i+1 < len(items); i++ {
		opens := strings.HasPrefix(items[i].text, "(") // the label is "(n"
		if inside := opens || bracketed(items[:i]) || items[i-1].text == ","; !inside || items[i].fieldOf(measure) != indexField ||
			!items[i+1].plain(number) || !slices.ContainsFunc(items[:i], ofValue) {
			continue
		}
		upto := i + 2
		if opens && upto < len(items) && items[upto].text == ")" {
			upto++
		}
		return slices.Concat(items[:i], items[upto:])
	}
	return items
}

// labels returns which items are labels of values. "Lens" is one in "Lens:
// natural lens" once, for the rest are words.
func (l line) labels() (at []int) {
	numbers := l.hasNumber()
	for i, it := range l.items {
		ofWords := len(at) > 0 && !announcesOther(it) && (l.items[at[0]].is(choice) || !numbers && l.items[at[0]].field == "LT")
		switch {
		case !ofValue(it) || ofWords || it.is(axis) && len(at) > 0:
		case len(at) == 1 && l.items[at[0]].is(axis) && (line{items: l.items[at[0]:i]}).hasNumber():
			at[0] = i // "43.21 D Ax: 93°  Flat K"
		default:
			at = append(at, i)
		}
	}
	return at
}

func (s *sheet) labelsBefore(a, b heading, rows []tableRow) []part {
	edge, ok := gutter(a, b, s.withoutSpread(rows, b.X1))
	if !ok {
		return nil
	}
	start := columnStart(edge, rows)
	out := []part{s.part(a.eye, nil), s.part(b.eye, nil)}
	for n, r := range rows {
		label, values := r.qualified()
		if r.label().field == indexField && len(values) > 0 && values[len(values)-1].X1 < a.X0 {
			continue // of both eyes, below the table
		}
		side, ok := r.sides(a, b, edge, start)
		if !ok {
			return nil
		}
		ends := side[1][len(side[1])-1].X1
		if ofPair(rows, n) {
			ends = r.X1 // that of both values of the pair
		}
		beside := len(side[1]) > len(label) && !r.label().is(choice) && ends < b.X0-farMargin*b.Height()
		switch first := side[0][len(label):]; {
		case beside && slices.ContainsFunc(first, func(it item) bool { return it.plain(number) }):
			side[1] = label // the deviation of the number under the first heading
		case beside:
			return nil // not under the second heading
		}
		for k := range out {
			if i := slices.IndexFunc(side[k], func(it item) bool { return it.plain(number) }); i >= 0 && r.label().is(measure) && side[k][len(side[k])-1].plain(dash) && near(side[k][len(side[k])-2].token, side[k][len(side[k])-1].token) {
				continue // the number or the dash is of another line
			}
			out[k].lines = append(out[k].lines, line{Box: r.Box, tokens: r.tokens, items: side[k]})
		}
	}
	return withoutUnmeasured(out)
}

// ofPair: row n is one of two that were made of a row with two labels and pairs of values.
func ofPair(rows []tableRow, n int) bool {
	return rows[n].again || n+1 < len(rows) && rows[n+1].again
}

// printedValues are the values of row n where they were printed, of a pair those of both labels.
func printedValues(rows []tableRow, n int) (out []item) {
	r := rows[n]
	if !ofPair(rows, n) {
		_, values := r.qualified()
		return values
	}
	for _, t := range r.tokens {
		if len(out) > 0 || t.kind == number && t.X0 > r.label().X1 {
			out = append(out, item{token: t})
		}
	}
	return out
}

// sides divides the values of a row at the edge before the second column, which begin at start there; ok is false if one was
// moved from under one heading to the other one.
func (r tableRow) sides(a, b heading, edge, start float64) (side [2][]item, ok bool) {
	label, values := r.qualified()
	side = [2][]item{slices.Clone(label), slices.Clone(label)}
	k := 0
	cells := cellsOf(values)
	for i, it := range values {
		// Words of the first column may reach into the second, and those of the second begin before its numbers.
		reaches := r.label().is(choice) && i > 0 && near(values[i-1].token, it.token) && math.Abs(it.X0-start) > aligned*it.Height()
		begins := r.label().is(choice) && len(cells) == 2 && i == len(cells[0]) && values[len(values)-1].X1 > edge
		if it.X0 >= edge && !reaches || begins {
			k = 1
		}
		if it.plain(number) && it.moved != (layout.Offset{}) && isNearerTo(a, b, it.in.Box) != (k == 0) {
			return side, false // it was not printed under the heading under which it was moved
		}
		side[k] = append(side[k], it)
	}
	return side, true
}

// withoutUnmeasured leaves out the words under the heading of an eye without any measurement beside one with some: they reach
// there from the other eye's column.
func withoutUnmeasured(out []part) []part {
	for k := range out {
		if !measured(out[k].lines) && measured(out[1-k].lines) {
			out[k].lines = nil
		}
	}
	return out
}

// measured: a row has a number or dashes, and is not that of the keratometric index or of a state, "RK (8 incisions)".
func measured(rows []line) bool {
	return slices.ContainsFunc(rows, func(l line) bool {
		return l.items[0].fieldOf(measure) != indexField && !l.items[0].is(choice) && slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) || it.plain(dash) })
	})
}

// withoutSpread takes from the rows what stands right of x in a column of
// differences, which is of neither eye.
func (s *sheet) withoutSpread(rows []tableRow, x float64) []tableRow {
	out := slices.Clone(rows)
	for n, r := range rows {
		out[n].items = slices.DeleteFunc(slices.Clone(r.items), func(it item) bool {
			return it.X0 > max(x, r.label().X1) && s.columnAt(it.Box) == spreadColumn
		})
	}
	return out
}

// columnStart is where the values right of the edge begin.
func columnStart(edge float64, rows []tableRow) float64 {
	start := math.Inf(1)
	for _, r := range rows {
		for _, it := range r.items[r.at+1:] {
			if it.X0 >= edge && !r.label().is(choice) {
				start = min(start, it.X0)
			}
		}
	}
	return start
}

// labelsBetween reads the rows of a table whose labels stand in the middle, a's values left of them. Labels that stand elsewhere are of a
// picture beside the table.
func (s *sheet) labelsBetween(a, b heading, rows []tableRow) []part {
	rows = meansBetween(rows)
	left, right := math.Inf(1), math.Inf(-1) // the column of the labels
	for _, r := range rows {
		if slices.ContainsFunc(r.items[:r.at], isValue) && slices.ContainsFunc(r.items[r.at:], isValue) {
			left, right = min(left, r.label().X0), max(right, r.label().X1)
		}
	}
	out := []part{s.part(a.eye, nil), s.part(b.eye, nil)}
	leftOf := func(r tableRow) []item { return withoutCaptions(r, r.items[:r.at]) }
	rightOf := func(r tableRow) []item {
		_, values := r.qualified()
		if len(values) > 0 && values[0].is(other) {
			return nil // the label goes on with that of something else: "ACD const.   5.20"
		}
		return withoutCaptions(r, values)
	}
	mirrored, mirroredRight := deviationsFirst(rows, leftOf), deviationsFirst(rows, rightOf)
	for _, r := range rows {
		if r.label().field != indexField && (r.label().X1 < left || r.label().X0 > right) {
			continue
		}
		label, _ := r.qualified()
		left := append(slices.Clone(label), valueFirst(leftOf(r), mirrored)...)
		beside := r.at+1 < len(r.items) && r.items[r.at+1].X0-r.label().X1 < columnGap*r.label().Height()
		if r.label().field == indexField && (bracketed(r.items[:r.at]) || beside && !hasValueOf(r.items[:r.at])) {
			left = r.items[r.at:] // of both eyes: "SimK (3 mm, n = 1.3375)"
		}
		out[0].lines = append(out[0].lines, line{Box: r.Box, tokens: r.tokens, items: left})
		right := append(slices.Clone(label), valueFirst(rightOf(r), mirroredRight)...)
		out[1].lines = append(out[1].lines, line{Box: r.Box, tokens: r.tokens, items: right})
	}
	return out
}

// withoutCaptions takes the words of pictures beside the table from the values of a measurement: cells that begin with a title or a label.
func withoutCaptions(r tableRow, values []item) []item {
	if r.label().is(choice) {
		return values
	}
	cells := slices.DeleteFunc(cellsOf(values), func(cell []item) bool {
		return (cell[0].is(section) || cell[0].is(other)) && !slices.ContainsFunc(cell, isValue)
	})
	return slices.Concat(cells...)
}

// valueFirst are the items with their cells in the other order, if the value is the last one.
func valueFirst(items []item, last bool) []item {
	if !last {
		return items
	}
	cells := cellsOf(items)
	slices.Reverse(cells)
	return slices.Concat(cells...)
}

// meansBetween leaves out the rows of single readings whose labels have rows of their means, too, all in the middle, and takes the word for the mean from these:
//
//	23.06  AL 1     28.61
//	23.04  AL 2     28.63
//	23.05  AL Mean  28.62
func meansBetween(rows []tableRow) (out []tableRow) {
	behind := func(r tableRow) item {
		if r.at == 0 || r.at+1 == len(r.items) || !near(r.label().token, r.items[r.at+1].token) {
			return item{}
		}
		return r.items[r.at+1]
	}
	means := map[*label]bool{}
	for _, r := range rows {
		if next := behind(r); next.label != nil && isMean(next) {
			means[r.label().label] = true
		}
	}
	for _, r := range rows {
		next := behind(r)
		single := next.text == "(" || next.plain(number) && decimals(next.text) == 0
		switch {
		case next.label != nil && isMean(next):
			r.items = slices.Delete(slices.Clone(r.items), r.at+1, r.at+2)
		case single && means[r.label().label]:
			continue
		}
		out = append(out, r)
	}
	return out
}

// deviationsFirst: on that side of the labels the deviations stand before the values, as on the left in "0.01  23.16  AL  23.08  0.01", and on the right in
// "23.16  0.01  AL  0.01  23.08". In no row may the first number be the value.
func deviationsFirst(rows []tableRow, side func(tableRow) []item) bool {
	mirrored := 0
	for _, r := range rows {
		cells := cellsOf(side(r))
		if len(cells) < 2 || !r.label().is(measure) {
			continue
		}
		first, last := cells[0][0], cells[len(cells)-1][0]
		switch {
		case !first.plain(number) || !last.plain(number):
		case inRange(r.label().field, first.text) || !inRange(r.label().field, last.text):
			return false
		default:
			mirrored++
		}
	}
	return mirrored >= fewRows
}

// gutter finds the vertical strip free of values that lies before the second
// column: the rightmost one that ends left of the middle of its heading, or little
// right of where that begins or, if nothing stands under it, ends. Words
// count only where there are no numbers, for some are long.
func gutter(a, b heading, rows []tableRow) (float64, bool) {
	if allBeginAt(b.X0, rows) {
		return b.X0 - flush*b.Height(), true // close to the first column, or under a heading wider than a value and its axis
	}
	if edge, found := betweenGroups(a, b, rows); found {
		return edge, true
	}
	if edge, found := underEnds(a, b, rows); found {
		return edge, true
	}
	var spans []item
	numbers := slices.ContainsFunc(rows, func(r tableRow) bool { return !r.label().is(choice) })
	for n, r := range rows {
		if numbers && r.label().is(choice) || r.again {
			continue
		}
		spans = append(spans, withTheirUnits(printedValues(rows, n))...)
	}
	slices.SortFunc(spans, func(x, y item) int { return cmp.Compare(x.X0, y.X0) })
	edge, found, covered, high := 0.0, false, a.X0, 0.0
	for _, sp := range spans {
		high = max(high, sp.Height()) // a sign is lower than the numbers beside it
		if gap := sp.X0 - covered; gap > wordGap(sp.token, sp.token)*high && covered > a.X0 && (sp.X0 < max(b.CenterX(), b.X0+cellGap*b.Height()) || covered <= b.X0 && sp.X0 < b.X1+columnGap*b.Height()) {
			edge, found = covered+gap/2, true
		}
		covered = max(covered, sp.X1)
	}
	if !found {
		edge, found = besideHeadings(a, b, rows)
	}
	if !found {
		edge, found = atWidestGaps(a, b, rows)
	}
	if !found && len(spans) > 0 {
		return emptyColumn(b, spans[0].X0, covered)
	}
	return edge, found
}

// betweenGroups finds the strip between the columns of both eyes where each has several, with its heading over their middle:
//
//	            R                      L
//	      mm    D     axis      mm     D     axis
//	K1    7.58  44.53 102°      7.69   43.88 174°
//
// All rows with as many cells must stand so, and no value on the strip.
func betweenGroups(a, b heading, rows []tableRow) (edge float64, found bool) {
	most := 0
	for _, r := range rows {
		_, values := r.qualified()
		most = max(most, len(cellsOf(values)))
	}
	if most < fewGrouped || most%2 != 0 {
		return 0, false
	}
	first, second := math.Inf(-1), math.Inf(1)
	for _, r := range rows {
		_, values := r.qualified()
		cells := cellsOf(values)
		if len(cells) != most {
			continue
		}
		left, right := boxOf(slices.Concat(cells[:most/2]...)), boxOf(slices.Concat(cells[most/2:]...))
		if math.Abs(left.CenterX()-a.CenterX()) > columnGap*a.Height() || math.Abs(right.CenterX()-b.CenterX()) > columnGap*b.Height() {
			return 0, false
		}
		first, second = max(first, left.X1), min(second, right.X0)
	}
	edge = (first + second) / 2
	crossed := slices.ContainsFunc(rows, func(r tableRow) bool {
		_, values := r.qualified()
		return slices.ContainsFunc(values, func(it item) bool { return it.X0 < edge && edge < it.X1 })
	})
	return edge, first < second && !crossed
}

// underEnds finds the strip between columns that end where their headings do, each row's values of both eyes: they may be close to each other.
func underEnds(a, b heading, rows []tableRow) (edge float64, found bool) {
	end, start := math.Inf(-1), math.Inf(1)
	for n := range rows {
		values := printedValues(rows, n)
		i := slices.IndexFunc(values, func(it item) bool { return math.Abs(it.X1-a.X1) < aligned*a.Height() })
		if i < 0 || i+1 == len(values) || math.Abs(values[len(values)-1].X1-b.X1) >= aligned*b.Height() {
			return 0, false
		}
		end, start = max(end, values[i].X1), min(start, values[i+1].X0)
	}
	return (end + start) / 2, end < start
}

// withTheirUnits makes one box of each number and its unit, however far apart these are:
// no column begins with a unit.
func withTheirUnits(values []item) (out []item) {
	for i, it := range values {
		if n := len(out) - 1; n >= 0 && values[i-1].plain(number) && (it.plain(word) && unitOf(it.text) != "" || it.text == "°") {
			out[n].Box = out[n].Union(it.Box)
			continue
		}
		out = append(out, it)
	}
	return out
}

// besideHeadings finds the strip between columns whose values begin right of their headings: in every row
// with values of both eyes, as far right of the one heading as of the other one.
func besideHeadings(a, b heading, rows []tableRow) (edge float64, found bool) {
	first, second, pairs := math.Inf(-1), math.Inf(1), 0
	for _, r := range rows {
		_, values := r.qualified()
		if len(values) == 0 || values[len(values)-1].X1 < a.X0 { // "SimK (index 1.3375)"
			continue
		}
		start := values[0].X0 - a.X0 + b.X0
		at := slices.IndexFunc(values, func(it item) bool { return math.Abs(it.X0-start) < b.Height() })
		switch {
		case values[0].X0 < a.X0-a.Height():
			return 0, false
		case at > 0 && !near(values[at-1].token, values[at].token):
			pairs++
			first, second = max(first, values[at-1].X1), min(second, values[at].X0)
		case values[len(values)-1].X1 < b.X0:
			first = max(first, values[len(values)-1].X1)
		case values[0].X0 > b.X0:
			second = min(second, values[0].X0)
		default:
			return 0, false
		}
	}
	return (first + second) / 2, pairs > 1 && first < second
}

// atWidestGaps finds the strip, however narrow, that lies in the widest gap between the values of each row, of which those left of it have their middle nearer to
// the first heading, the others nearer to the second one. On a photo columns that were printed straight lean.
func atWidestGaps(a, b heading, rows []tableRow) (edge float64, found bool) {
	end, start, pairs := math.Inf(-1), math.Inf(1), 0
	for n, r := range rows {
		values := withTheirUnits(printedValues(rows, n))
		first := slices.IndexFunc(values, isValue) // units may stand in a column before
		if r.label().is(choice) || r.again || first < 0 {
			continue
		}
		values = values[first:]
		at, widest := 0, 0.0
		for i := 1; i < len(values); i++ {
			if gap := values[i].X0 - values[i-1].X1; gap > widest {
				at, widest = i, gap
			}
		}
		if at == 0 {
			return 0, false
		}
		left, right := boxOf(values[:at]), boxOf(values[at:])
		if !isNearerTo(a, b, left) || isNearerTo(a, b, right) {
			return 0, false
		}
		pairs++
		end, start = max(end, left.X1), min(start, right.X0)
	}
	return (end + start) / 2, pairs >= fewRows && end < start
}

// isNearerTo: the middle of the box is nearer to that of the first heading than to that of the second one.
func isNearerTo(a, b heading, box layout.Box) bool {
	return math.Abs(box.CenterX()-a.CenterX()) < math.Abs(box.CenterX()-b.CenterX())
}

// allBeginAt: every row has a value that begins there, except those without any, which
// are titles.
func allBeginAt(x float64, rows []tableRow) bool {
	found := false
	for _, r := range rows {
		_, values := r.qualified()
		begins := slices.ContainsFunc(values, func(it item) bool { return math.Abs(it.X0-x) < flush*it.Height() && unitOf(it.text) == "" })
		if !begins && len(values) > 0 {
			return false
		}
		found = found || begins
	}
	return found
}

// emptyColumn: all values stand on one side of where the second column begins,
// for the other eye was not measured.
func emptyColumn(b heading, left, right float64) (edge float64, found bool) {
	switch h := b.Height(); {
	case left > b.X0-h:
		return b.X0 - h, true
	case right < b.X0:
		return b.X0, true
	}
	return 0, false
}

// matrixRow is a row of a table that has its labels above and one row for each
// eye.
type matrixRow struct {
	eye    string
	labels []item
	line   line
	dates  [len(orders)]string // behind the name of the eye, as read in each order
	aside  bool                // of an earlier examination, or of another surface of the cornea
}

// orders are the orders of day and month in which a date can be read.
var orders = [...]order{dayFirst, monthFirst}

// matrixRows finds them by their lines' numbers.
func (s *sheet) matrixRows() map[int]matrixRow {
	out := map[int]matrixRow{}
	for n := range s.lines {
		labels, titled := s.matrixHead(n)
		if labels == nil {
			continue
		}
		own := s.rowsUnder(n, labels, titled, out)
		if len(own) == 1 {
			if k, row, found := s.otherRow(own[0], out[own[0]], titled); found {
				out[k] = row
			}
		}
	}
	markEarlier(out)
	return out
}

// rowsUnder adds the rows directly below the head in line n to all rows, and returns in which lines those of the eyes stand.
func (s *sheet) rowsUnder(n int, labels []item, titled bool, all map[int]matrixRow) (own []int) {
	for k := n + 1; k < len(s.lines); k++ {
		if k == n+1 && (isUnitsUnder(s.wholeHead(n), s.lines[k]) || isSubheads(s.lines[k]) || s.headGoesOn(n)) {
			continue
		}
		l, surface := withoutSurface(s.lines[k])
		if side := ofOtherSurface(l, surface, all[k-1].eye); side != "" { // powers of the back, or of the whole cornea
			all[k] = matrixRow{eye: side, aside: true}
			continue
		}
		row := eyeRow(l, labels, titled)
		if row == "" && s.isBetweenEyes(k, labels, titled) {
			continue
		}
		if row == "" || s.goesOnUnderName(n, k, row) {
			break
		}
		all[k] = matrixRow{eye: row, labels: labels, line: l}.withDate()
		own = append(own, k)
	}
	return own
}

// otherRow is the row of the second eye that stands farther below than the first one in line n, which is alone under the head: single readings or a lens table lie
// between. It has as many cells under the labels, with as many decimals, and no other labels of measurements before it.
func (s *sheet) otherRow(n int, first matrixRow, titled bool) (k int, r matrixRow, found bool) {
	if n+1 < len(s.lines) && continuesCells(s.lines[n+1].items) {
		return 0, r, false
	}
	for k := n + 1; k < len(s.lines); k++ {
		l := s.lines[k]
		if len(l.labels()) > 1 && slices.ContainsFunc(l.items, isMeasurement) {
			break
		}
		if side := eyeRow(l, first.labels, titled); side != "" && side != first.eye && alikeRows(first.line, l) {
			return k, matrixRow{eye: side, labels: first.labels, line: l}.withDate(), true
		}
	}
	return 0, r, false
}

// continuesCells: the items go on with cells of the line above: they begin with a number, or one of them is a length that is no deviation.
func continuesCells(items []item) bool {
	for i, it := range items {
		length := i > 0 && i+1 < len(items) && unitOf(items[i+1].text) == "mm" && items[i-1].label == nil && items[i-1].text != "±"
		if it.plain(number) && (i == 0 || length) {
			return true
		}
	}
	return false
}

// alikeRows: both lines have as many cells, and their first numbers as many decimals.
func alikeRows(a, b line) bool {
	first, second := cellsOf(a.items), cellsOf(b.items)
	if len(first) != len(second) || len(first) <= fewRows {
		return false
	}
	for i := range first {
		if first[i][0].plain(number) != second[i][0].plain(number) || decimals(first[i][0].text) != decimals(second[i][0].text) {
			return false
		}
	}
	return true
}

// withDate takes the date that follows the name of the eye out of the values of the row.
func (r matrixRow) withDate() matrixRow {
	name := nameEnd(r.line.items)
	dates, upto := datesAt(r.line.items[name:])
	r.dates = dates
	r.line.items = slices.Concat(r.line.items[:name], r.line.items[name+upto:])
	return r
}

// markEarlier marks the rows of earlier examinations, which have an earlier date behind the name of the eye than others of that eye: "OD 24.09.2025  23.45". Where it
// depends on the order of days and months which one is earlier, none is marked.
func markEarlier(rows map[int]matrixRow) {
	dates := map[string][len(orders)]string{} // eye → its latest date, in each order
	for _, r := range rows {
		latest := dates[r.eye]
		for i, date := range r.dates {
			latest[i] = max(latest[i], date)
		}
		dates[r.eye] = latest
	}
	for n, r := range rows {
		earlier := r.dates != [len(orders)]string{}
		for i, latest := range dates[r.eye] {
			date := r.dates[i]
			earlier = earlier && (date == "" && latest == "" || date != "" && date < latest)
		}
		r.aside = r.aside || earlier
		rows[n] = r
	}
}

// withoutSurface takes the surface of the cornea from a row that begins with it behind the name of its eye, "OD anterior (SimK)  43.21 D": what is left, and
// the surface, "" if none is named.
func withoutSurface(l line) (line, string) {
	n := nameEnd(l.items)
	values := slices.IndexFunc(l.items, isValue)
	if n == 0 || values < n {
		return l, ""
	}
	at := slices.IndexFunc(l.items[n:values], func(it item) bool { return it.is(section) })
	if at < 0 || slices.ContainsFunc(l.items[n:values], ofValue) {
		return l, ""
	}
	what := l.items[n+at].field
	l.items = slices.Concat(l.items[:n], l.items[values:])
	return l, what
}

// ofOtherSurface is the eye of a row of the back or the whole of the cornea, without its surface: the eye that the row names, or that of the row above
// if it begins with the surface; "" if the row is none.
func ofOtherSurface(l line, surface, above string) string {
	if surface != "" && surface != front {
		return nameOf(l.items[:nameEnd(l.items)])
	}
	values := slices.IndexFunc(l.items, isValue)
	if values > 0 && l.items[0].is(section) && (l.items[0].field == back || l.items[0].field == net) && !slices.ContainsFunc(l.items, ofValue) {
		return above
	}
	return ""
}

// goesOnUnderName: the name of the eye that line k begins with is the second line of a larger one in the margin, directly above the labels in line n: "OD" and
// under it "right". So the line is the first row of that eye's block.
func (s *sheet) goesOnUnderName(n, k int, side string) bool {
	name := s.lines[k].items[0]
	return slices.ContainsFunc(s.lines[max(0, n-1):n+1], func(l line) bool {
		return len(l.items) > 0 && l.items[0].fieldOf(eye) == side && l.items[0].X0 < name.X1 && name.X0 < l.items[0].X1 && l.items[0].Height() > largeHeading*name.Height()
	})
}

// wholeHead is line n with the heads beside it that do not stand level with it, since they have a line for their units: "Eye" half a line below "AL".
func (s *sheet) wholeHead(n int) line {
	head := s.lines[n]
	if len(head.items) == 0 || !isWordEye(head.items[0]) {
		return head
	}
	for _, k := range []int{n - 1, n + 1} {
		if k < 0 || k >= len(s.lines) {
			continue
		}
		other := s.lines[k]
		level := math.Abs(other.CenterY()-head.CenterY()) < head.items[0].Height()
		over := slices.ContainsFunc(other.items, func(a item) bool {
			return slices.ContainsFunc(head.items, func(b item) bool { return a.X0 < b.X1 && b.X0 < a.X1 })
		})
		if level && !over && !other.hasNumber() && slices.ContainsFunc(other.items, ofEye) {
			head.items = slices.Concat(head.items, other.items)
			slices.SortStableFunc(head.items, func(a, b item) int { return cmp.Compare(a.X0, b.X0) })
		}
	}
	if s.headGoesOn(n) {
		head.items = withLineBelow(head.items, s.lines[n+1].items)
	}
	return head
}

// headGoesOn: line n+1 is nothing but the second lines of heads in line n, each below its first, and the first row of the table follows: "Lens   SD" and below it
// "status   AL".
func (s *sheet) headGoesOn(n int) bool {
	if n+2 >= len(s.lines) || len(s.lines[n+1].items) == 0 || s.lines[n+1].hasNumber() || nameEnd(s.lines[n+2].items) == 0 || !s.lines[n+2].hasNumber() {
		return false
	}
	below := s.lines[n+1]
	for _, cell := range cellsOf(below.items) {
		if slices.ContainsFunc(cell, ofOneEye) || len(cellsOver(s.lines[n].items, cell)) != 1 {
			return false
		}
	}
	return below.CenterY()-s.lines[n].CenterY() < nextLine*s.lines[n].Height()
}

// cellsOver is the cells of the items that stand over the cell.
func cellsOver(items, cell []item) (over [][]item) {
	box := boxOf(cell)
	for _, c := range cellsOf(items) {
		if b := boxOf(c); b.X0 < box.X1 && box.X0 < b.X1 {
			over = append(over, c)
		}
	}
	return over
}

// withLineBelow is the heads, of which those that are no label without their second line, "Lens" over "status", are one with it.
func withLineBelow(items, below []item) (out []item) {
	out = slices.Clone(items)
	for _, cell := range cellsOf(below) {
		first := cellsOver(items, cell)[0]
		i := slices.IndexFunc(out, func(it item) bool { return it.Box == first[0].Box }) // none: another cell below it was one with it
		if i < 0 || slices.ContainsFunc(first, func(it item) bool { return !it.plain(word) }) {
			continue
		}
		var tokens []token
		for _, it := range slices.Concat(first, cell) {
			t := it.token
			t.glued = false
			tokens = append(tokens, t)
		}
		if n, e := match(tokens); n == len(tokens) {
			out[i].entry, out[i].Box = e, boxOf(slices.Concat(first, cell))
			out = slices.Delete(out, i+1, i+len(first))
		}
	}
	return out
}

// matrixHead returns the labels of the columns if line n can be the head of such a table, and whether the word "eye" stands over the
// column of the eyes.
func (s *sheet) matrixHead(n int) (columns []item, titled bool) {
	head := s.wholeHead(n)
	columns = headLabels(head)
	titled = len(head.items) > 0 && head.items[0].is(eye) && head.items[0].field == ""
	if !slices.ContainsFunc(columns, ofEye) || len(columns) == 1 && !titled || nameOf(head.items[:nameEnd(head.items)]) != "" {
		return nil, false
	}
	if n > 0 && (isUnitsUnder(s.lines[n-1], head) && len(headLabels(s.lines[n-1])) > 0 || s.headGoesOn(n-1)) {
		return nil, false // the second line of a head
	}
	columns = withUnknownHeads(head, columns)
	if n+1 < len(s.lines) {
		columns = underGroups(columns, head, s.lines[n+1])
	}
	return columns, titled
}

// withUnknownHeads adds the words of a line of labels of which nothing is known: values stand
// under them too. Units that stand apart are of the label before them.
func withUnknownHeads(head line, labels []item) []item {
	labels = slices.Clone(labels)
	for _, cell := range cellsOf(head.items) {
		if unit := cell[len(cell)-1]; len(cell) == 1 && unit.plain(word) && unitOf(unit.text) != "" { // "AL      mm": over its value and its unit
			if k := slices.IndexFunc(labels, func(it item) bool { return it.X0 > unit.X0 }); k != 0 {
				if k < 0 {
					k = len(labels)
				}
				labels[k-1].end = max(labels[k-1].end, unit.X1)
			}
			continue
		}
		if cell[0].X0 > labels[0].X0 && cell[0].plain(word) && !slices.ContainsFunc(cell, func(it item) bool { return it.label != nil }) {
			unknown := cell[0]
			unknown.entry, unknown.Box = unknownLabel, boxOf(cell)
			labels = append(labels, unknown)
		}
	}
	slices.SortStableFunc(labels, func(a, b item) int { return cmp.Compare(a.X0, b.X0) })
	return labels
}

// isBetweenEyes: line k says more of the eye above it, its deviations or the state of its lens, and the row of the next
// eye follows.
func (s *sheet) isBetweenEyes(k int, labels []item, titled bool) bool {
	l := s.lines[k]
	return k+1 < len(s.lines) && eyeRow(s.lines[k-1], labels, titled) != "" && eyeRow(s.lines[k+1], labels, titled) != "" &&
		!slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) || it.is(eye) || it.is(section) })
}

// isSubheads: a line of nothing but heads of the means and deviations under each label: "Mean  SD   Mean  SD".
func isSubheads(l line) bool {
	return len(l.items) > 0 && !slices.ContainsFunc(l.items, func(it item) bool { return !it.is(mean) && !it.is(spread) })
}

// isUnits: a line of nothing but "[mm]" and the like, perhaps with "Eye" before it.
func isUnits(l line) bool {
	return len(l.items) > 0 && !slices.ContainsFunc(l.items, func(it item) bool {
		return it.label != nil && !it.is(axis) && (!it.is(eye) || it.field != "") || it.plain(number) || it.plain(dash) || it.plain(word) && unitOf(it.text) == ""
	})
}

// isUnitsUnder: the line is one of units under the head, or the second line of its labels, too: "Axis" over "K1", "CD" over "(WTW) [mm]".
func isUnitsUnder(head, l line) bool {
	l.items = slices.DeleteFunc(slices.Clone(l.items), func(it item) bool {
		return slices.ContainsFunc(head.items, func(above item) bool {
			under := above.X0 < it.X1 && it.X0 < above.X1
			return under && (it.is(power) && above.is(axis) || it.is(measure) && above.fieldOf(measure) == it.field)
		})
	})
	return isUnits(l)
}

// onlyTime: behind a label stands a time of day, and no other number: "Acquisition 14:21:08".
func onlyTime(items []item) bool {
	i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) })
	return i > 0 && isTime(items[i:]) && countOf(items, func(it item) bool { return it.plain(number) }) <= 3
}

func (s *sheet) matrices() []part {
	var out []part
	for _, n := range slices.Sorted(maps.Keys(s.rows)) {
		r := s.rows[n]
		if r.aside {
			continue
		}
		out = append(out, s.part(r.eye, below(r.labels, r.line)))
	}
	return out
}

// headLabels returns the labels of a line that holds no values.
func headLabels(l line) []item {
	var labels []item
	for i, it := range l.items {
		switch {
		case len(labels) > 0 && labels[len(labels)-1].is(other) && bracketed(l.items[:i]): // "Q (30°)"
		case ofValue(it), it.is(other), it.is(spread), it.is(mean) && (i == 0 || !near(l.items[i-1].token, it.token)):
			labels = append(labels, it)
		case it.plain(number), it.plain(dash):
			return nil
		case it.plain(word) && unitOf(it.text) != "" && i > 0 && l.items[i-1].label != nil && near(l.items[i-1].token, it.token) && len(labels) > 0:
			if last := &labels[len(labels)-1]; last.from == l.items[i-1].from && last.units == nil { // "R flat mm"
				last.units, last.end = []string{unitOf(it.text)}, it.X1
			}
		}
	}
	return labels
}

// abbreviation takes the full stops from "L . A".
var abbreviation = strings.NewReplacer(".", "", " ", "")

// eyeRow returns the eye that a row of values begins with.
func eyeRow(l line, labels []item, titled bool) string {
	n := nameEnd(l.items)
	if len(l.items) <= max(1, n) || onlyTime(l.items[n:]) || slices.ContainsFunc(l.items[max(1, n):], func(it item) bool {
		return ofOneEye(it) || it.is(section) || it.closed && !it.is(axis) && !strings.HasPrefix(it.text, "(") // "23.45 mm (SNR = 146.0)"
	}) {
		return ""
	}
	first := l.items[max(0, n-1)]
	side := first.fieldOf(eye)
	if n > 0 {
		side = nameOf(l.items[:n])
	} else if titled {
		side = sideUnder(abbreviation.Replace(first.text))
	}
	last := l.items[len(l.items)-1]
	if _, under := cellsUnder(labels, l); side == "" || first.X1 > labels[0].X0 || announcesOther(last) || !under || isNumbered(l.items[max(1, n):], labels[0]) {
		return ""
	}
	return side
}

// isNumbered: before the column of the first label the items begin with the number of a single reading, "1  22.88 mm  2.95 mm". The name of an eye before it
// heads a block of readings.
func isNumbered(items []item, first item) bool {
	return len(items) > 1 && items[0].plain(number) && items[1].plain(number) && readingNumber(items[0].text) > 0 && items[0].X1 < first.X0
}

// nameEnd is where the name of an eye at the start of a line ends: "OD", "OD right",
// "Right eye (OD)", "Eye: right".
func nameEnd(items []item) (end int) {
	for i, it := range items {
		switch {
		case i > 0 && !near(items[i-1].token, it.token):
			return end
		case it.is(eye):
			end = i + 1
		case i == 0 && len(items) > 1 && sides[it.text] != "" && items[1].fieldOf(eye) == sides[it.text]: // "R (right)"
		case !it.isSign():
			return end
		case end > 0 && it.text == ")":
			end = i + 1
		}
	}
	return end
}

// nameOf is the one eye that the items name, "" if they name none or both.
func nameOf(items []item) (side string) {
	for _, it := range items {
		named := it.fieldOf(eye)
		if named != "" && side != "" && named != side {
			return ""
		}
		side = cmp.Or(named, side)
	}
	return side
}

// below makes a line of each label and what stands under it in l. A label of an
// axis belongs to the power before it.
func below(labels []item, l line) []line {
	cells, _ := cellsUnder(labels, l)
	for i, label := range labels {
		if label.pair && i+1 < len(labels) {
			a, b, ok := paired(slices.Concat(cells[i], cells[i+1]))
			if !ok {
				a, b = nil, nil
			}
			cells[i], cells[i+1] = a, b
		}
	}
	var out []line
	for i, label := range labels {
		box := layout.Box{X0: label.X0, X1: label.X1, Y0: l.Y0, Y1: l.Y1} // where the values are, for sections
		label.Box = box
		if label.is(axis) && len(out) > 0 {
			last := &out[len(out)-1]
			last.items = append(append(last.items, label), cells[i]...)
			continue
		}
		out = append(out, line{Box: box, tokens: l.tokens, items: append([]item{label}, cells[i]...)})
	}
	return out
}

// cellsUnder divides a line among the labels above it, and says whether its end
// stands under one.
func cellsUnder(labels []item, l line) (cells [][]item, end bool) {
	cells = make([][]item, len(labels))
	n, ends, starts := -1, columnEnds(labels, l), columnStarts(labels, l)
	if starts == nil {
		starts = oneUnderEach(labels, l)
	}
	name := nameEnd(l.items)
	if name == 0 && len(l.items) > 0 && len(labels) > 0 && l.items[0].X1 < labels[0].X0 && sideUnder(l.items[0].text) != "" {
		name = 1
	}
	for i, it := range l.items {
		if i < name {
			continue
		}
		begins := func(k int) bool {
			return !goesOn(l.items, k) || beginsUnder(labels, l.items[k]) && unitOf(l.items[k].text) == "" // no column begins with a unit
		}
		if n < 0 || i == name || begins(i) {
			box := it.Box
			for k := i + 1; k < len(l.items) && !begins(k); k++ {
				box = box.Union(l.items[k].Box)
			}
			n = columnAt(labels, l.items[i:], box, n, starts, ends)
		}
		if n >= 0 {
			cells[n] = append(cells[n], it)
		}
		end = n >= 0 || end && it.plain(symbol) // a mark of quality may stand apart
	}
	return cells, end
}

// columnAt is the label whose column the first of the items begins in, after one of label n: by where the columns begin or end, if that is
// known, else the nearest one.
func columnAt(labels, items []item, box layout.Box, n int, starts, ends []float64) int {
	switch k := columnOf(labels, box); {
	case starts != nil:
		after := slices.IndexFunc(starts, func(x float64) bool { return items[0].X0 < x })
		if after < 0 {
			after = len(starts)
		}
		return after - 1
	case ends != nil:
		return slices.IndexFunc(ends, func(x float64) bool { return items[0].X1 < x })
	case n < 0 || !isAxisOf(labels[n], k, labels, items):
		return k
	}
	return n
}

// columnEnds is where the columns under labels end if all of them are flush right: where each label ends, or its
// unit, a value ends too, and nothing stands right of them. nil if they are not.
func columnEnds(labels []item, l line) (ends []float64) {
	for _, label := range labels {
		x := max(label.X1, label.end)
		if !slices.ContainsFunc(l.items, func(it item) bool { return math.Abs(it.X1-x) < flush*label.Height() }) {
			return nil
		}
		ends = append(ends, x+flush*label.Height())
	}
	if len(ends) < 2 || l.items[len(l.items)-1].X1 > ends[len(ends)-1] {
		return nil
	}
	return ends
}

// oneUnderEach is where the labels begin if from each one up to the next one exactly one cell stands, which begins with a number or dashes: values that are
// flush right under labels that are flush left stand nearer to the next label than to their own.
func oneUnderEach(labels []item, l line) (starts []float64) {
	if len(labels) < fewRows-1 {
		return nil
	}
	cells := make([]int, len(labels))
	for _, cell := range cellsOf(l.items) {
		first := cell[0]
		k := slices.IndexFunc(labels, func(label item) bool { return label.X0 > first.X0 })
		switch {
		case k == 0 && !first.plain(dash) && decimals(first.text) == 0:
			continue // the name or the number of the row
		case k == 0 || !isValue(first):
			return nil
		case k < 0:
			k = len(labels)
		}
		cells[k-1]++
	}
	for k, label := range labels {
		if cells[k] != 1 {
			return nil
		}
		starts = append(starts, label.X0)
	}
	return starts
}

// columnStarts is the same of columns that are flush left: where each label begins a value begins too, and each value begins right of its
// label's beginning. nil if they are not.
func columnStarts(labels []item, l line) (starts []float64) {
	if len(labels) < 2 {
		return nil
	}
	for _, label := range labels {
		begins := func(it item) bool {
			return math.Abs(it.X0-label.X0) < flush*label.Height() && (it.plain(number) || it.plain(dash))
		}
		if label.label == nil || !slices.ContainsFunc(l.items, begins) {
			return nil
		}
		starts = append(starts, label.X0-flush*label.Height())
	}
	return starts
}

// goesOn: item i continues the value before it, which may be wider than what it stands
// under: "41.16 D @ 160°", "41.16 D (8.20 mm) 160°", "phakic IOL".
func goesOn(items []item, i int) bool {
	last, it := items[i-1], items[i]
	joins := last.plain(at) || last.text == "/" || last.text == "(" || last.text == "x" || last.text == "±"
	beside := it.X0-last.X1 < tableGap*it.Height()
	if beside && (strings.HasPrefix(it.text, "(") || bracketed(items[:i]) || joins || it.text == "/" || it.text == "°") {
		return true
	}
	if !near(last.token, it.token) {
		return false
	}
	return !it.plain(number) && !it.plain(dash) || isDegrees(items[i:])
}

// isAxisOf: the items begin with degrees, the value before them is of a meridian, and the
// column that they stand under, if they do, holds no axes.
func isAxisOf(meridian item, column int, labels, items []item) bool {
	if !isDegrees(items) || !isMeridian(meridian) {
		return false
	}
	if column < 0 {
		return true
	}
	c := labels[column]
	if items[0].X1 < c.X0 {
		return true // left of the next meridian's
	}
	return !isMeridian(c) && !c.is(axis) && !strings.HasSuffix(c.field, "_axis") && !c.is(other)
}

// isDegrees: a number in degrees stands at the start.
func isDegrees(items []item) bool {
	return len(items) > 1 && items[0].plain(number) && (items[1].text == "°" || unitOf(items[1].text) == degrees)
}

// beginsUnder: the item begins where a label above it does.
func beginsUnder(labels []item, it item) bool {
	return slices.ContainsFunc(labels, func(label item) bool { return label.label != nil && math.Abs(label.X0-it.X0) < flush*it.Height() })
}

// columnOf returns the label that a value stands under: the nearest one, if it
// is near enough. OCR may have lost the end of a label: of two as near on both sides it is neither's.
func columnOf(labels []item, b layout.Box) int {
	best, distance, next := -1, math.Inf(1), math.Inf(1)
	for i, label := range labels {
		gap := max(0, b.X0-max(label.X1, label.end), label.X0-b.X1)
		d := gap + math.Abs(b.CenterX()-label.CenterX())/1000
		switch {
		case gap >= columnGap*b.Height():
		case d < distance:
			best, distance, next = i, d, distance
		case d < next:
			next = d
		}
	}
	if best >= 0 && labels[best].conf < layout.Certain && distance > 1 && next-distance < b.Height() {
		return -1
	}
	return best
}
