package samples

import (
	"math/rand/v2"
)

// anterion is in the manner of the Heidelberg ANTERION: the cornea's two
// surfaces in sections of their own, posterior powers with a minus sign.
var anterion = deviceSpec{
	name: "Anterion", maker: "Heidelberg", posterior: "Anterion",
	index: []float64{1.3375, 1.3375, 1.332, 1.336},
	layouts: []layout{
		{"pages", nil, printAnterion},
		{"side", nil, printAnterionSide},
		{"calculator", adaptAnterionCalculator, printAnterionCalculator},
	},
}

// printAnterion has one eye to a page.
func printAnterion(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.anterionHead(e)
		c.fill(12, 44, 186, 10, 240, 240, 240)
		c.bold(15, 51, 13, e.sideShort(side))
		c.text(30, 51, 11, e.sideLong(side))
		c.anterionCornea(e, m, 14, 112)
		c.bold(14, 154, 11, e.say(words{"Distances", "Strecken", "Distancias", "Distances", "Distâncias", "Distanze"}))
		for i, row := range e.anterionDistances(m) {
			c.text(14, 161+7*float64(i), 10, row[0])
			c.text(44, 161+7*float64(i), 10, row[1])
		}
		for i, row := range e.anterionStatus(m) {
			c.within(100, 161+7*float64(i), 54, 10, row[0])
			c.text(156, 161+7*float64(i), 10, row[1])
		}
		c.remark(e, 14, 206, 180, 9.5)
		c.line(12, 280, 198, 280)
		c.text(12, 285, 7.5, "Software 1.4.2.0   "+e.printedLine(side+1, 2))
	}
}

func (c *canvas) anterionHead(e *exam) {
	c.bold(12, 15, 16, "ANTERION")
	c.ending(198, 15, 9, "Heidelberg Engineering")
	c.fill(12, 18, 186, 1.2, 200, 30, 40)
	c.stack(12, 26, 10, 6, e.patientLines()...)
	c.stack(112, 26, 10, 6, e.dayLines()...)
}

// anterionCornea prints both surfaces and the whole cornea's power, which is
// no total keratometry: that is the IOLMaster's.
func (c *canvas) anterionCornea(e *exam, m *measured, x, x2 float64) {
	c.bold(x, 64, 11, e.say(anteriorSurface))
	c.anterionKs(e, x, x2, 71, m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
	c.text(x2, 85, 10, e.pick(keratometricIndex...)+": "+e.num(m.KeratometricIndex, 4))
	c.bold(x, 98, 11, e.say(posteriorSurface))
	c.anterionKs(e, x, x2, 105, e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
	c.bold(x, 132, 11, e.say(totalPower))
	c.text(x, 139, 10, "K1 "+e.num(new(42.2), 2)+" D @ 12°")
	c.text(x, 145, 10, "K2 "+e.num(new(43.3), 2)+" D @ 102°")
}

func (c *canvas) anterionKs(e *exam, x, x2, y float64, k1, k2 *float64, a1, a2 *int) {
	c.text(x, y, 10, "K1 ("+e.say(flatMeridian)+")")
	c.text(x+30, y, 10, e.unit(k1, 2, "D")+" "+at(a1))
	c.text(x, y+7, 10, "K2 ("+e.say(steepMeridian)+")")
	c.text(x+30, y+7, 10, e.unit(k2, 2, "D")+" "+at(a2))
	c.text(x, y+14, 10, "Km")
	c.text(x+30, y+14, 10, e.mean(k1, k2)+" D")
	c.text(x2, y, 10, "Astig.")
	c.text(x2+30, y, 10, e.difference(k2, k1)+" D "+at(a2))
}

func (e *exam) anterionDistances(m *measured) [][2]string {
	return [][2]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.mark()}, {"CCT", whole(m.CCT, " µm")}, {"AQD", e.unit(m.aqueous(), 2, "mm")},
		{"ACD", e.unit(m.ACD, 2, "mm") + e.mark()}, {"LT", e.unit(m.LT, 2, "mm")},
	}
}

func (e *exam) anterionStatus(m *measured) [][2]string {
	return [][2]string{
		{"WTW", e.unit(m.WTW, 1, "mm")}, {e.pick(lensStatus...), e.lensOf(m)},
		{e.pick(earlierSurgery...), e.surgeryOf(m)}, {"SimK", e.num(new(43.1), 1) + " D"},
	}
}

