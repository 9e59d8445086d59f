package samples

import "math/rand/v2"

// adaptMS39Ledger prints neither lens nor history.
func adaptMS39Ledger(r *rand.Rand, e *exam) {
	adaptMS39Side(r, e)
	for _, m := range e.both() {
		m.LensStatus, m.PostRefractive = nil, nil
	}
}

// printMS39Ledger has the labels once: for each eye power, radius and axis of a
// meridian in columns, and the other values below at the columns' ends.
func printMS39Ledger(c *canvas, e *exam) {
	c.page()
	c.bold(12, 15, 15, "CSO  MS-39")
	c.ending(198, 15, 9, e.say(clinic))
	c.patientStrip(e.particulars(false), 13, 23, 198, 3)
	y, k, axis := 46.0, e.meridians(""), e.say(axisOf)
	c.fill(12, y, 186, 8, 60, 66, 80)
	c.ink(255, 255, 255)
	for side := range e.eyes {
		c.fitted(76+62*float64(side), y+5.7, 58, 11, "B", e.headed(side))
	}
	c.ink(0, 0, 0)
	y += 14
	surface := func(title string, of func(m *measured) [][]string) {
		c.fitted(14, y, 58, 10, "B", title)
		for side := range e.eyes {
			x := 76 + 62*float64(side)
			rows := append([][]string{{"D", "mm", axis}}, of(e.eye(side))...)
			grid{[]float64{x, x + 23, x + 42, x + 61}, y, 6.6, 9.5, false}.write(c, rows)
		}
		for i := range k {
			c.text(18, y+6.6*float64(i+1), 9.5, k[i])
		}
		c.line(12, y+16, 198, y+16)
		y += 22
	}
	surface("Sim-K", func(m *measured) [][]string {
		return [][]string{
			{e.num(m.K1Magnitude, 2), e.radius(m.K1Magnitude, e.index), whole(m.K1Axis, "°")}, {e.num(m.K2Magnitude, 2), e.radius(m.K2Magnitude, e.index), whole(m.K2Axis, "°")},
		}
	})
	surface(e.faced(1), func(m *measured) [][]string {
		return [][]string{
			{e.num(e.behind(m.PK1Magnitude), 2), e.behindRadius(m.PK1Magnitude), whole(m.PK1Axis, "°")},
			{e.num(e.behind(m.PK2Magnitude), 2), e.behindRadius(m.PK2Magnitude), whole(m.PK2Axis, "°")},
		}
	})
	surface(e.say(totalHead), func(m *measured) [][]string {
		flat, steep := axes(e.noise)
		if *m == (measured{}) {
			flat, steep = nil, nil
		}
		return [][]string{{e.other(m, 40.1, 42.9, 2), "", whole(flat, "°")}, {e.other(m, 43.1, 45.9, 2), "", whole(steep, "°")}}
	})
	for _, row := range []tableRow{
		{e.say(indexOf), e.length(getIndex, 4, ""), 0}, {"Avg", func(m *measured) string { return e.mean(m.K1Magnitude, m.K2Magnitude) + " D" }, 0},
		{e.say(pachymetryOf), getThickness(" µm"), 0}, {e.pick(thinnest...), func(m *measured) string { return e.ms39Chamber(m)[2][1] }, 0},
		{e.say(chamberOf), e.length(getACD, 2, "mm"), 0}, {e.say(aqueousOf), e.length((*measured).aqueous, 2, "mm"), 0},
		{e.say(thicknessOf), e.length(getLT, 2, "mm"), 0}, {e.say(axialOf), e.length(getAL, 2, "mm"), 0}, {"HVID (WTW)", e.length(getWTW, 2, "mm"), 0},
		{e.say(pupilOf), func(m *measured) string { return e.other(m, 2.8, 6.1, 2) + " mm" }, 0},
		{e.say(asphericity), func(m *measured) string { return e.other(m, -0.6, -0.05, 2) }, 0},
	} {
		c.fitted(14, y, 58, 9.5, "", row.label)
		for side := range e.eyes {
			c.ending(132+62*float64(side), y, 9.5, e.cell(row.value(e.eye(side))))
		}
		c.line(12, y+2.4, 198, y+2.4)
		y += 7
	}
	c.comment(e, 14, y+4, 184)
	for side := range e.eyes {
		c.offers(e, 14+95*float64(side), y+18, 90, side, 5)
	}
	c.base(e, 288, "Phoenix 4.3", 1, 1)
}

