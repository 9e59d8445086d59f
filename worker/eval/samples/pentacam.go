package samples

import (
	"fmt"
	"math/rand/v2"
)

// pentacam is in the manner of the Oculus Pentacam AXL, a Scheimpflug camera
// with biometry: Cornea Front and Back, of which the back's powers are
// negative; the thickness in the pupil's centre is the central one, those of
// apex and thinnest place are not. It measures no lens thickness.
var pentacam = deviceSpec{
	name: "PentacamAXL", maker: "Oculus", posterior: "Pentacam",
	index: []float64{1.3375},
	layouts: []layout{
		{"maps", adaptPentacamMaps, printPentacamMaps},
		{"side", adaptPentacamSide, printPentacamSide},
		{"table", adaptPentacam, printPentacamTable},
	},
}

var (
	corneaFront = words{"Cornea Front", "Hornhaut Vorderfläche", "Córnea cara anterior", "Cornée face avant", "Córnea anterior", "Cornea anteriore"}
	corneaBack  = words{"Cornea Back", "Hornhaut Rückfläche", "Córnea cara posterior", "Cornée face arrière", "Córnea posterior", "Cornea posteriore"}
	pachymetry  = words{"Pachy", "Pachy", "Paqui", "Pachy", "Paqui", "Pachi"}
	pupilCentre = words{"Pupil center (CCT)", "Pupillenmitte (CCT)", "Centro pupilar (CCT)", "Centre pupille (CCT)", "Centro da pupila (CCT)", "Centro pupilla (CCT)"}
	pachyApex   = words{"Pachy Apex", "Pachy Apex", "Paqui ápex", "Pachy apex", "Paqui ápice", "Pachi apice"}
	thinPlace   = words{"Thinnest Locat.", "Dünnste Stelle", "Punto más fino", "Point le plus fin", "Ponto mais fino", "Punto più sottile"}
	depthExt    = []words{
		{"A.C. Depth (Ext.)", "VK-Tiefe (Ext.)", "Prof. C.A. (Ext.)", "Prof. C.A. (Ext.)", "Prof. C.A. (Ext.)", "Prof. C.A. (Est.)"},
		{"ACD (Ext.)", "ACD (Ext.)", "ACD (Ext.)", "ACD (Ext.)", "ACD (Ext.)", "ACD (Est.)"},
	}
	depthInt = []words{
		{"A.C. Depth (Int.)", "VK-Tiefe (Int.)", "Prof. C.A. (Int.)", "Prof. C.A. (Int.)", "Prof. C.A. (Int.)", "Prof. C.A. (Int.)"},
		same("ACD (Int.)"),
	}
	chamberVolume = words{"Chamber Volume", "Kammervolumen", "Volumen de cámara", "Volume chambre", "Volume da câmara", "Volume camera"} //nolint:misspell // French
	chamberAngle  = words{"Angle", "Kammerwinkel", "Ángulo", "Angle", "Ângulo", "Angolo"}
)

func adaptPentacam(r *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.LT = nil
		m.finerWTW(r)
	}
}

// adaptPentacamSide prints one decimal of powers and neither index nor history.
// On some documents it does without the steep axis, as the device mostly does:
// that one is at right angles to the axis printed. From 90 degrees it is not
// known, because 0 and 180 are the same, and no pair of axes is expected.
func adaptPentacamSide(r *rand.Rand, e *exam) {
	adaptPentacam(r, e)
	e.noIndex()
	for _, m := range e.both() {
		m.PostRefractive = nil
		for _, axes := range [][2]**int{{&m.K1Axis, &m.K2Axis}, {&m.PK1Axis, &m.PK2Axis}} {
			if flat, steep := axes[0], axes[1]; e.flatOnly() && *flat != nil && **flat == 90 {
				*flat, *steep = nil, nil
			}
		}
		for _, k := range []**float64{&m.K1Magnitude, &m.K2Magnitude, &m.PK1Magnitude, &m.PK2Magnitude} {
			if *k != nil {
				*k = new(rounded(**k, 1))
			}
		}
	}
}

// adaptPentacamMaps has no lens status either.
func adaptPentacamMaps(r *rand.Rand, e *exam) {
	adaptPentacamSide(r, e)
	for _, m := range e.both() {
		m.LensStatus = nil
	}
}

func (e *exam) flatOnly() bool { return e.noSteepAxis || e.choice("flat axis only", 6) == 0 }

func (c *canvas) pentacamHead(e *exam, end float64) {
	c.fill(12, 8, end-12, 9, 0, 82, 155)
	c.ink(255, 255, 255)
	c.bold(15, 14.3, 12, "OCULUS - PENTACAM AXL")
	c.ink(0, 0, 0)
	c.stack(12, 23.5, 9.5, 5.4, e.patientLines()...)
	c.stack(end-86, 23.5, 9.5, 5.4, e.dayLines()...)
}

