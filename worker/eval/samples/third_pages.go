package samples

import (
	"fmt"
	"strings"
)

// Layouts of this profile that are prose, panels and cards.

// report is a letter of a hospital, with a table between its paragraphs.
var report = folio{name: "report", forms: []kform{kAt, kTimes, kBracket, kPlain}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.bold(25, 18, 12, e.say(d.lex.clinic))
	c.text(25, 23, 8, e.say(d.lex.street)+"   "+e.say(d.lex.phone))
	c.ending(190, 34, 10, d.date(e.printed))
	name, rest := d.identity()
	y := d.flow(25, 44, 190, e.say(thirdRe)+":", append(pairs(name), pairs(rest)...))
	c.text(25, y+10, 10, e.say(thirdGreeting))
	y = c.wrapped(25, y+17, 165, 10, 5.2, d.sentence(thirdSeen, d.date(e.on), d.device()))
	for _, side := range d.order() {
		c.text(25, y, 10, d.eyeLong(side)+":  "+d.vision())
		y += 5.2
	}
	y = d.tableau(tableau{32, 184, y + 7, 236, []float64{92, 140}, d.order(), false, false, false}) + 6
	y = c.wrapped(25, y, 165, 10, 5.2, d.sentence(thirdPlan, "+"+e.num(new(14+float64(e.noise.IntN(30))/2), 1), e.num(new(-0.25*float64(e.noise.IntN(4))), 2)))
	d.said(25, y+1, 165)
	c.text(25, y+18, 10, e.say(thirdRegards)+", "+e.say(nobody))
	d.foot(25, 290, 1, 1)
}}

// planner is the sheet of a lens calculation: a box for each surface, both
// meridians in a line of it.
var planner = folio{name: "planner", forms: []kform{kAt, kTight, kSlash, kAll}, put: func(d *desk) {
	c := d.c
	c.page()
	y := d.whom(14, d.banner(14, 196), 196)
	height := (266 - y) / 2
	for i, side := range d.order() {
		at := y + height*float64(i)
		c.frame(12, at-1, 186, height-3)
		c.bold(15, at+5, 12, d.eyeLong(side))
		c.fitted(110, at+5, 84, 8.5, "", d.vision())
		end := d.plan(side, at+11) + 7
		rows := min(5, int((at+height-11-end)/4.8))
		d.lenses(15, end, 80, side, rows)
		d.lenses(108, end, 80, side, rows)
	}
	d.said(14, 270, 182)
	d.foot(14, 290, 1, 1)
}}

// plan is an eye of it, without the lenses. It returns its last line.
func (d *desk) plan(side int, y float64) float64 {
	c, e, m := d.c, d.e, d.e.eye(side)
	sections := d.sections()
	per := (len(sections[0].facts) + 1) / 2
	step := 180 / float64(per)
	for i, f := range sections[0].facts {
		left, at := 15+step*float64(i%per), y+9*float64(i/per)
		c.fitted(left, at, step-2, 8, "", d.label(f, "", 8, step-2))
		c.fitted(left, at+4.2, step-2, 10, "B", f.with(e, m))
	}
	y += 19.5
	for _, s := range sections[1 : len(sections)-1] {
		top := y
		c.fill(14, y-3.6, 182, 5, 236, 232, 222)
		c.fitted(15, y, 50, 8.5, "B", s.title)
		line := d.items(s.facts[:2], side, ": ")
		if more := s.facts[2:]; len(more) > 0 { // the front surface
			line = append(line, "Δ "+e.difference(m.K2Magnitude, m.K1Magnitude)+" D @ "+whole(m.K2Axis, "°"))
			c.fitted(66, y+5, 128, 8.5, "", strings.Join(d.items(more, side, " "), "    "))
			y += 5
		}
		c.fitted(66, top, 128, 9.5, "", strings.Join(line, "     "))
		y += 6
	}
	c.fitted(15, y, 178, 9, "", strings.Join(d.items(sections[len(sections)-1].facts, side, ": "), "     "))
	return y
}

// bands is a landscape page: a band of three panels for each eye.
var bands = folio{name: "bands", forms: []kform{kAt, kBracket, kRows, kColumns}, put: func(d *desk) {
	c := d.c
	c.wide()
	y := d.whom(14, d.banner(14, 283), 283) - 3
	height := (193 - y) / 2
	for i, side := range d.order() {
		at, s := y+height*float64(i), d.sections()
		c.fill(14, at-1, 269, 6, 222, 228, 238)
		c.bold(16, at+3.4, 11, d.eyeLong(side))
		c.fitted(150, at+3.4, 130, 9, "", d.vision())
		for j, panel := range [][]section{s[:1], s[1:2], s[2:]} {
			x := 14 + 91*float64(j)
			c.frame(x, at+6, 87, height-9)
			d.stacked(panel, d.e.eye(side), x+3, x+84, at+11, d.leading(panel, height-14, 5.6))
		}
	}
	d.said(14, 194, 250)
	d.foot(14, 206, 1, 1)
}}

