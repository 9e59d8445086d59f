package samples

import (
	"fmt"
	"strings"
)

// Layouts of this profile that are sheets, forms and prose.

// visit is a clinic system's page in three columns: who it is and what was
// done before, the measurements, the plan.
var visit = folio{name: "visit", forms: []kform{kAt, kRows, kTimes}, put: func(d *desk) {
	c, e := d.c, d.e
	c.wide()
	c.fitted(14, 13, 130, 14, "B", e.pick(d.lex.title...))
	c.fitted(150, 13, 133, 9, "", e.say(d.lex.clinic)+", "+e.say(d.lex.phone))
	c.line(14, 16, 283, 16)
	body, history := d.parted()
	y := d.block(16, 25, 58) + 4
	for _, side := range d.order() {
		c.fitted(16, y, 58, 10, "B", d.eyeLong(side))
		for i, s := range append(d.items(history.facts, side, ": "), d.vision(), d.tension()) {
			c.fitted(16, y+5.4*float64(i+1), 58, 9, "", s)
		}
		y += 31
	}
	c.frame(78, 20, 128, 172)
	c.fitted(80, 26, 122, 9.5, "", e.pick(d.lex.device...)+": "+d.device())
	d.twofold(body, d.order(), [3]float64{80, 136, 171}, 204, 34, 190)
	for i, side := range d.order() {
		d.lenses(212, 26+44*float64(i), 71, side, 6)
	}
	c.bold(212, 118, 10, e.say(fifthPlan))
	at := c.wrapped(212, 124, 70, 9, 4.6, d.planned())
	c.wrapped(212, at, 70, 9, 4.6, d.plannedFor())
	d.said(212, 146, 70)
	d.foot(14, 205, 1, 1)
}}

// planned is what will be done: a refraction that is a wish.
func (d *desk) planned() string {
	return d.sentence(fifthPlans, "", d.e.num(new(-0.25*float64(1+d.e.noise.IntN(4))), 2))
}

// calculator is the form of a lens calculator on the web, filled in and
// printed.
var calculator = folio{name: "calculator", omits: "pupil kappa rise vitreous aqueous", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.crown(196)
	for side := range e.eyes {
		x := 12 + 95*float64(side)
		c.fill(x, y-4.5, 91, 7, 222, 216, 232)
		c.fitted(x+2, y+0.3, 86, 11, "B", d.eyeLong(side))
		at := d.inputs(side, x, y+9, 212)
		c.fitted(x+2, at+4, 87, 10, "B", e.say(lensCalculation))
		d.calculated(x+2, at+10, 87, min(6, int((262-at-18)/4.3)))
	}
	d.said(14, 270, 182)
	d.foot(14, 289, 1, 1)
}}

// inputs is an eye's fields: a meridian and its axis are in a row. It returns
// where they end.
func (d *desk) inputs(side int, x, y, bottom float64) float64 {
	c, e, m := d.c, d.e, d.e.eye(side)
	type row struct {
		label, value, unit, axis string
		words                    bool
	}
	var rows []row
	facts := func(list []fact) {
		for _, f := range list {
			rows = append(rows, row{d.label(f, "", 9, 42), f.plain(e, m), f.unit, "", f.unit == "" && f.key != "index"})
		}
	}
	facts(d.ranked())
	for _, k := range d.corneas() {
		for i := range k.keys {
			power, axis := k.of(m, i == 1)
			label := d.key(k, i, 9, 42)
			if k.n == posteriorIndex {
				label = d.short([2]string{"PK1", "PK2"}[i]) // no heading is above it
			}
			rows = append(rows, row{label, e.num(power, 2), "D", whole(axis, ""), false})
		}
	}
	front := d.front()
	facts(front[len(front)-1:]) // the index
	facts(d.history())
	leading := min(7.4, (bottom-y)/float64(len(rows)+1))
	for _, r := range rows {
		width := 17.0
		if r.words {
			width = 44
		}
		c.fitted(x+2, y, 42, 9, "", r.label)
		c.frame(x+45, y-3.8, width, min(5.4, leading-0.6))
		c.fitted(x+46, y, width-2, 9.5, "B", r.value)
		c.text(x+46+width, y, 8.5, r.unit)
		if r.axis != "" {
			c.fitted(x+67.5, y, 9, 8.5, "", e.say(axisWord))
			c.frame(x+77, y-3.8, 9.5, min(5.4, leading-0.6))
			c.fitted(x+78, y, 8, 9.5, "B", r.axis)
			c.text(x+87, y, 8.5, "°")
		}
		y += leading
	}
	c.fitted(x+2, y, 88, 9, "", fmt.Sprintf("%s: %s D     A = %s", e.say(d.lex.target), e.num(new(-0.25*float64(1+e.noise.IntN(4))), 2), e.num(new(118+float64(e.noise.IntN(14))/10), 1)))
	return y + 4
}

