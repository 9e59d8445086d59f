package samples

import "math/rand/v2"

// eyestar is in the manner of the Haag-Streit Eyestar 900: a swept-source
// device that measures both surfaces of the cornea.
var eyestar = deviceSpec{
	name: "EyestarES900", maker: "HaagStreit", posterior: "EyestarES900",
	index: []float64{1.3375, 1.332, 1.3375},
	layouts: []layout{
		{"between", nil, printEyestarBetween},
		{"table", adaptEyestarTable, printEyestarTable},
		{"pages", nil, printEyestarPages},
		{"wide", nil, printEyestarWide},
	},
}

func (c *canvas) eyestarHead(e *exam, width float64) {
	c.fill(0, 0, width, 3, 0, 120, 130)
	c.bold(12, 14, 14, "EYESTAR 900")
	c.ending(width-12, 14, 10, "HAAG-STREIT DIAGNOSTICS")
	c.stack(12, 23, 9.5, 5.6, e.patientLines()...)
	c.stack(width/2+8, 23, 9.5, 5.6, e.dayLines()...)
	c.line(12, 39, width-12, 39)
}

// printEyestarBetween has the labels in the middle, the right eye's values on
// their left and the left eye's on their right.
func printEyestarBetween(c *canvas, e *exam) {
	c.page()
	c.eyestarHead(e, 210)
	for side := range e.eyes {
		c.fill(12+96*float64(side), 43, 90, 8, 224, 240, 240)
		c.centered(57+96*float64(side), 48.8, 11, "B", e.sideShort(side)+" "+e.sideLong(side))
	}
	for i, row := range eyestarRows(e) {
		y := 60 + 8*float64(i)
		c.centered(105, y, 9, "", row.label)
		c.ending(72, y, 10, row.value(e.eye(right)))
		c.text(138, y, 10, row.value(e.eye(left)))
		c.line(12, y+2.8, 198, y+2.8)
	}
	c.remark(e, 12, 244, 186, 9.5)
	c.text(12, 287, 7.5, e.say(clinic)+"   "+e.printedLine(1, 1))
}

// eyestarRows are abbreviations, units in brackets behind them.
func eyestarRows(e *exam) []tableRow {
	k := func(v *float64, a *int) string { return e.num(v, 2) + " " + at(a) }
	return []tableRow{
		{"AL [mm]", e.length(getAL, 2, ""), 2},
		{"CCT [µm]", getThickness(""), 0},
		{"AQD [mm]", e.length((*measured).aqueous, 2, ""), 2},
		{"ACD [mm]", e.length(getACD, 2, ""), 2},
		{"LT [mm]", e.length(getLT, 2, ""), 2},
		{"WTW [mm]", e.length(getWTW, 1, ""), 1},
		{"K1 [D] @ [°]", func(m *measured) string { return k(m.K1Magnitude, m.K1Axis) }, -1},
		{"K2 [D] @ [°]", func(m *measured) string { return k(m.K2Magnitude, m.K2Axis) }, -1},
		{"AST [D]", func(m *measured) string { return e.difference(m.K2Magnitude, m.K1Magnitude) }, -1},
		{"Kmean [D]", func(m *measured) string { return e.mean(m.K1Magnitude, m.K2Magnitude) }, -1},
		{"n", e.length(getIndex, 4, ""), -1},
		{"PK1 [D] @ [°]", func(m *measured) string { return k(e.behind(m.PK1Magnitude), m.PK1Axis) }, -1},
		{"PK2 [D] @ [°]", func(m *measured) string { return k(e.behind(m.PK2Magnitude), m.PK2Axis) }, -1},
		{"PAST [D]", func(m *measured) string { return e.difference(e.behind(m.PK2Magnitude), e.behind(m.PK1Magnitude)) }, -1},
		{e.pick(pupilSize...) + " [mm]", constant(e.num(new(3.82), 2)), -1},
		{e.pick(lensStatus...), e.lensOf, -1},
		{e.pick(earlierSurgery...), e.surgeryOf, -1},
	}
}

func adaptEyestarTable(r *rand.Rand, e *exam) {
	e.noPosterior()
	for _, m := range e.both() { // this layout prints three decimals of lengths
		for _, v := range []**float64{&m.AL, &m.ACD, &m.LT} {
			if *v != nil {
				*v = between(r, **v-0.004, **v+0.004, 3)
			}
		}
	}
}

