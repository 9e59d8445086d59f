package reader

import (
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Some devices print the radii and powers of several zones of the cornea: below each other, each under the diameter of its zone, or beside each other.
// The powers of an eye are those of one zone: the one that the page names, or the only one in which keratometers measure.

// diameter is that of a zone, where it stands on the page.
type diameter struct {
	layout.Box
	mm     float64
	line   int
	ofItem bool // it stands behind the label of a meridian, with which the box begins: "K1 2.4mm"
}

// withoutZones is the words of the page without the powers of other zones.
func withoutZones(page layout.Page, lines []line) []layout.Word {
	var all []diameter
	for n, l := range lines {
		all = append(all, diametersIn(l, n)...)
	}
	others := append(wideZones(lines), zonesBesideSimK(lines)...)
	mm, ok := meantZone(all, lines)
	if !ok {
		return outside(page.Words, others...)
	}
	if beside, centred := zonesCentred(all, mm, lines); centred {
		return withSigns(outside(page.Words, append(others, beside...)...), all)
	}
	for i := 0; i < len(all); {
		upto := i + 1
		for upto < len(all) && all[upto].line == all[i].line {
			upto++
		}
		row := slices.DeleteFunc(slices.Clone(all[i:upto]), func(d diameter) bool {
			own, ok := d.ownRows(lines)
			switch {
			case ok && d.mm != mm:
				others = append(others, own)
			case ok && d.underMeridians(lines):
				others = append(others, diameterWithUnit(d, lines[d.line])) // what is left is a row of values under heads
			}
			return ok
		})
		switch {
		case len(row) == 0:
		case row[0].ofItem:
			others = append(others, rowsOfZones(row, mm, lines)...)
		case slices.ContainsFunc(row, func(d diameter) bool { return d.mm != row[0].mm }):
			others = append(others, zonesBeside(row, mm, lines)...)
		case row[0].mm != mm: // for each eye
			others = append(others, zonesBelow(row, lines)...)
		}
		i = upto
	}
	return withSigns(outside(page.Words, others...), all)
}

// zonesCentred are the rows of the other zones, where each diameter stands left of its rows and level with their middle:
//
//	       Kf    42.35 D   173°
//	φ2.5   Ks    43.17 D   83°
//	       AVG   42.76 D
//	       Kf    42.29 D   171°
//	φ3.0   Ks    43.21 D   81°
//	       AVG   42.75 D
//
// The flat meridian of each zone stands above its diameter, behind the zone before, and none below the last one. Of a zone that could not be measured
// there may be one line only, "φ2.5   error".
func zonesCentred(all []diameter, mm float64, lines []line) (others []layout.Box, ok bool) {
	flat := func(k int, d diameter) bool {
		return slices.ContainsFunc(lines[k].items, func(it item) bool { return isMeridian(it) && it.field == "K1" && it.X0 > d.X1 })
	}
	zones := besideRows(slices.DeleteFunc(slices.Clone(all), func(d diameter) bool { // in the caption of a map
		return !slices.ContainsFunc(lines, func(l line) bool {
			return slices.ContainsFunc(l.items, func(it item) bool { return isMeridian(it) && it.X0 > d.X1 })
		})
	}), lines)
	if len(zones) < 2 {
		return nil, false
	}
	reaches := func(k int, d diameter) bool {
		return k < len(lines) && math.Abs(lines[k].CenterY()-d.CenterY()) < zoneRows*d.Height()
	}
	from, tops := 0, []float64{}
	for _, row := range zones {
		d := row[0]
		if lines[d.line].isUnmeasured(d) {
			tops, from = append(tops, d.Y0), d.line+1
			continue
		}
		k := d.line - 1
		for k >= from && !flat(k, d) {
			k--
		}
		if k < from || flat(d.line, d) || !reaches(k, d) {
			return nil, false
		}
		tops, from = append(tops, lines[k].Y0), d.line+1
	}
	last := zones[len(zones)-1][0]
	for k := last.line + 1; reaches(k, last); k++ {
		if flat(k, last) {
			return nil, false
		}
	}
	tops = append(tops, 2*last.CenterY()-tops[len(tops)-1])
	for i, row := range zones {
		if row[0].mm == mm {
			continue
		}
		for k, d := range row {
			region := layout.Box{X0: d.X0 - d.Height(), Y0: tops[i], X1: math.Inf(1), Y1: min(tops[i+1], 2*d.CenterY()-tops[i]+d.Height()/2)}
			if k+1 < len(row) {
				region.X1 = row[k+1].X0 - d.Height()
			}
			others = append(others, region)
		}
	}
	return others, true
}

// isUnmeasured: behind the diameter stand words in the line, and no label or number.
func (l line) isUnmeasured(d diameter) bool {
	behind := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 < d.X1 })
	words := slices.DeleteFunc(behind, func(it item) bool { return unitOf(it.text) != "" || it.plain(word) && hasDigit(it.text) }) // but for the diameter itself
	return len(words) > 0 && !slices.ContainsFunc(words, func(it item) bool { return !it.plain(word) && !it.plain(dash) })
}

