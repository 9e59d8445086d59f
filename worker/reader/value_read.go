package reader

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/shared/biometry"
)

// maxIDLength is the greatest number of characters of a patient ID.
var maxIDLength = func() int {
	table := biometry.PatientFields()
	return table[slices.IndexFunc(table, func(f biometry.FieldOf[biometry.Patient]) bool { return f.Name == "id" })].MaxLength
}()

// read reads one eye's part of a page.
func (p part) read() []reading {
	p = p.prepared()
	out, across := p.acrossSurfaces()
	var axes waiting
	for n, l := range p.lines {
		if found := p.seriesRows(n); len(found) > 0 {
			out = append(out, found...)
			continue
		}
		out = append(out, p.surfaceRows(n)...)
		out = append(out, p.quantityRows(n)...)
		found, forms := p.forms(n)
		out = append(out, found...)
		if len(forms) == 0 {
			if found := p.underLabels(n); len(found) > 0 {
				out = append(out, found...)
				continue
			}
		}
		for i, it := range l.items {
			if it.label != nil && !forms[i] && !across[position{n, i}] {
				found := p.readLabel(&axes, n, i)
				out = append(append(out, found...), p.meanUnder(n, found)...)
			}
		}
	}
	out = p.withoutSinglesBelow(p.withoutDeviatingSingles(p.withoutProvenSingles(p.withoutNamedSingles(p.ofMeanRows(p.ofTitledMeans(append(out, p.stateAlone()...)))))))
	out = withSquareAxes(p.withCylinderAxes(out))
	for i := range out {
		out[i].doubt = max(out[i].doubt, doubtIf(p.unclear, eyeUnclear))
	}
	if p.page.page.OCR && p.unreadMeridian(out) || p.unnamedMeridians(out) {
		for i := range out { // these may be of another table
			unsure := out[i].field == "K1_magnitude" || out[i].field == "K2_magnitude"
			out[i].doubt = max(out[i].doubt, doubtIf(unsure, severalTables))
		}
	}
	return out
}

// withSquareAxes adds the axes of the other meridians where one is printed for both, "Axis (flat): 172.4°", as Pentacam does: its meridians are at right
// angles, and no other number is their own. To 90 degrees both 0 and 180 would be printed.
func withSquareAxes(all []reading) []reading {
	for _, r := range all {
		if !r.sole || r.missing || r.doubt != noDoubt || atof(r.text) == straightAngle/2 {
			continue
		}
		other := key{r.eye, otherMeridian(r.field)}
		if slices.ContainsFunc(all, func(o reading) bool { return o.key == other || o.key == r.key && o.at != r.at }) {
			continue
		}
		angle := atof(r.text) + straightAngle/2
		if angle > straightAngle {
			angle -= straightAngle
		}
		r.key, r.text = other, strconv.FormatFloat(angle, 'f', decimals(r.text), 64)
		all = append(all, r)
	}
	return all
}

// titled is the word in brackets behind the title of a section, "Biometry (phakic)", "Biometry [phakic]", nil if the cell is something else.
func titled(before [][]item, cell []item) []item {
	n := len(cell)
	if n < 3 {
		return nil
	}
	if brackets := cell[n-3].text + cell[n-1].text; brackets != "()" && brackets != "[]" {
		return nil
	}
	if n == 4 && cell[0].is(section) || n == 3 && len(before) > 0 && isHeader(line{items: before[len(before)-1]}) {
		return cell[n-2 : n-1]
	}
	return nil
}

// stateInBrackets is what AL-Scan prints behind the axial length in line l, "AL  <PHAKIC>", "Axial length [Phakic] Optical", nil if the cell is something else.
func stateInBrackets(l line, cell []item) []item {
	last := len(cell) - 1
	if cell[0].text == "<" && cell[last].text == ">" && last > 1 {
		return cell[1:last]
	}
	if label := cell[0]; label.fieldOf(measure) == "AL" && label.upto <= len(l.tokens) {
		own := l.tokens[label.from:label.upto]
		if open := slices.IndexFunc(own, func(t token) bool { return t.text == "[" || t.text == "(" }); open >= 0 && open+2 < len(own) {
			return []item{{token: own[open+1]}}
		}
	}
	return nil
}

// underUnknown: the items are a few words that are no label, or none, and a colon.
func underUnknown(items []item) bool {
	last := len(items) - 1
	return last < fewRows && items[last].text == ":" && !slices.ContainsFunc(items[:last], func(it item) bool { return !it.plain(word) })
}

// stateAlone reads the state of the lens that stands without a label in a cell of its own, in the first line of an
// eye's part, with the word for the eye, "phakic eye", "Eye   phakic", "Axial length - phakic eye", or behind a label that is not known, "CL: Phaque". There must be one such cell only, and on the page no label of it.
func (p part) stateAlone() (out []reading) {
	if slices.ContainsFunc(p.page.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return it.fieldOf(choice) == "lens_status" })
	}) {
		return nil
	}
	for n, l := range p.lines {
		afterEye := false
		cells := cellsOf(l.items)
		for i, cell := range cells {
			cell = cell[1+slices.IndexFunc(cell[:len(cell)-1], func(it item) bool { return it.plain(dash) && it.isHyphen() }):]
			ofEye := afterEye && (i+1 == len(cells) || cells[i+1][0].label != nil) || slices.ContainsFunc(cell, isWordEye)
			afterEye = len(cell) <= 2 && isWordEye(cell[0])
			cell = slices.DeleteFunc(slices.Clone(cell), isWordEye)
			switch end := len(cell) - 1; {
			case end < 0:
				continue
			case end > 0 && underUnknown(cell[:end]): // "Ojo: fáquico", "CL: Phaque"
				cell, ofEye = cell[end:], true
			case end > 0 && i == 0 && strings.Contains(separators, cell[1].text): // "Phakic | Std. dev. 0.014 mm"
				cell, ofEye = cell[:1], true
			case end > 2 && isWordEye(cells[i][0]) && cell[0].text == ":" && (cell[2].label != nil || end > 3 && cell[3].text == ":"): // "Ojo: fáquico  Modo: AUTO"
				cell, ofEye = cell[1:2], true
			case stateInBrackets(l, cell) != nil:
				cell, ofEye = stateInBrackets(l, cell), true
			case titled(cells[:i], cell) != nil:
				cell, ofEye = titled(cells[:i], cell), true
			case end != 0:
				continue
			}
			state, known := lensStatus(foldedItems(cell))
			if !known || !cell[0].plain(word) {
				continue
			}
			if len(out) > 0 || p.eye == document || n > 0 && !ofEye {
				return nil
			}
			out = append(out, reading{key: key{p.eye, "lens_status"}, text: state, conf: cell[0].conf, at: p.page.placeOf(cell[0].token)})
		}
	}
	return out
}

// unnamedMeridians: two lines follow each other that have a power of the front of the cornea behind words that are not understood, each with its axis or both
// without one, as both meridians have, "Sm-a 41.88 D @ 171°", above those that were read: the total power of the cornea, by whatever name, stands below that of its front.
func (p part) unnamedMeridians(read []reading) bool {
	above, angle := false, math.NaN() // of the line before
	for _, l := range p.lines {
		if slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) && isAt(read, p.page.placeOf(it.token)) }) {
			return false
		}
		k := slices.IndexFunc(l.items, func(it item) bool { return it.plain(number) })
		if !p.isUnnamed(l, k) {
			above = false
			continue
		}
		own := axisBeginning(l.items[k+2:])
		if above && (perpendicular(angle, own, biometry.AxisTolerance) || math.IsNaN(angle) && math.IsNaN(own)) {
			return true
		}
		above, angle = true, own
	}
	return false
}

// isAt: a power of the front of the cornea was read there.
func isAt(read []reading, at place) bool {
	return slices.ContainsFunc(read, func(r reading) bool {
		return ofFront(r.field) && strings.HasSuffix(r.field, "_magnitude") && holds(r.at.Box, at.Box)
	})
}

// isUnnamed: before number k of the line, which is a power in dioptres of the front of the cornea, stand only words that are not understood.
func (p part) isUnnamed(l line, k int) bool {
	return k > 0 && k+1 < len(l.items) && l.items[0].plain(word) && !slices.ContainsFunc(l.items[:k], func(it item) bool { return it.label != nil }) &&
		unitOf(l.items[k+1].text) == "diopters" && decimals(l.items[k].text) > 0 && inRange("K1_magnitude", l.items[k].text) && p.sectionOf(l.items[k].Box) == front
}

// axisBeginning is the axis that the items begin with, "@ 171°"; NaN if they begin with something else.
func axisBeginning(items []item) float64 {
	if len(items) > 1 && (items[0].plain(at) || crosses(items, false)) && items[1].plain(number) && inRange("K1_axis", wholeDegrees(items[1].text)) {
		return atof(items[1].text)
	}
	return math.NaN()
}

