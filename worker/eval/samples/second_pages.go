package samples

import "strings"

// Layouts of this profile that are panels, cards, pairs and prose.

// threeColumns is a landscape page: the patient, one eye, the other eye.
var threeColumns = folio{name: "three", forms: []kform{kAt, kBracket, kColumns, kRadiusAfter}, put: func(d *desk) {
	c := d.c
	c.wide()
	y := d.letterhead(283)
	c.frame(14, y-2, 62, 160)
	end := d.block(17, y+4, 56)
	d.said(17, end+6, 56)
	d.code(34, y+126, 24)
	for i, side := range d.order() {
		x := 82 + 103*float64(i)
		c.frame(x, y-2, 98, 160)
		c.fill(x, y-2, 98, 8, 236, 226, 214)
		c.bold(x+3, y+3.6, 11, d.eyeLong(side))
		d.panel(side, x+3, x+95, y+12, 192)
	}
	d.foot(14, 205, 1, 1)
}}

// covered has a cover, and the measurements on its second page.
var covered = folio{name: "cover", forms: []kform{kColumns, kAx, kAt}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	c.fill(0, 0, 210, 46, 58, 74, 92)
	c.ink(255, 255, 255)
	c.bold(20, 26, 18, e.say(secondClinic))
	c.text(20, 34, 10, e.say(secondStreet)+"   "+e.say(secondPhone))
	c.ink(0, 0, 0)
	c.fitted(20, 70, 170, 22, "B", e.pick(secondTitle...))
	c.text(20, 80, 12, e.pick(secondDevice...)+": "+d.device())
	d.block(20, 100, 120)
	d.code(150, 100, 34)
	d.foot(20, 285, 1, 2)
	c.page()
	d.again(14, 14)
	c.line(14, 17, 196, 17)
	for i, side := range d.order() {
		x := 14 + 94*float64(i)
		c.frame(x, 24, 88, 190)
		c.bold(x+3, 31, 12, d.eyeLong(side))
		d.panel(side, x+3, x+85, 40, 210)
		d.lenses(x, 224, 86, side, 4)
	}
	d.said(14, 262, 182)
	d.foot(14, 285, 2, 2)
}}

// summed has panels, and a summary of some values on its second page.
var summed = folio{name: "summary", forms: []kform{kTimes, kRows, kAt}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.who(14, d.letterhead(196), 196)
	for i, side := range d.order() {
		x := 14 + 94*float64(i)
		c.fill(x, y, 88, 8, 222, 232, 238)
		c.bold(x+3, y+5.7, 11, d.eyeLong(side))
		d.panel(side, x+3, x+85, y+15, 250)
	}
	d.said(14, 262, 182)
	d.foot(14, 285, 1, 2)
	c.page()
	d.again(14, 16)
	c.bold(14, 28, 14, e.say(secondSummary))
	for i, side := range d.order() {
		at := 40 + 14*float64(i)
		m := e.eye(side)
		c.bold(14, at, 10, d.eyeShort(side))
		c.fitted(30, at, 164, 10, "", strings.Join([]string{
			"AL " + e.unit(m.AL, 2, "mm"), "ACD " + e.unit(m.ACD, 2, "mm"), "K1 " + e.unit(m.K1Magnitude, 2, "D"), "K2 " + e.unit(m.K2Magnitude, 2, "D"),
		}, "    "))
		d.lenses(14+94*float64(i), 76, 86, side, 5)
	}
	d.foot(14, 285, 2, 2)
}}

// carded is a landscape page of cards: a small label, the value below it.
var carded = folio{name: "cards", forms: []kform{kAt, kTimes, kSlash}, put: putCards}

// axisCards is the same with axes in cards of their own.
var axisCards = folio{name: "axiscards", forms: []kform{kRows}, put: putCards}

