package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// heading says whose values follow.
type heading struct {
	layout.Box
	eye  string
	line int
}

// part is the lines of a page that belong to one eye.
type part struct {
	eye     string
	lines   []line
	zones   // of its own column, or the page's
	page    *sheet
	unclear bool // the eye's name does not stand where the lines begin
	titled  bool // the patient's data say whose the page is
	whole   bool // all that stands beside the eye's name: two values of a field say that a block of the other eye is among it
}

// parts divides a page between the eyes. A page whose headings are of one eye
// is all that eye's; headings side by side begin two columns; headings one
// below the other begin two halves; rows that begin with an eye are a table of
// their own. Any other arrangement is nobody's.
//
// Where the left edge of the page is cut off, labels, titles and headings are missing: only
// what says by itself whose it is has an eye.
func (s *sheet) parts() (out []part) {
	out = slices.Concat(s.onCards(), s.inline(), s.records(), s.inBands(), s.above(), s.indexBetween(), s.blocksBelow(), s.prose())
	if !s.cutAtLeft() {
		out = slices.Concat(s.matrices(), out, s.blocks())
	}
	out = slices.DeleteFunc(out, func(p part) bool { return p.eye == nobody })
	for i := range out {
		out[i].lines = withoutOthers(out[i].lines, out[i].eye)
	}
	return out
}

// withoutOthers leaves out the rows of values that begin with the name of the other eye, whatever stands above them.
func withoutOthers(lines []line, eye string) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		items := l.items[dateBefore(l.items):]
		named := nameOf(items[:nameEnd(items)])
		return eye != document && named != "" && named != eye && (l.hasNumber() || slices.ContainsFunc(l.items, ofValue))
	})
}

// dateBefore is how many items a date takes with which a row begins, before the name of an eye: "08/22/2023  LE  23.77".
func dateBefore(items []item) int {
	i := slices.IndexFunc(items, ofOneEye)
	if i < 1 {
		return 0
	}
	if raw, _ := join(tokensOf(items[:i])); !isDay(raw) {
		return 0
	}
	return i
}

// cutAtLeft: several lines begin at the left edge of the page, in the middle of a word.
func (s *sheet) cutAtLeft() bool {
	n := 0
	for _, l := range s.lines {
		if len(l.tokens) > 0 && l.tokens[0].in.X0 < margin*l.tokens[0].Height() && len(fold(l.tokens[0].text)) > 1 {
			n++
		}
	}
	return n >= fewCut
}

// above is what stands before the headings and holds for every eye: the
// keratometric index alone.
func (s *sheet) above() []part {
	if len(s.headings) == 0 || s.headings[0].line == 0 {
		return nil
	}
	var lines []line
	for _, l := range s.lines[:s.headings[0].line] {
		for i, it := range l.items {
			if it.is(measure) && it.field == indexField {
				lines = append(lines, line{Box: l.Box, tokens: l.tokens, items: l.items[i:]})
			}
		}
	}
	return []part{s.part(document, lines)}
}

func (s *sheet) blocks() []part {
	rows := s.headingRows()
	if len(rows) == 0 || len(s.listed) > 0 {
		return nil
	}
	if eye, alone := s.onlyEye(); alone {
		all := s.part(eye, s.fromHeading())
		return append(s.besideHeadings(rows), all)
	} else if eye != "" {
		return nil
	}
	out := append(s.besideHeadings(rows), s.stacked(rows)...)
	for i, r := range rows {
		switch {
		case len(r) == 2:
			out = append(out, s.sideBySide(r[0], r[1], append(s.rowBeside(r[0], r[1]), s.between(rows, i)...))...)
		case len(r) > 2 && len(r)%2 == 0:
			out = append(out, s.tables(r, s.between(rows, i))...)
		}
	}
	return out
}

// rowBeside is the line of two headings if a row of both blocks stands in it, each behind its heading: "OD  AL: 23.45 mm   OS  AL: 24.12 mm".
func (s *sheet) rowBeside(a, b heading) []line {
	l := s.lines[a.line]
	first := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= a.X1 && ofEye(it) })
	second := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= b.X1 && ofEye(it) })
	if a.line != b.line || first < 0 || second < 0 || l.items[first].X0 > b.X0 || l.items[first].label != l.items[second].label || !l.hasNumber() {
		return nil
	}
	return []line{l}
}

