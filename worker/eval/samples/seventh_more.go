package samples

import "math/rand/v2"

// printAnterionMatrix has one eye below the other: lengths at the left, and at
// the right the cornea, a row for each surface.
func printAnterionMatrix(c *canvas, e *exam) {
	c.page()
	c.bold(12, 14, 15, "ANTERION")
	c.text(50, 14, 10, "Cataract App")
	c.ending(198, 14, 9, "Heidelberg Engineering")
	c.line(12, 17, 198, 17)
	c.patientStrip(e.particulars(false), 13, 22, 198, 3)
	for side := range e.eyes {
		c.anterionMatrix(e, side, 44+94*float64(side))
	}
	c.comment(e, 14, 237, 184)
	for side := range e.eyes {
		c.offers(e, 14+95*float64(side), 249, 90, side, 5)
	}
	c.base(e, 288, "1.5.0.0", 1, 1)
}

func (c *canvas) anterionMatrix(e *exam, side int, y float64) {
	m, k := e.eye(side), e.meridians("")
	c.fill(12, y, 186, 8, 238, 232, 228)
	c.bold(14, y+5.7, 11.5, e.headed(side))
	for i, row := range [][2]string{
		{e.say(axialOf), e.unit(m.AL, 2, "mm") + e.marked(m.AL)}, {e.say(pachymetryOf), whole(m.CCT, " µm")}, {e.say(aqueousOf), e.unit(m.aqueous(), 2, "mm")},
		{e.say(chamberOf), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)}, {e.say(thicknessOf), e.unit(m.LT, 2, "mm")}, {e.say(whiteOf), e.unit(m.WTW, 2, "mm")},
		{e.say(pupilOf), e.other(m, 2.5, 6.2, 2) + " mm"},
	} {
		line := y + 16 + 7.2*float64(i)
		c.fitted(14, line, 42, 9.5, "", row[0])
		c.ending(76, line, 9.5, row[1])
	}
	row := func(title string, k1, k2 *float64, a1, a2 *int) []string {
		return []string{title, e.meridional(k1, a1), e.meridional(k2, a2), e.mean(k1, k2), e.difference(k2, k1)}
	}
	flat, steep := axes(e.noise)
	tcp := []string{e.say(totalHead), none, none, none, none}
	if *m != (measured{}) {
		tcp = row(e.say(totalHead), between(e.noise, 40, 42.5, 2), between(e.noise, 42.6, 45, 2), flat, steep)
	}
	line := grid{[]float64{82, 111, 140, 168, 182, 198}, y + 16, 8, 9, true}.write(c, [][]string{
		{"", k[0], k[1], "Km [D]", "Astig. [D]"},
		row(e.faced(0), m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis),
		row(e.faced(1), e.behind(m.PK1Magnitude), e.behind(m.PK2Magnitude), m.PK1Axis, m.PK2Axis), tcp,
	})
	c.fitted(82, line+3, 114, 9, "", e.say(indexOf)+" = "+e.num(m.KeratometricIndex, 4))
	c.fitted(82, line+10, 114, 9, "", e.say(lensOf)+": "+e.word(m.LensStatus, seventhLens))
	c.fitted(82, line+17, 114, 9, "", e.say(operationOf)+": "+e.word(m.PostRefractive, seventhSurgery))
	c.image(82, line+22, 116, 18, "SS-OCT")
}

