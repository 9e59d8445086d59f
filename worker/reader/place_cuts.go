package reader

import (
	"cmp"
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Blocks cut into columns: what stands beside each other in the block of an eye has rows of its own, which need not be level. So a block is
// cut at the strips without words that go through as many of its lines as possible, and each piece again (a recursive X-Y cut: Nagy and Seth,
// "Hierarchical representation of optically scanned documents", 1984).

// inColumns cuts the blocks of the eyes into columns; nil if there is nothing to cut.
func (s *sheet) inColumns(blocks []part) (out []part) {
	if !slices.ContainsFunc(blocks, func(p part) bool { return p.eye != document }) {
		blocks = slices.Concat(blocks, s.titledPage())
	}
	cut := false
	for _, p := range blocks {
		columns := s.columnsOf(p)
		cut, out = cut || len(columns) > 1, append(out, columns...)
	}
	if !cut {
		return nil
	}
	return out
}

// columnsOf cuts a block into its columns and the lines above and below them.
func (s *sheet) columnsOf(p part) (out []part) {
	if p.eye == document || len(p.lines) < fewRows || len(p.lines) > mostCut || p.valuesFirst() {
		return []part{p}
	}
	from, upto, edges := p.longestRun()
	if len(edges) == 0 || p.underHeads(from, upto) || splitsTable(p.lines, from) || splitsTable(p.lines, upto) {
		return []part{p}
	}
	words := p.with(p.lines[from:upto]).words()
	out = append(s.columnsOf(p.with(p.lines[:from])), s.columnsOf(p.with(p.lines[upto:]))...)
	start := math.Inf(-1)
	for _, x := range append(edges, math.Inf(1)) {
		own := between(words, start, x)
		if len(own) == 0 {
			continue
		}
		column := s.columnPart(p.eye, own)
		column.unclear, column.titled = p.unclear, p.titled
		top := column.lines[0].Box
		column.sections = append([]zone{{y: math.Inf(-1), x0: math.Inf(-1), x1: math.Inf(1), what: p.sectionOf(top)}}, p.sectionsOver(column, start)...)
		column.columns = slices.Concat(p.columns, column.columns) // what heads stand above, too
		out, start = append(out, s.columnsOf(column)...), x
	}
	return out
}

// sectionsOver are the sections of a column that begins at x, and those of the part that go over it from a heading left of it.
func (p part) sectionsOver(column part, x float64) []zone {
	box := column.lines[0].Box
	for _, l := range column.lines {
		box = box.Union(l.Box)
	}
	over := slices.DeleteFunc(slices.Clone(p.sections), func(z zone) bool {
		return z.y <= box.Y0 || z.at >= x || z.x0 > box.X0 || z.x1 < box.X1 || z.what == resetSection
	})
	out := slices.Concat(over, column.sections)
	slices.SortStableFunc(out, func(a, b zone) int { return cmp.Compare(a.y, b.y) })
	return out
}

// underHeads: the lines are rows of numbers under a line of labels, which alone say what the columns are.
func (p part) underHeads(from, upto int) bool {
	if from == 0 || len(headLabels(p.lines[from-1])) < 2 || p.lines[from].CenterY()-p.lines[from-1].CenterY() >= blockLine*p.lines[from].Height() {
		return false
	}
	return !slices.ContainsFunc(p.lines[from:upto], func(l line) bool { return slices.ContainsFunc(l.items, ofValue) })
}

// valuesFirst: a line of values stands over a line of their labels, and none over it. In a piece of such lines a value would be taken for that of the
// label above it.
func (p part) valuesFirst() bool {
	moved := func(t token) bool { return t.moved != layout.Offset{} }
	if slices.ContainsFunc(p.lines, func(l line) bool { return slices.ContainsFunc(l.tokens, moved) }) {
		return true // they did, and the two have changed places
	}
	labels := func(n int) bool { return n >= 0 && len(headLabels(p.lines[n])) > 0 && !p.lines[n].hasNumber() }
	for n := 1; n < len(p.lines); n++ {
		above := p.lines[n-1]
		next := p.lines[n].CenterY()-above.CenterY() < blockLine*above.Height()
		if next && labels(n) && isValues(above) && hasValueOf(above.items) && !labels(n-2) && standsOver(above, headLabels(p.lines[n])) {
			return true
		}
	}
	return false
}

// standsOver: a number of the line stands over one of the labels.
func standsOver(values line, labels []item) bool {
	return slices.ContainsFunc(labels, func(label item) bool {
		return slices.ContainsFunc(values.items, func(it item) bool { return isNumberUnder(label, it) })
	})
}

// isNumberUnder: the item is a number that stands under the label, or over it.
func isNumberUnder(label, it item) bool {
	return it.plain(number) && it.X0 < max(label.X1, label.end)+label.Height() && it.X1 > label.X0-label.Height()
}

// span is a place from left to right that words of several lines cover, and the height of the first of them.
type span struct{ x0, x1, height float64 }

// longestRun are the lines of the part that one strip at least parts, as many as follow each other, and where their strips are.
func (p part) longestRun() (from, upto int, edges []float64) {
	words := make([][]span, len(p.lines))
	for n := range p.lines {
		words[n] = spansOf(p.with(p.lines[n : n+1]).words())
	}
	for start := range p.lines {
		longer := max(upto-from, fewRows-1) + 1
		if len(p.lines)-start < longer {
			break
		}
		var spans []span
		end := start
		for ; end < len(p.lines); end++ {
			next := p.withLine(spans, words[end], p.lines[end])
			if end-start >= fewRows-1 && len(edgesOfSpans(next)) == 0 {
				break
			}
			spans = next
		}
		if end-start < longer {
			continue
		}
		inTable := func(x float64) bool { return partsTable(p.lines[max(0, start-1):end], x) }
		if own := withValues(p.lines[start:end], slices.DeleteFunc(edgesOfSpans(spans), inTable)); len(own) > 0 {
			from, upto, edges = start, end, own
		}
	}
	return from, upto, edges
}

// withLine is what is covered together with the words of one more line. Where a label stands left of a gap and its value right of it, the
// gap is covered, too.
func (p part) withLine(before, words []span, l line) []span {
	return covered(slices.Concat(before, words), func(x float64) bool { return p.labelsAcross(l, x) })
}

// spansOf are the places of words.
func spansOf(words []layout.Word) (out []span) {
	for _, w := range words {
		out = append(out, span{w.X0, w.X1, w.Height()})
	}
	return out
}

// covered joins the spans that meet, and those between which the middle of the gap is closed.
func covered(spans []span, closed func(x float64) bool) (out []span) {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.x0, b.x0) })
	for _, w := range spans {
		if k := len(out) - 1; k >= 0 && (w.x0 <= out[k].x1 || closed((w.x0+out[k].x1)/2)) {
			out[k].x1 = max(out[k].x1, w.x1)
			continue
		}
		out = append(out, w)
	}
	return out
}

