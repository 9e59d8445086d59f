package grammar

import "biom/worker/eval/samples"

// arrangement is a way to put the eyes on pages.
type arrangement struct {
	titled, headings bool // it has room for titles of sections, and for headings above blocks
	wide             bool // it wants a page in landscape
	breaks           bool // each eye has its own page
	inPatient        bool // the page names its eye in the block of the patient, and nowhere else
	draw             func(width float64) []box
}

// drawArrangement draws how the eyes stand on the page. draw returns boxes of about a width,
// each to be kept on one page.
func (g *generator) drawArrangement() arrangement {
	many := one(!g.opts.OnePage)
	single := one(g.exam.eyes[Right] == nil || g.exam.eyes[Left] == nil)
	both := one(g.exam.eyes[Right] != nil && g.exam.eyes[Left] != nil)
	all := []alternative[arrangement]{
		{5, "eyes side by side", arrangement{titled: true, headings: true, draw: g.sideBySide}},
		{3, "eyes one below the other", arrangement{titled: true, headings: true, draw: g.stacked}},
		{2 * many, "a page for each eye", arrangement{titled: true, headings: true, breaks: true, draw: g.stacked}},
		{max(many, single), "eye named beside the patient", arrangement{titled: true, breaks: true, inPatient: true, draw: g.stacked}},
		{4, "eyes as columns", arrangement{titled: true, draw: g.columns}},
		{2 * both, "label between the eyes", arrangement{titled: true, draw: g.labelBetween}},
		{2, "eyes as rows", arrangement{draw: g.rows}},
		{2, "lines that begin with the eye", arrangement{draw: g.eyeLines}},
		{2, "a card for each value", arrangement{draw: g.valueCards}},
		{2, "heading beside the block", arrangement{titled: true, draw: g.headingBeside}},
		{1 * both, "sections with both eyes", arrangement{titled: true, draw: g.sectionsOfBoth}},
		{2, "side by side in landscape", arrangement{titled: true, headings: true, wide: true, draw: g.sideBySide}},
		{1, "a row for each value of an eye", arrangement{draw: g.longTable}},
	}
	var names []alternative[string]
	byName := map[string]arrangement{}
	for _, a := range all {
		names, byName[a.name] = append(names, named(a.name, a.weight)), a.value
	}
	g.arrangement = choose(g.chooser, "arrangement", names...)
	g.headingLook = "beside the patient"
	out := byName[g.arrangement]
	g.headings, g.eyeInPatient = out.headings, out.inPatient
	g.titled = out.titled && decide(g.chooser, "titles of sections", alternative[bool]{3, "printed", true}, alternative[bool]{1, "none", false})
	return out
}

// eyes are those that were examined, in the order in which the document shows them.
func (g *generator) eyes() (out []Eye) {
	order := []Eye{Right, Left}
	if g.once("order of the eyes", named("right first", 8), named("left first", 1)) != "right first" {
		order = []Eye{Left, Right}
	}
	for _, eye := range order {
		if g.exam.eyes[eye] != nil {
			out = append(out, eye)
		}
	}
	return out
}

// eyeBox is all of one eye: its heading, its block and the lenses for it.
func (g *generator) eyeBox(eye Eye, width float64, sections []section, block func(Eye, float64, []section) box) box {
	heading := box{}
	if !g.eyeInPatient {
		heading = g.heading(eye, width)
	}
	body, lenses := block(eye, width, sections), g.lensesOf(eye, width)
	if beside(8, body, lenses).w <= width && g.once("lenses stand", named("below the values", 1), named("beside the values", 1)) != "below the values" {
		body, lenses = beside(8, body, lenses), box{}
	}
	b := above(1.5, heading, above(2.5, g.picture(width), body, lenses).within(width, 400))
	if g.once("frame of an eye", named("none", 3), named("framed", 1)) == "framed" {
		return g.framed(b.padded(1.5, 1.5)).within(width, 400)
	}
	return b
}

