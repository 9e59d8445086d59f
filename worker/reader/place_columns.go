package reader

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Two headings beside each other begin two columns, each with its own labels.

// sideBySide finds where the second eye's column begins: where labels come
// twice in a line, at the second; in a table with labels once, at the gap
// before the second heading.
func (s *sheet) sideBySide(a, b heading, lines []line) []part {
	if a.eye == b.eye || a.eye == nobody || b.eye == nobody {
		return nil
	}
	lines = s.withoutForeign(lines)
	if valuesOnBothSides(withoutPairs(lines)) { // labels that stand twice are of pictures below the table
		return s.table(a, b, lines)
	}
	if edge, found := s.besideUnmeasured(a, b, lines); found {
		return s.halves(a.eye, b.eye, edge, lines)
	}
	if edge, found := s.underOne(a, b, lines); found {
		return s.halves(a.eye, b.eye, edge, lines)
	}
	if first, second, found := pairEdges(lines); found && !sharesLabels(a, b, lines) {
		edge := second
		if b.X0 > first {
			edge = min(edge, b.X0) // its labels stand further right than its heading
		}
		if first >= second || a.CenterX() >= edge || b.X1 <= edge {
			return nil
		}
		return s.halves(a.eye, b.eye, outdented(lines, edge), lines)
	}
	pairsReach := func(edge float64) bool { // their items are one of both values
		return slices.ContainsFunc(lines, func(l line) bool { return l.again && l.X1 > edge })
	}
	if edge := b.X0 - aligned*b.Height(); !pairsReach(edge) && s.oneEmpty(a, b, edge, lines) {
		return s.halves(a.eye, b.eye, edge, lines)
	}
	return s.table(a, b, lines)
}

// sharesLabels: rows have one label, left of both headings, and behind it a value of each eye. Labels that stand twice are heads of single readings below them.
func sharesLabels(a, b heading, lines []line) bool {
	rows, edge := 0, b.X0-columnGap*b.Height()
	for _, l := range lines {
		labels := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return !ofEye(it) || it.is(axis) })
		if len(labels) == 0 {
			continue
		}
		left, right := within(l.items, labels[0].X1, edge), within(l.items, edge, math.Inf(1))
		switch {
		case len(labels) > 1 && l.hasNumber():
			return false
		case labels[0].X1 < a.X0 && slices.ContainsFunc(left, isValue) && len(right) > 0 && isValue(right[0]):
			rows++
		}
	}
	return rows >= fewRows
}

// withoutPairs are the lines in which no label of a measurement stands twice.
func withoutPairs(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		for i, it := range l.items {
			if it.is(measure) && slices.ContainsFunc(l.items[i+1:], func(other item) bool { return other.label == it.label }) {
				return true
			}
		}
		return false
	})
}

// oneEmpty: of two columns of which each has its own labels one has none, because that
// eye was not measured: all labels stand on one side of the edge, with their values. What
// would be the labels of a table of both eyes is none.
func (s *sheet) oneEmpty(a, b heading, edge float64, lines []line) bool {
	labelled := func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && s.sectionAt(it.Box) != foreign })
	}
	from, upto := slices.IndexFunc(lines, labelled), len(lines)-1
	if from < 0 {
		return false
	}
	for !labelled(lines[upto]) {
		upto--
	}
	var labels, values [2]int
	left := math.Inf(1) // of the labels
	for _, l := range lines[from : upto+1] {
		for i, it := range l.items {
			side := 0
			if it.X0 >= edge {
				side = 1
			}
			switch {
			case s.sectionAt(it.Box) == foreign, it.is(measure) && it.field == indexField, i > 0 && l.items[i-1].fieldOf(measure) == indexField:
			case ofValue(it):
				labels[side]++
				left = min(left, it.X0)
			case it.plain(number), it.plain(dash) && !it.isHyphen():
				values[max(side, endsUnder(l.items[i:], b))]++
			case i > 0 && it.plain(word) && l.items[0].is(choice) && !near(l.items[i-1].token, it.token):
				values[side]++ // "Lens   phakic   aphakic"
			}
		}
	}
	switch {
	case labels[1] == 0 && values[1] == 0: // no value near the second heading, and one for each label
		// A block that begins right of the heading is the second one's, which stands at its end.
		return labels[0] > 0 && left <= a.X1 && (left >= a.X0-a.Height() || s.part(a.eye, lines).rowsOfTwo() == 0 && a.X1 < edge-quarterColumn*s.page.Width)
	case labels[0] == 0 && values[0] == 0:
		return left >= b.X0-b.Height() || left >= a.X1+columnGap*a.Height() && left > farSide*s.page.Width
	}
	return false
}