// besideRows is the diameters of each zone, one for each eye, that stand in a line of their own or before a row; nil if several zones stand in one line or
// behind the label of a meridian.
func besideRows(all []diameter, lines []line) (zones [][]diameter) {
	for _, d := range all {
		last := len(zones) - 1
		behind := func(it item) bool { return it.X1 <= d.X0 && d.X0-it.X1 < cellGap*d.Height() }
		switch {
		case slices.ContainsFunc(lines[d.line].items, behind): // "K: φ3.0"
		case d.ofItem, last >= 0 && zones[last][0].line == d.line && zones[last][0].mm != d.mm:
			return nil
		case last >= 0 && zones[last][0].mm == d.mm && zones[last][0].line != d.line: // once more, before the row of the mean
		case last >= 0 && zones[last][0].line == d.line:
			zones[last] = append(zones[last], d)
		default:
			zones = append(zones, []diameter{d})
		}
	}
	return zones
}

// withSigns writes the diameters as they were understood, so that those which are left are when their lines are made anew: without the other zones nothing tells that
// OCR misread a sign.
func withSigns(words []layout.Word, all []diameter) []layout.Word {
	if len(all) == 0 {
		return words // of most pages
	}
	words = slices.Clone(words)
	for _, d := range all {
		for i, w := range words {
			if d.ofItem || !holds(w.Box, d.Box) || strings.ContainsAny(w.Text, diameterSigns) {
				continue
			}
			if m := misreadZone.FindStringSubmatch(w.Text); m != nil {
				words[i].Text = "φ" + m[1] + m[2]
			}
		}
	}
	return words
}

// ownRows is the row of powers or radii that the diameter begins, up to the next label: "Ø 5 mm   42.82 @ 170°   43.74 @ 80°"; false if it begins none. Where it stands before the flat
// meridian, "φ2.5 R1  7.91  42.67  9°", the rows of the steep one, of the mean and of the cylinder below are its own, too.
func (d diameter) ownRows(lines []line) (layout.Box, bool) {
	l := lines[d.line]
	rows := layout.Box{X0: d.X0 - d.Height()/2, Y0: l.Y0, X1: math.Inf(1), Y1: l.Y1}
	own := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 <= d.X0 })
	if len(own) > 0 && unitOf(own[0].text) == "mm" && own[0].X0-d.X1 < cellGap*d.Height() {
		own = own[1:]
	}
	first := 0 // of the values
	if len(own) > 0 && isMeridian(own[0]) {
		first = 1
	}
	ends := func(it item) bool {
		return it.beginsNext() && !cylinders[fold(it.text)] || diameterAt([]token{it.token}) > 0
	}
	if next := slices.IndexFunc(own[first:], ends); next >= 0 {
		rows.X1 = own[first+next].X0
		own = own[:first+next]
	}
	powers := slices.ContainsFunc(own, func(it item) bool {
		return it.plain(number) && (inRange("K1_magnitude", it.text) || isRadius(it.text)) && decimals(it.text) > 0
	})
	if first == 0 || own[0].field != "K1" {
		return rows, powers
	}
	for _, next := range lines[d.line+1:] {
		i := slices.IndexFunc(next.items, func(it item) bool { return it.X0 >= rows.X0 && it.X0 < rows.X1 })
		if i < 0 || next.Y0-rows.Y1 > nextText*d.Height() || !goesOnZone(next.items[i]) {
			break
		}
		rows.Y1 = next.Y1
	}
	return rows, powers
}

