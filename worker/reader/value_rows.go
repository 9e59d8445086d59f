package reader

import "slices"

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
	heads := headLabels(line{Box: l.Box, tokens: l.tokens, items: l.items[first:]})
	for k := n + 1; k < len(p.lines) && k <= n+mostSurfaces; k++ {
		row := p.lines[k]
		from := slices.IndexFunc(row.items, func(it item) bool { return it.X0 > heads[0].X0-heads[0].Height() })
		begin := from
		for begin > 0 && row.items[begin-1].X1 > heads[0].X0-oneColumn*p.page.page.Width && (!row.items[begin-1].plain(number) || begin > 1 && row.items[begin-2].fieldOf(measure) == indexField) && unitOf(row.items[begin-1].text) == "" {
			begin--
		}
		if from < 0 || row.items[from].label != nil {
			continue
		}
		surface := sectionAmong(row.items[begin:from])
		if surface == "" {
			continue
		}
		own := p
		own.zones = p.page.only(surface)
		row.items = row.items[from:]
		for _, v := range below(heads, row) {
			out = append(out, own.labelled(v, 0)...)
		}
	}
	return out
}

// withMeridians makes labels of the words "Flat" and "Steep" that stand in cells of their own in a line without any.
func withMeridians(items []item) []item {
	out := slices.Clone(items)
	found := map[string]int{}
	for i, it := range items {
		alone := (i == 0 || !near(items[i-1].token, it.token)) && (i+1 == len(items) || !near(it.token, items[i+1].token))
		alone = alone && it.plain(word)
		for _, phrase := range []string{fold(it.text) + "k", "k" + fold(it.text)} { // "Flat K", "K plano"
			if e, known := phrases[phrase]; alone && known && e.role == power {
				out[i].entry = e
				found[e.field]++
				break
			}
		}
		if it.is(power) {
			return items
		}
	}
	if found["K1"] != 1 || found["K2"] != 1 || len(found) != 2 {
		return items
	}
	return out
}
