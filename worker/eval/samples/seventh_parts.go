package samples

import (
	"fmt"
	"slices"
	"strings"
)

// Parts of the seventh profile's pages.

// briefly and headed are what the document calls an eye.
func (e *exam) briefly(side int) string {
	return e.say(seventhShort[e.choice("seventh short", len(seventhShort))][side])
}

func (e *exam) headed(side int) string {
	switch e.choice("seventh head", 3) {
	case 0:
		return e.briefly(side) + " – " + e.sideLong(side)
	case 1:
		return e.sideLong(side) + " (" + e.briefly(side) + ")"
	}
	return e.briefly(side) + "   " + e.sideLong(side)
}

// faced is what it calls a surface of the cornea: front (0) or back (1).
func (e *exam) faced(i int) string {
	return e.say(seventhSurfaces[e.choice("seventh surfaces", len(seventhSurfaces))][i])
}

// called is the name in one field, or in one of its own each for surname and
// given name if apart.
func (e *exam) called(apart bool) [][2]string {
	if surname, given, ok := strings.Cut(e.person.printed, ", "); apart && ok {
		return [][2]string{{e.say(lastNameOf), surname}, {e.say(firstNameOf), given}}
	}
	return [][2]string{{e.say(patientOf), e.person.printed}}
}

// particulars is who was examined, when and by whom, in one of three orders.
func (e *exam) particulars(apart bool) [][2]string {
	on := e.day(e.on)
	if e.choice("seventh clock", 2) == 0 {
		on += "  " + e.on.Format("15:04")
	}
	field := func(label words, value string) [][2]string { return [][2]string{{e.say(label), value}} }
	name, id, born := e.called(apart), field(numberOf, e.id), field(birthOf, e.day(e.born))
	when, by, sex := field(whenOf, on), field(examinerOf, e.say(nobody)), field(sexOf, e.word(&e.gender, seventhGender))
	if e.gender == "" && e.bare {
		sex = nil
	}
	switch e.choice("seventh order", 3) {
	case 0:
		return slices.Concat(name, born, sex, id, when, by)
	case 1:
		return slices.Concat(id, name, sex, born, by, when)
	}
	return slices.Concat(when, id, name, born, sex, by)
}

// patientStrip writes fields in rows of so many, each label above its value.
func (c *canvas) patientStrip(fields [][2]string, x, y, end float64, per int) {
	step := (end - x) / float64(per)
	for i, f := range fields {
		at, line := x+step*float64(i%per), y+10.5*float64(i/per)
		c.ink(90, 90, 90)
		c.fitted(at, line, step-4, 7.5, "", f[0])
		c.ink(0, 0, 0)
		c.fitted(at, line+4.6, step-4, 10, "B", f[1])
	}
}

// lists writes fields below each other, labels and values in columns, in two
// such columns if there is a second x.
func (c *canvas) lists(fields [][2]string, y, width, leading float64, xs ...float64) {
	rows := (len(fields) + len(xs) - 1) / len(xs)
	for i, f := range fields {
		x, line := xs[i/rows], y+leading*float64(i%rows)
		c.fitted(x, line, width*0.42, 9, "", f[0]+":")
		c.fitted(x+width*0.44, line, width*0.56, 9.5, "", f[1])
	}
}

// comment writes the notes, if there are any.
func (c *canvas) comment(e *exam, x, y, width float64) {
	if e.notes != "" {
		c.wrapped(x, y, width, 9.5, 4.8, e.say(commentOf)+": "+e.notes)
	}
}

// base is the foot of a page.
func (c *canvas) base(e *exam, y float64, version string, page, pages int) {
	c.text(12, y, 7.5, fmt.Sprintf("%s   %s: %s   %d / %d", version, e.say(outputOf), e.day(e.printed), page, pages))
}

// offers writes what two lenses would leave: numbers that are no measurements.
func (c *canvas) offers(e *exam, x, y, width float64, side, rows int) {
	target := e.num(new(-0.25*float64(1+e.noise.IntN(3))), 2)
	c.fitted(x, y, width, 9, "B", e.say(calculationOf)+" "+e.briefly(side)+"   "+e.say(plannedOf)+" "+target+" D")
	for i, lens := range []string{"Demolens A", "Demolens B"} {
		at, half := x+width/2*float64(i), width/2
		power := 15 + float64(e.noise.IntN(20))/2
		c.fitted(at, y+5, half-3, 8, "", lens+"  A "+e.num(between(e.noise, 118, 119.6, 1), 1))
		for j := range rows {
			line, off := y+9.6+4.4*float64(j), 0.42-0.37*float64(j)
			c.text(at, line, 8.5, "+"+e.num(new(power+float64(j)/2), 1))
			c.ending(at+half-8, line, 8.5, e.num(&off, 2))
		}
	}
}

// shot is the i-th of five single readings, whose average is v.
func (e *exam) shot(i int, v *float64, decimals int, step float64) string {
	if v == nil {
		return none
	}
	return e.num(new(*v+step*[...]float64{1, -1, 0, 2, -2}[i%5]), decimals)
}

// meridional is one meridian, 43.21 D @ 12°, in the document's way.
func (e *exam) meridional(k *float64, a *int) string {
	return e.unit(k, 2, "D") + [...]string{" @ ", " x ", " / "}[e.choice("seventh at", 3)] + whole(a, "°")
}

// meridians is what a document calls them, flat and steep; kind is P for those
// of the posterior surface.
func (e *exam) meridians(kind string) [2]string {
	flat, steep := e.say(flatOf), e.say(steepOf)
	return [...][2]string{
		{kind + "K1 (" + flat + ")", kind + "K2 (" + steep + ")"}, {kind + "K " + flat, kind + "K " + steep}, {kind + "K1", kind + "K2"},
	}[e.choice("seventh meridians", 3)]
}

// thickness is whole micrometres as a number, for readings.
func (m *measured) thickness() *float64 {
	if m.CCT == nil {
		return nil
	}
	return new(float64(*m.CCT))
}
