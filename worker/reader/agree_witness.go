package reader

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/worker/document/layout"
)

// Witness is a document's own text, or what OCR saw of it, asked whether it bears out the numbers that
// somebody else read in the document. It knows what the reader found for a
// field of an eye, which numbers stand in the parts of the pages that are an
// eye's, and which stand anywhere.
type Witness struct {
	found Findings
	pages Pages                 // on which sources stand
	parts map[string][]printout // eye → the numbers in its parts
	all   []printout

	passes   []*Witness      // of OCR, which found is what they agree on; then parts and all are empty
	answered map[key]float64 // see Answer
}

// printout is a number as it stands in the text.
type printout struct {
	value float64 // without its sign
	unit  string  // directly behind it, as in the field table; "" if none is
	label *label  // in the same line before it; nil: none
	row   float64 // where its line begins on the page
	at    place
}

// Verdict is what the text says to a value.
type Verdict int

// The verdicts, from the best to the worst.
const (
	Found     Verdict = iota // the reader found it for this field of this eye
	Placed                   // it found nothing, and the number stands among this eye's
	Unknown                  // nor that, and it stands where nothing tells whose it is
	Unprinted                // it stands nowhere
	Refuted                  // the reader found another value for this field
	OtherEyes                // it is the other eye's
)

// Doubtful reports a value that must not be believed.
func (v Verdict) Doubtful() bool { return v >= Unprinted }

// Told reports a value that the text gives for this eye.
func (v Verdict) Told() bool { return v <= Placed }

// Testify reads the pages of a text layer. Of words that OCR saw, [Saw]
// makes one of several passes.
func Testify(pages []layout.Page) *Witness {
	found, whose := find(pages)
	w := &Witness{found: found, pages: TextPages(pages), parts: map[string][]printout{}}
	for _, d := range whose {
		for _, l := range d.all {
			w.all = append(w.all, d.printouts(l.items)...)
		}
		for _, p := range d.parts {
			w.add(p)
		}
	}
	w.forget()
	return w
}

// add gives an eye the numbers of its part, but for those of a lens table.
func (w *Witness) add(p part) {
	for _, l := range p.lines {
		w.parts[p.eye] = append(w.parts[p.eye], p.page.printouts(slices.DeleteFunc(slices.Clone(l.items), func(it item) bool {
			return it.plain(number) && p.sectionOf(it.Box) == foreign
		}))...)
	}
}

// forget leaves to an eye what is its own: a number that both have is neither's,
// and of an eye for which the reader found next to nothing it knows no parts.
func (w *Witness) forget() {
	own := map[string][]printout{}
	for _, eye := range []string{rightEye, leftEye} {
		if w.found.numbers(eye) < fewValues {
			continue
		}
		others := map[place]bool{}
		for _, p := range w.parts[twinEye(eye)] {
			others[p.at] = true
		}
		own[eye] = slices.DeleteFunc(slices.Clone(w.parts[eye]), func(p printout) bool { return others[p.at] })
	}
	w.parts = own
}

func (s *sheet) printouts(items []item) (out []printout) {
	var last *label
	labelled := 0
	for i, it := range items {
		if it.is(measure) || it.is(other) {
			last, labelled = it.label, 0
		}
		if it.kind != number {
			continue
		}
		if labelled++; labelled > 2 { // more than both eyes': of another panel, perhaps
			last = nil
		}
		p := printout{label: last, value: math.Abs(atof(it.text)), row: items[0].CenterY(), at: s.place(it.in)}
		if i+1 < len(items) && near(it.token, items[i+1].token) {
			p.unit, _ = unitAhead(items[i+1:])
		}
		out = append(out, p)
	}
	return out
}

// Silent reports that the reader understood nothing of the text: it may be a
// letterhead over a drawing, or letters that no font explains.
func (w *Witness) Silent() bool { return w.found.Empty() }

// KnowsLittle reports that the reader found next to nothing for either eye.
func (w *Witness) KnowsLittle() bool {
	return w.found.numbers(rightEye) < fewValues && w.found.numbers(leftEye) < fewValues
}

