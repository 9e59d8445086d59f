package grammar

import (
	"fmt"
	"strings"

	"biom/worker/eval/samples"
)

// document draws everything: the exam, then the pages.
func (g *generator) document() {
	g.drawExam()
	g.unambiguous()
	a := g.drawArrangement()
	paper := choose(g.chooser, "paper",
		alternative[[2]float64]{6, "A4", [2]float64{210, 297}}, alternative[[2]float64]{2, "letter", [2]float64{215.9, 279.4}}, alternative[[2]float64]{1, "A4 landscape", [2]float64{297, 210}},
	)
	if a.wide {
		paper = [2]float64{297, 210}
	}
	margin := choose(g.chooser, "margin", alternative[float64]{2, "12 mm", 12}, alternative[float64]{1, "18 mm", 18}, alternative[float64]{1, "8 mm", 8})
	width := paper[0] - 2*margin
	boxes := a.draw(width)
	if b := g.commonIndex(); !b.empty() {
		boxes = append(boxes, b)
	}
	g.compose(paper, margin, g.headers(width), append(boxes, g.extras(width)...), a.breaks)
}

// compose puts boxes on pages with a header and a footer each.
func (g *generator) compose(paper [2]float64, margin float64, headers, boxes []box, breaks bool) {
	gap := choose(g.chooser, "gap between boxes", alternative[float64]{2, "6 mm", 6}, alternative[float64]{1, "4 mm", 4}, alternative[float64]{1, "11 mm", 11})
	width, bottom := paper[0]-2*margin, paper[1]-margin-12
	top := margin + headers[0].h + gap
	if all := above(gap, boxes...); g.opts.OnePage && all.h > bottom-top {
		boxes = []box{all.within(width, bottom-top)}
	}
	first := true
	y := bottom
	for i, b := range boxes {
		if b.empty() {
			continue
		}
		b = b.within(width, bottom-top)
		if first || y+b.h > bottom || breaks && i < len(g.eyes()) {
			g.sheets = append(g.sheets, sheet{box{w: paper[0], h: paper[1]}})
			s := &g.sheets[len(g.sheets)-1]
			s.box = s.holding(headers[min(len(g.sheets), len(headers))-1].moved(margin, margin), s.w, s.h)
			y, first = top, false
		}
		s := &g.sheets[len(g.sheets)-1]
		s.box = s.holding(b.moved(margin, y), s.w, s.h)
		y += b.h + gap
	}
	for i := range g.sheets {
		footer := g.footer(width, i+1, len(g.sheets))
		s := &g.sheets[i]
		s.box = s.holding(footer.moved(margin, paper[1]-margin-footer.h), s.w, s.h)
	}
}

// headers are the tops of the pages. There is one for all pages, unless it names the eye that
// the page shows.
func (g *generator) headers(width float64) []box {
	header := g.header(width)
	if !g.eyeInPatient {
		return []box{header}
	}
	var out []box
	for _, eye := range g.eyes() {
		name := g.write(g.size+1, true, g.short(eye))
		if g.once("eye beside the patient", named("below", 1), named("above", 1)) == "above" {
			out = append(out, above(2, name, header))
		} else {
			out = append(out, above(2, header, name))
		}
	}
	return out
}

// header is the top of a page: title, device, clinic, patient and date.
func (g *generator) header(width float64) box {
	device := g.write(g.size+1, true, g.devicePieces()...)
	title := g.write(g.size+4, true, noise(g.say("title", titles))).inked(g.ink)
	clinic := above(0, g.write(g.size, false, noise(g.any(clinics))), g.write(g.size-1, false, noise(g.any(streets))))
	var top box
	switch choose(g.chooser, "top of the page", named("title and device", 3), named("device and title", 2), named("clinic and device", 2), named("clinic, title and device", 1), named("logo and device", 1), named("device alone", 1)) {
	case "title and device":
		top = beside(max(8, width-title.w-device.w), title, device)
	case "device and title":
		top = above(1, device, title)
	case "clinic and device":
		top = beside(max(8, width-clinic.w-device.w), clinic, device)
	case "clinic, title and device":
		top = above(1.5, clinic, title, device)
	case "logo and device":
		logo := box{w: 12, h: 12, shapes: []samples.Shape{{Kind: samples.Fill, W: 12, H: 12, Ink: g.tint}, {Kind: samples.Circle, X: 2, Y: 2, W: 8, H: 8, Ink: g.ink}}}
		top = beside(4, logo, above(0.5, device, title))
	default:
		top = device
	}
	out := above(3, top.within(width, 60), g.patient(width).within(width, 80))
	if decide(g.chooser, "line below the header", alternative[bool]{2, "none", false}, alternative[bool]{1, "line", true}) {
		out = g.underlined(out.widened(width))
	}
	return out
}