// printEyestarTable has the words written out, the units after the values,
// axes in rows of their own, and no posterior surface.
func printEyestarTable(c *canvas, e *exam) {
	c.page()
	c.eyestarHead(e, 210)
	for side := range e.eyes {
		c.bold(100+50*float64(side), 47, 11, e.sideLong(side))
	}
	degree := func(a func(*measured) *int) func(*measured) string {
		return func(m *measured) string { return whole(a(m), "°") }
	}
	flat, steep := e.say(flatMeridian), e.say(steepMeridian)
	columns{14, 58, 8.2, 82, [2]float64{100, 150}, 0, 10, true}.write(c, e, []tableRow{
		{e.pick(axialLength...), e.length(getAL, 3, "mm"), -1},
		{e.pick(cornealThickness...), getThickness(" µm"), -1},
		{e.pick(chamberDepth...) + " (ACD)", e.length(getACD, 3, "mm"), -1},
		{e.pick(aqueousDepth...) + " (AQD)", e.length((*measured).aqueous, 3, "mm"), -1},
		{e.pick(lensThickness...), e.length(getLT, 3, "mm"), -1},
		{e.pick(whiteToWhite...), e.length(getWTW, 1, "mm"), -1},
		{"K1 (" + flat + ")", e.length(getK1, 2, "D"), -1},
		{e.say(axisWord) + " K1", degree(func(m *measured) *int { return m.K1Axis }), -1},
		{"K2 (" + steep + ")", e.length(getK2, 2, "D"), -1},
		{e.say(axisWord) + " K2", degree(func(m *measured) *int { return m.K2Axis }), -1},
		{e.say(astigmatism), func(m *measured) string { return e.difference(m.K2Magnitude, m.K1Magnitude) + " D" }, -1},
		{e.pick(keratometricIndex...), e.length(getIndex, 4, ""), -1},
		{"Kmax", constant(e.num(new(46.3), 2) + " D"), -1},
		{e.pick(lensStatus...), e.lensOf, -1},
		{e.pick(earlierSurgery...), e.surgeryOf, -1},
	})
	c.remark(e, 14, 190, 180, 9.5)
	c.bold(14, 206, 10, e.say(lensCalculation))
	for side := range e.eyes {
		c.text(14+96*float64(side), 213, 9, e.sideShort(side))
		c.lensTable(e, 14+96*float64(side), 220, 84, 4)
	}
	c.text(12, 287, 7.5, e.printedLine(1, 1))
}

// printEyestarPages has one eye to a page.
func printEyestarPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.eyestarHead(e, 210)
		c.bold(14, 49, 13, e.sideLong(side)+" | "+e.sideShort(side))
		c.single(e, 14, 60, 8.4, 10, m, eyestarRows(e))
		c.remark(e, 14, 216, 180, 10)
		c.refraction(e, 14, 228, 10)
		c.lensTable(e, 14, 240, 90, 4)
		c.text(12, 287, 7.5, e.printedLine(side+1, 2))
	}
}

// printEyestarWide is in landscape, each eye with labels of its own: lengths
// on the left, the cornea's surfaces on the right of them.
func printEyestarWide(c *canvas, e *exam) {
	c.wide()
	c.eyestarHead(e, 297)
	for side := range e.eyes {
		m, x := e.eye(side), 12+140*float64(side)
		c.fill(x, 43, 133, 8, 224, 240, 240)
		c.bold(x+3, 48.8, 11, e.sideLong(side)+" "+e.sideShort(side))
		rows := eyestarRows(e)
		for i, row := range append(rows[:6:6], rows[14:]...) {
			c.within(x+3, 60+9*float64(i), 36, 9.5, row.label)
			c.within(x+41, 60+9*float64(i), 32, 9.5, row.value(m))
		}
		for i, row := range rows[6:14] {
			c.text(x+75, 60+9*float64(i), 9.5, row.label)
			c.text(x+101, 60+9*float64(i), 9.5, row.value(m))
		}
		c.frame(x, 43, 133, 100)
		c.lensTable(e, x+3, 156, 84, 4)
	}
	c.remark(e, 12, 196, 270, 9.5)
	c.text(12, 204, 7.5, e.printedLine(1, 1))
}
