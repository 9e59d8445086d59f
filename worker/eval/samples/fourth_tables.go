package samples

import "strings"

// Layouts of this profile that are tables, records and forms.

// suite has the labels once, an eye's values and deviations beside each other,
// and the single shots of the length below.
var suite = folio{name: "suite", omits: "pressure", forms: []kform{kTight, kRows, kAll}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y, sections := d.top(196), d.sections()
	leading := d.leading(sections, 208-y, 6.2)
	size := min(9.5, leading*1.7)
	c.fill(12, y-3, 186, 7, 232, 232, 228)
	for side := range e.eyes {
		x := 88 + 56*float64(side)
		c.fitted(x, y+1.8, 36, 10, "B", d.eyeLong(side))
		c.text(x+40, y+1.8, 8, "SD")
	}
	y += 4
	for _, s := range sections {
		y += leading
		c.fitted(14, y, 70, size, "B", s.title)
		for _, f := range s.facts {
			y += leading
			c.fitted(16, y, 70, size, "", f.inLabel(e, d.label(f, "", size, 58)))
			c.line(14, y+leading*0.3, 196, y+leading*0.3)
			for side := range e.eyes {
				sd, _, _ := f.spreadOf(e, e.eye(side))
				c.fitted(88+56*float64(side), y, 52, size, "", e.cell(f.plain(e, e.eye(side))))
				c.text(128+56*float64(side), y, size-0.5, sd)
			}
		}
	}
	c.shots(e, 214, right, left)
	d.said(14, 268, 182)
	d.foot(14, 289, 1, 1)
}}

// trio is in landscape: three tables beside each other, each with both eyes.
var trio = folio{name: "trio", omits: "pressure", forms: []kform{kRows, kTight, kPlain}, put: func(d *desk) {
	c, e := d.c, d.e
	c.wide()
	y, s := d.top(283), d.sections()
	last := len(s) - 1
	for i, group := range [][]section{s[:1], s[1:2], s[2:last]} {
		x, at := 14+91*float64(i), y+3
		c.frame(x-1, y-3, 89, 96)
		if len(group) == 0 {
			d.calculated(x+1, at, 84, 9)
			continue
		}
		c.fitted(x+44, at, 20, 10, "B", d.eyeShort(right))
		c.fitted(x+66, at, 20, 10, "B", d.eyeShort(left))
		leading := d.leading(group, 88, 7)
		size := min(9.5, leading*1.7)
		for _, part := range group {
			c.fitted(x+1, at, 40, size, "B", part.title)
			for _, f := range part.facts {
				at += leading
				c.fitted(x+1, at, 41, size, "", f.inLabel(e, d.label(f, "", size, 32)))
				c.fitted(x+44, at, 20, size, "", f.plain(e, e.eye(right)))
				c.fitted(x+66, at, 20, size, "", f.plain(e, e.eye(left)))
			}
			at += leading * 1.3
		}
	}
	for side := range e.eyes {
		c.fitted(14, 147+6*float64(side), 268, 9.5, "", d.eyeLong(side)+":   "+strings.Join(d.items(s[last].facts, side, ": "), "     ")+"     "+d.vision())
		c.fitted(14+137*float64(side), 163, 120, 9, "B", d.eyeShort(side))
		d.calculated(24+137*float64(side), 163, 120, 2)
	}
	d.said(14, 190, 268)
	d.foot(14, 205, 1, 1)
}}

// records is a practice's database, printed: a row for every single value.
var records = folio{name: "records", forms: []kform{kRows, kAt}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.top(196)
	var lines, second [][]string
	for _, s := range d.sections() {
		for _, f := range s.facts {
			for i, side := range d.order() {
				line := []string{d.eyeShort(side), s.title, d.label(f, "", 9, 50), f.plain(e, e.eye(side)), f.unit, d.device()}
				switch {
				case e.blanks && missed(line[3]):
				case i == 1 && e.choice("eye by eye", 2) == 0:
					second = append(second, line)
				default:
					lines = append(lines, line)
				}
			}
		}
	}
	head := []string{e.say(d.lex.eye), e.say(fourthGroup), e.say(d.lex.value), e.say(fourthResult), e.say(d.lex.unit), e.pick(d.lex.device...)}
	lines = append(append([][]string{head}, lines...), second...)
	leading := min(5.6, (264-y)/float64(len(lines)))
	c.fill(12, y-leading*0.7, 186, leading, 226, 230, 236)
	grid{[]float64{14, 26, 64, 116, 146, 158, 198}, y, leading, min(9, leading*1.75), true}.write(c, lines)
	d.said(14, 270, 182)
	d.foot(14, 289, 1, 1)
}}