// devicePieces are the name of the device, labelled or not.
func (g *generator) devicePieces() []piece {
	name := value(NoEye, "device_name", g.exam.printed)
	switch choose(g.chooser, "device", named("name", 3), named("labelled", 2), named("with version", 1), named("with serial number", 1), named("with the date of the exam", 1)) {
	case "labelled":
		return []piece{label(NoEye, "device_name", g.say("device", deviceLabel)+": "), name}
	case "with version":
		return []piece{name, noise(fmt.Sprintf("  Version %d.%d.%d", 1+g.IntN(4), g.IntN(10), g.IntN(30)))}
	case "with serial number":
		return []piece{name, noise(fmt.Sprintf("  SN %d", 1000+g.IntN(9000)))}
	case "with the date of the exam":
		return []piece{name, noise("  "), value(NoEye, "exam_date", g.date(g.exam.on))}
	}
	return []piece{name}
}

// fields of the patient and the exam, in pieces.
func (g *generator) patientFacts() (out [][2][]piece) {
	add := func(field, name, text string) {
		out = append(out, [2][]piece{{label(NoEye, field, name)}, {value(NoEye, field, text)}})
	}
	e := &g.exam
	if g.nameFields {
		add("patient.name", g.say("surname", surnameLabel), e.surname)
		add("patient.name", g.say("given", givenLabel), e.given)
	} else {
		add("patient.name", g.say("name", nameLabel), e.name)
	}
	shown := func(what string) bool {
		return decide(g.chooser, what, alternative[bool]{9, "printed", true}, alternative[bool]{1, "not printed", false})
	}
	if shown("patient ID") {
		add("patient.id", g.say("id", idLabel), e.id)
	}
	if shown("date of birth") {
		add("patient.date_of_birth", g.say("born", bornLabel), g.date(e.born))
	}
	if shown("gender") {
		add("patient.gender", g.say("gender", genderLabel), g.say(e.gender, genderWords[e.gender]))
	}
	return append(out, g.examFact())
}

func (g *generator) examFact() [2][]piece {
	when := []piece{value(NoEye, "exam_date", g.date(g.exam.on))}
	if decide(g.chooser, "time of the exam", alternative[bool]{2, "none", false}, alternative[bool]{1, "printed", true}) {
		when = append(when, noise(" "+g.exam.on.Format("15:04")))
	}
	return [2][]piece{{label(NoEye, "exam_date", g.say("exam", examLabel))}, when}
}

