package grammar

import (
	"fmt"
	"strings"
)

// fact is a value with its label.
type fact struct {
	field, label string
	unit         string             // that the value is printed without; "": it has its units inside, or none
	cell         func(Eye) []piece  // the value
	lost         func(Eye) bool     // whether the eye has none
	number       func(Eye) *float64 // what single readings lie around; nil: there are none
	decimals     int
}

// section is facts that belong together.
type section struct {
	title string
	field string // that the title names: "K", "PK", "TK"; "" for others
	facts []fact
	table func(Eye) box // above the facts; may be nil
}

// sections are everything that the document prints of an eye. In arrangements of blocks
// keratometry can be a small table.
func (g *generator) sections(blocks bool) []section {
	out := []section{{title: g.say("lengths title", lengthsTitle), facts: g.lengths()}}
	form := g.drawMeridian(blocks)
	for i, s := range g.surfaces() {
		sec := section{title: s.title, field: s.field}
		if form == smallTable {
			sec.table = func(eye Eye) box { return g.cornealTable(s, eye) }
		} else {
			sec.facts = g.facts(s, form)
		}
		if i == 0 {
			sec.facts = append(sec.facts, g.besideKeratometry()...)
		}
		out = append(out, sec)
	}
	if g.titled && g.chance("net power", 8) {
		out = append(out, section{title: g.say("net title", netTitle), facts: g.netPower()})
	}
	if status := g.status(); len(status) > 0 {
		out = append(out, section{title: g.say("status title", statusTitle), facts: status})
	}
	return choose(g.chooser, "order of sections",
		alternative[[]section]{4, "lengths first", out},
		alternative[[]section]{2, "keratometry first", append(append([]section{}, out[1:]...), out[0])},
	)
}

// lengths are the values along the axis and across the cornea, with others among them.
func (g *generator) lengths() (out []fact) {
	order := decide(g.chooser, "order of lengths",
		named("AL CCT aqueous ACD LT WTW", 3), named("AL ACD LT WTW CCT pupil", 3), named("CCT ACD aqueous LT AL WTW pupil", 2),
		named("WTW pupil CCT thinnest ACD LT AL", 2), named("CCT aqueous ACD LT vitreous AL WTW", 1), named("AL WTW ACD CCT LT chord", 1), named("LT ACD AL CCT WTW pressure", 1), named("AL ratio ACD LT CCT retina WTW", 1), named("CCT ACD LT AL WTW shape", 1),
		named("AL ACD WTW", 1), named("AL CCT LT WTW pupil", 1), // without ACD a lens constant of that name has no rival
	)
	for field := range strings.FieldsSeq(order) {
		if f := g.length(field); f.field != "" {
			out = append(out, f)
		}
	}
	return out
}

// number1 is the fact of one number; it is empty if no eye has the value and the document
// leaves such values out.
func (g *generator) length(field string) fact {
	f := fact{field: field, label: g.label(field), unit: g.unit(field), decimals: 2}
	f.number = func(eye Eye) *float64 { return g.found(field, eye) }
	f.lost = func(eye Eye) bool { return f.number(eye) == nil }
	switch field {
	case "CCT", "thinnest":
		f.decimals = 3 * one(g.thicknessInMM)
	case "pressure":
		f.decimals = 0
	case "WTW":
		f.decimals = g.diameterDecimals()
	case "AL", "ACD", "LT", "aqueous", "vitreous":
		f.decimals = 2 + one(g.millis)
	case "retina":
		f.decimals = 0
	}
	role, name := RoleValue, field
	if _, known := eyeFields[field]; !known {
		role, name = RoleNoise, ""
	}
	f.cell = func(eye Eye) []piece {
		v := f.number(eye)
		if v == nil {
			return []piece{{g.missing, RoleMissing, eye, name}}
		}
		return []piece{{g.number(*v, f.decimals), role, eye, name}}
	}
	if f.lost(Right) && f.lost(Left) && (g.omits || strings.Contains(g.exam.device.lacks, field)) {
		return fact{}
	}
	return f
}

