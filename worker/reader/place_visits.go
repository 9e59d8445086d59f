package reader

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// A comparison of examinations has a column for each, under its date:
//
//	          12/02/2019   17/10/2024
//	AL        25.41 mm     25.83 mm
//	ACD       3.69 mm      3.62 mm
//
// The values of the earlier ones are not this report's.

// dateHead is a date over a column, as read in each order of days and months.
type dateHead struct {
	layout.Box
	dates   [len(orders)]string
	printed string // how the date is printed, "" if a word stands for it
}

// printedOtherwise: both are dates, and not printed alike.
func (h dateHead) printedOtherwise(other dateHead) bool {
	return h.printed != "" && other.printed != "" && h.printed != other.printed
}

// withoutVisits is the words of the page without the columns of earlier examinations.
func withoutVisits(page layout.Page, lines []line) []layout.Word {
	var earlier []layout.Box
	var compared []dateHead // the heads of columns that compare
	examined := examinedOn(lines)
	for n, l := range lines {
		all := dateHeads(l)
		if l.saysPatient() && !slices.ContainsFunc(all, dateHead.isNow) {
			continue
		}
		earlier = append(earlier, earlierColumns(all, lines, n, examined)...)
		for _, heads := range besideOthers(all) {
			current, known := latest(heads)
			if !known || namesUnderDates(lines[max(0, n-fewRows):n+1], heads) {
				continue
			}
			bottom, rows := comparedRows(lines[n+1:], heads)
			if !compare(heads, compared, rows, heads[current].dates == examined) || unheaded(lines[n+1:], heads, all, bottom) {
				continue
			}
			compared = append(compared, heads...)
			if left, right, found := differences(lines[max(0, n-1):min(n+2, len(lines))], heads); found {
				earlier = append(earlier, layout.Box{X0: left, Y0: l.Y0, X1: right, Y1: bottom})
			}
			for i := range heads {
				if i != current {
					earlier = append(earlier, visitColumn(heads, i, lines, n, bottom)...)
				}
			}
		}
	}
	return withEnds(outside(page.Words, earlier...), page.Words)
}

// earlierColumns are the columns under those of the heads in line n that need no later date beside them.
func earlierColumns(heads []dateHead, lines []line, n int, examined [len(orders)]string) (out []layout.Box) {
	for _, h := range heads {
		out = append(out, h.earlierColumn(lines, n, examined)...)
	}
	return out
}

// earlierColumn is the column under a head in line n with a date before that of the examination, as far as other values and a label stand beside its cells, and the
// title over it; nil where an eye is named over it or few rows have such a cell. The values beside it need no date of their own.
func (h dateHead) earlierColumn(lines []line, n int, examined [len(orders)]string) []layout.Box {
	if !isBefore(h.dates, examined) {
		return nil
	}
	inColumn := func(b layout.Box) bool { return b.X1 > h.X0 && b.X0 < h.X1 }
	if slices.ContainsFunc(lines[max(0, n-fewRows):min(n+2, len(lines))], func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return it.is(eye) && inColumn(it.Box) })
	}) {
		return nil
	}
	var column []layout.Box
	for _, l := range lines[n+1:] {
		k := slices.IndexFunc(l.items, func(it item) bool { return inColumn(it.Box) })
		if k < 0 {
			continue
		}
		cell := cellOf(l.items, k)
		box := boxOf(cell)
		beside := slices.Concat(within(l.items, math.Inf(-1), box.X0), within(l.items, box.X1, math.Inf(1)))
		if !onlyValues(cell) || !slices.ContainsFunc(beside, ofEye) || !slices.ContainsFunc(beside, isValue) {
			break
		}
		column = append(column, box)
	}
	if len(column) < fewRows {
		return nil
	}
	head := h.Box
	head.Y0 = titleOver(lines[:n], h, h.X0, h.X1)
	return append(column, head)
}

// withEnds is the words with those of all that go on with one of them, without a digit: "Phakic IOL" may reach into the column of an earlier visit.
func withEnds(words, all []layout.Word) []layout.Word {
	if len(words) == len(all) {
		return words
	}
	var ends []layout.Word
	for _, w := range all {
		goesOn := func(kept layout.Word) bool {
			gap := w.X0 - kept.X1
			return gap >= 0 && gap < printedSpace*w.Height() && math.Abs(kept.CenterY()-w.CenterY()) < w.Height()/2 && !hasDigit(kept.Text)
		}
		if !hasDigit(w.Text) && !slices.Contains(words, w) && (slices.ContainsFunc(words, goesOn) || slices.ContainsFunc(ends, goesOn)) {
			ends = append(ends, w)
		}
	}
	return append(words, ends...)
}

