package grammar

import (
	"fmt"

	"biom/worker/eval/samples"
)

// surface is a keratometry: of the front (K) or the back (PK) of the cornea, or total (TK).
type surface struct {
	field  string
	title  string
	labels [2]string // of the flat and the steep meridian
	// of returns power and axis of one meridian, 0 flat, 1 steep.
	of     func(*samples.Measured, int) (*float64, *int)
	radius float64 // the radius in mm is this divided by the power
	sign   string  // before powers
}

// surfaces are those that the device measures.
func (g *generator) surfaces() []surface {
	out := []surface{g.front()}
	if g.exam.device.posterior && decide(g.chooser, "back of the cornea", alternative[bool]{3, "printed", true}, alternative[bool]{2, "not printed", false}) {
		out = append(out, g.back())
	}
	if g.exam.device.name == "IOLMaster700" && decide(g.chooser, "total keratometry", alternative[bool]{3, "printed", true}, alternative[bool]{2, "not printed", false}) {
		out = append(out, surface{
			field: "TK", title: g.say("total title", totalTitle), labels: g.pair("total", totalMarks), radius: (g.exam.index - 1) * 1000,
			of: func(m *samples.Measured, i int) (*float64, *int) {
				return [2]*float64{m.TK1Magnitude, m.TK2Magnitude}[i], [2]*int{m.TK1Axis, m.TK2Axis}[i]
			},
		})
	}
	return out
}

func (g *generator) front() surface {
	names := frontMarks
	switch {
	case g.powers == radiiAlone:
		names = radiusMarks
	case g.labelForm != "marks":
		names = frontWords.in(g.lang)
	}
	return surface{
		field: "K", title: g.say("front title", frontTitle), labels: g.pair("front "+g.lang, names), radius: (g.exam.index - 1) * 1000,
		of: func(m *samples.Measured, i int) (*float64, *int) {
			return [2]*float64{m.K1Magnitude, m.K2Magnitude}[i], [2]*int{m.K1Axis, m.K2Axis}[i]
		},
	}
}

func (g *generator) back() surface {
	names := backMarks
	if g.titled {
		names += "|K1;K2"
	}
	sign := choose(g.chooser, "sign of the back", named("-", 2), alternative[string]{1, "none", ""}, named("−", 1))
	return surface{
		field: "PK", title: g.say("back title", backTitle), labels: g.pair("back", names), radius: 40, sign: sign,
		of: func(m *samples.Measured, i int) (*float64, *int) {
			return [2]*float64{m.PK1Magnitude, m.PK2Magnitude}[i], [2]*int{m.PK1Axis, m.PK2Axis}[i]
		},
	}
}

// meridianForm is how a meridian is printed.
type meridianForm int

const (
	powerAtAxis  meridianForm = iota // 43,80 D @ 165°
	axisApart                        // a line for the power and one for the axis
	noAxis                           // no axis at all
	bothTogether                     // both meridians in one line
	smallTable                       // rows for the meridians, columns for D, mm and axis
	unitsInLabel                     // K1 [D/mm/°] 43,10/7,83 @ 12
)

// drawMeridian draws the form; a small table is possible where blocks of lines are.
func (g *generator) drawMeridian(blocks bool) meridianForm {
	return choose(g.chooser, "meridian",
		alternative[meridianForm]{5, "power at axis", powerAtAxis},
		alternative[meridianForm]{3, "axis apart", axisApart},
		alternative[meridianForm]{1, "no axis", noAxis},
		alternative[meridianForm]{1, "both together", bothTogether},
		alternative[meridianForm]{3 * one(blocks), "small table", smallTable},
		alternative[meridianForm]{2 * one(g.powers != radiiAlone), "units in the label", unitsInLabel},
	)
}