// strips returns the middles of the vertical strips without words.
func strips(words []layout.Word) []float64 {
	return edgesOfSpans(covered(spansOf(words), func(float64) bool { return false }))
}

// edgesOfSpans are the middles of the gaps that are wide enough for the edge of a column.
func edgesOfSpans(spans []span) (edges []float64) {
	for i := 1; i < len(spans); i++ {
		if gap := spans[i].x0 - spans[i-1].x1; gap > spans[i].height {
			edges = append(edges, spans[i].x0-gap/2)
		}
	}
	return edges
}

// withValues leaves out the edges behind columns that have labels and no numbers, and behind the names of rows of single readings and their mean: their
// values stand in the next one.
func withValues(lines []line, edges []float64) (out []float64) {
	start := math.Inf(-1)
	for _, x := range edges {
		labels, numbers, means, others, shots := false, false, false, false, 0
		for _, l := range lines {
			own := within(l.items, start, x)
			if len(own) == 1 && own[0].plain(number) && len(own[0].text) == 1 {
				shots++
			}
			for _, it := range own {
				means = means || isMean(it)
				others = others || !isMean(it) && !it.is(spread) && it.text != "#" && it.text != "R" && (!it.plain(number) || decimals(it.text) > 0)
				labels, numbers = labels || ofValue(it) || it.is(other), numbers || it.plain(number) || it.plain(dash) && !it.isHyphen()
			}
		}
		if (numbers || !labels) && (others && shots < 2 || !means) {
			out, start = append(out, x), x
		}
	}
	return out
}

// labelsAcross: a label of the line stands left of x, and right of it no word or other label begins, but its value or what belongs to that. Where
// the page is titled, a second number may be one of a map: it cannot be the other eye's.
func (p part) labelsAcross(l line, x float64) bool {
	right := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= x })
	if right <= 0 || beginsText(l.items[right]) {
		return false
	}
	left := l.items[:right]
	last := len(left) - 1
	for last >= 0 && !ofValue(left[last]) && !left[last].is(other) {
		last--
	}
	ofMap := p.titled && l.items[right].plain(number) && last >= 0 && hasValueOf(left[last+1:]) && !isRadiusOf(left[last+1:], l.items[right])
	return last >= 0 && !ofMap && !areHeads(left)
}

