package samples

import (
	"fmt"
	"math/rand/v2"
)

// Pages of the devices that are topographers too, and one in landscape.

// printOA2000Wide is a landscape page: both eyes in a table at the left, the
// calculations at the right of it.
func printOA2000Wide(c *canvas, e *exam) {
	c.wide()
	c.bold(12, 14, 14, "TOMEY")
	c.text(36, 14, 12, "OA-2000")
	c.ending(285, 14, 11, e.say(sixthReport))
	c.line(12, 17, 285, 17)
	c.inLines(e, 12, 24, 285)
	rows := [][]string{{"", e.abbr(right) + " " + e.sideLong(right), "SD", e.abbr(left) + " " + e.sideLong(left), "SD"}}
	add := func(label string, decimals int, value func(*measured) string) {
		row := []string{label}
		for side := range e.eyes {
			s := value(e.eye(side))
			row = append(row, e.cell(s), e.deviation(missed(s) || decimals < 0, "", max(decimals, 0), ""))
		}
		rows = append(rows, row)
	}
	axis := func(a *int) string { return "AX " + whole(a, "°") }
	add("K1(D)", -1, func(m *measured) string { return e.num(m.K1Magnitude, 2) + "  " + axis(m.K1Axis) })
	add("K2(D)", -1, func(m *measured) string { return e.num(m.K2Magnitude, 2) + "  " + axis(m.K2Axis) })
	add("R1/R2(mm)", -1, func(m *measured) string {
		return e.radius(m.K1Magnitude, e.index) + " / " + e.radius(m.K2Magnitude, e.index)
	})
	add("AVE(D)", -1, func(m *measured) string { return e.mean(m.K1Magnitude, m.K2Magnitude) })
	add("CYL(D)", -1, func(m *measured) string { return e.difference(m.K1Magnitude, m.K2Magnitude) + "  " + axis(m.K1Axis) })
	add(e.say(sixthIndex), -1, e.length(getIndex, 4, ""))
	add("WTW(mm)", -1, e.length(getWTW, 1, ""))
	add("PUPIL(mm)", -1, func(m *measured) string { return e.other(m, 2.4, 6.1, 1) })
	add("AL(mm)", 2, func(m *measured) string { return e.num(m.AL, 2) + e.marked(m.AL) })
	add("ACD(mm)", 2, func(m *measured) string { return e.num(m.ACD, 2) + e.marked(m.ACD) })
	add("LENS(mm)", 2, e.length(getLT, 2, ""))
	add("CCT(µm)", 0, getThickness(""))
	for i, row := range e.states(e.eye(right)) {
		rows = append(rows, []string{row[0], e.cell(row[1]), "", e.cell(e.states(e.eye(left))[i][1])})
	}
	grid{[]float64{14, 64, 104, 122, 162, 180}, 50, 9, 10, true}.write(c, rows)
	for side := range e.eyes {
		y := 44 + 76*float64(side)
		c.frame(188, y, 97, 72)
		c.bold(191, y+6, 10, e.say(lensCalculation)+" "+e.abbr(side))
		c.text(191, y+12, 9, fmt.Sprintf("AL %s mm", e.num(e.eye(side).AL, 2)))
		for i := range 2 {
			c.lenses(e, 191+47*float64(i), y+20, 42, i, 7)
		}
	}
	c.footed(e, 204, 285, "Ver. 5.4", 1, 1)
}

func adaptMS39Six(r *rand.Rand, e *exam) {
	finerDiameter(r, e)
	for _, m := range e.both() {
		m.PostRefractive = nil
	}
}

// printMS39Six has three columns for each eye: power, radius and axis.
func printMS39Six(c *canvas, e *exam) {
	c.page()
	c.text(12, 14, 13, "CSO")
	c.bold(26, 14, 13, "MS-39")
	c.ending(198, 14, 11, e.say(sixthReport))
	c.strip(e, 12, 21, 198)
	xs := []float64{14, 54, 78, 98, 126, 150, 170, 198}
	for side := range e.eyes {
		c.fill(53+72*float64(side), 42, 70, 7, 232, 226, 214)
		c.bold(xs[1+3*side], 47, 10.5, e.titled(side))
	}
	rows := [][]string{{"", "D", "mm", e.say(axisWord), "D", "mm", e.say(axisWord)}}
	cells := func(p powers) [][]string {
		mean, cylinder := e.num(e.signed(p, p.mean()), 2), e.num(e.signed(p, p.astigmatism()), 2)
		return [][]string{
			{e.num(e.signed(p, p.k1), 2), e.radius(p.k1, p.index), whole(p.a1, "°")}, {e.num(e.signed(p, p.k2), 2), e.radius(p.k2, p.index), whole(p.a2, "°")},
			{mean, e.radius(p.mean(), p.index), ""}, {cylinder, "", whole(p.a1, "°")},
		}
	}
	r, l := e.eye(right), e.eye(left)
	surface := func(title string, names []string, a, b [][]string) {
		rows = append(rows, []string{title})
		for i, name := range names {
			row := []string{"   " + name}
			for _, s := range append(a[i][:3:3], b[i]...) {
				row = append(row, e.cell(s))
			}
			rows = append(rows, row)
		}
	}
	names := [][]string{{"K1", "K2", "Kavg", "Cyl"}, {"Kf", "Ks", "Km", "Ast"}}[e.choice("cso names", 2)]
	surface("SimK", names, cells(e.front(r)), cells(e.front(l)))
	surface(e.pair(sixthSurfaces)[1]+" (3 mm)", names, cells(back(r)), cells(back(l)))
	y := grid{xs, 55, 7, 9.5, true}.write(c, rows)
	rows = [][]string{{e.say(sixthIndex), e.num(r.KeratometricIndex, 4), e.num(l.KeratometricIndex, 4)}}
	a, b := e.ms39Lengths(r), e.ms39Lengths(l)
	for i := range a {
		rows = append(rows, []string{a[i][0], e.cell(a[i][1]), e.cell(b[i][1])})
	}
	y = grid{[]float64{14, 78, 150, 198}, y + 4, 7, 9.5, true}.write(c, rows)
	for side := range e.eyes {
		c.image(12+96*float64(side), y, 90, 44, "Axial [D]  "+e.abbr(side))
	}
	c.commented(e, 12, y+52, 186)
	c.footed(e, 288, 198, "Phoenix v.4.3", 1, 1)
}

