package samples

// printAnterion prints in the manner of the Heidelberg ANTERION: one eye to a
// page, the cornea's two surfaces in sections of their own, posterior powers
// with a minus sign.
func printAnterion(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.anterionHead(e, side)
		c.anterionCornea(e, m)
		c.anterionDistances(e, m)
		if e.notes != "" {
			c.text(14, 200, 9.5, e.say("Comment: ", "Kommentar: ")+e.notes)
		}
		c.line(12, 280, 198, 280)
		c.text(12, 285, 7, e.say("Software version 1.4.2.0   Printed 28 Dec 2025", "Softwareversion 1.4.2.0   Gedruckt 28.12.2025"))
	}
}

func (c *canvas) anterionHead(e *exam, side int) {
	day := e.say("2 Jan 2006", "02.01.2006")
	c.bold(12, 15, 16, "ANTERION")
	c.ending(198, 15, 9, "Heidelberg Engineering")
	c.fill(12, 18, 186, 1.2, 200, 30, 40)
	c.text(12, 26, 10, e.say("Patient name: ", "Patientenname: ")+e.person.printed)
	c.text(12, 32, 10, e.say("Patient ID: ", "Patienten-ID: ")+e.id)
	c.text(12, 38, 10, e.say("Sex: ", "Geschlecht: ")+e.word(&e.gender, genderWords))
	c.text(112, 26, 10, e.say("DOB: ", "Geb.-Datum: ")+e.born.Format(day))
	c.text(112, 32, 10, e.say("Examination date: ", "Untersuchungsdatum: ")+e.on.Format(day))
	c.text(112, 38, 10, e.say("App: Cataract", "App: Katarakt"))
	c.fill(12, 44, 186, 10, 240, 240, 240)
	c.bold(15, 51, 13, []string{"OD", "OS"}[side])
	c.text(30, 51, 11, []string{e.say("Right eye", "Rechtes Auge"), e.say("Left eye", "Linkes Auge")}[side])
}

func (c *canvas) anterionCornea(e *exam, m *measured) {
	c.bold(14, 64, 11, e.say("Anterior corneal surface", "Hornhautvorderfläche"))
	c.anterionKs(e, 71, m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis)
	c.text(112, 85, 10, e.say("Keratometric index: ", "Keratometrischer Index: ")+e.num(m.KeratometricIndex, 4))
	c.bold(14, 98, 11, e.say("Posterior corneal surface", "Hornhautrückfläche"))
	c.anterionKs(e, 105, minus(m.PK1Magnitude), minus(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
	c.bold(14, 132, 11, e.say("Total corneal power", "Gesamtbrechkraft der Hornhaut"))
	c.text(14, 139, 10, "K1 "+e.num(new(42.2), 2)+" D @ 12°")
	c.text(14, 145, 10, "K2 "+e.num(new(43.3), 2)+" D @ 102°")
}

func (c *canvas) anterionKs(e *exam, y float64, k1, k2 *float64, a1, a2 *int) {
	c.text(14, y, 10, e.say("K1 (flat)", "K1 (flach)"))
	c.text(44, y, 10, e.unit(k1, 2, "D")+" "+at(a1))
	c.text(14, y+7, 10, e.say("K2 (steep)", "K2 (steil)"))
	c.text(44, y+7, 10, e.unit(k2, 2, "D")+" "+at(a2))
	c.text(14, y+14, 10, "Km")
	c.text(44, y+14, 10, e.mean(k1, k2)+" D")
	c.text(112, y, 10, "Astig.")
	c.text(142, y, 10, e.difference(k2, k1)+" D "+at(a2))
}

func (c *canvas) anterionDistances(e *exam, m *measured) {
	c.bold(14, 154, 11, e.say("Distances", "Strecken"))
	aqueous := e.num(new(*m.ACD-float64(*m.CCT)/1000), 2)
	for i, row := range [][2]string{
		{"AL", e.unit(m.AL, 2, "mm")}, {"CCT", whole(m.CCT, " µm")}, {"AQD", aqueous + " mm"},
		{"ACD", e.unit(m.ACD, 2, "mm")}, {"LT", e.unit(m.LT, 2, "mm")},
	} {
		c.text(14, 161+7*float64(i), 10, row[0])
		c.text(44, 161+7*float64(i), 10, row[1])
	}
	for i, row := range [][2]string{
		{"WTW", e.unit(m.WTW, 1, "mm")}, {e.say("Lens status", "Linsenstatus"), e.word(m.LensStatus, lensWords)},
		{e.say("Refractive surgery", "Refraktive Chirurgie"), e.word(m.PostRefractive, surgeryWords)},
		{"SimK", e.num(new(43.1), 1) + " D"},
	} {
		c.text(112, 161+7*float64(i), 10, row[0])
		c.text(154, 161+7*float64(i), 10, row[1])
	}
}
