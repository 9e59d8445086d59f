package damage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// strangerDamages add what is no measurement of this examination.
var strangerDamages = []Damage{
	{"lens constants named like measurements", func(r *rand.Rand, d *Document, _ Document) bool { return d.addLenses(r) }},
	{"values removed", func(r *rand.Rand, d *Document, _ Document) bool { return d.removeValues(r) }},
	{"values removed, lens constants added", func(r *rand.Rand, d *Document, _ Document) bool { return d.removeValues(r) && d.addLenses(r) }},
	{"targets and formulas", func(r *rand.Rand, d *Document, _ Document) bool { return d.addTargets(r) }},
	{"column of an earlier visit at the right", func(r *rand.Rand, d *Document, _ Document) bool { return d.addHistoryColumn(r) }},
	{"table of an earlier visit at the right", func(r *rand.Rand, d *Document, _ Document) bool { return d.addHistory(r, true) }},
	{"table of an earlier visit below", func(r *rand.Rand, d *Document, _ Document) bool { return d.addHistory(r, false) }},
	{"second device in a remark", func(r *rand.Rand, d *Document, _ Document) bool { return d.addRemark(r) }},
	{"remark directly above a heading", func(r *rand.Rand, d *Document, _ Document) bool { return d.remarkAbove(r, pick(r, right, left)) }},
	{"pages of another patient appended", func(_ *rand.Rand, d *Document, other Document) bool {
		return d.addPatient(other, append(d.Pages, other.Pages...))
	}},
	{"pages of another patient in front", func(_ *rand.Rand, d *Document, other Document) bool {
		return d.addPatient(other, append(other.Pages, d.Pages...))
	}},
	{"pages of two patients interleaved", func(_ *rand.Rand, d *Document, other Document) bool {
		return len(d.Pages)+len(other.Pages) > 2 && d.addPatient(other, interleaved(d.Pages, other.Pages))
	}},
	{"numbers sprinkled", func(r *rand.Rand, d *Document, _ Document) bool { return d.sprinkle(r) }},
}

// decimal writes a number with a point or a comma.
func decimal(r *rand.Rand, format string, args ...any) string {
	s := fmt.Sprintf(format, args...)
	if r.IntN(2) == 0 {
		s = strings.ReplaceAll(s, ".", ",")
	}
	return s
}

// between draws a number.
func between(r *rand.Rand, low, high float64) float64 { return low + r.Float64()*(high-low) }

// addLenses adds tables of lenses with their constants above or below.
func (d *Document) addLenses(r *rand.Rand) bool {
	for i := range d.Pages {
		var table []string
		power := between(r, 15, 25)
		table = append(table, pick(r, "IOL (D)   REF (D)", "IOL [D]   Ref. [D]", "IOL   Rx"))
		for n := range 4 {
			table = append(table, decimal(r, "%.1f      %.2f", power+float64(n)/2, 0.6-0.36*float64(n)))
		}
		constants := []string{
			decimal(r, "ACD: %+.2f", between(r, 4.8, 5.9)), decimal(r, "pACD %.1f", between(r, 4.8, 5.9)), decimal(r, "SF %.2f", between(r, 1.4, 2.1)),
			decimal(r, "A: %.1f", between(r, 118, 119.5)), decimal(r, "a0 %.3f", between(r, -0.9, 1.4)), decimal(r, "ACD const. %.2f", between(r, 4.8, 5.9)),
		}
		r.Shuffle(len(constants), func(i, j int) { constants[i], constants[j] = constants[j], constants[i] })
		constants = constants[:1+r.IntN(3)]
		if r.IntN(2) == 0 {
			constants = []string{strings.Join(constants, "  ")}
		}
		head := []string{
			pick(r, "IOL calculation", "IOL-Berechnung", "Calcul d'implant", "Cálculo de LIO", "Calcolo IOL"),
			pick(r, "Alcon SN60WF", "Hoya Vivinex", "Tecnis ZCB00", "CT Lucia 621P") + pick(r, "", "  SRK/T", "  Haigis", "  Barrett"),
		}
		if r.IntN(2) == 0 {
			table = append(append(head, constants...), table...)
		} else {
			table = append(append(head, table...), constants...)
		}
		d.insert(r, i, table...)
	}
	return true
}

