package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Bands: a table with labels above and a row for each eye, whose cells have several lines, so that the name of the eye stands in the
// middle of its row, and labels that go on in a second line:
//
//	Eye    AL        ACD               K1 (flat)
//	                 (to the lens)
//	       26.08     3.74              42.88 D @ 5°
//	OD               ± 0.02
//	       ± 0.01                      7.87 mm
//	       25.86     3.69              42.72 D @ 175°
//	OS               ± 0.02
//	       ± 0.01                      7.90 mm
//
// The lines of a row may be of the surfaces of the cornea, "SimK", "Posterior", "TCP".

// bandHead is a column of such a table: what stands above it, and its label, if that is known.
type bandHead struct {
	layout.Box
	label item
}

// findBands returns the cells of such tables, each as a line of its label and its value, and the lines that they stand in.
func (s *sheet) findBands() (cells []card, lines map[int]bool) {
	lines = map[int]bool{}
	for n := range s.lines {
		upper, first := bandName(s.lines[n])
		lower, second := s.nextBand(n)
		apartX := min(math.Abs(upper.X0-lower.X0), math.Abs(upper.CenterX()-lower.CenterX()))
		if first == "" || second == "" || first == second || lines[n] || apartX > aligned*upper.Height() {
			continue
		}
		apart := lower.CenterY() - upper.CenterY()
		top, middle := s.belowHeads(upper.CenterY()-apart/2, upper.CenterY()), (upper.CenterY()+lower.CenterY())/2
		bottom := s.bandEnd(lower, middle, lower.CenterY()+apart/2)
		if s.hasOtherRows(apart, middle) {
			continue
		}
		heads := s.bandHeads(top, upper.X1)
		a, b := s.bandCells(first, heads, top, middle), s.bandCells(second, heads, middle, bottom)
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		cells = slices.Concat(cells, a, s.underBandName(first, heads, top, middle), b, s.underBandName(second, heads, middle, bottom))
		for i, l := range s.lines {
			if y := l.CenterY(); y > top && y < bottom {
				lines[i] = true
				delete(s.rows, i) // which took the first line of a cell for all of it
			}
		}
	}
	return cells, lines
}

// belowHeads is where the first row begins, whose name is at the given place: at top, or below a line of labels or units that stands between.
func (s *sheet) belowHeads(top, name float64) float64 {
	for _, l := range s.lines {
		if y := l.CenterY(); y > top && y < name-l.Height()/2 && onlyHeads(l) && (slices.ContainsFunc(l.items, ofValue) || isUnits(l)) {
			top = l.CenterY()
		}
	}
	return top
}

// hasOtherRows: a name begins another line as far above the upper one of two names, or below the lower one, as the middle between them is, or a line of values
// stands right in the middle. So each line is a row of its own, and the name of one may be missing. The names are so far apart.
func (s *sheet) hasOtherRows(apart, middle float64) bool {
	return slices.ContainsFunc(s.lines, func(l line) bool {
		y := l.CenterY()
		_, side := bandName(l)
		another := side != "" && math.Abs(y-middle) <= apart+l.Height()/2 && math.Abs(y-middle) > apart/2+l.Height()/2
		return another || l.hasNumber() && math.Abs(y-middle) < apart*betweenBands
	})
}

// bandEnd is where the last row ends, which begins at top: at bottom, or before a line with a label further below the name
// than the row's first line is above it.
func (s *sheet) bandEnd(name layout.Box, top, bottom float64) float64 {
	above := 0.0
	for _, l := range s.lines {
		switch y := l.CenterY(); {
		case y > top && y < bottom && above == 0:
			above = name.CenterY() - y
		case y > name.CenterY()+above+name.Height()/2 && y < bottom && slices.ContainsFunc(l.items, ofValue):
			return y
		}
	}
	return bottom
}

// nextBand is the next name of an eye that begins a line below line n, "" if a row of an eye is known between them.
func (s *sheet) nextBand(n int) (layout.Box, string) {
	for k := n + 1; k < min(len(s.lines), n+mostBandLines); k++ {
		if s.rows[k].eye != "" {
			break
		}
		if box, side := bandName(s.lines[k]); side != "" {
			return box, side
		}
	}
	return layout.Box{}, ""
}

// bandName is the name of one eye that begins a line, before which nothing else stands in it.
func bandName(l line) (layout.Box, string) {
	n := nameEnd(l.items)
	side := nameOf(l.items[:n])
	labelled := slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && !it.is(axis) }) // "-1.35 D Ax 178°" is a cylinder
	if side == "" || labelled || slices.ContainsFunc(l.items[n:], ofOneEye) {
		return layout.Box{}, ""
	}
	return boxOf(l.items[:n]), side
}