// endsRows: a row of both blocks stands before two headings of one line: "LS: phakic  OD   LS: phakic  OS".
func (s *sheet) endsRows(a, b heading) bool {
	items := s.lines[a.line].items
	first := slices.IndexFunc(items, func(it item) bool { return it.X1 < a.X0 && ofEye(it) })
	second := slices.IndexFunc(items, func(it item) bool { return it.X0 > a.X1 && it.X1 < b.X0 && ofEye(it) })
	return a.line == b.line && first >= 0 && second >= 0 && items[first].label == items[second].label
}

func (s *sheet) part(eye string, lines []line) part {
	return part{eye: eye, lines: lines, zones: s.zones, page: s}
}

// sectionOf: the page's lens calculations are foreign to both eyes, whatever a
// column's own headings say.
func (p part) sectionOf(b layout.Box) string {
	if p.page.sectionAt(b) == foreign {
		return foreign
	}
	return p.sectionAt(b)
}

// areDates: the items are dates, as over the columns of several examinations.
func areDates(items []item) bool {
	for len(items) > 0 {
		n, _ := dateAt(items, dayFirst)
		if n == 0 {
			n, _ = dateAt(items, monthFirst)
		}
		if n == 0 {
			return false
		}
		items = items[n:]
	}
	return true
}

// onlyValues: numbers, dashes, units and signs, as in a row of a table.
func onlyValues(items []item) bool {
	return !slices.ContainsFunc(items, func(it item) bool { return it.label != nil || it.plain(word) && unitOf(it.text) == "" })
}

// headingRows groups the headings by line.
func (s *sheet) headingRows() [][]heading {
	var out [][]heading
	for _, h := range s.headings {
		if k := len(out) - 1; k >= 0 && sameRow(out[k], h) {
			out[k] = append(out[k], h)
			slices.SortStableFunc(out[k], func(a, b heading) int { return cmp.Compare(a.X0, b.X0) })
			continue
		}
		out = append(out, []heading{h})
	}
	return out
}

// sameRow: on the same line, or beside each other on a page that is not quite
// level.
func sameRow(row []heading, h heading) bool {
	a := row[0]
	apart := math.Abs(h.CenterX()-a.CenterX()) > headingsApart*h.Height()
	return a.line == h.line || len(row) == 1 && h.eye != a.eye && apart && math.Abs(h.CenterY()-a.CenterY()) < unlevel*h.Height()
}

// between returns the lines from heading row i to the next.
func (s *sheet) between(rows [][]heading, i int) []line {
	end := len(s.lines)
	if i+1 < len(rows) {
		end = slices.MinFunc(rows[i+1], func(a, b heading) int { return cmp.Compare(a.line, b.line) }).line
	}
	last := slices.MaxFunc(rows[i], func(a, b heading) int { return cmp.Compare(a.line, b.line) })
	from := last.line + 1
	if len(rows[i]) == 1 {
		if n, _ := s.besideBlock(rows[i][0]); n < last.line {
			from = n
		}
	}
	if i+1 < len(rows) && len(rows[i+1]) == 1 {
		_, end = s.besideBlock(rows[i+1][0])
	}
	lines := slices.Clone(s.lines[min(from, end):end])
	return slices.DeleteFunc(lines, func(l line) bool { return l.Box == s.lines[last.line].Box })
}

