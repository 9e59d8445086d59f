package samples

import "strings"

// Layouts of this profile that are tables.

// composite has several units in a label, and as many values in a cell.
var composite = folio{name: "composite", forms: []kform{kAll}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.crown(196)
	rows, titles := d.compositeRows()
	leading := min(6.6, (226-y)/float64(len(rows)))
	size := min(9.5, leading*1.75)
	c.fill(12, y-4.5, 186, 6.6, 222, 226, 214)
	for side := range e.eyes {
		c.fitted(90+56*float64(side), y, 50, 10.5, "B", d.eyeLong(side))
	}
	for i, row := range rows {
		y += leading
		if titles[i] {
			c.fitted(14, y, 120, size, "B", row[0])
			c.line(12, y+1.3, 198, y+1.3)
			continue
		}
		for j, x := range []float64{16, 90, 146} {
			c.fitted(x, y, []float64{70, 52, 50}[j], size, "", row[j])
		}
	}
	d.lenses(14, 238, 84, right, 4)
	d.lenses(110, 238, 84, left, 4)
	d.said(14, 268, 182)
	d.foot(14, 289, 1, 1)
}}

// compositeRows is label, right, left; titles tells which rows have a label
// alone.
func (d *desk) compositeRows() (rows [][]string, titles map[int]bool) {
	e, s := d.e, d.sections()
	titles = map[int]bool{}
	head := func(title string) { titles[len(rows)], rows = true, append(rows, []string{title}) }
	add := func(label string, value func(*measured) string) {
		rows = append(rows, []string{label, value(e.eye(right)), value(e.eye(left))})
	}
	plain := func(facts []fact) {
		for _, f := range facts {
			add(bracketed(d.label(f, "", 9, 52), f.unit), func(m *measured) string {
				if sd, _, _ := f.spreadOf(e, m); sd != "" && e.choice("composite sd", 2) == 0 {
					return f.value(m) + " ± " + sd
				}
				return e.cell(f.value(m))
			})
		}
	}
	head(s[len(s)-1].title)
	plain(s[len(s)-1].facts)
	head(s[0].title)
	plain(d.ranked())
	for _, k := range d.corneas() {
		head(k.title)
		for i := range k.keys {
			unit, at := "D/mm/°", " / "
			if e.choice("composite at", 2) == 0 {
				unit, at = "D/mm @ °", " @ "
			}
			add(bracketed(d.key(k, i, 9, 50), unit), func(m *measured) string {
				power, axis := k.of(m, i == 1)
				return e.num(power, 2) + " / " + d.radiusOf(k, power) + at + whole(axis, "")
			})
		}
		if k.n == e.index {
			plain(d.front())
		}
	}
	return rows, titles
}

func bracketed(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + " [" + unit + "]"
}

// series has one eye to a page: the mean, the deviation and the five readings.
var series = folio{name: "series", forms: []kform{kRows}, put: func(d *desk) {
	c, e, page := d.c, d.e, 0
	xs, mean, sd, first := []float64{16, 78, 104, 122, 137, 152, 167, 182, 199}, 1, 2, 3
	if e.choice("mean last", 2) == 0 {
		xs, mean, sd, first = []float64{16, 78, 93, 108, 123, 138, 155, 183, 199}, 6, 7, 1
	}
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		page++
		c.page()
		y := d.crown(196)
		c.fitted(14, y, 100, 13, "B", d.eyeLong(side))
		body, history := d.parted()
		leading := d.leading(body, 206-y, 7)
		size := min(10, leading*1.75)
		head := make([]string, 8)
		head[mean], head[sd] = e.say(meanWord), "SD"
		for i := range 5 {
			head[first+i] = "#" + string(rune('1'+i))
		}
		g := grid{xs, y + 8, leading, size, true}
		g.y = g.write(c, [][]string{head})
		for _, s := range body {
			c.fitted(14, g.y, 60, size, "B", s.title)
			g.y += leading
			for _, f := range s.facts {
				row := make([]string, 8)
				row[0], row[mean] = d.label(f, "", size, 60), f.with(e, m)
				for i := range 5 {
					row[first+i], row[sd] = f.single(e, m, i)
				}
				g.y = g.write(c, [][]string{row})
			}
		}
		g.lines = false
		for i, s := range d.items(history.facts, side, ": ") {
			c.fitted(14, 222+6*float64(i), 180, 10, "", s)
		}
		d.lenses(14, 240, 84, side, 4)
		d.said(108, 246, 86)
		d.foot(14, 289, page, len(e.both()))
	}
}}