// compare: so many rows under the heads have values under several of them, or heads with the same dates stood above, over columns that compare. Where the latest
// date is that of the examination, fewer rows will do.
func compare(heads, above []dateHead, rows int, ofReport bool) bool {
	if rows >= fewRows || stand(heads, above) {
		return true
	}
	return ofReport && (rows >= fewTwins || standAgain(heads, above))
}

// visitColumn is the column under head i in line n, down to the bottom, with the title over it.
func visitColumn(heads []dateHead, i int, lines []line, n int, bottom float64) []layout.Box {
	h := heads[i]
	left, right := reachOf(heads, i)
	column := []layout.Box{{X0: left, Y0: titleOver(lines[:n], h, left, right) - margin*h.Height(), X1: right, Y1: h.Y1 + margin*h.Height()}}
	for _, row := range lines[n+1:] {
		if row.Y0 < bottom {
			column = append(column, layout.Box{X0: row.valueEnd(left), Y0: row.Y0, X1: min(row.valueEnd(right), row.nextLabel(h.CenterX())), Y1: row.Y1})
		}
	}
	return column
}

// nextLabel is where the first label of a value begins right of x, as that of the next eye; infinite if there is none.
func (l line) nextLabel(x float64) float64 {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 > x && ofValue(it) && !it.is(axis) })
	if i < 0 {
		return math.Inf(1)
	}
	return l.items[i].X0
}

// valueEnd is where the value ends that begins left of the edge: "7.96 mm @ 83°" may reach over it.
func (l line) valueEnd(edge float64) float64 {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.CenterX() >= edge })
	joins := func(i int) bool {
		it := l.items[i]
		return it.plain(at) || it.text == "/" || it.text == "(" && l.closes(i) // else a frame
	}
	goesOn := func(i int) bool { return joins(i) || l.items[i].isSign() || unitOf(l.items[i].text) != "" }
	for ; i > 0 && i < len(l.items) && near(l.items[i-1].token, l.items[i].token) && (goesOn(i) || joins(i-1)); i++ {
		edge = l.items[i].X1
	}
	return edge
}

// closes: a bracket right of item i closes the one that it opens.
func (l line) closes(i int) bool {
	return slices.ContainsFunc(l.items[i:], func(it item) bool { return it.text == ")" })
}

// stand: the same dates stood at the same places above, over columns that compare: they are those of the next eye, of whose rows OCR misread more.
func stand(heads, above []dateHead) bool {
	return !slices.ContainsFunc(heads, func(h dateHead) bool {
		return !slices.ContainsFunc(above, func(a dateHead) bool {
			return a.dates == h.dates && math.Abs(a.CenterX()-h.CenterX()) < h.Height()
		})
	})
}

// standAgain: the same dates stood above, over columns that compare.
func standAgain(heads, above []dateHead) bool {
	return !slices.ContainsFunc(heads, func(h dateHead) bool {
		return !slices.ContainsFunc(above, func(a dateHead) bool { return a.dates == h.dates })
	})
}

// examinedOn is the date of the examination as read in each order, empty if its label has none.
func examinedOn(lines []line) (dates [len(orders)]string) {
	for after := range behindExamLabels(lines) {
		if read, upto := datesAt(after); upto > 0 {
			return read
		}
	}
	return dates
}

// titleOver is where the head of a column begins: above the word over its date, "Previous", if that is in the nearest of the lines above with anything in the
// column.
func titleOver(above []line, h dateHead, left, right float64) float64 {
	for _, l := range slices.Backward(above[max(0, len(above)-2):]) {
		for _, cell := range cellsOf(l.items) {
			box := boxOf(cell)
			if box.X1 <= left || right <= box.X0 {
				continue
			}
			if left <= box.CenterX() && box.CenterX() < right && h.CenterY()-box.CenterY() < blockLine*h.Height() && onlyWords(cell) {
				return box.Y0
			}
			return h.Y0
		}
	}
	return h.Y0
}

// dateHeads is the dates in a line, each with the words of its cell, one for each. It is empty if the dates are not all printed alike: one of them may
// have lost a part of its year to another word, "202 4-04-21".
func dateHeads(l line) (heads []dateHead) {
	for _, cell := range dateCells(l.items) {
		var h dateHead
		dates, at, end := 0, 0, 0
		for i := 0; i < len(cell); i++ {
			if read, upto := datesAt(cell[i:]); upto > 0 {
				dates, h.dates = dates+1, read
				at, end = i, i+upto
				i = end - 1
			}
		}
		if dates == 0 && saysNow(cell) {
			heads = append(heads, nowHead(cell))
		}
		if dates != 1 {
			continue
		}
		raw, _ := join(tokensOf(cell[at:end]))
		h.Box, h.printed = boxOf(cell), patternOf(raw)
		if besideDate := slices.Concat(cell[:at], cell[end:]); hasStray(besideDate) || slices.ContainsFunc(heads, h.printedOtherwise) {
			return nil
		}
		heads = append(heads, h)
	}
	if !slices.ContainsFunc(heads, func(h dateHead) bool { return h.printed != "" }) {
		return nil
	}
	return heads
}

