package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Words that are labels or headings only because of what stands around them.

// numberedOver makes labels of words that else need a number behind them, in a line of
// labels whose values stand below: "CCT  AXIAL  WTW", or of both meridians: "Flat  Steep".
func numberedOver(lines []line) {
	for n, l := range lines {
		heads := numberedHeads(l)
		if !headTogether(l, heads) {
			continue
		}
		var items []item
		for i := 0; i < len(l.items); i++ {
			it := l.items[i]
			if e, head := heads[i]; head {
				it.entry = e
				if k := unitInBrackets(l.items[i+1:]); k > 0 {
					it.units, it.upto = []string{unitOf(l.items[i+2].text)}, l.items[i+k].upto
					i += k
				}
			}
			items = append(items, it)
		}
		lines[n].items = items
	}
}

// numberedHeads are the words of a line, by their place in it, that else need a number behind them, and stand in a cell of their own, perhaps with a unit in brackets.
func numberedHeads(l line) map[int]entry {
	heads := map[int]entry{}
	for i, it := range l.items {
		end := i + unitInBrackets(l.items[i+1:])
		alone := (i == 0 || !near(l.items[i-1].token, it.token)) && (end+1 == len(l.items) || !near(l.items[end].token, l.items[end+1].token))
		if e, known := phrases[fold(it.text)]; it.plain(word) && alone && known && e.numbered {
			heads[i] = e
		}
	}
	return heads
}

// headTogether: with what else stands in the line the words are heads: with two labels, with the other meridian, or with one label or quality beside "AXIAL".
func headTogether(l line, heads map[int]entry) bool {
	if len(heads) == 0 { // as in most lines
		return false
	}
	fields := map[string]bool{}
	for _, e := range heads {
		fields[e.field] = true
	}
	switch others := len(headLabels(l)); {
	case others > 1:
		return true
	case fields["AL"] && len(l.items) == 2 && len(heads) == 1 && l.items[1].is(other): // "AXIAL   SNR"
		return true
	case fields["AL"] && others == 1: // "AXIAL   WTW" of one eye alone
		return !l.hasNumber()
	}
	return fields["K1"] && fields["K2"] && !l.hasNumber()
}

// unitInBrackets is how many items a unit in brackets takes at the start: "(mm)", "[°]".
func unitInBrackets(items []item) int {
	isUnit := func(it item) bool { return it.text == "°" || unitOf(it.text) != "" }
	if len(items) > 2 && (items[0].text == "(" || items[0].text == "[") && isUnit(items[1]) && (items[2].text == ")" || items[2].text == "]") {
		return 3
	}
	return 0
}

// meanHeads makes one label of the word for a mean and the label that follows it in a line of heads: "MV K1   MV K2".
func meanHeads(lines []line) {
	for n, l := range lines {
		if l.hasNumber() {
			continue
		}
		var items []item
		for i := 0; i < len(l.items); i++ {
			it := l.items[i]
			begins := i == 0 || !near(l.items[i-1].token, it.token)
			if it.is(mean) && begins && i+1 < len(l.items) && isMeasurement(l.items[i+1]) && near(it.token, l.items[i+1].token) {
				i++
				label := l.items[i]
				label.Box, label.from = label.Union(it.Box), it.from
				it = label
			}
			items = append(items, it)
		}
		lines[n].items = items
	}
}

// countHeads takes the n behind the deviation in a line of heads for the number of readings, and no index: "Value   SD   n".
func countHeads(lines []line) {
	for _, l := range lines {
		for i := range l.items {
			if it := &l.items[i]; it.fieldOf(measure) == indexField && l.countsUnder(i) {
				it.entry = unknownLabel
			}
		}
	}
}

// corneaTitles makes one heading of the word for the cornea, a dash and the surface: "Cornea – front". The word alone may say what was done to it.
func corneaTitles(lines []line) {
	for n, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			cornea, dash, surface := l.items[i], l.items[i+1], l.items[i+2]
			if cornea.fieldOf(choice) != "post_refractive" || !dash.plain(symbol) && !dash.isSign() || !surface.is(section) || !near(cornea.token, dash.token) || !near(dash.token, surface.token) {
				continue
			}
			surface.Box, surface.from = surface.Union(cornea.Box), cornea.from
			l.items = slices.Concat(l.items[:i], []item{surface}, l.items[i+3:])
		}
		lines[n].items = l.items
	}
}

// surfaceTitles makes headings of "PK" and "TK" that stand alone in a line over rows of meridians.
func surfaceTitles(lines []line) {
	for n, l := range lines {
		if len(l.items) != 1 || !l.items[0].is(other) {
			continue
		}
		where := map[string]string{"PK": back, "TK": total}[l.items[0].text]
		if where == "" || !slices.ContainsFunc(lines[n+1:min(len(lines), n+1+linesOfHead)], func(l line) bool { return slices.ContainsFunc(l.items, isMeridian) }) {
			continue
		}
		l.items[0].entry = entry{label: labelOf(section, where)}
	}
}

// describedMeridians takes from a row the word for keratometry that says in a column of its own what the meridian is, "K1   Keratometry   43.05 D   @ 172°".
func describedMeridians(lines []line) {
	for n, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			if isMeridian(l.items[i]) && l.items[i+1].fieldOf(section) == front && !near(l.items[i].token, l.items[i+1].token) && l.items[i+2].plain(number) {
				l.items = slices.Delete(slices.Clone(l.items), i+1, i+2)
			}
		}
		lines[n].items = l.items
	}
}

