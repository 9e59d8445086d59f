package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// Most printouts have a value after its label, or under it. Where it stands
// before or above, the two are made to change places, so that everything else
// knows one arrangement only.

// arranged returns the page with labels before or above their values, and
// whether anything had to be moved.
func arranged(page layout.Page, lines []line) (layout.Page, bool) {
	if columns, from, upto := labelColumns(lines); len(columns) > 0 {
		page.Words = labelsFirst(lines, from, upto)
		return page, true
	}
	if pairs := labelsUnder(lines); len(pairs) > 0 {
		page.Words = labelsAbove(lines, pairs)
		return page, true
	}
	return page, false
}

// labelColumns returns where the labels begin that follow their values, and in
// which lines; none if most do not follow.
func labelColumns(lines []line) (columns []float64, from, upto int) {
	var starts []layout.Box
	after, before := 0, 0
	for n, l := range lines {
		first := slices.IndexFunc(l.items, func(it item) bool { return it.label != nil })
		if first < 0 || !slices.ContainsFunc(l.items, ofNumber) {
			continue
		}
		if !slices.ContainsFunc(l.items, ofValue) {
			if first > 0 && first == len(l.items)-1 && l.items[first].is(other) && ofNumber(l.items[0]) {
				starts = append(starts, l.items[first].Box) // "3.46 mm  Pupil" stands in the same columns
			}
			continue
		}
		last := l.items[len(l.items)-1]
		ends := last.label != nil || last.text == "]" || last.text == ")" && !endsBracket(l.items)
		switch {
		case overValue(lines, n, first):
			before++ // of another column, which is not level
		case first > 0 && ends && ofNumber(l.items[0]):
			if after++; after == 1 {
				from = n
			}
			upto = n
			starts = append(starts, behindOthers(l)...)
		case first == 0 && !ends && !underUnits(lines[:n]):
			before++
		}
	}
	if after < fewRows || after < 2*before {
		return nil, 0, 0
	}
	columns = common(starts)
	return columns, firstOfValues(lines, from, columns), min(upto+3, len(lines)-1) // words as values may follow
}

// ofNumber: a number, or dashes in its place.
func ofNumber(it item) bool { return it.plain(number) || it.plain(dash) }

// behindOthers is where the labels of values in the line stand that do not follow another label.
func behindOthers(l line) (out []layout.Box) {
	for i, it := range l.items[1:] {
		if ofValue(it) && l.items[i].label == nil {
			out = append(out, it.Box)
		}
	}
	return out
}

// underUnits: the line behind these is a row of a table whose columns are headed by units, in which labels come first wherever others stand.
func underUnits(above []line) bool {
	return slices.ContainsFunc(above[max(0, len(above)-2):], isUnits)
}

// overValue: below the label at i in line n a line with a value begins where the label does.
func overValue(lines []line, n, i int) bool {
	label := lines[n].items[i]
	if n+1 == len(lines) || len(lines[n+1].items) == 0 {
		return false
	}
	first := lines[n+1].items[0]
	return (first.plain(number) || first.plain(dash)) && math.Abs(first.X0-label.X0) < margin*label.Height() && first.CenterY()-label.CenterY() < 2*label.Height()
}

// labelsAt: a label begins at one of the columns, or little before it, as shorter values leave room.
func labelsAt(l line, columns []float64) bool {
	return slices.ContainsFunc(l.items, func(it item) bool {
		return it.label != nil && slices.ContainsFunc(columns, func(x float64) bool { return it.X0-x < aligned*it.Height() && x-it.X0 < columnGap*it.Height() })
	})
}

// endsBracket: the items end with a bracket that holds a number, "23.45 (0.02)", "43.21 D (97°)".
func endsBracket(items []item) bool {
	last := items[len(items)-2]
	return last.plain(number) || last.text == "°" || unitOf(last.text) == degrees
}