// printAladdinPlacido has one eye to a page: images at the left, boxes of
// values at the right.
func printAladdinPlacido(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.fill(12, 8, 186, 10, 0, 104, 139)
		c.ink(255, 255, 255)
		c.bold(15, 14.8, 13, "TOPCON  Aladdin")
		c.ending(195, 14.8, 12, e.headed(side))
		c.ink(0, 0, 0)
		c.lists(e.particulars(false), 26, 88, 6, 13, 108)
		c.image(12, 46, 84, 78, "Axial map")
		c.image(12, 128, 84, 58, "Placido")
		y := 46.0
		box := func(title string, rows ...[2]string) {
			c.frame(102, y, 96, 9+7*float64(len(rows)))
			c.fill(102, y, 96, 6.6, 216, 232, 240)
			c.bold(105, y+4.8, 9.5, title)
			for i, row := range rows {
				c.fitted(105, y+12+7*float64(i), 50, 9.5, "", row[0])
				c.ending(195, y+12+7*float64(i), 9.5, row[1])
			}
			y += 12 + 7*float64(len(rows))
		}
		k := e.meridians("")
		meridian := func(v *float64, a *int) string { return e.radius(v, e.index) + " mm   " + e.meridional(v, a) }
		box(e.say(keratometry), [2]string{k[0], meridian(m.K1Magnitude, m.K1Axis)}, [2]string{k[1], meridian(m.K2Magnitude, m.K2Axis)},
			[2]string{"CYL", e.difference(m.K1Magnitude, m.K2Magnitude) + " D"},
			[2]string{e.say(averageHead), e.mean(m.K1Magnitude, m.K2Magnitude) + " D"}, [2]string{e.say(indexOf), e.num(m.KeratometricIndex, 4)})
		box(e.say(lengthsHead), [2]string{e.say(pachymetryOf), whole(m.CCT, " µm")}, [2]string{e.say(chamberOf), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)},
			[2]string{e.say(thicknessOf), e.unit(m.LT, 2, "mm")}, [2]string{e.say(axialOf), e.unit(m.AL, 2, "mm") + e.marked(m.AL)},
			[2]string{e.say(whiteOf), e.unit(m.WTW, 2, "mm")}, [2]string{e.say(lensOf), e.word(m.LensStatus, seventhLens)})
		pupils := e.pupilRows(m)
		box(e.say(pupillometry), [2]string{pupils[0][0], pupils[0][1]}, [2]string{pupils[1][0], pupils[1][1]})
		c.comment(e, 13, 200, 184)
		c.offers(e, 13, 214, 120, side, 7)
		c.base(e, 288, "Aladdin 1.9", side+1, 2)
	}
}

// printArgosTiles has a tile for each value, the label small above it.
func printArgosTiles(c *canvas, e *exam) {
	c.page()
	c.bold(12, 15, 15, "Argos")
	c.ending(198, 15, 10, "Alcon   SS-OCT Biometer")
	c.fill(12, 17.5, 186, 0.8, 0, 70, 160)
	c.patientStrip(e.particulars(false), 13, 23, 198, 3)
	for side := range e.eyes {
		m, y := e.eye(side), 46+92*float64(side)
		c.bold(13, y+5, 12, e.headed(side))
		k := e.meridians("")
		for i, tile := range [][3]string{
			{e.say(axialOf), e.unit(m.AL, 2, "mm") + e.marked(m.AL), e.deviation(m.AL == nil, "SD ", 2, "")},
			{e.say(chamberOf), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD), e.deviation(m.ACD == nil, "SD ", 2, "")},
			{e.say(thicknessOf), e.unit(m.LT, 2, "mm"), e.deviation(m.LT == nil, "SD ", 2, "")},
			{e.say(pachymetryOf), whole(m.CCT, " µm"), e.deviation(m.CCT == nil, "SD ", 0, "")},
			{k[0], e.meridional(m.K1Magnitude, m.K1Axis), ""}, {k[1], e.meridional(m.K2Magnitude, m.K2Axis), ""},
			{"AST", e.difference(m.K2Magnitude, m.K1Magnitude) + " D", ""}, {e.say(indexOf), e.num(m.KeratometricIndex, 4), ""},
			{e.say(aqueousOf), e.unit(m.aqueous(), 2, "mm"), ""}, {e.say(cornealDiameter) + " (CD)", e.unit(m.WTW, 2, "mm"), ""},
			{e.say(pupilOf) + " (PS)", e.other(m, 2.4, 5.6, 2) + " mm", ""}, {e.say(lensOf), e.word(m.LensStatus, seventhLens), ""},
		} {
			x, top := 12+47*float64(i%4), y+9+26*float64(i/4)
			c.frame(x, top, 45, 23)
			c.ink(80, 80, 80)
			c.fitted(x+2, top+5, 41, 8.5, "", tile[0])
			c.ending(x+43, top+21, 7.5, tile[2])
			c.ink(0, 0, 0)
			c.fitted(x+4, top+14.5, 38, 12, "B", tile[1])
		}
	}
	c.comment(e, 13, 234, 184)
	for side := range e.eyes {
		c.offers(e, 13+95*float64(side), 247, 90, side, 5)
	}
	c.base(e, 288, "Argos 1.6", 1, 1)
}