// adaptPentacamScreen prints one decimal of powers and of the corneal diameter,
// and neither the lens's thickness nor an index.
func adaptPentacamScreen(_ *rand.Rand, e *exam) {
	e.noIndex()
	for _, m := range e.both() {
		m.LT = nil
		for _, k := range []**float64{&m.K1Magnitude, &m.K2Magnitude, &m.PK1Magnitude, &m.PK2Magnitude} {
			if *k != nil {
				*k = new(rounded(**k, 1))
			}
		}
	}
}

// printPentacamScreen is in landscape, an eye to a page: patient and chamber at
// the left, the cornea in the middle, maps at the right.
func printPentacamScreen(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.wide()
		c.bold(10, 12, 12, "OCULUS Pentacam AXL")
		c.ending(287, 12, 10, e.headed(side))
		c.line(10, 14, 287, 14)
		c.frame(10, 18, 92, 50)
		c.lists(e.particulars(true), 25, 88, 6, 12)
		c.frame(10, 72, 92, 78)
		c.lists([][2]string{
			{"AL", e.unit(m.AL, 2, "mm") + e.marked(m.AL)}, {e.say(externalOf), e.unit(m.ACD, 2, "mm")}, {e.say(internalOf), e.unit(m.aqueous(), 2, "mm")},
			{"HWTW", e.unit(m.WTW, 1, "mm")}, {e.say(chamberVolume), e.other(m, 80, 220, 0) + " mm³"}, {e.say(chamberAngle), e.other(m, 24, 48, 1) + "°"},
			{e.say(pupilOf), e.other(m, 2.2, 5.1, 2) + " mm"}, {e.say(lensOf), e.word(m.LensStatus, seventhLens)}, {e.say(operationOf), e.word(m.PostRefractive, seventhSurgery)},
		}, 80, 88, 8, 12)
		c.screened(e, e.faced(0), m, e.front(m), 18)
		c.screened(e, e.faced(1), m, back(m), 72)
		pachy := e.pachy(m)
		pachy[1][0], pachy[2][0], pachy[3][0] = e.say(centralOf), "Apex", e.say(thinPlace)
		c.frame(106, 126, 88, 36)
		grid{[]float64{109, 151, 168, 181, 194}, 134, 7.4, 9.5, false}.write(c, pachy)
		c.image(200, 18, 87, 70, "Sagittal (Front)")
		c.image(200, 92, 87, 70, "Scheimpflug")
		c.comment(e, 108, 172, 178)
		c.offers(e, 12, 158, 88, side, 6)
		c.base(e, 203, "1.28r10", side+1, 2)
	}
}

// screened is the box of one surface: powers with their radii, then the axes.
func (c *canvas) screened(e *exam, title string, m *measured, p powers, y float64) {
	c.frame(106, y, 88, 50)
	c.bold(109, y+6.5, 10, title)
	axis := func(of words) string { return e.say(axisOf) + " (" + e.say(of) + ")" }
	grid{[]float64{109, 131, 151, 170, 194}, y + 15, 7.6, 9.5, false}.write(c, [][]string{
		{"K1", e.unit(e.signed(p, p.k1), 1, "D"), "Rf", e.radius(p.k1, p.index) + " mm"},
		{"K2", e.unit(e.signed(p, p.k2), 1, "D"), "Rs", e.radius(p.k2, p.index) + " mm"},
		{"Km", e.unit(e.signed(p, p.mean()), 1, "D"), "Astig", e.num(p.astigmatism(), 1) + " D"},
		{axis(flatOf), whole(p.a1, "°"), "Q (8 mm)", e.other(m, -0.7, -0.05, 2)},
		{axis(steepOf), whole(p.a2, "°")},
	})
}
