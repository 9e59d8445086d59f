package samples

import (
	"fmt"
	"strconv"
	"strings"
)

// Parts of pages in any profile's words.

func (d *desk) eyeShort(side int) string {
	return d.e.say(d.lex.short[d.e.choice("short side", len(d.lex.short))][side])
}

func (d *desk) eyeLong(side int) string {
	return d.e.say(d.lex.long[d.e.choice("long side", len(d.lex.long))][side])
}

// device is how the page names the device.
func (d *desk) device() string {
	list := d.lex.names[d.e.device]
	return list[d.e.choice("device", len(list))]
}

// order is the eyes in the order of the document: the left one may be first.
func (d *desk) order() []int {
	if d.e.choice("left first", 2) == 0 {
		return []int{left, right}
	}
	return []int{right, left}
}

// letterhead is an invented clinic, with numbers that measure nothing, and the
// title of the page. It returns where the page goes on.
func (d *desk) letterhead(end float64) float64 {
	c, e := d.c, d.e
	size := []float64{13, 15, 17}[e.choice("title size", 3)]
	switch e.choice("letterhead", 3) {
	case 0:
		c.bold(14, 14, 11, e.say(d.lex.clinic))
		c.text(14, 18.6, 8, e.say(d.lex.street)+"  |  "+e.say(d.lex.phone))
		c.line(14, 21, end, 21)
		c.fitted(14, 29, (end-14)*0.55, size, "B", e.pick(d.lex.title...))
		c.ending(end, 29, 11, d.device())
	case 1:
		c.fill(14, 9, end-14, 12, 232, 238, 230)
		c.fitted(17, 17, (end-14)*0.5, size, "B", d.device())
		c.fitted(end-3-(end-14)*0.42, 17, (end-14)*0.42, 11, "", e.pick(d.lex.title...))
		c.text(14, 28, 8, e.say(d.lex.clinic)+", "+e.say(d.lex.street)+", "+e.say(d.lex.phone))
	default:
		middle := (14 + end) / 2
		c.centered(middle, 15, size, "B", e.pick(d.lex.title...))
		c.centered(middle, 21, 10, "", e.pick(d.lex.device...)+": "+d.device())
		c.centered(middle, 26, 8, "", e.say(d.lex.clinic)+" - "+e.say(d.lex.street)+" - "+e.say(d.lex.phone))
		c.line(14, 29, end, 29)
	}
	return 37
}

// fitted writes text of at most width, smaller if need be.
func (c *canvas) fitted(x, y, width, size float64, style, s string) {
	if w := c.width(size, style, c.shown(s)); w > width {
		size *= width / w
	}
	c.write(x, y, size, style, s)
}

// who writes the patient's fields between x and end: in two columns, as a
// strip of small labels above their values, or in a table of two columns. It
// returns where the page goes on.
func (d *desk) who(x, y, end float64) float64 {
	c, fields := d.c, d.fields()
	switch d.e.choice("who", 3) {
	case 0:
		half := (end - x) / 2
		for i, f := range fields {
			c.fitted(x+half*float64(i%2), y+5.6*float64(i/2), half-4, 10, "", f[0]+": "+f[1])
		}
		return y + 5.6*float64((len(fields)+1)/2) + 2
	case 1:
		step := (end - x) / 3
		for i, f := range fields {
			at := y + 10.5*float64(i/3)
			c.ink(95, 95, 95)
			c.fitted(x+step*float64(i%3)+1, at, step-3, 8, "", f[0])
			c.ink(0, 0, 0)
			c.fitted(x+step*float64(i%3)+1, at+4.6, step-3, 10.5, "B", f[1])
		}
		h := 10.5 * float64((len(fields)+2)/3)
		c.frame(x-1, y-4.5, end-x+1, h+0.5)
		return y + h + 3
	}
	half := (end - x) / 2
	for i, f := range fields {
		at := y + 5.6*float64(i%3)
		left := x + half*float64(i/3)
		c.fitted(left, at, half*0.46, 9.5, "", f[0])
		c.fitted(left+half*0.5, at, half*0.48, 9.5, "B", f[1])
	}
	return y + 18.8
}

// block writes the patient's fields below each other, each label above its
// value or before it, in a column of its own.
func (d *desk) block(x, y, width float64) float64 {
	c := d.c
	above := d.e.choice("block", 2) == 0
	for _, f := range d.fields() {
		if above {
			c.ink(95, 95, 95)
			c.fitted(x, y, width, 8, "", f[0])
			c.ink(0, 0, 0)
			c.fitted(x, y+4.8, width, 10.5, "", f[1])
			y += 12
			continue
		}
		c.fitted(x, y, width, 9.5, "", f[0]+": "+f[1])
		y += 7
	}
	return y
}