// birthAndSex makes one label of the date of birth of both labels where a stroke joins them: "DOB / Sex". The sex stands behind the date.
func birthAndSex(lines []line) {
	for n, l := range lines {
		for i := 0; i+1 < len(l.items); i++ {
			birth, sex := l.items[i], l.items[i+1]
			if birth.fieldOf(date) != "date_of_birth" || sex.fieldOf(choice) != "gender" || l.tokens[sex.from-1].text != "/" || !near(l.tokens[sex.from-1], sex.token) {
				continue
			}
			birth.Box, birth.upto, birth.closed, birth.end = birth.Union(sex.Box), sex.upto, sex.closed, sex.end
			l.items = slices.Concat(l.items[:i], []item{birth}, l.items[i+2:])
		}
		lines[n].items = l.items
	}
}

// longerLabels ends labels of the patient's data behind the words that go on with them, though they stand farther away than words of a phrase do, as those of letters of
// one width: "Nom   du   patient" is no name.
func longerLabels(lines []line) {
	for n, l := range lines {
		for i := 0; i < len(l.items); i++ {
			label, words := l.items[i], 0
			if !ofPatientsData(label) || label.closed {
				continue
			}
			var key strings.Builder
			key.WriteString(phraseKey(label.text))
			for k, next := range l.items[i+1:] {
				if !next.plain(word) && next.label != label.label || next.X0-l.items[i+k].X1 > cellGap*next.Height() {
					break
				}
				part := foldPart(next.text, false)
				if key.WriteString(part); part != "" && phrases[key.String()].label == label.label {
					words = k + 1
				}
			}
			if words > 0 {
				last := l.items[i+words]
				label.Box, label.upto, label.end = label.Union(last.Box), last.upto, last.X1
				l.items = slices.Concat(l.items[:i], []item{label}, l.items[i+words+1:])
			}
		}
		lines[n].items = l.items
	}
}

// sinister makes the name of an eye of "SN" before the words for it: "SN – occhio sinistro". Elsewhere it is a serial number.
func sinister(lines []line) {
	for _, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			if sign := l.items[i+1]; l.items[i].text == "SN" && (sign.isSign() || sign.plain(dash)) && l.items[i+2].fieldOf(eye) == leftEye {
				l.items[i].entry = entry{label: eyeLabel(leftEye)}
			}
		}
	}
}

// pairsOfOthers makes of the second label of a pair what the first one is, if that is no value: "TCP K1 / K2 (3 mm)".
func pairsOfOthers(lines []line) {
	for _, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			first, second := l.items[i], l.items[i+2]
			if first.is(other) && l.items[i+1].text == "/" && second.is(power) && near(first.token, l.items[i+1].token) && strings.HasSuffix(fold(first.text), "k1") && second.field == "K2" {
				l.items[i+2].entry = first.entry
			}
		}
	}
}

// axisHeads makes labels of axes of heads in degrees that are behind those of meridians: "K1 [D]  A1 [°]  K2 [D]  A2 [°]", "Flat [D]  @ [°]".
func axisHeads(lines []line) {
	for n, l := range lines {
		if l.hasNumber() && !l.numbersAxes() {
			continue
		}
		var items []item
		for i := 0; i < len(l.items); i++ {
			it := l.items[i]
			behind := len(items) > 0 && items[len(items)-1].is(power)
			switch unit := unitInBrackets(l.items[i+1:]); {
			case behind && it.is(other) && slices.Equal(it.units, []string{degrees}):
				it.entry = phrases["axis"]
			case it.is(other) && it.text == "A" && i > 0 && unitOf(l.items[i-1].text) == "diopters" && i+1 < len(l.items) && l.items[i+1].text == "°": // "R1 mm  D  A°"
				it.entry, it.upto = phrases["axis"], l.items[i+1].upto
				it.Box = it.Union(l.items[i+1].Box)
				i++
			case it.is(axis) && numberedAxis(l.items[i:]) != "":
				it.entry, it.upto = axisEntry(numberedAxis(l.items[i:])), l.items[i+1].upto
				it.Box = it.Union(l.items[i+1].Box)
				i++
			case behind && it.plain(at) && unit > 0 && l.items[i+2].text == "°":
				it.entry, it.units, it.upto = axisEntry(items[len(items)-1].field), []string{degrees}, l.items[i+unit].upto
				i += unit
			}
			items = append(items, it)
		}
		lines[n].items = items
	}
}

// numberedAxis is the meridian whose axis the items begin with, "Axis 1" or "Axis 2" of a head; "" if they do not.
func numberedAxis(items []item) string {
	if len(items) < 2 || !near(items[0].token, items[1].token) || items[1].text != "1" && items[1].text != "2" || len(items) > 2 && items[2].text == "°" {
		return ""
	}
	return "K" + items[1].text
}

// numbersAxes: the line has the labels of both meridians, and its only numbers are those of their axes: "K1  Axis 1  K2  Axis 2".
func (l line) numbersAxes() bool {
	powers, axes := map[string]bool{}, 0
	for i, it := range l.items {
		if it.is(power) {
			powers[it.field] = true
		}
		if it.is(axis) && numberedAxis(l.items[i:]) != "" {
			axes++
		}
	}
	return powers["K1"] && powers["K2"] && axes > 0 && axes == countOf(l.items, func(it item) bool { return it.plain(number) })
}