// eyeFields are the fields of one number that are lengths.
var eyeFields = map[string]bool{"AL": true, "ACD": true, "LT": true, "WTW": true, "CCT": true}

// found is the number of a field in an eye, nil if there is none. Numbers of values that are
// no fields are invented, the same whenever they are asked for.
func (g *generator) found(field string, eye Eye) *float64 {
	m := g.exam.eyes[eye]
	if m == nil {
		return nil
	}
	switch field {
	case "AL":
		return m.AL
	case "ACD":
		return m.ACD
	case "LT":
		return m.LT
	case "WTW":
		return m.WTW
	case "CCT":
		if m.CCT == nil {
			return nil
		}
		return new(float64(*m.CCT) / [2]float64{1, 1000}[one(g.thicknessInMM)])
	case "aqueous":
		if m.ACD == nil || m.CCT == nil {
			return nil
		}
		return new(*m.ACD - float64(*m.CCT)/1000)
	case "thinnest":
		if m.CCT == nil {
			return nil
		}
		return new((float64(*m.CCT) - 7) / [2]float64{1, 1000}[one(g.thicknessInMM)])
	case "cylinder":
		return new(rounded(*m.K2Magnitude-*m.K1Magnitude, 2))
	case "mean":
		return new(rounded((*m.K1Magnitude+*m.K2Magnitude)/2, 2))
	}
	key := fmt.Sprint(field, int(eye))
	if _, ok := g.invented[key]; !ok {
		span := map[string][2]float64{"pupil": {2.2, 6}, "vitreous": {14.5, 18.5}, "chord": {0.1, 0.6}, "pressure": {10, 21}, "shape": {-0.45, -0.05}, "retina": {180, 260}, "ratio": {2.8, 3.2}}[field]
		g.invented[key] = rounded(span[0]+g.Float64()*(span[1]-span[0]), 2)
	}
	return new(g.invented[key])
}

// diameterDecimals is how many decimals WTW is printed with: at least those that it has.
func (g *generator) diameterDecimals() int {
	if g.once("decimals of WTW", named("one", 2), named("two", 1)) == "two" {
		return 2
	}
	return 1
}

// besideKeratometry are the other values of the section: astigmatism, mean, index.
func (g *generator) besideKeratometry() (out []fact) {
	if m := g.exam.eyes; (m[Right] == nil || m[Right].K1Magnitude != nil) && (m[Left] == nil || m[Left].K1Magnitude != nil) {
		for field := range strings.FieldsSeq(decide(g.chooser, "beside keratometry", alternative[string]{3, "nothing", ""}, named("cylinder", 2), named("mean cylinder", 2), named("mean", 1))) {
			if g.powers != radiiAlone {
				out = append(out, g.length(field))
			}
		}
	}
	if g.powers == radiiAlone || g.chance("index for each eye", 4) {
		g.labels["index"] = "each"
		out = append(out, g.index())
	}
	return out
}

// index is the keratometric index of an eye.
func (g *generator) index() fact {
	return fact{
		field: "keratometric_index", label: g.label("keratometric_index"), cell: g.indexCell,
		lost: func(eye Eye) bool { return g.exam.eyes[eye] == nil },
	}
}

func (g *generator) indexCell(eye Eye) []piece {
	s := fmt.Sprint(g.exam.index)
	if g.comma {
		s = strings.Replace(s, ".", ",", 1)
	}
	return []piece{value(eye, "keratometric_index", s)}
}

// netPower is a power of both surfaces together, which is no field, though its labels are
// those of the front surface.
func (g *generator) netPower() (out []fact) {
	for i, name := range [...]string{"K1", "K2"} {
		at := func(eye Eye) *float64 {
			if m := g.exam.eyes[eye]; m != nil && m.K1Magnitude != nil {
				return new(rounded(*[2]*float64{m.K1Magnitude, m.K2Magnitude}[i]-1.1, g.powerDecimals))
			}
			return nil
		}
		out = append(out, fact{label: name, unit: g.powerUnit, number: at, decimals: g.powerDecimals, lost: func(eye Eye) bool { return at(eye) == nil }, cell: func(eye Eye) []piece {
			if at(eye) == nil {
				return []piece{{g.missing, RoleMissing, eye, ""}}
			}
			return []piece{other(RoleNoise, eye, g.number(*at(eye), g.powerDecimals))}
		}})
	}
	return out
}