// besideBlock is the first line that belongs to a heading, and the first one that may belong
// to it and is therefore nobody else's: lines above the heading, if it stands at the left of
// its block. A heading in larger letters may stand lower than its block begins; a line just
// above it is its own if an empty line stands above that, and the other block's if the gap
// below it is the larger one.
func (s *sheet) besideBlock(h heading) (own, perhaps int) {
	rightOf := func(it item) bool { return it.X0 > h.X1 }
	beside := func(k int) bool { return k >= 0 && len(s.lines[k].items) > 0 && rightOf(s.lines[k].items[0]) }
	n := h.line
	for beside(n-1) && s.lines[n-1].CenterY() > h.Y0 {
		n--
	}
	own, perhaps = n, n
	for k := n - 1; beside(k) && h.Height() > largeHeading*s.lines[k].Height() && s.lines[k].CenterY() > h.Y0-h.Height(); k-- {
		above, below := math.Inf(1), 0.0
		if k > 0 {
			above = s.lines[k].Y0 - s.lines[k-1].Y1
		}
		if i := slices.IndexFunc(s.lines[k+1].items, rightOf); i >= 0 {
			below = s.lines[k+1].items[i].Y0 - s.lines[k].Y1
		}
		if below > above+margin*s.lines[k].Height() {
			break
		}
		if perhaps = k; above > s.lines[k].Height() {
			own = k
		}
	}
	return own, perhaps
}

// stacked reads the headings that stand alone in their row. They must be of both
// eyes and stand below each other, or these are two columns whose headings are
// not level.
func (s *sheet) stacked(rows [][]heading) []part {
	var out []part
	var first *heading
	both := false
	tables := s.tablesBeside(rows)
	if s.measuresAbove() || !s.measuresBoth(rows) && !s.holdsOne(rows[0][0], s.lines) {
		return nil // only headings of one eye have values, and they are both eyes'
	}
	unclear := s.unevenBlocks(rows)
	for i, r := range rows {
		if len(r) != 1 {
			continue
		}
		if first == nil {
			first = &r[0]
		}
		both = both || r[0].eye != first.eye
		if i > 0 && !s.measuresFrom(r[0]) {
			continue // "OD: no measurement", below the values of the other eye, or rows of which nothing is known: "OD Refraction: 0.25 D"
		}
		if math.Abs(r[0].X0-first.X0) > sameColumn*s.page.Width {
			return nil
		}
		lines := s.withoutRows(r[0], rows[i+1:], withoutNext(s.between(rows, i), s.labelsAbove(*first)))
		if i+1 < len(rows) && s.reachesAbove(*first, rows[len(rows)-1][0], belowOf(r[0], lines)) {
			return nil // the headings stand in the middle of their blocks
		}
		if !s.ofOne(lines) {
			continue
		}
		if tables { // each has its own place
			lines = upToOther(lines, r[0], sameColumn*s.page.Width)
		}
		block := s.part(r[0].eye, append(s.beside(r[0]), lines...))
		block.unclear = unclear || block.hasTwoColumns() // or the headings are those of columns
		out = append(out, block)
	}
	if !both {
		return nil
	}
	return out
}

// tablesBeside: tables of both eyes may stand beside the blocks under the headings. Those below all blocks do not.
func (s *sheet) tablesBeside(rows [][]heading) bool {
	last := len(rows)
	for last > 0 && len(rows[last-1]) > 1 {
		last--
	}
	return slices.ContainsFunc(rows[:last], func(r []heading) bool { return len(r) > 1 && s.measuresFrom(r[0]) })
}

// measuresBoth: headings of both eyes have labels of values below them.
func (s *sheet) measuresBoth(rows [][]heading) bool {
	return slices.ContainsFunc(rows, func(r []heading) bool { return r[0].eye != rows[0][0].eye && s.measuresFrom(r[0]) })
}

// unevenBlocks: the lines below the headings that stand alone in their row have other labels twice for one eye than for the other, or a
// heading stands behind a value of the block above. Where the first heading of the page, above all that was measured, stands behind the same labels, these begin each block.
func (s *sheet) unevenBlocks(rows [][]heading) bool {
	var blocks []part
	for i, r := range rows {
		if len(r) == 1 {
			own := s.fieldsBefore(r[0])
			if i > 0 && s.endsRow(r[0]) && (len(own) == 0 || !slices.Equal(own, s.fieldsBefore(rows[0][0]))) {
				return true
			}
			blocks = append(blocks, s.part(r[0].eye, append(s.beside(r[0]), s.between(rows, i)...)))
		}
	}
	return uneven(blocks)
}

