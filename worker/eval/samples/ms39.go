package samples

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// ms39 is in the manner of the CSO MS-39, an OCT topographer with biometry:
// simulated keratometry, the cornea's other surface with negative powers, and
// total powers that are no total keratometry. Its corneal diameter (HVID) is
// what others call white to white; only the central of its thicknesses is CCT.
var ms39 = deviceSpec{
	name: "MS39", maker: "CSO", posterior: "MS39",
	index: []float64{1.3375, 1.3375, 1.332, 1.336},
	layouts: []layout{
		{"overview", adaptMS39, printMS39Overview},
		{"compare", adaptMS39, printMS39Compare},
		{"side", adaptMS39Side, printMS39Side},
	},
}

var (
	ms39Posterior = words{"Posterior meridians", "Posteriore Meridiane", "Meridianos posteriores", "Méridiens postérieurs", "Meridianos posteriores", "Meridiani posteriori"}
	ms39Total     = []words{
		{"Total refractive power (TRP)", "Gesamtbrechkraft (TRP)", "Poder refractivo total (TRP)", "Puissance réfractive totale (TRP)", "Poder refrativo total (TRP)", "Potere refrattivo totale (TRP)"},
		totalPower,
	}
	thinnest = []words{
		{"Thinnest point", "Dünnste Stelle", "Punto más delgado", "Point le plus fin", "Ponto mais fino", "Punto più sottile"},
		{"Minimum thickness", "Minimale Dicke", "Espesor mínimo", "Épaisseur minimale", "Espessura mínima", "Spessore minimo"},
	}
	asphericity     = words{"Asphericity Q", "Asphärizität Q", "Asfericidad Q", "Asphéricité Q", "Asfericidade Q", "Asfericità Q"}
	keratoconus     = words{"Keratoconus index", "Keratokonus-Index", "Índice de queratocono", "Indice de kératocône", "Índice de ceratocone", "Indice di cheratocono"}
	epithelialDepth = words{
		"ACD (epithelium)|ACD ext.", "VKT ab Epithel (ACD)|ACD (Epithel)", "ACD (epitelio)|ACD ext.", "ACD (épithélium)|ACD ext.", "ACD (epitélio)|ACD ext.", "ACD (epitelio)|ACD est.",
	}
	endothelialDepth = words{
		"AD (endothelium)|ACD int.", "Kammerwasser (AD)|AD (Endothel)", "AD (endotelio)|ACD int.", "AD (endothélium)|ACD int.", "AD (endotélio)|ACD int.", "AD (endotelio)|ACD int.",
	}
	otherValues = words{"Other values", "Weitere Werte", "Otros valores", "Autres valeurs", "Outros valores", "Altri valori"}
)

func adaptMS39(r *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.finerWTW(r)
		m.LT, m.LensStatus, m.PostRefractive = nil, nil, nil
	}
}

func adaptMS39Side(r *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.finerWTW(r)
	}
}

func (c *canvas) ms39Head(e *exam, end float64) {
	c.bold(12, 15, 16, "MS-39")
	c.ending(end, 12, 9, "CSO  Costruzione Strumenti Oftalmici")
	c.ending(end, 16.5, 8.5, e.say(clinic))
	c.line(12, 19, end, 19)
	c.stack(12, 25.5, 9.5, 5.4, e.patientLines()...)
	c.stack(end-86, 25.5, 9.5, 5.4, e.dayLines()...)
}

// behind is a power of the posterior surface: on most documents it is negative.
func (e *exam) behind(k *float64) *float64 {
	if e.choice("posterior sign", 6) == 0 {
		return k
	}
	return minus(k)
}

// behindRadius is a posterior meridian's radius, by the indices of cornea and
// aqueous: (1.376-1.336)*1000/K.
func (e *exam) behindRadius(k *float64) string { return e.radius(k, 1.04) }

// surface is rows of a meridian each: power, radius, axis.
func (e *exam) surface(k1, k2, r1, r2 string, a1, a2 *int) [][]string {
	return [][]string{{"K1", k1 + " D", r1 + " mm", e.along(a1)}, {"K2", k2 + " D", r2 + " mm", e.along(a2)}}
}

func (e *exam) frontSurface(m *measured) [][]string {
	return e.surface(e.num(m.K1Magnitude, 2), e.num(m.K2Magnitude, 2), e.radius(m.K1Magnitude, e.index), e.radius(m.K2Magnitude, e.index), m.K1Axis, m.K2Axis)
}

