package reader

import (
	"math"
	"slices"
	"strings"
)

// surfaceRows reads the rows below line n that are the cornea's surfaces, if it
// heads columns with the meridians: "K1  K2", or "Flat  Steep", and "Posterior  -5.90 @ 90°  -6.10
// @ 0°".
func (p part) surfaceRows(n int) (out []reading) {
	l := p.lines[n]
	l.items = withMeridians(l.items)
	first := slices.IndexFunc(l.items, func(it item) bool { return it.is(power) })
	if first < 0 || slices.ContainsFunc(l.items[first:], func(it item) bool { return it.plain(number) || it.plain(dash) }) {
		return nil
	}
	over := headLabels(line{Box: l.Box, tokens: l.tokens, items: l.items[first:]})
	for k := n + 1; k < len(p.lines) && k <= n+mostSurfaces; k++ {
		row := p.lines[k]
		heads := overPairs(over, row.items)
		from := slices.IndexFunc(row.items, func(it item) bool { return it.X0 > heads[0].X0-heads[0].Height() })
		if from < 0 || row.items[from].label != nil {
			continue
		}
		surface := surfaceTitled(titleBefore(row.items[:from], heads[0].X0-oneColumn*p.page.page.Width))
		if above := p.lines[k-1]; from == 0 && surface == "" && k > n+1 && !above.hasNumber() && row.CenterY()-above.CenterY() < row.Height() {
			surface = surfaceTitled(above.items) // the title has two lines, and the values stand between them
		}
		if surface == "" || ofRadii(row, heads[0].X0) {
			continue
		}
		own := p
		own.zones = p.page.only(surface)
		row.items = row.items[from:]
		under := centredUnder(over, row)
		if under == nil {
			under = beginUnder(over, row)
		}
		if under == nil {
			under = below(heads, row)
		}
		for _, v := range under {
			out = append(out, own.labelled(v, 0)...)
		}
	}
	return out
}

// titleBefore is what of the items is the title of their row, right of x: its end, with what stands in brackets, "SimK (Ø 3 mm)".
func titleBefore(items []item, x float64) []item {
	begin := len(items)
	for begin > 0 && items[begin-1].X1 > x {
		it := items[begin-1]
		if it.text == ")" {
			open := begin - 2
			for open >= 0 && !strings.HasPrefix(items[open].text, "(") {
				open--
			}
			if open >= 0 {
				begin = open
				continue
			}
		}
		if isZone(items[max(0, begin-2):begin]) {
			begin -= 2 // "K post. 3 mm"
			continue
		}
		if it.plain(number) && !it.isIndex() || unitOf(it.text) != "" {
			break
		}
		begin--
	}
	return items[begin:]
}

// centredUnder makes a line of each head and the cell that has its middle under that of the head; nil if there are others, or none under one of the heads.
func centredUnder(heads []item, row line) (out []line) {
	cells := cellsOf(row.items)
	if len(cells) < len(heads) {
		return nil
	}
	for i, head := range heads {
		if !centred(head, cells[i]) || head.is(axis) {
			return nil
		}
		head.Y0, head.Y1 = row.Y0, row.Y1
		out = append(out, line{Box: row.Box, tokens: row.tokens, items: append([]item{head}, cells[i]...)})
	}
	return out
}