// bandHeads are the columns right of the names, by the lines directly above the table that hold no values. Fewer than two labels of
// values are none.
func (s *sheet) bandHeads(top, right float64) (heads []bandHead) {
	below, known := top, 0
	for _, l := range slices.Backward(s.lines) {
		if l.CenterY() > top {
			continue
		}
		sentence := slices.ContainsFunc(headCells(l), func(cell []item) bool {
			return countOf(cell, func(it item) bool { return it.plain(word) }) > mostHeadWords
		})
		if below-l.CenterY() > 2*blockLine*l.Height() || isHeadOfBlock(l) || !onlyHeads(l) || sentence {
			break
		}
		below = l.CenterY()
		for _, cell := range headCells(l) {
			h := bandHead{Box: cell[0].Box}
			for _, it := range cell {
				h.Box = h.Union(it.Box)
			}
			if h.X1 < right {
				continue // over the names
			}
			if k := slices.IndexFunc(cell, func(it item) bool { return ofValue(it) || it.is(other) || it.is(axis) }); k >= 0 && !strings.HasPrefix(cell[0].text, "(") {
				h.label = cell[k]
				h.label.Box = h.Box
			}
			heads = withHead(heads, h)
		}
	}
	for _, h := range heads {
		if ofValue(h.label) {
			known++
		}
	}
	if known < 2 {
		return nil
	}
	slices.SortFunc(heads, func(a, b bandHead) int { return cmp.Compare(a.CenterX(), b.CenterX()) })
	return heads
}

// isHeadOfBlock: the line names an eye or begins a section, so that what stands above it is no head of the table.
func isHeadOfBlock(l line) bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.is(section) || ofOneEye(it) })
}

// onlyHeads: the line holds no number but in brackets and the diameters of zones, "Ø 2.5 mm", as labels may.
func onlyHeads(l line) bool {
	for i, it := range l.items {
		if it.plain(number) && !bracketed(l.items[:i]) && (i == 0 || l.items[i-1].text != "Ø") || it.plain(dash) && !it.isHyphen() {
			return false
		}
	}
	return len(l.items) > 0
}

// headCells divides a line of labels: each label begins a cell, and so do words that stand apart.
func headCells(l line) (cells [][]item) {
	for i, it := range l.items {
		if i == 0 || !near(l.items[i-1].token, it.token) || ofValue(it) && !bracketed(l.items[:i]) {
			cells = append(cells, nil)
		}
		cells[len(cells)-1] = append(cells[len(cells)-1], it)
	}
	return cells
}

// withHead adds what stands above a column to the heads of the lines below it: to the one under it, if there is one. Of two labels
// the upper one counts; if the lower one is not in brackets, nothing is known of the column.
func withHead(heads []bandHead, h bandHead) []bandHead {
	k := slices.IndexFunc(heads, func(own bandHead) bool { return own.X0 < h.X1 && h.X0 < own.X1 })
	if k < 0 {
		return append(heads, h)
	}
	own := &heads[k]
	own.Box = own.Union(h.Box)
	switch {
	case own.label.label == nil:
		own.label = h.label
	case isDepth(h.label) && slices.Contains(meaningsOf(fold(own.label.text)), "outer"): // "ACD" over "epithelium"
		own.label = h.label
	case h.label.label != nil && (h.label.role != own.label.role || h.label.field != own.label.field): // "K1" over "flat" is one
		own.label = item{}
	}
	return heads
}

// bandCells are the cells of an eye's row, each a label and what stands under it in the first line of the cell. A row with labels of
// its own, or with a value under no head, is none.
func (s *sheet) bandCells(side string, heads []bandHead, top, bottom float64) (cells []card) {
	own := make([]line, len(heads))
	for _, l := range s.lines {
		if l.CenterY() <= top || l.CenterY() >= bottom {
			continue
		}
		l, surface := withoutRowSurface(l, heads)
		if surface != "" && surface != front {
			continue
		}
		parts, ok := underHeads(heads, l)
		if !ok {
			return nil
		}
		for k, items := range parts {
			switch {
			case !beginsCell(items):
			case own[k].items == nil:
				own[k] = line{Box: l.Box, tokens: l.tokens, items: items}
			case heads[k].label.is(measure) && slices.ContainsFunc(items, func(it item) bool { return it.plain(number) && inRange(heads[k].label.field, it.text) }):
				return nil // single readings, and no deviations
			}
			if own[k].items != nil && isMeridian(heads[k].label) && addsTo(own[k].items, items) {
				own[k].items = append(slices.Clone(own[k].items), items...)
			}
		}
	}
	return bandCards(heads, own, side)
}