// patient is what the page says of the patient and when the exam was.
func (g *generator) patient(width float64) box {
	e := &g.exam
	if !g.nameFields {
		e.name = choose(g.chooser, "name",
			alternative[string]{4, "Surname, Given", e.surname + ", " + e.given}, alternative[string]{2, "Given Surname", e.given + " " + e.surname},
			alternative[string]{1, "SURNAME, Given", strings.ToUpper(e.surname) + ", " + e.given}, alternative[string]{1, "SURNAME Given", strings.ToUpper(e.surname) + " " + e.given},
		)
	}
	colon := choose(g.chooser, "after a label of the patient", named(":", 5), alternative[string]{1, "nothing", ""})
	line := func(f [2][]piece) []piece {
		return append(append(append([]piece{}, f[0]...), noise(colon+" ")), f[1]...)
	}
	arrangement := choose(g.chooser, "patient",
		named("lines", 3), named("one line", 2), named("two columns", 2), named("unlabelled line", 2*one(!g.nameFields)), named("line with bars", 1), named("label over value", 1), named("framed lines", 1),
	)
	if arrangement == "unlabelled line" {
		return g.unlabelled(width)
	}
	facts := g.patientFacts()
	var all []box
	for _, f := range facts {
		all = append(all, g.write(g.size, false, line(f)...))
	}
	switch arrangement {
	case "one line":
		return wrap(width, 6, 0.5, all...)
	case "two columns":
		half := (len(all) + 1) / 2
		return beside(12, above(0.5, all[:half]...), above(0.5, all[half:]...))
	case "line with bars":
		var pieces []piece
		for i, f := range facts {
			if i > 0 {
				pieces = append(pieces, noise(" | "))
			}
			pieces = append(pieces, line(f)...)
		}
		return g.write(g.size, false, pieces...)
	case "label over value":
		for i, f := range facts {
			all[i] = above(0.2, g.write(g.size-1, false, f[0]...), g.write(g.size, true, f[1]...))
		}
		return wrap(width, 8, 1, all...)
	case "framed lines":
		return g.framed(above(0.5, all...).padded(2, 1))
	}
	var rows [][]box
	for _, f := range facts {
		rows = append(rows, []box{g.write(g.size, false, append(f[0], noise(colon))...), g.write(g.size, false, f[1]...)})
	}
	return table(ruling{pad: 4, leading: 0.4}, rows...)
}

// unlabelled is the patient in a line without labels: "Surname, Given, 12.03.1950 (F)". The
// record number and the date of the exam have their labels.
func (g *generator) unlabelled(width float64) box {
	e := &g.exam
	pieces := []piece{value(NoEye, "patient.name", e.name)}
	born, gender := value(NoEye, "patient.date_of_birth", g.date(e.born)), value(NoEye, "patient.gender", g.say(e.gender, genderWords[e.gender]))
	switch choose(g.chooser, "unlabelled patient", named("name, date (gender)", 3), named("name (date)", 1), named("name * date", 1), named("name, gender, date", 1)) {
	case "name, date (gender)":
		pieces = append(pieces, noise(", "), born, noise(" ("), gender, noise(")"))
	case "name (date)":
		pieces = append(pieces, noise(" ("), born, noise(")"))
	case "name * date":
		pieces = append(pieces, noise("  *"), born)
	default:
		pieces = append(pieces, noise(", "), gender, noise(", "), born)
	}
	id := []piece{label(NoEye, "patient.id", g.say("id", idLabel)+": "), value(NoEye, "patient.id", e.id)}
	f := g.examFact()
	exam := append(append(append([]piece{}, f[0]...), noise(": ")), f[1]...)
	if decide(g.chooser, "record number beside the patient", alternative[bool]{1, "below", false}, alternative[bool]{1, "before a bar", true}) {
		pieces = append(append(id, noise(" | ")), pieces...)
		return above(0.5, g.write(g.size+1, true, pieces...), g.write(g.size, false, exam...))
	}
	return above(0.5, g.write(g.size+1, true, pieces...), wrap(width, 8, 0.5, g.write(g.size, false, id...), g.write(g.size, false, exam...)))
}

// footer is the bottom of a page.
func (g *generator) footer(width float64, page, pages int) box {
	small := func(s string) box { return g.write(max(6.5, g.size-2), false, noise(s)) }
	number := small(fmt.Sprintf("%s %d / %d", g.say("page", pageWord), page, pages))
	switch g.once("footer", named("page", 3), named("saying and page", 2), named("date of the print", 2), named("none", 1)) {
	case "page":
		return number.right(width)
	case "saying and page":
		saying := small(g.say("saying", footers))
		return beside(max(5, width-saying.w-number.w), saying, number)
	case "date of the print":
		printed := small(g.say("printed", printedLabel) + ": " + g.date(g.exam.on.AddDate(0, 0, 9)))
		return beside(max(5, width-printed.w-number.w), printed, number)
	}
	return box{}
}
