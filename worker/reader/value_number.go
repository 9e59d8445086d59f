package reader

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// reading is one value as found in one place.
type reading struct {
	key
	text    string // a number, a word of the data model, free text
	conf    float64
	doubt   doubt // something is there that cannot be trusted
	missing bool  // its label is there, and dashes instead of a value
	bare    bool  // an axis without a sign that says so
	sole    bool  // the axis of one meridian, printed for both
	called  calling
	at      place
	page    int       // number of the page
	singles []float64 // readings without their mean, of which the text is the first
}

// figure is a number in a row with what stands around it.
type figure struct {
	text   string
	unit   string // as in the field table; "" if none is printed
	broken bool   // it may be a part of a number
	column string // what the heading over it says: a unit, axes, nothing
	axis   bool   // stands after an axis sign or in a column of axes
	conf   float64
	x      float64 // where it begins
	at     place
}

// figures returns the numbers that belong to the label before items: up to the
// next label or word, without standard deviations, remarks in brackets, and single readings whose mean is known.
// missing reports dashes in place of the first value.
func (p part) figures(items []item) (out []figure, missing bool) {
	out, missing = p.allFigures(items)
	if mean, proven := p.meanBeforeDeviation(out, items); proven {
		return []figure{mean}, missing
	}
	return onlyMean(out), missing
}

// meanBeforeDeviation is the last figure, if it is the mean of the others, which are readings, and their deviation stands behind it in a column of its own.
func (p part) meanBeforeDeviation(found []figure, items []item) (mean figure, proven bool) {
	last := len(found) - 1
	if last < leastSingles || slices.ContainsFunc(found, func(f figure) bool { return !isReading(f, found[0]) }) || !isMeanOf(found[last], found[:last]) {
		return figure{}, false
	}
	i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) && it.X0 > found[last].x })
	if i < 0 || p.columnAt(items[i].Box) != spreadColumn {
		return figure{}, false
	}
	deviation, _ := p.figure(items, i, false)
	return found[last], isDeviationOf(deviation, found[:last])
}

// allFigures is figures with the single readings.
func (p part) allFigures(items []item) (out []figure, missing bool) {
	skip, toAxis, ofSingle := false, false, false // ofSingle: the number before was a single reading or a deviation, and so is its axis
	for i := 0; i < len(items); i++ {
		it := items[i]
		switch {
		case len(out) > 0 && endsFigures(it):
			return out, missing
		case it.is(spread), it.plain(symbol) && it.text == "±":
			skip = true
		case it.plain(at) && i+1 < len(items) && items[i+1].text == "°":
			i++ // the label's own units: "K1 D @ °"
		case it.is(axis), it.plain(at), crosses(items[i:], p.page.page.OCR):
			toAxis = true
		case it.plain(symbol) && qualityMarks[it.text]: // before the value
		case it.plain(number):
			f, n := p.figure(items, i, toAxis)
			f.axis = f.axis || len(out) > 0 && f.column == axisColumn && f.unit == "" && decimals(f.text) == 1 && inRange("K1_axis", wholeDegrees(f.text))
			switch {
			case strings.HasPrefix(it.raw, "+"):
				return out, missing // no measurement of an eye is printed with it, constants of lenses are: "ACD: +5.34"
			case len(out) > 0 && isShare(items[i:]):
				return out, missing
			case len(out) > 0 && rangeEnd(items, i) > i:
				n = rangeEnd(items, i) - i
			case anotherTable(out, f, items, i):
				return out, missing
			case skip:
				skip = false
				n += joinedSpread(items[i+n:])
			case isSingleFigure(f, items, i, ofSingle):
				ofSingle, toAxis = true, false
			default:
				out, toAxis, ofSingle = append(out, f), false, false
			}
			i += n
		case endsTitle(items[i:]):
			return out, missing
		case it.plain(dash):
			missing = missing || len(out) == 0 && !toAxis
			skip, toAxis = false, false
		case it.plain(symbol) && (it.text == "(" || it.text == "["):
			end := afterBracket(items, i)
			if ofSingle = false; !skip {
				out = append(out, p.behind(out, items[i+1:max(i+1, end-1)])...)
			}
			i = end - 1
		case it.plain(symbol), it.plain(word) && (unitOf(it.text) != "" || meridians[fold(it.text)] || p.misread(items, i)):
		default:
			return out, missing // another label, or a word that is not understood
		}
	}
	return out, missing
}