// firstOfValues is from, or the line above it from which on words stand before the labels
// whose values they are.
func firstOfValues(lines []line, from int, columns []float64) int {
	for n := from - 1; n >= 0; n-- {
		switch l := lines[n]; {
		case beginsWithValue(l) && labelsAt(l, columns): // and then stands a number that is not its own
			from = n
			continue
		case len(columns) > 0 && l.X0 > columns[0]+farApart*l.Height(): // of a table beside the values
			continue
		}
		break
	}
	for from > 0 && (isHeader(lines[from-1]) || beginsWithValue(lines[from-1]) && lines[from-1].items[len(lines[from-1].items)-1].is(choice)) {
		from--
	}
	return from
}

// isHeader: a line of nothing but headings of sections.
func isHeader(l line) bool {
	return len(l.items) > 0 && !slices.ContainsFunc(l.items, func(it item) bool { return !it.is(section) })
}

// common returns the left edges that several boxes have.
func common(boxes []layout.Box) (edges []float64) {
	slices.SortFunc(boxes, func(a, b layout.Box) int { return cmp.Compare(a.X0, b.X0) })
	for i := 0; i < len(boxes); {
		n := i + 1
		for n < len(boxes) && boxes[n].X0-boxes[i].X0 < aligned*boxes[i].Height() {
			n++
		}
		if n-i >= fewRows-1 {
			edges = append(edges, boxes[i].X0)
		}
		i = n
	}
	return edges
}

// labelsFirst moves labels before the values that stand left of them, in each run of
// lines that begin with values.
func labelsFirst(lines []line, from, upto int) []layout.Word {
	var out []layout.Word
	for n := 0; n < len(lines); {
		end := n
		for end < len(lines) && from <= end && end <= upto && (lines[end].again || beginsWithValue(lines[end])) {
			end++
		}
		if end == n {
			if !lines[n].again {
				out = append(out, wordsOf(lines[n].tokens)...)
			}
			n++
			continue
		}
		out, n = append(out, labelsFirstIn(lines[n:end])...), end
	}
	return out
}

// beginsWithValue: a number, dashes or words that are no label begin the line, which is no head of columns, "D  mm  Axis".
func beginsWithValue(l line) bool {
	return len(l.items) > 1 && l.items[0].label == nil && !l.items[0].plain(symbol) && !isUnits(l)
}

// labelsFirstIn is labelsFirst for one run. A label that is not understood begins where
// those of other lines do.
func labelsFirstIn(run []line) []layout.Word {
	var starts []layout.Box
	for _, l := range run {
		starts = append(starts, labelStarts(l)...)
	}
	edges := distinct(starts)
	begins := make([]float64, len(edges)) // where the values of a column do
	for k := range begins {
		begins[k] = math.Inf(1)
	}
	var cells [][]swapped
	for _, l := range run {
		if l.again {
			continue
		}
		own := cellsAt(wordsOf(l.tokens), edges)
		cells = append(cells, own)
		for k, c := range own[:len(edges)] {
			if len(c.label) > 0 && len(c.values) > 0 {
				begins[k] = min(begins[k], c.values[0].X0)
			}
		}
	}
	var out []layout.Word
	for _, own := range cells {
		for k, c := range own[:len(edges)] {
			out = append(out, c.apart...)
			if len(c.label) == 0 || len(c.values) == 0 {
				out = append(append(out, c.values...), c.label...)
				continue
			}
			left := begins[k] - c.label[0].X0
			right := c.label[len(c.label)-1].X1 + left + columnGap*c.label[0].Height() - c.values[0].X0
			out = append(append(out, shifted(c.label, left, 0)...), shifted(c.values, right, 0)...)
		}
		out = append(out, own[len(edges)].values...)
	}
	return out
}

// labelStarts is where the labels of a line begin that follow a value.
func labelStarts(l line) (starts []layout.Box) {
	for i, it := range l.items {
		ofNumber := strings.HasPrefix(it.text, "(") || it.is(axis) && i+1 < len(l.items) && l.items[i+1].plain(number)                         // "(SNR = 146.0)", "Ax: 90°"
		ofPhrase := i > 0 && it.is(other) && l.items[i-1].plain(word) && unitOf(l.items[i-1].text) == "" && near(l.items[i-1].token, it.token) // "phakic IOL"
		if i > 0 && (ofValue(it) || it.is(other)) && l.items[i-1].label == nil && !ofNumber && !ofPhrase {
			starts = append(starts, it.Box)
		}
	}
	return starts
}