// underBandName is a single word under the name of an eye, left of all columns, as a line of its own: the state of the lens.
func (s *sheet) underBandName(side string, heads []bandHead, top, bottom float64) (cells []card) {
	for _, l := range s.lines {
		if y := l.CenterY(); y <= top || y >= bottom || len(l.items) == 0 || headOver(heads, l.items[0]) >= 0 {
			continue
		}
		alone := len(l.items) == 1 || headOver(heads, l.items[1]) >= 0
		if alone && l.items[0].plain(word) && saysLens(l.items) {
			l.items = l.items[:1]
			cells = append(cells, card{side, l})
		}
	}
	return cells
}

// bandCards is what stands under the heads in the row of an eye, each with its label.
func bandCards(heads []bandHead, own []line, side string) (cells []card) {
	for k, h := range heads {
		if !ofValue(h.label) || own[k].items == nil || h.label.is(choice) {
			continue
		}
		label, l := h.label, own[k]
		label.Y0, label.Y1 = l.Y0, l.Y1 // where the value is, for sections
		l.items = append([]item{label}, l.items...)
		if k+1 < len(heads) && isMeridian(label) && heads[k+1].label.is(axis) {
			l.items = append(append(l.items, heads[k+1].label), own[k+1].items...)
		}
		cells = append(cells, card{side, l})
	}
	return cells
}

// withoutRowSurface takes the surface of the cornea from a line in which it stands left of all columns: what is left, and the surface, "" if
// none is named.
func withoutRowSurface(l line, heads []bandHead) (line, string) {
	name, values := nameEnd(l.items), len(l.items)
	for i := len(l.items) - 1; i >= 0 && headOver(heads, l.items[i]) >= 0; i-- {
		values = i
	}
	if nameOf(l.items[:name]) == "" {
		name = 0
	}
	for _, it := range l.items[min(name, values):values] {
		what := ""
		switch {
		case it.is(section):
			what = it.field
		case it.is(other) && namesKeratometry(it):
			what = front
		}
		if what != "" {
			l.items = slices.Concat(l.items[:name], l.items[values:])
			return l, what
		}
	}
	return l, ""
}

// addsTo: the items of a lower line of a meridian's cell are its axis, or the power of its radius, of which the cell has none yet.
func addsTo(cell, items []item) bool {
	has := func(unit string) bool {
		return slices.ContainsFunc(cell, func(it item) bool { return unitOf(it.text) == unit })
	}
	power := len(items) == 2 && items[0].plain(number) && unitOf(items[1].text) == "diopters"
	return isAxis(items) && !slices.ContainsFunc(cell, func(it item) bool { return it.text == "°" }) || power && has("mm") && !has("diopters")
}

// underHeads divides a line, without the name of an eye that it begins with, among the heads above it.
func underHeads(heads []bandHead, l line) (parts [][]item, ok bool) {
	parts = make([][]item, len(heads))
	name := nameEnd(l.items)
	if nameOf(l.items[:name]) == "" {
		name = 0
	}
	k := -1
	for i, it := range l.items[name:] {
		power := it.plain(number) && decimals(it.text) > 0
		if i == 0 || k < 0 || power || !near(l.items[name+i-1].token, it.token) { // else it goes on: "@ 22°" behind its power
			k = headOver(heads, it)
		}
		if ofValue(it) && !it.is(axis) || k < 0 && it.plain(number) {
			return nil, false
		}
		if k >= 0 {
			parts[k] = append(parts[k], it)
		}
	}
	return parts, len(heads) > 0
}

// beginsCell: the items are a value, and no deviation or axis of the one above them.
func beginsCell(items []item) bool {
	first := slices.IndexFunc(items, func(it item) bool { return it.plain(number) || it.plain(dash) && !it.isHyphen() })
	return first >= 0 && !slices.ContainsFunc(items[:first], func(it item) bool { return it.text == "±" || it.is(spread) || it.plain(at) })
}

// headOver is the head whose column the item stands in, up to the middle between two heads; -1 left of all.
func headOver(heads []bandHead, it item) int {
	for k, h := range heads {
		left, right := h.X0-farMargin*it.Height(), math.Inf(1)
		if k > 0 {
			left = (heads[k-1].X1 + h.X0) / 2
		}
		if k+1 < len(heads) {
			right = (h.X1 + heads[k+1].X0) / 2
		}
		if x := it.CenterX(); x > left && x <= right {
			return k
		}
	}
	return -1
}

// inBands is what the bands say.
func (s *sheet) inBands() (out []part) {
	for _, c := range s.bands {
		out = append(out, s.part(c.eye, []line{c.line}))
	}
	return out
}