// quarters has four boxes: three with a table of both eyes, and the history.
var quarters = folio{name: "quarters", forms: []kform{kRows, kTight, kAt}, put: func(d *desk) {
	c := d.c
	c.page()
	y := d.crown(196) - 2
	body, history := d.parted()
	high := min(100, 18+6.4*float64(max(len(body[0].facts), len(body[1].facts))))
	for i, group := range [][]section{body[:1], body[1:2], body[2:]} {
		x, at := 12+94*float64(i%2), y+high*float64(i/2)
		c.frame(x, at-2, 92, high-3)
		d.twofold(group, []int{right, left}, [3]float64{x + 2, x + 35, x + 62}, x+90, at+5, at+high-8)
	}
	c.frame(106, y+high-2, 92, high-3)
	for side := range d.e.eyes {
		at := y + high + 5 + 26*float64(side)
		c.fitted(108, at, 86, 10, "B", d.eyeLong(side))
		for i, s := range append(d.items(history.facts, side, ": "), d.vision()) {
			c.fitted(108, at+5.8*float64(i+1), 86, 9, "", s)
		}
		d.lenses(14+96*float64(side), y+2*high+6, 84, side, 3)
	}
	d.said(14, 278, 182)
	d.foot(14, 290, 1, 1)
}}

// stripes has the eyes below each other: a scan in all the page's width, and
// cells in rows below it.
var stripes = folio{name: "stripes", forms: []kform{kAt, kTimes, kRows, kBracket}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.crown(196) - 2
	high := (266 - y) / 2
	body, history := d.parted()
	for side := range e.eyes {
		at := y + high*float64(side)
		c.fill(12, at-4, 186, 6.4, 70, 84, 96)
		c.ink(255, 255, 255)
		c.fitted(15, at+0.5, 100, 10.5, "B", d.eyeLong(side))
		c.ink(0, 0, 0)
		c.image(12, at+3.4, 186, 22, "OCT")
		rows := rowsOf(append(body, history))
		step := min(16, (high-34)/float64(len(rows)))
		at += 29
		for _, row := range rows {
			c.fill(12, at, 27, step-0.8, 226, 230, 234)
			c.wrapped(13.5, at+4, 24, 8, 3.4, row.title)
			width := 159 / float64(len(row.facts))
			for i, f := range row.facts {
				x := 39 + width*float64(i)
				c.frame(x, at, width, step-0.8)
				c.fitted(x+1.5, at+3.6, width-3, 8, "", d.label(f, "", 8, width-3))
				c.fitted(x+1.5, at+min(step-2.6, 9.2), width-3, 10.5, "B", f.with(e, e.eye(side)))
			}
			at += step
		}
	}
	d.said(14, 274, 182)
	d.foot(14, 290, 1, 1)
}}

// rowsOf is sections in rows of at most seven facts, the title with the first.
func rowsOf(sections []section) []section {
	var out []section
	for _, s := range sections {
		rows := (len(s.facts) + 6) / 7
		per := (len(s.facts) + rows - 1) / rows
		for len(s.facts) > 0 {
			n := min(per, len(s.facts))
			out = append(out, section{title: s.title, facts: s.facts[:n]})
			s.title, s.facts = "", s.facts[n:]
		}
	}
	return out
}

