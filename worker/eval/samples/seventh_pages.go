package samples

import (
	"fmt"
	"math"
)

// printZeissThirds has one eye below the other, each in three columns:
// lengths, keratometry, total keratometry.
func printZeissThirds(c *canvas, e *exam) {
	c.page()
	c.bold(12, 14, 13, "Carl Zeiss Meditec")
	c.ending(198, 14, 12, "IOLMaster 700")
	c.line(12, 17, 198, 17)
	c.patientStrip(e.particulars(true), 13, 22, 198, 4)
	for side := range e.eyes {
		c.thirdsOf(e, side, 45+92*float64(side))
	}
	c.comment(e, 13, 232, 184)
	for side := range e.eyes {
		c.offers(e, 13+95*float64(side), 246, 90, side, 5)
	}
	c.base(e, 288, "1.80.10.61", 1, 1)
}

func (c *canvas) thirdsOf(e *exam, side int, y float64) {
	m := e.eye(side)
	c.frame(12, y, 186, 88)
	c.fill(12, y, 186, 8, 228, 228, 232)
	c.bold(15, y+5.6, 11, e.headed(side))
	third := func(i int, y float64, rows ...string) {
		for j, s := range rows {
			c.fitted(15+62*float64(i), y+5.8*float64(j), 58, 9.5, "", s)
		}
	}
	third(0, y+14, "LS: "+e.word(m.LensStatus, seventhLens))
	third(1, y+14, e.say(operationOf)+": "+e.word(m.PostRefractive, seventhSurgery))
	third(2, y+14, "n: "+e.num(m.KeratometricIndex, 4)+"   VA: "+none)
	for i, s := range []string{e.say(lengthsHead), e.say(keratometry), e.say(totalKeratometry)} {
		c.fitted(15+62*float64(i), y+23, 58, 9.5, "B", s)
	}
	c.line(12, y+25, 198, y+25)
	for i, row := range [][2]string{
		{"AL: " + e.unit(m.AL, 2, "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "SD ", 0, " µm")},
		{"CCT: " + whole(m.CCT, " µm"), e.deviation(m.CCT == nil, "SD ", 0, " µm")},
		{"ACD: " + e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "SD ", 0, " µm")},
		{"LT: " + e.unit(m.LT, 2, "mm"), e.deviation(m.LT == nil, "SD ", 0, " µm")},
		{"WTW: " + e.unit(m.WTW, 1, "mm"), ""},
	} {
		third(0, y+31+5.8*float64(i), row[0])
		c.text(52, y+31+5.8*float64(i), 8, row[1])
	}
	set := func(kind string, k1, k2 *float64, a1, a2 *int) []string {
		return []string{
			kind + "K1: " + e.unit(k1, 2, "D") + " " + at(a1), kind + "K2: " + e.unit(k2, 2, "D") + " " + at(a2),
			"Δ" + kind + "K: " + e.difference(k1, k2) + " D " + at(a1), kind + "SE: " + e.mean(k1, k2) + " D",
		}
	}
	third(1, y+31, set("", m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)...)
	third(2, y+31, set("T", m.TK1Magnitude, m.TK2Magnitude, m.TK1Axis, m.TK2Axis)...)
	c.fitted(77, y+60, 58, 9.5, "B", e.say(posteriorKeratometry))
	third(1, y+66, set("P", e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)...)
	third(2, y+66, "P: "+e.other(m, 2.6, 5.4, 1)+" mm", "Ix: "+e.other(m, -0.4, 0.4, 1)+" mm   Iy: "+e.other(m, -0.4, 0.4, 1)+" mm", "CW-Chord: "+e.other(m, 0.1, 0.5, 1)+" mm")
	c.circle(30, y+74, 8)
	c.circle(30, y+74, 3)
}

// printHaagShots has one eye below the other, the values beside each
// other with the readings that they are the averages of.
func printHaagShots(c *canvas, e *exam) {
	c.page()
	c.bold(12, 14, 13, "Lenstar LS 900")
	c.ending(198, 14, 10, "Haag-Streit   EyeSuite Biometry")
	c.fill(12, 16, 186, 0.8, 150, 0, 30)
	c.lists(e.particulars(false), 23, 88, 5.4, 12, 108)
	for side := range e.eyes {
		c.lenstarReadings(e, side, 44+100*float64(side))
	}
	c.comment(e, 14, 246, 184)
	for side := range e.eyes {
		c.offers(e, 14+95*float64(side), 257, 90, side, 4)
	}
	c.base(e, 288, "EyeSuite i9.8", 1, 1)
}

func (c *canvas) lenstarReadings(e *exam, side int, y float64) {
	m, mean := e.eye(side), e.say(averageHead)
	k := m.K1Magnitude
	c.bold(14, y+5, 12, e.headed(side))
	rows := [][]string{{"", "AL [mm]", "CCT [µm]", "AD [mm]", "ACD [mm]", "LT [mm]"}}
	for i := range 5 {
		rows = append(rows, []string{
			fmt.Sprint(i + 1), e.shot(i+side, m.AL, 2, 0.01), e.shot(i+2, m.thickness(), 0, 1),
			e.shot(i+1, m.aqueous(), 2, 0.01), e.shot(i+1, m.ACD, 2, 0.01), e.shot(i+3, m.LT, 2, 0.01),
		})
	}
	xs := []float64{14, 46, 77, 108, 139, 170, 198}
	line := grid{xs, y + 12, 5, 9, false}.write(c, rows)
	c.fill(12, line-3.9, 186, 5.4, 236, 226, 226)
	c.averages(xs, line, mean, e.num(m.AL, 2), whole(m.CCT, ""), e.num(m.aqueous(), 2), e.num(m.ACD, 2), e.num(m.LT, 2))
	sd := func(v *float64, decimals int) string { // of the five readings
		if v == nil {
			return ""
		}
		return e.num(new(2/math.Pow10(decimals)), decimals)
	}
	line = grid{xs, line + 5.4, 5, 9, true}.write(c, [][]string{
		{"SD", sd(m.AL, 2), sd(m.thickness(), 0), sd(m.aqueous(), 2), sd(m.ACD, 2), sd(m.LT, 2)},
	})
	xs, axis := []float64{14, 38, 60, 82, 106, 128, 150, 174, 198}, e.say(axisOf)
	line = grid{xs, line + 4, 5, 9, false}.write(c, [][]string{{"", "R1 [mm]", "K1 [D]", axis + " 1 [°]", "R2 [mm]", "K2 [D]", axis + " 2 [°]", "AST [D]"}})
	c.fill(12, line-3.9, 186, 5.4, 236, 226, 226)
	c.averages(xs, line, mean, e.radius(m.K1Magnitude, e.index), e.num(m.K1Magnitude, 2), whole(m.K1Axis, ""),
		e.radius(m.K2Magnitude, e.index), e.num(m.K2Magnitude, 2), whole(m.K2Axis, ""), e.difference(m.K2Magnitude, m.K1Magnitude))
	line = grid{xs, line + 5.4, 5, 9, true}.write(c, [][]string{{"SD", sd(k, 2), sd(k, 2), "", sd(k, 2), sd(k, 2), "", sd(k, 2)}})
	c.patientStrip([][2]string{
		{"WTW [mm]", e.num(m.WTW, 2)}, {"PD [mm]", e.other(m, 2.9, 5.8, 2)}, {"n", e.num(m.KeratometricIndex, 4)},
	}, 14, line+3, 90, 3)
	c.patientStrip([][2]string{{e.say(lensOf), e.word(m.LensStatus, seventhLens)}, {e.say(operationOf), e.word(m.PostRefractive, seventhSurgery)}}, 90, line+3, 200, 2)
}

// averages writes the row of a table that matters.
func (c *canvas) averages(xs []float64, y float64, cells ...string) {
	for i, s := range cells {
		c.fitted(xs[i], y, xs[i+1]-xs[i]-2, 9.5, "B", s)
	}
}

// unitRow is a row of a table that has its units in a column.
type unitRow struct {
	label, unit string
	value       func(*measured) string
	spread      int // decimals of the deviation, -1 for none
}

// printEyestarUnits has the labels once, the units in a column of their own,
// and for each eye a value and its deviation.
func printEyestarUnits(c *canvas, e *exam) {
	c.page()
	c.bold(12, 14, 14, "Eyestar 900")
	c.ending(198, 14, 10, "Haag-Streit")
	c.patientStrip(e.particulars(false), 13, 22, 198, 3)
	c.fill(12, 43, 186, 7.5, 214, 234, 236)
	c.fitted(82, 48.4, 17, 9, "", e.say(unitHead))
	for side := range e.eyes {
		c.fitted(100+50*float64(side), 48.4, 34, 10.5, "B", e.headed(side))
		c.text(137+50*float64(side), 48.4, 9, "SD")
	}
	y := 56.5
	for _, s := range e.eyestarUnits() {
		c.bold(14, y, 10, s.title)
		c.line(12, y+1.8, 198, y+1.8)
		for _, row := range s.rows {
			y += 6.4
			c.fitted(18, y, 62, 9.5, "", row.label)
			c.text(83, y, 9.5, row.unit)
			for side := range e.eyes {
				v, x := row.value(e.eye(side)), 100+50*float64(side)
				c.fitted(x, y, 35, 9.5, "", e.cell(v))
				c.text(x+37, y, 8.5, e.deviation(missed(v) || row.spread < 0, "", max(row.spread, 0), ""))
			}
		}
		y += 8.4
	}
	c.comment(e, 14, y+2, 184)
	for side := range e.eyes {
		c.offers(e, 14+95*float64(side), y+14, 90, side, 4)
	}
	c.base(e, 288, "V 2.1", 1, 1)
}

type unitSection struct {
	title string
	rows  []unitRow
}

func (e *exam) eyestarUnits() []unitSection {
	axis, k, p := e.say(axisOf)+" ", e.meridians(""), e.meridians("P")
	degrees := func(a func(*measured) *int) func(*measured) string {
		return func(m *measured) string { return whole(a(m), "") }
	}
	return []unitSection{
		{e.say(lengthsHead), []unitRow{
			{e.say(axialOf), "mm", e.length(getAL, 2, ""), 2},
			{e.say(chamberOf), "mm", e.length(getACD, 2, ""), 2},
			{e.say(aqueousOf), "mm", e.length((*measured).aqueous, 2, ""), 2},
			{e.say(thicknessOf), "mm", e.length(getLT, 2, ""), 2},
			{e.say(pachymetryOf), "µm", getThickness(""), 0},
			{e.say(whiteOf), "mm", e.length(getWTW, 2, ""), -1},
			{e.say(pupilOf), "mm", func(m *measured) string { return e.other(m, 2.6, 5.9, 2) }, -1},
		}},
		{e.faced(0), []unitRow{
			{e.say(indexOf), "", e.length(getIndex, 4, ""), -1},
			{k[0], "D", e.length(getK1, 2, ""), 2},
			{axis + k[0], "°", degrees(func(m *measured) *int { return m.K1Axis }), -1},
			{k[1], "D", e.length(getK2, 2, ""), 2},
			{axis + k[1], "°", degrees(func(m *measured) *int { return m.K2Axis }), -1},
			{"AST", "D", func(m *measured) string { return e.difference(m.K2Magnitude, m.K1Magnitude) }, -1},
		}},
		{e.faced(1), []unitRow{
			{p[0], "D", func(m *measured) string { return e.num(e.behind(m.PK1Magnitude), 2) }, 2},
			{axis + p[0], "°", degrees(func(m *measured) *int { return m.PK1Axis }), -1},
			{p[1], "D", func(m *measured) string { return e.num(e.behind(m.PK2Magnitude), 2) }, 2},
			{axis + p[1], "°", degrees(func(m *measured) *int { return m.PK2Axis }), -1},
		}},
		{e.say(statusHead), []unitRow{
			{e.say(lensOf), "", func(m *measured) string { return e.word(m.LensStatus, seventhLens) }, -1},
			{e.say(operationOf), "", func(m *measured) string { return e.word(m.PostRefractive, seventhSurgery) }, -1},
		}},
	}
}