// surfaces is in landscape: a table for each eye's cornea, whose columns are
// its surfaces, and what is measured along the axis in cells above it.
var surfaces = folio{name: "surfaces", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	c.wide()
	y := d.crown(283)
	for side := range e.eyes {
		m, x, lengths := e.eye(side), 14+137*float64(side), d.ranked()
		c.fill(x, y-4.5, 132, 6.6, 208, 220, 232)
		c.fitted(x+2, y, 128, 11, "B", d.eyeLong(side))
		per := (len(lengths) + 1) / 2
		for i, f := range lengths {
			left, at, step := x+132/float64(per)*float64(i%per), y+8+12*float64(i/per), 132/float64(per)
			c.fitted(left+1, at, step-3, 8, "", d.label(f, "", 8, step-3))
			c.fitted(left+1, at+5, step-3, 11, "B", f.with(e, m))
		}
		at := grid{append([]float64{x + 1, x + 42}, evenly(x+42, x+132, len(d.corneas()))...), y + 36, 6.6, 9.5, true}.write(c, d.meridianRows(m))
		facts := d.front() // the index is the last; mean and cylinder are in the table
		index := facts[len(facts)-1]
		c.fitted(x+1, at+3, 128, 9.5, "", d.label(index, "", 9.5, 60)+" = "+index.value(m))
		for i, s := range append(d.items(d.history(), side, ": "), d.vision()) {
			c.fitted(x+1, at+10+5.8*float64(i), 128, 9, "", s)
		}
	}
	d.said(14, 190, 260)
	d.foot(14, 205, 1, 1)
}}

// evenly is the ends of n columns of equal width.
func evenly(from, to float64, n int) []float64 {
	var out []float64
	for i := range n {
		out = append(out, from+(to-from)*float64(i+1)/float64(n))
	}
	return out
}

// meridianRows is the rows of such a table.
func (d *desk) meridianRows(m *measured) [][]string {
	e, list := d.e, d.corneas()
	axis := e.say(axisWord) + " [°]"
	first := list[0]
	rows := [][]string{{""}, {d.key(first, 0, 9, 34) + " [D]"}, {axis}, {d.key(first, 1, 9, 34) + " [D]"}, {axis}, {d.short("mean") + " [D]"}, {d.short("cylinder") + " [D]"}}
	for _, k := range list {
		flat, a := k.of(m, false)
		steep, b := k.of(m, true)
		for i, s := range []string{k.title, e.num(flat, 2), whole(a, ""), e.num(steep, 2), whole(b, ""), e.mean(flat, steep), e.difference(steep, flat)} {
			rows[i] = append(rows[i], s)
		}
	}
	return rows
}

// grouped is a flow sheet in landscape: a row for each eye, labels in two
// storeys above them.
var grouped = folio{name: "grouped", forms: []kform{kRows}, put: func(d *desk) {
	c := d.c
	c.wide()
	y := d.crown(283) + 4
	body, history := d.parted()
	for len(body) > 0 {
		n := min(2, len(body))
		y = d.storeys(body[:n], y) + 14
		body = body[n:]
	}
	for _, side := range d.order() {
		line := append(d.items(history.facts, side, ": "), d.vision(), d.tension())
		c.fitted(14, y, 268, 9.5, "", d.eyeShort(side)+":   "+strings.Join(line, "        "))
		y += 6.4
	}
	c.fitted(14, y+4, 120, 9.5, "", d.plannedFor())
	d.said(14, 190, 260)
	d.foot(14, 205, 1, 1)
}}

// storeys writes sections beside each other: their titles, what they measure,
// the units, and the eyes.
func (d *desk) storeys(sections []section, y float64) float64 {
	c, e, n := d.c, d.e, 0
	for _, s := range sections {
		n += len(s.facts)
	}
	step := min(24, 250/float64(n))
	c.fill(14, y-4.4, 20+step*float64(n), 16.4, 230, 232, 226)
	c.fitted(15, y+5, 16, 9, "", e.say(d.lex.eye))
	for row, side := range d.order() {
		c.fitted(15, y+17+6.4*float64(row), 16, 10, "B", d.eyeShort(side))
		c.line(14, y+18.8+6.4*float64(row), 34+step*float64(n), y+18.8+6.4*float64(row))
	}
	x := 34.0
	for _, s := range sections {
		c.frame(x-1, y-4.4, step*float64(len(s.facts)), 30)
		c.fitted(x, y, step*float64(len(s.facts))-3, 9.5, "B", s.title)
		for _, f := range s.facts {
			label := d.narrow(f)
			if strings.HasPrefix(f.key, "axis ") {
				label = e.say(axisWord)
			}
			c.fitted(x, y+5, step-2, 9, "", label)
			if f.unit != "" {
				c.fitted(x, y+9.6, step-2, 8, "", "["+f.unit+"]")
			}
			for row, side := range d.order() {
				c.fitted(x, y+17+6.4*float64(row), step-2, 10, "", e.cell(f.value(e.eye(side))))
			}
			x += step
		}
	}
	return y + 26
}
