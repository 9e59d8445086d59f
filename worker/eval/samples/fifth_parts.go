package samples

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Parts of this profile's pages.

// crown is the head of a page: the patient in a strip as clinics' systems have
// it, six labelled fields, or patient and examination beside each other. It
// returns where the page goes on.
func (d *desk) crown(end float64) float64 {
	c, e, width := d.c, d.e, end-14
	title, house := e.pick(d.lex.title...), e.say(d.lex.clinic)+", "+e.say(d.lex.street)
	name, rest := d.identity()
	on := [2]string{e.pick(d.lex.exam...), d.date(e.on)}
	with, by := [2]string{e.pick(d.lex.device...), d.device()}, [2]string{e.pick(d.lex.doctor...), e.say(nobody)}
	switch e.choice("crown", 3) {
	case 0:
		c.fitted(14, 12, width*0.6, 8.5, "", house)
		c.fitted(14+width*0.64, 12, width*0.36, 11, "B", title)
		c.fill(14, 15, width, 8.4, 214, 224, 220)
		c.fitted(17, 20.6, width-6, 10.5, "B", strings.Join(d.strip(rest), "   |   "))
		c.fitted(14, 28, width, 9, "", strings.Join(pairs([][2]string{on, with, by}), "        "))
		return 37
	case 1:
		c.fitted(14, 13, width*0.55, 14, "B", d.device())
		c.fitted(14+width*0.6, 13, width*0.4, 10, "", title)
		c.line(14, 15.5, end, 15.5)
		all := slices.Concat(name, rest, [][2]string{on, by})
		for i, f := range all {
			c.fitted(14+width/3*float64(i%3), 21.5+5.4*float64(i/3), width/3-4, 9, "", f[0]+": "+f[1])
		}
		return 43
	}
	c.centered(14+width/2, 12, 13, "B", title)
	c.centered(14+width/2, 16.6, 8, "", house)
	half := width / 2
	for i, column := range [][][2]string{append(name, rest...), {on, with, by, {"SW", "4.2." + strconv.Itoa(e.noise.IntN(20))}}} {
		for j, f := range column {
			x, y := 14+half*float64(i), 23.5+4.9*float64(j)
			c.fitted(x, y, half*0.36, 9, "", f[0])
			c.fitted(x+half*0.38, y, half*0.58, 9, "B", f[1])
		}
	}
	c.line(14, 45.5, end, 45.5)
	return 53
}

// strip is the patient without labels where none is needed.
func (d *desk) strip(rest [][2]string) []string {
	out := []string{d.e.person.whole()}
	if d.e.gender != "" {
		out = append(out, rest[2][1])
	}
	return append(out, pairs([][2]string{rest[1], rest[0]})...)
}

// fifthOrder is the order in which the devices print their lengths.
var fifthOrder = map[string]string{
	"IOLMaster700": "AL ACD LT WTW CCT", "LenstarLS900": "CCT aqueous ACD LT vitreous AL WTW", "EyestarES900": "CCT aqueous ACD LT rise AL WTW",
	"Anterion": "AL CCT aqueous ACD LT WTW", "Aladdin": "AL CCT ACD LT WTW", "Argos": "AL CCT aqueous ACD LT vitreous WTW",
	"OA-2000": "AL CCT ACD LT WTW", "MS39": "CCT aqueous ACD LT rise WTW AL", "PentacamAXL": "CCT ACD aqueous WTW AL",
}

// ranked is the lengths in the device's order, what it does not name last.
func (d *desk) ranked() []fact {
	order := strings.Fields(fifthOrder[d.e.device])
	rank := func(f fact) int {
		if i := slices.Index(order, f.key); i >= 0 {
			return i
		}
		return len(order)
	}
	out := d.lengths()
	slices.SortStableFunc(out, func(a, b fact) int { return rank(a) - rank(b) })
	return out
}

// parted is the sections with the lengths in the device's order, and the
// history apart.
func (d *desk) parted() (body []section, history section) {
	s := d.sections()
	s[0].facts = d.ranked()
	return s[:len(s)-1], s[len(s)-1]
}

// corneal is a surface of the cornea, or all of it, for tables.
type corneal struct {
	title string
	keys  [2]string // of terms
	n     float64   // that its radii belong to; 0: it has none
	of    meridian
}

func (d *desk) corneas() []corneal {
	e := d.e
	out := []corneal{{e.pick(d.lex.front...), d.keys("front names", d.lex.fronts), e.index, front}}
	if e.device == "IOLMaster700" {
		out = append(out, corneal{e.say(d.lex.total), d.lex.totals[0], 0, total})
	}
	if e.posterior != "" {
		out = append(out, corneal{e.pick(d.lex.back...), d.keys("posterior names", d.lex.backs), posteriorIndex, d.behind})
	}
	return out
}

// key is what a meridian is called.
func (d *desk) key(k corneal, i int, size, width float64) string {
	return d.label(fact{key: k.keys[i]}, "", size, width)
}

// radiusOf is a meridian's radius, if the surface has one.
func (d *desk) radiusOf(k corneal, power *float64) string { return d.e.radius(unsigned(power), k.n) }

// twofold writes sections as a table: labels, and the eyes' values at two
// places. It returns where the page goes on.
func (d *desk) twofold(sections []section, sides []int, xs [3]float64, end, y, bottom float64) float64 {
	c, e, step := d.c, d.e, xs[2]-xs[1]
	for i, side := range sides {
		c.fitted(xs[i+1], y, step-2, 10, "B", d.eyeShort(side))
	}
	leading := d.leading(sections, bottom-y, 6.4)
	size := min(9.5, leading*1.75)
	for _, s := range sections {
		y += leading
		c.fitted(xs[0], y, end-xs[0], size, "B", s.title)
		c.line(xs[0], y+1.2, end, y+1.2)
		for _, f := range s.facts {
			y += leading
			c.fitted(xs[0], y, xs[1]-xs[0]-2, size, "", f.inLabel(e, d.label(f, "", size, xs[1]-xs[0]-2-c.width(size, "", f.inLabel(e, "")))))
			for i, side := range sides {
				c.fitted(xs[i+1], y, step-2, size, "", e.cell(f.plain(e, e.eye(side))))
			}
		}
	}
	return y + leading
}

// single is one of the five readings that a mean was made of, and their
// deviation.
func (f fact) single(e *exam, m *measured, i int) (reading, sd string) {
	var x float64
	v := f.value(m)
	if _, err := fmt.Sscan(strings.Replace(v, ",", ".", 1), &x); err != nil || missed(v) || f.decimals < 0 {
		return "", ""
	}
	step := 1 / math.Pow10(f.decimals)
	steps := []float64{1, -1, 0, 2, -2}
	return e.num(new(x+step*steps[(i+len(f.key))%5]), f.decimals), e.num(new(2*step), f.decimals)
}

// plannedFor is the day of the operation: no examination.
func (d *desk) plannedFor() string {
	return d.e.say(fifthPlanned) + ": " + d.date(d.e.on.AddDate(0, 0, 20+d.e.choice("planned", 30)))
}

// tension is the pressure in an eye: no field.
func (d *desk) tension() string {
	return fmt.Sprintf("%s %d mmHg", d.e.say(fifthTension), 11+d.e.noise.IntN(10))
}
