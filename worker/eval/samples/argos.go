package samples

import "math/rand/v2"

// argos is in the manner of the Alcon (Movu) Argos: a table of abbreviations
// with the axes in a column of their own, and frames of OCT images. Its
// corneal diameter CD is what others call white to white.
var argos = deviceSpec{
	name: "Argos", maker: "Alcon",
	index: []float64{1.3375, 1.3375, 1.332},
	layouts: []layout{
		{"table", adaptArgos, printArgosTable},
		{"side", adaptArgosSide, printArgosSide},
		{"pages", adaptArgos, printArgosPages},
	},
}

var cornealDiameter = words{"Corneal diameter", "Hornhautdurchmesser", "Diámetro corneal", "Diamètre cornéen", "Diâmetro corneano|Diâmetro da córnea", "Diametro corneale"}

// adaptArgos prints two decimals of the corneal diameter.
func adaptArgos(r *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.finerWTW(r)
	}
}

func adaptArgosSide(r *rand.Rand, e *exam) {
	adaptArgos(r, e)
	for _, m := range e.both() {
		m.PostRefractive = nil
	}
}

// finerWTW is for devices that print two decimals of the corneal diameter.
func (m *measured) finerWTW(r *rand.Rand) {
	if m.WTW != nil {
		m.WTW = between(r, *m.WTW-0.05, *m.WTW+0.04, 2)
	}
}

func (c *canvas) argosHead(e *exam, end float64) {
	c.fill(0, 0, end+12, 15, 35, 40, 48)
	c.ink(255, 255, 255)
	c.bold(12, 10, 15, "ARGOS")
	c.ending(end, 10, 10, "Alcon  "+e.say(clinic))
	c.ink(0, 0, 0)
	c.stack(12, 22, 9.5, 5.4, e.patientLines()...)
	c.stack(end-86, 22, 9.5, 5.4, e.dayLines()...)
}

// image is a frame where a device shows a picture.
func (c *canvas) image(x, y, w, h float64, caption string) {
	c.fill(x, y, w, h, 226, 228, 230)
	c.frame(x, y, w, h)
	c.circle(x+w/2, y+h/2, h/3)
	c.text(x+2, y+4, 7.5, caption)
}

// argosRows are label, value, deviation and axis; the unit stands in brackets
// after the label or follows the value.
func (e *exam) argosRows(m *measured, brackets bool) [][]string {
	row := func(label, unit, value, mark string, decimals int, axis ...string) []string {
		sd := e.deviation(value == none || decimals < 0, "", max(decimals, 0), "")
		switch {
		case brackets:
			label += " [" + unit + "]"
		case value != none || !e.bare:
			value += " " + unit
		}
		return append([]string{label, e.cell(value + mark), sd}, axis...)
	}
	return [][]string{
		row("AL", "mm", e.num(m.AL, 2), e.marked(m.AL), 2),
		row("CCT", "µm", whole(m.CCT, ""), "", 0),
		row("AQD", "mm", e.num(m.aqueous(), 2), "", 2),
		row("ACD", "mm", e.num(m.ACD, 2), e.marked(m.ACD), 2),
		row("LT", "mm", e.num(m.LT, 2), "", 2),
		row("K1", "D", e.num(m.K1Magnitude, 2), "", 2, whole(m.K1Axis, "°")),
		row("K2", "D", e.num(m.K2Magnitude, 2), e.marked(m.K2Magnitude), 2, whole(m.K2Axis, "°")),
		row("AST", "D", e.difference(m.K2Magnitude, m.K1Magnitude), "", 2, whole(m.K2Axis, "°")),
		row("CD", "mm", e.num(m.WTW, 2), "", 2),
		row("PS", "mm", e.other(m, 2.4, 5.6, 2), "", -1),
	}
}