// status is the lens and the surgery of an eye, where the document has them in its lines.
func (g *generator) status() (out []fact) {
	for _, f := range []struct {
		field string
		words map[string]phrases
		of    func(Eye) *string
	}{
		{"lens_status", lensWords, func(eye Eye) *string { return g.exam.eyes[eye].LensStatus }},
		{"post_refractive", surgeryWords, func(eye Eye) *string { return g.exam.eyes[eye].PostRefractive }},
	} {
		if g.lensInHeading() && (f.field == "lens_status" || g.labels["beside a heading"] != "lens status") {
			continue
		}
		if !decide(g.chooser, f.field, alternative[bool]{2, "printed", true}, alternative[bool]{1, "not printed", false}) {
			continue
		}
		lost := func(eye Eye) bool { return g.exam.eyes[eye] == nil || f.of(eye) == nil }
		out = append(out, fact{field: f.field, label: g.label(f.field), lost: lost, cell: func(eye Eye) []piece {
			if lost(eye) {
				return []piece{{g.missing, RoleMissing, eye, f.field}}
			}
			return []piece{value(eye, f.field, g.say(*f.of(eye), f.words[*f.of(eye)]))}
		}})
	}
	return out
}

// labelPiece is the label of a fact, with its unit if that is where units are.
func (g *generator) labelPiece(f fact, eye Eye, after string) []piece {
	if g.unitForm != "label" || f.unit == "" {
		return []piece{label(eye, f.field, f.label+after)}
	}
	open := g.once("unit in a label", alternative[string]{2, "square", " []"}, alternative[string]{2, "round", " ()"}, alternative[string]{1, "comma", ", "})
	text := strings.TrimSuffix(open, open[len(open)-1:]) + f.unit + strings.TrimSpace(open[len(open)-1:])
	return []piece{label(eye, f.field, f.label), unit(eye, f.field, text), label(eye, f.field, after)}
}

// valuePieces is the value of a fact with its unit.
func (g *generator) valuePieces(f fact, eye Eye) []piece {
	cell := f.cell(eye)
	if f.unit == "" || len(cell) != 1 || cell[0].role == RoleMissing {
		return cell
	}
	return append(append(g.withUnit(eye, f.field, cell[0], f.unit), g.spreadAfter(f, eye)...), g.mark()...)
}

// spreadAfter is a deviation or a ratio of signal and noise right after a value; mostly
// there is none.
func (g *generator) spreadAfter(f fact, eye Eye) []piece {
	if f.number == nil || !eyeFields[f.field] {
		return nil
	}
	switch g.once("after a value", named("nothing", 8), named("deviation", 1), named("SNR", 1)) {
	case "deviation":
		return []piece{other(RoleReading, eye, " ±"), g.deviation(f, eye)}
	case "SNR":
		return []piece{other(RoleReading, eye, " (SNR = "+g.number(80+float64(g.IntN(900))/10, 1)+")")}
	}
	return nil
}

// withUnit adds a unit to a value as the document writes units.
func (g *generator) withUnit(eye Eye, field string, v piece, u string) []piece {
	switch g.unitForm {
	case "after":
		return []piece{v, unit(eye, field, " "+u)}
	case "glued":
		return []piece{v, unit(eye, field, u)}
	}
	return []piece{v}
}

// mark is what devices print after a value of doubtful quality; mostly nothing.
func (g *generator) mark() []piece {
	if !g.marks || g.IntN(5) > 0 {
		return nil
	}
	return []piece{noise(g.once("quality mark", named(" (!)", 2), named(" *", 2), named(" OK", 1), named("*", 1), named(" !", 1)))}
}