// depthsOfBoth makes one label of the thickness of the cornea and the depth of the aqueous behind it: "CCT + AD" is the depth from the epithelium.
func depthsOfBoth(lines []line) {
	for n, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			cornea, plus, aqueousDepth := l.items[i], l.items[i+1], l.items[i+2]
			if cornea.fieldOf(measure) != "CCT" || plus.text != "+" || aqueousDepth.fieldOf(other) != aqueous || !near(cornea.token, plus.token) || !near(plus.token, aqueousDepth.token) {
				continue
			}
			cornea.entry, cornea.upto, cornea.Box = phrases["acd"], aqueousDepth.upto, cornea.Union(aqueousDepth.Box)
			l.items = slices.Concat(l.items[:i], []item{cornea}, l.items[i+3:])
		}
		lines[n] = l
	}
}

// innerDepths makes other labels of those of the chamber's depth that go on in brackets below them, behind the value, where these say that it begins inside the
// cornea:
//
//	VK-Tiefe
//	            4.02 mm
//	(Int.):
func innerDepths(lines []line) {
	for n, l := range lines {
		for i, it := range l.items {
			if it.fieldOf(measure) != "ACD" {
				continue
			}
			for _, next := range lines[n+1:] {
				if next.CenterY()-it.CenterY() > wrappedLabel*it.Height() {
					break
				}
				k := slices.IndexFunc(next.items, func(o item) bool { return math.Abs(o.X0-it.X0) < aligned*it.Height() })
				if k < 0 {
					continue
				}
				if saysInside(next.tokens[next.items[k].from:]) {
					l.items[i].entry = aqueousEntry()
				}
				break
			}
		}
	}
}

// axisRows makes a label of the sign that alone says what a row holds, directly below the row of a meridian or of its radius, if that holds nothing but whole
// numbers: "K1 (D)  43.71  43.11" and below it "(°)  22  12".
func axisRows(lines []line) {
	for n := 1; n < len(lines); n++ {
		above, items := lines[n-1].items, lines[n].items
		if len(above) == 0 {
			continue
		}
		ofRadius := n > 1 && len(lines[n-2].items) > 0 && isMeridian(lines[n-2].items[0]) && above[0].label == nil
		if !isMeridian(above[0]) && !ofRadius {
			continue
		}
		values := slices.IndexFunc(items, func(it item) bool { return it.plain(number) })
		first := slices.IndexFunc(above, func(it item) bool { return it.plain(number) })
		if values < 1 || first < 1 || items[values-1].X1 > above[first].X0-columnGap*items[0].Height() {
			continue
		}
		sign := slices.IndexFunc(items[:values], func(it item) bool { return namesAxis(it) || it.text == "°" || unitOf(it.text) == degrees })
		others := slices.ContainsFunc(items[:values], func(it item) bool { return it.plain(word) && unitOf(it.text) == "" && !namesAxis(it) })
		broken := slices.ContainsFunc(items, func(it item) bool { return it.plain(number) && decimals(it.text) > 0 })
		if sign < 0 || others || broken || items[sign].label != nil {
			continue
		}
		items[sign].entry = phrases["axis"]
	}
}

// meridiansApart makes one label of the word for a meridian and the K behind it, between
// which OCR saw a wide space: "Flat  K: 43.21".
func meridiansApart(lines []line) {
	for n := range lines {
		items := lines[n].items
		for i := 1; i < len(items); i++ {
			meridian, k := items[i-1], items[i]
			if !meridian.plain(word) || !k.is(other) || k.text != "K" || k.X0-meridian.X1 > cellGap*k.Height() {
				continue
			}
			e, known := phrases[fold(meridian.text+"K")]
			if !known || e.role != power {
				continue
			}
			k.entry, k.from, k.text, k.Box = e, meridian.from, meridian.text+" K", k.Union(meridian.Box)
			items = slices.Concat(items[:i-1], []item{k}, items[i+1:])
		}
		lines[n].items = items
	}
}

// oneLabel makes one label of two of the same measurement in one cell, with nothing but words between: "Anterior chamber depth, epithelium
// to lens (ACD)".
func oneLabel(items []item) (out []item) {
	for i := 0; i < len(items); i++ {
		it, end := items[i], i
		for k := i + 1; it.is(measure) && !it.closed && k < len(items) && near(items[k-1].token, items[k].token) && !isValue(items[k]); k++ {
			if items[k].meansSame(it) && !mayBeLeft(items, i) {
				end = k
			} else if items[k].label != nil {
				break
			}
		}
		if end > i && end+1 < len(items) && items[end+1].text == ")" && items[end+1].glued {
			end++
		}
		it.Box, it.upto = it.Union(items[end].Box), items[end].upto
		if end > i {
			it.closed = items[end].closed
		}
		out, i = append(out, it), end
	}
	return out
}