// unreadMeridian: a line without a label that is understood has a radius of the cornea and
// the power that belongs to it. What is known to be no meridian is understood, and so is the mean of those
// that were read, "R / SE: 7.64 mm / 44.18 D".
func (p part) unreadMeridian(read []reading) bool {
	power := func(field string) float64 {
		if i := slices.IndexFunc(read, func(r reading) bool { return r.key == key{p.eye, field} && !r.missing }); i >= 0 {
			return atof(read[i].text)
		}
		return math.NaN()
	}
	average := (power("K1_magnitude") + power("K2_magnitude")) / 2
	isRead := func(it item) bool { // under its label
		return slices.ContainsFunc(read, func(r reading) bool { return holds(r.at.Box, p.page.placeOf(it.token).Box) })
	}
	underBoth := false // the rows under "K1   K2   ΔK" are readings of both meridians
	for _, l := range p.lines {
		if slices.ContainsFunc(l.items, ofValue) {
			underBoth = !l.hasNumber() && l.names("K1") && l.names("K2")
			continue
		}
		if underBoth {
			continue
		}
		for i := 0; i+3 < len(l.items); i++ {
			r, k := l.items[i], l.items[i+3]
			if label := labelBefore(l, i); label != nil && label.is(other) {
				continue
			}
			if r.plain(number) && isRadius(r.text) && unitOf(l.items[i+1].text) == "mm" && k.plain(number) && inRange("K1_magnitude", k.text) &&
				math.Abs(atof(k.text)-powerOf(usualIndex, atof(r.text))) < 1 && !isRead(k) && !(math.Abs(atof(k.text)-average) < sameMean) {
				return true
			}
		}
	}
	return false
}

// names: the line has the label of a meridian of the front of the cornea.
func (l line) names(meridian string) bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.is(power) && it.field == meridian })
}

// readLabel reads the value of the label at i in line n.
func (p part) readLabel(axes *waiting, n, i int) []reading {
	l := p.lines[n]
	it, k := l.items[i], axes.over(l, i, n)
	if it.is(axis) && k < 0 {
		return nil
	}
	if it.is(axis) {
		kind := (*axes)[k].kind
		*axes = slices.Delete(*axes, k, k+1)
		return p.axisBelow(kind, l.items[i:])
	}
	found := p.labelled(l, i)
	if kind, ofAxis := strings.CutSuffix(it.fieldOf(measure), "_axis"); ofAxis { // "Axis K1"
		*axes = slices.DeleteFunc(*axes, func(m meridian) bool { return m.kind == kind })
	}
	if it.is(power) || it.is(radius) {
		if k >= 0 {
			*axes = slices.Delete(*axes, k, k+1)
		}
		switch kind, where := kindOf(found), p.sectionOf(it.Box); {
		case kind != "":
			*axes = append(*axes, meridian{kind, it.X0, n})
		case where == net || where == foreign:
			*axes = nil // an axis behind it is of the same power, which is none of ours
		}
	}
	return found
}

// underLabels reads the values in the line below line n, or above it, if that holds
// nothing but labels.
func (p part) underLabels(n int) []reading {
	l := p.lines[n]
	l.items = withoutIndex(l.items) // "K1 (n=1.3375)" over its value
	labels := headLabels(l)
	if len(labels) == 0 || hasChoice(l) || hasStem(fold(l.items[0].text), zoneStems) && !l.items[0].closed { // "Zone   K flat   K steep"
		return nil
	}
	if n > 0 && n+1 < len(p.lines) && isValues(p.lines[n-1]) && hasValueOf(p.lines[n-1].items) && l.CenterY()-p.lines[n-1].CenterY() < nearer*(p.lines[n+1].CenterY()-l.CenterY()) && !p.valuesAbove(n, labels) {
		return nil // the values stand above, and others stand below
	}
	labels = withUnknownHeads(l, labels)
	if p.valuesAbove(n, labels) {
		return p.valuesOf(labels, p.lines[n-1])
	}
	if p.ofRowAbove(n, labels) || p.namedBelowSingles(n, labels[0]) {
		return nil
	}
	next := p.values(n, labels[0])
	if n+2 < len(p.lines) && (len(next.items) == 0 || isUnitsUnder(l, next) || continuesLabels(labels, next)) {
		n++
		next = p.values(n, labels[0])
	}
	if average := p.meanBelow(n, labels); average >= 0 {
		return p.valuesOf(labels, behindMean(withoutBeside(p.lines[average], labels)))
	}
	if average := p.boldMean(n, labels); average >= 0 {
		return p.valuesOf(labels, p.values(average-1, labels[0]))
	}
	if average := p.starredMean(n); average >= 0 {
		starred := p.lines[average]
		starred.items = starred.items[1:]
		if figures, _ := p.allFigures(starred.items); len(figures) == 1 {
			labels = labels[:1] // "AXIAL   SNR"
		}
		return p.valuesOf(labels, starred)
	}
	if len(labels) == 1 && (isSeries(next) || p.isColumn(n)) {
		return nil // which of them, or what of them, is the value nothing says
	}
	if labels = p.beforeShots(n, labels); len(labels) == 0 || p.isFirstReading(n, labels) {
		return nil
	}
	if next.CenterY()-p.lines[n].CenterY() >= blockLine*next.Height() || p.shotsBelow(n) || p.repeatedBelow(n, labels) || p.cutBelow(next, labels) {
		return nil
	}
	return p.valuesOf(labels, p.withAxesBelow(n+1, labels, next))
}

// isFirstReading: before the column of the first label the line below line n begins with the number of a reading, the first: what of the readings is the value it
// does not say, and the others may be cut off.
func (p part) isFirstReading(n int, labels []item) bool {
	at := slices.IndexFunc(labels, ofValue) // before it may stand the head of the numbers
	if at < 0 || n+1 >= len(p.lines) {
		return false
	}
	items := p.lines[n+1].items
	return isNumbered(items, labels[at]) && items[0].text == "1"
}

// ofRowAbove: on the page the values of all labels in line n stand above them, where they begin, with no numbers between, and nearer than
// what stands below, or as near with no labels over them: the name of the eye stands beside its row, and what is below is of the next eye.
func (p part) ofRowAbove(n int, labels []item) bool {
	l := p.lines[n]
	if n+1 >= len(p.lines) {
		return false
	}
	k := -1
	for i, above := range p.page.lines {
		if above.CenterY() < l.Y0 && above.hasNumber() {
			k = i
		}
	}
	if k < 0 || !fitAll(labels, p.page.lines[k]) {
		return false
	}
	up, down := l.CenterY()-p.page.lines[k].CenterY(), p.lines[n+1].CenterY()-l.CenterY()
	labelled := slices.ContainsFunc(p.page.lines[:k], func(above line) bool { // these values have a label of their own
		next := p.page.lines[k].CenterY()-above.CenterY() < down/nearer
		return slices.ContainsFunc(above.items, func(it item) bool {
			return it.label == labels[0].label || next && ofEye(it) && math.Abs(it.X0-labels[0].X0) < aligned*it.Height()
		})
	})
	return up < nearer*down || up < down/nearer && !labelled
}

// fitAll: each label of a measurement has a number of its range where it begins in the line.
func fitAll(labels []item, l line) bool {
	known := 0
	for _, label := range labels {
		if !isMeasurement(label) {
			continue
		}
		at := beginsWhere(label, l.items)
		if at < 0 || !l.items[at].plain(number) || !fitsLabel(label, l.items[at]) {
			return false
		}
		known++
	}
	return known > 0
}

// withAxesBelow adds to the values of line n the axes that stand in a line of their own below them, each under the power of its
// meridian, perhaps beside deviations:
//
//	SE:           K1:          K2:
//	43.98 D       43.44 D      44.53 D
//	SD: 0.03 D    @ 86°        @ 176°
func (p part) withAxesBelow(n int, labels []item, values line) line {
	if n+1 >= len(p.lines) || !holdsValues(values, labels) {
		return values
	}
	axes := p.lines[n+1]
	if axes.CenterY()-values.CenterY() >= blockLine*axes.Height() || slices.ContainsFunc(axes.items, func(it item) bool { return it.label != nil && !it.is(spread) && !it.is(other) }) {
		return values
	}
	cells, _ := cellsUnder(labels, values)
	below, _ := cellsUnder(labels, axes)
	var both []item
	found := false
	for i, label := range labels {
		own := cells[i]
		if isMeridian(label) && len(own) > 0 && isAxis(withoutRadius(below[i])) && !slices.ContainsFunc(own, func(it item) bool { return it.plain(at) || it.text == "°" }) {
			own, found = append(slices.Clone(own), below[i]...), true
		}
		both = append(both, own...)
	}
	if found {
		values.items = both
	}
	return values
}

// withoutRadius is the items of a cell without a radius at the end: "@ 35° · 7.68 mm".
func withoutRadius(items []item) []item {
	n := len(items)
	if n < 2 || !items[n-2].plain(number) || unitOf(items[n-1].text) != "mm" || !isRadius(items[n-2].text) {
		return items
	}
	items = items[:n-2]
	if n = len(items); n > 0 && items[n-1].plain(symbol) && items[n-1].text != "°" {
		items = items[:n-1]
	}
	return items
}