// isRadiusOf: the number is the radius of the first of the values, which is a power: "43.21 D   7.81 mm".
func isRadiusOf(values []item, it item) bool {
	i := slices.IndexFunc(values, func(it item) bool { return it.plain(number) })
	return i >= 0 && belongTogether(it.text, values[i].text)
}

// areHeads: the items are labels of columns that stand apart, without a value: "K1   K2   ΔD". What stands right of them is of another table.
func areHeads(items []item) bool {
	return len(headLabels(line{items: items})) > 1 && !slices.ContainsFunc(cellsOf(items), func(cell []item) bool { return cell[0].label == nil })
}

// splitsTable: the line at n is a row of a table of readings, whose heads and at least one row stand above: "K1  K2", then "41.29  42.19", then this one. Alone, one
// reading would be taken for the value.
func splitsTable(lines []line, n int) bool {
	if n >= len(lines) {
		return false
	}
	for k := n - 1; k >= 0; k-- {
		items := lines[k].items
		if first := slices.IndexFunc(items, func(it item) bool { return it.plain(number) }); first >= 0 {
			items = items[:first]
		}
		heads := slices.DeleteFunc(headLabels(line{items: items}), func(it item) bool { return !it.is(power) })
		under := func(l line) bool {
			return !slices.ContainsFunc(heads, func(head item) bool {
				return !slices.ContainsFunc(l.items, func(it item) bool { return isNumberUnder(head, it) })
			})
		}
		if len(heads) > 1 {
			return k < n-1 && !slices.ContainsFunc(lines[k+1:n+1], func(l line) bool { return !under(l) })
		}
	}
	return false
}

// partsTable: left and right of x stand heads of columns of one table, under each of which numbers stand in the lines below: single readings and their mean.
func partsTable(lines []line, x float64) bool {
	beside := func(l line) (left, right item, ok bool) {
		k := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= x })
		if k < 1 {
			return left, right, false
		}
		return l.items[k-1], l.items[k], true
	}
	for n, l := range lines {
		a, b, ok := beside(l)
		if !ok || !ofValue(a) || !ofValue(b) && !b.is(other) {
			continue
		}
		rows := 0
		for _, below := range lines[n+1:] {
			_, first, ok := beside(below)
			if !ok || !first.plain(number) || !isNumberUnder(b, first) {
				break
			}
			rows++
		}
		if rows >= fewRows {
			return true
		}
	}
	return false
}

// beginsText: the item is a word or a label, and neither a unit nor the word for an axis.
func beginsText(it item) bool {
	return it.label != nil && !it.is(axis) && !it.is(spread) || it.plain(word) && unitOf(it.text) == ""
}

// words are the words of the part's items: the tokens of its lines may be those of both eyes.
func (p part) words() (words []layout.Word) {
	for _, l := range p.lines {
		if l.again {
			continue
		}
		ofPart := func(t token) bool {
			return slices.ContainsFunc(l.items, func(it item) bool {
				return it.X0 <= t.X0 && t.X1 <= it.X1 && it.Y0 <= t.CenterY() && t.CenterY() <= it.Y1
			})
		}
		words = append(words, wordsOf(slices.DeleteFunc(slices.Clone(l.tokens), func(t token) bool { return t.hidden || !ofPart(t) }))...)
	}
	return words
}

// with is the part with other lines.
func (p part) with(lines []line) part {
	p.lines = lines
	return p
}

// titledPage is a page whose patient's data say whose it is, "Eye: right", and whose columns, each by itself, hold the values of one eye.
func (s *sheet) titledPage() []part {
	if len(s.headings) == 0 || len(s.listed) > 0 || s.unclear || s.disagrees || s.cutAtLeft() {
		return nil
	}
	h := s.headings[0]
	named := slices.ContainsFunc(s.headings, func(own heading) bool { return s.labelledEye(own) >= 0 && s.headsPage(own) })
	others := slices.ContainsFunc(s.headings, func(other heading) bool { return other.eye != h.eye })
	if !named || others || s.measuresAbove() && !s.isPatients() {
		return nil
	}
	page := s.part(h.eye, s.fromHeading())
	page.titled = true
	for _, column := range s.columnsOf(page) {
		if !s.ofOne(column.lines) || column.hasTwoColumns() {
			return nil
		}
	}
	return append(s.besideHeadings(s.headingRows()), page)
}
