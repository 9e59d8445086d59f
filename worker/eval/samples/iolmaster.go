package samples

import "fmt"

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
	c.iolmasterKs(e, x, 188, "P", e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
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