// continuesLabels: the line holds nothing but the second lines of labels above it, flush with them: "Corneal thickness ·" and below it "CCT".
func continuesLabels(labels []item, l line) bool {
	for _, cell := range cellsOf(l.items) {
		k := slices.IndexFunc(labels, func(label item) bool { return math.Abs(label.X0-cell[0].X0) < aligned*label.Height() })
		if k < 0 || len(cell) != 1 || cell[0].label == nil || !cell[0].meansSame(labels[k]) {
			return false
		}
	}
	return true
}

// valuesOf reads the values of labels from a line that holds nothing else.
func (p part) valuesOf(labels []item, values line) (out []reading) {
	if !holdsValues(values, labels) {
		return p.underTitle(labels, values)
	}
	for _, v := range below(labels, values) {
		for _, r := range p.labelled(v, 0) {
			if title := v.items[0].is(choice) && !v.items[0].closed; !title || r.doubt != notKnown {
				out = append(out, r) // under the title "Eye status" words may stand that are none
			}
		}
	}
	return out
}

// underTitle reads the value that stands alone under the first of several titles of tiles,
// "AL   ACD / LT   CCT / WTW", beside values that have labels of their own, "23.45 mm   ACD 3.05 mm".
func (p part) underTitle(titles []item, values line) []reading {
	own := slices.IndexFunc(values.items, func(it item) bool { return it.label != nil })
	if own < 1 || !values.items[0].plain(number) || len(titles) < 2 {
		return nil
	}
	for _, it := range values.items {
		if ofValue(it) && !slices.ContainsFunc(titles[1:], func(title item) bool { return title.label == it.label }) {
			return nil
		}
	}
	values.items = values.items[:own]
	return p.labelled(below(titles[:1], values)[0], 0)
}

// valuesAbove: lines of values and of labels take turns down to line n, and a line of
// values is the first: then what stands below a label is the next label's, unless it
// is clearly nearer.
func (p part) valuesAbove(n int, labels []item) bool {
	if n > 0 && n+1 < len(p.lines) && isValues(p.lines[n+1]) && p.lines[n+1].CenterY()-p.lines[n].CenterY() < nearer*(p.lines[n].CenterY()-p.lines[n-1].CenterY()) {
		return false
	}
	follows := func(k int) bool {
		return p.lines[k].CenterY()-p.lines[k-1].CenterY() < blockLine*p.lines[k].Height()
	}
	for k := n; k >= 1 && follows(k); k -= 2 {
		first := p.lines[k-1].items
		if len(first) == 0 || !first[0].plain(number) && !first[0].plain(dash) || k == n && math.Abs(first[0].X0-labels[0].X0) > labels[0].Height() {
			return false
		}
		if k == 1 || !follows(k-1) || len(headLabels(p.lines[k-2])) == 0 && !p.lines[k-2].hasNumber() { // such as the name of the eye
			return !isTicks(first)
		}
		if slices.ContainsFunc(p.lines[k-2].items, func(it item) bool { return it.plain(number) || it.plain(dash) }) {
			return false
		}
	}
	return false
}

// isTicks: all numbers are degrees, as around the picture of an eye.
func isTicks(items []item) bool {
	for i, it := range items {
		if it.plain(number) && (i+1 == len(items) || items[i+1].text != "°") {
			return false
		}
	}
	return true
}

// namedBelowSingles: below the label in line n stand single readings alone, and below these the same label with the value: IOLMaster 500 prints
//
//	ACD values
//	3.03 mm   3.02 mm   3.01 mm
//	ACD: 3.02 mm
func (p part) namedBelowSingles(n int, label item) bool {
	singles := 0
	for _, k := range p.rowsBelow(n) {
		items := p.lines[k].items
		if i := slices.IndexFunc(items, func(it item) bool { return it.label != nil }); i >= 0 {
			own := i == 0 && items[0].is(label.role) && items[0].field == label.field
			value := slices.IndexFunc(items, func(it item) bool { return it.plain(number) }) == 1 // "AL aim at 18 years < 25.80" is none
			return own && value && singles >= leastSingles
		}
		for _, it := range items {
			switch {
			case it.plain(number):
				singles++
			case unitOf(it.text) == "" && !it.plain(symbol):
				return false
			}
		}
	}
	return false
}

// meanBelow is the line of the mean of the single readings that stand under the labels in line n, -1 if there is none.
// Between them are no labels; what else they hold OCR may have misread.
func (p part) meanBelow(n int, labels []item) int {
	last := p.lines[n]
	for i, k := range p.rowsBelow(n) {
		l := withoutBeside(p.lines[k], labels)
		if len(l.items) == 0 {
			continue
		}
		if i > mostShots || l.CenterY()-last.CenterY() >= 2*blockLine*labels[0].Height() || i > 1 && isTitleBelow(l) || slices.ContainsFunc(l.items, func(it item) bool {
			return announcesOther(it) && (it.X0 >= labels[0].X0 || ofValue(it) && it.field != labels[0].field)
		}) {
			break
		}
		if at := slices.IndexFunc(l.items, isMean); at >= 0 && (at == 0 || l.items[at].X1 < labels[0].X1) {
			if i > 1 || i == 1 && len(labels) == 1 && p.isMeanOfRow(l.items[at+1:], last.items) {
				return k
			}
			break
		}
		if end := len(l.items) - 1; end > 0 && i > 1 && isMean(l.items[end]) && isNumberUnder(labels[0], l.items[0]) {
			return k // "23.76  10.0  AVG"
		}
		last = l
	}
	return -1
}

// withoutBeside is the line without what stands right of a table with so many labels: another table, whose rows need not be level with its own.
func withoutBeside(l line, labels []item) line {
	last := labels[len(labels)-1]
	if beside := slices.IndexFunc(l.items, func(it item) bool { return it.X0 > last.X1+columnGap*last.Height() }); len(labels) >= fewRows && beside >= 0 {
		l.items = l.items[:beside]
	}
	return l
}

// isTitleBelow: the line has words and no digit: it is no row that OCR misread, and a table above it has ended.
func isTitleBelow(l line) bool {
	return len(l.items) > 0 && len(fold(l.items[0].text)) > fewLetters && l.items[0].label == nil && !slices.ContainsFunc(l.items, func(it item) bool { return it.label != nil || hasDigit(it.text) })
}

// starredMean is the line of the mean of the single readings below the labels in line n that begins with a star, "* 3.06 mm"; -1 if there is none. The mean
// has a unit, which they have not, or can be reckoned: a star may also mark a reading that was typed in.
func (p part) starredMean(n int) int {
	var singles []float64
	for i, k := range p.rowsBelow(n) {
		l := p.lines[k]
		if i > 0 && len(l.items) > 1 && l.items[0].text == "*" {
			figures, _ := p.allFigures(l.items[1:])
			hasUnit := len(l.items) > 2 && unitOf(l.items[2].text) != ""
			if len(figures) > 0 && (hasUnit || len(singles) >= leastSingles && isRoundedMean(figures[0].text, singles)) {
				return k
			}
		}
		if i >= mostShots || slices.ContainsFunc(l.items, func(it item) bool { return it.label != nil || it.plain(word) }) {
			return -1
		}
		figures, _ := p.allFigures(l.items)
		if row := singlesOf(figures); row != nil {
			singles = append(singles, row...)
		} else if len(figures) > 0 {
			singles = append(singles, numbersOf(figures[:1])...) // of the first label
		}
	}
	return -1
}

// isSeries: the line has single readings of one value beside each other and nothing else.
func isSeries(l line) bool {
	numbers := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.plain(symbol) })
	if len(numbers) < leastSingles {
		return false
	}
	first := numbers[0]
	return !slices.ContainsFunc(numbers, func(it item) bool {
		return !it.plain(number) || decimals(it.text) != decimals(first.text) || math.Abs(atof(it.text)-atof(first.text)) > alikeReadings*atof(first.text)
	})
}

// isColumn: below line n single readings of one value stand below each other, in rows of nothing else.
func (p part) isColumn(n int) bool {
	var column line
	for _, k := range p.rowsBelow(n) {
		items := p.lines[k].items
		if len(items) > 1 && items[0].text == "*" {
			items = items[1:] // a reading that was typed in
		}
		if len(items) != 1 || unitOf(items[0].text) != "" { // the head of the next table
			break
		}
		column.items = append(column.items, items[0])
	}
	return isSeries(column)
}

// isMeanOfRow: the one number of the items, beside deviations, is the mean of a row of nothing but single readings.
func (p part) isMeanOfRow(items, row []item) bool {
	means, _ := p.allFigures(items)
	figures, _ := p.allFigures(row)
	singles := singlesOf(figures)
	return len(means) == 1 && singles != nil && isRoundedMean(means[0].text, singles)
}

// singlesBelow is the lines of single readings under the labels in line n, of which OCR may have misread some numbers.
func (p part) singlesBelow(n int, labels []item) (rows []int) {
	above := n
	for i, k := range p.rowsBelow(n) {
		if i >= mostShots || !p.isSingle(p.lines[k], labels) || p.lines[k].CenterY()-p.lines[above].CenterY() >= blockLine*p.lines[k].Height() {
			break
		}
		rows, above = append(rows, k), k
	}
	return rows
}