// pentacamAxes is the axes of a surface as the document prints them.
func (e *exam) pentacamAxes(p powers) []string {
	label := e.say(axisWord)
	flat := label + " (" + e.say(flatMeridian) + "): "
	if e.flatOnly() && p.k1 != nil && p.a1 == nil {
		return []string{flat + "90°"}
	}
	if e.flatOnly() {
		return []string{flat + whole(p.a1, "°")}
	}
	return []string{flat + whole(p.a1, "°"), label + " (" + e.say(steepMeridian) + "): " + whole(p.a2, "°")}
}

// powers are a surface's meridians, and the index that their radii belong to.
type powers struct {
	k1, k2 *float64
	a1, a2 *int
	index  float64
	back   bool
}

func (e *exam) front(m *measured) powers {
	return powers{m.K1Magnitude, m.K2Magnitude, m.K1Axis, m.K2Axis, e.index, false}
}

func back(m *measured) powers {
	return powers{m.PK1Magnitude, m.PK2Magnitude, m.PK1Axis, m.PK2Axis, 1.04, true}
}

// signed is a power as this surface's are printed.
func (e *exam) signed(p powers, k *float64) *float64 {
	if p.back {
		return e.behind(k)
	}
	return k
}

func (p powers) mean() *float64 {
	if p.k1 == nil || p.k2 == nil {
		return nil
	}
	return new((*p.k1 + *p.k2) / 2)
}

func (p powers) astigmatism() *float64 {
	if p.k1 == nil || p.k2 == nil {
		return nil
	}
	return new(*p.k2 - *p.k1)
}

// pentacamSurface is the block of one surface: radii beside powers.
func (c *canvas) pentacamSurface(e *exam, title string, m *measured, p powers, x, y float64) {
	c.frame(x, y, 92, 47)
	c.bold(x+3, y+6, 10, title)
	end := grid{[]float64{x + 3, x + 14, x + 44, x + 60, x + 92}, y + 12.5, 5.8, 9.5, false}.write(c, [][]string{
		{"Rf:", e.radius(p.k1, p.index) + " mm", "K1:", e.unit(e.signed(p, p.k1), 1, "D")},
		{"Rs:", e.radius(p.k2, p.index) + " mm", "K2:", e.unit(e.signed(p, p.k2), 1, "D")},
		{"Rm:", e.radius(p.mean(), p.index) + " mm", "Km:", e.unit(e.signed(p, p.mean()), 1, "D")},
		{"QS:", "OK", "Astig:", e.unit(e.signed(p, p.astigmatism()), 1, "D")},
	})
	for i, s := range e.pentacamAxes(p) {
		c.within(x+3+45*float64(i), end, 42, 9.5, s)
	}
	c.text(x+3, end+5.8, 9.5, "Q-val. (8mm): "+e.other(m, -0.7, -0.05, 2))
}

// pachy is the three thicknesses and where they are: x and y in mm.
func (e *exam) pachy(m *measured) [][]string {
	near := func(by int) string {
		if m.CCT == nil {
			return none
		}
		return whole(new(*m.CCT-by), " µm")
	}
	at := func() string { return e.other(m, -0.6, 0.6, 2) }
	return [][]string{
		{e.say(pachymetry) + ":", "", "x [mm]", "y [mm]"},
		{e.say(pupilCentre), near(0), at(), at()},
		{e.say(pachyApex), near(e.noise.IntN(5) - 2), e.num(new(0.0), 2), e.num(new(0.0), 2)},
		{e.say(thinPlace), near(3 + e.noise.IntN(9)), at(), at()},
	}
}

// pentacamChamber is label and value: lengths, and more that are no fields.
func (e *exam) pentacamChamber(m *measured) [][]string {
	return [][]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.marked(m.AL)},
		{e.pick(depthExt...), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)},
		{e.pick(depthInt...), e.unit(m.aqueous(), 2, "mm")},
		{"HWTW", e.unit(m.WTW, 2, "mm")},
		{e.say(chamberVolume), e.other(m, 80, 220, 0) + " mm³"},
		{e.say(chamberAngle), e.other(m, 24, 48, 1) + "°"},
		{e.pick(pupilSize...), e.other(m, 2.2, 5.1, 2) + " mm"},
		{"K Max", e.other(m, 43, 49, 1) + " D"},
	}
}

