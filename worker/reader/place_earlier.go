package reader

import (
	"iter"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// What stands under "Previous examination 12/03/2019" was measured then: its values
// and its headings of eyes are nothing of this report.

// withoutEarlier is the words of the page without those of an earlier examination.
func withoutEarlier(page layout.Page, lines []line) []layout.Word {
	words := page.Words
	for n, l := range lines {
		if x, ok := comparedFrom(l); ok {
			words = slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool {
				return w.X0 > x && math.Abs(w.CenterY()-l.CenterY()) < aligned*w.Height()
			})
		}
		for _, cell := range cellsOf(l.items) {
			words = outside(words, earlierAt(lines, n, cell)...)
		}
	}
	return words
}

// earlierAt is where what belongs to an earlier examination stands that the cell in line n names.
func earlierAt(lines []line, n int, cell []item) []layout.Box {
	compares := len(cell) == 1 && hasStem(fold(cell[0].text), compareStems)
	titles, named := isEarlier(cell) || datedEarlier(lines, n, cell), isEarlier(withoutColon(cell))
	regions := append(earlierRemark(lines[n:], cell), restOfEarlier(lines, n, cell, named)...)
	if !compares && !titles && !named {
		return regions // most cells; what follows looks at all lines below
	}
	if named {
		if ofPatient := earlierOfPatient(lines, n, cell); ofPatient != nil {
			return append(regions, ofPatient...)
		}
	}
	visit, region := headsVisit(lines, n, cell) || headsRowsOfEyes(lines[n:], cell[0]), earlierRegion(lines, n, cell)
	history := compares && headsHistory(lines, n, region) && n+2 < len(lines) && lines[n+2].dated()
	if !titles && !history && (!visit || !named) {
		return regions
	}
	if !visit && (lines[n].saysPatient() || !measuresOutside(lines, region)) || !headsHistory(lines, n, region) && partsEyes(lines, region, cell) {
		return regions
	}
	return append(regions, region)
}

// restOfEarlier is line n from a cell on that is named as an earlier examination, or begins with its date or with words before it, if labels of its values and their numbers
// follow, or the name of an eye and its numbers: "Previous exam   08/02/2023   OD: AL 22.65 mm, K1 43.77 D". What was measured on the present day must stand in other lines.
func restOfEarlier(lines []line, n int, cell []item, named bool) []layout.Box {
	end := len(cell)
	if !named {
		if end = earlierDate(lines, n, cell); end == 0 {
			return nil
		}
	}
	title := boxOf(cell[:end])
	rest := line{items: within(lines[n].items, title.X1, math.Inf(1))}
	region := layout.Box{X0: title.X0, Y0: lines[n].Y0, X1: math.Inf(1), Y1: lines[n].Y1}
	row := len(rest.items) > 0 && ofOneEye(rest.items[0]) // "08/02/2023   OD   22.65   43.77"
	if !rest.hasNumber() || !row && !slices.ContainsFunc(rest.items, ofEye) || !measuresOutside(lines, region) {
		return nil
	}
	if row && n > 0 && !lines[n-1].hasNumber() && slices.ContainsFunc(lines[n-1].items, ofEye) { // the heads of the columns
		region.X0, region.Y0 = min(region.X0, lines[n-1].X0), lines[n-1].Y0
	}
	return []layout.Box{region}
}

// earlierDate is where a date before that of the examination ends in a cell of line n, with which the cell begins or which stands behind words; 0 if there is none,
// or if the line has the patient's data, among which it may be.
func earlierDate(lines []line, n int, cell []item) int {
	ofOther := func(it item) bool { return it.label != nil && it.field != "exam_date" }
	ofPatient := func(it item) bool { return ofPatientsData(it) && it.field != "exam_date" }
	from, end := dateBeforeExam(lines, n, cell)
	if end == 0 || slices.ContainsFunc(cell[:from], ofOther) || slices.ContainsFunc(lines[n].items, ofPatient) {
		return 0
	}
	return end
}