// boldMean is the line of the mean of the single readings under the labels in line n that has no title, the last of
// them: its numbers are wider than theirs, as bold ones are, or deviations stand below it, and they are their means. -1 if there is none.
func (p part) boldMean(n int, labels []item) int {
	rows := p.singlesBelow(n, labels)
	if len(rows) < fewRows {
		return -1
	}
	columns, wide, usual := 0, 0.0, 0.0
	for _, label := range labels {
		var numbers []item
		for _, k := range rows {
			if i := slices.IndexFunc(p.lines[k].items, func(it item) bool { return isNumberUnder(label, it) }); i >= 0 {
				numbers = append(numbers, p.lines[k].items[i])
			}
		}
		first := len(numbers) > 0 && len(numbers) == len(rows) && (label.is(measure) || label.is(power))
		if !first || slices.ContainsFunc(numbers, func(it item) bool {
			return len(it.text) != len(numbers[0].text) || decimals(it.text) != decimals(numbers[0].text)
		}) {
			continue // OCR misread one, or it is something else
		}
		singles, last, sum := numbers[:len(numbers)-1], numbers[len(numbers)-1], 0.0
		for _, it := range singles {
			sum += atof(it.text)
			usual += it.Width() / float64(len(singles))
		}
		if math.Abs(sum/float64(len(singles))-atof(last.text)) > math.Pow10(-decimals(last.text)) {
			return -1
		}
		columns, wide = columns+1, wide+last.Width()
	}
	if columns < 2 || wide < bolder*usual && !p.deviationsBelow(rows[len(rows)-1]) {
		return -1
	}
	return rows[len(rows)-1]
}

// deviationsBelow: directly below line n stands one of nothing but deviations, "± 0.01   ± 1".
func (p part) deviationsBelow(n int) bool {
	if n+1 >= len(p.lines) {
		return false
	}
	below := p.lines[n+1]
	signs := 0
	for i, it := range below.items {
		switch {
		case it.text == "±":
			signs++
		case !it.plain(number) || i == 0 || below.items[i-1].text != "±":
			return false
		}
	}
	return signs > 1 && below.CenterY()-p.lines[n].CenterY() < blockLine*below.Height()
}

// repeatedBelow: lines of values stand under the labels in line n: single readings, whose
// numbers OCR may have misread.
func (p part) repeatedBelow(n int, labels []item) bool {
	if p.againBelow(n, labels) {
		return true
	}
	below := p.singlesBelow(n, labels)
	if len(below) < 2 || !p.page.page.OCR && largerWithUnits(p.lines[below[0]], p.lines[below[1]]) { // OCR's boxes are of uneven height
		return false
	}
	if holdsIn("diopters", p.lines[below[0]]) && holdsIn("mm", p.lines[below[1]]) {
		return false // the radii below the powers
	}
	whole := func(k int) bool { return oneUnderEach(labels, p.lines[k]) != nil }
	if whole(below[1]) {
		return true
	} else if whole(below[0]) && len(below) < leastSingles {
		return false
	}
	filled := func(l line) (n int) { // not its numbers, of which OCR makes several of "1:23:61"
		for _, label := range labels {
			if ofValue(label) && slices.ContainsFunc(l.items, func(it item) bool { return isNumberUnder(label, it) }) {
				n++
			}
		}
		return n
	}
	others := below[1:2]
	if len(below) >= leastSingles {
		others = below[1:] // of so many rows OCR may have misread the second
	}
	return slices.ContainsFunc(others, func(k int) bool { return filled(p.lines[k]) >= filled(p.lines[below[0]]) })
}

// cutBelow: the part ends with the values, and on the page another row of numbers stands directly below them, under the labels of the same measurements: a way of
// dividing the page has cut single readings.
func (p part) cutBelow(values line, labels []item) bool {
	if len(values.items) == 0 || values.items[0].CenterY() < p.lines[len(p.lines)-1].Y0 {
		return false
	}
	values.Box = boxOf(values.items)
	for _, l := range p.page.lines {
		if below := l.CenterY() - values.CenterY(); below < values.Height()/2 || below > 2*blockLine*values.Height() {
			continue
		}
		if slices.ContainsFunc(l.items, func(it item) bool { return it.label != nil && standsUnder(labels, it) }) {
			return false
		}
		under, of := 0, 0
		for _, label := range labels {
			isUnder := func(it item) bool { return isNumberUnder(label, it) && inRange(label.field, it.text) }
			if !label.is(measure) || label.field == indexField || !slices.ContainsFunc(values.items, isUnder) {
				continue
			}
			if of++; slices.ContainsFunc(l.items, isUnder) {
				under++
			}
		}
		if of > 0 && under == of {
			return true
		}
	}
	return false
}

// standsUnder: the item stands between the first label and the last one.
func standsUnder(labels []item, it item) bool {
	return it.X1 > labels[0].X0 && it.X0 < labels[len(labels)-1].X1
}

// againBelow: each label of a measurement in line n has a number of its range in both lines below, close to each other and without labels, whatever OCR
// made of the other numbers.
func (p part) againBelow(n int, labels []item) bool {
	rows := p.rowsBelow(n)
	if len(rows) < 2 || p.lines[rows[1]].CenterY()-p.lines[rows[0]].CenterY() >= blockLine*labels[0].Height() {
		return false
	}
	found := 0
	for _, label := range labels {
		if !label.is(measure) || label.field == indexField {
			continue
		}
		for _, k := range rows[:2] {
			l := p.lines[k]
			if slices.ContainsFunc(l.items, func(it item) bool { return it.label != nil && !it.is(mean) }) || !slices.ContainsFunc(l.items, func(it item) bool {
				return isNumberUnder(label, it) && decimals(it.text) > 0 && inRange(label.field, it.text)
			}) {
				return false
			}
		}
		found++
	}
	return found > 0
}

// holdsIn: every number of the line but axes has this unit.
func holdsIn(unit string, l line) bool {
	for i, it := range l.items {
		if it.plain(number) && (i+1 == len(l.items) || unitOf(l.items[i+1].text) != unit && l.items[i+1].text != "°") {
			return false
		}
	}
	return l.hasNumber()
}

// largerWithUnits: the numbers of the first line have their units and are larger than those of the second, which have none: values with their single
// readings below them.
func largerWithUnits(first, second line) bool {
	unitBehind := func(items []item, i int) bool { return i+1 < len(items) && unitOf(items[i+1].text) != "" }
	lowest := math.Inf(1)
	for i, it := range first.items {
		if it.plain(number) {
			if !unitBehind(first.items, i) {
				return false
			}
			lowest = min(lowest, it.Height())
		}
	}
	for i, it := range second.items {
		if it.plain(number) && (unitBehind(second.items, i) || it.Height()*largerValue > lowest) {
			return false
		}
	}
	return true
}

// rowsBelow is the lines below line n, without those that hold nothing but signs: OCR makes some of the edges of
// pictures and frames.
func (p part) rowsBelow(n int) (rows []int) {
	for k := n + 1; k < len(p.lines); k++ {
		if !p.page.page.OCR || slices.ContainsFunc(p.lines[k].items, func(it item) bool { return fold(it.text) != "" }) {
			rows = append(rows, k)
		}
	}
	return rows
}

// isSingle: the line has numbers under the labels, and nothing that says what they are. OCR
// makes words of numbers, but not of all.
func (p part) isSingle(l line, labels []item) bool {
	says, words, under := len(l.items) > 0 && l.items[0].is(other), false, 0 // "Avg K  44.39 D"
	for _, it := range l.items {
		says = says || it.is(mean) || it.is(spread) || it.text == "±"
		words = words || it.plain(word) && unitOf(it.text) == "" && len(it.text) > 1
		if slices.ContainsFunc(labels, func(label item) bool { return isNumberUnder(label, it) }) {
			under++
		}
	}
	if oneUnderEach(labels, l) != nil {
		under = len(labels)
	}
	return !says && !l.labelled() && !isTicks(l.items) && under > 0 && (!words || p.page.page.OCR && under > 1)
}

// shotsBelow: single readings follow line n, numbered line by line.
func (p part) shotsBelow(n int) bool {
	k := n + 1
	for ; k < len(p.lines); k++ {
		if items := p.lines[k].items; len(items) < 2 || !items[0].plain(number) || items[0].text != strconv.Itoa(k-n) {
			break
		}
	}
	return k >= n+3
}

// beforeShots is the labels of line n without those over single readings, which are numbered in a column of their own left of them, beside whatever
// else stands in their lines:
//
//	#   AL      CCT
//	1   22.94   536
//	2   22.95   533
func (p part) beforeShots(n int, labels []item) []item {
	for k := n + 1; k+1 < len(p.lines) && k <= n+2; k++ {
		for _, one := range p.lines[k].items {
			if !one.plain(number) || one.text != "1" || !slices.ContainsFunc(p.lines[k+1].items, func(two item) bool {
				return two.plain(number) && two.text == "2" && math.Abs(two.X0-one.X0) < aligned*one.Height()
			}) {
				continue
			}
			if first := slices.IndexFunc(labels, func(it item) bool { return it.X1 > one.X1 }); first >= 0 {
				labels = labels[:first]
			}
		}
	}
	return labels
}