func (e *exam) backSurface(m *measured) [][]string {
	return e.surface(e.num(e.behind(m.PK1Magnitude), 2), e.num(e.behind(m.PK2Magnitude), 2), e.behindRadius(m.PK1Magnitude), e.behindRadius(m.PK2Magnitude), m.PK1Axis, m.PK2Axis)
}

// totalSurface is made up: no field holds it.
func (e *exam) totalSurface(m *measured) [][]string {
	flat, steep := axes(e.noise)
	if *m == (measured{}) {
		flat, steep = nil, nil
	}
	return [][]string{{"K1", e.other(m, 40.1, 42.9, 2) + " D", "", e.along(flat)}, {"K2", e.other(m, 43.1, 45.9, 2) + " D", "", e.along(steep)}}
}

// chamber is what is measured along the axis.
func (e *exam) ms39Chamber(m *measured) [][]string {
	least := none
	if m.CCT != nil {
		least = whole(new(*m.CCT-1-e.noise.IntN(12)), " µm")
	}
	return [][]string{
		{"AL", e.unit(m.AL, 2, "mm") + e.marked(m.AL)},
		{e.pick(cornealThickness[0]) + " (CCT)", whole(m.CCT, " µm")},
		{e.pick(thinnest...), least},
		{e.say(epithelialDepth), e.unit(m.ACD, 2, "mm") + e.marked(m.ACD)},
		{e.say(endothelialDepth), e.unit(m.aqueous(), 2, "mm")},
		{e.say(cornealDiameter) + " (HVID)", e.unit(m.WTW, 2, "mm")},
	}
}

func (e *exam) ms39Shape(m *measured) [][]string {
	return [][]string{
		{e.pick(pupilSize...), e.other(m, 2.8, 6.1, 2) + " mm"},
		{e.say(asphericity) + " (8 mm)", e.other(m, -0.6, -0.05, 2)},
		{e.say(keratoconus), e.other(m, 0.1, 1.9, 2)},
		{"RMS / A", e.other(m, 0.1, 0.6, 2) + " µm / mm²"},
	}
}

// printMS39Overview has one eye to a page: boxes at the left, maps at the right.
func printMS39Overview(c *canvas, e *exam) {
	for side, m := range e.eyes {
		if m == nil {
			continue
		}
		c.page()
		c.ms39Head(e, 198)
		c.fill(12, 43, 186, 8, 60, 70, 90)
		c.ink(255, 255, 255)
		c.bold(15, 48.8, 11.5, e.sideShort(side)+"  "+e.sideLong(side))
		c.ink(0, 0, 0)
		y := 54.0
		box := func(title string, xs []float64, rows [][]string) {
			c.frame(12, y, 112, 11+6.6*float64(len(rows)))
			c.bold(15, y+6, 10, title)
			grid{xs, y + 13, 6.6, 9.5, false}.write(c, rows)
			y += 14 + 6.6*float64(len(rows))
		}
		k := []float64{15, 30, 62, 92, 124}
		box("SimK   n = "+e.num(m.KeratometricIndex, 4), k, append(e.frontSurface(m),
			[]string{"Cyl", e.difference(m.K1Magnitude, m.K2Magnitude) + " D", "", e.along(m.K1Axis)}, []string{"Avg", e.mean(m.K1Magnitude, m.K2Magnitude) + " D"}))
		box(e.say(ms39Posterior)+" (3 mm)", k, e.backSurface(m))
		box(e.pick(ms39Total...), k, e.totalSurface(m))
		box(e.say(words{"Biometry", "Biometrie", "Biometría", "Biométrie", "Biometria", "Biometria"}), []float64{15, 92, 124}, e.ms39Chamber(m))
		box(e.say(otherValues), []float64{15, 92, 124}, e.ms39Shape(m))
		for i, caption := range []string{"Axial [D]", "Elev. [µm]", "Pachy [µm]"} {
			c.image(130, 54+54*float64(i), 68, 50, caption)
		}
		c.image(130, 216, 68, 40, "AS-OCT 0°-180°")
		c.remark(e, 12, 268, 186, 9.5)
		c.text(12, 287, 7.5, "Phoenix v.4.1   "+e.printedLine(side+1, 2))
	}
}