func putCards(d *desk) {
	c, e := d.c, d.e
	c.wide()
	top := d.who(14, d.letterhead(283), 283) + 2
	for i, side := range d.order() {
		x, y := 14+136*float64(i), top
		c.bold(x, y, 12, d.eyeLong(side))
		y += 4
		height := d.cardHeight(176 - y)
		for _, s := range d.sections() {
			c.ink(70, 90, 120)
			c.text(x, y+2.4, 8.5, s.title)
			c.ink(0, 0, 0)
			y += 4.4
			for j, f := range s.facts {
				left, at := x+44*float64(j%3), y+height*float64(j/3)
				c.frame(left, at, 42, height-1.6)
				c.fitted(left+1.5, at+3.4, 39, 8, "", d.label(f, "", 8, 39))
				c.fitted(left+1.5, at+height-3.4, 39, 11, "B", f.with(e, e.eye(side)))
			}
			y += height*float64((len(s.facts)+2)/3) + 0.8
		}
	}
	d.said(14, 187, 260)
	d.foot(14, 205, 1, 1)
}

// cardHeight is how high cards can be.
func (d *desk) cardHeight(room float64) float64 {
	rows := 0
	for _, s := range d.sections() {
		rows += (len(s.facts) + 2) / 3
		room -= 5.2
	}
	return min(14, room/float64(rows))
}

// paired has the eyes below each other, labels and values in two columns.
var paired = folio{name: "pairs", forms: []kform{kRadiusFirst, kRadiusAfter, kSlash, kAx}, put: putPairs}

// radiiPairs is the same with radii and no powers.
var radiiPairs = folio{name: "radiipairs", forms: []kform{kRadius, kRadiusRows}, put: putPairs}

func putPairs(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.who(14, d.letterhead(196), 196) + 2
	sign := []string{" = ", ": "}[e.choice("pair", 2)]
	rows := 1
	for _, s := range d.sections() {
		rows += 1 + (len(s.facts)+1)/2
	}
	height := (248 - y) / 2
	leading := min(6.6, height/(float64(rows)+1))
	for i, side := range d.order() {
		at := y + height*float64(i)
		c.fill(14, at-1, 182, 7.2, 234, 234, 222)
		c.bold(17, at+4.1, 11, d.eyeLong(side))
		at += 6.2 + leading
		for _, s := range d.sections() {
			c.bold(17, at, min(9.5, leading*1.75), s.title)
			at += leading
			for j, f := range s.facts {
				v := sign + f.with(e, e.eye(side))
				size := min(9.5, leading*1.75)
				label := d.label(f, "", size, 84-c.width(size, "", v))
				c.fitted(17+90*float64(j%2), at+leading*float64(j/2), 86, size, "", label+v)
			}
			at += leading * float64((len(s.facts)+1)/2)
		}
	}
	d.said(14, 256, 182)
	d.lenses(14, 270, 84, d.order()[0], 2)
	d.lenses(110, 270, 84, d.order()[1], 2)
	d.foot(14, 290, 1, 1)
}

// lettered is a letter: the values follow each other in lines of text.
var lettered = folio{name: "letter", forms: []kform{kAt, kTimes, kBracket, kAx}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y := d.block(20, d.letterhead(190)+4, 150) + 6
	c.text(20, y, 10.5, e.say(secondLetter))
	y += 9
	sign := []string{" ", " = ", ": "}[e.choice("pair", 3)]
	for _, side := range d.order() {
		c.bold(20, y, 11, d.eyeLong(side))
		for _, s := range d.sections() {
			y += 6.2
			var items []string
			for _, f := range s.facts {
				of := sign
				if f.key == "lens" || f.key == "surgery" { // words would run into the label
					of = ": "
				}
				items = append(items, d.label(f, "", 10, 60)+of+f.with(e, e.eye(side)))
			}
			y = d.flow(20, y, 190, s.title+" -", items)
		}
		y += 10
	}
	d.said(20, y, 170)
	d.code(166, 262, 24)
	d.foot(20, 289, 1, 1)
}}

var secondLetter = words{
	"Dear colleague, these are the measurements:", "Sehr geehrte Kollegin, sehr geehrter Kollege, hier die Messwerte:", "Estimados compañeros: estas son las medidas:",
	"Chère consœur, cher confrère, voici les mesures :", "Caros colegas, eis as medidas:", "Gentili colleghi, ecco le misure:",
}
