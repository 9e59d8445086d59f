package samples

import (
	"fmt"
	"math/rand/v2"
)

// oa2000 is in the manner of the Tomey OA-2000: powers and radii with axes in
// a column, LENS for the lens's thickness, and a list of single shots of which
// the average is the measurement.
var oa2000 = deviceSpec{
	name: "OA-2000", maker: "Tomey",
	index: []float64{1.3375, 1.3375, 1.332, 1.336},
	layouts: []layout{
		{"side", adaptOA2000Side, printOA2000Side},
		{"table", nil, printOA2000Table},
		{"radii", adaptOA2000Radii, printOA2000Radii},
	},
}

var singleShots = words{
	"Single measurements", "Einzelmessungen", "Mediciones individuales", "Mesures individuelles", "Medições individuais", "Misurazioni singole", //nolint:misspell // Spanish
}

func adaptOA2000Side(_ *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.PostRefractive = nil
	}
}

func adaptOA2000Radii(_ *rand.Rand, e *exam) {
	e.radiiOnly()
	for _, m := range e.both() {
		m.PostRefractive = nil
	}
}

func (c *canvas) oa2000Head(e *exam) {
	c.bold(12, 15, 15, "OA-2000")
	c.ending(198, 15, 12, "TOMEY")
	c.line(12, 18, 198, 18)
	c.stack(12, 25, 9.5, 5.5, e.patientLines()...)
	c.stack(112, 25, 9.5, 5.5, e.dayLines()...)
}

// shots writes five measurements of the length, whose average is the value.
func (c *canvas) shots(e *exam, y float64, sides ...int) {
	c.bold(14, y, 10, e.say(singleShots)+" - "+e.pick(axialLength...))
	c.line(12, y+1.6, 198, y+1.6)
	rows := [][]string{{"#"}}
	for i := range 5 {
		rows = append(rows, []string{fmt.Sprintf("#%d", i+1)})
	}
	rows = append(rows, []string{"AVG"})
	for _, side := range sides {
		rows[0] = append(rows[0], e.sideShort(side)+" [mm]", "SNR")
		off := e.noise.IntN(5)
		for i := range 5 {
			shot, snr := e.eye(side).AL, none
			if shot != nil {
				shot, snr = new(*shot+[...]float64{-0.02, 0.01, 0, 0.02, -0.01}[(i+off)%5]), e.other(e.eye(side), 4, 16, 1)
			}
			rows[i+1] = append(rows[i+1], e.num(shot, 2), snr)
		}
		rows[6] = append(rows[6], e.num(e.eye(side).AL, 2), "")
	}
	grid{[]float64{14, 62, 96, 130, 164, 198}, y + 7, 5.6, 9, false}.write(c, rows)
}