// facts are the lines of a surface.
func (g *generator) facts(s surface, form meridianForm) (out []fact) {
	switch form {
	case bothTogether:
		return []fact{{field: s.field + "1_magnitude", label: s.labels[0] + "/" + s.labels[1], cell: func(eye Eye) []piece {
			return append(append(g.meridian(s, eye, 0, true), noise(" / ")), g.meridian(s, eye, 1, true)...)
		}, lost: func(eye Eye) bool { return g.lost(s, eye) }}}
	case axisApart:
		for _, i := range g.meridians() {
			name := s.labels[i]
			axis := g.once("label of an axis", named("axis K1", 2), named("K1 axis", 2), alternative[string]{one(g.titled), "axis", "axis"})
			axisLabel := map[string]string{"axis K1": g.label("axis") + " " + name, "K1 axis": name + " " + g.label("axis"), "axis": g.label("axis")}[axis]
			out = append(out,
				fact{field: fmt.Sprint(s.field, i+1, "_magnitude"), label: name, cell: func(eye Eye) []piece { return g.meridian(s, eye, i, false) }, lost: func(eye Eye) bool { return g.lost(s, eye) }},
				fact{field: fmt.Sprint(s.field, i+1, "_axis"), label: axisLabel, cell: func(eye Eye) []piece { return g.axis(s, eye, i) }, lost: func(eye Eye) bool { return g.lost(s, eye) }})
		}
		return out
	}
	for _, i := range g.meridians() {
		f := fact{field: fmt.Sprint(s.field, i+1, "_magnitude"), label: s.labels[i], lost: func(eye Eye) bool { return g.lost(s, eye) }}
		f.cell = func(eye Eye) []piece { return g.meridian(s, eye, i, form == powerAtAxis) }
		if form == unitsInLabel {
			f.label += map[bool]string{true: " [" + g.powerUnit + "/mm/°]", false: " [" + g.powerUnit + "/°]"}[g.hasRadii(s)]
			f.cell = func(eye Eye) []piece { return g.bareMeridian(s, eye, i) }
		}
		out = append(out, f)
	}
	return out
}

// meridians are the flat and the steep one, 0 and 1, in the order of the document.
func (g *generator) meridians() []int {
	if g.steepFirst {
		return []int{1, 0}
	}
	return []int{0, 1}
}

// hasRadii reports whether the radii of a surface are printed beside its powers.
func (g *generator) hasRadii(s surface) bool { return g.powers == powersAndRadii && s.field == "K" }

// bareMeridian is power, radius and axis without their units: 43,10/7,83 @ 12.
func (g *generator) bareMeridian(s surface, eye Eye, i int) []piece {
	if g.lost(s, eye) {
		return g.meridian(s, eye, i, false)
	}
	out := g.power(s, eye, i)[:1]
	if g.hasRadii(s) {
		out = append(out, noise(g.once("before a bare radius", named("/", 1), named(" /", 1))), g.radius(s, eye, i)[0])
	}
	return append(out, unit(eye, fmt.Sprint(s.field, i+1, "_axis"), g.once("before a bare axis", named(" @ ", 2), named("@ ", 1))), g.axis(s, eye, i)[0])
}

// lost reports whether a surface was not found in an eye.
func (g *generator) lost(s surface, eye Eye) bool {
	m := g.exam.eyes[eye]
	if m == nil {
		return true
	}
	power, _ := s.of(m, 0)
	return power == nil
}

// meridian writes one meridian: its power, its radius or both, and its axis if wanted.
func (g *generator) meridian(s surface, eye Eye, i int, axis bool) (out []piece) {
	if g.lost(s, eye) {
		return []piece{{g.missing, RoleMissing, eye, fmt.Sprint(s.field, i+1, "_magnitude")}}
	}
	power, radius := g.power(s, eye, i), g.radius(s, eye, i)
	switch {
	case g.powers == powersAlone || s.field == "TK" || s.field == "PK":
		out = power
	case g.powers == radiiAlone:
		out = radius
	default:
		switch g.once("power and radius", named("43,80 D (7,71 mm)", 2), named("7,71 mm / 43,80 D", 2), named("7,71 mm (43,80 D)", 1)) {
		case "43,80 D (7,71 mm)":
			out = append(joinedBy(power, noise(" ("), radius), noise(")"))
		case "7,71 mm / 43,80 D":
			out = joinedBy(radius, noise(" / "), power)
		default:
			out = append(joinedBy(radius, noise(" ("), power), noise(")"))
		}
	}
	if !axis {
		return out
	}
	return g.joined(out, g.axis(s, eye, i), unitOf(eye, fmt.Sprint(s.field, i+1, "_axis")))
}

func joinedBy(a []piece, between piece, b []piece) []piece {
	return append(append(append([]piece{}, a...), between), b...)
}