// uneven: a label stands before values of one eye twice, and before none of the other one's, which has labels of its own, too. So one
// block begins within the other: the name of an eye does not stand where its block begins.
func uneven(parts []part) bool {
	counts := map[string]map[ofSurface]int{rightEye: {}, leftEye: {}}
	for _, p := range parts {
		if p.eye != document && p.hasRowOfBoth() {
			return true
		}
		if counts[p.eye] != nil {
			p.countLabels(counts[p.eye])
		}
	}
	right, left := counts[rightEye], counts[leftEye]
	twiceOnlyIn := func(a, b map[ofSurface]int) bool {
		for l, n := range a {
			if n == 2 && b[l] == 0 {
				return true
			}
		}
		return false
	}
	return len(right) > 1 && len(left) > 1 && (twiceOnlyIn(right, left) || twiceOnlyIn(left, right))
}

// hasRowOfBoth: in a line several measurements have two different values behind two labels, "ACD 2.88  LT 4.83  AL 22.36  ACD 2.85  LT 4.86": it is of both eyes.
func (p part) hasRowOfBoth() bool {
	return slices.ContainsFunc(p.lines, func(l line) bool {
		twice, values := 0, map[string]string{}
		for i, it := range l.items[:max(0, len(l.items)-1)] {
			value := l.items[i+1]
			if !it.is(measure) || it.field == indexField || !value.plain(number) || !inRange(it.field, value.text) {
				continue
			}
			if before, again := values[it.field]; again && before != value.text {
				twice++
			}
			values[it.field] = value.text
		}
		return twice > 1
	})
}

// countLabels counts the labels of the part's values, not those of the index, which may stand at the foot of the page. States alone, as between lens tables, are no block of an eye.
func (p part) countLabels(counts map[ofSurface]int) {
	measured := slices.ContainsFunc(p.lines, func(l line) bool { return slices.ContainsFunc(l.items, isMeasurement) })
	for _, l := range p.lines {
		if l.again || l.namesBoth() {
			continue // the label of the second one of a pair, "Radius flat / steep", is short; "Lens: OD pseudophakic  OS phakic" is of both
		}
		for _, it := range l.items {
			where := p.sectionOf(it.Box)
			if !ofValue(it) || it.isOfAxis() || it.field == indexField || !measured && it.is(choice) || where == foreign && !standsAnywhere(it) {
				continue
			}
			if !it.is(power) {
				where = front // it is of no surface
			}
			counts[ofSurface{it.label, where}]++
		}
	}
}

// endsRow: the heading stands behind a value and its label, or behind another label and its number, in whose block it is.
func (s *sheet) endsRow(h heading) bool {
	items := within(s.lines[h.line].items, math.Inf(-1), h.X0)
	return slices.ContainsFunc(items, ofValue) || len(items) > 1 && items[0].is(other) && items[1].plain(number)
}

// fieldsBefore are the fields of the labels left of the heading in its line.
func (s *sheet) fieldsBefore(h heading) (fields []string) {
	for _, it := range within(s.lines[h.line].items, math.Inf(-1), h.X0) {
		if ofValue(it) {
			fields = append(fields, it.field)
		}
	}
	return fields
}

// withoutRows returns the lines below a heading without rows that say again what a row with the name of the eye says: that of the
// heading itself, or the next one if that is the same eye's. They are of the other eye, whose name was not seen.
func (s *sheet) withoutRows(h heading, next [][]heading, lines []line) []line {
	if len(next) > 0 && next[0][0].eye == h.eye && s.namesValue(h) && s.namesValue(next[0][0]) && len(lines) > 1 && slices.ContainsFunc(lines[max(0, len(lines)-2):], func(l line) bool { return len(headLabels(l)) > 0 }) {
		return nil // rows of cards, of which the other eye's have lost their names
	}
	named := s.beside(h)
	if len(named) > 0 && len(next) > 0 && next[0][0].eye == h.eye {
		named = append(named, s.beside(next[0][0])...)
	}
	again := func(it item) bool {
		return ofValue(it) && slices.ContainsFunc(named, func(row line) bool {
			i := slices.IndexFunc(row.items, func(own item) bool { return own.label == it.label && !own.is(axis) })
			return i >= 0 && (it.field != "LT" || !ofState(row.items[i+1:])) // "Lens: phakic" is no row of a thickness
		})
	}
	if i := slices.IndexFunc(lines, func(l line) bool { return slices.ContainsFunc(l.items, again) }); i >= 0 {
		return lines[:i]
	}
	return lines
}