// again is who a further page is about.
func (d *desk) again(x, y float64) {
	e := d.e
	d.c.text(x, y, 9, e.person.whole()+"   "+e.pick(d.lex.record...)+": "+e.id)
}

// foot is the foot of a page.
func (d *desk) foot(x, y float64, page, pages int) {
	e := d.e
	s := e.pick(d.lex.issued...) + " " + d.date(e.printed)
	d.c.text(x, y, 7.5, fmt.Sprintf("%s   %s: %s   %s %d / %d", s, e.pick(d.lex.doctor...), e.say(nobody), e.say(pageWord), page, pages))
}

// said writes the remark, if there is one, in at most so many millimetres.
func (d *desk) said(x, y, width float64) {
	e := d.e
	if e.notes == "" {
		return
	}
	if e.choice("said", 2) == 0 {
		d.c.wrapped(x, y, width, 9, 4.6, e.pick(d.lex.remark...)+": "+e.notes)
		return
	}
	d.c.bold(x, y, 9.5, e.pick(d.lex.remark...))
	d.c.wrapped(x, y+5, width, 9, 4.6, e.notes)
}

// lenses writes a table of lenses, constants and refractions.
func (d *desk) lenses(x, y, width float64, side, rows int) {
	c, e := d.c, d.e
	c.fitted(x, y, width, 9.5, "B", e.say(d.lex.lenses)+" - "+d.eyeShort(side))
	c.ending(x+width, y, 8.5, e.say(d.lex.target)+": "+e.num(new(-0.25*float64(1+e.noise.IntN(4))), 2)+" D")
	xs := []float64{x, x + width*0.42, x + width*0.64, x + width*0.84, x + width + 2}
	table := [][]string{{"", "A", "IOL (D)", "SE (D)"}}
	for i := range rows {
		name := d.lex.brands[(i+e.choice("lens", 5))%5]
		table = append(table, []string{
			name, e.num(new(118+float64(e.noise.IntN(16))/10), 1), "+" + e.num(new(14+float64(e.noise.IntN(28))/2), 1), e.num(new(-0.4+float64(e.noise.IntN(60))/100), 2),
		})
	}
	grid{xs, y + 5, 4.8, 8.5, false}.write(c, table)
}

// code draws a box that looks like a QR code and says nothing.
func (d *desk) code(x, y, size float64) {
	const n = 21
	step := size / n
	for i := range n * n {
		row, column := i/n, i%n
		if finder(row, column, n) || !corner(row, column, n) && d.e.noise.IntN(2) == 0 {
			d.c.fill(x+step*float64(column), y+step*float64(row), step, step, 0, 0, 0)
		}
	}
}

// corner reports one of the three places of a code's eyes, finder the black of
// an eye.
func corner(row, column, n int) bool {
	return row < 8 && (column < 8 || column >= n-8) || row >= n-8 && column < 8
}

func finder(row, column, n int) bool {
	if !corner(row, column, n) {
		return false
	}
	a, b := min(row, n-1-row), min(column, n-1-column)
	ring := max(abs(a-3), abs(b-3))
	return ring == 3 || ring <= 1
}

func abs(i int) int { return max(i, -i) }

// difference is right minus left of a printed number: no measurement.
func (d *desk) difference(f fact) string {
	if f.unit == "" || f.decimals < 0 {
		return ""
	}
	r, l := d.number(f, right), d.number(f, left)
	if r == "" || l == "" {
		return none
	}
	a, err := strconv.ParseFloat(r, 64)
	b, err2 := strconv.ParseFloat(l, 64)
	if err != nil || err2 != nil {
		return none
	}
	_, fraction, _ := strings.Cut(r, ".")
	return d.e.num(new(a-b), len(fraction))
}

func (d *desk) number(f fact, side int) string {
	v := f.value(d.e.eye(side))
	if missed(v) {
		return ""
	}
	return strings.Replace(v, ",", ".", 1)
}

// flow writes items one after the other, in lines that break between them.
func (d *desk) flow(x, y, end float64, first string, items []string) float64 {
	c := d.c
	at := x
	for i, s := range append([]string{first}, items...) {
		if i > 0 && i < len(items) {
			s += ";"
		}
		w := c.width(10, "", c.shown(s))
		if at > x && at+w > end {
			at, y = x, y+5.4
		}
		c.text(at, y, 10, s)
		at += w + 2.2
	}
	return y
}
