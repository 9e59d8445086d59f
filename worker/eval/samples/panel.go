package samples

import "strings"

// panel is one eye in a box: labels at the left, values at the right, dots
// between them on some documents.
func (d *desk) panel(side int, x, end, y, bottom float64) {
	sections := d.sections()
	d.stacked(sections, d.e.eye(side), x, end, y, d.leading(sections, bottom-y, 6.6))
}

// stacked writes sections below each other, in lines at such a distance, and
// returns where the next one would begin.
func (d *desk) stacked(sections []section, m *measured, x, end, y, leading float64) float64 {
	c, e := d.c, d.e
	size := min(9.5, leading*1.75)
	for _, s := range sections {
		c.bold(x, y, size, s.title)
		c.line(x, y+1.2, end, y+1.2)
		y += leading
		if s.table != nil {
			width := (end - x) / 4
			y = grid{[]float64{x, x + width, x + 2*width, x + 3*width, end + 2}, y, leading, size, false}.write(c, s.table(m))
		}
		for _, f := range s.facts {
			v := f.with(e, m)
			room := end - x - c.width(size, "", c.shown(v)) - 5
			label := d.label(f, "", size, room)
			c.fitted(x, y, room, size, "", label)
			c.ending(end, y, size, v)
			if e.choice("dots", 3) == 0 {
				from, dot := x+c.width(size, "", label)+1.5, c.width(size, "", ".")
				if n := int((end - c.width(size, "", c.shown(v)) - 2 - from) / dot); n > 2 {
					c.text(from, y, size, strings.Repeat(".", n))
				}
			}
			y += leading
		}
	}
	return y
}