// removeValues removes lengths where they are printed and leaves their labels. The ACD is
// removed always, because lens constants have its name. Only numbers that stand for one
// value are removed.
func (d *Document) removeValues(r *rand.Rand) bool {
	done := false
	for _, s := range []side{right, left} {
		for _, field := range []string{"AL", "ACD", "LT", "WTW", "CCT"} {
			path := s.prefix() + field
			number, ok := biometry.AsFloat(d.Truth.Values[path])
			if !ok || d.Truth.uses(number) > 1 || field != "ACD" && r.IntN(3) > 0 {
				continue
			}
			for _, w := range d.places(number) {
				w.Text = ""
				delete(d.Truth.Values, path)
				done = true
			}
		}
	}
	d.dropEmpty()
	return done
}

// addTargets adds targets of refraction and names of formulas in free places.
func (d *Document) addTargets(r *rand.Rand) bool {
	for i := range d.Pages {
		d.insert(r, i, pick(r, "Target: ", "Target refraction: ", "Zielrefraktion: ", "Réfraction cible : ", "Tgt. ")+decimal(r, "%.2f D", between(r, -3, 0.5)))
		d.insert(r, i, pick(r, "Formula: SRK/T  A const: ", "Barrett Universal II  LF: ", "Haigis  a0: ", "Hoffer Q  pACD: ", "Holladay 1  SF: ")+decimal(r, "%.2f", between(r, 0.5, 6)))
		d.insert(r, i, pick(r, "ΔSE: ", "SIA: ", "Vertex: ", "Kappa: ")+decimal(r, "%.2f", between(r, 0.1, 12)))
	}
	return true
}

// visit draws the lines of an earlier examination.
func visit(r *rand.Rand) []string {
	length := func() string { return decimal(r, "%.2f", between(r, 21.5, 26.5)) }
	depth := func() string { return decimal(r, "%.2f", between(r, 2.2, 4)) }
	power := func() string { return decimal(r, "%.2f", between(r, 40, 47)) }
	if r.IntN(2) == 0 {
		return []string{"OD  OS", "AL  " + length() + "  " + length(), "ACD  " + depth() + "  " + depth(), "K1  " + power() + "  " + power()}
	}
	return []string{
		"OD  AL " + length() + " mm  ACD " + depth() + " mm  K1 " + power() + " D",
		"OS  AL " + length() + " mm  ACD " + depth() + " mm  K1 " + power() + " D",
	}
}

// earlier draws the heading of an earlier examination.
func earlier(r *rand.Rand) string {
	return pick(r, "Previous exam ", "Previous visit: ", "Earlier examination ", "Voruntersuchung ", "Examen précédent ", "Examen anterior ", "Esame precedente ") +
		pick(r, "2019", "12.03.2019", "2019-03-12", "12/03/2018")
}

// addHistory adds a table of an earlier visit beside or below everything.
func (d *Document) addHistory(r *rand.Rand, beside bool) bool {
	for i := range d.Pages {
		p := &d.Pages[i]
		box, size := extent(p.Words), lineHeight(*p)
		x, y := box.X0, box.Y1+2*size
		if beside {
			x, y = box.X1+4*size, box.Y0+between(r, 0.2, 0.6)*box.Height()
		}
		p.Words = append(p.Words, set(x, y, size, append([]string{earlier(r)}, visit(r)...)...)...)
		d.fit(i)
	}
	return true
}

// addHistoryColumn adds a column at the right. In each row with a number it has a number that
// differs in its last digit.
func (d *Document) addHistoryColumn(r *rand.Rand) bool {
	for i := range d.Pages {
		p := &d.Pages[i]
		size := lineHeight(*p)
		x := extent(p.Words).X1 + 4*size
		top := 0.0
		for _, row := range layout.Rows(p.Words) {
			var last layout.Word
			for _, w := range row.Words {
				if isNumber(w.Text) {
					last = w
				}
			}
			if last.Text == "" {
				continue
			}
			if top == 0 {
				top = last.Y0
			}
			digits := fmt.Sprint(r.IntN(10))
			p.Words = append(p.Words, set(x, last.Y0, size, last.Text[:len(last.Text)-1]+digits)...)
		}
		p.Words = append(p.Words, set(x, top-1.5*size, size, earlier(r))...)
		d.fit(i)
	}
	return true
}