// dateCells are the cells of a line, of which those with nothing but several dates are one for each: "February 25, 2025 November 25, 2023".
func dateCells(items []item) (out [][]item) {
	for _, cell := range cellsOf(items) {
		var dates [][]item
		rest := cell
		for len(rest) > 0 {
			_, upto := datesAt(rest)
			if upto == 0 {
				break
			}
			dates, rest = append(dates, rest[:upto]), rest[upto:]
		}
		if len(rest) > 0 {
			dates = [][]item{cell}
		}
		out = append(out, dates...)
	}
	return out
}

// saysNow: the cell is a word for the present examination, "Current".
func saysNow(cell []item) bool {
	return len(cell) == 1 && nowWords[fold(cell[0].text)]
}

// nowWords stand over the column of the present examination.
var nowWords = wordSet(fold, "current actual atual aktuell actuel actuelle attuale today heute hoy hoje oggi aujourd'hui")

// nowHead is the head of the present examination, which is later than all dates.
func nowHead(cell []item) dateHead {
	h := dateHead{Box: boxOf(cell)}
	for i := range h.dates {
		h.dates[i] = afterAll
	}
	return h
}

// afterAll is later than all dates.
const afterAll = "9999"

// isNow: the head is that of the present examination.
func (h dateHead) isNow() bool { return h.dates[0] == afterAll }

func tokensOf(items []item) (out []token) {
	for _, it := range items {
		out = append(out, it.token)
	}
	return out
}

// patternOf is how a date is printed: a 0 for each digit, and one letter for the name of a month.
func patternOf(text string) string {
	return monthName.ReplaceAllString(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, text), "M")
}

var monthName = regexp.MustCompile(`\p{L}+`)

// hasStray: a number beside a date is none of a time of day.
func hasStray(items []item) bool {
	for i, it := range items {
		time := i > 0 && items[i-1].text == ":" || i+1 < len(items) && items[i+1].text == ":"
		if it.plain(number) && !time {
			return true
		}
	}
	return false
}

// besideOthers parts the heads of a line where a date stands again, those of the next eye, and leaves out what is alone.
func besideOthers(heads []dateHead) (groups [][]dateHead) {
	from := 0
	for i := 1; i <= len(heads); i++ {
		if i < len(heads) && !slices.ContainsFunc(heads[from:i], func(h dateHead) bool { return h.dates == heads[i].dates }) {
			continue
		}
		if i-from > 1 {
			groups = append(groups, heads[from:i])
		}
		from = i
	}
	return groups
}

// latest is the head with the latest date; it is not known where that depends on the order of days and months, or where the dates are not printed alike.
func latest(heads []dateHead) (at int, known bool) {
	for _, h := range heads {
		if slices.ContainsFunc(heads, h.printedOtherwise) {
			return 0, false
		}
	}
	at = -1
	for k := range orders {
		last := 0
		for i, h := range heads {
			if h.dates[k] > heads[last].dates[k] {
				last = i
			}
		}
		if slices.ContainsFunc(heads, func(h dateHead) bool { return h.dates[k] == "" }) {
			continue // "24/02" in no order has the month 24
		}
		if at >= 0 && at != last {
			return 0, false
		}
		at = last
	}
	return at, at >= 0
}

// namesUnderDates: both eyes are named over or under different dates, so that these are the dates of their examinations.
func namesUnderDates(lines []line, heads []dateHead) bool {
	named := map[int]string{}
	for _, l := range lines {
		if l.saysPatient() || slices.ContainsFunc(l.items, func(it item) bool { return it.is(choice) }) {
			continue // "Status OD: phakic"
		}
		for _, it := range l.items {
			if side := it.fieldOf(eye); side != "" {
				if k, near := visitAt(heads, it.Box); near {
					named[k] = side
				}
			}
		}
	}
	sides := map[string]bool{}
	for _, side := range named {
		sides[side] = true
	}
	return len(sides) == 2
}

// reachOf is how far the column under head i reaches: half the way to the next ones.
func reachOf(heads []dateHead, i int) (left, right float64) {
	at := heads[i].CenterX()
	switch {
	case i == 0: // the labels stand left of it
		half := (heads[1].CenterX() - at) / 2
		return max(at-half, heads[0].X0-heads[0].Width()), at + half
	case i == len(heads)-1:
		half := (at - heads[i-1].CenterX()) / 2
		return at - half, at + half
	}
	return (heads[i-1].CenterX() + at) / 2, (at + heads[i+1].CenterX()) / 2
}