// adaptOA2000Middle prints one decimal of the corneal diameter, and on some
// documents the year first.
func adaptOA2000Middle(r *rand.Rand, e *exam) {
	adaptOA2000Side(r, e)
	if r.IntN(3) == 0 {
		e.dateStyle = "2006/01/02"
	}
}

// printOA2000Middle has the labels in the middle, the eyes beside them:
// keratometry in millimetres, dioptres and degrees, then averages and their
// deviations in brackets.
func printOA2000Middle(c *canvas, e *exam) {
	c.page()
	c.bold(12, 15, 14, "TOMEY  OA-2000")
	c.ending(198, 15, 10, e.say(clinic))
	c.line(12, 18, 198, 18)
	c.lists(e.particulars(false), 25, 88, 5.6, 12, 108)
	c.fill(12, 44, 186, 8, 222, 222, 222)
	for side := range e.eyes {
		m, x := e.eye(side), 14+110*float64(side)
		c.fitted(x, 49.8, 74, 12, "B", e.headed(side))
		mm := func(v *float64) string { return e.radius(v, e.index) }
		rows := [][]string{
			{"mm", "D", "deg"}, {mm(m.K1Magnitude), e.num(m.K1Magnitude, 2), whole(m.K1Axis, "")}, {mm(m.K2Magnitude), e.num(m.K2Magnitude, 2), whole(m.K2Axis, "")},
			{"", e.mean(m.K1Magnitude, m.K2Magnitude)}, {"", e.difference(m.K1Magnitude, m.K2Magnitude), whole(m.K1Axis, "")},
		}
		grid{[]float64{x, x + 26, x + 52, x + 78}, 60, 8, 11, false}.write(c, rows)
		average := func(v string, decimals int) string {
			return v + e.deviation(missed(v), " (", decimals, ")")
		}
		c.text(x, 108, 8.5, "AVE (SD)")
		for i, v := range []string{
			average(e.num(m.AL, 2), 2), average(whole(m.CCT, ""), 0), average(e.num(m.ACD, 2), 2), average(e.num(m.LT, 2), 2), e.num(m.WTW, 1),
			e.other(m, 2.4, 5.8, 1), e.num(m.KeratometricIndex, 4), e.word(m.LensStatus, seventhLens),
		} {
			c.fitted(x, 116+9*float64(i), 62, 11, "", v)
		}
		c.offers(e, x, 208, 76, side, 7)
	}
	k := [...][2]string{{"K1", "K2"}, {"FLAT", "STEEP"}, {"R1/K1", "R2/K2"}}[e.choice("middle", 3)]
	for i, s := range []string{k[0], k[1], "AVE", "CYL"} {
		c.centered(100, 68+8*float64(i), 10, "B", s)
		c.line(12, 70.4+8*float64(i), 198, 70.4+8*float64(i))
	}
	for i, s := range []string{"AL [mm]", "CCT [µm]", "ACD [mm]", "LENS [mm]", "WTW [mm]", "PUPIL [mm]", "n", e.say(lensOf)} {
		w := min(42, c.width(10, "B", s))
		c.fitted(100-w/2, 116+9*float64(i), 42, 10, "B", s)
		c.line(12, 118.6+9*float64(i), 198, 118.6+9*float64(i))
	}
	c.comment(e, 14, 196, 184)
	c.base(e, 288, "Ver. 5A", 1, 1)
}
