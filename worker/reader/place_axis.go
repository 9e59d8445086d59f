package reader

import (
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// The label of an axis may be put together of the meridian's and a word or a sign for
// the axis: "SimK1 A", "Ksteep Ax: 93°", "@ K1". Where the axis has a line of its own
// below the meridian's, the sign may stand alone: "@: 93°".

// axisSigns are the signs for an axis that mean other things elsewhere.
var axisSigns = wordSet(as, "A a @")

// withAxisSigns returns the page with the sign of an axis for the strokes in rows whose label says that the axis stands behind one, "R1 [mm] / Axis [°]   7.94 / 101",
// and without that part of the label, and whether there are any.
func withAxisSigns(page layout.Page, lines []line) (layout.Page, bool) {
	words, changed := page.Words, false
	for _, l := range lines {
		from, upto, ok := axisBehindStroke(l.items)
		if !ok {
			continue
		}
		if !changed {
			words, changed = slices.Clone(words), true
		}
		level := func(w layout.Word) bool { return math.Abs(w.CenterY()-l.CenterY()) < l.Height()/2 }
		words = slices.DeleteFunc(words, func(w layout.Word) bool { return level(w) && w.CenterX() > from && w.X1 < upto })
		for i, w := range words {
			if level(w) && w.X1 >= upto && !hasLetter(w.Text) {
				words[i].Text = strings.Replace(w.Text, "/", "@", 1)
			}
		}
	}
	page.Words = words
	return page, changed
}

// axisBehindStroke is where the label of a meridian goes on with a stroke and the label of its axis, and where the first number begins, if all that follows are pairs of a
// number with decimals and whole degrees, and perhaps a deviation.
func axisBehindStroke(items []item) (from, upto float64, ok bool) {
	if len(items) < 6 || !items[0].is(power) && !items[0].is(radius) || items[1].text != "/" || !items[2].is(axis) {
		return 0, 0, false
	}
	pairs, others := 0, 0
	for rest := items[3:]; len(rest) > 0; {
		switch {
		case len(rest) >= 3 && rest[0].plain(number) && decimals(rest[0].text) > 0 && rest[1].text == "/" && rest[2].plain(number) && inRange("K1_axis", rest[2].text):
			pairs++
			rest = rest[3:]
		case rest[0].plain(number), rest[0].plain(symbol):
			others++
			rest = rest[1:]
		default:
			return 0, 0, false
		}
	}
	return items[1].X0, items[3].X0, pairs > 0 && others <= 1
}

// polishLabels makes labels of words that mean something else, or nothing, in other languages: "Stroma   39.98 D @ 71°", the steep meridian, and "Śr.", the mean.
func polishLabels(items []item) []item {
	for i, it := range items {
		switch {
		case it.plain(word) && strings.EqualFold(it.text, "śr"):
			items[i].entry = meanLabel
		case i+3 < len(items) && it.is(other) && fold(it.text) == "stroma" && items[i+1].plain(number) && unitOf(items[i+2].text) == "diopters" && items[i+3].plain(at):
			items[i].entry = meridianIn("K2", "diopters")
		}
	}
	return items
}

// shortAxes makes axes of an "A" behind the power or the radius of a meridian, which stands before whole degrees: "K1  44.82 D / 7.53 mm  A 88°".
func shortAxes(items []item) []item {
	for i := 2; i+2 < len(items); i++ {
		it, angle := items[i], items[i+1]
		if it.is(other) && it.text == "A" && angle.plain(number) && decimals(angle.text) == 0 && items[i+2].text == "°" && slices.ContainsFunc(items[:i], isMeridian) {
			items[i].entry = axisLabel
		}
	}
	return items
}

// axesOfCylinders makes unknown labels of words for an axis that stand apart behind the axis of a meridian: below the cylinder, "R2  7.60 mm  44.41 D  178°    AX 88°".
func axesOfCylinders(items []item) []item {
	for i := 2; i+1 < len(items); i++ {
		it, before := items[i], items[i-1]
		if it.is(axis) && before.text == "°" && !near(before.token, it.token) && items[i-2].plain(number) && items[i+1].plain(number) && slices.ContainsFunc(items[:i], isMeridian) {
			items[i].entry = unknownLabel
		}
	}
	return items
}

// withAxes makes one label of a meridian's and that of an axis beside it, if what
// follows is an axis and no power.
func withAxes(items []item) []item {
	var out []item
	for i := 0; i < len(items); i++ {
		it := items[i]
		if i+1 < len(items) && near(it.token, items[i+1].token) && !afterValue(items, i) {
			next := items[i+1]
			switch {
			case isMeridian(it) && saysWithAxis(it.field, items[i+1:]):
				it.Box, it.upto = it.Union(items[i+2].Box), items[i+2].upto
				i += 2
			case isMeridian(it) && !it.closed && namesAxis(next) && axisFollows(next, items[i+2:]):
				it = axisOf(it, next)
				i++
			case it.is(axis) && next.is(measure) && strings.HasSuffix(next.field, "_axis"):
				next.Box, next.from = next.Union(it.Box), it.from
				it = next
				i++
			case isMeridian(next) && namesAxis(it) && !it.closed && axisFollows(it, items[i+2:]):
				it = axisOf(next, it)
				i++
				if k := len(out) - 1; k >= 0 && out[k].is(axis) && !out[k].closed && near(out[k].token, it.token) { // "Axis (Ax) K1"
					it.Box, it.from, out = it.Union(out[k].Box), out[k].from, out[:k]
				}
			}
		}
		if it.is(axis) || it.is(measure) && strings.HasSuffix(it.field, "_axis") {
			if end := signInBrackets(items, i+1); end > 0 {
				it.Box, it.upto = it.Union(items[end].Box), items[end].upto
				i = end
			}
		}
		out = append(out, it)
	}
	return out
}

// withOtherAxes makes a label of the word for the other meridian behind an axis, "Axis (flat) 8.2° (steep) 98.2°".
func withOtherAxes(items []item) (out []item) {
	for i := 0; i < len(items); i++ {
		it := items[i]
		if named := len(out) - 1; named > 0 && it.text == "(" && i+3 < len(items) && items[i+2].text == ")" && items[i+3].plain(number) {
			for named > 0 && !out[named].is(measure) && out[named].label == nil {
				named--
			}
			meridian, ofAxis := strings.CutSuffix(out[named].fieldOf(measure), "_axis")
			other := otherMeridian(meridian)
			if word := map[string]string{"K1": "flat", "K2": "steep"}[other]; ofAxis && slices.Contains(meaningsOf(fold(items[i+1].text)), word) {
				it.Box, it.upto, it.text = it.Union(items[i+2].Box), items[i+2].upto, items[i+1].text
				it.entry, it.closed = axisEntry(other), true
				i += 2
			}
		}
		out = append(out, it)
	}
	return out
}

// otherMeridian is K2_axis for K1_axis, "" for what is of no meridian.
func otherMeridian(field string) string {
	switch {
	case strings.Contains(field, "K1"):
		return strings.Replace(field, "K1", "K2", 1)
	case strings.Contains(field, "K2"):
		return strings.Replace(field, "K2", "K1", 1)
	}
	return ""
}

// saysWithAxis: the label before the items goes on with "@ axis", and a power stands behind it: "K1 @ axis   43.21 @ 97°".
func saysWithAxis(meridian string, items []item) bool {
	if len(items) < 2 || !items[0].plain(at) || !items[1].is(axis) || !near(items[0].token, items[1].token) {
		return false
	}
	i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) })
	return i >= 0 && decimals(items[i].text) > 0 && inRange(meridian+"_magnitude", strings.TrimPrefix(items[i].text, "-"))
}

