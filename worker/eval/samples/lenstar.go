package samples

import (
	"fmt"
	"math/rand/v2"
)

// lenstar is in the manner of the Haag-Streit Lenstar LS 900: tables with the
// units in the labels, radii as well as powers.
var lenstar = deviceSpec{
	name: "LenstarLS900", maker: "HaagStreit",
	index: []float64{1.332, 1.332, 1.3375, 1.3315},
	layouts: []layout{
		{"side", nil, printLenstar},
		{"pages", nil, printLenstarPages},
		{"radii", adaptLenstarRadii, printLenstarRadii},
		{"twice", adaptLenstarTwice, printLenstarTwice},
	},
}

// printLenstar has a table with the labels once, and for each eye a column of
// values and one of standard deviations.
func printLenstar(c *canvas, e *exam) {
	c.page()
	c.lenstarHead(e)
	c.lenstarColumns(e)
	columns{14, 70, 7.6, 60, [2]float64{78, 142}, 38, 9.5, true}.write(c, e, lenstarRows(e, e.lenstarBoth()))
	c.lenstarLenses(e, 210)
	c.text(12, 288, 7.5, "EyeSuite i9.6   "+e.printedLine(1, 1))
}

func (c *canvas) lenstarColumns(e *exam) {
	c.fill(12, 48, 186, 8, 235, 235, 235)
	for side := range e.eyes {
		c.bold(78+float64(side)*64, 53.5, 10.5, e.sideShort(side)+" "+e.sideLong(side))
		c.text(78+float64(side)*64, 62, 8, e.say(meanWord))
		c.text(116+float64(side)*64, 62, 8, "SD")
	}
	c.line(12, 64, 198, 64)
}

// printLenstarPages has one eye to a page.
func printLenstarPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.lenstarHead(e)
		c.fill(12, 48, 186, 8, 235, 235, 235)
		c.bold(14, 53.5, 10.5, e.sideLong(side)+" ("+e.sideShort(side)+")")
		c.single(e, 14, 66, 8, 10, m, lenstarRows(e, e.lenstarBoth()))
		c.refraction(e, 14, 190, 9.5)
		c.lenstarLenses(e, 210)
		c.text(12, 288, 7.5, "EyeSuite i9.6   "+e.say(clinic)+"   "+e.printedLine(side+1, 2))
	}
}

// lenstarBoth is powers and radii together: 41.85/8.06@ 3.
func (e *exam) lenstarBoth() []tableRow {
	degree := []string{"°", ""}[e.choice("degree", 2)]
	k := func(k *float64, a *int) string {
		return fmt.Sprintf("%s/%s@ %s", e.num(k, 2), e.radius(k, e.index), whole(a, degree))
	}
	flat, steep := " ("+e.say(flatMeridian)+")", " ("+e.say(steepMeridian)+")"
	if e.choice("meridians", 2) == 0 {
		flat, steep = "", ""
	}
	return []tableRow{
		{"K1" + flat + " [D/mm@°]", func(m *measured) string { return k(m.K1Magnitude, m.K1Axis) }, -1},
		{"K2" + steep + " [D/mm@°]", func(m *measured) string { return k(m.K2Magnitude, m.K2Axis) }, -1},
		{"AST [D@°]", func(m *measured) string {
			return e.difference(m.K2Magnitude, m.K1Magnitude) + "@ " + whole(m.K2Axis, "°")
		}, -1},
	}
}

// lenstarRows is the table with the given rows of the cornea's front.
func lenstarRows(e *exam, cornea []tableRow) []tableRow {
	rows := []tableRow{
		{e.pick(axialLength...) + " AL [mm]", e.length(getAL, 2, ""), 2},
		{e.pick(cornealThickness...) + " CCT [µm]", getThickness(""), 0},
		{e.pick(aqueousDepth...) + " AD [mm]", e.length((*measured).aqueous, 2, ""), 2},
		{e.pick(chamberDepth...) + " ACD [mm]", e.length(getACD, 2, ""), 2},
		{e.pick(lensThickness...) + " LT [mm]", e.length(getLT, 2, ""), 2},
	}
	rows = append(rows, cornea...)
	return append(
		rows,
		tableRow{e.pick(keratometricIndex...) + " n", e.length(getIndex, 4, ""), -1},
		tableRow{e.pick(whiteToWhite...) + " WTW [mm]", e.length(getWTW, 2, ""), 2},
		tableRow{e.pick(pupilSize...) + " PD [mm]", constant(e.num(new(4.27), 2)), -1},
		tableRow{e.pick(lensStatus...), e.lensOf, -1},
		tableRow{e.pick(earlierSurgery...), e.surgeryOf, -1},
	)
}

func adaptLenstarRadii(_ *rand.Rand, e *exam) { e.radiiOnly() }