// ms39Lengths is label and value of what is no surface.
func (e *exam) ms39Lengths(m *measured) [][]string {
	least := none
	if m.CCT != nil {
		least = whole(new(*m.CCT-2-e.noise.IntN(9)), " µm")
	}
	return [][]string{
		{e.say(sixthWTW) + " (HVID)", e.unit(m.WTW, 2, "mm")},
		{e.say(sixthCCT) + " (CCT)", whole(m.CCT, " µm")},
		{e.pick(thinnest...), least},
		{e.say(sixthAqueous) + " (AD)", e.unit(m.aqueous(), 2, "mm")},
		{e.say(sixthACD) + " (ACD)", e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)},
		{e.say(sixthLT) + " (LT)", e.unit(m.LT, 2, "mm")},
		{e.say(sixthAL) + " (AL)", e.unit(m.AL, 2, "mm") + e.marked(m.AL)},
		{e.say(sixthPupil), e.other(m, 2.4, 6.1, 2) + " mm"},
		{e.say(asphericity) + " (8 mm)", e.other(m, -0.6, -0.05, 2)},
		{e.say(sixthLens), e.word(m.LensStatus, sixthLenses)},
	}
}

// adaptPentacamColumns prints one decimal of powers, and no index.
func adaptPentacamColumns(_ *rand.Rand, e *exam) {
	e.noIndex()
	for _, m := range e.both() {
		m.LT = nil
		for _, k := range []**float64{&m.K1Magnitude, &m.K2Magnitude, &m.PK1Magnitude, &m.PK2Magnitude} {
			if *k != nil {
				*k = new(rounded(**k, 1))
			}
		}
	}
}

// printPentacamColumns has one eye to a page, the cornea's front and back in
// columns.
func printPentacamColumns(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.bold(12, 14, 13, "OCULUS Pentacam AXL")
		c.ending(198, 14, 11, e.say(sixthReport))
		c.line(12, 17, 198, 17)
		c.pairs(e, 12, 24, 198, true)
		c.fill(12, 48, 186, 8, 226, 232, 240)
		c.bold(15, 53.7, 12, e.titled(side))
		f, b := e.front(m), back(m)
		power := func(p powers, k *float64) string { return e.cell(e.unit(e.signed(p, k), 1, "D")) }
		axis := e.say(axisWord)
		y := grid{[]float64{14, 50, 89, 129}, 65, 7, 10, true}.write(c, [][]string{
			{"", e.say(corneaFront), e.say(corneaBack)},
			{"Rf", e.radius(f.k1, f.index) + " mm", e.radius(b.k1, b.index) + " mm"},
			{"Rs", e.radius(f.k2, f.index) + " mm", e.radius(b.k2, b.index) + " mm"},
			{"K1", power(f, f.k1), power(b, b.k1)},
			{"K2", power(f, f.k2), power(b, b.k2)},
			{"Km", power(f, f.mean()), power(b, b.mean())},
			{axis + " (" + e.say(flatMeridian) + ")", e.cell(whole(f.a1, "°")), e.cell(whole(b.a1, "°"))},
			{axis + " (" + e.say(steepMeridian) + ")", e.cell(whole(f.a2, "°")), e.cell(whole(b.a2, "°"))},
			{"Astig", power(f, f.astigmatism()), power(b, b.astigmatism())},
			{"Q (6 mm)", e.other(m, -0.7, -0.05, 2), e.other(m, -0.7, -0.05, 2)},
		})
		depth := e.choice("depth", len(depthExt))
		c.image(132, 60, 66, 66, "Axial / Sagittal")
		grid{[]float64{14, 72, 98, 112, 126}, y + 5, 7, 10, false}.write(c, e.pachy(m))
		grid{[]float64{132, 172, 198}, y + 5, 7, 10, false}.write(c, [][]string{
			{e.say(sixthAL), e.unit(m.AL, 2, "mm") + e.marked(m.AL)}, {e.say(depthExt[depth]), e.unit(m.ACD, 2, "mm")}, {e.say(depthInt[depth]), e.unit(m.aqueous(), 2, "mm")},
			{"HWTW", e.unit(m.WTW, 1, "mm")}, {e.say(sixthPupil), e.other(m, 2.4, 5.1, 2) + " mm"}, {e.say(chamberVolume), e.other(m, 80, 220, 0) + " mm³"},
		})
		grid{[]float64{14, 72, 126}, y + 33, 7, 10, false}.write(c, e.states(m))
		for i := range 2 {
			c.lenses(e, 14+96*float64(i), y+56, 86, i, 6)
		}
		c.commented(e, 12, 258, 186)
		c.footed(e, 288, 198, "1.30r03", side+1, 2)
	}
}
