package samples

import (
	"fmt"
	"math/rand/v2"
)

// Pages of the swept-source devices.

func (c *canvas) zeissHead(e *exam) {
	c.text(12, 12, 10, "Carl Zeiss Meditec")
	c.ending(198, 12, 10, "ZEISS IOLMaster 700")
	c.centered(105, 19, 14, "B", e.say(sixthReport))
	c.line(12, 22, 198, 22)
	c.strip(e, 12, 27, 198)
}

// printIOLMasterThirds has one eye below the other, each in three columns, and
// three calculations below those.
func printIOLMasterThirds(c *canvas, e *exam) {
	c.page()
	c.zeissHead(e)
	for side := range e.eyes {
		m, y := e.eye(side), 46+113*float64(side)
		c.fill(12, y, 186, 7, 205, 216, 230)
		c.bold(15, y+5, 11, e.abbr(side))
		c.centered(105, y+5, 11, "B", e.sideLong(side))
		c.iolmasterThirds(e, m, y+13)
		for i := range 3 {
			c.frame(12+63*float64(i), y+76, 60, 34)
			c.lenses(e, 14+63*float64(i), y+81, 56, i, 3)
		}
	}
	c.commented(e, 12, 273.5, 186)
	c.footed(e, 288, 198, "1.90.33.04", 1, 1)
}