// besideUnmeasured: below the headings of both eyes stands that one of them was not measured, in a column of its own: all labels of values, with
// their numbers, stand right of it (then it is said of the first eye) or left of it. It returns where the second column begins.
func (s *sheet) besideUnmeasured(a, b heading, lines []line) (edge float64, found bool) {
	for _, cell := range unmeasuredCells(lines) {
		x0, x1 := cell[0].X0, cell[len(cell)-1].X1
		switch {
		case x0 <= a.X1 && x1 < b.X0 && s.allMeasured(lines, func(it item) bool { return it.X0 > x1 }):
			return x1 + 1, true
		case x0 > a.X1 && x0 <= b.X1 && s.allMeasured(lines, func(it item) bool { return it.X1 < x0 }):
			return x0, true
		}
	}
	return 0, false
}

// underOne: all labels of values, with their numbers, stand right of the middle between two headings that are far from each other, so they are of the second
// one, whatever labels stand twice among them. The edge is the middle.
func (s *sheet) underOne(a, b heading, lines []line) (edge float64, found bool) {
	edge = (a.CenterX() + b.CenterX()) / 2
	return edge, b.X0-a.X1 > quarterColumn*s.page.Width && s.allMeasured(lines, func(it item) bool { return it.X0 > edge })
}

// unmeasuredCells are the cells that say so of an eye, in the first lines below the headings of both.
func unmeasuredCells(lines []line) (out [][]item) {
	for _, l := range lines[:min(len(lines), rowsOfEmpty)] {
		for _, cell := range cellsOf(l.items) {
			if saysUnmeasured(cell) {
				out = append(out, cell)
			}
		}
	}
	return out
}

// allMeasured: lines have labels of values, and all of these and the numbers in their lines stand there. An index may be for both eyes.
func (s *sheet) allMeasured(lines []line, there func(item) bool) bool {
	found := false
	for _, l := range lines {
		if !slices.ContainsFunc(l.items, s.ofBlock) {
			continue
		}
		found = true
		if slices.ContainsFunc(l.items, func(it item) bool { return (ofEye(it) || it.plain(number)) && !there(it) }) {
			return false
		}
	}
	return found
}

// withoutUnmeasured is the headings without that of an eye under whose name stands that it was not measured, where its column goes on with titles that name
// the other eye, as all later ones do:
//
//	OD                  OS
//	not examined
//	Eye status - OS     AL   23.45 mm
//
// So is that of an eye of which its own line says so, "OD (right): no measurement", if the others are of the other eye.
func (s *sheet) withoutUnmeasured() []heading {
	// without is the headings but that at k, and whether all of them are of the other eye.
	without := func(k int) (rest []heading, ofOther bool) {
		rest = slices.Delete(slices.Clone(s.headings), k, k+1)
		return rest, !slices.ContainsFunc(rest, func(h heading) bool { return h.eye == s.headings[k].eye || h.eye == nobody })
	}
	for k := range s.headings {
		if rest, ofOther := without(k); ofOther && len(rest) > 0 && s.unmeasuredBeside(k) {
			return rest
		}
	}
	for k := 1; k < len(s.headings); k++ {
		a, b := s.headings[k-1], s.headings[k]
		if a.line != b.line || a.eye == b.eye || a.eye == nobody || b.eye == nobody {
			continue
		}
		for _, cell := range unmeasuredCells(s.lines[a.line+1:]) {
			at := k - 1
			if cell[0].X0 >= b.X0 {
				at = k
			}
			rest, ofOther := without(at)
			if ofOther && slices.ContainsFunc(rest, func(h heading) bool { return h.line > a.line && (h.X0 >= b.X0) == (at == k) }) {
				return rest
			}
		}
	}
	return s.headings
}

// unmeasuredBeside: heading k is followed in its line by a colon and the words for an eye that was not measured.
func (s *sheet) unmeasuredBeside(k int) bool {
	h, end := s.headings[k], math.Inf(1)
	if k+1 < len(s.headings) && s.headings[k+1].line == h.line {
		end = s.headings[k+1].X0
	}
	behind := within(s.lines[h.line].items, h.X1, end)
	i := slices.IndexFunc(behind, func(it item) bool { return it.text == ":" })
	return i >= 0 && i <= 2 && i+1 < len(behind) && saysUnmeasured(behind[i+1:])
}

// saysUnmeasured: the cell says in words that there is no value, and nothing else. Dashes may stand in any column.
func saysUnmeasured(cell []item) bool {
	if len(cell) == 1 && cell[0].plain(dash) {
		return hasLetter(cell[0].raw)
	}
	var text strings.Builder
	for _, it := range cell {
		text.WriteString(strings.ToLower(it.raw))
	}
	return missingWords[text.String()] || nothingMeasured.MatchString(fold(text.String()))
}