// outlined is a structured report as an archive of images shows it: each
// meridian is a point with power, radius and axis below it.
var outlined = folio{name: "outlined", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.fitted(14, 14, 120, 12, "B", e.pick(d.lex.title...))
	c.fitted(14, 20, 180, 9, "", d.made())
	y := 27.0
	for _, f := range d.fields() {
		c.fitted(14, y, 180, 9, "", f[0]+": "+f[1])
		y += 4.6
	}
	c.line(14, y-1, 196, y-1)
	for side := range e.eyes {
		lines := d.branches(side)
		x, at, leading := 14+93*float64(side), y+6, min(6, (262-y)/float64(len(lines)+1))
		size := min(9, leading*1.75)
		c.fitted(x, at, 88, 11, "B", d.eyeLong(side))
		for _, line := range lines {
			at += leading
			text := strings.TrimLeft(line, " ")
			indent, style := 3*float64(len(line)-len(text)), ""
			if indent == 0 {
				style = "B"
			}
			c.fitted(x+indent, at, 88-indent, size, style, text)
		}
	}
	d.said(14, 272, 182)
	d.foot(14, 289, 1, 1)
}}

// branches is an eye in lines, indented by blanks.
func (d *desk) branches(side int) []string {
	e, m := d.e, d.e.eye(side)
	line := func(f fact) string { return " " + d.label(f, "", 9, 56) + ": " + f.with(e, m) }
	out := []string{e.say(d.lex.lengths)}
	for _, f := range d.ranked() {
		out = append(out, line(f))
	}
	for _, k := range d.corneas() {
		out = append(out, k.title)
		for i := range k.keys {
			power, axis := k.of(m, i == 1)
			out = append(out, " "+d.key(k, i, 9, 60), "  "+e.say(fifthPower)+": "+e.unit(power, 2, "D"),
				"  "+e.say(radiusWord)+": "+d.radiusOf(k, power)+" mm", "  "+e.say(axisWord)+": "+whole(axis, "°"))
		}
		if k.n == e.index {
			for _, f := range d.front() {
				out = append(out, line(f))
			}
		}
	}
	out = append(out, e.say(d.lex.history))
	for _, f := range d.history() {
		out = append(out, line(f))
	}
	return out
}

// averages has the eyes beside each other, means and deviations in columns,
// and a table of powers and radii.
var averages = folio{name: "averages", forms: []kform{kColumns}, put: putAverages}

// averageRadii is the same with radii and no powers.
var averageRadii = folio{name: "averageradii", forms: []kform{kRadius}, put: putAverages}

func putAverages(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.crown(196)
	for side := range e.eyes {
		m, x := e.eye(side), 14+94*float64(side)
		c.centered(x+44, y, 13, "B", d.eyeLong(side))
		c.line(x, y+2, x+88, y+2)
		rows := [][]string{{"", e.say(meanWord), "SD"}}
		for _, f := range d.ranked() {
			sd, _, _ := f.spreadOf(e, m)
			rows = append(rows, []string{d.label(f, "", 9.5, 44), f.with(e, m), sd})
		}
		at := grid{[]float64{x, x + 47, x + 73, x + 90}, y + 8, 6.4, 9.5, true}.write(c, rows)
		c.fitted(x, at+4, 88, 10, "B", e.pick(d.lex.front...))
		at = d.keratometry(side, x, at+11) + 3
		for _, s := range append(d.items(d.history(), side, ": "), d.vision()) {
			c.fitted(x, at, 88, 9.5, "", s)
			at += 6
		}
		d.lenses(x, 222, 84, side, 6)
	}
	d.said(14, 264, 182)
	d.foot(14, 289, 1, 1)
}