// joined writes a power and its axis; mark makes a piece of what stands between them.
func (g *generator) joined(power, axis []piece, mark func(string) piece) []piece {
	form := g.once("power and axis", named("43,80 D @ 165°", 6), named("43,80 D x 165°", 2), named("43,80 D / 165°", 2), named("43,80 D (165°)", 1), named("43,80 D@165°", 1), named("43,80 D  165°", 1), named("43,80 D Ax: 165°", 1))
	between := map[string][2]string{
		"43,80 D @ 165°": {" @ ", ""}, "43,80 D x 165°": {" x ", ""}, "43,80 D / 165°": {" / ", ""}, "43,80 D (165°)": {" (", ")"},
		"43,80 D@165°": {"@", ""}, "43,80 D  165°": {"   ", ""}, "43,80 D Ax: 165°": {" Ax: ", ""},
	}[form]
	out := joinedBy(power, mark(between[0]), axis)
	if between[1] != "" {
		out = append(out, mark(between[1]))
	}
	return out
}

func unitOf(eye Eye, field string) func(string) piece {
	return func(s string) piece { return unit(eye, field, s) }
}

// power writes the power of a meridian with its unit.
func (g *generator) power(s surface, eye Eye, i int) []piece {
	field := fmt.Sprint(s.field, i+1, "_magnitude")
	power, _ := s.of(g.exam.eyes[eye], i)
	decimals := 2
	if s.field != "PK" {
		decimals = g.powerDecimals
	}
	return g.withUnit(eye, field, value(eye, field, s.sign+g.number(*power, decimals)), g.powerUnit)
}

// radius writes the radius of a meridian. It is the value if no power is printed.
func (g *generator) radius(s surface, eye Eye, i int) []piece {
	field := fmt.Sprint(s.field, i+1, "_magnitude")
	power, _ := s.of(g.exam.eyes[eye], i)
	p := other(RoleReading, eye, g.number(rounded(s.radius / *power, 2), 2))
	if g.powers == radiiAlone && s.field == "K" {
		p = value(eye, field, p.text)
	}
	return []piece{p, unit(eye, field, " mm")}
}

// axis writes the axis of a meridian.
func (g *generator) axis(s surface, eye Eye, i int) []piece {
	field := fmt.Sprint(s.field, i+1, "_axis")
	_, axis := s.of(g.exam.eyes[eye], i)
	if g.lost(s, eye) || axis == nil {
		return []piece{{g.missing, RoleMissing, eye, field}}
	}
	text := fmt.Sprint(*axis)
	if g.axisDecimals {
		text = g.number(min(max(float64(*axis)+float64(g.IntN(9)-4)/10, 0), 180), 1)
	}
	return []piece{value(eye, field, text), unit(eye, field, g.degree)}
}

// cornealTable is a small table of a surface: a row for each meridian.
func (g *generator) cornealTable(s surface, eye Eye) box {
	powers, radii := g.powers != radiiAlone || s.field != "K", g.powers != powersAlone
	columns := func(power, axis, radius box) (out []box) {
		if powers {
			out = append(out, power)
		}
		if radii {
			out = append(out, radius)
		}
		return append(out, axis)
	}
	small := func(p piece) box { return g.write(g.size-1, false, p) }
	rows := [][]box{append([]box{{}}, columns(small(unit(eye, "", g.powerUnit)), small(label(eye, "axis", g.label("axis"))), small(unit(eye, "", "mm")))...)}
	for _, i := range g.meridians() {
		name, field := s.labels[i], fmt.Sprint(s.field, i+1, "_magnitude")
		row := []box{g.write(g.size, false, label(eye, field, name+g.colon))}
		if g.lost(s, eye) {
			missing := g.write(g.size, false, piece{g.missing, RoleMissing, eye, field})
			row = append(row, columns(missing, missing, missing)...)
		} else {
			row = append(row, columns(g.write(g.size, false, g.power(s, eye, i)[0]), g.write(g.size, false, g.axis(s, eye, i)...), g.write(g.size, false, g.radius(s, eye, i)[0]))...)
		}
		rows = append(rows, row)
	}
	return table(g.drawRuling("corneal table", flushLeft, flushRight), rows...)
}