// printAnterionSide has both eyes in two columns, values at the column's end.
func printAnterionSide(c *canvas, e *exam) {
	c.page()
	c.anterionHead(e)
	for side := range e.eyes {
		m, x := e.eye(side), 12+96*float64(side)
		c.frame(x, 44, 90, 172)
		c.bold(x+4, 51, 12, e.sideShort(side)+"  "+e.sideLong(side))
		y := 60.0
		c.anterionList(x, &y, "", append(e.anterionDistances(m), e.anterionStatus(m)[:3]...))
		c.anterionList(x, &y, e.say(anteriorSurface)+" (n = "+e.num(m.KeratometricIndex, 4)+")", e.anterionPowers(m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis))
		c.anterionList(x, &y, e.say(posteriorSurface), e.anterionPowers(e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis))
	}
	c.remark(e, 12, 226, 186, 9.5)
	for side := range e.eyes {
		c.lensTable(e, 12+96*float64(side), 240, 84, 4)
	}
	c.text(12, 287, 7.5, e.printedLine(1, 1))
}

func (e *exam) anterionPowers(k1, k2 *float64, a1, a2 *int) [][2]string {
	return [][2]string{
		{"K1 (" + e.say(flatMeridian) + ")", e.unit(k1, 2, "D") + " " + at(a1)}, {"K2 (" + e.say(steepMeridian) + ")", e.unit(k2, 2, "D") + " " + at(a2)},
		{"Kavg", e.mean(k1, k2) + " D"}, {e.say(cylinderWord), e.difference(k2, k1) + " D"},
	}
}

// anterionList writes a section, values at the right, and moves y below it.
func (c *canvas) anterionList(x float64, y *float64, title string, rows [][2]string) {
	if title != "" {
		*y += 4
		c.within(x+4, *y, 82, 10, title)
		c.line(x+4, *y+1.5, x+86, *y+1.5)
		*y += 8
	}
	for _, row := range rows {
		c.within(x+4, *y, 40, 9.5, row[0])
		c.ending(x+86, *y, 9.5, row[1])
		*y += 7.6
	}
}

func adaptAnterionCalculator(_ *rand.Rand, e *exam) {
	e.noPosterior()
	for _, m := range e.both() {
		m.WTW = nil
	}
}

// printAnterionCalculator is the page of a lens calculation: the measurements
// in a narrow table on top, axes in a column of their own.
func printAnterionCalculator(c *canvas, e *exam) {
	c.page()
	c.anterionHead(e)
	c.text(12, 47, 10, "Cataract App - "+e.say(lensCalculation)+"   n = "+e.num(&e.index, 4))
	for side := range e.eyes {
		m, x := e.eye(side), 12+96*float64(side)
		c.fill(x, 52, 90, 8, 240, 240, 240)
		c.bold(x+3, 57.7, 11, e.sideLong(side)+" "+e.sideShort(side))
		for i, row := range append(e.anterionDistances(m), e.anterionStatus(m)[1:3]...) {
			c.within(x+3, 68+7.4*float64(i), 40, 9.5, row[0])
			c.within(x+46, 68+7.4*float64(i), 43, 9.5, row[1])
		}
		c.text(x+25, 124, 9, "[D]")
		c.text(x+45, 124, 9, "[mm]")
		c.text(x+65, 124, 9, e.say(axisWord)+" [°]")
		for i, k := range []struct {
			name string
			v    *float64
			a    *int
		}{{"K1", m.K1Magnitude, m.K1Axis}, {"K2", m.K2Magnitude, m.K2Axis}} {
			y := 131 + 7.4*float64(i)
			c.stack(x+3, y, 9.5, 0, k.name)
			c.text(x+25, y, 9.5, e.num(k.v, 2))
			c.text(x+45, y, 9.5, e.radius(k.v, e.index))
			c.text(x+65, y, 9.5, whole(k.a, ""))
		}
		c.line(x, 142, x+90, 142)
		c.lensTable(e, x+3, 152, 84, 7)
	}
	c.remark(e, 12, 220, 186, 9.5)
	c.text(12, 287, 7.5, e.printedLine(1, 1))
}