// distinct is the left edges of boxes, without those next to another.
func distinct(boxes []layout.Box) (edges []float64) {
	slices.SortFunc(boxes, func(a, b layout.Box) int { return cmp.Compare(a.X0, b.X0) })
	for i, b := range boxes {
		if i == 0 || b.X0-edges[len(edges)-1] > aligned*b.Height() {
			edges = append(edges, b.X0)
		}
	}
	return edges
}

// swapped is a label and the values before it, and what stands far before them: the table between two blocks.
type swapped struct{ apart, values, label []layout.Word }

// ownValues is where the values of the label behind the words begin: behind the last wide gap.
func ownValues(words []layout.Word) int {
	for i := len(words) - 1; i > 0; i-- {
		if words[i].X0-words[i-1].X1 > betweenSections*words[i].Height() {
			return i
		}
	}
	return 0
}

// mayBegin: a label may begin with the word, which is no number, no bracket and no unit.
func mayBegin(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s == "@" || unicode.IsLetter(first) && unitOf(s) == ""
}

// cellsAt divides words at the columns where labels begin; what is left over
// comes last.
func cellsAt(words []layout.Word, columns []float64) []swapped {
	out := make([]swapped, len(columns)+1)
	for k, x := range columns {
		at := slices.IndexFunc(words, func(w layout.Word) bool { return math.Abs(w.X0-x) < aligned*w.Height() && mayBegin(w.Text) })
		if at >= 0 && at+1 < len(words) && words[at].Text == "@" && !mayBegin(words[at+1].Text) {
			at = -1 // "43.21 D @ 95°", and no "@ K1"
		}
		if at > 0 && mayBegin(words[at-1].Text) && words[at].X0-words[at-1].X1 < printedSpace*words[at].Height() {
			at = -1 // inside a phrase, "phakic IOL"
		}
		if at < 0 {
			continue
		}
		end := at + 1
		for end < len(words) && words[end].X0-words[end-1].X1 < labelGap*words[end].Height() {
			end++
		}
		own := ownValues(words[:at])
		out[k], words = swapped{words[:own], words[own:at], words[at:end]}, words[end:]
	}
	out[len(columns)].values = words
	return out
}

// labelsUnder returns the numbers of the lines of labels whose values stand in
// the line above, nil if most stand below.
func labelsUnder(lines []line) []int {
	var pairs, proven []int
	ofValues, above := 0, 0
	for n, l := range lines {
		if n == 0 || len(headLabels(l)) == 0 || !slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) || it.is(other) }) || hasChoice(l) {
			continue
		}
		up, down := toValues(lines, n)
		each := n+1 < len(lines) && underEach(l, lines[n-1], lines[n+1])
		switch {
		case (up < nearer*down || each) && up < blockLine*l.Height():
			pairs = append(pairs, n)
			if slices.ContainsFunc(l.items, ofValue) {
				ofValues++
			}
			if each {
				proven = append(proven, n)
			}
		case down < up:
			above++
		}
	}
	switch {
	case ofValues >= fewRows-1 && ofValues >= 2*above:
		return pairs
	case len(proven) > 1:
		return proven
	}
	return nil
}

// toValues is how far the values above and below line n are away, infinite where none are. What stands beside the line, above, is of another column. The patient's
// data stand under their labels.
func toValues(lines []line, n int) (up, down float64) {
	l, above := lines[n], lines[n-1]
	up, down = math.Inf(1), math.Inf(1)
	beside := len(within(above.items, l.items[0].X0-farMargin*l.Height(), l.items[len(l.items)-1].X1+farMargin*l.Height())) == 0
	if isValues(above) && !beside && (n < 2 || !lines[n-2].saysPatient() || lines[n-2].hasNumber()) {
		up = l.CenterY() - above.CenterY()
	}
	if n+1 < len(lines) && (isValues(lines[n+1]) || nameEnd(lines[n+1].items) > 0 && lines[n+1].hasNumber()) {
		down = lines[n+1].CenterY() - l.CenterY()
	}
	return up, down
}