// sideBySide has a column for each eye.
func (g *generator) sideBySide(width float64) []box {
	half, sections, block := (width-8)/2, g.sections(true), g.drawBlock()
	var out []box
	for _, eye := range g.eyes() {
		out = append(out, g.eyeBox(eye, half, sections, block).widened(half))
	}
	switch g.unmeasured {
	case Right:
		out = append([]box{g.notMeasured(half).widened(half)}, out...)
	case Left:
		out = append(out, g.notMeasured(half))
	}
	return []box{beside(8, out...)}
}

// stacked has the eyes one below the other.
func (g *generator) stacked(width float64) (out []box) {
	sections, block := g.sections(true), g.drawBlock()
	for _, eye := range g.eyes() {
		out = append(out, g.eyeBox(eye, width, sections, block))
	}
	if g.unmeasured != NoEye && !g.eyeInPatient {
		out = append(out, g.notMeasured(width))
	}
	return out
}

// notMeasured is an eye without measurements: its heading, and words that say so.
func (g *generator) notMeasured(width float64) box {
	return above(1.5, g.heading(g.unmeasured, width), g.write(g.size, false, noise(g.say("no data", noData))))
}

// headingBeside has the name of the eye beside its block, at its top, in its middle or at its end.
func (g *generator) headingBeside(width float64) (out []box) {
	sections, block := g.sections(true), g.drawBlock()
	look := g.once("heading at the left", named("bold", 2), named("big", 2), named("framed", 1))
	side := g.once("side of a heading", named("left", 4), named("right", 1))
	down := g.once("height of a heading", alternative[string]{4, "top", ""}, alternative[string]{3, "centre", "middle "}, alternative[string]{1, "bottom", "bottom "})
	g.headingLook = down + side + " " + look
	share := map[string]float64{"middle ": 0.5, "bottom ": 1}[down]
	var names, bodies []box
	widest := 0.0
	for _, eye := range g.eyes() {
		name := g.write(g.size+2+8*float64(one(look == "big")), true, g.short(eye)).inked(g.ink)
		if look == "framed" {
			name = g.framed(name.padded(1.5, 1.5))
		}
		body := block(eye, width-name.w-8, sections)
		names, bodies, widest = append(names, name), append(bodies, body), max(widest, body.w)
	}
	for i, name := range names {
		name = name.moved(0, share*max(0, bodies[i].h-name.h))
		if side == "right" {
			out = append(out, beside(8, bodies[i].widened(widest), name))
		} else {
			out = append(out, beside(8, name, bodies[i]))
		}
	}
	return out
}

// cells are the two sides of a row of a table of both eyes.
func (g *generator) cells(f fact, eyes []Eye) (out []box) {
	for _, eye := range eyes {
		out = append(out, g.write(g.size, g.boldValues(), g.valuePieces(f, eye)...))
	}
	return out
}

// rowsOfBoth are the facts that a table of both eyes shows.
func (g *generator) rowsOfBoth(s section, eyes []Eye) (out []fact) {
	for _, f := range s.facts {
		shown := !g.omits
		for _, eye := range eyes {
			shown = shown || !f.lost(eye)
		}
		if shown {
			out = append(out, f)
		}
	}
	return out
}

// columns is a table with a column for each eye, or one for each section.
func (g *generator) columns(width float64) []box {
	g.headingLook = "column"
	withUnits := g.unitForm == "none"
	eyes := g.eyes()
	header := []box{{}}
	if withUnits {
		header = append(header, g.write(g.size-1, true, noise(g.say("unit", unitWord))))
	}
	for _, eye := range eyes {
		header = append(header, g.write(g.size+1, true, g.short(eye)).inked(g.ink))
	}
	rows := [][]box{header}
	for _, s := range g.sections(false) {
		if g.titled {
			rows = append(rows, []box{g.write(g.size, true, label(NoEye, s.field, s.title)).inked(g.ink)})
		}
		for _, f := range g.rowsOfBoth(s, eyes) {
			row := []box{g.write(g.size, false, g.labelPiece(f, NoEye, g.colon)...)}
			if withUnits {
				row = append(row, g.write(g.size-1, false, unit(NoEye, f.field, f.unit)))
			}
			rows = append(rows, append(row, g.cells(f, eyes)...))
		}
	}
	return append([]box{table(g.drawRuling("table of both eyes", flushLeft, g.alignment()), rows...).within(width, 230)}, g.lensTable(width)...)
}