// printLenstarRadii has radii and no powers, and the axes in rows of their own.
func printLenstarRadii(c *canvas, e *exam) {
	c.page()
	c.lenstarHead(e)
	c.lenstarColumns(e)
	r := func(k func(*measured) *float64) func(*measured) string {
		return func(m *measured) string { return e.radius(k(m), e.index) }
	}
	columns{14, 70, 7.2, 60, [2]float64{78, 142}, 38, 9.5, false}.write(c, e, lenstarRows(e, []tableRow{
		{"R1 [mm]", r(getK1), 2},
		{e.say(axisWord) + " R1 [°]", func(m *measured) string { return whole(m.K1Axis, "") }, -1},
		{"R2 [mm]", r(getK2), 2},
		{e.say(axisWord) + " R2 [°]", func(m *measured) string { return whole(m.K2Axis, "") }, -1},
	}))
	c.lenstarLenses(e, 210)
	c.text(12, 288, 7.5, "EyeSuite i9.6   "+e.printedLine(1, 1))
}

func adaptLenstarTwice(r *rand.Rand, e *exam) {
	e.noIndex()
	for _, m := range e.both() {
		if m.WTW != nil { // this layout prints two decimals of it
			m.WTW = between(r, *m.WTW-0.04, *m.WTW+0.05, 2)
		}
	}
}

// printLenstarTwice has its labels twice, the units after the values, and a
// second table of the values in fewer digits.
func printLenstarTwice(c *canvas, e *exam) {
	c.page()
	c.lenstarHead(e)
	for side := range e.eyes {
		m, x := e.eye(side), 12+float64(side)*96
		c.frame(x, 48, 90, 108)
		c.bold(x+4, 56, 12, e.sideLong(side))
		for i, row := range e.lenstarCells(m) {
			y := 66 + 8.5*float64(i)
			c.text(x+4, y, 10, row[0])
			c.text(x+24, y, 10, row[1])
			c.ending(x+86, y, 9, row[2])
		}
		c.within(x+4, 144, 82, 9.5, e.pick(lensStatus...)+": "+e.lensOf(m))
		c.within(x+4, 151, 82, 9.5, e.pick(earlierSurgery...)+": "+e.surgeryOf(m))
	}
	c.bold(12, 168, 10.5, e.say(lensCalculation))
	for side := range e.eyes {
		m, x := e.eye(side), 12+float64(side)*96
		c.text(x, 175, 9, fmt.Sprintf("%s  AL %s  ACD %s  Km %s", e.sideShort(side), e.unit(m.AL, 1, "mm"), e.unit(m.ACD, 1, "mm"), e.mean(m.K1Magnitude, m.K2Magnitude)))
		c.lensTable(e, x, 184, 84, 4)
	}
	c.lenstarLenses(e, 236)
	c.text(12, 288, 7.5, e.printedLine(1, 1))
}

func (e *exam) lenstarCells(m *measured) [][3]string {
	return [][3]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.mark(), "± " + e.spread(2)}, {"CCT", whole(m.CCT, " µm"), "± " + e.spread(0)},
		{"AD", e.unit(m.aqueous(), 2, "mm"), "± " + e.spread(2)}, {"ACD", e.unit(m.ACD, 2, "mm") + e.mark(), "± " + e.spread(2)},
		{"LT", e.unit(m.LT, 2, "mm"), "± " + e.spread(2)}, {"WTW", e.unit(m.WTW, 2, "mm"), ""},
		{"K1", e.unit(m.K1Magnitude, 2, "D") + " " + at(m.K1Axis), ""}, {"K2", e.unit(m.K2Magnitude, 2, "D") + " " + at(m.K2Axis), ""},
		{"ΔK", e.difference(m.K2Magnitude, m.K1Magnitude) + " D " + at(m.K2Axis), ""},
	}
}

func (c *canvas) lenstarHead(e *exam) {
	c.bold(12, 16, 15, "HAAG-STREIT")
	c.ending(198, 16, 13, "LENSTAR LS 900")
	c.line(12, 20, 198, 20)
	c.stack(12, 27, 9.5, 6, e.patientLines()...)
	c.stack(110, 27, 9.5, 6, e.dayLines()...)
}

// lenstarLenses prints lens constants: numbers that are no measurements.
func (c *canvas) lenstarLenses(e *exam, y float64) {
	c.bold(12, y, 10, e.say(lensConstants))
	for i, name := range []string{"Testlens T1", "Testlens T2"} {
		c.text(14, y+7+6*float64(i), 9, name)
		c.text(78, y+7+6*float64(i), 9, "pACD "+e.num(new(5.2+float64(i)/10), 2))
		c.text(112, y+7+6*float64(i), 9, "SF "+e.num(new(1.6+float64(i)/10), 2))
		c.text(142, y+7+6*float64(i), 9, "A "+e.num(new(118.7+float64(i)/10), 1))
	}
}