// signInBrackets is the last item of a sign for the axis in brackets at i, 0 if there is
// none: "Meridian (A)".
func signInBrackets(items []item, i int) int {
	if i+1 >= len(items) || items[i].text != "(" || !near(items[i-1].token, items[i].token) {
		return 0
	}
	sign := items[i+1]
	whole := strings.HasSuffix(sign.text, ")")
	sign.text = strings.TrimRight(sign.text, " )")
	switch {
	case !namesAxis(sign):
		return 0
	case whole:
		return i + 1
	case i+2 < len(items) && items[i+2].text == ")":
		return i + 2
	}
	return 0
}

// afterValue: a number stands before item i in its cell, so a sign there announces its
// axis.
func afterValue(items []item, i int) bool {
	for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token); k-- {
		if items[k].plain(number) {
			return true
		}
	}
	return false
}

// isMeridian: the label of a meridian whose axis is a field.
func isMeridian(it item) bool {
	return (it.is(power) || it.is(radius)) && it.field != least && it.field != most
}

func namesAxis(it item) bool {
	return it.is(axis) || it.plain(at) || (it.label == nil || it.is(other)) && axisSigns[it.text]
}

// axisOf is the label of a meridian's axis, of which sign is the other part.
func axisOf(meridian, sign item) item {
	out := meridian
	if sign.from < meridian.from {
		out.from, out.text = sign.from, sign.text+" "+meridian.text
	} else {
		out.upto, out.text = sign.upto, meridian.text+" "+sign.text
	}
	out.Box = meridian.Union(sign.Box)
	out.units, out.closed = append(slices.Clone(meridian.units), sign.units...), meridian.closed || sign.closed
	out.entry = axisEntry(meridian.field)
	return out
}