func (c *canvas) iolmasterThirds(e *exam, m *measured, y float64) {
	sd := func(missing bool, decimals int, unit string) string {
		return e.deviation(missing, "SD ", decimals, unit)
	}
	lengths := [][]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.marked(m.AL), sd(m.AL == nil, 0, " µm")},
		{"CCT", whole(m.CCT, " µm"), sd(m.CCT == nil, 0, " µm")},
		{"ACD", e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), sd(m.ACD == nil, 0, " µm")},
		{"LT", e.unit(m.LT, 2, "mm"), sd(m.LT == nil, 0, " µm")},
		{"WTW", e.unit(m.WTW, 1, "mm")},
		{"P", e.other(m, 2.4, 6.1, 1) + " mm"},
		{"Ix", e.other(m, -0.6, 0.6, 1) + " mm", "Iy " + e.other(m, -0.4, 0.4, 1) + " mm"},
		{"CW", e.other(m, 0.1, 0.5, 1) + " mm"},
	}
	ks := func(kind string, k1, k2 *float64, a1, a2 *int) [][]string {
		return [][]string{
			{kind + "K1", e.dioptres(k1, a1), sd(k1 == nil, 2, " D")}, {kind + "K2", e.dioptres(k2, a2), sd(k2 == nil, 2, " D")},
			{"Δ" + kind + "K", e.difference(k1, k2) + " D " + e.along(a1)}, {kind + "SE", e.mean(k1, k2) + " D"},
		}
	}
	front := ks("", m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
	whole := ks("T", m.TK1Magnitude, m.TK2Magnitude, m.TK1Axis, m.TK2Axis)
	behind := ks("P", e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
	state := [][]string{
		{e.say(sixthEye)}, {"LS", e.word(m.LensStatus, sixthLenses)}, {"LVC", e.word(m.PostRefractive, sixthSurgeries)},
		{"VS", e.say(words{"Vitreous body", "Glaskörper", "Cuerpo vítreo", "Corps vitré", "Corpo vítreo", "Corpo vitreo"})}, {"n", e.num(m.KeratometricIndex, 4)},
	}
	for i, third := range []struct {
		title string
		rows  [][]string
	}{{e.say(sixthLengths), lengths}, {e.say(sixthKs), append(front, whole...)}, {e.say(posteriorKeratometry), append(behind, state...)}} {
		x := 12 + 63*float64(i)
		c.bold(x, y, 9.5, third.title)
		c.line(x, y+1.4, x+60, y+1.4)
		for j, row := range third.rows {
			at := []float64{x, x + 11, x + 42, x + 61}
			switch len(row) {
			case 1:
				c.bold(x, y+7+6.4*float64(j), 9.5, row[0])
				continue
			case 2:
				at = []float64{x, x + 11, x + 61}
			}
			grid{at, y + 7 + 6.4*float64(j), 0, 9, false}.write(c, [][]string{row})
		}
	}
}

// printIOLMasterSurfaces has one eye to a page: tables of the cornea's surfaces
// at the left, lengths under their names at the right.
func printIOLMasterSurfaces(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.zeissHead(e)
		c.bold(12, 53, 15, e.titled(side))
		y := 64.0
		table := func(title, kind string, k1, k2 *float64, a1, a2 *int) {
			c.bold(12, y, 10.5, title)
			y = grid{[]float64{14, 34, 56, 82, 110}, y + 7, 6.6, 10, true}.write(c, [][]string{
				{"", "D", e.say(axisWord) + " (°)", "SD (D)"},
				{kind + "K1", e.cell(e.num(k1, 2)), e.cell(whole(a1, "")), e.deviation(k1 == nil, "", 2, "")},
				{kind + "K2", e.cell(e.num(k2, 2)), e.cell(whole(a2, "")), e.deviation(k2 == nil, "", 2, "")},
				{"Δ" + kind + "K", e.cell(e.difference(k1, k2)), e.cell(whole(a1, ""))},
				{kind + "SE", e.cell(e.mean(k1, k2))},
			}) + 6
		}
		table(e.say(sixthKs)+" (n = "+e.num(m.KeratometricIndex, 4)+")", "", m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
		table(e.say(totalKeratometry), "T", m.TK1Magnitude, m.TK2Magnitude, m.TK1Axis, m.TK2Axis)
		table(e.say(posteriorKeratometry), "P", e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
		c.frame(120, 59, 78, 136)
		for i, row := range append([][]string{
			{e.say(sixthAL) + " (AL)", e.unit(m.AL, 2, "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "SD ", 0, " µm")},
			{e.say(sixthACD) + " (ACD)", e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "SD ", 0, " µm")},
			{e.say(sixthLT) + " (LT)", e.unit(m.LT, 2, "mm"), e.deviation(m.LT == nil, "SD ", 0, " µm")},
			{e.say(sixthCCT) + " (CCT)", whole(m.CCT, " µm"), e.deviation(m.CCT == nil, "SD ", 0, " µm")},
			{e.say(sixthWTW) + " (WTW)", e.unit(m.WTW, 1, "mm"), ""},
			{e.say(sixthPupil), e.other(m, 2.4, 6.1, 1) + " mm", ""},
		}, e.states(m)...) {
			at := 66 + 16*float64(i)
			c.within(124, at, 70, 8.5, row[0])
			c.bold(128, at+6, 11, row[1])
			if len(row) > 2 {
				c.ending(194, at+6, 9, row[2])
			}
		}
		for i := range 2 {
			c.lenses(e, 14+96*float64(i), 206, 86, i, 5)
		}
		c.commented(e, 12, 262, 186)
		c.footed(e, 288, 198, "1.90.33.04", side+1, 2)
	}
}

// printEyestarStacks has both eyes side by side: surfaces first, then lengths,
// values at the right end with their deviations.
func printEyestarStacks(c *canvas, e *exam) {
	c.page()
	c.bold(12, 14, 13, "HAAG-STREIT")
	c.text(56, 14, 13, "Eyestar 900")
	c.ending(198, 14, 10, "EyeSuite")
	c.line(12, 17, 198, 17)
	c.pairs(e, 12, 23, 198, false)
	for side := range e.eyes {
		m, x, y := e.eye(side), 12+96*float64(side), 53.0
		c.line(x, 47.5, x+90, 47.5)
		c.line(x, 40.5, x+90, 40.5)
		c.bold(x+1, 45.6, 11, e.sideLong(side)+" - "+e.abbr(side))
		section := func(title string, rows [][]string) {
			c.fill(x, y-4, 90, 5.6, 226, 236, 238)
			c.within(x+1, y, 86, 9, title)
			for _, row := range rows {
				y += 6.4
				c.within(x+1, y, 88-c.width(9.5, "", c.shown(row[1])), 9.5, row[0])
				c.ending(x+90, y, 9.5, row[1])
			}
			y += 8.4
		}
		section(e.pair(sixthSurfaces)[0], [][]string{
			{"K1", e.dioptres(m.K1Magnitude, m.K1Axis)}, {"K2", e.dioptres(m.K2Magnitude, m.K2Axis)}, {"R1 / R2", e.radius(m.K1Magnitude, e.index) + " / " + e.radius(m.K2Magnitude, e.index) + " mm"},
			{"Km", e.mean(m.K1Magnitude, m.K2Magnitude) + " D"}, {"AST", e.difference(m.K2Magnitude, m.K1Magnitude) + " D " + e.along(m.K2Axis)}, {"n", e.num(m.KeratometricIndex, 4)},
		})
		section(e.pair(sixthSurfaces)[1], [][]string{
			{"PK1", e.dioptres(e.behind(m.PK1Magnitude), m.PK1Axis)}, {"PK2", e.dioptres(e.behind(m.PK2Magnitude), m.PK2Axis)},
			{"PAST", e.difference(e.behind(m.PK2Magnitude), e.behind(m.PK1Magnitude)) + " D"},
		})
		section(e.say(sixthLengths), [][]string{
			{"AL", e.sized(m.AL, 2, "mm")}, {"LT", e.sized(m.LT, 2, "mm")}, {"ACD", e.sized(m.ACD, 2, "mm")}, {"AQD", e.sized(m.aqueous(), 2, "mm")}, {"CCT", e.thick(m.CCT)},
			{"WTW", e.sized(m.WTW, 2, "mm")}, {"PD", e.other(m, 2.4, 6.1, 2) + " mm"},
		})
		section(e.say(sixthEye), e.states(m))
		c.lenses(e, x, y+4, 90, side, 4)
	}
	c.commented(e, 12, 262, 186)
	c.footed(e, 288, 198, "EyeSuite i10.2", 1, 1)
}

// printAnterionSteep has one eye to a page: the cornea's surfaces in three
// columns, the steep meridian first.
func printAnterionSteep(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.fill(12, 8, 186, 10, 60, 60, 66)
		c.ink(255, 255, 255)
		c.bold(15, 15, 13, "ANTERION  Cataract")
		c.ending(195, 15, 9, "HEIDELBERG ENGINEERING")
		c.ink(0, 0, 0)
		c.inLines(e, 12, 25, 198)
		c.bold(12, 49, 14, e.sideLong(side)+"  |  "+e.abbr(side))
		c.line(12, 51.5, 198, 51.5)
		lengths := [][]string{
			{e.say(sixthAL), e.sized(m.AL, 2, "mm")}, {e.say(sixthCCT), e.thick(m.CCT)}, {e.say(sixthAqueous), e.sized(m.aqueous(), 2, "mm")}, {e.say(sixthACD), e.sized(m.ACD, 2, "mm")},
			{e.say(sixthLT), e.sized(m.LT, 2, "mm")}, {e.say(sixthWTW), e.unit(m.WTW, 2, "mm")}, {e.say(sixthPupil), e.other(m, 2.4, 6.1, 2) + " mm"},
		}
		grid{[]float64{14, 72, 108}, 60, 7, 9.5, false}.write(c, lengths)
		c.image(114, 55, 84, 46, "OCT 0° - 180°")
		total := e.totalSurface(m)
		surfaces, meridians := e.pair(sixthSurfaces), e.pair(sixthMeridians)
		grid{[]float64{14, 56, 106, 156, 198}, 116, 8, 9.5, true}.write(c, [][]string{
			{"", surfaces[0], surfaces[1], e.say(sixthWhole)},
			{meridians[1], e.dioptres(m.K2Magnitude, m.K2Axis), e.dioptres(e.behind(m.PK2Magnitude), m.PK2Axis), total[1][1] + " " + total[1][3]},
			{meridians[0], e.dioptres(m.K1Magnitude, m.K1Axis), e.dioptres(e.behind(m.PK1Magnitude), m.PK1Axis), total[0][1] + " " + total[0][3]},
			{e.say(sixthMean), e.mean(m.K1Magnitude, m.K2Magnitude) + " D", e.mean(e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude)) + " D", e.other(m, 42, 44, 2) + " D"},
			{e.say(astigmatism), e.difference(m.K2Magnitude, m.K1Magnitude) + " D", e.difference(e.behind(m.PK2Magnitude), e.behind(m.PK1Magnitude)) + " D", e.other(m, 0.2, 2, 2) + " D"},
		})
		grid{[]float64{14, 72, 130}, 164, 7, 9.5, false}.write(c, append([][]string{{e.say(sixthIndex), e.num(m.KeratometricIndex, 4)}}, e.states(m)...))
		for i := range 2 {
			c.lenses(e, 14+96*float64(i), 194, 86, i, 6)
		}
		c.commented(e, 12, 256, 186)
		c.footed(e, 288, 198, "1.5.3.1", side+1, 2)
	}
}

// printArgosUnits has the labels once, the eyes in columns, and the units in a
// column of their own behind them.
func printArgosUnits(c *canvas, e *exam) {
	c.page()
	c.text(12, 14, 15, "ARGOS")
	c.bold(36, 14, 9, "Alcon")
	c.ending(198, 14, 11, e.say(sixthReport))
	c.strip(e, 12, 22, 198)
	for side := range e.eyes {
		c.fitted(88+48*float64(side), 48, 44, 11, "B", e.titled(side))
	}
	c.within(184, 48, 14, 9, e.say(sixthUnit))
	c.line(12, 51, 198, 51)
	var rows [][]string
	add := func(label, unit string, value func(*measured) string) {
		rows = append(rows, []string{label, e.cell(value(e.eye(right))), e.cell(value(e.eye(left))), unit})
	}
	k := func(v *float64, a *int) string {
		if v == nil && a == nil {
			return none
		}
		return e.num(v, 2) + " " + e.along(a)
	}
	add("AL  "+e.say(sixthAL), "mm", func(m *measured) string { return e.num(m.AL, 2) + e.marked(m.AL) })
	add("ACD  "+e.say(sixthACD), "mm", func(m *measured) string { return e.num(m.ACD, 2) + e.marked(m.ACD) })
	add("LT  "+e.say(sixthLT), "mm", func(m *measured) string { return e.num(m.LT, 2) })
	add("AD  "+e.say(sixthAqueous), "mm", func(m *measured) string { return e.num(m.aqueous(), 2) })
	add("CCT  "+e.say(sixthCCT), "µm", getThickness(""))
	add("K1  ("+e.say(flatMeridian)+")", "D / °", func(m *measured) string { return k(m.K1Magnitude, m.K1Axis) })
	add("K2  ("+e.say(steepMeridian)+")", "D / °", func(m *measured) string { return k(m.K2Magnitude, m.K2Axis) })
	add("AVG K", "D", func(m *measured) string { return e.mean(m.K1Magnitude, m.K2Magnitude) })
	add("ΔK", "D", func(m *measured) string { return e.difference(m.K2Magnitude, m.K1Magnitude) })
	add("WTW  "+e.say(sixthWTW), "mm", e.length(getWTW, 2, ""))
	add("PS  "+e.say(sixthPupil), "mm", func(m *measured) string { return e.other(m, 2.4, 6.1, 2) })
	add(e.say(sixthIndex), "", e.length(getIndex, 4, ""))
	add(e.say(sixthLens), "", func(m *measured) string { return e.word(m.LensStatus, sixthLenses) })
	add(e.say(sixthSurgery), "", func(m *measured) string { return e.word(m.PostRefractive, sixthSurgeries) })
	y := grid{[]float64{14, 88, 136, 184, 198}, 59, 8.2, 10, true}.write(c, rows)
	for side := range e.eyes {
		x := 12 + 96*float64(side)
		c.image(x, y, 90, 40, "OCT "+e.abbr(side))
		c.lenses(e, x, y+50, 90, side, 5)
	}
	c.footed(e, 288, 198, "Argos 1.7", 1, 1)
}

// printAladdinHalves has the right eye in the upper half of the page, the left
// one in the lower: lengths, the cornea with its radii, pupil and lens.
func printAladdinHalves(c *canvas, e *exam) {
	c.page()
	c.bold(12, 15, 14, "TOPCON  Aladdin")
	c.ending(198, 15, 11, e.say(sixthReport))
	c.inLines(e, 12, 22, 198)
	for side := range e.eyes {
		m, y := e.eye(side), 42+120*float64(side)
		c.fill(12, y, 186, 7, 70, 110, 90)
		c.ink(255, 255, 255)
		c.bold(15, y+5, 11, e.titled(side))
		c.ink(0, 0, 0)
		grid{[]float64{14, 66, 90, 110}, y + 15, 7.4, 9.5, false}.write(c, [][]string{
			{e.say(sixthAL), e.unit(m.AL, 2, "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "± ", 2, "")},
			{e.say(sixthACD), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "± ", 2, "")},
			{e.say(sixthCCT), whole(m.CCT, " µm"), e.deviation(m.CCT == nil, "± ", 0, "")},
			{e.say(sixthLT), e.unit(m.LT, 2, "mm"), e.deviation(m.LT == nil, "± ", 2, "")},
			{e.say(sixthWTW), e.unit(m.WTW, 2, "mm")},
		})
		grid{[]float64{14, 66, 110}, y + 56, 7.4, 9.5, false}.write(c, e.states(m))
		c.bold(114, y+15, 9.5, e.say(sixthKs))
		grid{[]float64{114, 126, 152, 176, 198}, y + 22.4, 7.4, 9.5, true}.write(c, [][]string{
			{"K1", e.radius(m.K1Magnitude, e.index) + " mm", e.unit(m.K1Magnitude, 2, "D"), whole(m.K1Axis, "°")},
			{"K2", e.radius(m.K2Magnitude, e.index) + " mm", e.unit(m.K2Magnitude, 2, "D"), whole(m.K2Axis, "°")},
			{"CYL", "", e.difference(m.K1Magnitude, m.K2Magnitude) + " D", whole(m.K1Axis, "°")},
			{"AVG", "", e.mean(m.K1Magnitude, m.K2Magnitude) + " D"},
		})
		c.within(114, y+54, 82, 9.5, e.say(sixthIndex)+": "+e.num(m.KeratometricIndex, 4))
		grid{[]float64{114, 152, 198}, y + 62, 6, 9, false}.write(c, e.pupilRows(m))
		for i := range 2 {
			c.lenses(e, 14+100*float64(i), y+84, 84, i, 4)
		}
	}
	c.footed(e, 288, 198, "Aladdin 2.0.1", 1, 1)
}

func adaptLenstarReadings(r *rand.Rand, e *exam) {
	finerDiameter(r, e)
	if e.inRadii() {
		e.radiiOnly()
	}
}

// inRadii reports a Lenstar that is set to millimetres.
func (e *exam) inRadii() bool { return e.choice("keratometry in mm", 3) == 0 }

// printLenstarReadings has the labels above the columns, single readings and
// their mean below them, one eye above the other.
func printLenstarReadings(c *canvas, e *exam) {
	c.page()
	c.bold(12, 15, 14, "LENSTAR LS 900")
	c.ending(198, 15, 11, "Haag-Streit")
	c.line(12, 18, 198, 18)
	c.pairs(e, 12, 25, 198, false)
	for side := range e.eyes {
		m, y := e.eye(side), 46+112*float64(side)
		c.fill(12, y, 186, 7, 228, 228, 228)
		c.bold(15, y+5, 11, e.titled(side))
		lengths := []*float64{m.AL, nil, m.aqueous(), m.ACD, m.LT}
		rows := [][]string{{"", "AL [mm]", "CCT [µm]", "AD [mm]", "ACD [mm]", "LT [mm]"}}
		off := e.noise.IntN(3)
		for i, name := range []string{"1", "2", "3", e.say(sixthMean), "SD"} {
			row := []string{name}
			for j, v := range lengths {
				row = append(row, e.reading(m, v, j == 1, i, off))
			}
			rows = append(rows, row)
		}
		grid{[]float64{14, 44, 75, 106, 137, 168, 198}, y + 14, 6.4, 9.5, true}.write(c, rows)
		c.lenstarKs(e, m, y+57)
		c.within(14, y+72, 84, 9.5, fmt.Sprintf("WTW [mm]: %s    PD [mm]: %s", e.num(m.WTW, 2), e.other(m, 2.4, 6.1, 2)))
		for i, row := range e.states(m) {
			c.within(14, y+79+7*float64(i), 84, 9.5, row[0]+": "+row[1])
		}
		c.lenses(e, 112, y+73, 86, side, 4)
	}
	c.footed(e, 288, 198, "EyeSuite i9.12", 1, 1)
}

// reading is a cell below a length: three readings, their mean, its deviation.
func (e *exam) reading(m *measured, v *float64, thickness bool, i, off int) string {
	step, decimals := 0.01, 2
	if thickness {
		v, step, decimals = nil, 1, 0
		if m.CCT != nil {
			v = new(float64(*m.CCT))
		}
	}
	switch {
	case i == 4 && v == nil:
		return ""
	case i == 4:
		return e.spread(decimals)
	case i < 3 && v != nil:
		v = new(*v + step*float64((i+off)%3-1))
	}
	return e.num(v, decimals)
}

func (c *canvas) lenstarKs(e *exam, m *measured, y float64) {
	name, value := "K", func(k *float64) string { return e.num(k, 2) }
	unit := " [D]"
	if e.inRadii() {
		name, unit, value = "R", " [mm]", func(k *float64) string { return e.radius(k, e.index) }
	}
	axis := e.say(axisWord) + " " + name
	grid{[]float64{14, 44, 75, 106, 137, 168, 198}, y, 6.4, 9.5, true}.write(c, [][]string{
		{"", name + "1" + unit, axis + "1 [°]", name + "2" + unit, axis + "2 [°]", "n"},
		{e.say(sixthMean), value(m.K1Magnitude), whole(m.K1Axis, ""), value(m.K2Magnitude), whole(m.K2Axis, ""), e.num(m.KeratometricIndex, 4)},
	})
}