// underMeridians: the diameter begins a row of numbers, and near above it stand heads of both meridians: "R1   Axis   R2   Axis" over "φ3.0 mm   7.74 mm   83°  …".
func (d diameter) underMeridians(lines []line) bool {
	l := lines[d.line]
	if l.items[0].X0 < d.X0 || slices.ContainsFunc(l.items, isMeridian) {
		return false
	}
	for _, head := range lines[max(0, d.line-linesOfHead):d.line] {
		flat := slices.IndexFunc(head.items, func(it item) bool { return isMeridian(it) && it.field == "K1" && it.X0 > d.X1 })
		if flat >= 0 && slices.ContainsFunc(head.items[flat:], func(it item) bool { return isMeridian(it) && it.field == "K2" }) {
			return true
		}
	}
	return false
}

// diameterWithUnit is the box of the diameter with its unit behind it.
func diameterWithUnit(d diameter, l line) layout.Box {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= d.X1 && unitOf(it.text) == "mm" && it.X0-d.X1 < cellGap*d.Height() })
	if i < 0 {
		return d.Box
	}
	return d.Union(l.items[i].Box)
}

// goesOnZone: the label, which begins a row, is one of those below the flat meridian of a zone.
func goesOnZone(it item) bool {
	return isMeridian(it) && it.field == "K2" || it.is(mean) || it.fieldOf(other) == meanPower || cylinders[fold(it.text)]
}

// wideZones is where meridians stand behind diameters of zones that are wider than those for which formulas are made: "5 mm K1  43.94 D @ 12°".
func wideZones(lines []line) (out []layout.Box) {
	for _, l := range lines {
		for i := 0; i+2 < len(l.items); i++ {
			first, label := l.items[i], l.items[i+2]
			begins := i == 0 || l.items[i-1].label == nil && !near(l.items[i-1].token, first.token)
			if !begins || !first.plain(number) || decimals(first.text) > 0 || unitOf(l.items[i+1].text) != "mm" || !label.is(power) && !label.is(radius) || label.X0-l.items[i+1].X1 > columnGap*label.Height() {
				continue
			}
			if mm := atof(first.text); mm <= mostMeant || mm > mostZone {
				continue
			}
			out = append(out, l.rowFrom(first.X0, i+3))
		}
	}
	return out
}

// rowFrom is the part of the line from x0 to the next label, item i or one behind it, that is not of the same meridian.
func (l line) rowFrom(x0 float64, i int) layout.Box {
	row := layout.Box{X0: x0, Y0: l.Y0, X1: math.Inf(1), Y1: l.Y1}
	if next := slices.IndexFunc(l.items[i:], item.beginsNext); next >= 0 {
		row.X1 = l.items[i+next].X0
	}
	return row
}

// zonesBesideSimK are the rows of powers under plain diameters, "3 mm   5 mm   7 mm", behind them, or under a title with one, "Anterior meridians (5 mm)", on a
// page that prints simulated keratometry: its powers are the eye's.
func zonesBesideSimK(lines []line) (out []layout.Box) {
	named := func(l line) bool {
		title := slices.ContainsFunc(cellsOf(l.items), func(cell []item) bool { return strings.HasPrefix(fold(cell[0].text), "simk") })
		return title || l.hasNumber() && slices.ContainsFunc(l.items, ofSimK)
	}
	if !slices.ContainsFunc(lines, named) {
		return nil
	}
	for n, l := range lines {
		below := lines[n+1:]
		out = slices.Concat(out, zonesUnderHeads(l, below), zonesUnderDiameters(l, below))
		for i, it := range l.items {
			if it.is(section) && it.field == front && !strings.HasPrefix(fold(it.text), "sim") && diameterFollows(l.items[i+1:]) {
				out = append(out, powersUnder(it, below)...)
			}
		}
	}
	return out
}

// ofSimK: the label of a meridian says that its power is simulated.
func ofSimK(it item) bool { return it.is(power) && strings.HasPrefix(fold(it.text), "sim") }

