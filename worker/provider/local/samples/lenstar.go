package samples

import "fmt"

// printLenstar prints in the manner of the Haag-Streit Lenstar LS 900: a table
// with the labels once, and for each eye a column of values and one of
// standard deviations.
func printLenstar(c *canvas, e *exam) {
	c.page()
	c.lenstarHead(e)
	c.fill(12, 48, 186, 8, 235, 235, 235)
	for side, name := range []string{e.say("OD Right", "OD Rechts"), e.say("OS Left", "OS Links")} {
		c.bold(78+float64(side)*64, 53.5, 10.5, name)
	}
	for side := range e.eyes {
		c.text(78+float64(side)*64, 60, 8, e.say("Mean", "Mittelwert"))
		c.text(112+float64(side)*64, 60, 8, "SD")
	}
	c.line(12, 62, 198, 62)
	for i, row := range lenstarRows(e) {
		y := 69 + 8*float64(i)
		c.text(14, y, 9.5, row.label)
		for side, m := range e.eyes {
			c.text(78+float64(side)*64, y, 9.5, row.value(m))
			if row.spread >= 0 {
				c.text(112+float64(side)*64, y, 9.5, e.spread(row.spread))
			}
		}
		c.line(12, y+3, 198, y+3)
	}
	c.lenstarLenses(e, 186)
}

// printLenstarPages prints one eye to a page.
func printLenstarPages(c *canvas, e *exam) {
	for side, m := range e.eyes {
		c.page()
		c.lenstarHead(e)
		c.fill(12, 48, 186, 8, 235, 235, 235)
		c.bold(14, 53.5, 10.5, []string{e.say("Right eye (OD)", "Rechtes Auge (OD)"), e.say("Left eye (OS)", "Linkes Auge (OS)")}[side])
		for i, row := range lenstarRows(e) {
			y := 66 + 8*float64(i)
			c.text(14, y, 10, row.label)
			c.text(90, y, 10, row.value(m))
			if row.spread >= 0 {
				c.text(130, y, 9, "± "+e.spread(row.spread))
			}
		}
		c.lenstarLenses(e, 186)
	}
}

type lenstarRow struct {
	label  string
	value  func(*measured) string
	spread int // decimals of the standard deviation, -1 for none
}

func lenstarRows(e *exam) []lenstarRow {
	k := func(k *float64, a *int) string {
		return fmt.Sprintf("%s/%s %s", e.num(k, 2), e.radius(k, 1.332), at(a))
	}
	return []lenstarRow{
		{e.say("Axial length AL [mm]", "Achslänge AL [mm]"), func(m *measured) string { return e.num(m.AL, 2) }, 2},
		{e.say("Corneal thickness CCT [µm]", "Hornhautdicke CCT [µm]"), func(m *measured) string { return whole(m.CCT, "") }, 0},
		{e.say("Aqueous depth AD [mm]", "Kammerwassertiefe AD [mm]"), func(m *measured) string { return e.num(new(*m.ACD-float64(*m.CCT)/1000), 2) }, 2},
		{e.say("Anterior chamber ACD [mm]", "Vorderkammer ACD [mm]"), func(m *measured) string { return e.num(m.ACD, 2) }, 2},
		{e.say("Lens thickness LT [mm]", "Linsendicke LT [mm]"), func(m *measured) string { return e.num(m.LT, 2) }, 2},
		{"K1 [D/mm/°]", func(m *measured) string { return k(m.K1Magnitude, m.K1Axis) }, -1},
		{"K2 [D/mm/°]", func(m *measured) string { return k(m.K2Magnitude, m.K2Axis) }, -1},
		{e.say("Astigmatism [D]", "Astigmatismus [D]"), func(m *measured) string { return e.difference(m.K2Magnitude, m.K1Magnitude) }, -1},
		{e.say("White to white WTW [mm]", "Weiß-zu-Weiß WTW [mm]"), func(m *measured) string { return e.num(m.WTW, 1) }, 2},
		{e.say("Pupil diameter PD [mm]", "Pupillendurchmesser PD [mm]"), func(*measured) string { return e.num(new(4.2), 2) }, -1},
		{e.say("Lens status", "Linsenstatus"), func(m *measured) string { return e.word(m.LensStatus, lensWords) }, -1},
		{e.say("Refractive surgery", "Refraktive Chirurgie"), func(m *measured) string { return e.word(m.PostRefractive, surgeryWords) }, -1},
		{e.say("Keratometric index n", "Keratometrischer Index n"), func(m *measured) string { return e.num(m.KeratometricIndex, 4) }, -1},
	}
}

func (c *canvas) lenstarHead(e *exam) {
	day := e.say("2006-01-02", "02.01.2006")
	c.bold(12, 16, 15, "HAAG-STREIT")
	c.ending(198, 16, 13, "LENSTAR LS 900")
	c.line(12, 20, 198, 20)
	c.text(12, 27, 9.5, e.say("Name: ", "Name: ")+e.person.printed)
	c.text(12, 33, 9.5, e.say("Date of birth: ", "Geburtsdatum: ")+e.born.Format(day))
	c.text(12, 39, 9.5, e.say("Sex: ", "Geschlecht: ")+e.word(&e.gender, genderWords))
	c.text(110, 27, 9.5, e.say("Patient ID: ", "Pat.-Nr.: ")+e.id)
	c.text(110, 33, 9.5, e.say("Measured on: ", "Messdatum: ")+e.on.Format(day+" 15:04"))
	c.text(110, 39, 9.5, e.say("Examiner: Nobody", "Untersucher: Niemand"))
}

// lenstarLenses prints lens constants: numbers that are no measurements.
func (c *canvas) lenstarLenses(e *exam, y float64) {
	c.bold(12, y, 10, e.say("IOL constants", "IOL-Konstanten"))
	for i, name := range []string{"Testlens T1", "Testlens T2"} {
		c.text(14, y+7+6*float64(i), 9, name)
		c.text(78, y+7+6*float64(i), 9, "pACD "+e.num(new(5.2+float64(i)/10), 2))
		c.text(112, y+7+6*float64(i), 9, "SF "+e.num(new(1.6+float64(i)/10), 2))
		c.text(142, y+7+6*float64(i), 9, "A "+e.num(new(118.7+float64(i)/10), 1))
	}
	c.text(12, 288, 7, "EyeSuite i9.6  "+e.say("Printed 2025-12-28", "Gedruckt 28.12.2025"))
}