// dateBeforeExam is where a date before that of the examination begins and ends in the cell of line n, at its first number or date; end is 0 if there is none, or if the line has
// the values of a line of the patient's labels.
func dateBeforeExam(lines []line, n int, cell []item) (from, end int) {
	from = slices.IndexFunc(cell, func(it item) bool { return it.plain(number) || it.plain(word) && isDay(it.text) })
	if from < 0 || n > 0 && lines[n-1].identifies() && !lines[n-1].hasNumber() {
		return 0, 0
	}
	own, upto := datesAt(cell[from:])
	if upto == 0 {
		return 0, 0
	}
	examined := examinedOn(lines)
	if examined == [len(orders)]string{} {
		examined = underExamLabel(lines)
	}
	if !isBefore(own, examined) {
		return 0, 0
	}
	return from, from + upto
}

// isBefore: the first date is the earlier one in each order of days and months in which both are dates, and there is such an order.
func isBefore(own, examined [len(orders)]string) (earlier bool) {
	for k := range orders {
		if own[k] == "" || examined[k] == "" {
			continue // "24/02" in no order has the month 24
		}
		if own[k] >= examined[k] {
			return false
		}
		earlier = true
	}
	return earlier
}

// datedEarlier: the cell in line n is the title of a table with a row for each eye, with a date before that of the examination, whatever its words mean.
func datedEarlier(lines []line, n int, cell []item) bool {
	if !hasDigit(cell[len(cell)-1].text) && cell[len(cell)-1].text != ")" || !headsRowsOfEyes(lines[n:], cell[0]) {
		return false // most cells
	}
	from, end := dateBeforeExam(lines, n, cell)
	return end > 0 && from > 0
}

// outside is the words that stand in none of the regions.
func outside(words []layout.Word, regions ...layout.Box) []layout.Word {
	if len(regions) == 0 {
		return words
	}
	return slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool {
		return slices.ContainsFunc(regions, func(r layout.Box) bool { return holds(r, w.Box) })
	})
}

// holds: the middle of b lies in the region.
func holds(region, b layout.Box) bool {
	return region.X0 <= b.CenterX() && b.CenterX() < region.X1 && region.Y0 <= b.CenterY() && b.CenterY() < region.Y1
}

// comparedFrom returns where the values of a comparison in a line begin: "Comparison
// with IOLMaster 500: OD AL 25.04", "Previous examination 14/02/2023:  AL 27.31 mm".
func comparedFrom(l line) (x float64, ok bool) {
	if len(l.items) == 0 {
		return 0, false
	}
	cells := cellsOf(l.items)
	if first := cells[0]; len(cells) > 1 && first[len(first)-1].text == ":" && isEarlier(withoutColon(first)) && isMeasurement(cells[1][0]) {
		return first[len(first)-1].X1, true
	}
	if !hasStem(fold(l.items[0].text), compareStems) {
		return 0, false
	}
	for _, it := range l.items {
		if it.text == ":" || it.closed {
			return it.X1, true
		}
	}
	return 0, false
}

// earlierRemark returns where the values of an earlier examination stand behind its date, "Previous visit 11/02/2023: 22.28 mm R1 44.81", and
// in the next line if the sentence goes on there with a number. The cell stands in the first line.
func earlierRemark(lines []line, cell []item) (regions []layout.Box) {
	end := slices.IndexFunc(cell, func(it item) bool { return it.text == ":" || it.closed })
	isNumber := func(it item) bool { return it.plain(number) }
	if end < 0 || !slices.ContainsFunc(cell[:end], isNumber) || !slices.ContainsFunc(cell[end+1:], isNumber) || !isEarlier(withoutColon(cell[:end+1])) {
		return nil
	}
	first := cell[0].Box
	regions = append(regions, sentence(lines[0], cell[end].X1))
	if len(lines) > 1 && lines[1].CenterY()-lines[0].CenterY() < blockLine*first.Height() {
		for _, it := range lines[1].items {
			if isNumber(it) && math.Abs(it.X0-first.X0) < aligned*first.Height() {
				regions = append(regions, sentence(lines[1], it.X0))
			}
		}
	}
	return regions
}

// sentence is the line from x on, up to a gap as wide as between cells.
func sentence(l line, x float64) layout.Box {
	box := layout.Box{X0: x, Y0: l.Y0, X1: x, Y1: l.Y1}
	for _, it := range l.items {
		if it.X0 >= x && it.X0-box.X1 < cellGap*it.Height() {
			box.X1 = it.X1
		}
	}
	return box
}

