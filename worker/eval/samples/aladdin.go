package samples

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// aladdin is in the manner of the Topcon Aladdin: powers with their radii, the
// cylinder, and a pupillometry.
var aladdin = deviceSpec{
	name: "Aladdin", maker: "Topcon",
	index: []float64{1.3375, 1.3375, 1.332, 1.336},
	layouts: []layout{
		{"side", adaptAladdinSide, printAladdinSide},
		{"pages", nil, printAladdinPages},
		{"table", adaptAladdinTable, printAladdinTable},
	},
}

var pupillometry = words{"Pupillometry", "Pupillometrie", "Pupilometría", "Pupillométrie", "Pupilometria", "Pupillometria"}

// pupilRows are the pupil in three lights: printed, and no measurement here.
func (e *exam) pupilRows(m *measured) [][]string {
	return [][]string{
		{e.say(words{"Photopic", "Photopisch", "Fotópica", "Photopique", "Fotópica", "Fotopica"}), e.other(m, 2.1, 3.4, 2) + " mm"},
		{e.say(words{"Mesopic", "Mesopisch", "Mesópica", "Mésopique", "Mesópica", "Mesopica"}), e.other(m, 3.6, 5.2, 2) + " mm"},
		{e.say(words{"Dynamic", "Dynamisch", "Dinámica", "Dynamique", "Dinâmica", "Dinamica"}), e.other(m, 2.2, 5.4, 2) + " mm"},
	}
}

func adaptAladdinSide(_ *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.PostRefractive = nil
	}
}