// nothingMeasured is a sentence that says so: "No measurement data available."
var nothingMeasured = regexp.MustCompile(`^(no|keine?|sin|sans|aucune?|pasde|nessun[ao]?|sem|nenhum|brak|geen)(measurements?|measured)?` +
	`(data|daten|datos|dados|dat[io]|donnees?|messdaten|messungen|messwerte?|werte|values?|valores|valeurs?|valori|mesures?|medicion(es)?|medidas?|medicoes|misur[ae]|misurazion[ei]|danych|metingen)` +
	`((de|di|da)(mesures?|medicion|medicao|medida|misura|misurazione))?(available|present|found|vorhanden|verfugbar|erfasst|disponibles?|disponivel|disponiveis|disponibili|beschikbaar)?$`)

// endsUnder is 1 if the unit of the number at the start ends under the heading, 0 if not.
func endsUnder(items []item, h heading) int {
	if len(items) > 1 && near(items[0].token, items[1].token) && items[1].plain(word) && items[1].X1 > h.CenterX() {
		return 1
	}
	return 0
}

// phrase is a label, and how it is worded where that matters.
type phrase struct {
	*label
	text string
}

// pairEdges looks at the lines in which one label stands exactly twice: where
// the last of the first ones and the first of the second ones begin.
func pairEdges(lines []line) (first, second float64, found bool) {
	var pairs [][2]float64
	for _, l := range lines {
		at := l.starts()
		if len(l.labels()) == 1 {
			continue // "Lens: phakic (natural lens)"
		}
		for _, x := range at {
			if len(x) == 2 {
				pairs = append(pairs, [2]float64{x[0], x[1]})
			}
		}
	}
	if len(pairs) == 0 {
		return unevenEdges(lines)
	}
	if first, second = edgesOf(pairs); first >= second {
		first, second = edgesOf(equallyFar(pairs))
	}
	return first, second, true
}

// starts is where each label of the line begins that each of two columns has.
func (l line) starts() map[phrase][]float64 {
	at := map[phrase][]float64{}
	for i, it := range l.items {
		ofColumn := it.is(measure) && it.field != indexField || it.is(power) && !it.isOfAxis() || it.is(choice)
		of := phrase{label: it.label}
		if it.is(choice) {
			of.text = fold(it.text) // "LVC: untreated   LVC mode: -" are no pair
		}
		again := len(at[of]) > 0 && bracketed(l.items[:i]) // "VK-Tiefe (opt. ACD)"
		if ofColumn && !again && !isDegrees(l.items[i+1:]) {
			at[of] = append(at[of], it.X0)
		}
	}
	return at
}

// edgesOf is where the last of the first labels of pairs and the first of the second ones begin.
func edgesOf(pairs [][2]float64) (first, second float64) {
	first, second = math.Inf(-1), math.Inf(1)
	for _, x := range pairs {
		first, second = max(first, x[0]), min(second, x[1])
	}
	return first, second
}

// equallyFar is the pairs that are as far apart as most are, as the labels of two equal
// columns. Other labels stand twice in a column: the constants of two lenses, a legend.
func equallyFar(pairs [][2]float64) [][2]float64 {
	apart := func(x [2]float64) float64 { return x[1] - x[0] }
	sorted := slices.SortedFunc(slices.Values(pairs), func(a, b [2]float64) int { return cmp.Compare(apart(a), apart(b)) })
	usual := apart(sorted[len(sorted)/2])
	equal := slices.DeleteFunc(sorted, func(x [2]float64) bool { return math.Abs(apart(x)-usual) > usual*sameReading })
	if 2*len(equal) <= len(pairs) {
		return pairs
	}
	return equal
}

// unevenEdges is pairEdges for columns that are not level: labels that stand twice, each
// in another line.
func unevenEdges(lines []line) (first, second float64, found bool) {
	first, second = math.Inf(-1), math.Inf(1)
	twice := map[*label][]item{}
	for _, l := range lines {
		for _, i := range l.labels() {
			it := l.items[i]
			twice[it.label] = append(twice[it.label], it)
		}
	}
	pairs := 0
	for _, at := range twice {
		if len(at) != 2 {
			continue
		}
		left, right := at[0], at[1]
		if left.X0 > right.X0 {
			left, right = right, left
		}
		if right.X0-left.X0 < farApart*left.Height() {
			continue
		}
		pairs++
		first, second = max(first, left.X0), min(second, right.X0)
	}
	return first, second, pairs >= fewUneven && first < second
}