// measuresOutside: a value's label stands outside of the region, so the page is not
// all of an earlier examination.
func measuresOutside(lines []line, region layout.Box) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool {
			return ofValue(it) && !holds(region, it.Box)
		})
	})
}

// headsHistory: the line below line n names the columns of a table with a row for each
// visit and eye: "Eye  AL  K1  K2".
func headsHistory(lines []line, n int, region layout.Box) bool {
	if n+1 >= len(lines) {
		return false
	}
	own := within(lines[n+1].items, region.X0, region.X1)
	eyes := slices.ContainsFunc(own, func(it item) bool { return it.is(eye) && it.field == "" })
	numbers := slices.ContainsFunc(own, func(it item) bool { return it.plain(number) })
	return eyes && !numbers && slices.ContainsFunc(own, ofValue)
}

// partsEyes: one eye's heading stands in the region and the other one's does not, so
// the words above it belong to the patient's data. An eye that the title of the earlier
// examination names does not count.
func partsEyes(lines []line, region layout.Box, title []item) bool {
	named := map[string]bool{}
	for _, l := range lines {
		for i, it := range l.items {
			side := it.fieldOf(eye)
			if slices.ContainsFunc(title, func(t item) bool { return t.Box == it.Box }) {
				continue
			}
			dated := isDate(cellsOf(l.items)[0])
			if side != "" && !dated && isHeading(l.items, i) && holds(region, it.Box) {
				named[side] = true
			}
		}
	}
	return len(named) == 1
}

// withoutColon is the items without signs and without the colons of labels.
func withoutColon(cell []item) (out []item) {
	for _, it := range cell {
		if it.text != ":" {
			it.closed = false
			out = append(out, it)
		}
	}
	return out
}

// earlierOfPatient is the rest of line n from the cell on, which names an earlier examination, if it stands below labels of the patient's data, at the same place, with a date behind it: "Sex   female" over
// "Previous exam   16.11.2021 (AL OD 25.85)".
func earlierOfPatient(lines []line, n int, cell []item) []layout.Box {
	head, last := cell[0].Box, cell[len(cell)-1].Box
	dated := slices.ContainsFunc(cellsOf(lines[n].items), func(next []item) bool {
		at, _ := datesAt(next)
		return next[0].X0 > last.X1 && at != [len(orders)]string{}
	})
	if !dated {
		return nil
	}
	for k := n - 1; k >= 0 && head.CenterY()-lines[k].CenterY() < linesOfHead*blockLine*head.Height(); k-- {
		i := slices.IndexFunc(lines[k].items, func(it item) bool { return math.Abs(it.X0-head.X0) < aligned*head.Height() })
		if i < 0 || lines[k].items[i].label == nil {
			break
		}
		if (line{items: lines[k].items[i : i+1]}).saysPatient() {
			return []layout.Box{{X0: head.X0 - head.Height(), Y0: lines[n].Y0, X1: math.Inf(1), Y1: lines[n].Y1}}
		}
	}
	return nil
}

// headsRowsOfEyes: under the title in the first line stand the heads of a table's columns, and a row that begins with the name of an eye where the title
// begins: the table has a row for each eye, and no head over their names.
func headsRowsOfEyes(lines []line, title item) bool {
	if len(lines) < 3 {
		return false
	}
	heads, row := lines[1], lines[2].items
	return !heads.hasNumber() && countOf(heads.items, isMeasurement) >= fewRows &&
		len(row) > 0 && ofOneEye(row[0]) && math.Abs(row[0].X0-title.X0) < columnGap*title.Height() && row[0].X0 < heads.items[0].X0
}

// headsVisit: below the beginning of the cell in line n begins an eye or the label of a
// value, or nothing but numbers stand in its column, so the cell is no line among the patient's data. Rows of other columns may
// lie between.
func headsVisit(lines []line, n int, cell []item) bool {
	head := cell[0]
	numbers, others := 0, 0
	for k, l := range lines[n+1:] {
		own := within(l.items, head.X0-columnGap*head.Height(), cell[len(cell)-1].X1)
		near := l.CenterY()-lines[n].CenterY() < blockLine*head.Height() && numbers+others == 0
		if (k == 0 || near) && slices.ContainsFunc(own, func(it item) bool {
			return math.Abs(it.X0-head.X0) < columnGap*it.Height() && (it.is(eye) || ofEye(it))
		}) {
			return true
		}
		if slices.ContainsFunc(own, func(it item) bool { return !it.plain(number) }) {
			others++
		} else if len(own) > 0 {
			numbers++
		}
	}
	return numbers >= fewRows && others == 0
}

