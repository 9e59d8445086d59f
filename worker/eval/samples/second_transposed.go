package samples

// transposed is a landscape page of tables whose labels are above the values:
// a row for each eye.
var transposed = folio{name: "transposed", forms: []kform{kRows}, put: func(d *desk) {
	d.c.wide()
	y := d.who(14, d.letterhead(283), 283) + 2
	for _, s := range d.sections() {
		y = d.across(s, y)
	}
	d.said(14, y+2, 180)
	d.code(258, y, 24)
	d.foot(14, 205, 1, 1)
}}

// across writes a section as a table, and returns where the next one begins.
func (d *desk) across(s section, y float64) float64 {
	c, e := d.c, d.e
	c.bold(14, y, 9.5, s.title)
	y += 6
	step := min(44, 248/float64(len(s.facts)))
	if s.facts[0].key == "lens" || s.facts[0].key == "surgery" {
		step = 80
	}
	c.fill(13, y-4.2, 21+step*float64(len(s.facts)), 6, 230, 226, 236)
	c.fitted(14, y, 16, 9, "", e.say(secondEye))
	for i, f := range s.facts {
		c.fitted(34+step*float64(i), y, step-2, 9, "", f.inLabel(e, d.narrow(f)))
	}
	for row, side := range d.order() {
		at := y + 6*float64(row+1)
		c.bold(14, at, 10, d.eyeShort(side))
		for i, f := range s.facts {
			c.fitted(34+step*float64(i), at, step-2, 10, "", f.plain(e, e.eye(side)))
		}
		c.line(13, at+1.8, 34+step*float64(len(s.facts)), at+1.8)
	}
	return y + 20.5
}