// isSingleFigure: the figure is a single reading or a deviation, by the column in which it stands, or the axis of one: after says that the number before was one.
func isSingleFigure(f figure, items []item, i int, after bool) bool {
	if after && i > 0 && (items[i-1].text == "/" || items[i-1].plain(at)) {
		return true
	}
	return f.column == spreadColumn && (!joined(items, i) || after)
}

// isShare: the items begin with how many of the readings count, "14/16".
func isShare(items []item) bool {
	if len(items) < 3 || items[1].text != "/" || !items[0].plain(number) || !items[2].plain(number) || decimals(items[0].text)+decimals(items[2].text) > 0 {
		return false
	}
	counted, all := atof(items[0].text), atof(items[2].text)
	return counted >= 0 && counted <= all && all <= mostShots
}

// endsFigures: what stands behind the item is not of the value before it: a mark of its quality, or the difference of the meridians, which has an
// axis of its own.
func endsFigures(it item) bool {
	return it.is(spread) && it.text == "Δ" || it.plain(symbol) && qualityMarks[it.text]
}

// behind is the numbers in a bracket behind the figures of a value.
func (p part) behind(before []figure, inside []item) []figure {
	if len(before) > 0 && powerOfRadius(before[len(before)-1], inside) {
		f, _ := p.figure(inside, 0, false)
		f.unit = fields["K1_magnitude"].Unit
		return []figure{f}
	}
	p.columns = nil // of the value before it, whatever column it reaches into
	return p.bracketed(inside)
}

// endsTitle: the items go on with a hyphen and words, as a title does: "Axial length - phakic eye", "Axial length – signal".
func endsTitle(items []item) bool {
	return items[0].plain(dash) && items[0].isHyphen() && len(items) > 1 && (isWordEye(items[1]) || saysLens(items[1:]) ||
		items[1].plain(word) && len(fold(items[1].text)) > fewLetters && unitOf(items[1].text) == "" && near(items[0].token, items[1].token))
}

// figure is the number at i, and how many items its unit takes.
func (p part) figure(items []item, i int, toAxis bool) (f figure, n int) {
	it := items[i]
	unit, n := unitAhead(items[i+1:])
	column := p.columnAt(it.Box)
	f = figure{text: it.text, unit: unit, column: column, broken: it.broken, conf: it.conf, x: it.X0, at: p.page.place(it.in), axis: toAxis || column == axisColumn && unit == "" && decimals(it.text) == 0 || unit == degrees}
	if unit == degrees {
		f.unit = ""
	}
	return f, n
}

// anotherTable: after a value with its unit a number without one, apart from
// it, is of something that stands beside.
func anotherTable(before []figure, f figure, items []item, i int) bool {
	n := len(before)
	if n > 0 && before[n-1].unit == "mm" && exactly(before[n-1].text, f.text) {
		return false // the power of the radius, in the column of the means
	}
	return n > 0 && (before[n-1].unit != "" || before[n-1].axis) && f.unit == "" && !f.axis && f.column == noColumn && !near(items[i-1].token, items[i].token)
}

// exactly: the power is that of the radius by the usual index, but for the rounding of both.
func exactly(radius, power string) bool {
	return belongTogether(radius, power) && math.Abs(atof(power)-powerOf(usualIndex, atof(radius))) < roundedPower
}

// joined: the number goes on with the value before it, "43.38 D / 19°", "43.38 D Ax: 19°", whatever
// column it reaches into.
func joined(items []item, i int) bool {
	return i > 0 && (items[i-1].text == "/" || items[i-1].plain(at) || items[i-1].is(axis)) && near(items[i-1].token, items[i].token)
}

// joinedSpread is how many items after the first belong to the spread that it ends: the "/ 3°" of
// "SD 0.06 / 3°".
func joinedSpread(items []item) int {
	if len(items) < 3 || items[1].text != "/" || !items[2].plain(number) {
		return 0
	}
	_, n := unitAhead(items[3:])
	return 2 + n
}

// rangeEnd is the last item of a range of normal values, "22.0 - 24.5", or i.
func rangeEnd(items []item, i int) int {
	if i+2 < len(items) && items[i+1].plain(dash) && items[i+1].isHyphen() && items[i+2].plain(number) &&
		near(items[i].token, items[i+1].token) && near(items[i+1].token, items[i+2].token) {
		return i + 2
	}
	return i
}

// misread: the first word after a label, of a few letters, that OCR may have made
// of "flat" or "cambré".
func (p part) misread(items []item, i int) bool {
	n := len(fold(items[i].text))
	return p.page.page.OCR && i == 0 && n >= 3 && n <= 7 && len(items) > 1 && items[1].plain(number)
}

