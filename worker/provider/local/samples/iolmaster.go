package samples

import (
	"fmt"
	"math/rand/v2"
)

// iolmaster700 is in the manner of the ZEISS IOLMaster 700.
var iolmaster700 = deviceSpec{
	name: "IOLMaster700", maker: "Zeiss", posterior: "IOLMaster700",
	index: []float64{1.3375, 1.3375, 1.332, 1.3315},
	layouts: []layout{
		{"side", nil, printIOLMaster},
		{"stacked", adaptIOLMasterStacked, printIOLMasterStacked},
		{"pages", adaptIOLMasterPages, printIOLMasterPages},
	},
}

// printIOLMaster has both eyes side by side, each with labels of its own, and
// a lens calculation below.
func printIOLMaster(c *canvas, e *exam) {
	c.page()
	c.fill(0, 0, 210, 16, 20, 60, 120)
	c.ink(255, 255, 255)
	c.bold(12, 10.5, 15, "ZEISS")
	c.ending(198, 10.5, 11, e.say(words{"Biometry report", "Biometriebericht", "Informe de biometría", "Rapport de biométrie", "Relatório de biometria", "Rapporto biometrico"})+"  IOLMaster 700")
	c.ink(0, 0, 0)
	c.frame(12, 20, 186, 20)
	c.stack(15, 26, 9.5, 5.5, e.patientLines()...)
	c.stack(110, 26, 9.5, 5.5, e.dayLines()...)
	for side := range e.eyes {
		c.iolmasterEye(e, side, 12+float64(side)*96)
	}
	c.remark(e, 12, 212, 186, 9)
	c.bold(12, 222.5, 10, e.say(lensCalculation))
	for side := range e.eyes {
		x := 12 + float64(side)*96
		c.frame(x, 225, 90, 54)
		c.bold(x+3, 230.5, 9.5, e.sideShort(side))
		c.lensTable(e, x+3, 236, 84, 5)
	}
	c.line(12, 284, 198, 284)
	c.text(12, 288, 7.5, "Software 1.90.12.05   "+e.printedLine(1, 1))
}

func (c *canvas) iolmasterEye(e *exam, side int, x float64) {
	m := e.eye(side)
	c.fill(x, 44, 90, 9, 225, 232, 242)
	c.bold(x+3, 50, 11, e.sideShort(side)+"  "+e.sideLong(side))
	c.circle(x+80, 66, 7)
	c.circle(x+80, 66, 2.5)
	c.stack(x+3, 58.5, 9, 5.4, e.iolmasterStatus(m)...)
	c.section(x, 88, e.say(words{"Biometric values", "Biometrische Werte", "Valores biométricos", "Valeurs biométriques", "Valores biométricos", "Valori biometrici"}))
	for i, row := range e.iolmasterDistances(m) {
		y := 94 + 5.6*float64(i)
		c.text(x+3, y, 9.5, row[0])
		c.text(x+48, y, 9.5, row[1])
	}
	c.section(x, 126, e.say(keratometry))
	c.iolmasterKs(e, x, 132, "", m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
	c.section(x, 154, e.say(totalKeratometry))
	c.iolmasterKs(e, x, 160, "T", m.TK1Magnitude, m.TK2Magnitude, m.TK1Axis, m.TK2Axis)
	c.section(x, 182, e.say(posteriorKeratometry))
	c.iolmasterKs(e, x, 188, "P", minus(m.PK1Magnitude), minus(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
}

func (e *exam) iolmasterStatus(m *measured) []string {
	return []string{
		"LS: " + e.word(m.LensStatus, lensWords),
		"VS: " + e.say(words{"Vitreous body", "Glaskörper", "Cuerpo vítreo", "Corps vitré", "Corpo vítreo", "Corpo vitreo"}),
		"Ref: " + none + "   VA: " + none, "LVC: " + e.word(m.PostRefractive, surgeryWords), "n: " + e.num(m.KeratometricIndex, 4),
	}
}

// iolmasterDistances is the lengths and their deviations, and two more that
// are no fields.
func (e *exam) iolmasterDistances(m *measured) [][2]string {
	sd := func(given bool) string {
		if !given {
			return "SD: " + none
		}
		return "SD: " + e.spread(0) + " µm"
	}
	return [][2]string{
		{"AL: " + e.unit(m.AL, 2, "mm") + e.mark(), sd(m.AL != nil)},
		{"ACD: " + e.unit(m.ACD, 2, "mm") + e.mark(), sd(m.ACD != nil)},
		{"LT: " + e.unit(m.LT, 2, "mm") + e.mark(), sd(m.LT != nil)},
		{"CCT: " + whole(m.CCT, " µm"), sd(m.CCT != nil)},
		{"WTW: " + e.unit(m.WTW, 1, "mm"), "P: " + e.num(new(2.8+float64(e.noise.IntN(30))/10), 1) + " mm"},
	}
}

func (c *canvas) section(x, y float64, s string) {
	c.bold(x+3, y, 9.5, s)
	c.line(x+3, y+1.2, x+87, y+1.2)
}

// iolmasterKs prints one keratometry: spherical equivalent, both meridians and
// their difference.
func (c *canvas) iolmasterKs(e *exam, x, y float64, kind string, k1, k2 *float64, a1, a2 *int) {
	se := kind + "SE: "
	c.text(x+3, y, 9.5, se+e.mean(k1, k2)+" D")
	c.text(x+48, y, 9.5, "SD: "+e.spread(2)+" D")
	c.text(x+3, y+5.4, 9.5, fmt.Sprintf("%sK1: %s %s%s", kind, e.unit(k1, 2, "D"), at(a1), e.mark()))
	c.text(x+3, y+10.8, 9.5, fmt.Sprintf("%sK2: %s %s", kind, e.unit(k2, 2, "D"), at(a2)))
	c.text(x+3, y+16.2, 9.5, fmt.Sprintf("Δ%sK: %s D %s", kind, e.difference(k1, k2), at(a1)))
}

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