// printPentacamMaps has one eye to a page: the numbers at the left, maps at
// the right with a few numbers of their own.
func printPentacamMaps(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.pentacamHead(e, 198)
		c.bold(12, 45, 12, e.sideLong(side)+" ("+e.sideShort(side)+")")
		c.ending(198, 45, 9, "4 Maps Refractive")
		c.pentacamSurface(e, e.say(corneaFront), m, e.front(m), 12, 49)
		c.pentacamSurface(e, e.say(corneaBack), m, back(m), 12, 100)
		c.frame(12, 151, 92, 32)
		grid{[]float64{15, 57, 76, 89, 104}, 157, 6.6, 9.5, false}.write(c, e.pachy(m))
		c.frame(12, 187, 92, 58)
		grid{[]float64{15, 70, 104}, 194, 6.6, 9.5, false}.write(c, e.pentacamChamber(m))
		for i, caption := range []string{"Axial (Front)", "Elev. (Front)", "Pachy", "Elev. (Back)"} {
			x, y := 109+45.5*float64(i%2), 49+56*float64(i/2)
			c.image(x, y, 43, 52, caption)
		}
		for i := range 4 { // a map's own numbers
			c.text(120+float64(i%2)*14, 72+float64(i/2)*12, 7.5, e.num(between(e.noise, 41, 46, 1), 1))
			c.text(120+float64(i%2)*14, 128+float64(i/2)*12, 7.5, fmt.Sprint(520+e.noise.IntN(90)))
		}
		c.image(109, 165, 89, 80, "Scheimpflug")
		c.remark(e, 12, 256, 186, 9.5)
		c.text(12, 287, 7.5, "1.25r15   "+e.printedLine(side+1, 2))
	}
}

// printPentacamSide has both eyes side by side, each with its labels.
func printPentacamSide(c *canvas, e *exam) {
	c.page()
	c.pentacamHead(e, 198)
	for side := range e.eyes {
		m, x := e.eye(side), 12+94*float64(side)
		c.fill(x, 41, 92, 8, 214, 228, 242)
		c.bold(x+3, 46.8, 11, e.sideShort(side)+"  "+e.sideLong(side))
		c.pentacamSurface(e, e.say(corneaFront), m, e.front(m), x, 51)
		c.pentacamSurface(e, e.say(corneaBack), m, back(m), x, 100)
		c.frame(x, 149, 92, 32)
		grid{[]float64{x + 3, x + 45, x + 64, x + 77, x + 92}, 155, 6.6, 9.5, false}.write(c, e.pachy(m))
		c.frame(x, 183, 92, 64)
		y := grid{[]float64{x + 3, x + 58, x + 92}, 190, 6.6, 9.5, false}.write(c, e.pentacamChamber(m))
		c.within(x+3, y, 86, 9.5, e.pick(lensStatus...)+": "+e.lensOf(m))
	}
	c.remark(e, 12, 256, 186, 9.5)
	c.text(12, 287, 7.5, "1.25r15   "+e.printedLine(1, 1))
}

// printPentacamTable has the labels once, the eyes in columns, two decimals of
// powers, and lens calculations on a second page.
func printPentacamTable(c *canvas, e *exam) {
	c.page()
	c.pentacamHead(e, 198)
	c.fill(12, 41, 186, 8, 214, 228, 242)
	for side := range e.eyes {
		c.bold(88+56*float64(side), 46.8, 11, e.sideShort(side)+" "+e.sideLong(side))
	}
	r, l := e.eye(right), e.eye(left)
	var rows [][]string
	add := func(a, b [][]string) {
		for i := range a {
			rows = append(rows, []string{a[i][0], e.cell(a[i][1]), e.cell(b[i][1])})
		}
	}
	surface := func(title string, a, b powers) {
		rows = append(rows, []string{title})
		add(e.pentacamMeridians(a), e.pentacamMeridians(b))
	}
	surface(e.say(corneaFront), e.front(r), e.front(l))
	surface(e.say(corneaBack), back(r), back(l))
	add(e.pachy(r), e.pachy(l))
	add(e.pentacamChamber(r), e.pentacamChamber(l))
	add(e.pentacamStatus(r), e.pentacamStatus(l))
	grid{[]float64{15, 88, 144, 198}, 56, 7.6, 10, true}.write(c, rows)
	c.remark(e, 12, 272, 186, 9.5)
	c.text(12, 287, 7.5, "1.25r15   "+e.printedLine(1, 2))
	c.page()
	c.pentacamHead(e, 198)
	for side := range e.eyes {
		c.bold(12+96*float64(side), 48, 10, e.say(lensCalculation)+" "+e.sideShort(side))
		c.lensTable(e, 12+96*float64(side), 56, 84, 7)
	}
	c.refraction(e, 12, 124, 9.5)
	c.text(12, 287, 7.5, e.printedLine(2, 2))
}

// pentacamMeridians is a surface in lines: 43.21 D @ 12°.
func (e *exam) pentacamMeridians(p powers) [][]string {
	return [][]string{
		{"K1", e.unit(e.signed(p, p.k1), 2, "D") + " " + e.along(p.a1)},
		{"K2", e.unit(e.signed(p, p.k2), 2, "D") + " " + e.along(p.a2)},
		{"Km", e.unit(e.signed(p, p.mean()), 2, "D")},
		{"Astig.", e.unit(e.signed(p, p.astigmatism()), 2, "D") + " " + e.along(p.a1)},
	}
}

func (e *exam) pentacamStatus(m *measured) [][]string {
	return [][]string{
		{e.pick(keratometricIndex...), e.num(m.KeratometricIndex, 4)},
		{e.pick(lensStatus...), e.lensOf(m)},
		{e.pick(earlierSurgery...), e.surgeryOf(m)},
	}
}