// drawBlock draws how the sections of one eye stand below its heading.
func (g *generator) drawBlock() func(eye Eye, width float64, sections []section) box {
	body := choose(g.chooser, "block",
		alternative[func(section, Eye, float64) box]{5, "lines in columns", g.lines},
		alternative[func(section, Eye, float64) box]{3, "lines", g.plainLines},
		alternative[func(section, Eye, float64) box]{2, "label over value", g.tilesOver},
		alternative[func(section, Eye, float64) box]{1, "label under value", g.tilesUnder},
		alternative[func(section, Eye, float64) box]{3, "table", g.valueTable},
		alternative[func(section, Eye, float64) box]{2, "readings", g.readings},
		alternative[func(section, Eye, float64) box]{1, "running text", g.running},
		alternative[func(section, Eye, float64) box]{1, "value before label", g.valueFirst},
		alternative[func(section, Eye, float64) box]{1, "dots", g.dotted},
		alternative[func(section, Eye, float64) box]{1, "bullets", g.bullets},
		alternative[func(section, Eye, float64) box]{1, "with an earlier visit", g.twoVisits},
		alternative[func(section, Eye, float64) box]{1, "two columns of lines", g.twoColumns},
	)
	return func(eye Eye, width float64, sections []section) box {
		var boxes []box
		for _, s := range sections {
			var all []box
			if s.table != nil {
				all = append(all, s.table(eye))
			}
			if s.facts = g.present(s.facts, eye); len(s.facts) > 0 {
				all = append(all, body(s, eye, width))
			}
			if len(all) > 0 {
				boxes = append(boxes, above(0.8, append([]box{g.sectionTitle(s, eye, width)}, all...)...))
			}
		}
		return above(2.2, boxes...)
	}
}

// present are the facts that the document prints of an eye.
func (g *generator) present(facts []fact, eye Eye) (out []fact) {
	for _, f := range facts {
		if !g.omits || !f.lost(eye) {
			out = append(out, f)
		}
	}
	return out
}

// sectionTitle is the title of a section, if the document has titles.
func (g *generator) sectionTitle(s section, eye Eye, width float64) box {
	if !g.titled {
		return box{}
	}
	title := g.write(g.size, true, label(eye, s.field, s.title)).inked(g.ink)
	switch g.once("section title", named("bold", 3), named("filled", 1), named("underlined", 1)) {
	case "filled":
		return g.filled(title.padded(1, 0.3).widened(width))
	case "underlined":
		return g.underlined(title.widened(width))
	}
	return title
}

// lines has a line for each fact, the values one below the other.
func (g *generator) lines(s section, eye Eye, _ float64) box {
	var rows [][]box
	for _, f := range s.facts {
		rows = append(rows, []box{g.write(g.size, false, g.labelPiece(f, eye, g.colon)...), g.write(g.size, g.boldValues(), g.valuePieces(f, eye)...)})
	}
	return table(g.drawRuling("lines", flushLeft, flushLeft), rows...)
}

func (g *generator) boldValues() bool {
	return g.once("values", named("plain", 3), named("bold", 1)) == "bold"
}

// line is label and value as one text.
func (g *generator) line(f fact, eye Eye) []piece {
	return append(append(g.labelPiece(f, eye, g.colon), noise(" ")), g.valuePieces(f, eye)...)
}

// plainLines has a line for each fact, the value right after its label.
func (g *generator) plainLines(s section, eye Eye, _ float64) box {
	var out []box
	for _, f := range s.facts {
		out = append(out, g.write(g.size, false, g.line(f, eye)...))
	}
	return above(0.5, out...)
}

// bullets has a mark before each line.
func (g *generator) bullets(s section, eye Eye, _ float64) box {
	mark := g.once("bullet", named("• ", 2), named("- ", 1))
	var out []box
	for _, f := range s.facts {
		out = append(out, g.write(g.size, false, append([]piece{noise(mark)}, g.line(f, eye)...)...))
	}
	return above(0.5, out...).moved(3, 0)
}

