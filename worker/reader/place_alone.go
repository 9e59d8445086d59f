package reader

import (
	"math"
	"slices"
	"strings"
)

// Pages whose headings all name one eye: is all of the page that eye's?

// onlyEye is the eye that all headings of the page name, "" if they name both or
// there is none. It is alone if nothing says that the other one's heading was not
// seen: labels that come twice, two columns of values.
func (s *sheet) onlyEye() (eye string, alone bool) {
	if len(s.headings) == 0 || len(s.listed) > 0 {
		return "", false
	}
	eye = s.headings[0].eye
	if slices.ContainsFunc(s.headings, func(h heading) bool { return h.eye != eye && (h.eye != nobody || s.measuresFrom(h)) }) {
		return "", false // of nobody is a remark below all values
	}
	return eye, s.holdsOne(s.headings[0], s.lines) && (s.isPatients() || !s.measuresAbove())
}

// isPatients: the patient's data say whose the page is.
func (s *sheet) isPatients() bool { return slices.ContainsFunc(s.headings, s.amongPatients) }

// labelledEye is the item of a heading that is the value of the label "Eye", -1 if it is none.
func (s *sheet) labelledEye(h heading) int {
	items := s.lines[h.line].items
	i := slices.IndexFunc(items, func(it item) bool { return ofOneEye(it) && it.X0 >= h.X0 && it.X1 <= h.X1 })
	if i >= 0 && !afterWordEye(items, i) {
		return -1
	}
	return i
}

// amongPatients: the heading is the value of the label "Eye", between labels of the patient's data that begin where it does, behind several of them, or in
// one line with others; or it stands behind a stroke at the end of a line of them. So it is said of the whole page.
func (s *sheet) amongPatients(h heading) bool {
	if l := s.lines[h.line]; l.saysPatient() {
		last := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= h.X0 })
		if last > 0 && l.items[last-1].text == "|" && l.items[len(l.items)-1].X1 <= h.X1 {
			return true
		}
	}
	i := s.labelledEye(h)
	if i < 0 {
		return false
	}
	label := s.lines[h.line].items[i-2]
	ofPatient := func(row line, label item) (known, of bool) {
		at := slices.IndexFunc(row.items, func(it item) bool { return math.Abs(it.X0-label.X0) < aligned*it.Height() })
		if at < 0 {
			return false, false
		}
		it := row.items[at]
		beside := it.is(other) || it.is(choice) && it.field != "gender" // the time of the exam, the state of the eye
		return !beside, ofPatientsData(it)
	}
	// run counts the patient's rows that follow each other in the lines, past what stands beside them alone.
	run := func(lines []line, label item) (n int) {
		for _, l := range lines {
			known, of := ofPatient(l, label)
			if known && !of {
				break
			}
			if of {
				n++
			}
		}
		return n
	}
	above := slices.Clone(s.lines[:h.line])
	slices.Reverse(above)
	before, after := run(above, label), run(s.lines[h.line+1:], label)
	own := slices.IndexFunc(s.lines[h.line].items, func(it item) bool { return it.label != nil && identifies[it.field] && it.field != "gender" })
	if own >= 0 && own < i && run(above, s.lines[h.line].items[own]) >= rowsOfPatient {
		return true // beside one of their rows
	}
	return before > 0 && (after > 0 || own >= 0) || before >= rowsOfPatient
}

// holdsOne: nothing says that lines hold values of the other eye, too, under the only heading
// that values follow.
func (s *sheet) holdsOne(h heading, lines []line) bool {
	return !s.unclear && !s.cutAtLeft() && s.ofOne(lines) && !s.twins(lines) && !s.part(h.eye, lines).hasTwoColumns() &&
		(s.overValues(h) || s.isInPatientsLine(h) || !s.emptyUnder(h, lines) && !s.overEmptyColumn(h) && (s.headsPage(h) || s.amongPatients(h) || !s.overColumn(h) && !s.leftOfAll(h))) &&
		!namesInRows(lines, h.eye)
}