// typed is a table that somebody typed: both powers of a surface in a cell,
// and both axes in the one below.
var typed = folio{name: "typed", forms: []kform{kRows}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.centered(105, 19, 14, "B", e.pick(d.lex.title...))
	c.centered(105, 25, 9.5, "", e.say(d.lex.clinic)+", "+e.say(d.lex.phone))
	all := append(d.particulars(), [2]string{e.pick(d.lex.device...), d.device()})
	y := d.flow(20, 35, 190, all[0][0]+": "+all[0][1]+";", pairs(all[1:])) + 10
	order := d.order()
	rows := [][]string{{"", d.eyeLong(order[0]), d.eyeLong(order[1])}}
	for _, s := range d.sections() {
		rows = append(rows, []string{s.title, "", ""})
		if facts := s.facts; len(facts) > 3 && strings.HasPrefix(facts[1].key, "axis ") {
			rows = append(rows, d.joint(facts[0], facts[2], order), d.joint(facts[1], facts[3], order))
			s.facts = facts[4:]
		}
		for _, f := range s.facts {
			rows = append(rows, append([]string{f.inLabel(e, d.label(f, "", 10, 56))}, d.cells(f, order)...))
		}
	}
	rows = append(rows, []string{"Rx / VA", d.vision(), d.vision()})
	leading := min(7.4, (256-y)/float64(len(rows)))
	for i, row := range rows {
		for j, x := range []float64{20, 88, 139} {
			width := []float64{68, 51, 51}[j]
			c.frame(x, y-leading*0.7+leading*float64(i), width, leading)
			style := ""
			if i == 0 || row[1] == "" && row[2] == "" {
				style = "B"
			}
			c.fitted(x+2, y+leading*float64(i), width-4, min(10, leading*1.75), style, row[j])
		}
	}
	d.said(20, 264, 170)
	d.foot(20, 289, 1, 1)
}}

// joint is two facts in a row.
func (d *desk) joint(a, b fact, sides []int) []string {
	out := []string{a.inLabel(d.e, d.short(a.key)+" / "+d.short(b.key))}
	for _, side := range sides {
		m := d.e.eye(side)
		out = append(out, a.value(m)+" / "+b.value(m))
	}
	return out
}

// checklist is a form before surgery: values on lines, and boxes to tick.
var checklist = folio{name: "checklist", forms: []kform{kAt, kRows, kSlash}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y, s := d.top(196), d.sections()
	last := len(s) - 1
	leading := d.leading(s[:last], 206-y, 7)
	size := min(9.5, leading*1.7)
	for i, side := range d.order() {
		x, at := 14+94*float64(i), y
		c.fitted(x, at, 86, 12, "B", d.eyeLong(side))
		for _, part := range s[:last] {
			at += leading
			c.fitted(x, at, 86, size, "B", part.title)
			for _, f := range part.facts {
				at += leading
				c.fitted(x, at, 42, size, "", d.label(f, "", size, 42))
				c.fitted(x+46, at, 39, size, "", f.with(e, e.eye(side)))
				c.line(x+44, at+1, x+86, at+1)
			}
		}
		m := e.eye(side)
		d.ticks(s[last].facts[0], m.LensStatus, []string{"Phakic", "Pseudophakic", "Aphakic", "Phakic IOL"}, d.lex.lens, x, 220)
		d.ticks(s[last].facts[1], m.PostRefractive, []string{"None", "Myopic LVC", "Hyperopic LVC", "Radial Keratotomy"}, d.lex.surgery, x, 238)
	}
	d.said(14, 260, 182)
	d.foot(14, 289, 1, 1)
}}

// ticks is all that a fact may be, and a cross at what it is.
func (d *desk) ticks(f fact, is *string, options []string, words map[string]words, x, y float64) {
	c := d.c
	c.fitted(x, y, 86, 9.5, "B", d.label(f, "B", 9.5, 86))
	for i, o := range options {
		left, at, mark := x+43*float64(i%2), y+5.6*float64(1+i/2), " "
		if is != nil && *is == o {
			mark = "X"
		}
		if d.e.choice("boxes", 2) == 0 {
			c.text(left, at, 9, "["+mark+"]")
		} else {
			c.frame(left, at-2.9, 3.4, 3.4)
			c.bold(left+0.7, at-0.2, 8, strings.TrimSpace(mark))
		}
		c.fitted(left+6, at, 35, 9, "", d.e.say(words[o]))
	}
}