// twoVisits is a table with a column for this exam and one for an earlier one, each below its
// date.
func (g *generator) twoVisits(s section, eye Eye, _ float64) box {
	earlier := other(RoleHistory, eye, g.date(g.exam.on.AddDate(-1, -3, 0)))
	rows := [][]box{{{}, g.write(g.size-1, true, value(NoEye, "exam_date", g.date(g.exam.on))), g.write(g.size-1, true, earlier)}}
	for _, f := range s.facts {
		before := other(RoleHistory, eye, "")
		if f.number != nil && !f.lost(eye) {
			before.text = g.reading(f, eye, g.IntN(9)-4).text
		}
		rows = append(rows, []box{g.write(g.size, false, g.labelPiece(f, eye, g.colon)...), g.write(g.size, true, g.valuePieces(f, eye)...), g.write(g.size, false, before)})
	}
	return table(g.drawRuling("two visits", flushLeft, flushLeft), rows...)
}

// valueFirst has the label after its value.
func (g *generator) valueFirst(s section, eye Eye, _ float64) box {
	var rows [][]box
	for _, f := range s.facts {
		rows = append(rows, []box{g.write(g.size, true, g.valuePieces(f, eye)...), g.write(g.size, false, g.labelPiece(f, eye, "")...)})
	}
	return table(ruling{pad: 3, leading: 0.6}, rows...)
}

// dotted fills the space between label and value with dots.
func (g *generator) dotted(s section, eye Eye, width float64) box {
	var out []box
	for _, f := range s.facts {
		head, tail := g.labelPiece(f, eye, " "), append([]piece{noise(" ")}, g.valuePieces(f, eye)...)
		used := g.write(g.size, false, append(append([]piece{}, head...), tail...)...).w
		dots := max(3, min(30, int((min(width, 75)-used)/g.font.Width(g.size, false, "."))))
		out = append(out, g.write(g.size, false, append(append(head, noise(strings.Repeat(".", dots))), tail...)...))
	}
	return above(0.5, out...)
}

// twoColumns has the lines of a section in two columns.
func (g *generator) twoColumns(s section, eye Eye, width float64) box {
	half := (len(s.facts) + 1) / 2
	first, second := s, s
	first.facts, second.facts = s.facts[:half], s.facts[half:]
	return beside(6, g.lines(first, eye, width/2), g.lines(second, eye, width/2))
}

// running sets label and value like words of a sentence.
func (g *generator) running(s section, eye Eye, width float64) box {
	end := g.once("between facts", alternative[string]{2, "comma", ","}, alternative[string]{2, "semicolon", ";"}, alternative[string]{1, "bar", " |"}, alternative[string]{1, "space", " "})
	var out []box
	for i, f := range s.facts {
		line := g.line(f, eye)
		if i < len(s.facts)-1 {
			line = append(line, noise(end))
		}
		out = append(out, g.write(g.size, false, line...))
	}
	return wrap(width, 2.5, 0.3, out...)
}

// tilesOver has cards with the label over the value, tilesUnder with the label under it.
func (g *generator) tilesOver(s section, eye Eye, width float64) box {
	return g.tiles(s, eye, width, func(label, value box) []box { return []box{label, value} })
}

func (g *generator) tilesUnder(s section, eye Eye, width float64) box {
	return g.tiles(s, eye, width, func(label, value box) []box { return []box{value, label} })
}

func (g *generator) tiles(s section, eye Eye, width float64, order func(label, value box) []box) box {
	look := g.once("tiles", named("framed", 2), named("plain", 2), named("filled", 1))
	var all []box
	widest := 0.0
	for _, f := range s.facts {
		b := above(0.4, order(g.write(g.size-1, false, g.labelPiece(f, eye, "")...), g.write(g.size+1, true, g.valuePieces(f, eye)...))...)
		all, widest = append(all, b), max(widest, b.w)
	}
	for i, b := range all {
		b = b.padded(1.2, 0.8).widened(widest + 2.4)
		switch look {
		case "framed":
			b = g.framed(b)
		case "filled":
			b = g.filled(b)
		}
		all[i] = b
	}
	return wrap(width, 2, 2, all...)
}

