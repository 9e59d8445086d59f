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
	mm, ok := meantZone(all, lines)
	if !ok {
		return page.Words
	}
	var others []layout.Box
	for i := 0; i < len(all); {
		upto := i + 1
		for upto < len(all) && all[upto].line == all[i].line {
			upto++
		}
		switch row := all[i:upto]; {
		case row[0].ofItem:
			others = append(others, rowsOfZones(row, mm, lines)...)
		case slices.ContainsFunc(row, func(d diameter) bool { return d.mm != row[0].mm }):
			others = append(others, zonesBeside(row, mm, lines)...)
		case row[0].mm != mm: // for each eye
			others = append(others, zonesBelow(row, lines)...)
		}
		i = upto
	}
	return outside(page.Words, others...)
}

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
// only one of those printed in which keratometers measure. It fails if there are no others.
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
	edges := []float64{row[0].CenterX() - (row[1].CenterX()-row[0].CenterX())/2}
	for i := range last {
		edges = append(edges, (row[i].CenterX()+row[i+1].CenterX())/2)
	}
	edges = append(edges, row[last].CenterX()+(row[last].CenterX()-row[last-1].CenterX())/2)
	if beginTables(row, lines) {
		for i, d := range row {
			edges[i] = d.X0 - d.Height()
		}
		edges[last+1] = math.Inf(1)
	}
	bottom := row[0].Y1
	for _, l := range lines[row[0].line+1:] {
		in := func(it item) bool { return it.plain(number) && it.CenterX() > edges[0] && it.CenterX() < edges[last+1] }
		if l.Y0-bottom > blockLine*row[0].Height() || !slices.ContainsFunc(l.items, in) {
			break
		}
		bottom = l.Y1
	}
	for i, d := range row {
		if d.mm != mm {
			out = append(out, layout.Box{X0: edges[i], Y0: d.Y0, X1: edges[i+1], Y1: bottom})
		}
	}
	return out
}

// beginTables: below each diameter begins the label of a meridian.
func beginTables(row []diameter, lines []line) bool {
	below := lines[min(len(lines), row[0].line+1):min(len(lines), row[0].line+1+linesOfHead)]
	for _, d := range row {
		begins := func(it item) bool {
			return (it.is(power) || it.is(radius)) && math.Abs(it.X0-d.X0) < columnGap*d.Height()
		}
		if !slices.ContainsFunc(below, func(l line) bool { return slices.ContainsFunc(l.items, begins) }) {
			return false
		}
	}
	return true
}

// zonesBelow are the zones whose rows stand below their diameters, which stand in one line.
func zonesBelow(row []diameter, lines []line) (out []layout.Box) {
	for i, d := range row {
		from, upto := d.X0-wideZone*d.Height(), d.X0+wideZone*d.Height()
		if i > 0 {
			from = d.X0 - d.Height()
		}
		if i+1 < len(row) {
			upto = row[i+1].X0 - columnGap*d.Height()
		}
		if zone, ok := zoneBelow(d, from, upto, lines); ok {
			out = append(out, zone)
		}
	}
	return out
}

// zoneBelow is the zone whose rows stand below its diameter, as far as their values reach; false if none does.
func zoneBelow(d diameter, from, upto float64, lines []line) (layout.Box, bool) {
	right, bottom, last := d.X1, math.Inf(-1), lines[d.line]
	for _, l := range lines[d.line+1:] {
		own := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 < from || it.X0 >= upto })
		if len(own) == 0 || own[0].X0 > d.X1+blockLine*d.Height() && !own[0].is(axis) && unitOf(own[0].text) == "" {
			continue // of what stands beside
		}
		if l.CenterY()-last.CenterY() > blockLine*d.Height() || !ofZone(own) {
			break
		}
		last, bottom = l, l.Y1
		for i, it := range own {
			if i > 0 && it.label != nil && !it.is(axis) {
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