// crosses: the x of "43.21 x 93°", which is a word to the lexer.
// OCR takes @ for other letters too.
func crosses(items []item, ocr bool) bool {
	if len(items) < 2 || !items[0].plain(word) || !items[1].plain(number) || !inRange("K1_axis", wholeDegrees(items[1].text)) {
		return false
	}
	cross, degree := slices.Contains([]string{"x", "X", "Dx", "DX", "dx"}, items[0].text), len(items) > 2 && items[2].text == "°"
	return cross || degree && (ocr && len(items[0].text) == 1 || beforeAxis[items[0].text])
}

// meridians are the words that stand beside K1 and K2 and say the same.
var meridians = wordSet(fold, "flat steep flach steil plano plana curvo curva plat plate cambré cambrée serré bombé íngreme piatto piatta ripido ripida stretto "+
	"flattest steepest flacher steiler flache steile horizontal vertical")

// powerOfRadius: a bracket after a radius in mm holds its power alone, "7.90 mm (42.72)".
func powerOfRadius(before figure, inside []item) bool {
	return before.unit == "mm" && len(inside) == 1 && inside[0].plain(number) && belongTogether(before.text, inside[0].text)
}

// bracketed returns the numbers in a bracket if all have their units: (7.81
// mm), (@ 93°). Anything else in brackets is a remark: (!), (1), (SD 0.02).
func (p part) bracketed(items []item) []figure {
	for _, it := range items {
		if it.label != nil && !it.is(axis) || it.plain(dash) || it.text == "±" || it.text == "+" {
			return nil
		}
	}
	found, _ := p.figures(items)
	for _, f := range found {
		if f.unit == "" && !f.axis {
			return nil
		}
	}
	return found
}

// withUnits gives figures without a unit those that their label lists: the
// numbers of "K1 [D/mm/°] 43.21 7.81 93" are told by their order alone.
func withUnits(found []figure, units []string) []figure {
	named := min(len(found), len(units)) // axes may follow, "R1 [mm]  7.81 @ 93°"
	if len(units) == 0 || slices.ContainsFunc(found[named:], func(f figure) bool { return !f.axis }) {
		return found
	}
	for i := range named {
		switch f := &found[i]; {
		case f.axis || f.unit != "":
			if f.axis != (units[i] == degrees) || f.unit != "" && f.unit != units[i] {
				return found // another order than the label's
			}
		case units[i] == degrees:
			f.axis = true
		default:
			f.unit = units[i]
		}
	}
	return found
}

// alwaysDecimal are the lengths that no device prints in whole millimeters. Where OCR loses a point, looks tell.
var alwaysDecimal = wordSet(as, "AL ACD LT")

// number reads the one number of a measurement. The first must be it: to pass
// over a number that does not fit, for a later one that does, would be a guess.
func (p part) number(k key, label item, items []item) (reading, bool) {
	items = ofField(k.field, items)
	if lengths[k.field] && countsReadings(items) {
		return reading{}, false
	}
	found, missing := p.numbersOf(k.field, items)
	another, unknown := qualifier(k.field, items)
	another = another || k.field == "ACD" && innerBehind(items)
	if missing && !another {
		return reading{key: k, missing: true}, true
	}
	if another || len(found) == 0 || k.field == indexField && isPair(items) {
		return reading{}, false
	}
	if mean, ok := p.meanBehind(k.field, found, items); ok {
		found = []figure{mean}
	} else if meanFirst(found) {
		found = found[:1]
	}
	first, singles := found[0], singlesOf(found)
	if strings.HasSuffix(k.field, "_axis") {
		first.text = wholeDegrees(first.text)
	}
	if p.isBeside(k.field, label, first) || isOfDrawing(k.field, label, first) {
		return reading{}, false
	}
	if first.unit == "" && len(label.units) == 1 && label.units[0] != degrees {
		first.unit = label.units[0]
	}
	if k.field == indexField {
		first.unit = "" // it has none: "n=1.3375   mm   D" heads columns
	}
	first.text = p.fitting(k.field, first.text)
	r := reading{key: k, text: literal(k.field, first.text), conf: first.conf, at: first.at, singles: singles}
	r.doubt = max(doubtIf(unknown, severalValues), p.doubtOf(k.field, label, first, items))
	if p.anotherMayBe(k.field, first, found[1:]) {
		r.doubt = severalValues
	}
	r.doubt = max(r.doubt, doubtIf(p.page.page.OCR && fields[k.field].Unit != degrees && p.misreadSingles(items, countReadings(k.field, found), r.doubt), severalValues))
	return r, true
}

