package reader

import (
	"maps"
	"slices"
)

// The surfaces of the cornea may head columns, and the rows are its meridians:
//
//	            Anterior        Posterior       Total
//	K flat      41.37 D @ 22°   -5.86 D @ 18°   40.72 D @ 24°
//	K steep     42.18 D @ 112°  -6.13 D @ 108°  41.58 D @ 114°

// position is where a label stands: its line and its item.
type position struct{ line, item int }

// acrossSurfaces reads such rows, and says which labels they have. None if the rows of a meridian are missing.
func (p part) acrossSurfaces() (found []reading, labels map[position]bool) {
	labels = map[position]bool{}
	for n, l := range p.lines {
		heads := surfaceColumns(l)
		if heads == nil {
			continue
		}
		rows := map[position]bool{}
		var own []reading
		meridians := map[string]bool{}
		for k := n + 1; k < len(p.lines) && k <= n+mostOfSurfaces && surfaceColumns(p.lines[k]) == nil; k++ {
			i, read := p.rowOfSurfaces(heads, k)
			if i < 0 {
				continue
			}
			meridians[p.lines[k].items[i].field] = true
			rows[position{k, i}] = true
			own = append(own, read...)
		}
		if !meridians["K1"] || !meridians["K2"] {
			continue
		}
		found = append(found, own...)
		maps.Copy(labels, rows)
	}
	return found, labels
}

// surfaceColumns are cells of a line, each as its first item, if one of them is the front of the cornea and another one its back: from the first surface on, up
// to what has a value. Nil if the line has no such cells.
func surfaceColumns(l line) (heads []item) {
	surfaces := map[string]bool{}
	for _, cell := range cellsOf(l.items) {
		first := cell[0]
		if !isSurface(first) && len(surfaces) == 0 {
			continue
		}
		first.Box = boxOf(cell)
		heads = append(heads, first)
		if slices.ContainsFunc(cell, func(it item) bool { return it.plain(number) || ofValue(it) }) {
			break // of another table
		}
		if isSurface(first) {
			surfaces[first.field] = true
		}
	}
	if len(surfaces) < 2 {
		return nil
	}
	return heads
}

// isSurface: the item names the front of the cornea or its back.
func isSurface(it item) bool { return it.is(section) && (it.field == front || it.field == back) }

// rowOfSurfaces reads line n if it is the row of a meridian with a value under both surfaces, and says which item its label is; -1 if it is none.
func (p part) rowOfSurfaces(heads []item, n int) (label int, found []reading) {
	l := p.lines[n]
	for i, it := range l.items {
		if !isMeridian(it) || it.X1 > heads[0].X1 {
			continue
		}
		end := i + 1
		for end < len(l.items) && l.items[end].label == nil {
			end++
		}
		cells, _ := cellsUnder(heads, line{Box: l.Box, tokens: l.tokens, items: l.items[i+1 : end]})
		for k, head := range heads {
			if !isSurface(head) {
				continue
			}
			if countOf(cells[k], func(it item) bool { return it.plain(number) && decimals(it.text) > 0 }) != 1 {
				return -1, nil
			}
			own := p
			own.zones = p.page.only(head.field)
			found = append(found, own.labelled(line{Box: l.Box, tokens: l.tokens, items: append([]item{it}, cells[k]...)}, 0)...)
		}
		return i, found
	}
	return -1, nil
}
