package samples

import (
	"fmt"
	"strings"
)

// Parts of this profile's pages.

// abbr and titled name an eye: OD, and OD  Right eye.
func (e *exam) abbr(side int) string {
	list := sixthEyes[e.lang]
	return list[e.choice("sixth eyes", len(list))][side]
}

func (e *exam) titled(side int) string { return e.abbr(side) + "   " + e.sideLong(side) }

// pair is one of several pairs of names, the same for the whole document.
func (e *exam) pair(list [][2]words) [2]string {
	p := list[e.choice("pair "+list[0][0].en, len(list))]
	return [2]string{e.say(p[0]), e.say(p[1])}
}

// identified is label and value of who was examined and when. Some documents
// have surname and given name in fields of their own, and no sex where it is
// not known.
func (e *exam) identified(apart bool) [][2]string {
	out := [][2]string{{e.say(sixthNames), e.person.printed}}
	if last, first, ok := strings.Cut(e.person.printed, ", "); ok && apart {
		out = [][2]string{{e.say(sixthLast), last}, {e.say(sixthFirst), first}}
	}
	out = append(out, [2]string{e.say(sixthNo), e.id}, [2]string{e.say(sixthBorn), e.day(e.born)})
	if e.gender != "" || !e.bare {
		out = append(out, [2]string{e.say(sixthSex), e.word(&e.gender, sixthGender)})
	}
	on := e.day(e.on)
	if e.choice("sixth hour", 3) == 0 {
		on += e.on.Format("  15:04")
	}
	return append(out, [2]string{e.say(sixthExam), on}, [2]string{e.say(sixthStaff), e.say(nobody)})
}

// strip writes them in cells, three beside each other, labels above the values.
func (c *canvas) strip(e *exam, x, y, end float64) {
	step := (end - x) / 3
	for i, f := range e.identified(false) {
		at, top := x+step*float64(i%3), y+9.4*float64(i/3)
		c.ink(90, 90, 90)
		c.within(at, top, step-3, 7.5, f[0])
		c.ink(0, 0, 0)
		c.within(at, top+4.4, step-3, 10, f[1])
	}
	c.line(x, y+15.5, end, y+15.5)
}

// pairs writes them in two columns of labels and two of values.
func (c *canvas) pairs(e *exam, x, y, end float64, apart bool) {
	half := (end - x) / 2
	for i, f := range e.identified(apart) {
		at, top := x+half*float64(i%2), y+5.6*float64(i/2)
		c.within(at, top, half*0.42-2, 9, f[0]+":")
		c.write(at+half*0.42, top, min(9.5, 9.5*(half*0.56)/c.width(9.5, "B", f[1])), "B", f[1])
	}
}

// inLines writes label and value together, in two columns.
func (c *canvas) inLines(e *exam, x, y, end float64) {
	for i, f := range e.identified(false) {
		c.within(x+(end-x)/2*float64(i/3), y+5.4*float64(i%3), (end-x)/2-4, 9.5, f[0]+": "+f[1])
	}
}

// commented writes the notes under a heading.
func (c *canvas) commented(e *exam, x, y, width float64) {
	if e.notes == "" {
		return
	}
	c.bold(x, y, 9, e.say(sixthRemark))
	c.wrapped(x, y+4.8, width, 9, 4.6, e.notes)
}

// footed is the foot of a page.
func (c *canvas) footed(e *exam, y, end float64, software string, page, pages int) {
	c.line(12, y-4, end, y-4)
	c.text(12, y, 7.5, software+"   "+e.say(clinic))
	c.ending(end, y, 7.5, fmt.Sprintf("%s %s   %s %d / %d", e.say(sixthPrinted), e.day(e.printed), e.say(pageWord), page, pages))
}

// formulas are calculations of lenses, and the constants of each.
var formulas = [][]string{
	{"Barrett UII", "LF: %1", "DF: 5.0", "1.62", "2.05"}, {"SRK/T", "A: %1", "", "118.3", "119.4"}, {"Haigis", "a0: %1", "a1: 0.40", "0.82", "1.71"},
	{"Hoffer Q", "pACD: %1", "", "5.21", "5.88"}, {"Holladay 1", "SF: %1", "", "1.41", "1.96"},
}

// lenses writes what a formula says of a lens: no number is a measurement.
func (c *canvas) lenses(e *exam, x, y, width float64, number, rows int) {
	f := formulas[(number+e.choice("formula", len(formulas)))%len(formulas)]
	var lo, hi float64
	_, _ = fmt.Sscan(f[3]+" "+f[4], &lo, &hi)
	constants := strings.Replace(f[1], "%1", e.num(between(e.noise, lo, hi, 2), 2), 1)
	if f[2] != "" {
		constants += "   " + f[2]
	}
	if e.comma {
		constants = strings.ReplaceAll(constants, ".", ",")
	}
	c.bold(x, y, 8.5, fmt.Sprintf("Testlens T%d", number+1))
	c.ending(x+width, y, 8.5, f[0])
	c.within(x, y+4.6, width*0.52, 8.5, constants)
	target := e.say(sixthTarget) + ": " + e.num(new(-0.25*float64(1+e.noise.IntN(3))), 2) + " D"
	c.within(x+width*0.54, y+4.6, width*0.46, 8.5, target)
	c.line(x, y+6, x+width, y+6)
	c.text(x, y+9.8, 8.5, e.say(words{"IOL (D)", "IOL (D)", "LIO (D)", "LIO (D)", "LIO (D)", "IOL (D)"}))
	c.ending(x+width, y+9.8, 8.5, "SE (D)")
	power := 14 + float64(e.noise.IntN(24))/2
	for i := range rows {
		at := y + 14.4 + 4.6*float64(i)
		c.text(x, at, 8.5, "+"+e.num(new(power+float64(rows-i)/2), 2))
		c.ending(x+width, at, 8.5, e.num(new(-0.58+0.35*float64(i)), 2))
	}
}

// sized is a length, a unit and a deviation: 23.41 ± 0.02 mm.
func (e *exam) sized(v *float64, decimals int, unit string) string {
	if v == nil {
		return e.unit(nil, 0, unit)
	}
	return e.num(v, decimals) + " ± " + e.spread(decimals) + " " + unit + e.mark()
}

// thick is the same of a thickness.
func (e *exam) thick(v *int) string {
	if v == nil {
		return e.unit(nil, 0, "µm")
	}
	return whole(v, "") + " ± " + e.spread(0) + " µm"
}

// dioptres is a meridian: 43.21 D @ 12°.
func (e *exam) dioptres(k *float64, axis *int) string {
	if k == nil && axis == nil && e.bare {
		return none
	}
	return e.unit(k, 2, "D") + " " + e.along(axis)
}

// states is lens and earlier surgery in words.
func (e *exam) states(m *measured) [][]string {
	return [][]string{
		{e.say(sixthLens), e.word(m.LensStatus, sixthLenses)}, {e.say(sixthSurgery), e.word(m.PostRefractive, sixthSurgeries)},
	}
}
