package samples

import "fmt"

// Parts of pages that several devices have in their own places.

// labelled is a label and what it is of.
func (e *exam) labelled(label []words, value string) string { return e.pick(label...) + ": " + value }

// patientLines is who was examined.
func (e *exam) patientLines() []string {
	out := []string{e.labelled(patientLabel, e.person.printed), e.labelled(idLabel, e.id)}
	if e.gender != "" || !e.bare {
		out = append(out, e.labelled(genderLabel, e.word(&e.gender, genderWords)))
	}
	return out
}

// dayLines is when; the time of day is on some documents.
func (e *exam) dayLines() []string {
	on := e.day(e.on)
	if e.choice("clock", 3) == 0 {
		on += e.on.Format(" 15:04")
	}
	who := e.pick(physicianLabel, operatorLabel)
	return []string{e.labelled(bornLabel, e.day(e.born)), e.labelled(examLabel, on), who + ": " + e.say(nobody)}
}

// printedLine is the foot of a page.
func (e *exam) printedLine(page, pages int) string {
	return fmt.Sprintf("%s   %s %d/%d", e.labelled(printLabel, e.day(e.printed)), e.say(pageWord), page, pages)
}

// stack writes lines below each other.
func (c *canvas) stack(x, y, size, leading float64, lines ...string) {
	for i, s := range lines {
		c.text(x, y+float64(i)*leading, size, s)
	}
}

// remark writes the notes, if there are any, in at most two lines.
func (c *canvas) remark(e *exam, x, y, width, size float64) {
	if e.notes != "" {
		c.wrapped(x, y, width, size, size*0.5, e.pick(notesLabel...)+": "+e.notes)
	}
}

// refraction writes a refraction and an acuity, which are no fields.
func (c *canvas) refraction(e *exam, x, y, size float64) {
	sphere, cylinder := float64(e.noise.IntN(24)-16)/4, -float64(1+e.noise.IntN(8))/4
	c.text(x, y, size, fmt.Sprintf("%s: %s %s x %d°   %s: %s", e.say(refractionWord), e.num(&sphere, 2), e.num(&cylinder, 2),
		1+e.noise.IntN(180), e.say(acuityWord), e.num(new(float64(1+e.noise.IntN(10))/10), 1)))
}

// lensTable writes a lens calculation: numbers that are no measurements.
func (c *canvas) lensTable(e *exam, x, y, width float64, rows int) {
	constant := 118.1 + float64(e.noise.IntN(14))/10
	power := 12 + float64(e.noise.IntN(30))/2
	c.within(x, y, width, 9, e.say(targetRefraction)+": "+e.num(new(-0.25*float64(1+e.noise.IntN(4))), 2)+" D")
	c.within(x, y+5.4, width, 9, fmt.Sprintf("Testlens T%d   A: %s   pACD: %s", 1+e.noise.IntN(3), e.num(&constant, 1), e.num(new(5.2+float64(e.noise.IntN(5))/10), 2)))
	c.text(x, y+10.8, 9, e.say(words{"IOL (D)", "IOL (D)", "LIO (D)", "LIO (D)", "LIO (D)", "IOL (D)"}))
	c.text(x+width/2, y+10.8, 9, e.say(same("REF (D)")))
	for i := range rows {
		c.text(x, y+16.2+5.2*float64(i), 9, e.num(new(power+float64(i)/2), 2))
		c.text(x+width/2, y+16.2+5.2*float64(i), 9, e.num(new(0.61-float64(i)*0.36), 2))
	}
}