// overValues: the heading stands over the column of all values below it, beside their labels, so that it is not that of another column.
func (s *sheet) overValues(h heading) bool {
	under := 0
	for _, l := range s.lines[h.line+1:] {
		i := slices.IndexFunc(l.items, ofEye)
		if i < 0 || s.sectionAt(l.items[i].Box) == foreign {
			continue
		}
		values := slices.IndexFunc(l.items[i:], isValue)
		if values < 0 {
			continue
		}
		first, last := l.items[i+values], l.items[len(l.items)-1]
		off := min(math.Abs(first.X0-h.X0), math.Abs(last.X1-h.X1), math.Abs((first.X0+last.X1)/2-h.CenterX())) // flush left, right, or centred
		if l.items[i].X0 > h.X0 || off > flush*h.Height() {
			return false
		}
		under++
	}
	return under >= fewRows
}

// emptyUnder: in the lines below the heading stand words alone, as "not measured", and all labels of values stand on one side of both,
// as does what is beside these words. So they are of a column whose heading was not seen.
func (s *sheet) emptyUnder(h heading, lines []line) bool {
	for _, l := range s.lines[h.line+1 : min(len(s.lines), h.line+3)] {
		cells := cellsOf(l.items)
		if l.hasNumber() || slices.ContainsFunc(l.items, ofValue) || l.saysPatient() {
			continue // words in it may be the title of the row
		}
		for i, cell := range cells {
			x0, x1 := min(h.X0, cell[0].X0), max(h.X1, cell[len(cell)-1].X1)
			empty := onlyWords(cell) && !slices.ContainsFunc(cell, func(it item) bool { return saysLens([]item{it}) }) || len(cell) == 1 && cell[0].plain(dash)
			empty = empty && !overNumbers(lines, cell)
			if i+1 < len(cells) && empty && besideAll(lines, func(it item) bool { return it.X0 > x1 }) || i > 0 && empty && besideAll(lines, func(it item) bool { return it.X1 < x0 }) {
				return true
			}
		}
	}
	return false
}

// overNumbers: in several lines a number stands under the cell, so that it is the head of a column: "Result".
func overNumbers(lines []line, cell []item) bool {
	x0, x1 := cell[0].X0, cell[len(cell)-1].X1
	return countOf(lines, func(l line) bool {
		return l.Y0 > cell[0].Y1 && slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) && it.X0 < x1 && it.X1 > x0 })
	}) >= fewRows
}

// besideAll: the lines have labels of values, and all of them stand there.
func besideAll(lines []line, there func(item) bool) bool {
	found := false
	for _, l := range lines {
		for _, it := range l.items {
			if !ofEye(it) {
				continue
			}
			if found = true; !there(it) {
				return false
			}
		}
	}
	return found
}

// ofOne: nothing in the lines under an eye's heading says that they hold values of the
// other one, too.
func (s *sheet) ofOne(lines []line) bool {
	return !marksValues(lines) && !s.measuredTwice(lines) && !valuesOnBothSides(lines) && !s.repeats(lines)
}

// marksValues: the eye is named before single values, "OS 3.71 mm", as where those of
// both eyes stand under each label. What stands further from the name counts only if a
// line of values without a name stands above or below.
func marksValues(lines []line) bool {
	marks := 0
	for n, l := range lines {
		if l.dated() || l.namesBoth() || l.namesOfOther() {
			continue // of a list of earlier examinations, or a row of both eyes
		}
		beside := n > 0 && isUnnamed(lines[n-1]) || n+1 < len(lines) && isUnnamed(lines[n+1])
		for i, it := range l.items[:max(0, len(l.items)-1)] {
			if it.fieldOf(eye) == "" {
				continue
			}
			next := l.items[i+1]
			if near(it.token, next.token) && (next.plain(number) || next.plain(dash) && !next.isHyphen()) || beside && marksValue(l.items[i:]) {
				marks++
			}
		}
	}
	return marks > 1
}

// namesOfOther: the first name of an eye in the line follows a label that is no value's, "Subjective refraction OD -5.75".
func (l line) namesOfOther() bool {
	i := slices.IndexFunc(l.items, ofOneEye)
	return i > 0 && l.items[i-1].is(other) && near(l.items[i-1].token, l.items[i].token)
}

// isUnnamed: a line of values without labels and without an eye.
func isUnnamed(l line) bool {
	return l.hasNumber() && !slices.ContainsFunc(l.items, func(it item) bool { return it.is(eye) || ofValue(it) })
}

// dated: the line begins with a date.
func (l line) dated() bool {
	raw, _ := join(l.tokens)
	return isDay(raw)
}

