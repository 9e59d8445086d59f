package samples

import (
	"fmt"
	"slices"
)

// Layouts of this profile that devices print.

// top is the head of a page: a maker's bar, the patient's name in bold without
// a label, or three columns of fields. It returns where the page goes on.
func (d *desk) top(end float64) float64 {
	c, e, all := d.c, d.e, d.particulars()
	title, step := e.pick(d.lex.title...), (end-14)/3
	switch e.choice("top", 3) {
	case 0:
		c.fill(0, 0, end+14, 13, 28, 66, 102)
		c.ink(255, 255, 255)
		c.fitted(14, 8.8, step*1.5, 13, "B", d.device())
		c.ending(end, 8.8, 10, title)
		c.ink(0, 0, 0)
		for i, f := range all {
			c.fitted(14+step*float64(i%3), 20+5.4*float64(i/3), step-4, 9, "", f[0]+": "+f[1])
		}
	case 1:
		name, _ := d.identity()
		c.fitted(14, 14, step*1.5, 14, "B", e.person.whole())
		c.fitted(18+step*1.5, 11, step*1.4, 9, "", e.say(d.lex.clinic)+", "+e.say(d.lex.phone))
		c.fitted(18+step*1.5, 15.6, step*1.4, 8.5, "", d.made())
		rest := slices.DeleteFunc(all, func(f [2]string) bool { return slices.Contains(name, f) })
		d.flow(14, 22, end, title+" -", pairs(rest))
		c.line(14, 38.5, end, 38.5)
	default:
		c.fitted(14, 13, step*1.3, 15, "B", title)
		c.fitted(14+step*1.5, 13, step*1.5, 9, "", d.made())
		c.line(14, 16, end, 16)
		for i, f := range all {
			x, y := 14+step*float64(i/3), 22.5+5.2*float64(i%3)
			c.fitted(x, y, step*0.4, 8.5, "B", f[0])
			c.fitted(x+step*0.43, y, step*0.54, 9, "", f[1])
		}
	}
	return 46
}

// calculated is a lens calculation by two formulas.
func (d *desk) calculated(x, y, width float64, rows int) {
	c, e, step := d.c, d.e, width/2
	for i := range 2 {
		at, power := x+step*float64(i), 13+float64(e.noise.IntN(26))/2
		c.fitted(at, y, step-3, 8.5, "B", []string{"Barrett Universal II", "SRK/T", "Haigis", "Hoffer Q"}[(i+e.choice("formula", 4))%4])
		c.fitted(at, y+4.2, step-3, 8, "", fmt.Sprintf("%s  A %s  %s %s D", d.lex.brands[(i+e.choice("lens", 4))%4],
			e.num(new(118+float64(e.noise.IntN(15))/10), 1), e.say(d.lex.target), e.num(new(-0.25*float64(1+e.noise.IntN(3))), 2)))
		table := [][]string{{"IOL (D)", "REF (D)"}}
		for row := range rows {
			table = append(table, []string{e.num(new(power+float64(row)/2), 2), e.num(new(0.62-0.36*float64(row)), 2)})
		}
		grid{[]float64{at, at + step/2, at + step}, y + 8.6, 4.3, 8.5, false}.write(c, table)
	}
}

// planning has the eyes side by side: lens and surgery first, deviations
// beside the values, lenses below.
var planning = folio{name: "planning", omits: "pressure", forms: []kform{kAt, kSlash, kTimes}, put: func(d *desk) {
	c, e := d.c, d.e
	c.page()
	y, s := d.top(196), d.sections()
	for side := range e.eyes {
		x, at, last := 14+94*float64(side), y+9.5, len(s)-1
		c.fill(x, y-2, 88, 7, 216, 226, 238)
		c.fitted(x+2, y+3, 84, 11, "B", d.eyeLong(side))
		for _, line := range append(d.items(s[last].facts, side, ": "), d.vision()) {
			c.fitted(x+2, at, 84, 8.5, "", line)
			at += 4.8
		}
		leading := d.leading(s[:last], 216-at, 5.6)
		size := min(9, leading*1.7)
		for _, part := range s[:last] {
			at += leading
			c.fitted(x+2, at, 84, size, "B", part.title)
			c.line(x+2, at+1.1, x+86, at+1.1)
			for _, f := range part.facts {
				at += leading
				c.fitted(x+2, at, 57, size, "", d.label(f, "", size, 34)+": "+f.with(e, e.eye(side)))
				if sd, _, _ := f.spreadOf(e, e.eye(side)); sd != "" {
					c.fitted(x+62, at, 24, size, "", "SD: "+sd+" "+f.unit)
				}
			}
		}
		d.calculated(x, 224, 88, 7)
	}
	d.said(14, 271, 182)
	d.foot(14, 289, 1, 1)
}}

