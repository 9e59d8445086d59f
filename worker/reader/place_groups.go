package reader

import (
	"cmp"
	"math"
	"slices"
)

// underGroups returns the labels of the columns of a table whose head has two lines: in the first one labels of meridians, each over several columns, and
// in the line of units below them the columns of each, "K1  K2" over "mm  D  axis  mm  D  axis". The labels stay as they are if the units
// are not divided among them, each over the middle or the beginning of its own.
func underGroups(labels []item, head, units line) []item {
	cells := slices.DeleteFunc(cellsOf(units.items), func(cell []item) bool { return cell[0].is(eye) })
	if len(cells) <= len(labels) || !slices.ContainsFunc(labels, isMeridian) || !isUnits(units) {
		return labels
	}
	heads := slices.Clone(labels)
	for _, it := range head.items {
		if it.is(mean) { // of both meridians
			it.entry = unknownLabel
			heads = append(heads, it)
		}
	}
	slices.SortStableFunc(heads, func(a, b item) int { return cmp.Compare(a.X0, b.X0) })
	groups := make([][][]item, len(heads)) // of each head: the cells below it
	flushLeft := !slices.ContainsFunc(heads, func(h item) bool {
		return !slices.ContainsFunc(cells, func(cell []item) bool { return math.Abs(cell[0].X0-h.X0) < aligned*h.Height() })
	})
	for _, cell := range cells {
		box := boxOf(cell)
		k := 0
		for i, h := range heads {
			if flushLeft && h.X0 < box.X0+aligned*h.Height() || !flushLeft && math.Abs(h.CenterX()-box.CenterX()) < math.Abs(heads[k].CenterX()-box.CenterX()) {
				k = i
			}
		}
		groups[k] = append(groups[k], cell)
	}
	var out []item
	for k, label := range heads {
		columns := columnsOf(label, groups[k])
		if columns == nil {
			return labels
		}
		own := boxOf(columns)
		if math.Abs(own.CenterX()-label.CenterX()) >= columnGap*label.Height() && math.Abs(own.X0-label.X0) >= aligned*label.Height() {
			return labels
		}
		out = append(out, columns...)
	}
	return out
}

// columnsOf returns the labels of the columns of one label that have the units: of a meridian its radius, its power and its axis. nil if
// they are not known, or two have the same unit.
func columnsOf(label item, units [][]item) (out []item) {
	seen := map[string]bool{}
	for _, cell := range units {
		unit := degrees
		if !slices.ContainsFunc(cell, func(it item) bool { return it.is(axis) || it.text == "°" }) {
			at := slices.IndexFunc(cell, func(it item) bool { return it.plain(word) })
			if at < 0 {
				return nil
			}
			unit = unitOf(cell[at].text)
		}
		if seen[unit] || unit == degrees && len(out) == 0 { // an axis belongs to what stands before it
			return nil
		}
		seen[unit] = true
		column := label
		column.Box, column.end, column.units = boxOf(cell), 0, nil
		if isMeridian(label) {
			column.entry = meridianIn(label.field, unit)
		}
		out = append(out, column)
	}
	return out
}

// meridianIn is the label of what is measured of a meridian in a unit.
func meridianIn(meridian, unit string) entry {
	if unit == degrees {
		return axisLabel
	}
	measured, known := map[string]role{"mm": radius, "diopters": power}[unit]
	at := slices.IndexFunc(labels, func(l label) bool { return known && l.role == measured && l.field == meridian })
	if at < 0 {
		return unknownLabel
	}
	return entry{label: &labels[at]}
}
