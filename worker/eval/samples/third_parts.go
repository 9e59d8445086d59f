package samples

import (
	"fmt"
	"strconv"
	"strings"
)

// Parts of this profile's pages.

// made is what the page says of its device: numbers that measure nothing are
// beside it.
func (d *desk) made() string {
	n := d.e.noise
	return fmt.Sprintf("%s: %s   S/N %d   SW %d.%d.%d", d.e.pick(d.lex.device...), d.device(), 10000+n.IntN(90000), 1+n.IntN(6), n.IntN(20), n.IntN(10))
}

// banner is the head of a page between x and end. It returns where the page
// goes on.
func (d *desk) banner(x, end float64) float64 {
	c, e := d.c, d.e
	title, width := e.pick(d.lex.title...), end-x
	address := e.say(d.lex.street) + ", " + e.say(d.lex.phone)
	switch e.choice("banner", 3) {
	case 0:
		c.fitted(x, 17, width*0.45, 16, "B", title)
		c.fitted(x+width*0.5, 13, width*0.5, 9, "", e.say(d.lex.clinic))
		c.fitted(x+width*0.5, 17.5, width*0.5, 8, "", address)
		c.line(x, 20, end, 20)
		c.fitted(x, 25.5, width, 9.5, "", d.made())
	case 1:
		c.fill(x-2, 9, width+4, 10, 60, 66, 74)
		c.ink(255, 255, 255)
		c.fitted(x+1, 15.7, width*0.4, 12, "B", title)
		c.ink(0, 0, 0)
		c.fitted(x, 24, width*0.48, 9.5, "B", d.made())
		c.fitted(x+width*0.5, 24, width*0.5, 8, "", e.say(d.lex.clinic)+", "+e.say(d.lex.phone))
	default:
		c.fitted(x, 14, width, 9, "", e.say(d.lex.clinic)+"   "+address)
		c.fitted(x, 22, width*0.5, 14, "", title)
		c.fitted(x+width*0.52, 22, width*0.48, 9.5, "", d.made())
		c.line(x, 25, end, 25)
	}
	return 33
}

// particulars is the patient's fields, and what is none among them.
func (d *desk) particulars() [][2]string {
	e, out := d.e, d.fields()
	age := e.on.Year() - e.born.Year()
	if e.on.YearDay() < e.born.YearDay() {
		age--
	}
	if e.choice("age", 2) == 0 {
		out = append(out, [2]string{e.say(thirdAge), strconv.Itoa(age)})
	}
	if e.choice("mobile", 2) == 0 {
		out = append(out, [2]string{e.say(thirdMobile), "0555 " + strconv.Itoa(100000+e.noise.IntN(900000))})
	}
	return append(out, [2]string{e.pick(d.lex.doctor...), e.say(nobody)})
}

// whom writes them between x and end: as a table with the labels in a row
// above the values, with labels that end at a colon, or one after the other.
// It returns where the page goes on.
func (d *desk) whom(x, y, end float64) float64 {
	c, all := d.c, d.particulars()
	switch d.e.choice("whom", 3) {
	case 0:
		per := (len(all) + 1) / 2
		step := (end - x) / float64(per)
		for i, f := range all {
			left, at := x+step*float64(i%per), y+11.5*float64(i/per)
			c.fill(left, at-4, step-0.6, 4.8, 226, 230, 226)
			c.frame(left, at-4, step-0.6, 10.6)
			c.fitted(left+1, at-0.5, step-3, 8, "", f[0])
			c.fitted(left+1, at+5, step-3, 10, "B", f[1])
		}
		return y + 26
	case 1:
		half := (end - x) / 2
		per := (len(all) + 1) / 2
		for i, f := range all {
			middle, at := x+half*float64(i/per)+half*0.4, y+5*float64(i%per)
			label := f[0] + ":"
			size := min(9, 9*(half*0.38)/c.width(9, "", label))
			c.ending(middle, at, size, label)
			c.fitted(middle+2, at, half*0.56, 10, "", f[1])
		}
		return y + 29
	}
	return d.flow(x, y, end, all[0][0]+": "+all[0][1]+";", pairs(all[1:])) + 9
}

func pairs(fields [][2]string) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f[0]+": "+f[1])
	}
	return out
}

// vision is a refraction and an acuity: no fields.
func (d *desk) vision() string {
	e := d.e
	quarters := func(from, to int) string { return e.num(new(float64(from+e.noise.IntN(to-from))/4), 2) }
	return fmt.Sprintf("Rx %s / %s x %d°   VA %s", quarters(-20, 12), quarters(-8, 0), 1+e.noise.IntN(180), e.num(new(float64(1+e.noise.IntN(10))/10), 1))
}

// items is facts as label and value.
func (d *desk) items(facts []fact, side int, sign string) []string {
	var out []string
	for _, f := range facts {
		out = append(out, d.label(f, "", 9, 46)+sign+f.with(d.e, d.e.eye(side)))
	}
	return out
}

// cells leaves out what is missing, where the document does.
func (d *desk) cells(f fact, sides []int) []string {
	var out []string
	for _, side := range sides {
		out = append(out, d.e.cell(f.plain(d.e, d.e.eye(side))))
	}
	return out
}

// normal is a fact's range in healthy eyes.
func (d *desk) normal(f fact) string {
	r, ok := thirdNormal[f.key]
	if !ok {
		return ""
	}
	return d.e.num(&r[0], int(r[2])) + " - " + d.e.num(&r[1], int(r[2]))
}

// sentence fills in what a phrase leaves open.
func (d *desk) sentence(w words, first, second string) string {
	return strings.NewReplacer("%1", first, "%2", second).Replace(d.e.say(w))
}