// hideVisits takes the rows of lists of earlier examinations from what the eyes' values are
// read from: a date, perhaps an eye, and numbers. Measurements must stand elsewhere, or
// the examination's date or that of another row must be later; else they are this examination's.
func (s *sheet) hideVisits() {
	var visits []int
	for n, l := range s.lines {
		if l.dated() && !s.underPatientHead(n) && !slices.ContainsFunc(l.items, ofValue) && slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) && decimals(it.text) > 0 }) {
			visits = append(visits, n)
		}
	}
	dates := make([]dateHead, len(visits))
	for i, n := range visits {
		if heads := dateHeads(s.lines[n]); len(heads) > 0 {
			dates[i] = heads[0]
		}
	}
	last, known := latest(dates)
	measures := func(l line) bool { return slices.ContainsFunc(l.items, ofEye) && l.hasNumber() }
	if known && len(visits) > 1 && s.datedAs(s.lines[visits[last]]) {
		measures = line.measures // "AL aim at 18 years < 25.80" measures nothing
	}
	elsewhere := slices.ContainsFunc(s.lines, measures)
	for i, n := range visits {
		earlier := known && dates[i].dates != dates[last].dates
		if elsewhere || earlier || s.datedOtherwise(s.lines[n]) {
			s.hide(n, func(layout.Box) bool { return true })
		}
		if head := n - 1; elsewhere && head >= 0 && slices.ContainsFunc(s.lines[head].items, ofEye) && !s.lines[head].hasNumber() {
			s.hide(head, func(layout.Box) bool { return true }) // "Date  AL OD  AL OS"
		}
	}
}

// underPatientHead: the line above line n has the labels of the patient's data and of the examination over their values, "Exam date   Time   Doctor   Index".
func (s *sheet) underPatientHead(n int) bool {
	if n == 0 {
		return false
	}
	head := s.lines[n-1]
	return head.saysPatient() && !head.hasNumber() && !slices.ContainsFunc(head.items, ofEye)
}

// measures: a number that can be its value follows a label directly.
func (l line) measures() bool {
	for i, it := range l.items[:max(0, len(l.items)-1)] {
		if next := l.items[i+1]; it.fieldOf(measure) != indexField && next.plain(number) && fitsLabel(it, next) {
			return true
		}
	}
	return false
}

// datedOtherwise: the line begins with another date than that of the examination on its page.
func (s *sheet) datedOtherwise(visit line) bool {
	own, examined := s.datesOf(visit)
	return own != "" && examined != "" && own != examined
}

// datedAs: the line begins with the date of the examination on its page.
func (s *sheet) datedAs(visit line) bool {
	own, examined := s.datesOf(visit)
	return own != "" && own == examined
}

// datesOf are the date that the line begins with and that of the examination, "" if it is not known.
func (s *sheet) datesOf(visit line) (own, examined string) {
	_, own = dateAt(visit.items, dayFirst)
	for after := range behindExamLabels(s.lines) {
		if n, of := dateAt(after, dayFirst); n > 0 {
			return own, of
		}
	}
	return own, ""
}

// behindExamLabels are the items behind each label of the examination's date.
func behindExamLabels(lines []line) iter.Seq[[]item] {
	return func(yield func([]item) bool) {
		for _, l := range lines {
			for i, it := range l.items {
				if it.fieldOf(date) == "exam_date" && !yield(l.items[i+1:]) {
					return
				}
			}
		}
	}
}

// underExamLabel is the date of the examination below its label, where the labels of the patient's data stand over their values, as read in each order; empty if there is none.
func underExamLabel(lines []line) (dates [len(orders)]string) {
	for n, l := range lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return it.fieldOf(date) == "exam_date" })
		if i < 0 || !l.identifies() || l.hasNumber() {
			continue
		}
		if read, upto := datesAt(beginningUnder(lines[n+1:], l.items[i])); upto > 0 {
			return read
		}
	}
	return dates
}