// keratometry is the table of it: its columns are powers, radii and axes.
func (d *desk) keratometry(side int, x, y float64) float64 {
	c, e, m, keys, radii := d.c, d.e, d.e.eye(side), d.frontKeys(), d.form(d.e).radii()
	rows := [][]string{{"", "[D]", "[mm]", "[°]"}}
	for i, key := range keys {
		k, a := front(m, i == 1)
		rows = append(rows, []string{d.label(fact{key: key}, "", 9.5, 28), e.num(k, 2), e.radius(k, e.index), whole(a, "")})
	}
	facts := d.front()
	if !radii {
		rows = append(rows, []string{d.short("mean"), facts[0].value(m)}, []string{d.short("cylinder"), facts[1].value(m), "", whole(m.K1Axis, "")})
	}
	if radii {
		for i := range rows {
			rows[i] = append(rows[i][:1], rows[i][2:]...)
		}
	}
	y = grid{[]float64{x, x + 32, x + 52, x + 72, x + 90}, y, 6.4, 9.5, true}.write(c, rows)
	c.fitted(x, y, 88, 9.5, "", d.items(facts[len(facts)-1:], side, " = ")[0]) // the index
	return y + 7
}

// rightLeft is a letter with a list in it: the right eye's value, a stroke, the
// left one's.
var rightLeft = folio{name: "rightleft", forms: []kform{kAt, kTimes, kTight}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.fitted(22, 18, 120, 12, "B", e.say(d.lex.clinic))
	c.fitted(22, 23, 120, 8.5, "", e.say(d.lex.street)+", "+e.say(d.lex.phone))
	y := 36.0
	for _, f := range d.fields() {
		c.fitted(22, y, 166, 10, "", f[0]+": "+f[1])
		y += 5.4
	}
	y = c.wrapped(22, y+6, 166, 10.5, 5.2, d.sentence(fifthOpening, d.device(), "")) + 3
	body, history := d.parted()
	leading := d.leading(append(body, history), 236-y, 7)
	size := min(10.5, leading*1.75)
	which := " " + d.eyeShort(right) + "/" + d.eyeShort(left) + ": "
	for _, s := range append(body, history) {
		c.fitted(22, y, 160, size, "B", s.title)
		y += leading
		for _, f := range s.facts {
			line := d.label(f, "", size, 66) + which + f.value(e.eye(right)) + " / " + f.value(e.eye(left))
			if f.unit != "" {
				line += " " + f.unit
			}
			c.fitted(26, y, 162, size, "", line)
			y += leading
		}
	}
	c.wrapped(22, y+3, 166, 10.5, 5.2, e.say(fifthPlan)+": "+d.planned())
	d.said(22, 260, 166)
	c.text(22, 279, 10, e.say(nobody))
	d.foot(22, 290, 1, 1)
}}

// noted is a visit's note in a clinic's system: an eye is three or four lines.
var noted = folio{name: "noted", forms: []kform{kAt}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.crown(196) + 2
	sign := []string{" ", ": ", " = "}[e.choice("noted", 3)]
	for _, side := range d.order() {
		m := e.eye(side)
		c.fitted(14, y, 100, 12, "B", d.eyeLong(side))
		line := func(title string, items []string) { y = d.flow(18, y+7, 192, title+":", items) }
		line(e.say(d.lex.history), append(d.items(d.history(), side, ": "), d.vision(), d.tension()))
		var lengths []string
		for _, f := range d.ranked() {
			lengths = append(lengths, d.short(f.key)+sign+f.with(e, m))
		}
		line(e.say(d.lex.lengths), lengths)
		for _, k := range d.corneas() {
			var ends [2]string
			for i := range k.keys {
				power, axis := k.of(m, i == 1)
				ends[i] = e.meridian(kAt, power, axis, 0)
			}
			items := []string{d.short(k.keys[0]) + "/" + d.short(k.keys[1]) + sign + ends[0] + " / " + ends[1]}
			if k.n == e.index {
				for _, f := range d.front() {
					items = append(items, d.short(f.key)+sign+f.with(e, m))
				}
			}
			line(k.title, items)
		}
		y += 14
	}
	c.fitted(14, y, 180, 10, "", e.say(fifthPlan)+": "+d.planned())
	c.fitted(14, y+6, 180, 10, "", d.plannedFor())
	d.said(14, 250, 182)
	d.foot(14, 289, 1, 1)
}}