// differences is the column of what has changed, right of the last date.
func differences(lines []line, heads []dateHead) (left, right float64, found bool) {
	_, left = reachOf(heads, len(heads)-1)
	for _, l := range lines {
		for _, it := range within(l.items, left, 2*left-heads[len(heads)-1].CenterX()) {
			if strings.HasPrefix(it.text, "Δ") || hasStem(fold(it.text), changeStems) {
				return left, max(it.X1, 2*it.CenterX()-left), true
			}
		}
	}
	return 0, 0, false
}

// changeStems begin the words over a column of what has changed.
var changeStems = stems("dif change cambio evol aender ander delta variat variac")

// visitAt is the column in which b stands.
func visitAt(heads []dateHead, b layout.Box) (k int, found bool) {
	for i := range heads {
		if left, right := reachOf(heads, i); left <= b.CenterX() && b.CenterX() < right {
			return i, true
		}
	}
	return 0, false
}

// comparedRows is where the rows under the heads end, and how many compare: they have the label of a measurement left of all columns, and two
// values of it or more, each below its head.
func comparedRows(lines []line, heads []dateHead) (bottom float64, rows int) {
	left, _ := reachOf(heads, 0)
	_, right := reachOf(heads, len(heads)-1)
	last, height := heads[0].CenterY(), heads[0].Height()
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.Y0 < heads[0].CenterY() }) // the name of the eye, which may stand beside the dates
	for _, l := range lines {
		own := within(l.items, left, right)
		if len(l.items) > 0 && ofOneEye(l.items[0]) && !slices.ContainsFunc(l.items, isMeasurement) {
			break // the heading of the next eye
		}
		if slices.ContainsFunc(own, func(it item) bool { return it.fieldOf(eye) != "" }) || l.CenterY()-last > earlierReach*height || headsAgain(own) {
			break
		}
		of := slices.IndexFunc(l.items, func(it item) bool { return ofEye(it) && it.X0 < left })
		filled, values := map[int]bool{}, 0
		for _, it := range own {
			k, found := visitAt(heads, it.Box)
			if !found || !it.plain(number) || filled[k] || math.Abs(it.CenterX()-heads[k].CenterX()) >= heads[k].Width() {
				continue
			}
			filled[k] = true
			if of >= 0 && fitsLabel(l.items[of], it) {
				values++
			}
		}
		if inSeveral(heads, own) { // "Lens status   phakic   pseudophakic": the table goes on
			last = l.CenterY()
		}
		if len(filled) == 0 {
			continue
		}
		last, bottom = l.CenterY(), l.Y1+margin*l.Height()
		if values > 1 {
			rows++
		}
	}
	return bottom, rows
}

// headsAgain: a date is among the items, one of those over the columns of the next table, of which others may not have been understood.
func headsAgain(items []item) bool {
	for i := range items {
		if _, upto := datesAt(items[i:]); upto > 0 {
			return true
		}
	}
	return false
}

// inSeveral: the items stand in two columns or more.
func inSeveral(heads []dateHead, items []item) bool {
	columns := map[int]bool{}
	for _, it := range items {
		if k, found := visitAt(heads, it.Box); found {
			columns[k] = true
		}
	}
	return len(columns) > 1
}

// unheaded: in several rows down to the bottom another value of the label stands right of the columns, before those of the next eye, without a label of its
// own. The date over it was not read, and may be the latest.
func unheaded(lines []line, heads, all []dateHead, bottom float64) bool {
	left, _ := reachOf(heads, 0)
	_, right := reachOf(heads, len(heads)-1)
	end := math.Inf(1)
	for _, h := range all {
		if h.X0 > heads[len(heads)-1].X1 {
			end = min(end, h.X0-h.Width())
		}
	}
	rows := 0
	for _, l := range lines {
		of := slices.IndexFunc(l.items, func(it item) bool { return it.X0 < left && (it.is(power) || it.is(measure) && lengths[it.field]) }) // a difference may be an axis
		next := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= right })
		if l.CenterY() < bottom && of >= 0 && next > of && l.items[next].X1 < end && l.items[next].plain(number) && fitsLabel(l.items[of], l.items[next]) {
			rows++
		}
	}
	return rows > 1
}

// isMeasurement: the item is the label of a number that was measured.
func isMeasurement(it item) bool { return ofEye(it) && !it.is(choice) }

// fitsLabel: the number can be a value of the label.
func fitsLabel(label, it item) bool {
	if label.is(power) {
		return inRange(label.field+"_magnitude", it.text)
	}
	return label.is(measure) && inRange(label.field, it.text)
}