// spreadRows makes one label of that of a measurement and what says that its deviation follows: "Axial length, SD   0.013   0.018",
// "Desv. est. AL 0,011 mm", also in a list that begins so: "SD: AL 0.01 · ACD 0.02".
func spreadRows(items []item) (out []item) {
	var listed *label // that of the deviations in whose list the item stands
	for i := 0; i < len(items); i++ {
		it := items[i]
		if i > 0 && !near(items[i-1].token, it.token) {
			listed = nil
		}
		switch {
		case listed != nil && i+1 < len(items) && ofEye(it) && strings.Contains(separators, items[i-1].text) && items[i+1].plain(number):
			it.entry = entry{label: listed}
		case i == 0 && len(items) > 2 && it.is(measure) && items[1].text == "," && items[2].is(spread) && near(it.token, items[1].token) && near(items[1].token, items[2].token):
			own := items[2]
			own.Box, own.from = own.Union(it.Box), it.from
			it, i = own, 2
		case i+2 < len(items) && it.is(spread) && items[i+1].is(measure) && near(it.token, items[i+1].token) && items[i+2].plain(number):
			it.Box, it.upto = it.Union(items[i+1].Box), items[i+1].upto
			listed = it.label
			i++
		}
		out = append(out, it)
	}
	return out
}

// lensStates makes labels of the state of the lens of those of its thickness behind which stand words for a state
// and no number: "Lens   phakic IOL   aphakic".
func lensStates(items []item) []item {
	for i, it := range items {
		if it.fieldOf(measure) != "LT" {
			continue
		}
		after := items[i+1:]
		if end := slices.IndexFunc(after, announcesOther); end >= 0 {
			after = after[:end]
		}
		if ofState(after) && !slices.ContainsFunc(after, func(it item) bool { return it.plain(number) }) {
			items[i].entry = entry{label: statusLabel}
		}
	}
	return items
}

// ofState: the first cell, up to a separator, is words for a state of the lens.
func ofState(items []item) bool {
	var all strings.Builder
	for i, it := range items {
		if i > 0 && all.Len() > 0 && (!near(items[i-1].token, it.token) || strings.Contains(separators, it.text)) {
			break
		}
		all.WriteString(fold(it.text))
	}
	_, ok := lensStatus(all.String())
	return ok
}

// largeSides makes headings of the letters of the eyes that stand by themselves, or before the name of a device, and are
// larger than the other words. OCR sees large letters in drawings too: there it must be sure of both, one below the other or beside it, and of no other,
// or of one before the name of a device, at the beginning of its line.
func largeSides(lines []line, ocr bool) {
	var all []token
	for _, l := range lines {
		all = append(all, l.tokens...)
	}
	usual := usualHeight(all)
	var found []*item
	for _, l := range lines {
		for i := range l.items {
			if it := &l.items[i]; it.label == nil && isSideLetter(*it) && it.Height() > largerSide*usual && besideDevice(l.items, i) {
				found = append(found, it)
			}
		}
	}
	if ocr && !isPairOfSides(found) && !isSideOfDevice(found, lines) {
		return
	}
	for _, it := range found {
		it.entry = entry{label: eyeLabel(sides[it.text])}
	}
}

// besideDevice: item i is apart from what stands beside it in its line, but for the name of a device behind it.
func besideDevice(items []item, i int) bool {
	apart := func(a, b item) bool { return b.X0-a.X1 > aligned*min(a.Height(), b.Height()) }
	return (i == 0 || apart(items[i-1], items[i])) && (i+1 == len(items) || apart(items[i], items[i+1]) || isDevice(items[i+1]))
}

// isPairOfSides: the letters are those of both eyes, in one column or in one line, and OCR was sure of them.
func isPairOfSides(found []*item) bool {
	if len(found) != 2 {
		return false
	}
	a, b := found[0], found[1]
	return a.text != b.text && min(a.conf, b.conf) >= sureCell &&
		(math.Abs(a.X0-b.X0) < a.Height() || math.Abs(a.CenterY()-b.CenterY()) < a.Height())
}

// isSideOfDevice: there is one letter, of which OCR was sure, and a line begins with it and the name of a device.
func isSideOfDevice(found []*item, lines []line) bool {
	return len(found) == 1 && found[0].conf >= sureCell && slices.ContainsFunc(lines, func(l line) bool {
		return len(l.items) > 1 && &l.items[0] == found[0] && isDevice(l.items[1])
	})
}

// namesOverHeads puts the line of a large name of an eye before that of the heads of the columns below it, "1 2 3 Mean SD", which is level with its upper half.
func namesOverHeads(lines []line) {
	for n := 1; n < len(lines); n++ {
		name, heads := lines[n], lines[n-1]
		if len(name.items) == 0 || nameEnd(name.items) < len(name.items) || heads.CenterY() < name.Y0 || slices.ContainsFunc(heads.items, ofOneEye) || slices.ContainsFunc(heads.items, ofValue) {
			continue
		}
		if slices.ContainsFunc(heads.items, isMean) && slices.ContainsFunc(heads.items, func(it item) bool { return it.is(spread) }) {
			lines[n-1], lines[n] = name, heads
		}
	}
}

// isDevice: the item is a word of the name of a device or of its maker.
func isDevice(it item) bool {
	return it.plain(word) && (makers[fold(it.text)] != "" || devicePhrases[fold(it.text)] != nil)
}

// withoutCutNames makes words of names of eyes at the edge of the page, which may be what is left of
// another word: "ARGOS", of labels that are such a name: "CD right", and of letters within an abbreviation: "C.S.O. S.r.l."
func withoutCutNames(tokens []token, items []item) []item {
	for i, it := range items {
		misread := it.text == "CD" && i+1 < len(items) && ofOneEye(items[i+1]) && near(it.token, items[i+1].token) // OD, and no diameter
		abbreviated := it.from > 1 && tokens[it.from].glued && tokens[it.from-1].text == "." && len(tokens[it.from-2].text) == 1
		if misread || ofOneEye(it) && (isCut(tokens[it.from:it.upto]) || abbreviated) {
			items[i].entry = entry{}
		}
	}
	return items
}