// axisEntry is the table's label of a meridian's axis.
func axisEntry(meridian string) entry {
	at := slices.IndexFunc(labels, func(l label) bool { return l.field == meridian+"_axis" })
	return entry{label: &labels[at]}
}

// axisFollows: what follows a label with a sign for the axis is an axis, or nothing. Behind an @ that may be a number with a
// decimal and nothing else.
func axisFollows(sign item, after []item) bool {
	for i, it := range after {
		switch {
		case it.plain(symbol) && strings.ContainsAny(it.text, ":=.()°[]"):
		case it.plain(dash):
			return true
		case it.plain(number):
			degree := i+1 < len(after) && (after[i+1].text == "°" || unitOf(after[i+1].text) == degrees)
			another := i+1 < len(after) && after[i+1].plain(word) && unitOf(after[i+1].text) != ""
			_, mended := repaired("K1_axis", it.text) // OCR took its degree sign for a digit
			alone := sign.plain(at) && decimals(it.text) == 1 && (i+1 == len(after) || after[i+1].label != nil)
			return (mended || inRange("K1_axis", wholeDegrees(it.text))) && (degree || alone || decimals(it.text) == 0 && !another)
		default:
			return it.label != nil
		}
	}
	return true
}

// axesBelow makes axes of the labels that name a meridian and an axis, directly below that of the same meridian, if only degrees follow: "K steep  7.76 mm" and below it
// "K steep meridian  150", "Rf  7.88 mm" and "A Rf  4.8".
func axesBelow(lines []line) {
	for n := 1; n < len(lines); n++ {
		items := lines[n].items
		for i := 0; i < len(items); i++ {
			label, end := items[i], i+1
			switch {
			case isMeridian(label) && label.upto-label.from > 1 && isAxisWord(lines[n].tokens[label.upto-1]):
			case end < len(items) && isMeridian(items[end]) && near(label.token, items[end].token) && (namesAxis(label) || label.is(measure) && strings.HasSuffix(label.field, "_axis")):
				label, end = axisOf(items[end], label), end+1
			default:
				continue
			}
			meridian := strings.TrimSuffix(label.field, "_axis")
			above := slices.ContainsFunc(lines[n-1].items, func(it item) bool {
				return isMeridian(it) && it.field == meridian && it.text != label.text && math.Abs(it.X0-label.X0) < aligned*it.Height()
			})
			if above && degreesFollow(items[end:]) {
				label.entry = axisEntry(meridian)
				items = slices.Concat(items[:i], []item{label}, items[end:])
			}
		}
		lines[n].items = items
	}
}

// axesOfBack gives the axes below a meridian of the cornea's back to that surface: its power is negative, "K1  -5.97 D" and below it "K1 axis  83". Where OCR
// lost the sign, the axis is nobody's.
func axesOfBack(lines []line) {
	for n, l := range lines {
		for i, it := range l.items {
			meridian, ofAxis := strings.CutSuffix(it.fieldOf(measure), "_axis")
			if !ofAxis || meridian[0] != 'K' || it.isSoleAxis() {
				continue
			}
			above, found := powerAbove(lines[:n], meridian, it)
			switch {
			case !found || !inRange("P"+meridian+"_magnitude", above.text):
			case above.text[0] == '-':
				lines[n].items[i].entry = axisEntry("P" + meridian)
			case !inRange(meridian+"_magnitude", above.text):
				lines[n].items[i].entry = unknownLabel
			}
		}
	}
}