// behindMean is the row of the mean of single readings without its title, and without what else has a label in it: "Mean  24.03 mm  SD 0.01  SNR 19.4".
func behindMean(l line) line {
	at := slices.IndexFunc(l.items, isMean)
	if at > 0 && at == len(l.items)-1 {
		l.items = l.items[:at]
		return l
	}
	l.items = l.items[at+1:]
	labelled := func(it item) bool { return it.is(spread) || it.is(other) }
	if i := slices.IndexFunc(l.items, labelled); i > 0 && i+1 < len(l.items) && l.items[i+1].plain(number) {
		l.items = slices.Clone(l.items)
		for k := i; k < len(l.items)-1; k++ {
			if labelled(l.items[k]) && l.items[k+1].plain(number) {
				l.items = slices.Delete(l.items, k, k+2)
				k--
			}
		}
	}
	return l
}

// values is the line below line n without what stands before the first of the
// labels above, the rest of the row's title. A label is none.
func (p part) values(n int, first item) line {
	if n+1 >= len(p.lines) {
		return line{}
	}
	next := p.lines[n+1]
	title := func(it item) bool {
		return it.X1 < first.X0-first.Height() || it.X0 < first.X0 && diameterAt([]token{it.token}) > 0
	}
	if !slices.ContainsFunc(next.items, func(it item) bool { return title(it) && (ofValue(it) || it.is(other)) }) {
		next.items = slices.DeleteFunc(slices.Clone(next.items), title)
	}
	return next
}

// waiting are the meridians whose axes may stand below them.
type waiting []meridian

// over is which of them stands above the label at i in line n, -1 for none.
func (w waiting) over(l line, i, n int) int {
	x := l.items[i].X0
	if i > 0 && l.items[i-1].plain(at) {
		x = l.items[i-1].X0 // "@ axis"
	}
	if at := slices.IndexFunc(w, func(m meridian) bool { return math.Abs(m.x-x) < columnGap*l.items[i].Height() && n-m.line <= 3 }); at >= 0 {
		return at
	}
	if !l.items[i].is(axis) || slices.ContainsFunc(l.items[:i], func(it item) bool { return !it.isSign() }) {
		return -1
	}
	only := -1 // under the unit behind the meridian: "K1  D  43.21" and below it "Axis  93"
	for k, m := range w {
		switch {
		case m.x > x || n-m.line > 2:
		case only >= 0:
			return -1
		default:
			only = k
		}
	}
	return only
}

// meridian is one whose axis may stand below it, in a line of its own.
type meridian struct {
	kind string
	x    float64
	line int
}

// kindOf is the meridian that readings are of, if they have no axis yet.
func kindOf(found []reading) string {
	if len(found) == 0 {
		return ""
	}
	for _, r := range found {
		if strings.HasSuffix(r.field, "_axis") {
			return ""
		}
	}
	kind, _, _ := strings.Cut(found[0].field, "_")
	return kind
}

// axisBelow reads a line of its own: "Axis 93°", below the meridian's power.
func (p part) axisBelow(kind string, items []item) []reading {
	end := 1
	for end < len(items) && items[end].label == nil {
		end++
	}
	found, _ := p.figures(items[:end])
	if len(found) == 0 {
		return nil
	}
	return []reading{p.axisReading(key{p.eye, kind + "_axis"}, found)}
}

// holdsValues: the line has values of the labels above it, and no labels.
func holdsValues(l line, labels []item) bool {
	words := slices.ContainsFunc(labels, func(it item) bool { return it.is(choice) || it.field == "LT" && ofState(l.items) })
	return (l.hasNumber() || words) && !l.labelled() && !ownsNumber(l)
}

// ownsNumber: the line is a label that is none of an eye's beside its number.
func ownsNumber(l line) bool {
	if len(l.items) < 2 {
		return false
	}
	first, second := l.items[0], l.items[1]
	if len(l.items) > 2 && second.plain(symbol) && fold(second.text) == "" { // "Pupil centre  +  561 µm"
		second = l.items[2]
	}
	return first.is(other) && second.plain(number) || first.plain(number) && second.is(other) && second.X0-first.X1 < columnGap*first.Height()
}

// ofTopography: the label is "SimK1" with a dash, and "K1" has a power in another line: the keratometer has measured, and the topograph has not.
func (p part) ofTopography(label item, after []item) bool {
	if !label.is(power) || !strings.HasPrefix(fold(label.text), "sim") || len(after) == 0 || !after[0].plain(dash) {
		return false
	}
	return slices.ContainsFunc(p.lines, func(l line) bool {
		i := slices.IndexFunc(l.items, func(it item) bool {
			return it.is(power) && it.field == label.field && !strings.HasPrefix(fold(it.text), "sim")
		})
		return i >= 0 && i+1 < len(l.items) && l.items[i+1].plain(number) && fitsLabel(label, l.items[i+1])
	})
}

// untilComma is the first number and what stands before it, if a comma follows: "n = 1.3375, 0.5-2.0 mm".
func untilComma(items []item) []item {
	i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) })
	if i >= 0 && i+1 < len(items) && items[i+1].text == "," {
		return items[:i+1]
	}
	return items
}

// labelled reads the value of the label at i, if it is one of an eye.
func (p part) labelled(l line, i int) []reading {
	it, after, eye := l.items[i], behindMeanWord(l.items[i], l.items[i+1:]), p.eye
	where := p.surfaceOf(l, it)
	if where != foreign {
		after = p.untilForeign(after)
	}
	if where == foreign && !standsAnywhere(it) || it.role == choice && it.field == "gender" {
		return nil
	}
	switch it.role {
	case measure:
		field, ok := inSection(it.field, where)
		if !ok {
			return nil
		}
		if valueBefore(l.items, i) || p.titlesPlaces(it, after) || namesCylinder(l.items[:i+1]) {
			return nil
		}
		if r, found := p.number(key{eye, field}, it, after); found {
			r.sole = it.isSoleAxis()
			return sayingSomething(it, r)
		}
		if field == indexField && !namesEye(after) && !isPair(after) {
			return []reading{{key: key{eye, field}, missing: true}}
		}
		if field == "LT" { // "Lens: phakic"
			if r, found := p.page.chosen(key{eye, "lens_status"}, l, i); found && r.doubt == noDoubt {
				return []reading{r}
			}
		}
	case power, radius:
		if kind, ok := inSection(it.field, where); ok && !p.ofTopography(it, after) && !otherMeridianBefore(l.items[:i], it) {
			return besidePower(p.curvature(eye, kind, it, after), l.items[:i], after, p.below(l, it))
		}
	case choice:
		return p.states(l, i, where)
	}
	return nil
}

// behindMeanWord is the items after a label without the word for the mean that goes on with it: "AL AVG.   23.61".
func behindMeanWord(label item, after []item) []item {
	if len(after) > 1 && isMean(after[0]) && near(label.token, after[0].token) && after[0].X0 > label.X0 && after[1].plain(number) {
		return after[1:]
	}
	return after
}

// otherMeridianBefore: the label before is of the first meridian of something else, so that this second one is its, "TCRP K1: 41.8 D   K2: 43.1 D".
func otherMeridianBefore(before []item, label item) bool {
	first := slices.IndexFunc(before, func(it item) bool { return it.is(other) && strings.HasSuffix(fold(it.text), "k1") })
	return first >= 0 && label.field == "K2" && !slices.ContainsFunc(before[first+1:], func(it item) bool { return it.label != nil })
}

// titlesPlaces: the label is the title over thicknesses at several places, of which the apex is one, so that a number beside it without a unit is of a scale.
func (p part) titlesPlaces(label item, after []item) bool {
	if label.field != "CCT" || len(after) == 0 || len(after) > 1 && unitOf(after[1].text) != "" {
		return false
	}
	return slices.ContainsFunc(p.lines, func(l line) bool {
		below := l.CenterY() - label.CenterY()
		return below > label.Height()/2 && below < 2*blockLine*label.Height() && slices.ContainsFunc(l.items, func(it item) bool {
			return it.fieldOf(measure) == apexThickness && math.Abs(it.X0-label.X0) < flush*label.Height() &&
				slices.ContainsFunc(l.items, func(it item) bool { return unitOf(it.text) == fields["CCT"].Unit })
		})
	})
}

// states reads the state of the eye that stands behind the label at i; in a lens calculation only one that is known.
func (p part) states(l line, i int, where string) []reading {
	r, found := p.page.chosen(key{p.eye, l.items[i].field}, l, i)
	if !found || where == foreign && r.doubt != noDoubt {
		return nil
	}
	return append([]reading{r}, p.surgeryBehind(l, i)...)
}