// ofField is those of the items behind a label of the field that are its own.
func ofField(field string, items []item) []item {
	switch field {
	case indexField:
		items = untilComma(items)
	case "ACD":
		items = untilInner(items)
	case apexThickness:
		items = afterMark(items)
	}
	return afterSum(items)
}

// afterMark is the items without the mark by which a map shows the place, a circle, which may be written or read as a letter or a zero: "Pachy Apex:  o  547 µm".
func afterMark(items []item) []item {
	circle := len(items) > 2 && strings.ContainsAny(items[0].raw, "oO0○◯") && len([]rune(items[0].raw)) == 1
	if circle && items[1].plain(number) && unitOf(items[2].text) == fields["CCT"].Unit && !near(items[0].token, items[1].token) {
		return items[1:]
	}
	return items
}

// untilInner is the items up to the depth from inside the cornea that stands behind the other one: "3.36 mm   (Int.): 2.79 mm".
func untilInner(items []item) []item {
	for i := 1; i+1 < len(items); i++ {
		if items[i].text == "(" && slices.Contains(meaningsOf(fold(items[i+1].text)), "inner") && slices.ContainsFunc(items[i:], func(it item) bool { return it.plain(number) }) {
			return items[:i]
		}
	}
	return items
}

// countsReadings: the items begin with how many of how many readings were used, "6/6".
func countsReadings(items []item) bool {
	isDay := len(items) > 3 && items[3].text == "/"
	return isPair(items) && !isDay && decimals(items[0].text) == 0 && decimals(items[2].text) == 0 && atof(items[0].text) <= atof(items[2].text) && atof(items[2].text) <= mostShots
}

// afterSum is the items from the sum on, where they begin with an addition: "CCT + AqD = 0.552 + 2.56 = 3.11 mm".
func afterSum(items []item) []item {
	if len(items) < 5 || !items[0].plain(number) || items[1].text != "+" || !items[2].plain(number) || items[3].text != "=" || !items[4].plain(number) {
		return items
	}
	if a, b, sum := atof(items[0].text), atof(items[2].text), atof(items[4].text); math.Abs(a+b-sum) > math.Pow10(-decimals(items[4].text)) {
		return items
	}
	return items[4:]
}

// meanBehind is the mean behind single readings in their row: "ACD mm   3.58  3.53  3.57   AVG 3.56".
func (p part) meanBehind(field string, found []figure, items []item) (mean figure, ok bool) {
	at := slices.IndexFunc(items, func(it item) bool { return it.label != nil })
	if len(found) < leastSingles || at < 0 || !isMean(items[at]) || at+1 >= len(items) || !items[at+1].plain(number) {
		return figure{}, false
	}
	if slices.ContainsFunc(found, func(f figure) bool { return !mayBe(field, f) || !isReading(f, found[0]) }) {
		return figure{}, false
	}
	mean, _ = p.figure(items, at+1, false)
	return mean, isMeanOf(mean, found)
}

// meanFirst: the first figure has its unit and is the mean of the others, which have none: "ACD: 3.06 mm 3.03 3.06 3.08 3.08 3.05".
func meanFirst(found []figure) bool {
	readings := found[1:]
	return len(readings) >= leastSingles && found[0].unit != "" && isMeanOf(found[0], readings) &&
		!slices.ContainsFunc(readings, func(f figure) bool { return f.unit != "" || f.axis || !isReading(f, found[0]) })
}

// doubtOf is the doubt about the first number of the items behind a label.
func (p part) doubtOf(field string, label item, first figure, items []item) doubt {
	unit := fields[field].Unit
	return max(
		doubtIf(first.broken || !p.page.page.OCR && decimals(first.text) == 0 && alwaysDecimal[field], illegible),
		doubtIf(first.unit == "" && unit != "diopters" && slices.Contains(label.units, "diopters"), impossible), // "[D/°]"
		doubtIf(!inRange(field, first.text) || first.unit != "" && first.unit != unit || first.axis && unit != degrees, impossible),
		doubtIf(field != indexField && p.hasAxis(items, unit) || p.underOther(label, first), severalMeanings),
	)
}