// underEach: each label of the line has its middle under that of a value in the line above, which fits it, and under them stand nothing but deviations.
func underEach(l, above, under line) bool {
	labels, values := headLabels(l), cellsOf(above.items)
	if len(labels) < fewCards || len(labels) != len(values) || len(under.items) == 0 || !under.items[0].is(spread) {
		return false
	}
	for i, label := range labels {
		if !centred(label, values[i]) || isMeasurement(label) && !fitsLabel(label, values[i][0]) {
			return false
		}
	}
	return true
}

// centred: the cell has its middle under that of the head, or over it.
func centred(head item, cell []item) bool {
	return math.Abs(boxOf(cell).CenterX()-head.CenterX()) <= head.Height()
}

// isValues: a line of values alone, or of words that no label is among. A word with its unit in brackets is a label, even if it is not known: "PAST [D]  0.93".
func isValues(l line) bool {
	name, numbers := besideName(l.items), false
	if len(l.items) > 3 && l.hasNumber() && (l.items[0].is(other) || l.items[0].plain(word) && l.items[1].text == "[" && unitOf(l.items[2].text) != "") {
		return false
	}
	for _, it := range l.items[name:] {
		numbers = numbers || it.plain(number)
		ofValue := numbers && (it.is(axis) || strings.HasPrefix(it.text, "(")) // "43.21 D Ax: 90°", "23.45 mm (SNR = 146.0)"
		if !ofValue && (announcesOther(it) || it.is(axis) || it.closed) {
			return false
		}
	}
	return true
}

// besideName is where the values begin that stand right of an eye's name, "OD  43.21 D", 0
// if the line begins with none.
func besideName(items []item) int {
	n := nameEnd(items)
	if n == len(items) || nameOf(items[:n]) == "" || !items[n].plain(number) && !items[n].plain(dash) {
		return 0
	}
	return n
}

// labelsAbove lets those lines change places with the lines above them.
func labelsAbove(lines []line, pairs []int) []layout.Word {
	var out []layout.Word
	for n, l := range lines {
		if l.again || !slices.Contains(pairs, n) && underValues(lines, n) {
			continue
		}
		dy := 0.0
		if slices.Contains(pairs, n) {
			dy = lines[n-1].CenterY() - l.CenterY()
		} else if slices.Contains(pairs, n+1) {
			dy = lines[n+1].CenterY() - l.CenterY()
		}
		name := 0 // of an eye left of the block, which stays
		if n := besideName(l.items); n > 0 {
			name = l.items[n-1].upto
		}
		out = append(append(out, wordsOf(l.tokens[:name])...), shifted(wordsOf(l.tokens[name:]), 0, dy)...)
	}
	return out
}

// underValues: labels beside numbers stand in line n under a line of values. The numbers are of something else, and so would be
// those of the next line.
func underValues(lines []line, n int) bool {
	l := lines[n]
	return n > 0 && l.hasNumber() && slices.ContainsFunc(l.items, ofValue) && lines[n-1].hasNumber() && isValues(lines[n-1]) &&
		l.CenterY()-lines[n-1].CenterY() < blockLine*l.Height()
}

func shifted(words []layout.Word, dx, dy float64) []layout.Word {
	out := slices.Clone(words)
	for i, w := range out {
		out[i] = w.Shifted(layout.Offset{X: dx, Y: dy})
	}
	return out
}

// wordsOf puts words together from their tokens.
func wordsOf(tokens []token) []layout.Word {
	var out []layout.Word
	for _, t := range tokens {
		if n := len(out) - 1; t.glued && n >= 0 {
			w := &out[n]
			w.Text, w.Box, w.Conf = w.Text+t.raw, w.Union(t.Box), min(w.Conf, t.conf)
			continue
		}
		out = append(out, layout.Word{Text: t.raw, Box: t.Box, Conf: t.conf, Moved: t.moved})
	}
	return out
}