// printAladdinSide has both eyes side by side, each with its labels.
func printAladdinSide(c *canvas, e *exam) {
	c.page()
	c.aladdinHead(e, 198)
	for side := range e.eyes {
		m, x := e.eye(side), 12+96*float64(side)
		c.frame(x, 44, 90, 132)
		c.fill(x, 44, 90, 8, 205, 226, 214)
		c.bold(x+3, 49.8, 11, e.sideShort(side)+" - "+e.sideLong(side))
		y := grid{xs: []float64{x + 3, x + 22, x + 60, x + 88}, y: 60, leading: 6.4, size: 9.5}.write(c, [][]string{
			{"AL:", e.unit(m.AL, 2, "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "SD ", 2, " mm")},
			{"ACD:", e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "SD ", 2, " mm")},
			{"LT:", e.unit(m.LT, 2, "mm"), e.deviation(m.LT == nil, "SD ", 2, " mm")},
			{"CCT:", whole(m.CCT, " µm"), e.deviation(m.CCT == nil, "SD ", 0, " µm")},
			{"WTW:", e.unit(m.WTW, 1, "mm"), ""},
		})
		c.bold(x+3, y+4, 9.5, strings.ToUpper(e.say(keratometry)))
		c.ending(x+87, y+4, 9, "n = "+e.num(m.KeratometricIndex, 4))
		c.line(x+3, y+5.4, x+87, y+5.4)
		for i, s := range []string{
			"K1 " + e.powerRadius(m.K1Magnitude, m.K1Axis), "K2 " + e.powerRadius(m.K2Magnitude, m.K2Axis),
			"CYL " + e.difference(m.K1Magnitude, m.K2Magnitude) + " D " + e.along(m.K1Axis), "AVG " + e.mean(m.K1Magnitude, m.K2Magnitude) + " D",
		} {
			c.within(x+3, y+12+6.4*float64(i), 84, 9.5, s)
		}
		c.bold(x+3, y+44, 9.5, strings.ToUpper(e.say(pupillometry)))
		c.line(x+3, y+45.4, x+87, y+45.4)
		y = grid{xs: []float64{x + 3, x + 40, x + 88}, y: y + 52, leading: 6, size: 9}.write(c, e.pupilRows(m))
		c.within(x+3, y+4, 84, 9.5, e.pick(lensStatus...)+": "+e.lensOf(m))
		c.frame(x, 184, 90, 82)
		c.bold(x+3, 190, 9.5, e.say(lensCalculation)+" "+e.sideShort(side))
		c.lensTable(e, x+3, 197, 84, 9)
	}
	c.text(12, 287, 7.5, "Aladdin 1.8.1   "+e.printedLine(1, 1))
}

func (c *canvas) aladdinHead(e *exam, end float64) {
	c.bold(12, 15, 17, "ALADDIN")
	c.ending(end, 15, 12, "TOPCON")
	c.fill(12, 17.5, end-12, 1, 0, 130, 90)
	c.stack(12, 25, 9.5, 5.5, e.patientLines()...)
	c.stack(end-86, 25, 9.5, 5.5, e.dayLines()...)
}

// printAladdinPages has one eye to a page, the words written out, and columns
// of deviations, radii and axes.
func printAladdinPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.aladdinHead(e, 198)
		c.fill(12, 42, 186, 9, 0, 130, 90)
		c.ink(255, 255, 255)
		c.bold(15, 48.3, 12, e.sideLong(side)+" "+e.sideShort(side))
		c.ink(0, 0, 0)
		c.text(106, 58, 8.5, e.say(meanWord))
		c.text(146, 58, 8.5, "SD")
		y := grid{[]float64{15, 106, 146, 198}, 65, 7.2, 10, true}.write(c, [][]string{
			{e.pick(axialLength...) + " (AL)", e.cell(e.unit(m.AL, 2, "mm") + e.marked(m.AL)), e.deviation(m.AL == nil, "", 3, " mm")},
			{e.pick(chamberDepth...) + " (ACD)", e.cell(e.unit(m.ACD, 2, "mm")), e.deviation(m.ACD == nil, "", 3, " mm")},
			{e.pick(lensThickness...) + " (LT)", e.cell(e.unit(m.LT, 2, "mm")), e.deviation(m.LT == nil, "", 3, " mm")},
			{e.pick(cornealThickness...) + " (CCT)", e.cell(whole(m.CCT, " µm")), e.deviation(m.CCT == nil, "", 0, " µm")},
			{e.pick(whiteToWhite...) + " (WTW)", e.cell(e.unit(m.WTW, 1, "mm"))},
			{e.pick(lensStatus...), e.lensOf(m)},
			{e.pick(earlierSurgery...), e.surgeryOf(m)},
		})
		c.bold(15, y+5, 10.5, e.say(keratometry))
		y = grid{[]float64{15, 60, 88, 118, 144}, y + 12, 7, 10, true}.write(c, [][]string{
			{"", "D", "mm", e.say(axisWord)},
			{"K1", e.num(m.K1Magnitude, 2), e.radius(m.K1Magnitude, e.index), whole(m.K1Axis, "°")},
			{"K2", e.num(m.K2Magnitude, 2), e.radius(m.K2Magnitude, e.index), whole(m.K2Axis, "°")},
			{"CYL", e.difference(m.K1Magnitude, m.K2Magnitude), "", whole(m.K1Axis, "°")},
			{e.pick(keratometricIndex...), e.num(m.KeratometricIndex, 4)},
		})
		for i := range 5 {
			c.circle(171, 142, 4+4*float64(i))
		}
		c.bold(15, y+5, 10.5, e.say(pupillometry))
		grid{[]float64{15, 60, 100}, y + 12, 6.2, 9.5, false}.write(c, e.pupilRows(m))
		c.bold(112, y+5, 10.5, e.say(lensCalculation))
		c.lensTable(e, 112, y+12, 84, 7)
		c.refraction(e, 15, y+76, 9.5)
		c.text(12, 287, 7.5, e.printedLine(side+1, 2))
	}
}

func adaptAladdinTable(_ *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.LensStatus, m.PostRefractive = nil, nil
	}
}