// withoutAxisMarks makes signs of abbreviations of an eye that are misread signs of an axis:
// "K1 axis: OD 12°", "OD K1: 12°", and over columns "D  mm  OD".
func withoutAxisMarks(items []item) []item {
	for i, it := range items {
		if !it.is(eye) || it.field == "" || len(it.text) != 2 {
			continue
		}
		switch {
		case headsAxes(items, i):
			it.kind, it.text = symbol, "°"
		case marksAxis(items, i):
			it.kind, it.text = at, "@"
		case i+1 < len(items) && marksAxisOf(items[i+1:]):
			it.kind, it.text = symbol, "·"
		default:
			continue
		}
		it.entry = entry{}
		items[i] = it
	}
	return items
}

// headsAxes: the item stands behind the units of columns, of which one is the power of the
// cornea.
func headsAxes(items []item, i int) bool {
	units := map[string]bool{}
	for _, it := range items[:i] {
		if !it.plain(word) || unitOf(it.text) == "" {
			return false
		}
		units[unitOf(it.text)] = true
	}
	return units["diopters"]
}

// marksAxis: the item stands between words of one cell and an axis, and none is marked
// with the other eye.
func marksAxis(items []item, i int) bool {
	side := items[i].field
	if i == 0 || items[i-1].is(eye) || !near(items[i-1].token, items[i].token) && !items[i-1].closed || !hasAxis(items[i+1:]) {
		return false
	}
	for k, it := range items {
		if other := it.fieldOf(eye); other != "" && other != side && hasAxis(items[k+1:]) {
			return false
		}
	}
	return true
}

// marksAxisOf: the items begin with a meridian's label, and its value is an axis.
func marksAxisOf(items []item) bool {
	return (items[0].is(power) || items[0].is(radius)) && hasAxis(items[1:])
}

// hasAxis: the items begin with a number of degrees, perhaps after signs.
func hasAxis(items []item) bool {
	for i, it := range items {
		if it.isSign() {
			continue
		}
		return isDegrees(items[i:]) && near(it.token, items[i+1].token)
	}
	return false
}

// lettersAlone makes a heading of the letter of an eye that has a line of its own, or one with the word for the units, above
// all labels of values, directly or in the first line, on a page that names no eye otherwise. It may stand again below. On a scan it must do so, or stand over the
// only column of values, for OCR sees letters in drawings.
func lettersAlone(lines []line, ocr bool) {
	at := -1
	for n, l := range lines {
		switch letter := letterAlone(l); {
		case slices.ContainsFunc(l.items, ofOneEye):
			return
		case letter == "":
		case at >= 0 && letter != letterAlone(lines[at]), at < 0 && slices.ContainsFunc(lines[:n], func(l line) bool { return slices.ContainsFunc(l.items, ofValue) }):
			return
		case at < 0:
			at = n
		}
	}
	if ocr && !letterTwice(lines) && !overOnlyColumn(lines, at) {
		return
	}
	if at == 0 || at > 0 && at+1 < len(lines) && slices.ContainsFunc(lines[at+1].items, func(it item) bool { return ofValue(it) || it.is(section) }) {
		last := len(lines[at].items) - 1
		lines[at].items[last].entry = entry{label: eyeLabel(sides[lines[at].items[last].text])}
	}
}

// overOnlyColumn: OCR was sure of the letter that line n ends with, and it stands over the only value in all lines with labels of values left of it.
func overOnlyColumn(lines []line, n int) bool {
	if n < 0 {
		return false
	}
	letter := lines[n].items[len(lines[n].items)-1]
	rows := 0
	for _, l := range lines[n+1:] {
		i := slices.IndexFunc(l.items, ofValue)
		if i < 0 || l.items[i].X0 > letter.X0 {
			continue
		}
		values := slices.DeleteFunc(withTheirUnits(l.items[i+1:]), func(it item) bool { return !isValue(it) })
		if len(values) == 0 {
			continue
		}
		several := len(values) > 1 && lengths[l.items[i].fieldOf(measure)] && !slices.ContainsFunc(l.items, func(it item) bool { return it.text == "±" })
		if x0, x1 := values[0].X0, values[len(values)-1].X1; several || x0 > letter.X1+letter.Height() || x1 < letter.X0-letter.Height() || x1-x0 > farApart*letter.Height() {
			return false
		}
		rows++
	}
	return rows >= fewRows && letter.conf >= sureCell
}

// letterTwice: the same letter of an eye stands alone in two lines, so that it is none of the letters that OCR sees in drawings.
func letterTwice(lines []line) bool {
	found := map[string]int{}
	for _, l := range lines {
		if letter := letterAlone(l); letter != "" && l.items[len(l.items)-1].conf >= sureCell {
			found[letter]++
		}
	}
	return len(found) == 1 && (found["R"] > 1 || found["L"] > 1)
}

// isSideLetter: the item is the letter of an eye.
func isSideLetter(it item) bool { return it.text == "R" || it.text == "L" }