// zonesUnderHeads are the heads of meridians and the rows of zones below them: "Anterior meridians   flat   steep" over "3 mm   43.51 D @ 13°   45.19 D @ 103°".
// They may stand at the right, beside what has labels of its own.
func zonesUnderHeads(heads line, below []line) (out []layout.Box) {
	from := 0 // the first item behind the last number
	for i, it := range heads.items {
		if it.plain(number) {
			from = i + 1
		}
	}
	if from > 0 {
		first := slices.IndexFunc(heads.items[from:], func(it item) bool { return it.is(power) })
		from += max(first, 0)
	}
	if countOf(heads.items[from:], func(it item) bool { return it.is(power) }) < 2 {
		return nil
	}
	table := heads.Box
	if from > 0 {
		table.X0 = heads.items[from-1].X1
	}
	for _, row := range below {
		i := slices.IndexFunc(row.items, func(it item) bool { return it.X0 >= table.X0-heads.Height() })
		if from == 0 && beginsZone(row.items) {
			i = 0 // the diameter stands left of the heads
		}
		if i < 0 || !beginsZone(row.items[i:]) {
			break
		}
		out = append(out, layout.Box{X0: row.items[i].X0, Y0: row.Y0, X1: row.X1, Y1: row.Y1})
	}
	if len(out) > 0 {
		out = append(out, table)
	}
	return out
}

// zonesUnderDiameters are the rows of powers under a line of plain diameters.
func zonesUnderDiameters(heads line, below []line) (out []layout.Box) {
	if !areDiameters(heads.items) {
		return nil
	}
	for _, row := range below {
		own := underDiameters(heads, row)
		numbers := countOf(own, func(it item) bool { return it.plain(number) })
		if zones := len(heads.items) / 2; numbers != zones && numbers != 2*zones { // with their axes
			break
		}
		box := boxOf(own)
		box.Y0, box.Y1 = row.Y0, row.Y1
		out = append(out, box)
	}
	return out
}

// underDiameters is what a row has from the label of a meridian of the front, which stands left of the diameters, to the next label; nil if it has none.
func underDiameters(heads, row line) []item {
	i := slices.IndexFunc(row.items, func(it item) bool { return it.is(power) && it.X0 < heads.items[0].X0 })
	if i < 0 || ofSimK(row.items[i]) || i+1 < len(row.items) && strings.HasPrefix(row.items[i+1].text, "-") {
		return nil
	}
	own := row.items[i:]
	if next := slices.IndexFunc(own[1:], item.beginsNext); next >= 0 {
		own = own[:1+next]
	}
	return own
}

// diameterFollows: the items begin with a whole diameter in brackets, "(5 mm)".
func diameterFollows(items []item) bool {
	return len(items) > 3 && items[0].text == "(" && items[1].plain(number) && decimals(items[1].text) == 0 && unitOf(items[2].text) == "mm" && items[3].text == ")"
}

// powersUnder are the rows of powers below the title, from the left edge of its column to what stands beside them.
func powersUnder(title item, lines []line) (out []layout.Box) {
	for _, l := range lines {
		if l.CenterY()-title.CenterY() > zoneRows*title.Height() {
			break
		}
		i := slices.IndexFunc(l.items, func(it item) bool { return math.Abs(it.X0-title.X0) < columnGap*title.Height() })
		switch {
		case i < 0:
			continue // of another column alone
		case !l.items[i].is(power):
			return out
		}
		out = append(out, l.rowFrom(l.items[i].X0, i+1))
	}
	return out
}

// beginsNext: the label is not of the same meridian as what stands before it.
func (it item) beginsNext() bool { return it.label != nil && !it.is(axis) }

// diametersIn are the diameters of zones in line n.
func diametersIn(l line, n int) (out []diameter) {
	for i, t := range l.tokens {
		if mm := diameterAt(l.tokens[i:]); mm >= leastZone && mm <= mostZone {
			out = append(out, diameter{Box: t.Box, mm: mm, line: n})
		}
	}
	for _, it := range l.items {
		if mm, ofItem := zoneOf(it, l.tokens); ofItem {
			out = append(slices.DeleteFunc(out, func(d diameter) bool { return it.X0 <= d.X0 && d.X1 <= it.X1 }), diameter{it.Box, mm, n, true})
		}
	}
	return out
}

// zoneOf is the diameter that stands behind the label of a meridian, in the label.
func zoneOf(it item, tokens []token) (mm float64, ok bool) {
	if !it.is(power) && !it.is(radius) {
		return 0, false
	}
	for i := it.from + 1; i < min(it.upto, len(tokens)); i++ {
		if diameterAfter(tokens, i, it.role) > 0 {
			return max(diameterAt(tokens[i:]), atof(tokens[i].text)), true
		}
	}
	return 0, false
}

