package samples

import "strings"

// Layouts of this profile that are tables: a row for each value.

var (
	leftFirst = folio{name: "leftfirst", forms: []kform{kAt, kTimes, kBracket, kAx, kSlash}, put: func(d *desk) {
		d.c.page()
		y := d.who(14, d.letterhead(196), 196)
		d.tableau(tableau{14, 196, y + 4, 236, []float64{96, 148}, []int{left, right}, true, false, false})
		d.said(14, 246, 182)
		d.lenses(14, 260, 84, left, 3)
		d.lenses(110, 260, 84, right, 3)
		d.foot(14, 289, 1, 1)
	}}
	gridded = folio{name: "grid", omits: "index", forms: []kform{kRows}, put: func(d *desk) {
		d.c.page()
		y := d.who(14, d.letterhead(196), 196)
		d.tableau(tableau{14, 196, y + 4, 252, []float64{122, 162}, []int{right, left}, true, true, false})
		d.said(14, 260, 150)
		d.code(174, 256, 22)
		d.foot(14, 289, 1, 1)
	}}
	differing = folio{name: "difference", forms: []kform{kAt, kRadiusAfter, kTimes, kRows}, put: func(d *desk) {
		d.c.wide()
		y := d.who(14, d.letterhead(283), 283)
		d.tableau(tableau{14, 283, y + 3, 184, []float64{104, 174}, []int{right, left}, false, false, true})
		d.said(14, 192, 220)
		d.foot(14, 205, 1, 1)
	}}
	radiiTable = folio{name: "radii", forms: []kform{kRadiusRows, kRadius}, put: func(d *desk) {
		d.c.page()
		y := d.who(14, d.letterhead(196), 196)
		d.tableau(tableau{14, 196, y + 4, 224, []float64{100, 150}, d.order(), true, false, false})
		d.said(14, 234, 182)
		d.lenses(14, 252, 84, d.order()[0], 4)
		d.lenses(110, 252, 84, d.order()[1], 4)
		d.foot(14, 289, 1, 1)
	}}
)

// mirrored has the labels in the middle, and the eyes' values on either side.
var mirrored = folio{name: "mirror", forms: []kform{kAt, kSlash, kRadiusFirst, kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.who(14, d.letterhead(196), 196) + 4
	c.fill(14, y-5.2, 182, 7.5, 228, 234, 226)
	c.ending(72, y, 11, d.eyeLong(right))
	c.text(138, y, 11, d.eyeLong(left))
	sections := d.sections()
	leading := d.leading(sections, 240-y, 7)
	size := min(10.5, leading*1.75)
	for _, s := range sections {
		y += leading * 1.05
		c.centered(105, y, size, "B", s.title)
		c.line(14, y+1.4, 196, y+1.4)
		for _, f := range s.facts {
			y += leading
			c.centered(105, y, size, "", d.label(f, "", size, 60))
			c.ending(72, y, size, f.with(e, e.eye(right)))
			c.text(138, y, size, f.with(e, e.eye(left)))
		}
	}
	d.said(14, 250, 182)
	d.lenses(14, 262, 84, right, 3)
	d.lenses(110, 262, 84, left, 3)
	d.foot(14, 289, 1, 1)
}}

// statistics has one eye to a page: mean, deviation, smallest and largest.
var statistics = folio{name: "stats", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		y := d.who(14, d.letterhead(196), 196) + 4
		c.bold(14, y, 13, d.eyeLong(side))
		y += 8
		sections := d.sections()
		leading := d.leading(sections, 246-y, 6.8)
		size := min(10, leading*1.75)
		for i, s := range []string{e.say(secondValue), e.say(meanWord), e.pick(same("SD"), same("σ"), same("Std")), "Min", "Max"} {
			c.fitted([]float64{14, 92, 126, 148, 172}[i], y, 30, 9, "", s)
		}
		c.line(14, y+1.8, 196, y+1.8)
		for _, s := range sections {
			y += leading
			c.bold(14, y, size, s.title)
			for _, f := range s.facts {
				y += leading
				c.fitted(18, y, 72, size, "", d.label(f, "", size, 70))
				c.text(92, y, size, f.with(e, m))
				sd, lo, hi := f.spreadOf(e, m)
				for i, v := range []string{sd, lo, hi} {
					c.text([]float64{126, 148, 172}[i], y, size, v)
				}
			}
		}
		d.said(14, 254, 182)
		d.lenses(14, 266, 84, side, 2)
		d.foot(14, 289, side+1, 2)
	}
}}

// exported is text from another system: dots lead from label to value.
var exported = folio{name: "export", forms: []kform{kAt, kTimes, kRows, kRadiusFirst}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.text(14, 16, 9, strings.ToUpper(e.pick(secondTitle...)))
	c.text(14, 21, 9, e.pick(secondDevice...)+": "+d.device())
	y := 29.0
	for _, f := range d.fields() {
		c.text(14, y, 9, d.led(f[0], f[1], 24))
		y += 4.8
	}
	sections := d.sections()
	leading := min(4.8, d.leading(sections, (258-y)/2, 4.8))
	for _, side := range d.order() {
		y += leading
		c.text(14, y, 9, "=== "+d.eyeLong(side)+" ===")
		for _, s := range sections {
			y += leading
			c.text(14, y, min(9, leading*2), "-- "+s.title)
			for _, f := range s.facts {
				y += leading
				c.text(14, y, min(9, leading*2), d.led(d.label(f, "", 9, 70), f.with(e, e.eye(side)), 42))
			}
		}
		y += leading / 2
	}
	d.said(14, 272, 182)
	d.foot(14, 289, 1, 1)
}}

// led is a label, and its value at a column: after dots, an equals sign or a
// colon.
func (d *desk) led(label, value string, column int) string {
	gap := max(2, column-len([]rune(label))-2)
	switch d.e.choice("leader", 3) {
	case 0:
		return label + " " + strings.Repeat(".", gap) + " " + value
	case 1:
		return label + strings.Repeat(" ", gap) + " = " + value
	}
	return label + ":" + strings.Repeat(" ", gap) + " " + value
}