// alignment draws how the values of a table stand in their column.
func (g *generator) alignment() func(box, float64) box {
	switch g.once("alignment of values", named("left", 2), named("right", 1), named("centered", 1)) {
	case "right":
		return flushRight
	case "centered":
		return middle
	}
	return flushLeft
}

// labelBetween is a table with the labels between the eyes.
func (g *generator) labelBetween(width float64) []box {
	g.headingLook = "column"
	eyes := g.eyes()
	rows := [][]box{{g.write(g.size+2, true, g.short(eyes[0])).inked(g.ink), {}, g.write(g.size+2, true, g.short(eyes[1])).inked(g.ink)}}
	for _, s := range g.sections(false) {
		if g.titled {
			rows = append(rows, []box{{}, g.write(g.size, true, label(NoEye, s.field, s.title)).inked(g.ink)})
		}
		for _, f := range g.rowsOfBoth(s, eyes) {
			c := g.cells(f, eyes)
			rows = append(rows, []box{c[0], g.write(g.size, false, g.labelPiece(f, NoEye, "")...), c[1]})
		}
	}
	return append([]box{table(g.drawRuling("table of both eyes", flushRight, middle, flushLeft), rows...).within(width, 230)}, g.lensTable(width)...)
}

// sectionsOfBoth has a small table for each section, with a column for each eye and the
// names of the eyes in each of them.
func (g *generator) sectionsOfBoth(width float64) (out []box) {
	g.headingLook = "column"
	eyes := g.eyes()
	for _, s := range g.sections(false) {
		title := label(NoEye, s.field, s.title)
		header := []box{g.write(g.size, true, title).inked(g.ink)}
		for _, eye := range eyes {
			header = append(header, g.write(g.size, true, g.short(eye)))
		}
		rows := [][]box{header}
		for _, f := range g.rowsOfBoth(s, eyes) {
			rows = append(rows, append([]box{g.write(g.size, false, g.labelPiece(f, NoEye, g.colon)...)}, g.cells(f, eyes)...))
		}
		if len(rows) > 1 {
			out = append(out, table(g.drawRuling("table of both eyes", flushLeft, g.alignment()), rows...))
		}
	}
	if g.once("tables of sections", named("one below the other", 2), named("side by side", 1)) == "side by side" {
		out = []box{wrap(width, 8, 5, out...)}
	}
	return append(out, g.lensTable(width)...)
}

// rows is a table with a row for each eye and a column for each value, in as many tables as
// the width needs.
func (g *generator) rows(width float64) (out []box) {
	g.headingLook = "row"
	eyes := g.eyes()
	corner := g.write(g.size-1, false, noise(g.say("eye", eyeWord)))
	start := func() [][]box {
		rows := [][]box{{corner}}
		for _, eye := range eyes {
			rows = append(rows, []box{g.write(g.size, true, g.short(eye))})
		}
		return rows
	}
	rows, used := start(), 25.0
	finish := func() {
		if len(rows[0]) > 1 {
			out = append(out, table(g.drawRuling("table of rows", flushLeft, g.alignment()), rows...).within(width, 400))
		}
		rows, used = start(), 25
	}
	for _, s := range g.sections(false) {
		for _, f := range g.rowsOfBoth(s, eyes) {
			column := append([]box{g.write(g.size-1, true, g.labelPiece(f, NoEye, "")...)}, g.cells(f, eyes)...)
			w := columnWidths([][]box{{column[0]}, {column[1]}, {column[len(column)-1]}})[0] + 7
			if used+w > width {
				finish()
			}
			for i := range rows {
				rows[i] = append(rows[i], column[i])
			}
			used += w
		}
	}
	finish()
	return append(out, g.lensTable(width)...)
}

