package samples

import "fmt"

// printIOLMaster prints in the manner of the ZEISS IOLMaster 700: both eyes
// side by side, each with labels of its own, and a lens calculation below.
func printIOLMaster(c *canvas, e *exam) {
	c.page()
	c.fill(0, 0, 210, 16, 20, 60, 120)
	c.ink(255, 255, 255)
	c.bold(12, 10.5, 15, "ZEISS")
	c.text(120, 10.5, 11, e.say("Biometry report", "Biometriebericht")+"  IOLMaster 700")
	c.ink(0, 0, 0)
	c.iolmasterPatient(e)
	for side, m := range e.eyes {
		c.iolmasterEye(e, m, side, 12+float64(side)*96)
	}
	if e.notes != "" {
		c.text(12, 213, 9, e.say("Remarks: ", "Bemerkung: ")+e.notes)
	}
	c.iolmasterLenses(e)
	c.line(12, 284, 198, 284)
	c.text(12, 288, 7, e.say("Software 1.90.12.05  Print date 12/28/2025  Page 1 of 1", "Software 1.90.12.05  Druckdatum 28.12.2025  Seite 1 von 1"))
}

func (c *canvas) iolmasterPatient(e *exam) {
	day := e.say("01/02/2006", "02.01.2006")
	c.frame(12, 20, 186, 20)
	c.text(15, 26, 9.5, e.say("Patient: ", "Patient: ")+e.person.printed)
	c.text(15, 31.5, 9.5, e.say("Patient ID: ", "Patienten-ID: ")+e.id)
	c.text(15, 37, 9.5, e.say("Gender: ", "Geschlecht: ")+e.word(&e.gender, genderWords))
	c.text(110, 26, 9.5, e.say("Date of birth: ", "Geburtsdatum: ")+e.born.Format(day))
	c.text(110, 31.5, 9.5, e.say("Exam date: ", "Untersuchungsdatum: ")+e.on.Format(day))
	c.text(110, 37, 9.5, e.say("Physician: Dr. Nobody", "Arzt: Dr. Niemand"))
}

func (c *canvas) iolmasterEye(e *exam, m *measured, side int, x float64) {
	c.fill(x, 44, 90, 9, 225, 232, 242)
	c.bold(x+3, 50, 11, []string{e.say("OD  right", "OD  rechts"), e.say("OS  left", "OS  links")}[side])
	c.iolmasterStatus(e, m, x)
	c.section(x, 88, e.say("Biometric values", "Biometrische Werte"))
	y := 94.0
	for _, row := range []struct{ label, value, unit string }{
		{"AL", e.unit(m.AL, 2, "mm"), "µm"}, {"ACD", e.unit(m.ACD, 2, "mm"), "µm"},
		{"LT", e.unit(m.LT, 2, "mm"), "µm"}, {"CCT", whole(m.CCT, " µm"), "µm"},
		{"WTW", e.unit(m.WTW, 1, "mm"), ""},
	} {
		c.text(x+3, y, 9.5, row.label+": "+row.value)
		if row.unit != "" {
			c.text(x+48, y, 9.5, "SD: "+e.spread(0)+" "+row.unit)
		}
		y += 5.6
	}
	c.section(x, 126, e.say("Keratometry", "Keratometrie"))
	c.iolmasterKs(e, x, 132, "", m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
	c.section(x, 154, e.say("Total Keratometry", "Totale Keratometrie"))
	c.iolmasterKs(e, x, 160, "T", m.TK1Magnitude, m.TK2Magnitude, m.TK1Axis, m.TK2Axis)
	c.section(x, 182, e.say("Posterior keratometry", "Posteriore Keratometrie"))
	c.iolmasterKs(e, x, 188, "P", minus(m.PK1Magnitude), minus(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
}

func (c *canvas) iolmasterStatus(e *exam, m *measured, x float64) {
	c.circle(x+78, 69, 9)
	c.circle(x+78, 69, 3)
	for i, s := range []string{
		"LS: " + e.word(m.LensStatus, lensWords), "VS: " + e.say("Vitreous body", "Glaskörper"),
		"Ref: " + none + "   VA: " + none, "LVC: " + e.word(m.PostRefractive, surgeryWords),
		"n: " + e.num(m.KeratometricIndex, 4),
	} {
		c.text(x+3, 58.5+5.4*float64(i), 9, s)
	}
}

func (c *canvas) section(x, y float64, s string) {
	c.bold(x+3, y, 9.5, s)
	c.line(x+3, y+1.2, x+87, y+1.2)
}

// iolmasterKs prints one keratometry: spherical equivalent, both meridians and
// their difference.
func (c *canvas) iolmasterKs(e *exam, x, y float64, kind string, k1, k2 *float64, a1, a2 *int) {
	se := kind + "SE: " + e.mean(k1, k2) + " D"
	if kind == "" {
		se = "SE: " + e.mean(k1, k2) + " D"
	}
	c.text(x+3, y, 9.5, se)
	c.text(x+48, y, 9.5, "SD: "+e.spread(2)+" D")
	c.text(x+3, y+5.4, 9.5, fmt.Sprintf("%sK1: %s %s", kind, e.unit(k1, 2, "D"), at(a1)))
	c.text(x+3, y+10.8, 9.5, fmt.Sprintf("%sK2: %s %s", kind, e.unit(k2, 2, "D"), at(a2)))
	c.text(x+3, y+16.2, 9.5, fmt.Sprintf("Δ%sK: %s D %s", kind, e.difference(k1, k2), at(a1)))
}

// iolmasterLenses prints a lens calculation: numbers that are no measurements.
func (c *canvas) iolmasterLenses(e *exam) {
	c.bold(12, 221, 10, e.say("IOL calculation", "IOL-Berechnung"))
	for side := range e.eyes {
		x := 12 + float64(side)*96
		c.frame(x, 224, 90, 54)
		c.bold(x+3, 230, 9.5, []string{"OD", "OS"}[side])
		c.text(x+20, 230, 9, e.say("Target refraction: ", "Zielrefraktion: ")+e.num(new(-0.5), 2)+" D")
		c.text(x+3, 236, 9, "Testlens T1   A: "+e.num(new(119.1), 1)+"   ACD const: "+e.num(new(5.4), 1))
		c.text(x+3, 242, 9, "IOL (D)")
		c.text(x+48, 242, 9, "Ref (D)")
		for i := range 5 {
			c.text(x+3, 248+5.2*float64(i), 9, e.num(new(20.5+float64(i)/2), 2))
			c.text(x+48, 248+5.2*float64(i), 9, e.num(new(0.31-float64(i)*0.36), 2))
		}
	}
}