// printOA2000Side has both eyes side by side, each with its labels, the units
// in brackets after the values, and the single shots on a second page.
func printOA2000Side(c *canvas, e *exam) {
	c.page()
	c.oa2000Head(e)
	bracket := func(s, unit string) string {
		if s == none && e.bare {
			return s
		}
		return s + " [" + unit + "]"
	}
	for side := range e.eyes {
		m, x := e.eye(side), 12+96*float64(side)
		c.fill(x, 43, 90, 8, 190, 214, 236)
		c.bold(x+3, 48.8, 11.5, e.sideShort(side)+" / "+e.sideLong(side))
		c.frame(x, 43, 90, 140)
		y := grid{[]float64{x + 3, x + 26, x + 60, x + 90}, 59, 7, 10, false}.write(c, [][]string{
			{"AL", bracket(e.num(m.AL, 2), "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "SD ", 2, "")},
			{"CCT", bracket(whole(m.CCT, ""), "µm"), e.deviation(m.CCT == nil, "SD ", 0, "")},
			{"ACD", bracket(e.num(m.ACD, 2), "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "SD ", 2, "")},
			{"LENS", bracket(e.num(m.LT, 2), "mm"), e.deviation(m.LT == nil, "SD ", 2, "")},
			{"WTW", bracket(e.num(m.WTW, 1), "mm"), ""},
			{"PUPIL", bracket(e.other(m, 2.5, 5.5, 1), "mm"), ""},
		})
		c.line(x+3, y-3, x+87, y-3)
		c.text(x+3, y+4, 9.5, "n="+e.num(m.KeratometricIndex, 4))
		y = grid{[]float64{x + 3, x + 18, x + 38, x + 53, x + 71, x + 90}, y + 12, 7.4, 9.5, false}.write(c, [][]string{
			{"", "", "", "", e.pick(same("AXIS"), axisWord)},
			{"K1(D)", e.num(m.K1Magnitude, 2), "R1(mm)", e.radius(m.K1Magnitude, e.index), whole(m.K1Axis, "°")},
			{"K2(D)", e.num(m.K2Magnitude, 2), "R2(mm)", e.radius(m.K2Magnitude, e.index), whole(m.K2Axis, "°")},
			{"CYL(D)", e.difference(m.K1Magnitude, m.K2Magnitude), "", "", whole(m.K1Axis, "°")},
			{"AVG(D)", e.mean(m.K1Magnitude, m.K2Magnitude)},
		})
		c.within(x+3, y+4, 84, 9.5, e.pick(lensStatus...)+": "+e.lensOf(m))
		c.frame(x, 190, 90, 78)
		c.bold(x+3, 196, 9.5, e.say(lensCalculation)+" "+e.sideShort(side))
		c.lensTable(e, x+3, 203, 84, 8)
	}
	c.text(12, 287, 7.5, "Ver. 4.2.0   "+e.printedLine(1, 2))
	c.page()
	c.oa2000Head(e)
	c.shots(e, 48, right, left)
	c.text(12, 287, 7.5, e.printedLine(2, 2))
}

// oa2000Rows is the table whose labels stand once.
func (e *exam) oa2000Rows() []tableRow {
	axis := e.pick(same("AXIS"), axisWord)
	return []tableRow{
		{"AL(mm)", e.length(getAL, 2, ""), 2},
		{"K1(D)", e.length(getK1, 2, ""), 2},
		{"R1(mm)", func(m *measured) string { return e.radius(m.K1Magnitude, e.index) }, 2},
		{axis + " K1", func(m *measured) string { return whole(m.K1Axis, "°") }, -1},
		{"K2(D)", e.length(getK2, 2, ""), 2},
		{"R2(mm)", func(m *measured) string { return e.radius(m.K2Magnitude, e.index) }, 2},
		{axis + " K2", func(m *measured) string { return whole(m.K2Axis, "°") }, -1},
		{"CYL(D)", func(m *measured) string { return e.difference(m.K1Magnitude, m.K2Magnitude) + " " + e.along(m.K1Axis) }, -1},
		{"CCT(µm)", getThickness(""), 0},
		{"ACD(mm)", e.length(getACD, 2, ""), 2},
		{"LENS(mm)", e.length(getLT, 2, ""), 2},
		{"WTW(mm)", e.length(getWTW, 1, ""), 2},
		{"PUPIL(mm)", func(m *measured) string { return e.other(m, 2.5, 5.5, 1) }, -1},
		{e.pick(keratometricIndex...), e.length(getIndex, 4, ""), -1},
		{e.pick(lensStatus...), e.lensOf, -1},
		{e.pick(earlierSurgery...), e.surgeryOf, -1},
	}
}

// printOA2000Table has averages and deviations of both eyes in columns, and
// the single shots below.
func printOA2000Table(c *canvas, e *exam) {
	c.page()
	c.oa2000Head(e)
	c.fill(12, 43, 186, 8, 190, 214, 236)
	for side := range e.eyes {
		x := 78 + 60*float64(side)
		c.bold(x, 48.8, 11, e.sideShort(side)+" "+e.sideLong(side))
		c.text(x, 56, 8.5, e.pick(same("AVG"), meanWord))
		c.text(x+38, 56, 8.5, "SD")
	}
	columns{14, 63, 7.4, 60, [2]float64{78, 138}, 38, 10, true}.write(c, e, e.oa2000Rows())
	c.shots(e, 188, right, left)
	c.text(14, 244, 9, e.say(targetRefraction)+": "+e.num(new(-0.25), 2)+" D")
	for i, name := range []string{"SRK/T", "Haigis", "Hoffer Q"} {
		grid{[]float64{14, 62, 96, 140}, 250 + 5.6*float64(i), 5.6, 9, false}.write(c, [][]string{
			{name, "A " + e.num(new(118.4+float64(i)/10), 1), "IOL " + e.num(new(20+float64(i)/2), 1) + " D"},
		})
	}
	c.text(12, 287, 7.5, e.printedLine(1, 1))
}

// printOA2000Radii has one eye to a page, radii and no powers.
func printOA2000Radii(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.oa2000Head(e)
		c.fill(12, 43, 186, 8, 190, 214, 236)
		c.bold(15, 48.8, 11.5, e.sideLong(side))
		c.ending(195, 48.8, 11.5, e.sideShort(side))
		y := grid{[]float64{15, 102, 136, 164, 198}, 58, 7.4, 10, true}.write(c, [][]string{
			{"", e.pick(same("AVG"), meanWord), "SD", e.pick(same("AXIS"), axisWord)},
			{e.pick(axialLength...) + " AL", e.cell(e.unit(m.AL, 2, "mm") + e.marked(m.AL)), e.deviation(m.AL == nil, "", 2, "")},
			{e.say(radiusWord) + " R1", e.radius(m.K1Magnitude, e.index) + " mm", e.deviation(m.K1Magnitude == nil, "", 2, ""), whole(m.K1Axis, "°")},
			{e.say(radiusWord) + " R2", e.radius(m.K2Magnitude, e.index) + " mm", e.deviation(m.K2Magnitude == nil, "", 2, ""), whole(m.K2Axis, "°")},
			{e.say(cylinderWord) + " CYL", e.difference(m.K1Magnitude, m.K2Magnitude) + " D", "", whole(m.K1Axis, "°")},
			{e.pick(keratometricIndex...) + " n", e.num(m.KeratometricIndex, 4)},
			{e.pick(cornealThickness...) + " CCT", e.cell(whole(m.CCT, " µm")), e.deviation(m.CCT == nil, "", 0, "")},
			{e.pick(chamberDepth...) + " ACD", e.cell(e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)), e.deviation(m.ACD == nil, "", 2, "")},
			{e.pick(lensThickness...) + " LENS", e.cell(e.unit(m.LT, 2, "mm")), e.deviation(m.LT == nil, "", 2, "")},
			{e.pick(whiteToWhite...) + " WTW", e.unit(m.WTW, 1, "mm")},
			{e.pick(pupilSize...), e.other(m, 2.5, 5.5, 1) + " mm"},
			{e.pick(lensStatus...), e.lensOf(m)},
		})
		c.shots(e, y+6, side)
		c.bold(14, 214, 10, e.say(lensCalculation))
		c.lensTable(e, 14, 221, 84, 7)
		c.text(12, 287, 7.5, e.printedLine(side+1, 2))
	}
}