// surgeryBehind reads the surgery of the cornea, or that there was none, with which the state of the lens goes on that stands behind the label at i.
func (p part) surgeryBehind(l line, i int) []reading {
	if l.items[i].field != "lens_status" {
		return nil
	}
	for k := i + 2; k < len(l.items) && near(l.items[k-1].token, l.items[k].token) && l.items[k].label == nil; k++ {
		if words := l.surgeryAfter(k); len(words) > 0 {
			value, _ := surgery(foldedItems(words))
			return []reading{p.page.inWords(key{p.eye, "post_refractive"}, value, words)}
		}
	}
	return nil
}

// surfaceOf is the section of a label in line l.
func (p part) surfaceOf(l line, it item) string {
	where := p.sectionOf(it.Box)
	if (where == total || where == back) && namesSurface(l.items, it.field) {
		return front
	}
	if it.isSoleAxis() { // "Posterior cornea   K1 -6.02 D   K2 -6.38 D   Axis (flat) 17°" is a row of that surface
		for _, title := range l.items {
			if title.is(section) && title.X1 < it.X0 {
				where = title.field
			}
		}
	}
	return where
}

// namesSurface: the same meridian of another surface has its own label in the line, "K1: 43.21 D   TK1: 42.90 D", so that a heading over both says nothing of
// the first.
func namesSurface(items []item, meridian string) bool {
	return slices.ContainsFunc(items, func(it item) bool { return it.label != nil && (it.field == "T"+meridian || it.field == "P"+meridian) })
}

// valueBefore: the label's value stands before it, much nearer than what stands behind it: "-- WTW          9.33".
func valueBefore(items []item, i int) bool {
	if i == 0 || i+1 == len(items) || !items[i+1].plain(number) || !endsWithValue(items[:i]) {
		return false
	}
	if before := lastNumber(items[:i]); before.kind == number && !fitsLabel(items[i], before) {
		return false
	}
	if k := slices.IndexFunc(items[:i], func(it item) bool { return it.label != nil }); k >= 0 && countOf(items[k:i], isValue) == 1 {
		return false // "AD 3.06 mm ACD      3.53 mm"
	}
	left, right := items[i].X0-items[i-1].X1, items[i+1].X0-items[i].X1
	return right > fartherAway*max(left, items[i].Height())
}

// lastNumber is the last number among the items, or the last dash.
func lastNumber(items []item) (last item) {
	for _, it := range items {
		if it.plain(number) || it.plain(dash) {
			last = it
		}
	}
	return last
}

// untilForeign is the items up to the first number of a lens table beside them.
func (p part) untilForeign(items []item) []item {
	if i := slices.IndexFunc(items, func(it item) bool { return it.plain(number) && p.page.sectionAt(it.Box) == foreign }); i >= 0 {
		return items[:i]
	}
	return items
}

// below is the items of the line of values directly below the label.
func (p part) below(l line, label item) []item {
	for _, next := range p.lines {
		if d := next.CenterY() - l.CenterY(); d > l.Height()/2 && d < blockLine*l.Height() && isValues(next) {
			if i := beginsWhere(label, next.items); i >= 0 {
				return next.items[i:]
			}
		}
	}
	return nil
}

// besidePower doubts a radius beside which, or below whose label, a power is printed that was not read: nothing
// is to be computed from it.
func besidePower(found []reading, before, after, below []item) []reading {
	isPower := func(items []item) bool {
		for i, it := range items {
			if length := i+1 < len(items) && unitOf(items[i+1].text) == "mm"; length {
				continue // of the table before it: "AL  23.94 mm   R1  7.97 mm"
			}
			if it.plain(number) && decimals(it.text) > 0 && inRange("K1_magnitude", it.text) && !isDegrees(items[i:]) && (i == 0 || !items[i-1].plain(at)) {
				return true
			}
		}
		return false
	}
	if cells := cellsOf(after); len(cells) > 0 {
		after = cells[0]
	}
	read := slices.ContainsFunc(found, func(r reading) bool { return strings.HasSuffix(r.field, "_magnitude") })
	printed := isPower(before) || !read && (isPower(after) || len(below) > 0 && isPower(below[:1]))
	for i := range found {
		found[i].doubt = max(found[i].doubt, doubtIf(printed && strings.HasSuffix(found[i].field, "_radius"), severalValues))
	}
	return found
}

// sayingSomething: "Cristallino: ---" may be the lens's thickness or its status,
// so it says nothing of either.
func sayingSomething(label item, r reading) []reading {
	if r.missing && r.field == "LT" && len(label.text) > len("LENS") {
		return nil
	}
	if r.field == "CCT" && label.text == "ECC" && r.doubt == impossible {
		return nil // the eccentricity of the cornea, and no French thickness
	}
	if r.field == indexField && len(label.text) == 1 && r.doubt == impossible {
		return nil // "N" is also the nasal side
	}
	return []reading{r}
}

// indices are the keratometric indices on the page, whoever's they are.
func (s *sheet) indices() (out []reading) {
	for _, l := range s.lines {
		for i, it := range l.items {
			if it.is(measure) && it.field == indexField {
				p := s.part(document, []line{l})
				if r, found := p.number(key{document, indexField}, it, l.items[i+1:]); found && !r.missing {
					out = append(out, r)
				}
			}
			if l.isBareIndex(i) {
				out = append(out, reading{key: key{document, indexField}, text: it.text, conf: it.conf, at: s.placeOf(it.token)})
			}
		}
	}
	return out
}

// isBareIndex: item i is an index alone in brackets behind the word for simulated or measured keratometry: "SimK (1.3375)".
func (l line) isBareIndex(i int) bool {
	if i < 2 || i+1 >= len(l.items) || l.items[i-1].text != "(" || l.items[i+1].text != ")" {
		return false
	}
	it, of := l.items[i], l.items[i-2]
	return it.isIndex() && namesKeratometry(of)
}

func namesEye(items []item) bool {
	return slices.ContainsFunc(items, func(it item) bool { return it.is(eye) })
}

// inSection says which field a label of the cornea means under a heading.
func inSection(field, where string) (string, bool) {
	if !strings.HasPrefix(field, "K") {
		return field, true
	}
	switch where {
	case back:
		return "P" + field, field != least && field != most
	case total:
		return "T" + field, field != least && field != most
	case front:
		return field, true
	}
	return "", false
}

// ofDocument reads what a report says of itself and of the patient. It also
// returns the items that are no value of a label, to look for devices in.
func (s *sheet) ofDocument() (found []reading, rest [][]item) {
	for n, l := range s.all {
		var free []item
		end := 0 // tokens before it are a value
		for i, it := range l.items {
			if it.from < end {
				continue
			}
			free = append(free, it)
			if r, upto, ok := s.documentValue(n, i); ok {
				found, end = append(found, r), upto
				free = free[:len(free)-1]
			}
		}
		rest = append(rest, free)
	}
	return found, rest
}

// titlesPatient: the word for the patient stands over a block of the patient's data that has a label for the name of its own. What stands far beside it is another title.
func (s *sheet) titlesPatient(n int, it item) bool {
	if it.field != "name" || it.closed || n+1 >= len(s.all) || len(s.all[n+1].items) == 0 {
		return false
	}
	below := s.all[n+1].items
	first := below[0]
	named := first.is(text) && (first.field == "name" || first.field == surname || first.field == given)
	own := s.all[n].tokens[it.upto:]
	table := len(below) > 1 && !near(first.token, below[1].token) && (len(own) == 0 || own[0].X0 > below[1].X1) // "Surname    Sample", and nothing above "Sample"
	return named && (first.closed || table) && math.Abs(first.X0-it.X0) < aligned*it.Height()
}

// documentValue reads the value of the label at i in line n and says at which
// token it ends.
func (s *sheet) documentValue(n, i int) (r reading, end int, ok bool) {
	l := s.all[n]
	it := l.items[i]
	if it.label == nil {
		return reading{}, 0, false
	}
	k := key{document, it.field}
	switch {
	case it.field == "gender":
		return s.sex(n, i)
	case it.field == "notes":
		note, conf, at := s.remark(n, it)
		if s.page.OCR {
			note = s.mendRemark(note)
		}
		end := it.upto + len(besideRemark(l, it))
		cut := strings.HasSuffix(note, ",") // its end is not here
		return reading{key: k, text: note, conf: conf, at: at}, end, !cut && !isMissing(note) && !leftBlank.MatchString(note) && !toSign.MatchString(fold(note)) && !namesDevice(note) && !countsPictures.MatchString(fold(note))
	case s.titlesPatient(n, it):
		return reading{}, 0, false
	case it.role == text, it.role == date:
		return s.writtenValue(n, i)
	}
	return reading{}, 0, false
}