// marksValue: a value follows the name of the eye at the start: "OS 3.71 mm", "OD / R ---".
func marksValue(items []item) bool {
	for i, next := range items[1:] {
		switch last := items[i]; {
		case next.X0-last.X1 > farMargin*next.Height():
			return false
		case next.plain(number), next.plain(dash) && !next.isHyphen():
			return true
		case !next.plain(symbol) && sideUnder(next.text) != items[0].field:
			return false
		}
	}
	return false
}

// ofSurface is a label and the section in which it stands: K1 of the front is not that of the whole cornea.
type ofSurface struct {
	*label
	section string
}

// said is how a label is worded, folded, and the number that follows it, "-" if none does.
type said struct{ words, value string }

// twins: the labels of a measurement stand twice in a line, or those of choices in
// several lines: two eyes beside each other.
func (s *sheet) twins(lines []line) bool {
	choices := 0
	for n, l := range lines {
		seen := map[ofSurface]said{}
		for i, it := range l.items {
			own, value := ofSurface{it.label, s.sectionAt(it.Box)}, "-"
			if i+1 < len(l.items) && l.items[i+1].plain(number) {
				value = l.items[i+1].text
			}
			inPhrase := i > 0 && (l.items[i-1].plain(word) || l.items[i-1].is(other) && !l.items[i-1].closed) && near(l.items[i-1].token, it.token) // "QS AL: OK"
			ofPicture := it.is(measure) && !l.hasNumber() && valueNear(lines, n, i) == nil                                                          // "Axial anterior   Axial posterior"
			ofBack := it.is(power) && i+1 < len(l.items) && strings.HasPrefix(l.items[i+1].text, "-")                                               // beside that of the front
			ofZones := it.is(power) && !l.hasNumber() && n+1 < len(lines) && beginsZone(lines[n+1].items)                                           // "flat   steep   flat   steep" over "3 mm   42.48   43.57   42.54   43.60"
			switch {
			case ofZones, ofBack, own.section == foreign, it.fieldOf(measure) == indexField && value != "-" && !inRange(indexField, value): // of the back
			case inPhrase, ofPicture, !it.is(measure) && !it.is(power) && !it.is(choice), isDegrees(l.items[i+1:]): // "K1 (A) 86°"
			case seen[own] == said{}:
				seen[own] = said{fold(it.text), value}
			case it.is(measure) && value == "-" && seen[own].words != fold(it.text) && valueNear(lines, n, i) == nil, hasUnitAlone(l.items[i:]) && seen[own].value != "-": // the title of a map
			case value != "-" && seen[own].value == value, i > 0 && l.items[i-1].label == it.label: // said again
			case it.is(choice):
				choices++
			default:
				return true
			}
		}
	}
	return choices > 1
}

// hasUnitAlone: behind the label of a measurement stands its unit and no number, as over the scale of a map, "Corneal thickness   µm".
func hasUnitAlone(items []item) bool {
	if len(items) < 2 || !items[0].is(measure) {
		return false
	}
	unit := unitOf(items[1].text)
	return items[1].plain(word) && unit != "" && unit == fields[items[0].field].Unit && (len(items) == 2 || !items[2].plain(number))
}

// beginsZone: the items are the row of a zone, behind its diameter, perhaps with the sign for it.
func beginsZone(items []item) bool {
	if len(items) > 0 && isDiameterSign(items[0].text) {
		items = items[1:]
	}
	return len(items) > 3 && items[0].plain(number) && decimals(items[0].text) == 0 && atof(items[0].text) <= mostZone && unitOf(items[1].text) == "mm" && items[2].plain(number)
}

// measuredTwice: labels of several measurements stand twice, in two columns. Where both have the same value, one is that of a drawing, or the mean above readings.
func (s *sheet) measuredTwice(lines []line) bool {
	at := map[*label][]item{}
	values := map[*label][]string{}
	for n, l := range lines {
		for i, it := range l.items {
			listed := i > 0 && l.items[i-1].text == "," || i+1 < len(l.items) && l.items[i+1].text == "," // "AL, CCT and AD are measured"
			if !it.is(measure) || listed || s.sectionAt(it.Box) == foreign {
				continue
			}
			value := valueNear(lines, n, i)
			if value == nil {
				continue
			}
			at[it.label] = append(at[it.label], it)
			if value.plain(number) {
				values[it.label] = append(values[it.label], value.text)
			}
		}
	}
	pairs := 0
	for l, p := range at {
		if v := values[l]; len(v) == 2 && v[0] == v[1] {
			continue
		}
		if len(p) == 2 && math.Abs(p[0].X0-p[1].X0) > farApart*p[0].Height() {
			pairs++
		}
	}
	return pairs >= fewUneven
}

