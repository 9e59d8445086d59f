package samples

// tableau is a table with the labels once: where it is, where the eyes'
// columns begin, and whether there are lines, a column of units, and one of
// the eyes' difference.
type tableau struct {
	x, end, y, bottom      float64
	columns                []float64
	sides                  []int
	lines, units, distance bool
}

// tableau writes it, and returns where the page goes on.
func (d *desk) tableau(t tableau) float64 {
	c, e := d.c, d.e
	step := t.columns[1] - t.columns[0]
	c.fill(t.x-1, t.y-5, t.end-t.x+2, 7.5, 224, 228, 236)
	c.text(t.x, t.y, 9, e.say(d.lex.value))
	for i, side := range t.sides {
		c.fitted(t.columns[i], t.y, step-3, 10, "B", d.eyeLong(side))
	}
	label := t.columns[0] - t.x - 4
	if t.units {
		label -= 22
		c.fitted(t.columns[0]-20, t.y, 17, 9, "", e.say(d.lex.unit))
	}
	last := t.columns[1] + step
	if t.distance {
		c.text(last, t.y, 9, "Δ "+d.eyeShort(right)+" - "+d.eyeShort(left))
	}
	sections := d.sections()
	leading := d.leading(sections, t.bottom-t.y, 6.6)
	size, y := min(10, leading*1.75), t.y+leading*1.1
	for _, s := range sections {
		c.bold(t.x, y, size, s.title)
		y += leading
		for _, f := range s.facts {
			d.tableRow(t, f, y, size, label)
			if t.lines {
				c.line(t.x-1, y+leading*0.3, t.end+1, y+leading*0.3)
			}
			y += leading
		}
	}
	return y
}

func (d *desk) tableRow(t tableau, f fact, y, size, label float64) {
	c, e := d.c, d.e
	step := t.columns[1] - t.columns[0]
	name := d.label(f, "", size, label-4)
	switch {
	case t.units:
		c.text(t.columns[0]-20, y, size, f.unit)
	case e.choice("unit in label", 2) == 0:
		name = d.label(f, "", size, label-4-c.width(size, "", " [mm]"))
		name = f.inLabel(e, name)
	}
	c.fitted(t.x+2, y, label-2, size, "", name)
	for i, side := range t.sides {
		v := f.with(e, e.eye(side))
		if t.units || e.choice("unit in label", 2) == 0 {
			v = f.plain(e, e.eye(side))
		}
		c.fitted(t.columns[i], y, step-3, size, "", v)
	}
	if t.distance {
		c.text(t.columns[1]+step, y, size, d.difference(f))
	}
}

// leading is the distance of lines with which sections fill a height.
func (d *desk) leading(sections []section, height, most float64) float64 {
	n := 1
	for _, s := range sections {
		n += s.lines()
	}
	return min(most, height/float64(n))
}