// writtenValue reads the text or the date of the label at i in line n, beside it or below it, and says at which token it ends.
func (s *sheet) writtenValue(n, i int) (r reading, end int, ok bool) {
	l := s.all[n]
	it := l.items[i]
	k := key{document, it.field}
	from := it.upto
	if it.field == "exam_date" && i+1 < len(l.items) && ofOneEye(l.items[i+1]) && near(it.token, l.items[i+1].token) { // "Exam Date OD   12 Mar 2024"
		i++
		it.X1, from = l.items[i].X1, l.items[i].upto
	}
	end = cellEnd(l, i)
	if it.field == "name" {
		end = min(end, s.columnBeside(n, i))
	}
	if it.role == date {
		end = min(end, dateEnd(l.tokens, from))
	}
	own := l.tokens[from:end]
	raw, conf := join(own)
	if it.field == "name" && utf8.RuneCountInString(fold(raw)) == 1 { // of the head beside it, "Nome   N. cartella"
		own, raw = nil, ""
	}
	if raw == "" || gapBehind(l, it, from) > farValue*it.Height() || it.role == date && !hasDigit(raw) { // or is that another column's, or its head?
		if below := s.textBelow(n, it, raw); below != nil {
			own, end = below, it.upto
			raw, conf = join(own)
		}
	}
	if it.role == text {
		raw = cleaned(it, raw)
	}
	given := raw != "" && !isMissing(raw) && (it.field != "id" || hasDigit(raw) && !measuredNumber.MatchString(raw)) && (it.role != date || isDated(raw)) // "Examined by"
	return reading{key: k, text: raw, conf: conf, doubt: s.legibility(l, it, end, own, raw), at: s.placeOf(own...)}, end, given
}

// gapBehind is how far behind the label, or its colon, which may stand in a column of its own, the token at from begins.
func gapBehind(l line, it item, from int) float64 {
	if it.closed {
		return l.tokens[from].X0 - l.tokens[from-1].X1
	}
	return l.tokens[from].X0 - it.X1
}

// columnBeside is the token behind the name at i in line n that begins a column, which in the lines around it stands as far right and apart from
// what is left of it: the address of a practice.
func (s *sheet) columnBeside(n, i int) int {
	l := s.all[n]
	for k := i + 2; k < len(l.items); k++ {
		it := l.items[k]
		if near(l.items[k-1].token, it.token) {
			continue
		}
		beside := countOf(s.all[max(0, n-headLines):min(len(s.all), n+headLines+1)], func(other line) bool {
			at := slices.IndexFunc(other.items, func(o item) bool { return math.Abs(o.X0-it.X0) < flush*it.Height() })
			return at > 0 && other.Y0 != l.Y0 && it.X0-other.items[at-1].X1 > cellGap*it.Height()
		})
		if beside > 1 {
			return it.from
		}
	}
	return len(l.tokens)
}

// sex reads what stands behind the label at i in line n, or below it.
func (s *sheet) sex(n, i int) (r reading, end int, ok bool) {
	l, it, k := s.all[n], s.all[n].items[i], key{document, "gender"}
	for _, words := range [][]token{tokensOf(upToLabel(l.items[i+1:])), s.cellBelow(n, it)} {
		if sex, of, isForm := tickedSex(words); isForm {
			return reading{key: k, text: sex, conf: of.conf, at: s.placeOf(of)}, it.upto, sex != ""
		}
	}
	if i+1 < len(l.items) && (i+2 == len(l.items) || !near(l.items[i+1].token, l.items[i+2].token)) {
		of := l.items[i+1]
		if known := sexLetters[fold(it.text)][of.text]; known != "" {
			return reading{key: k, text: known, conf: of.conf, at: s.placeOf(of.token)}, of.upto, true
		}
	}
	if r, ok = s.chosen(k, l, i); ok && (r.doubt == noDoubt || it.closed) { // French "généré" is Italian for sex
		return r, it.upto, true
	}
	below := s.cellBelow(n, it)
	raw, conf := join(below)
	known, ok := choose(k.field, fold(raw))
	return reading{key: k, text: known, conf: conf, at: s.placeOf(below...)}, it.upto, ok
}

// measuredNumber matches a number with its unit, which is no identifier.
var measuredNumber = regexp.MustCompile(`^\d+[.,]?\d*\s?(mm|[µu]m|D|dpt|°)$`)

// countsPictures matches what Pentacam says of the examination by itself, "25 pictures, 3D scan".
var countsPictures = regexp.MustCompile(`^\d+(pict|image|bild|imagen|immagin|foto)`)

// leftBlank matches what begins with a line to write on, or with dashes: what is printed behind it
// is no remark about this patient.
var leftBlank = regexp.MustCompile(`^(_{2,}|\.{3,}|[-–—]{2,})`)

// toSign matches, folded, what is printed where somebody signs, and is no remark: "Date / Signature".
var toSign = regexp.MustCompile(`^(datum|date|data|fecha|ort|place|lieu|luogo|lugar|local|miejscowosc|und|and|et|y|e|i)*(unterschrift|signature|firma|assinatura|podpis|handtekening)(arzt|patient|doctor|physician|medecin|medico|lekarza)?$`)

// legibility is the doubt whether raw is all that the label's text says, which ends at token end, or what is
// printed below the label.
func (s *sheet) legibility(l line, label item, end int, own []token, raw string) doubt {
	printed, _ := join(own)
	barred := label.field == "id" && barInside.MatchString(printed)
	tooLong := label.field == "id" && utf8.RuneCountInString(raw) > maxIDLength
	parted := label.role == date && digitFollows(l.tokens, end) || label.field == "id" && (eyeInside.MatchString(raw) || eyeFollows(l, end))
	named := label.field == "name" || label.field == surname || label.field == given
	misread := named && (hasLetter(raw) && hasDigit(raw) || strings.Contains(raw, ":") || s.page.OCR && beginsSmallInside(raw))
	return doubtIf(tooLong || parted || barred || misread || isCut(own), illegible)
}

// beginsSmallInside: of the words of a name some begin with a capital letter, and one, which is none of those that are small in names, with a small
// one: OCR took an I or an Í for it, "lnes", "fnigo".
func beginsSmallInside(name string) bool {
	words := strings.FieldsFunc(name, partsPhrase)
	misread := func(w string) bool { return beginsSmall(w) && utf8.RuneCountInString(w) > 1 && !nobiliary[w] }
	return slices.ContainsFunc(words, misread) && slices.ContainsFunc(words, func(w string) bool { return !beginsSmall(w) })
}

// eyeFollows: the mark of an eye and a number follow token end as words of one phrase do.
func eyeFollows(l line, end int) bool {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.from == end && it.is(eye) })
	return i > 0 && i+1 < len(l.items) && near(l.items[i-1].token, l.items[i].token) && near(l.items[i].token, l.items[i+1].token) && l.items[i+1].plain(number)
}

// digitFollows: token n is a digit, or two, so close to the one before it that it may be a part of
// that, "1957-01-1 5", "11 August 20 25", and no hour.
func digitFollows(tokens []token, n int) bool {
	if n == 0 || n >= len(tokens) || len(tokens[n].raw) > 2 || tokens[n].kind != number || n+1 < len(tokens) && tokens[n+1].glued {
		return false
	}
	return tokens[n].X0-tokens[n-1].X1 < partedWhole*tokens[n].Height()
}

// mendRemark is a remark without what OCR alone puts between its words and signs.
func (s *sheet) mendRemark(note string) string {
	note = strings.TrimSpace(apartFromSign.ReplaceAllString(strings.ReplaceAll(note, "/mm?", "/mm²"), "$1$2 "))
	if apartFromColon.MatchString(note) && languageOf([]*sheet{s}) != "fr" {
		note = apartFromColon.ReplaceAllString(note, "$1: ")
	}
	return note
}

// apartFromSign matches a blank that OCR saw before the sign that ends a sentence or a part of it, and apartFromColon one before a colon, which
// French alone prints.
var (
	apartFromSign  = regexp.MustCompile(`([\pL)\]]) ([.,;])(?: |$)`)
	apartFromColon = regexp.MustCompile(`(\pL) : `)
)

// cleaned is what a label's text is without what stands beside it: "ID: 12; Age: 71",
// "N° 12", "ID (clinic): 12".
func cleaned(label item, raw string) string {
	raw, _, _ = strings.Cut(raw, ";")
	raw = strings.TrimLeft(raw, "°º#: ")
	if label.field == "id" || label.field == "name" {
		raw = firstCell(raw)
	}
	raw = unframed(raw)
	if label.field == "name" {
		raw = withoutTitle(beforeNumber(raw))
	}
	if label.field == "id" {
		raw = strings.TrimRight(beforeName(frameInID.Replace(raw)), " –—-")
	}
	if _, after, ok := strings.Cut(raw, ":"); ok && !label.closed {
		raw = strings.TrimSpace(after)
	}
	return raw
}

// withoutTitle is a name without the title before it and the sex behind it: "Ms Sample, Anna (F)".
func withoutTitle(name string) string {
	if i := strings.LastIndex(name, "("); i > 0 {
		if _, sex := choose("gender", fold(name[i:])); sex {
			name = strings.TrimSpace(name[:i])
		}
	}
	if title, rest, ok := strings.Cut(name, " "); ok && titles[fold(title)] {
		return rest
	}
	return name
}