// valueTable is a table of parameter, value, unit and deviation.
func (g *generator) valueTable(s section, eye Eye, _ float64) box {
	spread := g.once("column of deviations", named("none", 2), named("SD", 2), named("±", 1))
	header := []box{g.write(g.size-1, true, noise(g.say("name of a value", nameOfValue))), g.write(g.size-1, true, noise(g.say("value", valueWord)))}
	if g.unitForm == "none" {
		header = append(header, g.write(g.size-1, true, noise(g.say("unit", unitWord))))
	}
	if spread != "none" {
		header = append(header, g.write(g.size-1, true, noise(spread)))
	}
	rows := [][]box{header}
	for _, f := range s.facts {
		row := []box{g.write(g.size, false, g.labelPiece(f, eye, "")...), g.write(g.size, false, g.valuePieces(f, eye)...)}
		if g.unitForm == "none" {
			row = append(row, g.write(g.size, false, unit(eye, f.field, f.unit)))
		}
		if spread != "none" {
			row = append(row, g.write(g.size, false, g.deviation(f, eye)))
		}
		rows = append(rows, row)
	}
	return table(g.drawRuling("table", flushLeft, flushRight, flushRight, flushRight), rows...)
}

// deviation is a standard deviation of a fact.
func (g *generator) deviation(f fact, eye Eye) piece {
	if f.number == nil || f.lost(eye) {
		return other(RoleReading, eye, "")
	}
	v := float64(1+g.IntN(4)) / 100
	if f.decimals == 0 {
		v *= 100
	}
	return other(RoleReading, eye, g.number(v, f.decimals))
}

// readings is a table of single readings with their mean, which is the value.
func (g *generator) readings(s section, eye Eye, _ float64) box {
	n := 3 + 2*one(g.once("number of readings", named("three", 2), named("five", 1)) == "five")
	mean := g.write(g.size-1, true, noise(g.say("mean of readings", meanWord)))
	meanFirst := g.once("column of the mean", named("first", 1), named("last", 1)) == "first"
	quality := g.once("column of quality", named("SD", 3), named("SNR", 1), named("none", 1))
	line := func(title, mean box, each []box, last box) []box {
		row := []box{title}
		if meanFirst {
			row = append(row, mean)
		}
		row = append(row, each...)
		if !meanFirst {
			row = append(row, mean)
		}
		if quality != "none" {
			row = append(row, last)
		}
		return row
	}
	var header []box
	for i := range n {
		header = append(header, g.write(g.size-1, false, noise(fmt.Sprint(i+1))))
	}
	rows := [][]box{line(g.write(g.size-1, false, noise("")), mean, header, g.write(g.size-1, false, noise(quality)))}
	for _, f := range s.facts {
		var each []box
		for _, steps := range g.scatter(n) {
			each = append(each, g.write(g.size-1, false, g.reading(f, eye, steps)))
		}
		last := g.deviation(f, eye)
		if quality == "SNR" && last.text != "" {
			last.text = g.number(80+float64(g.IntN(900))/10, 1)
		}
		rows = append(rows, line(g.write(g.size, false, g.labelPiece(f, eye, "")...), g.write(g.size, true, g.valuePieces(f, eye)...), each, g.write(g.size-1, false, last)))
	}
	return table(g.drawRuling("readings", flushLeft, flushRight, flushRight, flushRight, flushRight, flushRight, flushRight, flushRight), rows...)
}

// scatter draws how many steps of the last decimal each of n readings, an odd number, lies
// from their mean.
func (g *generator) scatter(n int) []int {
	out := []int{0}
	for len(out) < n {
		d := g.IntN(3)
		out = append(out, d, -d)
	}
	g.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// reading is a single reading some steps of the last decimal from the value of a fact.
func (g *generator) reading(f fact, eye Eye, steps int) piece {
	if f.number == nil || f.lost(eye) {
		return other(RoleReading, eye, "")
	}
	step := [...]float64{1, 0.1, 0.01, 0.001}[f.decimals]
	return other(RoleReading, eye, g.number(*f.number(eye)+float64(steps)*step, f.decimals))
}