// rowsOfZones are the rows of the other zones whose labels stand in one line, each up to the next one.
func rowsOfZones(row []diameter, mm float64, lines []line) (out []layout.Box) {
	for i, d := range row {
		if d.mm == mm {
			continue
		}
		region := layout.Box{X0: d.X0, Y0: lines[d.line].Y0, X1: math.Inf(1), Y1: lines[d.line].Y1}
		if i+1 < len(row) {
			region.X1 = row[i+1].X0
		}
		out = append(out, region)
	}
	return out
}

// meantZone is the zone whose powers are meant: the one that the page names behind a word for it, "Auswertezone: Φ2.5 mm", or the
// only one of those printed in which keratometers measure, or that of 3 mm, for which simulated keratometry is defined. It fails if there are no others.
func meantZone(all []diameter, lines []line) (mm float64, ok bool) {
	var zones, named []float64
	for _, d := range all {
		into := &zones
		if before := textBefore(lines[d.line], d); hasStem(before, zoneStems) || strings.Contains(before, "zon") {
			into = &named
		}
		if !slices.Contains(*into, d.mm) {
			*into = append(*into, d.mm)
		}
	}
	meant := slices.DeleteFunc(slices.Clone(zones), func(mm float64) bool { return mm < leastMeant || mm > mostMeant })
	switch {
	case len(zones) < 2:
		return 0, false
	case len(named) == 1 && slices.Contains(zones, named[0]):
		return named[0], true
	case len(named) == 0 && len(meant) == 1:
		return meant[0], true
	case len(named) == 0 && slices.Contains(meant, simulatedZone):
		return simulatedZone, true
	}
	return 0, false
}

// textBefore is the last word before the diameter in its line, folded.
func textBefore(l line, d diameter) (text string) {
	for _, it := range l.items {
		if it.X1 <= d.X0 && !it.isSign() {
			text = fold(it.text)
		}
	}
	return text
}

// zonesBeside are the columns of the other zones, under diameters that stand beside each other, or the tables with labels of their own that begin there.
func zonesBeside(row []diameter, mm float64, lines []line) (out []layout.Box) {
	last := len(row) - 1
	edges, tables := edgesOfZones(row, lines)
	own := make([]layout.Box, len(row)) // from each diameter down to its last number
	for i, d := range row {
		own[i] = d.Box
	}
	from, end := math.Inf(-1), math.Inf(1)
	switch {
	case tables:
		from = edges[0]
	case last == 1: // what is farther from the second of two zones than the first one is of another table
		end = row[1].CenterX() + row[1].CenterX() - row[0].CenterX()
	}
	bottom := row[0].Y1
	for _, l := range rowsUnderZones(lines[row[0].line+1:], tables, from, end) {
		found, units := false, isUnits(l)
		for _, run := range runsOf(l.items) {
			for k, it := range run {
				counts := units || it.plain(number)
				if i := zoneOfColumn(row, edges, run, k); i >= 0 && (tables || counts) {
					own[i], found = own[i].Union(withGlued(run[k:])), found || counts
				}
			}
		}
		if l.Y0-bottom > blockLine*row[0].Height() || !found {
			break
		}
		bottom = l.Y1
	}
	for i, d := range row {
		if d.mm != mm {
			out = append(out, own[i])
		}
	}
	return out
}

// rowsUnderZones are the lines below diameters, with what stands between the edges. Rows of tables of zones end with what is not of a zone, and what stands beside them is none.
func rowsUnderZones(lines []line, tables bool, from, end float64) (out []line) {
	for _, l := range lines {
		l.items = within(l.items, from, end)
		switch {
		case tables && len(l.items) == 0:
		case tables && !ofZone(l.items):
			return out
		default:
			out = append(out, l)
		}
	}
	return out
}

// edgesOfZones are the edges of the columns under diameters that stand beside each other, from left to right, or of the tables that begin there.
func edgesOfZones(row []diameter, lines []line) (edges []float64, tables bool) {
	for _, d := range row {
		edges = append(edges, d.tableStart(lines)-d.Height()/2)
	}
	if edges = append(edges, math.Inf(1)); !slices.ContainsFunc(edges[:len(row)], func(x float64) bool { return math.IsInf(x, 1) }) {
		return edges, true
	}
	if edges = startsOfTables(row, lines); edges != nil {
		return append(edges, math.Inf(1)), true
	}
	last := len(row) - 1
	edges = []float64{row[0].CenterX() - (row[1].CenterX()-row[0].CenterX())/2}
	for i := range last {
		edges = append(edges, (row[i].CenterX()+row[i+1].CenterX())/2)
	}
	return append(edges, row[last].CenterX()+(row[last].CenterX()-row[last-1].CenterX())/2), false
}