// eyeLines has lines that begin with the name of the eye, each with a few values.
func (g *generator) eyeLines(width float64) (out []box) {
	g.headingLook = "line"
	sections := g.sections(false)
	for _, s := range sections {
		var lines []box
		for _, eye := range g.eyes() {
			pieces := []piece{g.short(eye), noise(g.once("after the eye of a line", alternative[string]{2, "colon", ":  "}, alternative[string]{2, "space", "   "}, alternative[string]{1, "dash", " –  "}))}
			for i, f := range g.present(s.facts, eye) {
				if i > 0 {
					pieces = append(pieces, noise("   "))
				}
				pieces = append(pieces, g.line(f, eye)...)
			}
			if len(pieces) > 2 {
				lines = append(lines, g.write(g.size, false, pieces...).within(width, 400))
			}
		}
		out = append(out, above(0.8, lines...))
	}
	return append(out, g.lensTable(width)...)
}

// valueCards has a card for each value, with both eyes in it.
func (g *generator) valueCards(width float64) []box {
	g.headingLook = "card"
	eyes := g.eyes()
	var cards []box
	widest := 0.0
	for _, s := range g.sections(false) {
		for _, f := range g.rowsOfBoth(s, eyes) {
			lines := []box{g.write(g.size, true, g.labelPiece(f, NoEye, "")...)}
			for _, eye := range eyes {
				lines = append(lines, g.write(g.size, false, append([]piece{g.short(eye), noise("  ")}, g.valuePieces(f, eye)...)...))
			}
			card := above(0.5, lines...)
			cards, widest = append(cards, card), max(widest, card.w)
		}
	}
	for i, c := range cards {
		cards[i] = g.framed(c.padded(1.5, 1).widened(widest + 3))
	}
	return append([]box{wrap(width, 3, 3, cards...)}, g.lensTable(width)...)
}

// longTable is a table with a row for each eye and value: eye, parameter, value.
func (g *generator) longTable(width float64) []box {
	g.headingLook = "row"
	header := []box{g.write(g.size-1, true, noise(g.say("eye", eyeWord))), g.write(g.size-1, true, noise(g.say("name of a value", nameOfValue))), g.write(g.size-1, true, noise(g.say("value", valueWord)))}
	var halves []box
	sections := g.sections(false)
	for _, eye := range g.eyes() {
		rows := [][]box{header}
		for _, s := range sections {
			for _, f := range g.present(s.facts, eye) {
				rows = append(rows, []box{g.write(g.size, false, g.short(eye)), g.write(g.size, false, g.labelPiece(f, eye, "")...), g.write(g.size, false, g.valuePieces(f, eye)...)})
			}
		}
		halves = append(halves, table(g.drawRuling("long table", flushLeft, flushLeft, g.alignment()), rows...))
	}
	if b := beside(8, halves...); b.w <= width {
		return []box{b}
	}
	return halves
}

// picture is a drawing in the place of an image of the eye, with the marks that such images
// have; mostly there is none.
func (g *generator) picture(width float64) box {
	if g.once("picture of an eye", named("none", 5), named("circles", 1), named("with degrees", 1)) == "none" {
		return box{}
	}
	d := min(28, width/3)
	b := box{w: d, h: d}
	for _, part := range []float64{1, 0.75, 0.35} {
		b.shapes = append(b.shapes, samples.Shape{Kind: samples.Circle, X: d * (1 - part) / 2, Y: d * (1 - part) / 2, W: d * part, H: d * part, Ink: [3]int{120, 120, 120}})
	}
	if g.labels["picture of an eye"] == "circles" {
		return b
	}
	small := func(s string) box { return g.write(6.5, false, noise(s)) }
	side := small("180°")
	row := beside(1, side.moved(0, d/2), b, small("0°").moved(0, d/2))
	return above(0.3, small("90°").moved(side.w+d/2, 0), row, small("270°").moved(side.w+d/2, 0))
}