// printArgosTable has the labels once, and three columns for each eye.
func printArgosTable(c *canvas, e *exam) {
	c.page()
	c.argosHead(e, 198)
	rows := [][]string{{"", "", "SD", e.say(axisWord), "", "SD", e.say(axisWord)}}
	for side := range e.eyes {
		x := 62 + 68*float64(side)
		c.fill(x-2, 40, 68, 8, 214, 220, 228)
		c.bold(x, 45.7, 11, e.sideShort(side)+" "+e.sideLong(side))
		c.image(x, 50, 30, 24, "OCT")
		c.image(x+33, 50, 30, 24, "IR")
		for i, row := range e.argosRows(e.eye(side), true) {
			if side == right {
				rows = append(rows, make([]string, 7))
				rows[i+1][0] = row[0]
			}
			copy(rows[i+1][1+3*side:4+3*side], row[1:])
		}
	}
	y := grid{[]float64{14, 62, 86, 108, 130, 154, 176, 198}, 81, 7.6, 10, true}.write(c, rows)
	columns{14, y, 7.6, 46, [2]float64{62, 130}, 0, 10, false}.write(c, e, []tableRow{
		{"n", e.length(getIndex, 4, ""), -1}, {e.pick(lensStatus...), e.lensOf, -1}, {e.pick(earlierSurgery...), e.surgeryOf, -1},
	})
	c.bold(14, 208, 10, e.say(lensCalculation))
	for side := range e.eyes {
		c.frame(12+96*float64(side), 212, 90, 62)
		c.bold(15+96*float64(side), 218, 9.5, e.sideShort(side))
		c.lensTable(e, 15+96*float64(side), 225, 84, 6)
	}
	c.text(12, 287, 7.5, "Argos 1.5   "+e.printedLine(1, 1))
}

// printArgosSide is a landscape page with the labels twice, units after the
// values.
func printArgosSide(c *canvas, e *exam) {
	c.wide()
	c.argosHead(e, 285)
	for side := range e.eyes {
		m, x := e.eye(side), 12+140*float64(side)
		c.frame(x, 40, 133, 156)
		c.fill(x, 40, 133, 8, 214, 220, 228)
		c.bold(x+4, 45.7, 11, e.sideLong(side)+" ("+e.sideShort(side)+")")
		for i, caption := range []string{"OCT", "IR", "Placido"} {
			c.image(x+4+43*float64(i), 52, 39, 26, caption)
		}
		rows := [][]string{{"", "", "SD", e.say(axisWord)}}
		rows = append(rows, e.argosRows(m, false)...)
		rows = append(rows, []string{"n", e.num(m.KeratometricIndex, 4)})
		y := grid{[]float64{x + 4, x + 32, x + 74, x + 98, x + 131}, 86, 7.4, 10, true}.write(c, rows)
		c.within(x+4, y+2, 125, 10, e.pick(lensStatus...)+": "+e.lensOf(m))
		c.within(x+4, y+9, 125, 8.5, e.say(targetRefraction)+": "+e.num(new(-0.5), 2)+" D   SRK/T  A: "+e.num(new(118.9), 1))
	}
	c.text(12, 203, 7.5, e.printedLine(1, 1))
}

// printArgosPages has one eye to a page, with the words beside the
// abbreviations.
func printArgosPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.argosHead(e, 198)
		c.bold(12, 46, 14, e.sideLong(side))
		c.ending(198, 46, 14, e.sideShort(side))
		c.line(12, 48, 198, 48)
		for i, caption := range []string{"OCT 1", "OCT 2", "IR", "Placido"} {
			c.image(12+47*float64(i), 52, 43, 32, caption)
		}
		long := []string{
			e.pick(axialLength...), e.pick(cornealThickness...), e.pick(aqueousDepth...), e.pick(chamberDepth...), e.pick(lensThickness...),
			e.say(flatMeridian), e.say(steepMeridian), e.say(astigmatism), e.say(cornealDiameter), e.pick(pupilSize...),
		}
		rows := [][]string{{"", "", "", "SD", e.say(axisWord)}}
		for i, row := range e.argosRows(m, true) {
			rows = append(rows, append([]string{row[0], long[i]}, row[1:]...))
		}
		y := grid{[]float64{14, 36, 110, 138, 164, 198}, 92, 7.6, 10, true}.write(c, rows)
		grid{[]float64{14, 110, 198}, y, 7.6, 10, true}.write(c, [][]string{
			{e.pick(keratometricIndex...), e.num(m.KeratometricIndex, 4)}, {e.pick(lensStatus...), e.lensOf(m)}, {e.pick(earlierSurgery...), e.surgeryOf(m)},
		})
		c.bold(14, 216, 10, e.say(lensCalculation))
		for i := range 2 {
			c.lensTable(e, 14+96*float64(i), 223, 84, 6)
		}
		c.text(12, 287, 7.5, e.printedLine(side+1, 2))
	}
}