// letterAlone is the letter of an eye that the line consists of, perhaps behind the word for the units, "Unit   R"; "" if it has anything else.
func letterAlone(l line) string {
	last := len(l.items) - 1
	if last < 0 || last > 1 || !isSideLetter(l.items[last]) || last == 1 && !l.items[0].is(other) {
		return ""
	}
	return l.items[last].text
}

// lettersOfBlocks makes headings of the letters R and L that begin one below the other, on a page that names no eye otherwise: each has a line of its own above a
// line with the same labels of values, or stands left of the first of several lines with the same labels.
func lettersOfBlocks(lines []line) {
	type block struct {
		letter *item
		first  int // line
	}
	found := map[string]block{}
	for n, l := range lines {
		if slices.ContainsFunc(l.items, ofOneEye) {
			return
		}
		if len(l.items) == 0 || !isSideLetter(l.items[0]) {
			continue
		}
		letter := &l.items[0]
		beside := len(l.items) > 1 && ofValue(l.items[1]) && l.items[1].X0-letter.X1 > columnGap*letter.Height()
		if len(l.items) > 1 && !beside {
			continue
		}
		if _, again := found[letter.text]; again || letter.conf < sureCell {
			return
		}
		first := n + 1
		if beside {
			first = n
		}
		found[letter.text] = block{letter, first}
	}
	right, left := found["R"], found["L"]
	if right.letter == nil || left.letter == nil || math.Abs(right.letter.X0-left.letter.X0) > columnGap*left.letter.Height() {
		return
	}
	if own := firstLabels(lines[right.first:]); len(own) > 1 && slices.Equal(own, firstLabels(lines[left.first:])) {
		right.letter.entry, left.letter.entry = entry{label: eyeLabel(rightEye)}, entry{label: eyeLabel(leftEye)}
	}
}

// lettersInMargin makes names of the letters R and L that begin a line each left of everything else that was measured, one below the other, on a page that names no eye
// otherwise: each beside its own block, of which the lower one begins with the label of the upper one.
func lettersInMargin(lines []line) {
	var at []int // lines
	for n, l := range lines {
		if slices.ContainsFunc(l.items, ofOneEye) {
			return
		}
		if len(l.items) > 1 && isSideLetter(l.items[0]) && l.items[0].conf >= sureCell {
			at = append(at, n)
		}
	}
	if len(at) != 2 {
		return
	}
	a, b := &lines[at[0]].items[0], &lines[at[1]].items[0]
	own := slices.IndexFunc(lines, func(l line) bool { return slices.ContainsFunc(l.items, ofValue) })
	if own < 0 || own > at[0] || a.text == b.text || math.Abs(a.X0-b.X0) > aligned*b.Height() {
		return
	}
	first := lines[own].items[slices.IndexFunc(lines[own].items, ofValue)]
	cut := -1 // where the lower block begins
	for n := at[0] + 1; n < at[1] && cut < 0; n++ {
		if slices.ContainsFunc(lines[n].items, func(it item) bool { return it.label == first.label && math.Abs(it.X0-first.X0) < aligned*it.Height() }) {
			cut = n
		}
	}
	if cut < 0 {
		return
	}
	end := cut // equal blocks are equally high
	for end < len(lines) && lines[end].Y1 < lines[cut].Y0+lines[cut].Y0-lines[own].Y0 {
		end++
	}
	if !measuredOnce(lines[own:cut], *a) || !measuredOnce(lines[cut:end], *b) {
		return
	}
	a.entry, b.entry = entry{label: eyeLabel(sides[a.text])}, entry{label: eyeLabel(sides[b.text])}
}

// measuredOnce: the lines have labels of several lengths, each in one of them, and all labels of values stand right of the letter.
func measuredOnce(lines []line, letter item) bool {
	seen := map[string]int{} // length → its line
	for n, l := range lines {
		for _, it := range l.items {
			if ofValue(it) && it.X0 < letter.X1+columnGap*letter.Height() {
				return false
			}
			if lengths[it.fieldOf(measure)] {
				if at, again := seen[it.field]; again && at != n {
					return false
				}
				seen[it.field] = n
			}
		}
	}
	return len(seen) > 1
}

// firstLabels are the labels in the first of the lines if it has several, else those of the first few lines; nil if these have too few.
func firstLabels(lines []line) (labels []*label) {
	for n, l := range lines[:min(len(lines), fewRows)] {
		own := l.labels()
		for _, i := range own {
			labels = append(labels, l.items[i].label)
		}
		if n == 0 && len(own) > 1 {
			return labels
		}
	}
	if len(labels) < fewTwins {
		return nil
	}
	return labels
}

// withoutTissues takes the names of eyes from the letters on a scan that mark the cornea, the lens and the retina: "C   L   R".
func withoutTissues(lines []line) {
	for _, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			if marks := l.items[i : i+3]; marks[0].text == "C" && marks[1].text == "L" && marks[2].text == "R" {
				marks[1].entry, marks[2].entry = entry{}, entry{}
			}
		}
	}
}