// namesValue: nothing but values without labels stand behind the heading in its line.
func (s *sheet) namesValue(h heading) bool {
	behind := within(s.lines[h.line].items, h.X1, math.Inf(1))
	return len(behind) > 0 && !slices.ContainsFunc(behind, func(it item) bool { return it.label != nil && !it.is(eye) })
}

// upToOther is the lines up to the first label that stands farther than reach from where the
// heading begins: it is of another place.
func upToOther(lines []line, h heading, reach float64) []line {
	lines = slices.Clone(lines)
	for n, l := range lines {
		if k := slices.IndexFunc(l.items, func(it item) bool { return ofValue(it) && math.Abs(it.X0-h.X0) > reach }); k >= 0 {
			lines[n].items = l.items[:k]
		}
	}
	return lines
}

// measuresFrom: the label of a value stands in the line of the heading or below it.
func (s *sheet) measuresFrom(h heading) bool {
	return slices.ContainsFunc(s.lines[h.line:], func(l line) bool { return slices.ContainsFunc(l.items, ofValue) })
}

// ofBlock: the item is the label of a value of an eye, and not in a lens calculation.
func (s *sheet) ofBlock(it item) bool { return ofEye(it) && s.sectionAt(it.Box) != foreign }

// measuresAbove: labels of values stand above the first name of an eye and again below it: names may stand in the middle of their
// blocks or at the end.
func (s *sheet) measuresAbove() bool {
	if len(s.headings) == 0 {
		return false
	}
	above, again := map[ofSurface]bool{}, map[ofSurface]bool{}
	own, _ := s.besideBlock(s.headings[0])
	for n, l := range s.lines {
		for _, it := range l.items {
			switch is := (ofSurface{it.label, s.sectionAt(it.Box)}); {
			case !s.ofBlock(it):
			case n < own:
				above[is] = true
			case above[is]:
				again[is] = true
			}
		}
	}
	return len(again) >= fewAbove || len(again) > 0 && s.besideRowsAbove(s.headings[0])
}

// besideRowsAbove: the labels of values right of a heading begin above it.
func (s *sheet) besideRowsAbove(h heading) bool {
	right := func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofEye(it) && it.X0 > h.X1 && s.sectionAt(it.Box) != foreign })
	}
	return h.line > 0 && right(s.lines[h.line]) && right(s.lines[h.line-1]) && s.lines[h.line].CenterY()-s.lines[h.line-1].CenterY() < blockLine*h.Height()
}

// labelsAbove are the labels of the values in the line directly above a heading: that of a block
// which begins above its heading.
func (s *sheet) labelsAbove(h heading) []*label {
	if h.line == 0 || h.Y0-s.lines[h.line-1].Y1 > blockLine*h.Height() {
		return nil
	}
	var out []*label
	for _, it := range s.lines[h.line-1].items {
		if ofEye(it) {
			out = append(out, it.label)
		}
	}
	return out
}

// reachesAbove: among the lines below a heading are values whose labels stand above the first heading too, and not below the
// last one. So the block of each heading begins above it, and these values are of the next one.
func (s *sheet) reachesAbove(first, last heading, lines []line) bool {
	above, below := valueLabels(s.lines[:first.line]), valueLabels(s.lines[last.line:])
	for _, l := range valueLabels(lines) {
		if slices.Contains(above, l) && !slices.Contains(below, l) {
			return true
		}
	}
	return false
}

// belowOf are the lines that stand lower than a heading.
func belowOf(h heading, lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.CenterY() < h.CenterY() })
}

// valueLabels are the labels of the lines that stand before a number.
func valueLabels(lines []line) (out []*label) {
	for _, l := range lines {
		for i, it := range l.items {
			if ofEye(it) && i+1 < len(l.items) && slices.ContainsFunc(l.items[i+1:], func(it item) bool { return it.plain(number) }) {
				out = append(out, it.label)
			}
		}
	}
	return out
}