// couples writes sections in rows of two facts each.
func (d *desk) couples(side int, x, width, y, bottom float64) {
	c, e, n, half := d.c, d.e, 0, width/2
	sections := d.sections()
	for _, s := range sections {
		n += 1 + (len(s.facts)+1)/2
	}
	leading := min(7.5, (bottom-y)/float64(n))
	size := min(9.5, leading*1.7)
	for _, s := range sections {
		c.fitted(x, y, width, size, "B", s.title)
		c.line(x, y+1.2, x+width-4, y+1.2)
		for j, f := range s.facts {
			v, left, at := f.with(e, e.eye(side)), x+half*float64(j%2), y+leading*float64(1+j/2)
			w := min(c.width(size, "", c.shown(v)), half*0.62)
			c.fitted(left, at, half-w-5, size, "", d.label(f, "", size, half-w-7)+":")
			c.fitted(left+half-4-w, at, w, size, "", v)
		}
		y += leading * float64(1+(len(s.facts)+1)/2)
	}
}

// mapped has a page for each eye in landscape: numbers at the left, thickness
// in three places, and four maps with scales.
var mapped = folio{name: "mapped", omits: "pressure", forms: []kform{kAt, kRows, kTimes}, put: func(d *desk) {
	c, e, page := d.c, d.e, 0
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		page++
		c.wide()
		y := d.top(283)
		c.fitted(14, y, 100, 11, "B", d.eyeLong(side))
		d.couples(side, 14, 128, y+7, 164)
		if e.posterior == "Pentacam" || e.posterior == "MS39" {
			grid{[]float64{14, 62, 84, 104, 126}, 168, 5.2, 9, false}.write(c, slices.Delete(e.pachy(m), 1, 2)) // the CCT
		}
		for i, caption := range []string{"Axial / Sagittal (Front)", "Elevation (Front)", "Pachymetry", "Elevation (Back)"} {
			left, at := 148+68*float64(i%2), y-3+76*float64(i/2)
			c.image(left, at, 54, 70, caption)
			for j := range 9 {
				c.text(left+56, at+6+7.2*float64(j), 7, e.num(new(47-float64(j)), 1))
			}
		}
		d.said(14, 190, 128)
		d.foot(14, 206, page, len(e.both()))
	}
}}

// screen is what a device shows, saved: light letters on a dark ground.
var screen = folio{name: "screen", omits: "pressure", forms: []kform{kAt, kTimes, kBracket}, put: func(d *desk) {
	c := d.c
	c.wide()
	c.fill(0, 0, 297, 210, 20, 24, 32)
	c.ink(226, 230, 236)
	c.fitted(14, 13, 130, 13, "B", d.device()+" - "+d.e.pick(d.lex.title...))
	all := d.particulars()
	d.flow(14, 20, 283, all[0][0]+": "+all[0][1]+";", pairs(all[1:]))
	for side := range d.e.eyes {
		x := 14 + 137*float64(side)
		c.fill(x, 34, 132, 6.6, 44, 92, 120)
		c.fitted(x+2, 38.8, 128, 11, "B", d.eyeLong(side))
		c.fill(x, 43, 132, 30, 48, 54, 64)
		c.text(x+2, 47, 7.5, "B-Scan  SNR "+d.e.num(new(float64(20+d.e.noise.IntN(200))/10), 1)+"  6/6")
		d.couples(side, x, 134, 81, 186)
	}
	d.said(14, 190, 268)
	d.foot(14, 205, 1, 1)
}}

// flanking is in landscape: an eye at either margin, pictures and lenses
// between them.
var flanking = folio{name: "flanking", omits: "pressure", forms: []kform{kColumns, kRadiusAfter, kRadiusFirst}, put: putFlanks}

// flankingRadii is the same with radii and no powers.
var flankingRadii = folio{name: "flankingradii", omits: "pressure", forms: []kform{kRadius, kRadiusRows}, put: putFlanks}

func putFlanks(d *desk) {
	c := d.c
	c.wide()
	y := d.top(283)
	for side := range d.e.eyes {
		x := 14 + 184*float64(side)
		c.frame(x-2, y-4, 89, 152)
		c.fitted(x, y+2, 85, 12, "B", d.eyeLong(side))
		d.panel(side, x, x+85, y+10, 192)
		c.image(104+46*float64(side), y-4, 43, 40, []string{"IR OD", "IR OS"}[side])
		c.bold(104, y+46+52*float64(side), 9, d.e.say(d.lex.lenses)+" "+d.eyeShort(side))
		d.calculated(104, y+51+52*float64(side), 88, 6)
	}
	d.said(14, 199, 268)
	d.foot(14, 206.5, 1, 1)
}