// halves divides the words at the edge. Rows are made anew, for the two
// columns need not be level.
func (s *sheet) halves(leftmost, rightmost string, edge float64, lines []line) []part {
	var tokens [2][]token
	left := leftOf(lines)
	for _, l := range lines {
		if l.headsBothHalves(left, edge, s.page.Width) {
			tokens[0], tokens[1] = append(tokens[0], l.tokens...), append(tokens[1], l.tokens...)
			continue
		}
		if l.crosses(edge) {
			continue
		}
		for _, t := range l.tokens {
			if t.hidden || l.again {
				continue
			}
			side := 0
			if t.X0 >= edge-aligned*t.Height() {
				side = 1
			}
			tokens[side] = append(tokens[side], t)
		}
		tokens[1] = append(tokens[1], titleOfBoth(l, edge)...)
	}
	out := make([]part, 2)
	for i, eye := range []string{leftmost, rightmost} {
		out[i] = s.columnPart(eye, wordsOf(tokens[i]))
	}
	return out
}

// leftOf is where the first of the lines begins from the left; infinite if there are none.
func leftOf(lines []line) float64 {
	left := math.Inf(1)
	for _, l := range lines {
		left = min(left, l.X0)
	}
	return left
}

// headsBothHalves: the line is nothing but the heading of a section, which reaches over the edge between the halves, or stands nearer to it than to the left one.
func (l line) headsBothHalves(left, edge, width float64) bool {
	if len(l.items) == 0 || l.again || l.X0 >= edge || edge-l.X1 >= l.X0-left || len(cellsOf(l.items)) > 1 || slices.ContainsFunc(l.items, ofValue) {
		return false
	}
	_, what := sectionAt(l, 0, width)
	return what != ""
}

// titleOfBoth is the title of a row of means or deviations that stands left of both halves: right of the edge the row goes on with a number.
func titleOfBoth(l line, edge float64) []token {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= edge-aligned*it.Height() })
	if i < 2 || !isMean(l.items[0]) && !l.items[0].is(spread) || !l.items[1].plain(number) || !l.items[i].plain(number) {
		return nil
	}
	return l.tokens[l.items[0].from:l.items[0].upto]
}

// outdented is where a column begins whose labels begin at the edge: the headings of its sections
// and the signs before its labels stand somewhat left of them, in several lines alike. Where
// numbers do, these are values of the column before.
func outdented(lines []line, edge float64) float64 {
	var begins []layout.Box
	for _, l := range lines {
		if !slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) || it.is(section) }) {
			continue // "180°" around a picture
		}
		for i, t := range l.tokens {
			if i == 0 || t.X0 >= edge-aligned*t.Height() || edge-t.X0 >= farMargin*t.Height() {
				continue
			}
			if near(l.tokens[i-1], t) {
				if qualityMarks[t.text] {
					return edge // the marks are of the values before them
				}
				continue
			}
			if l.isOfValue(i, edge) {
				return edge
			}
			begins = append(begins, t.Box)
		}
	}
	slices.SortFunc(begins, func(a, b layout.Box) int { return cmp.Compare(a.X0, b.X0) })
	for i := 1; i < len(begins); i++ {
		if begins[i].X0-begins[i-1].X0 < aligned*begins[i].Height() {
			return begins[i-1].X0
		}
	}
	return edge
}

// isOfValue: token i is of a value left of the edge. A dash before a label that begins at the edge is none.
func (l line) isOfValue(i int, edge float64) bool {
	t := l.tokens[i]
	isBullet := i+1 < len(l.tokens) && near(t, l.tokens[i+1]) && math.Abs(l.tokens[i+1].X0-edge) < aligned*t.Height()
	return t.kind == number || t.kind == dash && !isBullet || t.text == "±" || unitOf(t.text) != ""
}

// crosses: a phrase of the line goes on from one side of the edge to the other, so that it is of no column. One that
// only ends over the edge is of the first.
func (l line) crosses(edge float64) bool {
	i := slices.IndexFunc(l.tokens, func(t token) bool { return t.X0 >= edge-aligned*t.Height() })
	for i > 0 && i < len(l.tokens) && l.tokens[i].glued {
		i++
	}
	if i <= 0 || i == len(l.tokens) {
		return false
	}
	next := l.tokens[i]
	next.first = false // behind a ";", too
	return near(l.tokens[i-1], next)
}

// columnPart is words of a column, whose rows and headings are its own.
func (s *sheet) columnPart(eye string, words []layout.Word) part {
	lines := s.linesOf(words)
	column := s.page
	column.Words = words
	if column, moved := arranged(column, lines); moved { // the rows of two columns that are not level hide it from the page
		lines = s.linesOf(column.Words)
	}
	return part{eye: eye, lines: lines, zones: zonesOf(lines, s.page.Width), page: s}
}