// withoutNext returns the lines of a block without its last one if that has one of the labels which stand above the
// first block's heading: it is of the next block then.
func withoutNext(lines []line, above []*label) []line {
	n := len(lines) - 1
	if n < 0 || !slices.ContainsFunc(lines[n].items, func(it item) bool { return ofValue(it) && slices.Contains(above, it.label) }) {
		return lines
	}
	return lines[:n]
}

// fromHeading is the lines of a page of one eye from its first heading on. What
// stands above has no heading: it may be the rest of another eye's block, unless the heading
// stands among the patient's data.
func (s *sheet) fromHeading() []line {
	h := s.headings[0]
	if s.isPatients() {
		return s.lines
	}
	top := h.Y0 - margin*h.Height()
	i := slices.IndexFunc(s.lines, func(l line) bool { return l.CenterY() > top })
	for i > 0 && s.lines[i].saysPatient() && s.lines[i-1].saysPatient() {
		i--
	}
	return s.lines[i:]
}

// saysPatient: the line has a label of the patient's data or of a date.
func (l line) saysPatient() bool { return slices.ContainsFunc(l.items, ofPatientsData) }

// ofPatientsData: the item is a label of the patient's data or of a date.
func ofPatientsData(it item) bool {
	return it.is(text) && it.field != "notes" || it.is(date) || it.fieldOf(choice) == "gender"
}

// beside is what follows a heading in its own line: "Left eye: Lens: phakic".
func (s *sheet) beside(h heading) []line {
	l := s.lines[h.line]
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= h.X1 && ofValue(it) })
	if i < 0 {
		return nil
	}
	l.items = l.items[i:]
	return []line{l}
}

// besideHeadings is what the lines of the headings say of the lens and the cornea
// of each eye: "OD right   Lens status: phakic", "(phakic)   OD right".
func (s *sheet) besideHeadings(rows [][]heading) (out []part) {
	for _, row := range rows {
		for _, r := range byLine(row) {
			n := r[0].line
			out = append(out, s.statesOf(n, r)...)
			if n > 0 && s.lines[n-1].saysStates() && s.lines[n-1].Y1 > s.lines[n].Y0 { // in smaller letters, which are not quite level
				out = append(out, s.statesOf(n-1, r)...)
			}
		}
	}
	return out
}

// statesOf is what line n says of the state of the eyes of headings that stand in it, or beside it.
func (s *sheet) statesOf(n int, r []heading) (out []part) {
	l, level := s.lines[n], s.lines[r[0].line]
	for i, own := range statesBeside(l.items, r) {
		own = slices.Clone(own)
		for k := range own { // level with the heading, below which the sections before it end
			own[k].Y0, own[k].Y1 = level.Y0, level.Y1
		}
		if len(own) > 0 {
			out = append(out, s.part(r[i].eye, []line{{Box: level.Box, tokens: l.tokens, items: own}}))
		}
	}
	return out
}

// saysStates: the line has only words for the state of the lens, perhaps with the word for the eye: "Phakic eye    Phakic eye".
func (l line) saysStates() bool {
	said := false
	for i, it := range l.items {
		state := it.plain(word) && saysLens(l.items[i:])
		if !state && !isWordEye(it) && !it.plain(dash) {
			return false
		}
		said = said || state
	}
	return said
}

// byLine divides the headings of a row that is not quite level by their lines.
func byLine(row []heading) (lines [][]heading) {
	for i, h := range row {
		if i == 0 || h.line != row[i-1].line {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], h)
	}
	return lines
}