// identifies: the line has a label of what tells the patient from others, and names no eye.
func (l line) identifies() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.label != nil && identifies[it.field] }) && !slices.ContainsFunc(l.items, ofOneEye)
}

// beginningUnder are the items of the first of the lines from where the label above begins.
func beginningUnder(lines []line, label item) []item {
	if len(lines) == 0 {
		return nil
	}
	i := slices.IndexFunc(lines[0].items, func(it item) bool { return math.Abs(it.X0-label.X0) < aligned*label.Height() })
	if i < 0 {
		return nil
	}
	return lines[0].items[i:]
}

// onlyNames is the eye of which the line has the names and nothing else, "" if there is none.
func (l line) onlyNames() string {
	if len(l.items) == 0 || nameEnd(l.items) < len(l.items) {
		return ""
	}
	return nameOf(l.items)
}

// joining are the words for "with".
var joining = wordSet(fold, "follow up followup with mit con avec com")

// compareStems begin the words over a comparison with an earlier examination.
var compareStems = stems("vergleich compar confront verlauf histor")

// pastStems begin the words for what was before, beside those of otherTimes and the
// meanings; pastExamStems those that say of what, too.
var (
	pastStems     = stems("anterior preced previ")
	pastExamStems = stems("voruntersuch vormess")
	pastExams     = wordSet(fold, "Verlauf Vorwerte Vorbefund")
)

// isEarlier: the cell is the heading of an earlier examination, perhaps with its
// date, and no label of one among the patient's data.
func isEarlier(cell []item) bool {
	past, exam := false, false
	for _, it := range cell {
		if it.text == ":" || it.closed {
			return false
		}
		for w := range strings.FieldsFuncSeq(it.text, partsPhrase) {
			f := fold(w)
			means := meaningsOf(f)
			switch {
			case f == "" || small[f] || joining[f] || !hasLetter(f):
			case pastExams[f], hasStem(f, pastExamStems):
				past, exam = true, true
			case otherTimes[f], slices.Contains(means, "past"), hasStem(f, pastStems), hasStem(f, compareStems):
				past = true
			case slices.Contains(means, "exam"):
				exam = true
			case slices.Contains(means, "date"), slices.Contains(means, "time"), slices.Contains(means, "eye"), months[f] > 0:
			default:
				return false
			}
		}
	}
	return past && exam
}

// earlierRegion is what belongs to the heading in line n: what stands right of its
// beginning, down to the end of the page or, in the block of an eye, to the heading of the next one left of it, or all of the width if it begins at the
// left, down to a gap. A head beside it that says "current" ends it.
func earlierRegion(lines []line, n int, cell []item) layout.Box {
	head := cell[0].Box
	r := layout.Box{X0: head.X0 - cellGap*head.Height(), Y0: head.Y0 - margin*head.Height(), X1: math.Inf(1), Y1: head.Y1 + aligned*head.Height()}
	beside := slices.ContainsFunc(lines[n+1:], func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && it.X1 < r.X0 })
	})
	if lines[n].items[0].X0 == head.X0 && !beside {
		r.X0 = math.Inf(-1)
	}
	for _, next := range cellsOf(lines[n].items) {
		if next[0].X0 > head.X1 && slices.ContainsFunc(next, func(it item) bool { return nowWords[fold(it.text)] }) {
			r.X1 = next[0].X0 - cellGap*head.Height()
			break
		}
	}
	last := head.CenterY()
	for _, l := range lines[n+1:] {
		own := within(l.items, r.X0, r.X1)
		if len(own) == 0 {
			if side := l.onlyNames(); side != "" && slices.ContainsFunc(lines[:n], func(above line) bool { return above.onlyNames() == twinEye(side) }) {
				break
			}
			continue
		}
		if math.IsInf(r.X0, -1) && l.CenterY()-last > earlierReach*head.Height() {
			break // of a heading at the right all is, down to the end of the page
		}
		last, r.Y1 = l.CenterY(), l.Y1+margin*l.Height()
	}
	return r
}