// startsOfTables is where the label of the flat meridian begins below each of the titles that end with diameters, left of that and right of the title before; nil if it
// does not below each: titles may stand over the middle of their tables.
func startsOfTables(row []diameter, lines []line) (starts []float64) {
	left := math.Inf(-1)
	for _, d := range row {
		start := math.Inf(1)
		for _, l := range lines[min(len(lines), d.line+1):min(len(lines), d.line+1+linesOfHead)] {
			for _, it := range l.items {
				if isMeridian(it) && it.field == "K1" && it.X0 > left && it.X0 < d.X0 {
					start = min(start, it.X0-d.Height()/2)
				}
			}
		}
		if math.IsInf(start, 1) {
			return nil
		}
		starts, left = append(starts, min(start, d.titleStart(lines))), d.X1
	}
	return starts
}

// withGlued is the box of the first item with the sign that is of the same word: "7°".
func withGlued(items []item) layout.Box {
	if len(items) > 1 && items[1].glued && items[1].label == nil {
		return items[0].Union(items[1].Box)
	}
	return items[0].Box
}

// runsOf divides the items before each label but those of axes.
func runsOf(items []item) (runs [][]item) {
	from := 0
	for i, it := range items {
		if i > from && it.beginsNext() {
			runs, from = append(runs, items[from:i]), i
		}
	}
	return append(runs, items[from:])
}

// zoneOfColumn is the zone to which item k of a run belongs, -1 for none: where the numbers of the run are as many for each of the zones above it, by their order, else
// by the edges between the zones.
func zoneOfColumn(row []diameter, edges []float64, run []item, k int) int {
	var above []int
	first, last := run[0].X0, run[len(run)-1].X1
	for i, d := range row {
		if first < d.CenterX() && d.CenterX() < last {
			above = append(above, i)
		}
	}
	isNumber := func(it item) bool { return it.plain(number) }
	if n := countOf(run, isNumber); run[k].plain(number) && len(above) > 1 && n%len(above) == 0 {
		return above[countOf(run[:k], isNumber)/(n/len(above))]
	}
	for i := range row {
		if x := run[k].CenterX(); x > edges[i] && x < edges[i+1] {
			return i
		}
	}
	return -1
}

// tableStart is where the label of a meridian begins below the diameter or the title that ends with it, or that title if it begins further left; infinite if there is none.
func (d diameter) tableStart(lines []line) float64 {
	title, x := d.titleStart(lines), math.Inf(1)
	for _, l := range lines[min(len(lines), d.line+1):min(len(lines), d.line+1+linesOfHead)] {
		for _, it := range l.items {
			if begins := min(math.Abs(it.X0-d.X0), math.Abs(it.X0-title)); (it.is(power) || it.is(radius)) && begins < columnGap*d.Height() {
				x = min(x, it.X0, title)
			}
		}
	}
	return x
}

// zonesBelow are the zones whose rows stand below their diameters, which stand in one line.
func zonesBelow(row []diameter, lines []line) (out []layout.Box) {
	for i, d := range row {
		from, upto := d.X0-wideZone*d.Height(), d.X0+wideZone*d.Height()
		valueBefore := slices.ContainsFunc(lines[d.line].items, func(it item) bool {
			return it.X1 < d.X0 && (it.plain(number) && !it.isIndex() || ofEye(it) && !it.is(measure))
		})
		if i > 0 || valueBefore { // of a table beside it
			from = d.titleStart(lines) - d.Height()
		}
		if i+1 < len(row) {
			upto = row[i+1].titleStart(lines) - columnGap*d.Height()
		} else if i > 0 { // as wide as the one before
			upto = max(upto, d.X0+d.X0-row[i-1].X0-columnGap*d.Height())
		}
		zone, ok := zoneBelow(d, from, upto, lines)
		if beginning := d.titleStart(lines) - d.Height(); !ok || from < beginning {
			if narrow, own := zoneBelow(d, beginning, upto, lines); own && beginMeridians(narrow, lines) { // what stands left of it is of another table
				zone, ok = narrow, true
			}
		}
		if !ok {
			continue
		}
		if d.hasHeads(lines[d.line], upto) {
			zone.Y0 = lines[d.line].Y1 // they may be those of all zones
		}
		out = append(out, d.Box, zone)
	}
	return out
}

