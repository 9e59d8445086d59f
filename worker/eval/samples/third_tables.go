package samples

// Layouts of this profile that are tables and columns.

// valuesLeft has the values first, and behind each what it is.
var valuesLeft = folio{name: "valuesleft", forms: []kform{kAt, kRows, kTimes, kSlash}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.whom(14, d.banner(14, 196), 196)
	sections := d.sections()
	leading := d.leading(sections, 234-y, 7)
	size := min(10, leading*1.75)
	for i, side := range d.order() {
		x, at := 14+93*float64(i), y+2
		c.fitted(x, at, 86, 12, "B", d.eyeLong(side))
		for _, s := range sections {
			at += leading
			c.line(x, at+1.4, x+88, at+1.4)
			c.fitted(x+40, at, 48, size, "B", s.title)
			for _, f := range s.facts {
				at += leading
				v := f.with(e, e.eye(side))
				c.ending(x+37, at, min(size, size*37/c.width(size, "", c.shown(v))), v)
				c.fitted(x+40, at, 48, size, "", d.label(f, "", size, 48))
			}
		}
		d.lenses(x, 246, 84, side, 3)
	}
	d.said(14, 274, 182)
	d.foot(14, 290, 1, 1)
}}

// boxes has a box for each section, the left eye's beside the right one's.
var boxes = folio{name: "boxes", forms: []kform{kAt, kBracket, kSlash, kRadius}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.whom(14, d.banner(14, 196), 196) - 2
	sections := d.sections()
	lines := 0.0
	for _, s := range sections {
		lines += 1.9 + float64((len(s.facts)+1)/2)
	}
	leading := min(8.4, (246-y)/lines)
	size := min(9.5, leading*1.75)
	for _, s := range sections {
		height := leading * (1.9 + float64((len(s.facts)+1)/2))
		for i, side := range []int{left, right} {
			x := 12 + 94*float64(i)
			c.frame(x, y, 92, height-1.6)
			c.fitted(x+2, y+leading*0.8, 88, size, "B", d.eyeShort(side)+" - "+s.title)
			for j, f := range s.facts {
				at, from := y+leading*(1.8+float64(j/2)), x+2+45*float64(j%2)
				v := f.with(e, e.eye(side))
				width := min(24, c.width(size, "B", c.shown(v)))
				c.fitted(from, at, 40-width, size, "", d.label(f, "", size, 40-width))
				c.fitted(from+41.5-width, at, width, size, "B", v)
			}
		}
		y += height
	}
	d.lenses(14, 252, 84, left, 3)
	d.lenses(110, 252, 84, right, 3)
	d.said(14, 278, 182)
	d.foot(14, 290, 1, 1)
}}

// register has a row for each eye, the units in a row below the labels.
var register = folio{name: "register", forms: []kform{kRows, kAt, kTight}, put: func(d *desk) {
	c := d.c
	c.page()
	y := d.whom(14, d.banner(14, 196), 196)
	for _, s := range d.sections() {
		c.bold(14, y, 9.5, s.title)
		y += 5.6
		for len(s.facts) > 0 {
			n := min(6, len(s.facts))
			if len(s.facts) == 7 || len(s.facts) == 8 {
				n = 4
			}
			y = d.rows(s.facts[:n], y) + 3
			s.facts = s.facts[n:]
		}
	}
	c.text(14, y+2, 9, d.eyeShort(right)+": "+d.vision()+"     "+d.eyeShort(left)+": "+d.vision())
	d.said(14, y+9, 182)
	d.foot(14, 290, 1, 1)
}}

// rows is some facts in columns, and returns where the page goes on.
func (d *desk) rows(facts []fact, y float64) float64 {
	step := 168 / float64(len(facts))
	xs, names, units := []float64{14}, []string{d.e.say(d.lex.eye)}, []string{""}
	for i, f := range facts {
		xs = append(xs, 30+step*float64(i))
		names = append(names, d.label(f, "", 9, step-3))
		unit := f.unit
		if unit != "" {
			unit = "[" + unit + "]"
		}
		units = append(units, unit)
	}
	d.c.fill(12, y-3.8, 186, 10, 234, 230, 224)
	table := [][]string{names, units}
	for _, side := range d.order() {
		row := []string{d.eyeShort(side)}
		for _, f := range facts {
			row = append(row, d.cells(f, []int{side})...)
		}
		table = append(table, row)
	}
	return grid{append(xs, 198), y, 5, 9, true}.write(d.c, table)
}

// laboratory is in the manner of a blood test: value, unit, normal range.
var laboratory = folio{name: "laboratory", forms: []kform{kRows, kRadiusRows, kAt}, put: func(d *desk) {
	c, e, order := d.c, d.e, d.order()
	c.page()
	y := d.whom(14, d.banner(14, 196), 196)
	sections := d.sections()
	leading := d.leading(sections, 256-y, 6.4)
	g := grid{[]float64{16, 72, 112, 152, 168, 200}, y, leading, min(9.5, leading*1.75), true}
	c.fill(14, y-leading*0.7, 186, leading, 216, 222, 216)
	g.y = g.write(c, [][]string{{e.say(d.lex.value), d.eyeLong(order[0]), d.eyeLong(order[1]), e.say(d.lex.unit), e.say(thirdRange)}})
	for i, s := range sections {
		c.fitted(14, g.y, 100, g.size, "B", s.title)
		g.y += leading
		for _, f := range s.facts {
			row := append([]string{d.label(f, "", g.size, 54)}, d.cells(f, order)...)
			row = append(row, f.unit)
			if i < 2 { // K1 of the surfaces behind has another
				row = append(row, d.normal(f))
			}
			g.y = g.write(c, [][]string{row})
		}
	}
	d.said(14, 268, 182)
	d.foot(14, 290, 1, 1)
}}

// apart has a page for each eye, mean and deviation in one; who was examined
// stands on the first.
var apart = folio{name: "apart", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	y, page := 24.0, 0
	for _, side := range d.order() {
		m := e.eyes[side]
		if m == nil {
			continue
		}
		c.page()
		if page++; page == 1 {
			y = d.whom(14, d.banner(14, 196), 196) + 3
			d.said(14, 274, 182)
		}
		c.bold(14, y, 14, d.eyeLong(side))
		sections, at := d.sections(), y+9
		leading := d.leading(sections, 236-at, 7.2)
		g := grid{[]float64{20, 100, 170}, at, leading, min(10.5, leading*1.75), false}
		for _, s := range sections {
			c.bold(14, g.y, g.size, s.title)
			g.y += leading
			for _, f := range s.facts {
				v := f.with(e, m)
				if sd, _, _ := f.spreadOf(e, m); sd != "" {
					v = f.value(m) + " ± " + sd + " " + f.unit
				}
				g.y = g.write(c, [][]string{{d.label(f, "", g.size, 76), v}})
			}
		}
		d.lenses(14, 246, 84, side, 3)
		d.foot(14, 290, page, len(e.both()))
	}
}}