// titles are the words of courtesy, folded.
var titles = wordSet(fold, "Mr Mrs Ms Miss Herr Frau Hr Fr Madame Mme Mlle Monsieur Sr Sra Srta Señor Señora Senhor Senhora Sig Sig.ra Signor Signora")

// beforeNumber is a name without the identifier behind it, from whose label OCR did not part it: "Sample, Anna NHC448120".
func beforeNumber(raw string) string {
	words := strings.Fields(raw)
	i := slices.IndexFunc(words, numberInName.MatchString)
	if i < 1 {
		return raw
	}
	return strings.Join(words[:i], " ")
}

// numberInName matches a word with more digits than OCR makes of the letters of a name.
var numberInName = regexp.MustCompile(`\d{3}`)

// beforeName is an ID without the name that follows it in some lines, "00839477
// D'Esempio, Maria", or the sex, "4711-22 m".
func beforeName(raw string) string {
	words := strings.Fields(raw)
	digits := false
	for i, w := range words {
		if _, sex := choose("gender", fold(w)); digits && !hasDigit(w) && (sex && i == len(words)-1 || utf8.RuneCountInString(w) > 2) {
			return strings.Join(words[:i], " ")
		}
		digits = digits || hasDigit(w)
	}
	return raw
}

// apartByMark parts what a line has beside a value: "4711 | Erika, female".
var apartByMark = regexp.MustCompile(`\s[|·•]\s|\s[0OQ][DS]$`)

// firstCell is what stands before a bar, a dot or the mark of an eye.
func firstCell(raw string) string {
	for at := apartByMark.FindStringIndex(raw); at != nil; at = apartByMark.FindStringIndex(raw) {
		raw = strings.TrimSpace(raw[:at[0]])
	}
	return raw
}

// frameInID takes from an identifier what OCR makes of a frame, wherever it stands in it.
var frameInID = strings.NewReplacer("[", "", "]", "", "{", "", "}", "", "|", "", "‘", "", "“", "", "”", "", "„", "")

// barInside is an identifier with a bar between its numbers, which may be a piece of a frame.
var barInside = regexp.MustCompile(`\d\s+[|·•]\s+\d+$`)

// eyeInside is an identifier with the mark of an eye in it.
var eyeInside = regexp.MustCompile(`\s[0OQ][DS]\s`)

// unframed is text without what OCR makes of a frame around it: brackets and bars,
// and a bar that looks like a letter.
func unframed(raw string) string {
	words := strings.Fields(strings.TrimRightFunc(strings.Trim(raw, "[]{}|()<> "), isStray))
	words = slices.DeleteFunc(words, isFrame)
	return strings.Join(words, " ")
}

// isStray: no name and no identifier ends in the sign, "00296795 +".
func isStray(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '.' && r != ')'
}

// remark returns the text after the label in line n, and of the lines that
// continue it.
func (s *sheet) remark(n int, it item) (text string, conf float64, at place) {
	tokens := besideRemark(s.all[n], it)
	text, conf = join(tokens)
	i := slices.IndexFunc(s.remarks, func(r remark) bool { return r.line == n && r.label.from == it.from })
	for _, k := range s.remarks[i].following {
		next := column(s.all[k].tokens, it.X0, it.Height())
		more, c := join(next)
		text, conf, tokens = text+"\n"+more, min(conf, c), slices.Concat(tokens, next)
	}
	return strings.TrimSpace(text), conf, s.placeOf(tokens...)
}

// textBelow is what stands below the label of a text or a date in line n, nil if that is none. raw is what stands beside it.
func (s *sheet) textBelow(n int, label item, raw string) []token {
	below := s.cellBelow(n, label)
	isOwn := func(under string) bool {
		if _, value, labelled := strings.Cut(under, ":"); labelled && hasDigit(value) && label.closed { // another label with its value
			return false
		}
		return label.role == text && (label.field != "id" || !hasDigit(raw) || hasDigit(under)) || label.role == date && isDated(under)
	}
	if label.role == date && raw != "" { // the head beside it, "Date of birth   Gender"
		below, isOwn = below[:dateEnd(below, 0)], isDay
	}
	if under, _ := join(below); under != "" && isOwn(under) {
		return below
	}
	return nil
}

// cellBelow returns what stands under a label that has nothing beside it. Lines
// of other columns may lie between.
func (s *sheet) cellBelow(n int, it item) []token {
	next, i := s.firstBelow(n, it)
	if i < 0 {
		return nil
	}
	under, end := next.items[i], i+1
	if i > 0 && beginsWithLetter(it, next.items[i-1:]) { // the head begins further left with a word that OCR misread
		i, under = i-1, next.items[i-1]
	}
	if under.label != nil && !beginsWithLetter(it, next.items[i:]) {
		return nil
	}
	for end < len(next.items) && ofSameCell(next, end, it) && !beginsUnder(s.all[n].items, next.items[end]) {
		end++
	}
	if end < len(next.items) && next.items[end].label != nil && near(next.items[end-1].token, next.items[end].token) && under.label == nil && !next.items[end].is(eye) {
		return nil // the beginning of a label: "N° ID"
	}
	return next.tokens[under.from:next.items[end-1].upto]
}

// firstBelow is the first item below a label in line n that begins where it does, and the line in which it stands; -1 if it is too far away. It may be printed larger
// than its label.
func (s *sheet) firstBelow(n int, label item) (line, int) {
	reach := s.all[n].reachBelow()
	for _, next := range s.all[n+1:] {
		i := slices.IndexFunc(next.items, func(it item) bool { return math.Abs(it.X0-label.X0) < label.Height() && !it.glued }) // "/3791" of "2019/3791" is glued
		switch {
		case i < 0:
		case next.CenterY()-s.all[n].CenterY() > reach*max(s.all[n].Height(), next.items[i].Height()):
			return line{}, -1
		default:
			return next, i
		}
	}
	return line{}, -1
}

// reachBelow is how many times its height the text under a label of the line is away at most: more under a line of heads over the patient's data.
func (l line) reachBelow() float64 {
	if countOf(l.items, ofPatientsData) > 1 && !l.hasNumber() {
		return blockLine
	}
	return nextText
}

// ofSameCell: item n of the line is of the same cell as the one before it, under this label.
func ofSameCell(l line, n int, label item) bool {
	next := l.items[n]
	return (next.label == nil || eyeFollows(l, next.from)) && next.X0-l.items[n-1].X1 < cellGap*label.Height()
}

// beginsWithLetter: the items are an ID that begins with a letter, "K 472155".
func beginsWithLetter(label item, items []item) bool {
	return label.field == "id" && len(items) > 1 && len(items[0].text) == 1 && items[1].plain(number) && near(items[0].token, items[1].token)
}

// looksDated: digits, perhaps after a month or a weekday, and in the end a year.
var looksDated = regexp.MustCompile(`^[*†\s]*(\pL+[.,]?[\s/-]*)?\d[\d\s./,-]*(_?\pL+[\s./,_-]*){0,3}\d{2}`)

// isDated: a date, and not "OA-2000".
func isDated(raw string) bool {
	measured := slices.ContainsFunc(strings.Fields(raw), func(w string) bool { return unitOf(w) != "" }) // "24.12 mm" under the head "Measured"
	return looksDated.MatchString(raw) && !strings.HasPrefix(raw, "3D ") && devicePhrases[fold(raw)] == nil && !measured
}

// dateEnd returns the token at which the date from i on ends: in a sentence more
// follows.
func dateEnd(tokens []token, i int) int {
	for n := i + 1; n <= len(tokens) && n < i+9; n++ {
		raw, _ := join(tokens[i:n])
		if isDay(raw) {
			return n
		}
	}
	return len(tokens)
}

// isMissing: dashes instead of words, or words that say that there are none.
func isMissing(raw string) bool {
	return fold(raw) == "" || missingWords[strings.ReplaceAll(strings.ToLower(raw), " ", "")]
}

// cellEnd returns the token at which the cell of the label at i ends: the next
// label, or a gap as between columns.
func cellEnd(l line, i int) int {
	end := l.items[i].upto
	for _, it := range l.items[i+1:] {
		if it.label != nil || end > l.items[i].upto && it.X0-l.tokens[end-1].X1 > cellGap*it.Height() {
			break
		}
		end = it.upto
	}
	return end
}

// chosen reads a value that is one of a few words. Words that are not in the
// list are a doubt, dashes are no value.
func (s *sheet) chosen(k key, l line, i int) (reading, bool) {
	c := l.choiceAt(k.field, i)
	if n := len(c.tokens); n > 0 && c.tokens[n-1].in.X1 > s.page.Width-c.tokens[n-1].Height() {
		c.known = false // the next word may be cut off
	}
	if label := l.items[i]; !c.known && !label.closed && i+1 < len(l.items) && l.items[i+1].X0-label.X1 > farWords*label.Height() {
		return reading{}, false // a heading, and the next column's
	}
	return reading{key: k, text: c.value, conf: c.conf, doubt: doubtIf(!c.known, notKnown), at: s.placeOf(c.tokens...)}, !c.missing && !l.kindFollows(i)
}
