package damage

import (
	"math/rand/v2"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// headingDamages are done to the headings of the eyes. A value of an eye that the document
// names nowhere is unknown, even if the other eye's heading makes it likely.
var headingDamages = []Damage{
	{"right heading removed", func(_ *rand.Rand, d *Document, _ Document) bool { return d.removeHeadings(right) }},
	{"left heading removed", func(_ *rand.Rand, d *Document, _ Document) bool { return d.removeHeadings(left) }},
	{"both headings removed", func(_ *rand.Rand, d *Document, _ Document) bool { return d.removeHeadings(right, left) }},
	{"first heading removed", func(r *rand.Rand, d *Document, _ Document) bool { return d.removeFirstHeading(pick(r, right, left)) }},
	{"one heading misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadHeadings(r, pick(r, right, left)) }},
	{"headings misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadHeadings(r, right, left) }},
	{"headings read as OO", func(_ *rand.Rand, d *Document, _ Document) bool { return d.blurHeadings() }},
	{"heading moved", func(r *rand.Rand, d *Document, _ Document) bool { return d.moveHeading(r, pick(r, right, left)) }},
	{"headings exchanged", func(_ *rand.Rand, d *Document, _ Document) bool { return d.exchangeHeadings() }},
	{"headings disagree with themselves", func(_ *rand.Rand, d *Document, _ Document) bool { return d.contradict() }},
	{"eye named inside rows", func(r *rand.Rand, d *Document, _ Document) bool { return d.nameInRows(r) }},
	{"@ read as OD", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadAt(r, "OD") }},
	{"@ read as OS", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadAt(r, "OS") }},
	{"@ read as OD, left heading removed", func(r *rand.Rand, d *Document, _ Document) bool {
		return d.removeHeadings(left) && d.misreadAt(r, "OD")
	}},
	{"@ read as OD, left heading misread", func(r *rand.Rand, d *Document, _ Document) bool {
		return d.misreadHeadings(r, left) && d.misreadAt(r, "OD")
	}},
	{"@ read as OD, headings removed", func(r *rand.Rand, d *Document, _ Document) bool {
		return d.removeHeadings(right, left) && d.misreadAt(r, "OD")
	}},
}

func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// removeHeadings removes every mark of the eyes.
func (d *Document) removeHeadings(eyes ...side) bool {
	for _, s := range eyes {
		marks := d.marksOf(s)
		if len(marks) == 0 {
			return false
		}
		d.remove(marks)
		d.Truth.withhold(s)
	}
	return true
}

// removeFirstHeading removes the first phrase that names the eye. What the document says
// below it may still stand under another heading of the same eye.
func (d *Document) removeFirstHeading(s side) bool {
	marks := d.marksOf(s)
	if len(marks) == 0 {
		return false
	}
	first := slices.MinFunc(marks, func(a, b mark) int { return d.compare(a, b) })
	box := d.box(first)
	d.remove(slices.DeleteFunc(marks, func(m mark) bool { return m.page != first.page || m.word != first.word && !beside(box, d.box(m)) }))
	if !d.names(s) {
		d.Truth.withhold(s)
	}
	return true
}

func (d *Document) box(m mark) layout.Box { return d.Pages[m.page].Words[m.word].Box }

// compare orders marks by their pages and their heights on them.
func (d *Document) compare(a, b mark) int {
	switch y := d.box(a).CenterY() - d.box(b).CenterY(); {
	case a.page != b.page:
		return a.page - b.page
	case y < 0:
		return -1
	case y > 0:
		return 1
	}
	return 0
}

// misreadings lists what OCR makes of the abbreviations. A space divides a word.
var misreadings = map[string][]string{
	"OD": {"O D", "0D", "0 D", "QD", "CD", "ÖD", "O.D", "OD."},
	"OS": {"O S", "Ö S", "0S", "QS", "O5", "05", "ÖS", "O$", "OS."},
	"OI": {"O I", "0I", "Ol", "O1", "QI"},
	"OG": {"O G", "0G", "QG", "O6", "ÖG"},
	"OE": {"O E", "0E", "QE", "ŒE"},
	"RE": {"R E", "BE"}, "LE": {"L E", "1E"}, "RA": {"R A", "BA"}, "LA": {"L A", "1A"},
}

// misreadHeadings writes the marks of the eyes as OCR reads them. A reader may understand
// them or not.
func (d *Document) misreadHeadings(r *rand.Rand, eyes ...side) bool {
	done := false
	for _, s := range eyes {
		for _, m := range slices.Backward(d.marksOf(s)) {
			text := d.Pages[m.page].Words[m.word].Text[m.from:m.upto]
			if forms := misreadings[text]; forms != nil {
				d.replace(m, pick(r, forms...))
				done = true
			} else if blurred, ok := confuse(r, text); ok {
				d.replace(m, blurred)
				done = true
			}
		}
	}
	d.divideWords()
	return done
}

// blurHeadings writes every abbreviation of an eye as OO, which may be either, and removes
// the words.
func (d *Document) blurHeadings() bool {
	marks := d.marks()
	if len(marks) == 0 {
		return false
	}
	for _, m := range slices.Backward(marks) {
		if upto := m.upto - m.from; upto <= 2 {
			d.replace(m, "OO")
		} else {
			d.replace(m, "")
		}
	}
	d.dropEmpty()
	d.Truth.withhold(right, left)
	return true
}

// divideWords divides the words in which a damage has put a space.
func (d *Document) divideWords() {
	for i := range d.Pages {
		var words []layout.Word
		for _, w := range d.Pages[i].Words {
			words = append(words, divided(w)...)
		}
		d.Pages[i].Words = words
	}
}

// divided divides a word at its spaces, in proportion to its letters.
func divided(w layout.Word) (out []layout.Word) {
	letters := []rune(w.Text)
	width := w.Width() / float64(max(1, len(letters)))
	for from := 0; from < len(letters); {
		upto := from
		for upto < len(letters) && letters[upto] != ' ' {
			upto++
		}
		if upto > from {
			part := w
			part.Text = string(letters[from:upto])
			part.X0, part.X1 = w.X0+width*float64(from), w.X0+width*float64(upto)
			out = append(out, part)
		}
		from = upto + 1
	}
	return out
}

// moveHeading moves the phrases that name an eye: a little, or to the head or the foot of
// their page.
func (d *Document) moveHeading(r *rand.Rand, s side) bool {
	marks := d.marksOf(s)
	if len(marks) == 0 {
		return false
	}
	far, foot := r.IntN(2) == 0, r.IntN(2) == 0
	var phrases []layout.Box
	for _, m := range marks {
		phrases = append(phrases, d.box(m))
	}
	for i, m := range marks {
		page, old := &d.Pages[m.page], phrases[i]
		dx, dy := (r.Float64()-0.5)*4*old.Height(), (r.Float64()-0.5)*3*old.Height()
		if far {
			dx, dy = 0, extent(page.Words).Y0-2*old.Height()-old.Y0
			if foot {
				dy = extent(page.Words).Y1 + old.Height() - old.Y0
			}
		}
		for j := range page.Words {
			if w := page.Words[j].Box; j == m.word || isEyeNoun(page.Words[j].Text) && beside(w, old) {
				page.Words[j].Box = moved(w, dx, dy)
			}
		}
		d.fit(m.page)
	}
	return true
}

// exchangeHeadings exchanges the words for right and left everywhere, so that the document
// gives every value to the other eye.
func (d *Document) exchangeHeadings() bool {
	all := d.marks()
	if !d.names(right) || !d.names(left) {
		return false
	}
	used := map[[2]string]int{} // pair → marks of the left eye
	for _, m := range all {
		if m.side == left {
			used[eyeWords[m.pair]]++
		}
	}
	for _, m := range slices.Backward(all) {
		text := d.Pages[m.page].Words[m.word].Text[m.from:m.upto]
		d.replace(m, sameCase(exchanged(text, m, used), text))
	}
	d.Truth.exchangeEyes()
	return true
}

// contradict exchanges the abbreviations of the eyes and leaves the words beside them: "OS
// right eye". Then nobody knows whose the values are.
func (d *Document) contradict() bool {
	all := d.marks()
	doubled := [2]bool{} // an abbreviation of the eye stands beside a word for it
	for _, m := range all {
		for _, n := range all {
			if m.side == n.side && m.page == n.page && m.short() && !n.short() && beside(d.box(m), d.box(n)) {
				doubled[m.side] = true
			}
		}
	}
	if !doubled[right] || !doubled[left] {
		return false
	}
	for _, m := range slices.Backward(all) {
		if m.short() {
			d.replace(m, eyeWords[m.pair][m.side.other()])
		}
	}
	d.Truth.withhold(right, left)
	return true
}

// short reports whether an eye is named by an abbreviation in capitals.
func (m mark) short() bool { return m.upto-m.from <= 2 }

// exchanged returns the word for the other eye, where there are several the one that the
// document uses.
func exchanged(text string, m mark, used map[[2]string]int) string {
	best := eyeWords[m.pair]
	for _, pair := range eyeWords {
		if strings.EqualFold(pair[m.side], text) && used[pair] > used[best] {
			best = pair
		}
	}
	return best[m.side.other()]
}

// sameCase writes a word in capitals or with a capital, as the example is.
func sameCase(word, example string) string {
	switch {
	case example == strings.ToUpper(example):
		return strings.ToUpper(word)
	case example[:1] == strings.ToUpper(example[:1]):
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return word
}

// nameInRows puts the name of one eye behind numbers in rows. The headings are as before.
func (d *Document) nameInRows(r *rand.Rand) bool {
	text := pick(r, "OD", "OS", "OD", "OS", "0D", "RE", "LE")
	done := false
	for i := range d.Pages {
		done = d.insertBehind(i, text, func(w layout.Word) bool { return isNumber(w.Text) && r.IntN(4) == 0 }) || done
	}
	return done
}

// misreadAt writes the "@" between a power and its axis as OCR reads it, and puts it where
// an axis stands without one: "43,80 D OD 165°".
func (d *Document) misreadAt(r *rand.Rand, text string) bool {
	done := false
	for i := range d.Pages {
		words := d.Pages[i].Words
		for j := range words {
			if before, after, ok := strings.Cut(words[j].Text, "@"); ok {
				words[j].Text = strings.TrimSpace(before + " " + text + " " + after)
				done = true
			}
		}
	}
	d.divideWords()
	if !done {
		for i := range d.Pages {
			done = d.insertBefore(i, text, func(w layout.Word) bool { return isAxis(w.Text) && r.IntN(3) > 0 }) || done
		}
	}
	return done
}