// hasAxis: an axis stands behind the first number, which is to be a length: so it is the power of a meridian, under whose label the number of the length does not
// stand.
func (p part) hasAxis(items []item, unit string) bool {
	all, _ := p.allFigures(items)
	return unit != degrees && unit != "diopters" && len(all) > 1 && all[1].axis && decimals(all[1].text) < 2 // "x 0.12" is a place
}

// underOther: the figure stands far behind the label, and directly below another one that has no value behind it: it is of that one.
//
//	            LT
//	ACD         4.74 mm
//	3.12 mm
func (p part) underOther(label item, f figure) bool {
	if f.x-label.X1 < columnGap*label.Height() {
		return false
	}
	for _, l := range slices.Backward(p.lines) {
		if apart := label.CenterY() - l.CenterY(); apart < label.Height()/2 || apart > blockLine*label.Height() {
			continue
		}
		for i, it := range l.items {
			if it.X0-it.Height() < f.x && f.x < it.X1 { // it is the next one above
				headed := i+1 < len(l.items) && (l.items[i+1].plain(number) || l.items[i+1].plain(dash) || it.is(choice) && l.items[i+1].plain(word))
				ofOther := !it.is(measure) && !it.is(power) || it.is(measure) && mayBe(it.field, f) || it.is(power) && inRange(it.field+"_magnitude", f.text)
				title := it.fieldOf(measure) == "CCT" && label.field == apexThickness // over several places: "Pachymetry" and below it "Apex 547 µm"
				return ofEye(it) && it.field != label.field && !title && !headed && ofOther
			}
		}
	}
	return false
}

// isOfDrawing: the figure is a whole number far right of the label of a length, as at the scale of a map beside a title: "Axial length (AL)           14".
func isOfDrawing(field string, label item, f figure) bool {
	return lengths[field] && field != "CCT" && f.unit == "" && len(label.units) == 0 && !label.closed && decimals(f.text) == 0 && f.x-label.X1 > farApart*label.Height()
}

// isBeside: the figure is of something beside the label: without a unit, far from it and outside of the field's range, or degrees, which no length has, or
// what else is measured at the apex, a power or a place.
func (p part) isBeside(field string, label item, f figure) bool {
	if field == apexThickness && !mayBe(field, figure{text: p.fitting(field, f.text), unit: f.unit, axis: f.axis}) {
		return true
	}
	far := f.unit == "" && f.x-label.X1 > oneColumn*p.page.page.Width
	return f.axis && lengths[field] || far && !inRange(field, f.text) && !p.page.page.OCR
}

// mayBe: the figure may be a value of the field, by its unit and its range.
func mayBe(field string, f figure) bool {
	unit := fields[field].Unit
	return f.axis == (unit == degrees) && inRange(field, f.text) && (f.unit == "" || f.unit == unit)
}

// isBareAxis: behind the label of an axis one number without a sign stands after another that is as fine. Behind one with the sign of degrees, as far as that was
// not read by OCR, it is a deviation, "88°  2".
func (p part) isBareAxis(field string, first, next figure) bool {
	if first.axis && !p.page.page.OCR {
		return false
	}
	return fields[field].Unit == degrees && next.unit == "" && !next.axis && inRange(field, next.text) && decimals(next.text) == decimals(first.text)
}

// anotherMayBe: one of the figures behind the first may be the value as well, or is a reading of which OCR lost the point.
func (p part) anotherMayBe(field string, first figure, behind []figure) bool {
	return slices.ContainsFunc(behind, func(next figure) bool {
		other := (mayBe(field, next) || p.isBareAxis(field, first, next)) && !sameNumber(next.text, first.text) // nothing says which
		return other || p.page.page.OCR && next.unit == "" && repeatsWithoutPoint(first.text, next.text)        // of readings whose mean may be any of them
	})
}

// countReadings is how many of the figures may be readings of a field. Behind the thickness at the apex stands where that is: "551 µm   0.00   0.00".
func countReadings(field string, found []figure) (n int) {
	for _, f := range found {
		if field != apexThickness || decimals(f.text) == 0 {
			n++
		}
	}
	return n
}

// misreadSingles: the items are single readings, of which OCR misread some or the head of one. Of so many numbers the first has that doubt.
func (p part) misreadSingles(items []item, numbers int, first doubt) bool {
	return numbers >= leastSingles || numbers > 1 && p.singlesIn(items) || first != noDoubt && len(cellsOf(upToLabel(items))) > leastSingles
}

// singlesIn: up to the next label several numbers stand in columns of single readings.
func (p part) singlesIn(items []item) bool {
	n := 0
	for _, it := range items {
		if announcesOther(it) {
			break
		}
		if it.plain(number) && p.columnAt(it.Box) == spreadColumn {
			n++
		}
	}
	return n > 1
}