// beginUnder makes a line of each head and what begins with a number with decimals below it, before the next head: powers with their axes that stand close,
// "39.83 D @ 8°  40.61 D @ 98°". Nil if not one such number stands under each of the first heads, those of both meridians at least.
func beginUnder(heads []item, row line) (out []line) {
	var starts []int
	for i, it := range row.items {
		if it.plain(number) && decimals(it.text) > 0 {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 || len(starts) > len(heads) || starts[0] != 0 || slices.ContainsFunc(heads, func(it item) bool { return it.is(axis) }) {
		return nil
	}
	for k, from := range starts {
		head, first := heads[k], row.items[from]
		if first.X1 < head.X0 || k+1 < len(heads) && first.CenterX() > heads[k+1].X0 {
			return nil
		}
		end := len(row.items)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		head.Y0, head.Y1 = row.Y0, row.Y1
		out = append(out, line{Box: row.Box, tokens: row.tokens, items: append([]item{head}, row.items[from:end]...)})
	}
	return out
}

// surfaceTitled is the surface of the cornea that the title of a row names, "" for none.
func surfaceTitled(title []item) string {
	if n := len(title); n > 2 && isZone(title[n-2:]) {
		title = title[:n-2] // "K post. 3 mm"
	}
	if surface := sectionAmong(title); surface != "" {
		return surface
	}
	switch {
	case isRowOfFront(title):
		return front
	case len(title) > 0 && title[0].plain(word):
		return shortSurfaces[fold(title[0].text)]
	}
	return ""
}

// shortSurfaces are the words for the surfaces of the cornea that are short for other things, too.
var shortSurfaces = map[string]string{"ant": front, "post": back}

// ofRadii: the title of the row says that its values are lengths, "SimK (mm)".
func ofRadii(row line, x float64) bool {
	for i, t := range row.tokens[:max(0, len(row.tokens)-2)] {
		if t.text == "(" && row.tokens[i+1].text == "mm" && row.tokens[i+2].text == ")" && t.X0 < x {
			return true
		}
	}
	return false
}

// quantityRows reads the rows below line n that are quantities of the meridians, if it heads columns with both: "Flat  Steep", and below it
// "Power (D)  43.21  44.10", "Radius (mm)  7.81  7.65" and "Axis (°)  93  3".
func (p part) quantityRows(n int) (out []reading) {
	l := p.lines[n]
	l.items = withMeridians(l.items)
	heads := headLabels(l)
	first := slices.IndexFunc(heads, func(it item) bool { return it.is(power) })
	if first < 0 {
		return nil
	}
	heads = heads[first:]
	meridians := map[string][]item{}
	rows := 0
	for k := n + 1; k < len(p.lines) && rows < mostQuantities; k++ {
		row := p.lines[k]
		values := slices.IndexFunc(row.items, func(it item) bool { return it.X0 > heads[0].X0-heads[0].Height() })
		if values < 1 || !namesQuantity(row.items[:values]) {
			break
		}
		title := row.items[:values]
		row.items = row.items[values:]
		if !addQuantity(meridians, title, heads, row) {
			return nil
		}
		rows++
	}
	if rows < 2 || len(meridians) != 2 {
		return nil
	}
	for _, head := range heads {
		if items := meridians[head.field]; isMeridian(head) && items != nil {
			out = append(out, p.labelled(line{Box: l.Box, tokens: l.tokens, items: items}, 0)...)
		}
	}
	return out
}

// addQuantity adds what stands in the row under each head of a meridian to the items of that; false if it is more than a number.
func addQuantity(meridians map[string][]item, title, heads []item, row line) bool {
	for i, v := range below(heads, row) {
		if !isMeridian(heads[i]) || len(v.items) < 2 {
			continue
		}
		if len(v.items) > 2 || !v.items[1].plain(number) && !v.items[1].plain(dash) {
			return false
		}
		field := heads[i].field
		if meridians[field] == nil {
			meridians[field] = v.items[:1]
		}
		meridians[field] = append(meridians[field], withQuantity(title, v.items[1])...)
	}
	return true
}

// mostQuantities is how many quantities of a meridian there are: its power, its radius and its axis.
const mostQuantities = 3

// namesQuantity: the title of a row says that its numbers are axes, or the unit of powers or radii.
func namesQuantity(title []item) bool {
	unit := ""
	for _, it := range title {
		switch {
		case it.is(axis), it.text == "°", it.plain(word) && unitOf(it.text) == degrees:
			return true
		case ofValue(it) || it.plain(number):
			return false
		case it.plain(word) && unitOf(it.text) != "":
			unit = unitOf(it.text)
		case it.units != nil:
			unit = unitOf(it.units[0])
		}
	}
	return unit == "mm" || unit == "diopters"
}

// withQuantity is the value with what the title of its row says that it is: "43.21 D", "Axis 93".
func withQuantity(title []item, value item) []item {
	for _, it := range title {
		switch {
		case it.is(axis):
			return []item{it, value}
		case it.text == "°", it.plain(word) && unitOf(it.text) != "":
			it.Box = value.Box // directly behind it
			it.label = nil
			return []item{value, it}
		}
	}
	return []item{value}
}

// overPairs is the heads, each as wide as the pair of a value and its axis, or its unit, that ends where it does, the first one also if it has its middle there: "Flat" over
// "44.37 D @ 95°".
func overPairs(heads []item, items []item) []item {
	out := slices.Clone(heads)
	for k, h := range heads {
		for end, last := range items {
			from := pairTo(items, end)
			if from < 0 || !items[from].plain(number) || k > 0 && items[from].X0 <= heads[k-1].X1 {
				continue
			}
			first := items[from]
			centred := k == 0 && math.Abs(first.X0+last.X1-h.X0-h.X1)/2 < aligned*h.Height()
			if centred || math.Abs(last.X1-h.X1) < aligned*h.Height() {
				out[k].X0 = min(h.X0, first.X0)
				break
			}
		}
	}
	return out
}

// pairTo is where the value begins whose unit, or whose axis, ends with item end; -1 if there is none.
func pairTo(items []item, end int) int {
	if end > 0 && unitOf(items[end].text) != "" && items[end-1].plain(number) && near(items[end-1].token, items[end].token) {
		return end - 1
	}
	from, numbers, axes := end, 0, 0
	for ; from >= 0 && numbers < 2; from-- {
		switch it := items[from]; {
		case it.plain(number):
			numbers++
		case it.plain(at):
			axes++
		case it.text != "°" && unitOf(it.text) == "":
			return -1
		}
	}
	if axes != 1 || numbers != 2 {
		return -1
	}
	return from + 1
}

// withMeridians makes labels of the words "Flat" and "Steep" that stand in cells of their own, perhaps with a number in brackets, in a line without any.
func withMeridians(items []item) []item {
	out := slices.Clone(items)
	found := map[string]int{}
	for _, cell := range cellsOf(items) {
		numbered := len(cell) == 4 && cell[1].text == "(" && cell[3].text == ")" && cell[2].plain(number) && decimals(cell[2].text) == 0
		if !cell[0].plain(word) || len(cell) > 1 && !numbered {
			continue
		}
		word := fold(cell[0].text)
		for _, phrase := range []string{word + "k", "k" + word} { // "Flat K", "K plano"
			if e, known := phrases[phrase]; known && e.role == power {
				i := slices.IndexFunc(items, func(it item) bool { return it.from == cell[0].from })
				out[i].entry, out[i].Box = e, boxOf(cell)
				found[e.field]++
				break
			}
		}
	}
	if found["K1"] != 1 || found["K2"] != 1 || len(found) != 2 || slices.ContainsFunc(items, func(it item) bool { return it.is(power) }) {
		return items
	}
	// the numbers in brackets are no values
	return slices.DeleteFunc(out, func(it item) bool {
		return it.label == nil && slices.ContainsFunc(out, func(head item) bool { return head.is(power) && head.X0 <= it.X0 && it.X1 <= head.X1 })
	})
}