// card is one of A5 for each eye.
var card = folio{name: "card", omits: "TK", forms: []kform{kAt, kTight, kRows, kRadiusAfter}, put: func(d *desk) {
	c, e := d.c, d.e
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.paper(148, 210)
		c.fill(0, 0, 148, 4, 120, 150, 140)
		c.fitted(12, 14, 80, 13, "B", d.eyeLong(side))
		c.fitted(94, 14, 44, 8, "", e.say(d.lex.clinic))
		y := d.flow(12, 22, 136, d.fields()[0][0]+": "+d.fields()[0][1]+";", pairs(d.fields()[1:]))
		c.fitted(12, y+6, 124, 9, "", d.made())
		d.panel(side, 12, 136, y+14, 178)
		d.said(12, 180, 124)
		d.foot(12, 203, side+1, 2)
	}
}}

// strip is the paper of a small printer, the left eye first.
var strip = folio{name: "strip", omits: "TK vitreous", forms: []kform{kTight, kRows, kRadiusRows, kPlain}, put: func(d *desk) {
	c, e := d.c, d.e
	sections, fields := d.sections(), d.particulars()
	lines := 2
	for _, s := range sections {
		lines += s.lines()
	}
	c.paper(80, 74+4.6*float64(len(fields))+8.8*float64(lines))
	c.centered(40, 12, 10, "", d.device())
	c.centered(40, 17, 8, "", e.pick(d.lex.title...))
	y := 25.0
	for _, f := range fields {
		c.fitted(8, y, 64, 8.5, "", f[0]+": "+f[1])
		y += 4.6
	}
	for _, side := range []int{left, right} {
		c.centered(40, y+4, 9.5, "B", "*** "+d.eyeLong(side)+" ***")
		y = d.stacked(sections, e.eye(side), 8, 72, y+9, 4.4) + 1
	}
	d.said(8, y+4, 62)
	c.text(8, y+36, 7.5, e.pick(d.lex.issued...)+" "+d.date(e.printed))
}}

// tiles is a landscape page of large numbers, what they are below them.
var tiles = folio{name: "tiles", forms: []kform{kRows, kAt, kBracket}, put: func(d *desk) {
	c := d.c
	c.wide()
	top := d.whom(14, d.banner(14, 283), 283)
	sections := d.sections()
	rows, room := 0, 184-top
	for _, s := range sections {
		per := perRow(s)
		rows, room = rows+(len(s.facts)+per-1)/per, room-4.6
	}
	height := min(16, room/float64(rows))
	for i, side := range d.order() {
		x, y := 14+136*float64(i), top
		c.bold(x, y-1, 12, d.eyeLong(side))
		for _, s := range sections {
			y += 4.2
			c.fitted(x, y-0.6, 60, 8, "", s.title)
			per := perRow(s)
			step := 133.6 / float64(per)
			for j, f := range s.facts {
				left, at := x+step*float64(j%per), y+height*float64(j/per)
				c.fill(left, at+0.4, step-1.4, height-1.2, 238, 240, 244)
				d.tile(f, side, left+step/2-0.7, at+height, step-3.4)
			}
			y += height*float64((len(s.facts)+per-1)/per) + 0.4
		}
	}
	d.said(14, 191, 250)
	d.foot(14, 206, 1, 1)
}}

// perRow is how many tiles of a section are beside each other: words need room.
func perRow(s section) int {
	if len(s.facts) <= 2 {
		return 2
	}
	return 4
}

// tile is a number in the middle of one, and its label.
func (d *desk) tile(f fact, side int, middle, bottom, width float64) {
	c, v := d.c, f.with(d.e, d.e.eye(side))
	size := min(13, 13*width/c.width(13, "B", c.shown(v)))
	c.centered(middle, bottom-5.4, size, "B", v)
	label := d.label(f, "", 7.5, width)
	c.centered(middle, bottom-2, min(7.5, 7.5*width/c.width(7.5, "", label)), "", label)
}

// numbered is a list: each point has both eyes.
var numbered = folio{name: "numbered", forms: []kform{kAt, kTimes, kRows, kRadiusAfter}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.whom(14, d.banner(14, 196), 196)
	sections, n := d.sections(), 0
	leading := d.leading(sections, 262-y, 6.6)
	size := min(10, leading*1.75)
	between := []string{"; ", ", ", " / "}[e.choice("between", 3)]
	for i, s := range sections {
		c.bold(14, y, size, string(rune('A'+i))+"  "+s.title)
		y += leading
		for _, f := range s.facts {
			n++
			var eyes []string
			for _, side := range d.order() {
				eyes = append(eyes, d.eyeShort(side)+" "+f.with(e, e.eye(side)))
			}
			c.fitted(18, y, 178, size, "", fmt.Sprintf("%d. %s: %s", n, d.label(f, "", size, 80), strings.Join(eyes, between)))
			y += leading
		}
	}
	d.said(14, 270, 182)
	d.foot(14, 290, 1, 1)
}}