// numbersOf returns the figures of a field in its unit.
func (p part) numbersOf(field string, items []item) (found []figure, missing bool) {
	if field == indexField {
		p.columns = nil // no table has it in a column
	}
	found, missing = p.figures(items)
	if field == "CCT" || field == apexThickness {
		for i := range found {
			found[i] = inMicrometers(found[i])
		}
	}
	return found, missing
}

// isPair: the items begin with two numbers and a stroke between, "1.376 / 1.336": the
// indices on both sides of the back of the cornea.
func isPair(items []item) bool {
	return len(items) > 2 && items[0].plain(number) && items[1].text == "/" && items[2].plain(number)
}

// repeatsWithoutPoint: a number after a value is the same quantity measured again, and OCR lost its point:
// "12.29 1231".
func repeatsWithoutPoint(value, next string) bool {
	n := decimals(value)
	if n == 0 || decimals(next) > 0 {
		return false
	}
	a, err1 := strconv.ParseFloat(value, 64)
	b, err2 := strconv.ParseFloat(next, 64)
	b /= math.Pow10(n)
	return err1 == nil && err2 == nil && a != b && math.Abs(a-b) <= sameReading*a
}

// inMicrometers is a thickness of the cornea that is printed in millimetres, in
// the unit of the data model: "0.537 mm".
func inMicrometers(f figure) figure {
	v := atof(f.text)
	if v < 0.2 || v > 1 || decimals(f.text) > 3 || f.unit != "mm" && (f.unit != "" || decimals(f.text) != 3) {
		return f
	}
	f.text, f.unit = strconv.FormatFloat(math.Round(v*1000), 'f', 0, 64), "micrometers"
	return f
}

// apexStems begin the words for the middle of the cornea, where Pentacam measures its thickness: "CCT (apex)".
var apexStems = stems("apex apic vertex vertic")

// qualifier reads what stands in brackets after a depth or a thickness: another
// distance ("ACD (endothelium)"), or words of which nothing is known.
func qualifier(field string, items []item) (another, unknown bool) {
	own := map[string]string{
		"ACD": "outer anterior chamber depth cornea", "CCT": "outer centre thick cornea pachy pupil",
	}[field]
	if own == "" || len(items) == 0 || !items[0].plain(symbol) || items[0].text != "(" && items[0].text != "[" {
		return false, false
	}
	inside := items[1:max(1, afterBracket(items, 0)-1)]
	means := func(text string) []string { return meaningsOf(cmp.Or(shortSides[fold(text)], fold(text))) }
	fromFront := len(inside) > 0 && slices.Contains(means(inside[0].text), "anterior") // "ACD (ant. cornea – ant. lens)"
	fromOutside := func(it item) bool {
		return slices.ContainsFunc(strings.Split(it.text, "-"), func(text string) bool { return slices.Contains(means(text), "outer") })
	}
	if field == "ACD" && (fromFront || slices.ContainsFunc(inside, fromOutside)) {
		own += " lens" // "ACD (epithelium to lens)"
	}
	for _, it := range inside {
		for text := range strings.SplitSeq(it.text, "-") { // "epitelio-cristallino"
			w := fold(text)
			if it.kind != word || len(w) < 3 || unitOf(text) != "" || small[w] || field == "CCT" && hasStem(w, apexStems) {
				continue
			}
			said := means(text)
			another = another || slices.Contains(said, "inner")
			unknown = unknown || len(said) == 0 || slices.ContainsFunc(said, func(m string) bool { return !strings.Contains(" "+own+" ", " "+m+" ") })
		}
	}
	return another, unknown && !another
}

// innerBehind: behind the first number a word says that the depth begins inside the cornea, "2.34 mm Endothelium", "2.34 mm (endo)".
func innerBehind(items []item) bool {
	i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) }) + 1
	for ; i > 0 && i < len(items) && near(items[i-1].token, items[i].token); i++ {
		switch it := items[i]; {
		case it.label != nil || it.plain(number):
			return false
		case slices.Contains(meaningsOf(fold(it.text)), "inner"):
			return true
		}
	}
	return false
}

func sameNumber(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}

// fitting is text itself if the field can hold it, or what it is repaired to.
func (p part) fitting(field, text string) string {
	if p.page.page.OCR && !inRange(field, text) {
		if mended, ok := repaired(field, text); ok {
			return mended
		}
	}
	return text
}