// printAladdinTable is a landscape page with the labels once, units in
// brackets, and radii and axes in rows of their own.
func printAladdinTable(c *canvas, e *exam) {
	c.wide()
	c.aladdinHead(e, 285)
	c.fill(12, 44, 273, 8, 205, 226, 214)
	heads := []string{"", e.say(meanWord), "SD", e.say(meanWord), "SD"}
	for side := range e.eyes {
		c.bold(120+86*float64(side), 49.8, 11, e.sideShort(side)+" "+e.sideLong(side))
	}
	rows := [][]string{heads}
	add := func(label string, spread int, value func(*measured) string) {
		row := []string{label}
		for side := range e.eyes {
			s := value(e.eye(side))
			row = append(row, e.cell(s), e.deviation(missed(s) || spread < 0, "", max(spread, 0), ""))
		}
		rows = append(rows, row)
	}
	axis := e.say(axisWord)
	add(e.pick(axialLength...)+" AL [mm]", 2, e.length(getAL, 2, ""))
	add(e.pick(chamberDepth...)+" ACD [mm]", 2, e.length(getACD, 2, ""))
	add(e.pick(lensThickness...)+" LT [mm]", 2, e.length(getLT, 2, ""))
	add(e.pick(cornealThickness...)+" CCT [µm]", 0, getThickness(""))
	add(e.pick(whiteToWhite...)+" WTW [mm]", -1, e.length(getWTW, 1, ""))
	add("K1 [D]", 2, e.length(getK1, 2, ""))
	add("R1 [mm]", -1, func(m *measured) string { return e.radius(m.K1Magnitude, e.index) })
	add(axis+" K1 [°]", -1, func(m *measured) string { return whole(m.K1Axis, "") })
	add("K2 [D]", 2, e.length(getK2, 2, ""))
	add("R2 [mm]", -1, func(m *measured) string { return e.radius(m.K2Magnitude, e.index) })
	add(axis+" K2 [°]", -1, func(m *measured) string { return whole(m.K2Axis, "") })
	add("CYL [D]", -1, func(m *measured) string { return e.difference(m.K1Magnitude, m.K2Magnitude) + " " + e.along(m.K1Axis) })
	add("n", -1, e.length(getIndex, 4, ""))
	add(e.say(pupillometry)+" [mm]", -1, func(m *measured) string { return e.other(m, 2.4, 5.1, 2) })
	grid{[]float64{15, 120, 166, 206, 252, 285}, 58, 8.4, 10, true}.write(c, rows)
	c.text(12, 203, 7.5, e.printedLine(1, 1))
}

// Parts that several devices share.

// grid is a table: columns begin at xs, of which the last is the table's end.
type grid struct {
	xs               []float64
	y, leading, size float64
	lines            bool
}

// write writes the rows, none wider than its column, and returns the baseline
// of the row that would follow.
func (g grid) write(c *canvas, rows [][]string) float64 {
	y := g.y
	for _, row := range rows {
		for i, s := range row {
			if s != "" {
				c.within(g.xs[i], y, g.xs[i+1]-g.xs[i]-2, g.size, s)
			}
		}
		if g.lines {
			c.line(g.xs[0]-2, y+g.leading*0.36, g.xs[len(g.xs)-1], y+g.leading*0.36)
		}
		y += g.leading
	}
	return y
}

// along is a meridian's axis in the document's way: @ 93°, x 93, Ax 93.
func (e *exam) along(axis *int) string {
	sign := []string{"@ ", "@ ", "@", "x ", "Ax "}[e.choice("axis sign", 5)]
	return sign + whole(axis, []string{"°", ""}[e.choice("axis unit", 2)])
}

// powerRadius is a meridian as 43.21 D / 7.81 mm @ 12°.
func (e *exam) powerRadius(k *float64, axis *int) string {
	return fmt.Sprintf("%s / %s mm %s", e.unit(k, 2, "D"), e.radius(k, e.index), e.along(axis))
}

// other is a number that is no field, of an eye that was examined.
func (e *exam) other(m *measured, lo, hi float64, decimals int) string {
	if *m == (measured{}) {
		return none
	}
	return e.num(between(e.noise, lo, hi, decimals), decimals)
}

// marked is a marker, where there is a value to doubt.
func (e *exam) marked(v *float64) string {
	if v == nil {
		return ""
	}
	return e.mark()
}

// deviation is a standard deviation with its name and unit: nothing, where
// nothing was measured.
func (e *exam) deviation(none bool, name string, decimals int, unit string) string {
	if none {
		return ""
	}
	return name + e.spread(decimals) + unit
}
