package samples

import (
	"fmt"
	"math/rand/v2"
)

func adaptIOLMasterStacked(_ *rand.Rand, e *exam) { e.noPosterior() }

// printIOLMasterStacked has one eye below the other, in three columns of
// values, and a second page that says them again, rounded.
func printIOLMasterStacked(c *canvas, e *exam) {
	for page := range 2 {
		c.page()
		c.bold(14, 16, 14, "IOLMaster 700")
		c.ending(196, 16, 11, "Carl Zeiss Meditec")
		c.line(14, 19, 196, 19)
		c.stack(14, 25, 9.5, 5.4, e.patientLines()...)
		c.stack(112, 25, 9.5, 5.4, e.dayLines()...)
		for side := range e.eyes {
			if page == 0 {
				c.iolmasterBlock(e, side, 48+104*float64(side))
			} else {
				c.iolmasterPlan(e, side, 48+104*float64(side))
			}
		}
		if page == 0 {
			c.remark(e, 14, 260, 180, 9)
		}
		c.text(14, 286, 7.5, e.printedLine(page+1, 2))
	}
}

func (c *canvas) iolmasterBlock(e *exam, side int, y float64) {
	m := e.eye(side)
	c.fill(14, y, 182, 8, 214, 224, 236)
	c.bold(17, y+5.7, 11, e.sideLong(side)+" ("+e.sideShort(side)+")")
	c.stack(17, y+15, 9.5, 7,
		e.pick(lensStatus...)+": "+e.word(m.LensStatus, lensWords), e.pick(earlierSurgery...)+": "+e.word(m.PostRefractive, surgeryWords),
		e.pick(keratometricIndex...)+": "+e.num(m.KeratometricIndex, 4))
	k := func(k *float64, a *int) string { return e.num(k, 2) + " D / " + e.radius(k, e.index) + " mm " + at(a) }
	cells := [][2]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.mark()}, {"ACD", e.unit(m.ACD, 2, "mm") + e.mark()}, {"LT", e.unit(m.LT, 2, "mm")},
		{"CCT", whole(m.CCT, " µm")}, {"WTW", e.unit(m.WTW, 1, "mm")}, {"SE", e.mean(m.K1Magnitude, m.K2Magnitude) + " D"},
		{"K1", k(m.K1Magnitude, m.K1Axis)}, {"K2", k(m.K2Magnitude, m.K2Axis)}, {"ΔK", e.difference(m.K1Magnitude, m.K2Magnitude) + " D " + at(m.K1Axis)},
	}
	for i, cell := range cells {
		x, row := 17+float64(i%3)*61, y+38+10*float64(i/3)
		c.bold(x, row, 9.5, cell[0])
		c.text(x+12, row, 9.5, cell[1])
		c.line(x, row+2.5, x+57, row+2.5)
	}
	c.stack(17, y+68, 9, 6,
		fmt.Sprintf("Ix: %s mm   Iy: %s mm", e.num(new(-0.3), 1), e.num(new(0.2), 1)),
		fmt.Sprintf("P: %s mm   CW-Chord: %s mm @ %d°", e.num(new(4.1), 1), e.num(new(0.3), 1), 200+e.noise.IntN(100)))
	c.frame(14, y, 182, 84)
}

// iolmasterPlan is a calculation's page: measurements in fewer digits.
func (c *canvas) iolmasterPlan(e *exam, side int, y float64) {
	m := e.eye(side)
	c.bold(14, y+6, 11, e.say(lensCalculation)+"  "+e.sideShort(side))
	c.stack(14, y+14, 9.5, 6,
		fmt.Sprintf("AL: %s   ACD: %s", e.unit(m.AL, 1, "mm"), e.unit(m.ACD, 2, "mm")),
		fmt.Sprintf("K1: %s   K2: %s", e.unit(m.K1Magnitude, 2, "D"), e.unit(m.K2Magnitude, 2, "D")))
	for i := range 2 {
		c.lensTable(e, 14+96*float64(i), y+30, 84, 5)
	}
}

func adaptIOLMasterPages(_ *rand.Rand, e *exam) {
	for _, m := range e.both() { // no posterior powers here, but total ones
		m.PK1Magnitude, m.PK1Axis, m.PK2Magnitude, m.PK2Axis = nil, nil, nil, nil
	}
}

// printIOLMasterPages has one eye to a page, the words written out, the values
// in a column and their deviations in another.
func printIOLMasterPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.bold(12, 15, 13, "ZEISS IOLMaster 700")
		c.stack(12, 24, 10, 6, e.patientLines()...)
		c.stack(112, 24, 10, 6, e.dayLines()...)
		c.fill(12, 42, 186, 9, 20, 60, 120)
		c.ink(255, 255, 255)
		c.bold(15, 48.3, 12, e.sideLong(side))
		c.ending(195, 48.3, 12, e.sideShort(side))
		c.ink(0, 0, 0)
		c.text(118, 59, 9, e.say(meanWord))
		c.text(166, 59, 9, "SD")
		for i, row := range e.iolmasterColumn(m) {
			y := 66 + 7.4*float64(i)
			c.within(15, y, 98, 10, row[0])
			c.text(118, y, 10, row[1])
			c.text(166, y, 10, row[2])
			c.line(12, y+2.4, 198, y+2.4)
		}
		c.remark(e, 12, 210, 186, 9.5)
		c.lensTable(e, 15, 226, 90, 4)
		c.text(12, 287, 7.5, e.printedLine(side+1, 2))
	}
}

func (e *exam) iolmasterColumn(m *measured) [][3]string {
	return [][3]string{
		{e.pick(axialLength...) + " (AL)", e.unit(m.AL, 2, "mm"), e.spread(3) + " mm"},
		{e.pick(chamberDepth...) + " (ACD)", e.unit(m.ACD, 2, "mm"), e.spread(3) + " mm"},
		{e.pick(lensThickness...) + " (LT)", e.unit(m.LT, 2, "mm"), e.spread(3) + " mm"},
		{e.pick(cornealThickness...) + " (CCT)", whole(m.CCT, " µm"), e.spread(0) + " µm"},
		{e.pick(whiteToWhite...) + " (WTW)", e.unit(m.WTW, 1, "mm"), ""},
		{e.pick(pupilSize...), e.num(new(3.4), 1) + " mm", ""},
		{"K1", e.unit(m.K1Magnitude, 2, "D") + " " + at(m.K1Axis), e.spread(2) + " D"},
		{"K2", e.unit(m.K2Magnitude, 2, "D") + " " + at(m.K2Axis), e.spread(2) + " D"},
		{"ΔK", e.difference(m.K1Magnitude, m.K2Magnitude) + " D " + at(m.K1Axis), ""},
		{"TK1", e.unit(m.TK1Magnitude, 2, "D") + " " + at(m.TK1Axis), ""},
		{"TK2", e.unit(m.TK2Magnitude, 2, "D") + " " + at(m.TK2Axis), ""},
		{"ΔTK", e.difference(m.TK1Magnitude, m.TK2Magnitude) + " D " + at(m.TK1Axis), ""},
		{"TSE", e.mean(m.TK1Magnitude, m.TK2Magnitude) + " D", ""},
		{e.pick(keratometricIndex...) + " n", e.num(m.KeratometricIndex, 4), ""},
		{e.pick(lensStatus...), e.word(m.LensStatus, lensWords), ""},
		{e.pick(earlierSurgery...), e.word(m.PostRefractive, surgeryWords), ""},
	}
}