// valueNear is the number or the dash behind the label at i in line n, before the next one, or the one that stands below it; nil if there is none: a word on a drawing
// has none.
func valueNear(lines []line, n, i int) *item {
	label, behind := lines[n].items[i], upToLabel(lines[n].items[i+1:])
	if k := slices.IndexFunc(behind, isValue); k >= 0 {
		return &behind[k]
	}
	if n+1 == len(lines) {
		return nil
	}
	below := lines[n+1].items
	if k := slices.IndexFunc(below, func(it item) bool { return isValue(it) && it.X0 < label.X1 && label.X0 < it.X1 }); k >= 0 {
		return &below[k]
	}
	return nil
}

// overEmptyColumn: the heading is one of several over the columns of a table, and no
// value stands under it.
func (s *sheet) overEmptyColumn(h heading) bool {
	head := s.lines[h.line]
	if !slices.ContainsFunc(head.items, func(it item) bool { return it.X0 > h.X1+columnGap*h.Height() }) {
		return false
	}
	under, beside := 0, 0
	for _, r := range tableRows(s.lines[h.line+1:]) {
		if r.label().X1 >= h.X0 {
			return false // it stands over the labels
		}
		_, values := r.qualified()
		i := slices.IndexFunc(values, func(it item) bool { return it.plain(number) || it.plain(dash) })
		switch {
		case i < 0:
		case values[i].X0 < h.X1+columnGap*h.Height():
			under++
		default:
			beside++
		}
	}
	return under == 0 && beside > 1
}

// namesInRows: the other eye alone is named in a row of values.
func namesInRows(lines []line, side string) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		values := slices.ContainsFunc(l.items, func(it item) bool { return it.is(measure) || it.is(power) })
		names := func(own bool) bool {
			return slices.ContainsFunc(l.items, func(it item) bool { return ofOneEye(it) && (it.field == side) == own })
		}
		return values && l.hasNumber() && names(false) && !names(true)
	})
}

// repeats: measurements of one field stand in two places with different numbers, or with a number and dashes, so
// the lines hold two blocks.
func (s *sheet) repeats(lines []line) bool {
	numbers := map[string]string{}
	different := map[string]bool{}
	for _, l := range lines {
		for i, it := range l.items {
			if !it.is(measure) || !lengths[it.field] || i+1 >= len(l.items) || !l.items[i+1].plain(number) && !l.items[i+1].plain(dash) || s.sectionAt(it.Box) == foreign {
				continue
			}
			next := l.items[i+1]
			if next.plain(number) && !inRange(it.field, next.text) && next.X0-it.X1 > farValue*it.Height() {
				continue // of a drawing beside it
			}
			text := next.text
			if known, twice := numbers[it.field]; twice && known != text {
				different[it.field] = true
			}
			numbers[it.field] = text
		}
	}
	return len(different) > 1
}

// overColumn: the heading stands right of where the labels begin, and something begins
// under it: it is that of a column, and the labels are another one's.
func (s *sheet) overColumn(h heading) bool {
	left := math.Inf(1)
	for _, l := range s.lines[h.line+1:] {
		if i := slices.IndexFunc(l.items, ofValue); i >= 0 {
			left = min(left, l.items[i].X0)
		}
	}
	if h.X0 < left+quarterColumn*s.page.Width {
		return false
	}
	right, end := 0.0, 0.0 // of the labels, of all words
	for _, l := range s.lines {
		for _, it := range l.items {
			if end = max(end, it.X1); ofValue(it) {
				right = max(right, it.X1)
			}
		}
	}
	if right < s.page.Width/2 && h.X0 > s.page.Width/2 && h.X1 < end-farMargin*h.Height() && !s.endsAsAbove(h) {
		return true // over the middle of another column
	}
	for _, l := range s.lines[h.line+1 : min(len(s.lines), h.line+4)] {
		labelled := false // what follows may be its value
		for i, cell := range cellsOf(l.items) {
			words := onlyWords(cell) && !slices.ContainsFunc(cell, isMean) && !overNumbers(s.lines, cell)
			under := math.Abs(cell[0].X0-h.X0) < flush*cell[0].Height() || !labelled && !isDate(cell) && cell[0].X0 > right+columnGap*cell[0].Height() && cell[0].X0 < h.X1
			if i > 0 && words && under {
				return true
			}
			labelled = labelled || slices.ContainsFunc(cell, func(it item) bool { return it.label != nil && !it.is(section) })
		}
	}
	return false
}