// beginMeridians: two lines begin in the region with the labels of both meridians.
func beginMeridians(region layout.Box, lines []line) bool {
	begun := map[string]bool{}
	for _, l := range lines {
		if i := slices.IndexFunc(l.items, func(it item) bool { return holds(region, it.Box) }); i >= 0 && isMeridian(l.items[i]) {
			begun[l.items[i].field] = true
		}
	}
	return begun["K1"] && begun["K2"]
}

// hasHeads: behind the diameter, before upto, stand heads of columns and no meridian: "φ2.4   mm   D   deg".
func (d diameter) hasHeads(l line, upto float64) bool {
	heads := 0
	for _, it := range l.items {
		ownUnit := it.X0-d.X1 < cellGap*d.Height() && unitOf(it.text) == "mm"
		if it.X0 < d.X1 || it.X0 >= upto || ownUnit || it.plain(symbol) || atof(it.text) == d.mm {
			continue
		}
		if unitOf(it.text) == "" && !it.is(axis) {
			return false
		}
		heads++
	}
	return heads > 1
}

// titleStart is where the title begins that ends with the diameter, "Keratometry φ3.3 mm", "KM φ3.3 mm", "K φ3.3mm", "K(φ3.0mm)", or the diameter itself.
func (d diameter) titleStart(lines []line) float64 {
	x := d.X0
	var before []item // the cell before
	for _, cell := range cellsOf(lines[d.line].items) {
		bracketed := len(cell) > 2 && cell[1].text == "(" && cell[2].X0 == d.X0
		apart := cell[0].X0 == d.X0 && len(before) > 0 && titlesZone(before) && cell[0].X0-boxOf(before).X1 < tableGap*d.Height() && meridianUnder(before[0], lines[d.line+1:])
		switch {
		case (titlesZone(cell) || bracketed) && cell[0].X0 < d.X0 && d.X0 <= cell[len(cell)-1].X1:
			x = cell[0].X0
		case apart: // "KERATO   φ2.5 mm"
			x = before[0].X0
		}
		before = cell
	}
	return x
}

// titlesZone: the cell begins with the title of a table of powers, "Cerat. φ2.5mm".
func titlesZone(cell []item) bool {
	return cell[0].is(section) || cell[0].fieldOf(other) == meanPower || cell[0].text == "K" || cell[0].plain(word) && len(fold(cell[0].text)) > fewLetters
}

// meridianUnder: the label of a meridian begins in one of the next lines where the title does.
func meridianUnder(title item, lines []line) bool {
	return slices.ContainsFunc(lines[:min(len(lines), linesOfHead)], func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return isMeridian(it) && math.Abs(it.X0-title.X0) < aligned*title.Height() })
	})
}

// zoneBelow is the zone whose rows stand below its diameter, as far as their values reach; false if none does.
func zoneBelow(d diameter, from, upto float64, lines []line) (layout.Box, bool) {
	right, bottom, last := d.X1, math.Inf(-1), lines[d.line]
	for _, l := range lines[d.line+1:] {
		own := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 < from || it.X0 >= upto })
		if len(own) == 0 || own[0].X0 > d.X1+farDetail*d.Height() && !own[0].is(axis) && unitOf(own[0].text) == "" {
			continue // of what stands beside
		}
		another := slices.ContainsFunc(diametersIn(l, 0), func(next diameter) bool { return next.X0 >= from && next.X0 < upto })
		if l.CenterY()-last.CenterY() > blockLine*d.Height() || !ofZone(own) || another || !math.IsInf(bottom, -1) && !(line{items: own}).hasNumber() {
			break
		}
		last, bottom = l, l.Y1
		for i, it := range own {
			if i > 0 && it.beginsNext() {
				break
			}
			right = max(right, it.X1)
		}
	}
	return layout.Box{X0: from, Y0: d.Y0, X1: right, Y1: bottom}, !math.IsInf(bottom, -1)
}

// ofZone: the items are a row of a zone, or the heads of its columns.
func ofZone(items []item) bool {
	first := items[0]
	heads := !slices.ContainsFunc(items, func(it item) bool { return it.plain(number) || ofValue(it) && !it.is(axis) })
	return heads || first.is(power) || first.is(radius) || first.is(axis) || first.is(other) || first.is(mean)
}