// statesBeside divides what a line says of the state of the eyes among its headings. All
// of it stands before its headings, or all after them.
func statesBeside(items []item, r []heading) [][]item {
	gaps := make([][]item, len(r)+1) // before the first heading, between them, after the last
	start := math.Inf(-1)
	for i, h := range r {
		gaps[i] = state(within(items, start, h.X0))
		start = h.X1
		if slices.ContainsFunc(within(items, h.X0, h.X1), func(it item) bool { return !it.is(eye) && ofLens(it.text) }) {
			return nil // over the heading
		}
	}
	gaps[len(r)] = state(within(items, start, math.Inf(1)))
	switch first, last := len(gaps[0]) > 0, len(gaps[len(r)]) > 0; {
	case first && last && len(r) == 2 && len(gaps[1]) == 0:
		return [][]item{gaps[0], gaps[2]} // "phakic  OD | OS  phakic"
	case first && last:
		return nil
	case first && len(r) == 1 && r[0].X0-gaps[0][len(gaps[0])-1].X1 > farMargin*r[0].Height():
		return nil // of a heading that was not seen
	case first:
		return gaps[:len(r)]
	case last:
		return gaps[1:]
	}
	for i := 1; i < len(r); i++ { // of one eye alone, and not at the end of its column
		if own := gaps[i]; len(own) > 0 && own[0].X0-r[i-1].X1 > (r[i].X0-own[len(own)-1].X1)/fartherAway {
			gaps[i] = nil
		}
	}
	return gaps[1:]
}

// state is what the items say of the lens and the cornea, with its labels.
func state(items []item) []item {
	items = noBehindSurgery(items)
	if k := slices.IndexFunc(items, func(it item) bool { return it.is(choice) && it.field != "gender" }); k >= 0 {
		if lens := slices.IndexFunc(items[:k], func(it item) bool { return it.plain(word) && saysLens([]item{it}) }); lens >= 0 {
			return append(unlabelledLens(items[:k]), items[k:]...)
		}
		return items[k:]
	}
	return append(unlabelledLens(items), unlabelledSurgery(items)...)
}

// noBehindSurgery lets the word for "no" before the label of a surgery change places with it: "no refractive surgery".
func noBehindSurgery(items []item) []item {
	for i := 1; i < len(items); i++ {
		no, label := items[i-1], items[i]
		if label.is(choice) && label.field == "post_refractive" && no.plain(word) && near(no.token, label.token) && startsNone.MatchString(fold(no.text)) && !label.closed {
			no.Box, label.Box = label.Box, no.Box
			return slices.Concat(items[:i-1], []item{label, no}, items[i+1:])
		}
	}
	return items
}

// unlabelledSurgery gives the words for a surgery that stand without a label in a cell of their own its label: "LASIK hypermétropique (2008)", "No refractive surgery"; nil if there are none.
func unlabelledSurgery(items []item) []item {
	for i, it := range items {
		first := i == 0 || !items[i-1].plain(word) && !items[i-1].plain(number) || !near(items[i-1].token, it.token)
		if !it.plain(word) || !first {
			continue
		}
		end := i + 1
		for end < len(items) && (items[end].plain(word) || items[end].text == ".") && near(items[end-1].token, items[end].token) {
			end++
		}
		folded := foldedItems(items[i:end])
		none := noSurgery.MatchString(folded) && strings.Contains(folded, "refr")
		if _, known := surgery(folded); known && (none || surgeryNamed.MatchString(folded)) {
			label := it
			label.entry = entry{label: surgeryLabel}
			return append([]item{label}, items[i:end]...)
		}
	}
	return nil
}

// unlabelledLens gives the state of the lens that stands without a label in a
// cell of its own, or in brackets, its label; nil if there is none.
func unlabelledLens(items []item) []item {
	for i, it := range items {
		if !it.plain(word) || !saysLens(items[i:]) {
			continue
		}
		from, end := i, i+1
		for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token) && (ofLens(items[k].text) || isFrame(items[k].text)); k-- {
			if ofLens(items[k].text) { // "LIO phaque"
				from = k
			}
		}
		for end < len(items) && items[end].plain(word) && near(items[end-1].token, items[end].token) {
			end++
		}
		if from > 0 && items[from-1].plain(word) && near(items[from-1].token, items[from].token) && !besideLens.MatchString(fold(items[from-1].text)) {
			return nil // of a word that is not known the state may be another one
		}
		label := it
		label.entry, label.closed = entry{label: statusLabel}, true // whatever section it stands in
		return append([]item{label}, items[from:end]...)
	}
	return nil
}

// statusLabel and surgeryLabel are the table's labels of the state of the lens and of a surgery of the cornea.
var (
	statusLabel  = labelOf(choice, "lens_status")
	surgeryLabel = labelOf(choice, "post_refractive")
)