// endsAsAbove: on a scan the heading ends where the rightmost of the lines above it ends, at the edge of the page: what stands far below may lean outwards on a photo.
func (s *sheet) endsAsAbove(h heading) bool {
	end := 0.0
	for _, l := range s.lines[:h.line] {
		end = max(end, l.X1)
	}
	return s.page.OCR && math.Abs(end-h.X1) < columnGap*h.Height()
}

// headsPage: the heading stands among the patient's data or above them, in the title of the page or in their column, and so above all columns of values.
func (s *sheet) headsPage(h heading) bool {
	return s.isInPatientsLine(h) || s.isAboveAll(h) || s.isOverPatient(h)
}

// isInPatientsLine: the patient's data stand beside the heading.
func (s *sheet) isInPatientsLine(h heading) bool {
	return slices.ContainsFunc(s.lines[h.line].items, func(it item) bool { return it.is(text) || it.is(date) })
}

// isOverPatient: the labels below the heading, in its column, are those of the patient's data.
func (s *sheet) isOverPatient(h heading) bool {
	rows := 0
	for _, l := range s.lines[h.line+1:] {
		for _, it := range l.items {
			switch under := it.label != nil && math.Abs(it.X0-h.X0) < farMargin*it.Height(); {
			case !under:
			case ofPatientsData(it), it.is(text):
				rows++
			default:
				return rows >= rowsOfPatient
			}
		}
	}
	return rows >= rowsOfPatient
}

// isAboveAll: the patient's data stand between the heading and the first label of a value.
func (s *sheet) isAboveAll(h heading) bool {
	below := s.lines[h.line+1:]
	patient := slices.IndexFunc(below, line.saysPatient)
	value := slices.IndexFunc(s.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, ofEye)
	})
	return patient >= 0 && value > h.line+1+patient
}

// leftOfAll: every label below the heading stands far right of it: they are of a column
// whose heading was not seen, and nothing was measured under this one.
func (s *sheet) leftOfAll(h heading) bool {
	left := math.Inf(1)
	for _, l := range s.lines[h.line:] {
		for _, it := range l.items {
			if ofValue(it) && (!it.is(measure) || it.field != indexField) {
				left = min(left, it.X0)
			}
		}
	}
	under := slices.ContainsFunc(s.lines[h.line+1:min(len(s.lines), h.line+3)], func(l line) bool { // "not measured", beside the labels
		cells := cellsOf(l.items)
		return len(cells) > 1 && cells[0][len(cells[0])-1].X1 < left-columnGap*h.Height() && onlyWords(cells[0])
	})
	return !math.IsInf(left, 1) && left > s.page.Width*farSide && (left > h.X1+columnGap*h.Height() || under && h.X0 < left-aligned*h.Height())
}

func onlyWords(cell []item) bool {
	return !slices.ContainsFunc(cell, func(it item) bool { return it.plain(number) || it.plain(dash) || it.label != nil })
}

// valuesOnBothSides: labels stand between two values, as in a table of both eyes.
func valuesOnBothSides(lines []line) bool {
	rows := 0
	for _, l := range lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return it.is(measure) })
		if i < 1 {
			continue
		}
		name := nameEnd(l.items)
		for name < i-1 && l.items[name].plain(symbol) && qualityMarks[l.items[name].text] {
			name++
		}
		first := l.items[min(name, i-1)]
		if !first.plain(number) && !first.plain(dash) && slices.ContainsFunc(l.items[min(name, i-1):i], namesAnything) {
			continue // it has a label of its own
		}
		// the numbers of rows and axes have no three digits
		from := min(name, i)
		if from < i && l.items[from].plain(dash) && l.items[from].isHyphen() {
			from++ // "OD – AL"
		}
		before := slices.ContainsFunc(l.items[from:i], func(it item) bool {
			return it.plain(number) && len(it.text) > 2 && inRange(l.items[i].field, it.text) || it.plain(dash)
		})
		after := slices.ContainsFunc(l.items[i+1:], func(it item) bool { return it.plain(number) && inRange(l.items[i].field, it.text) || it.plain(dash) })
		if before && after {
			rows++
		}
	}
	return rows > 1
}