// withoutTimes takes the names of both eyes before the times at which they were examined, "OD 09:14 · OS 09:16", if other lines name both.
func withoutTimes(lines []line) {
	for n, l := range lines {
		var timed []int
		for i, it := range l.items {
			if ofOneEye(it) && isTime(l.items[i+1:]) {
				timed = append(timed, i)
			}
		}
		elsewhere := func(eye string) bool {
			return slices.ContainsFunc(slices.Concat(lines[:n], lines[n+1:]), func(l line) bool {
				k := slices.IndexFunc(l.items, func(it item) bool { return ofOneEye(it) && it.field == eye })
				if k < 0 {
					return false
				}
				end := k + nameEnd(l.items[k:])
				after := line{items: l.items[end:]}
				return len(after.items) == 0 || !after.items[0].is(other) && (!after.hasNumber() || slices.ContainsFunc(after.items, ofValue)) // "OD Refraction: -2.00 D"
			})
		}
		if len(timed) == 2 && l.items[timed[0]].field != l.items[timed[1]].field && elsewhere(rightEye) && elsewhere(leftEye) {
			l.items[timed[0]].entry, l.items[timed[1]].entry = entry{}, entry{}
		}
	}
}

// lettersOfRows makes names of eyes of the letters R and L that begin two rows of a table, one directly below the other, with as many cells, under a line of labels:
//
//	     AXIAL   PACHY   ACD
//	R    27.42   509     3.59
//	L    26.87   514     3.54
func lettersOfRows(lines []line) {
	begins := func(l line, letter string) bool {
		return len(l.items) > leastSingles && l.items[0].text == letter && l.items[0].label == nil && l.items[0].conf >= sureCell && l.items[1].plain(number)
	}
	for n := 1; n+1 < len(lines); n++ {
		r, l := lines[n], lines[n+1]
		if !begins(r, "R") || !begins(l, "L") || math.Abs(r.items[0].CenterX()-l.items[0].CenterX()) > aligned*l.Height() || len(cellsOf(r.items)) != len(cellsOf(l.items)) {
			continue
		}
		heads := slices.ContainsFunc(lines[max(0, n-linesOfHead):n], func(head line) bool { return countOf(headLabels(head), ofValue) > 1 })
		if heads && countOf(r.items, func(it item) bool { return it.plain(number) && decimals(it.text) > 0 }) > 1 {
			r.items[0].entry, l.items[0].entry = entry{label: eyeLabel(rightEye)}, entry{label: eyeLabel(leftEye)}
		}
	}
}

// lettersOverColumns makes headings of the letters R and L that stand apart in a line, above columns of values with their labels in the middle, on a page that
// names no eye otherwise:
//
//	  R       OPTICAL      L
//	22.94    AXIAL mm    23.02
//	3.22     ACD mm      3.17
func lettersOverColumns(lines []line) {
	isLetter := func(it item, letter string) bool { return it.text == letter && it.conf >= sureCell }
	named := func(it item) bool { return ofOneEye(it) && it.text != "R" && it.text != "L" }
	if slices.ContainsFunc(lines, func(l line) bool { return slices.ContainsFunc(l.items, named) }) {
		return
	}
	for n, l := range lines {
		r := slices.IndexFunc(l.items, func(it item) bool { return isLetter(it, "R") })
		k := slices.IndexFunc(l.items, func(it item) bool { return isLetter(it, "L") })
		if r < 0 || k < r || l.hasNumber() {
			continue
		}
		right, left := l.items[r], l.items[k]
		rows := 0
		for _, below := range lines[n+1:] {
			if betweenLetters(right, left, below) {
				rows++
			}
		}
		if rows >= fewRows {
			l.items[r].entry, l.items[k].entry = entry{label: eyeLabel(rightEye)}, entry{label: eyeLabel(leftEye)}
			return
		}
	}
}

// betweenLetters: one label of a value stands in the line between the letters, a number under each of them, and no other label.
func betweenLetters(right, left item, l line) bool {
	at := l.labels()
	if len(at) != 1 {
		return false
	}
	label := l.items[at[0]]
	under := func(letter item) bool {
		return slices.ContainsFunc(l.items, func(it item) bool {
			return it.plain(number) && math.Abs(it.CenterX()-letter.CenterX()) < farMargin*letter.Height() && (it.CenterX() < label.CenterX()) == (letter.CenterX() < label.CenterX())
		})
	}
	return label.X0 > right.X1 && label.X1 < left.X0 && under(right) && under(left)
}

// sideRows makes names of eyes of the letters that begin rows of labels with their values, "R: Flat K: 42.12  Steep K: 43.84", or stand before the
// word for the eye, "R   Eye: phakic". Letters without a sign behind them, "R Flat K: 42.12", count if a few rows begin so.
func sideRows(rows []layout.Row) []layout.Row {
	at := map[int]int{} // row → its letter
	bare := false       // no sign follows one of the letters
	for n := range rows {
		if i, signed := sideLetter(rows, n); i >= 0 {
			at[n], bare = i, bare || !signed
		}
	}
	if len(at) == 0 {
		at, bare = allByLetter(rows), false
	}
	if len(at) < 2 || bare && len(at) < fewSideRows {
		return rows
	}
	for n, r := range rows { // so do the rows of which OCR misread the labels
		first := r.Words[0]
		for k, i := range at {
			like := rows[k].Words[i]
			if i == 0 && n != k && first.Text == like.Text && math.Abs(first.X0-like.X0) < aligned*like.Height() && len(r.Words) > 1 && isDashed(r.Words) && isDashed(rows[k].Words) {
				at[n] = 0
				break
			}
		}
	}
	for n, i := range at {
		rewrite(&rows[n], map[int]string{i: strings.NewReplacer("R", "OD", "L", "OS").Replace(rows[n].Words[i].Text)})
	}
	return rows
}