// printMS39Compare is a landscape page with both eyes in columns, the labels
// once, and the eyes' difference.
func printMS39Compare(c *canvas, e *exam) {
	c.wide()
	c.ms39Head(e, 285)
	c.fill(12, 43, 273, 8, 222, 226, 232)
	for side := range e.eyes {
		c.bold(104+70*float64(side), 48.8, 11, e.sideShort(side)+" "+e.sideLong(side))
	}
	c.bold(246, 48.8, 11, "Δ")
	y, r, l := 57.0, e.eye(right), e.eye(left)
	section := func(title string, a, b [][]string) {
		c.bold(14, y, 10, title)
		y += 5.6
		for i := range a {
			row := grid{[]float64{18, 104, 174, 246, 285}, y, 5.5, 9.5, false}
			y = row.write(c, [][]string{{a[i][0], e.cell(meridianText(a[i])), e.cell(meridianText(b[i])), e.apart(a[i][1], b[i][1])}})
		}
		c.line(12, y-3.8, 285, y-3.8)
		y++
	}
	section(e.say(anteriorSurface)+" - SimK", e.frontSurface(r), e.frontSurface(l))
	section(e.say(ms39Posterior), e.backSurface(r), e.backSurface(l))
	section(e.pick(ms39Total...), e.totalSurface(r), e.totalSurface(l))
	section(e.say(words{"Biometry", "Biometrie", "Biometría", "Biométrie", "Biometria", "Biometria"}), e.ms39Chamber(r), e.ms39Chamber(l))
	section(e.say(otherValues), append(e.ms39Shape(r), []string{e.pick(keratometricIndex...), e.num(r.KeratometricIndex, 4)}),
		append(e.ms39Shape(l), []string{"", e.num(l.KeratometricIndex, 4)}))
	c.remark(e, 12, 196, 273, 9)
	c.text(12, 205, 7.5, e.printedLine(1, 1))
}

// apart is the difference of two printed numbers: no measurement.
func (e *exam) apart(a, b string) string {
	plain := strings.NewReplacer(",", ".", " ", "").Replace
	first := func(s string) (number string, v float64, err error) {
		number, _, _ = strings.Cut(s, " ")
		v, err = strconv.ParseFloat(plain(number), 64)
		return number, v, err
	}
	number, v, err := first(a)
	_, w, err2 := first(b)
	if err != nil || err2 != nil {
		return none
	}
	_, fraction, _ := strings.Cut(plain(number), ".")
	return e.num(new(v-w), len(fraction))
}

// meridianText joins what stands beside a label: 43.21 D (7.81 mm) @ 12°.
func meridianText(row []string) string {
	if len(row) < 4 {
		return row[1]
	}
	if row[2] == "" {
		return row[1] + " " + row[3]
	}
	return row[1] + " (" + row[2] + ") " + row[3]
}

// printMS39Side has both eyes side by side, the labels twice, and lenses.
func printMS39Side(c *canvas, e *exam) {
	c.page()
	c.ms39Head(e, 198)
	for side := range e.eyes {
		m, x := e.eye(side), 12+96*float64(side)
		c.frame(x, 43, 90, 162)
		c.fill(x, 43, 90, 8, 222, 226, 232)
		c.bold(x+3, 48.8, 11, e.sideLong(side)+" ("+e.sideShort(side)+")")
		pairs := []float64{x + 3, x + 60, x + 90}
		y := grid{pairs, 58, 6.2, 9.5, false}.write(c, append(e.ms39Chamber(m), []string{e.pick(lensThickness...) + " (LT)", e.unit(m.LT, 2, "mm")}))
		var rows [][]string
		for i, row := range append(e.frontSurface(m), append(e.backSurface(m), e.totalSurface(m)...)...) {
			rows = append(rows, []string{[]string{"SimK1", "SimK2", "PK1", "PK2", "TRP1", "TRP2"}[i], row[1], row[2], row[3]})
		}
		rows = append(rows, []string{"SimK avg", e.mean(m.K1Magnitude, m.K2Magnitude) + " D"}, []string{"n", e.num(m.KeratometricIndex, 4)})
		c.line(x+3, y-4, x+87, y-4)
		y = grid{[]float64{x + 3, x + 23, x + 46, x + 68, x + 90}, y + 2, 6.2, 9, false}.write(c, rows)
		c.line(x+3, y-4, x+87, y-4)
		y = grid{pairs, y + 2, 6.2, 9, false}.write(c, e.ms39Shape(m))
		c.within(x+3, y, 84, 9, e.pick(lensStatus...)+": "+e.lensOf(m))
		c.within(x+3, y+6, 84, 9, e.pick(earlierSurgery...)+": "+e.surgeryOf(m))
		c.bold(x, 212, 10, e.say(lensCalculation)+" "+e.sideShort(side))
		c.lensTable(e, x, 218, 84, 5)
	}
	c.remark(e, 12, 268, 186, 9.5)
	c.text(12, 287, 7.5, "Phoenix v.4.1   "+e.printedLine(1, 1))
}