// powerAbove is the number behind the nearest label of the meridian's power that begins above the label of its axis.
func powerAbove(lines []line, meridian string, label item) (item, bool) {
	for _, l := range slices.Backward(lines) {
		for i, it := range l.items {
			if it.is(power) && it.field == meridian && math.Abs(it.X0-label.X0) < aligned*label.Height() {
				if i+1 < len(l.items) && l.items[i+1].plain(number) && (i+2 == len(l.items) || l.items[i+2].text != "mm") {
					return l.items[i+1], true
				}
				return item{}, false
			}
		}
	}
	return item{}, false
}

// isAxisWord: the word alone is a label of an axis.
func isAxisWord(t token) bool {
	e, known := phrases[fold(t.text)]
	return known && e.label != nil && e.role == axis
}

// degreesFollow: behind a label stands a number that may be an axis, and no other unit.
func degreesFollow(after []item) bool {
	i := slices.IndexFunc(after, func(it item) bool { return !it.plain(symbol) })
	if i < 0 || !after[i].plain(number) || decimals(after[i].text) > 1 || !inRange("K1_axis", wholeDegrees(after[i].text)) {
		return false
	}
	return i+1 == len(after) || !near(after[i].token, after[i+1].token) || after[i+1].text == "°" || unitOf(after[i+1].text) == degrees
}

// signsOver makes labels of the signs for an axis over columns: "D  mm  A", "K1  A  K2  A".
func signsOver(lines []line) {
	for _, l := range lines {
		for i := 1; i < len(l.items) && len(headLabels(l)) > 1; i++ {
			alone := !near(l.items[i-1].token, l.items[i].token) && (i+1 == len(l.items) || !near(l.items[i].token, l.items[i+1].token))
			if alone && !l.items[i].is(axis) && namesAxis(l.items[i]) && isMeridian(l.items[i-1]) {
				l.items[i].entry = axisEntry(l.items[i-1].field)
			}
		}
		units := slices.ContainsFunc(l.items, func(it item) bool { return it.plain(word) && unitOf(it.text) != "" })
		if !units || slices.ContainsFunc(l.items, func(it item) bool {
			diameter := strings.ContainsAny(it.text, diameterSigns)
			return it.label != nil && !namesAxis(it) || it.label == nil && !namesAxis(it) && !it.plain(symbol) && unitOf(it.text) == "" && !diameter
		}) {
			continue
		}
		for i, it := range l.items {
			if !it.is(axis) && namesAxis(it) {
				l.items[i].entry = axisLabel
			}
		}
	}
}

// axisLabel is the table's label of an axis.
var axisLabel = entry{label: &labels[slices.IndexFunc(labels, func(l label) bool { return l.role == axis })]}

// meanLabel is the label of a mean.
var meanLabel = entry{label: &labels[slices.IndexFunc(labels, func(l label) bool { return l.role == mean })]}

// signsBelow makes labels of the signs for an axis that begin a cell under a meridian's
// label.
func signsBelow(lines []line) {
	for n := 1; n < len(lines); n++ {
		above := lines[n-1]
		if lines[n].CenterY()-above.CenterY() > blockLine*above.Height() {
			continue
		}
		for i, it := range lines[n].items {
			begins := i == 0 || lines[n].items[i-1].isSign() || !near(lines[n].items[i-1].token, it.token) // "• @: 87°"
			if !begins || !it.plain(at) && (!axisSigns[it.text] || !it.is(other) && it.label != nil) {
				continue
			}
			k := slices.IndexFunc(above.items, func(over item) bool { return isMeridian(over) && math.Abs(over.X0-it.X0) < aligned*it.Height() })
			if k >= 0 && axisFollows(it, lines[n].items[i+1:]) {
				lines[n].items[i].entry = axisEntry(above.items[k].field)
			}
		}
	}
}

// beforeAxis are the words between a power and the axis that it has: "43.75 D à 95°".
var beforeAxis = wordSet(as, "at à a bei auf em en")

// isOfAxis: the label is of an axis alone, perhaps with that of its power before: "K1 flat Meridian".
func (it item) isOfAxis() bool {
	words := strings.Fields(it.text)
	return it.is(axis) || len(words) > 1 && isMeridian(it) && isAxisName(words[len(words)-1]) && (len(words) > 2 || hasDigit(words[0])) // "Flat Meridian" is one
}

// isAxis: the items are an axis and nothing else, "@ 86°", "à 86°".
func isAxis(items []item) bool {
	if len(items) > 0 && (items[0].plain(at) || items[0].plain(word) && beforeAxis[items[0].text]) {
		items = items[1:]
	}
	return len(items) == 2 && isDegrees(items)
}