// sideLetter is the letter of an eye in row n behind which labels follow, -1 for none. It is signed if a colon, a dash or the word for the eye stands behind it.
func sideLetter(rows []layout.Row, n int) (at int, signed bool) {
	words := rows[n].Words
	for i, w := range words {
		after := words[i+1:]
		mark, closed := strings.CutSuffix(strings.Trim(w.Text, "_|"), ":")
		mark, glued := strings.CutSuffix(mark, "-") // of "R –"
		if mark != "R" && mark != "L" || len(after) < 2 || strings.IndexFunc(after[0].Text, isDigit) == 0 {
			continue
		}
		dashed := isDashed(words[i:]) // "R – K1: 43.12"
		closed = closed || dashed
		if means := meaningsOf(fold(after[0].Text)); !closed && !hasDigit(after[0].Text) && (slices.Contains(means, "flat") || slices.Contains(means, "steep")) {
			continue // "R flat = 8.13 mm" is a radius
		}
		labels := slices.ContainsFunc(after, func(w layout.Word) bool { return strings.HasSuffix(w.Text, ":") || w.Text == "=" })
		next := phrases[fold(after[0].Text)]
		ofEye := next.label != nil && next.role == eye && next.field == "" && apartBy(words, i-1, columnGap) && !apartBy(words, i, columnGap)
		switch {
		case labels && ofEye, i == 0 && closed && (labels || besideOther(rows, n)):
			return i, true
		case i == 0 && dashed && (beginsMeasured(after[1:]) || glued && beginsMeasured(after)): // "R – AL 23.73 mm   ACD 3.12 mm"
			return i, true
		case i == 0 && (labels || besideOther(rows, n)):
			return i, false
		}
	}
	return -1, false
}

// allByLetter is the rows of a page of one eye that begin with its letter, each with 0 as the letter's place: every row that has the label of a measurement and
// a number begins with the same letter, "R  AL 26.53 mm  ACD 4.43 mm", in the same place, and the other letter stands nowhere. None if one of them does not.
func allByLetter(rows []layout.Row) map[int]int {
	at := map[int]int{}
	measured := 0
	var like layout.Word
	for n, r := range rows {
		first := r.Words[0]
		first.Text = strings.Trim(first.Text, "_|:")
		begins := isSideMark(first) && (len(at) == 0 || first.Text == like.Text && math.Abs(first.X0-like.X0) < aligned*like.Height())
		rest := r.Words
		if begins {
			at[n], like, rest = 0, first, r.Words[1:]
			if isMeasuredRow(rest) {
				measured++
				continue
			}
		}
		for i, w := range rest {
			if isSideMark(w) || !begins && isMeasuredRow(rest[i:]) {
				return nil
			}
		}
	}
	if measured < fewSideRows-1 {
		return nil
	}
	return at
}

// isSideMark: the word is the letter of an eye, perhaps with a colon, and OCR was sure of it.
func isSideMark(w layout.Word) bool {
	w.Text = strings.TrimSuffix(w.Text, ":")
	return isSureLetter(w)
}

// isMeasuredRow: the words begin with the label of a measurement or a meridian, or of both meridians, and a number stands behind it.
func isMeasuredRow(words []layout.Word) bool {
	var head strings.Builder
	for i := range min(len(words), mostHeadWords) {
		head.WriteString(words[i].Text)
		label, _, _ := strings.Cut(head.String(), "/")
		if cmp.Or(fieldNamed(label, measure), fieldNamed(label, power), fieldNamed(label, radius)) != "" {
			return slices.ContainsFunc(words[i+1:], func(w layout.Word) bool { return strings.IndexFunc(w.Text, isDigit) >= 0 })
		}
	}
	return false
}

// isDashed: a dash stands behind the first word, or ends it.
func isDashed(words []layout.Word) bool {
	return strings.HasSuffix(words[0].Text, "-") || strings.Trim(words[1].Text, "-–—") == ""
}

// beginsMeasured: the words begin with the label of a measurement and its number, and no letter of an eye stands behind it.
func beginsMeasured(words []layout.Word) bool {
	var head strings.Builder
	for i := range max(0, min(len(words)-1, mostHeadWords)) {
		head.WriteString(words[i].Text)
		label := head.String()
		if cmp.Or(fieldNamed(label, measure), fieldNamed(label, power)) != "" && strings.IndexFunc(words[i+1].Text, isDigit) == 0 {
			return !slices.ContainsFunc(words, func(w layout.Word) bool { return w.Text == "R" || w.Text == "L" })
		}
	}
	return false
}

// besideOther: row n begins with a letter of an eye, perhaps with a sign, and the row below or above it with the other letter. Both go on with the same label:
//
//	R – Kflat 43.12
//	L – Kflat 43.31
func besideOther(rows []layout.Row, n int) bool {
	alike := func(n int) bool {
		if n < 0 || n+1 >= len(rows) {
			return false
		}
		r, l := rows[n].Words, rows[n+1].Words
		label := 1
		if len(r) > 1 && strings.Trim(r[1].Text, "-–—") == "" {
			label = 2
		}
		return strings.Trim(r[0].Text, "_|:") == "R" && strings.Trim(l[0].Text, "_|:") == "L" && math.Abs(r[0].X0-l[0].X0) < aligned*r[0].Height() &&
			len(r) > label && len(l) > label && r[label].Text == l[label].Text
	}
	return alike(n) || alike(n-1)
}