// Says is the verdict on the value of a field of an eye, "right_eye" or
// "left_eye", as the data model holds it.
func (w *Witness) Says(eye, field string, value float64) Verdict {
	if w.passes == nil && w.dashes(key{eye, field}) {
		return Refuted
	}
	known, same := w.reads(key{eye, field}, value)
	_, others := w.reads(key{twinEye(eye), field}, value)
	switch {
	case same:
		return Found
	case known && others:
		return OtherEyes
	case known:
		return Refuted
	case w.passes != nil:
		return w.vote(key{eye, field}, value, others)
	case w.stands(eye, field, value):
		return Placed
	case others && field == indexField: // a setting of the device
		return Placed
	case others, w.stands(twinEye(eye), field, value):
		return OtherEyes
	case slices.ContainsFunc(w.all, w.means(eye, field, value)):
		return Unknown
	}
	return Unprinted
}

// dashes reports that the field is printed without a value.
func (w *Witness) dashes(k key) bool {
	_, found := w.found.values[k]
	return w.found.absent[k] && !found && !ofCornea(k.field)
}

// reads tells whether the reader is sure of the field, and whether it found the
// value there. A value that is printed with fewer digits elsewhere in the eye's
// part is the same.
func (w *Witness) reads(k key, value float64) (known, same bool) {
	if !w.found.sure(k) {
		power, ok := w.converted(k)
		return ok, ok && alikePowers(power, value)
	}
	v := w.found.values[k]
	coarse := strconv.FormatFloat(value, 'f', -1, 64)
	rounded := sameOrRounded(v.text, coarse) && w.prints(k, value)
	return true, equal(atof(v.text), value) || rounded
}

// prints reports that the number stands in a part of the eye.
func (w *Witness) prints(k key, value float64) bool {
	return slices.ContainsFunc(w.parts[k.eye], w.means(k.eye, k.field, value)) ||
		slices.ContainsFunc(w.passes, func(p *Witness) bool { return p.prints(k, value) })
}

// stands reports that the number is among the eye's own, once more than other
// fields of that eye have it.
func (w *Witness) stands(eye, field string, value float64) bool {
	n := 0
	means := w.means(eye, field, value)
	for _, p := range w.parts[eye] {
		if means(p) {
			n++
		}
	}
	for k := range w.found.values {
		if k.eye == eye && k.field != field && w.found.sure(k) && equal(math.Abs(w.found.float(k)), value) {
			n--
		}
	}
	return n > 0
}

// means tells which printed numbers say the value: its digits in its unit,
// micrometres in mm, a power by its radius.
func (w *Witness) means(eye, field string, value float64) func(printout) bool {
	unit := fields[field].Unit
	index := w.index(eye)
	corneal := strings.HasPrefix(field, "K") && unit == "diopters"
	return func(p printout) bool {
		switch {
		case !p.labelled(field):
			return false
		case (p.unit == "" || p.unit == unit) && (equal(p.value, value) || equal(p.in(field), value)):
			return true
		case p.unit != "" && p.unit != "mm":
			return false
		case unit == "micrometers":
			return equal(1000*p.value, value)
		}
		return corneal && index > 0 && p.value >= radiusMin && p.value <= radiusMax && alikePowers(powerOf(index, p.value), value)
	}
}

// labelled: nothing before it in its line says that it is something else. Of
// corneal powers and axes several stand in a line, and their labels say less.
func (p printout) labelled(f string) bool {
	return p.label == nil || p.label.field == f || ofCornea(f)
}

// ofCornea: powers, axes and their index, of which a page has several kinds.
func ofCornea(f string) bool {
	return fields[f].Unit == "diopters" || strings.HasSuffix(f, "_axis") || f == indexField
}

// converted is the power of a meridian of which only the radius is printed.
func (w *Witness) converted(k key) (power float64, ok bool) {
	radius, isPower := radiusKey(k)
	if _, printed := w.found.values[k]; printed || !isPower || !w.found.sure(radius) || w.index(k.eye) == 0 {
		return 0, false
	}
	return powerOf(w.index(k.eye), w.found.float(radius)), true
}

// radiusKey is the radius of a meridian's power.
func radiusKey(k key) (radius key, ok bool) {
	meridian, ok := strings.CutSuffix(k.field, "_magnitude")
	return key{k.eye, meridian + "_radius"}, ok
}

// index is the printed keratometric index, 0 if there is none.
func (w *Witness) index(eye string) float64 {
	if k := (key{eye, indexField}); w.found.sure(k) {
		return w.found.float(k)
	}
	return 0
}

// alikePowers: equal when printed with two decimals, however they were rounded.
func alikePowers(a, b float64) bool { return math.Abs(a-b) <= 0.005+1e-9 }

// equal numbers have the same digits; 545 is 1000 times 0.545.
func equal(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