// addRemark adds a remark with the values of another device.
func (d *Document) addRemark(r *rand.Rand) bool {
	device := pick(r, "AL-Scan", "OA-1000", "IOLMaster 500", "ultrasound biometry", "Galilei G6")
	al, k := decimal(r, "%.2f", between(r, 21.5, 26.5)), decimal(r, "%.2f", between(r, 40, 47))
	al2, acd := decimal(r, "%.2f", between(r, 21.5, 26.5)), decimal(r, "%.2f", between(r, 2.2, 4))
	d.insert(r, r.IntN(len(d.Pages)), pick(r,
		fmt.Sprintf("Remark: %s (2014): AL %s mm, K1 %s D", device, al, k),
		fmt.Sprintf("Comparison with %s: OD AL %s mm, OS AL %s mm", device, al, al2),
		fmt.Sprintf("Notes: values of the other device (%s) OD: AL %s mm, ACD %s mm", device, al, acd),
		fmt.Sprintf("Bemerkung: %s vom 03.02.2015: OD AL %s mm OS AL %s mm", device, al, al2),
		fmt.Sprintf("Commentaire : %s en 2015, LA %s mm, ACD %s mm", device, al, acd)))
	d.Truth.leaveOpen(devicePaths...)
	return true
}

// remarkAbove puts a remark into a line of its own directly above the first name of an eye, and moves what stands below down.
func (d *Document) remarkAbove(r *rand.Rand, s side) bool {
	marks := d.marksOf(s)
	if len(marks) == 0 {
		return false
	}
	first := slices.MinFunc(marks, func(a, b mark) int { return d.compare(a, b) })
	p, at := &d.Pages[first.page], d.box(first)
	leading := 1.5 * at.Height()
	for i, w := range p.Words {
		if w.CenterY() >= at.Y0 {
			p.Words[i].Box = moved(w.Box, 0, leading)
		}
	}
	p.Words = append(p.Words, set(at.X0, at.Y0, at.Height(), pick(r,
		"Notes: poor fixation, second attempt",
		"Bemerkung: Katarakt, trockenes Auge",
		"Commentaire : cataracte dense",
		"Observaciones: paciente cansado",
		"Note: lacrima artificiale, da ripetere"))...)
	d.fit(first.page)
	return true
}

// addPatient makes pages the document: those of two patients who are named differently.
// Whose values they are nobody can know then.
func (d *Document) addPatient(other Document, pages []layout.Page) bool {
	if !differ(d.Truth, other.Truth, patientName) && !differ(d.Truth, other.Truth, patientID) {
		return false
	}
	d.Pages = pages
	d.renumber()
	d.Truth.merge(other.Truth)
	return true
}

// differ reports whether both documents have the value and it is not the same.
func differ(a, b Truth, path string) bool {
	return a.Values[path] != nil && b.Values[path] != nil && a.Values[path] != b.Values[path]
}

func (d *Document) renumber() {
	for i := range d.Pages {
		d.Pages[i].Number = i + 1
	}
}

// interleaved returns the pages of two documents in turn.
func interleaved(a, b []layout.Page) (out []layout.Page) {
	for i := range max(len(a), len(b)) {
		if i < len(a) {
			out = append(out, a[i])
		}
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

// sprinkle puts numbers without labels into free places.
func (d *Document) sprinkle(r *rand.Rand) bool {
	for i := range d.Pages {
		p := &d.Pages[i]
		size := lineHeight(*p)
		for range 12 {
			word := set(0, 0, size, decimal(r, pick(r, "%.0f", "%.1f", "%.2f"), between(r, 0, pick(r, 1, 10, 50, 700.0))))[0]
			for range 30 {
				box := moved(word.Box, r.Float64()*p.Width, r.Float64()*p.Height)
				if box.X1 < p.Width && box.Y1 < p.Height && isFree(p.Words, box, 4*size, size/2) {
					word.Box = box
					p.Words = append(p.Words, word)
					break
				}
			}
		}
	}
	return true
}