// qualityMarks stand for how good a measurement is.
var qualityMarks = wordSet(as, "● ○ ■ □ ▪ ◆ ★ ☆ ✔ ✓ ⚠")

// namesAnything: a label, or a word that may be one; signs, units and the two letters or letters and digits that OCR makes of signs are none.
func namesAnything(it item) bool {
	return it.label != nil || it.plain(word) && unitOf(it.text) == "" && !hasDigit(it.text) && len([]rune(it.text)) > 2
}

// hasTwoColumns: several measurements have two values, or one and dashes.
func (p part) hasTwoColumns() bool { return p.rowsOfTwo() > 1 }

// rowsOfTwo counts them.
func (p part) rowsOfTwo() (rows int) {
	for _, l := range p.prepared().lines {
		if underZones(p.page.lines, l) {
			continue
		}
		for i, it := range l.items {
			if it.is(measure) && p.hasTwoValues(it.field, l.items[i+1:]) || it.is(power) && !p.hasSurfaces() && p.hasTwoValues(it.field+"_magnitude", l.items[i+1:]) {
				rows++
			}
		}
	}
	return rows
}

// underZones: over the line stand diameters of zones of the cornea beside each other, "Φ2.0 mm  Φ2.5 mm  Φ3.0 mm", with no other table between: its numbers are of one eye.
func underZones(lines []line, l line) bool {
	for _, head := range slices.Backward(lines) {
		if head.CenterY() >= l.Y0 {
			continue
		}
		if len(diametersIn(head, 0)) > 1 || areDiameters(head.items) {
			return true
		}
		if l.CenterY()-head.CenterY() > zoneRows*l.Height() {
			return false
		}
	}
	return false
}

// areDiameters: the items are rising whole diameters of zones and nothing else, "3 mm   5 mm   7 mm".
func areDiameters(items []item) bool {
	if len(items) < 4 || len(items)%2 != 0 {
		return false
	}
	last := 0.0
	for i := 0; i < len(items); i += 2 {
		mm := atof(items[i].text)
		if !items[i].plain(number) || decimals(items[i].text) > 0 || mm <= last || mm > mostZone || unitOf(items[i+1].text) != "mm" {
			return false
		}
		last = mm
	}
	return true
}

// hasSurfaces: headings of the cornea's surfaces stand beside each other, over columns
// of their own.
func (p part) hasSurfaces() bool {
	for i, z := range p.sections {
		for _, other := range p.sections[i+1:] {
			if z.what != other.what && math.Abs(z.y-other.y) < 1 {
				return true
			}
		}
	}
	return false
}

// hasTwoValues: the first two numbers or dashes before the next label can both be
// the field's.
func (p part) hasTwoValues(field string, items []item) bool {
	if k := slices.IndexFunc(items, func(it item) bool { return it.label != nil }); k > 0 && isMean(items[k]) && countOf(items[:k], isValue) >= leastSingles {
		return false // "CCT um   543  540  541   AVG 541"
	}
	n := 0
	bracket := -1 // where what stands in brackets ends
	for i, it := range items {
		switch {
		case i < bracket:
			continue
		case it.is(other) && strings.HasPrefix(it.text, "("):
			bracket = afterBracket(items, i) // "(SNR = 146.0)"
		case it.label != nil && !it.is(axis), it.plain(symbol) && it.text == "±", it.is(spread), it.plain(word) && unitOf(it.text) == "":
			return false
		case it.plain(dash) && it.isHyphen() && i > 0 && near(items[i-1].token, it.token):
			return false
		case !it.plain(number) && !it.plain(dash) || p.columnAt(it.Box) == spreadColumn || p.columnAt(it.Box) == axisColumn || p.columnAt(it.Box) == "mm" && strings.HasSuffix(field, "_magnitude"):
		case it.plain(number) && decimals(it.text) == 0 && strings.HasSuffix(field, "_magnitude"): // an axis
		case decimals(it.text) == 0 && i+1 < len(items) && items[i+1].text == "/": // how many of how many readings were used, "5/6"
		case i > 0 && (items[i-1].plain(at) || items[i-1].text == "/"), isDegrees(items[i:]), i+1 < len(items) && strings.HasSuffix(field, "_magnitude") && unitOf(items[i+1].text) == "mm":
			continue // an axis or a radius
		case i > 0 && items[i-1].text == "(" || it.plain(number) && !inRange(field, it.text), p.sectionOf(it.Box) == foreign:
			return false
		default:
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}
