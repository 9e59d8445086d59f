package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// heading says whose values follow.
type heading struct {
	layout.Box
	eye  string
	line int
}

// part is the lines of a page that belong to one eye.
type part struct {
	eye     string
	lines   []line
	zones   // of its own column, or the page's
	page    *sheet
	unclear bool // the eye's name does not stand where the lines begin
	titled  bool // the patient's data say whose the page is
	whole   bool // all that stands beside the eye's name: two values of a field say that a block of the other eye is among it
}

// addHeadings notes the eyes that line n announces.
func (s *sheet) addHeadings(l line, n int) bool {
	var found []heading
	if _, eyes := l.inlineEyes(); len(eyes) > 1 {
		return false
	}
	for i, it := range l.items {
		if !it.is(eye) || it.field == "" || !isHeading(l.items, i) || s.isLetterBetween(l, it) || s.isCaption(l.items, i) || s.isBesideTable(n, it) {
			continue
		}
		if k := len(found) - 1; k >= 0 && found[k].eye == it.field { // "OD" and "right" apart
			switch {
			case it.X0-found[k].X1 < columnGap*it.Height():
				found[k].Box = found[k].Union(it.Box)
			case k > 0: // over a picture between the columns; the outer one counts
				found[k].Box = cellTo(l.items, i)
			}
			continue
		}
		found = append(found, heading{cellTo(l.items, i), it.field, n})
	}
	if len(found) == 0 {
		s.addUnread(l, n)
		return false
	}
	if len(found) == 1 && besideUnread(l.items, found[0]) {
		found[0].eye = nobody
	}
	all := slices.Clone(found)
	found = slices.DeleteFunc(found, func(h heading) bool {
		k := s.goesOnBelow(h.Box, h.eye, n)
		if k >= 0 {
			s.headings[k].Box = s.headings[k].Union(h.Box)
		}
		return k >= 0
	})
	if len(found) == 0 {
		return false
	}
	s.disagrees = s.disagrees || namesDisagree(l.items)
	s.headings = append(s.headings, found...)
	s.unclear = s.unclear || slices.ContainsFunc(l.items, func(it item) bool {
		named := it.fieldOf(eye)
		return named != "" && !slices.ContainsFunc(all, func(h heading) bool { return h.eye == named })
	})
	return true
}

// isLetterBetween: a letter stands alone between the columns of both eyes, as "R" of a radius among the labels between them, without that of the other eye.
func (s *sheet) isLetterBetween(l line, it item) bool {
	return len(fold(it.text)) == 1 && s.isBetween(it) && !slices.ContainsFunc(l.items, func(of item) bool { return of.is(eye) && of.field != "" && of.field != it.field })
}

// isBesideTable: the name stands alone, far right of both columns of a table that goes on below it, and no label stands there: it is of a box, "OS: no data".
func (s *sheet) isBesideTable(n int, it item) bool {
	k := len(s.headings)
	if k < 2 || s.headings[k-1].line != s.headings[k-2].line || s.headings[k-1].eye == s.headings[k-2].eye {
		return false
	}
	a, b := s.headings[k-2], s.headings[k-1]
	if it.X0 < b.X1+2*(b.X0-a.X1) || it.X0 < b.X1+headingsApart*b.Height() {
		return false
	}
	rows := 0
	for _, l := range s.lines[n+1:] {
		if slices.ContainsFunc(l.items, ofOneEye) {
			break
		}
		for _, own := range l.items {
			switch {
			case isMeasurement(own) && own.X1 > b.X1:
				return false
			case isMeasurement(own) && own.X1 < a.X0 && l.hasNumber():
				rows++
			}
		}
	}
	return rows >= fewRows
}

// isBetween: the names of both eyes stand in a line above, on both sides of the item.
func (s *sheet) isBetween(it item) bool {
	return slices.ContainsFunc(s.headings, func(a heading) bool {
		return slices.ContainsFunc(s.headings, func(b heading) bool { return a.line == b.line && a.eye != b.eye && a.X1 < it.X0 && it.X1 < b.X0 })
	})
}

// isCaption: the name of an eye at i begins what stands under a picture, between the columns of both eyes, "OD  Scheimpflug 0°", or beside the heading of that
// eye's column.
func (s *sheet) isCaption(items []item, i int) bool {
	if !namesPicture(items, i) {
		return false
	}
	for k, it := range items {
		if it.fieldOf(eye) == items[i].field && math.Abs(it.X0-items[i].X0) > headingsApart*it.Height() && !namesPicture(items, k) {
			return true
		}
	}
	return s.isBetween(items[i])
}

// namesPicture: a word for a picture follows item i.
func namesPicture(items []item, i int) bool {
	return i+1 < len(items) && items[i+1].X0-items[i].X1 < columnGap*items[i].Height() && hasStem(fold(items[i+1].text), pictureStems)
}

// pictureStems begin the words for pictures.
var pictureStems = stems("scheimpflug oct scan bscan ascan placido image imagen imagem immagin bild foto photo")

// besideUnread: in another cell of the heading's line stands the word "eye" behind what was not understood, so that the line
// names both: "0D - Righ1 Eye   OS - Left Eye". "Eye mode: standard" names none.
func besideUnread(items []item, h heading) bool {
	for i, it := range items {
		own := it.X0 >= h.X0 && it.X1 <= h.X1 || h.X1 <= it.X0 && it.X0-h.X1 < columnGap*it.Height()
		if it.is(eye) && it.field == "" && !own && i > 0 && items[i-1].plain(word) && near(items[i-1].token, it.token) && (i+1 == len(items) || !near(it.token, items[i+1].token) || it.X1 < h.X0) {
			return true
		}
	}
	return false
}

// addUnread notes a heading of nobody where line n begins with the name of an eye that was not
// understood as one: that of the other eye than the heading above names, "OD I Biometry", perhaps behind another word; or what may be
// one, and goes on like the block of an eye, "Rechtcs Auge: AL 23.45". What is below is not the
// eye's above.
func (s *sheet) addUnread(l line, n int) {
	i, rows := slices.IndexFunc(l.items, func(it item) bool { return !it.isSign() }), s.headingRows()
	if i < 0 || len(rows) == 0 {
		return
	}
	above := rows[len(rows)-1]
	end := i
	for end < len(l.items) && (end == i || near(l.items[end-1].token, l.items[end].token)) && !ofValue(l.items[end]) && !l.items[end].plain(number) {
		end++
	}
	k := i + max(0, slices.IndexFunc(l.items[i:end], ofOneEye)) // "QS left: AL 23.45"
	if k > i && slices.ContainsFunc(l.items[i+1:k], func(it item) bool { return it.label != nil && !it.is(eye) }) {
		k = i // of something with a label, "Subjective refraction: OD -5.75"
	}
	other := len(above) == 1 && ofOneEye(l.items[k]) && l.items[k].field != above[0].eye && !isOfBoth(l.items, k)
	block := slices.ContainsFunc(l.items[i+1:], func(it item) bool { return ofValue(it) || it.is(section) && it.field != foreign })
	if other && (k == i || block) || block && (slices.ContainsFunc(l.items[i:max(i+1, end)], isLikeName) || namesUnknown(l.items[i:end]) || s.beginsLike(above[0], l.items)) {
		s.headings = append(s.headings, heading{l.items[i].Box, nobody, n})
	}
}

// isLikeName: the item is a word for an eye in which a letter may be misread or missing.
func isLikeName(it item) bool {
	f := fold(it.text)
	return it.plain(word) && len(f) >= longWord && distanceToAny(f, eyeNames) < 2
}

// namesUnknown: the items, which a value's label follows, have the word "eye" behind others or before a colon, "QD Bight Eye:",
// "Eye: Rigbt:", and not before the state of the lens, "Eye: phakic".
func namesUnknown(items []item) bool {
	i := slices.IndexFunc(items, func(it item) bool { return it.is(eye) && it.field == "" })
	return i > 0 || i == 0 && (items[0].closed || len(items) > 1 && items[1].text == ":") && !slices.ContainsFunc(items, func(it item) bool { return it.plain(word) && saysLens([]item{it}) })
}

// beginsLike: items begin as the line of the heading above does, with a short word before a colon in the same place: what
// names an eye there was not understood.
func (s *sheet) beginsLike(above heading, items []item) bool {
	colon := slices.IndexFunc(items, func(it item) bool { return it.text == ":" })
	return colon > 0 && len(s.beside(above)) > 0 && math.Abs(items[0].X0-above.X0) < aligned*items[0].Height() &&
		!slices.ContainsFunc(items[:colon], func(it item) bool { return len(fold(it.text)) > fewLetters || it.label != nil && !it.is(other) })
}

// eyeNames is the words for an eye in which a misread letter can be told.
var eyeNames = func() (names []string) {
	for phrase, e := range phrases {
		if e.role == eye && e.field != "" && len(phrase) >= longWord {
			names = append(names, phrase)
		}
	}
	return names
}()

// goesOnBelow is the heading of an eye whose second line is at b in line n, "OD" and below it "right", perhaps beside the first rows of its block;
// -1 if there is none.
func (s *sheet) goesOnBelow(b layout.Box, side string, n int) int {
	return slices.IndexFunc(s.headings, func(h heading) bool {
		below := h.eye == side && b.X0 < h.X1 && h.X0 < b.X1 && b.CenterY() > h.Y1
		if under := b.Y0-h.Y1 < secondLine*max(b.Height(), h.Height()); h.line == n-1 || under {
			return below && under
		}
		if !below || h.line != n-2 || b.Y0-h.Y1 >= blockLine*b.Height() || len(s.beside(h)) == 0 {
			return false
		}
		first := s.beside(h)[0].items[0].label // of rows that say the same, each with the name, none is the second line of the other
		again := slices.ContainsFunc(s.lines[n].items, func(it item) bool { return it.label == first && it.X0 > b.X1 })
		return !again &&
			!slices.ContainsFunc(s.headings, func(o heading) bool { return o.eye != side && o.line > h.line && o.X0 < b.X1 && b.X0 < o.X1 })
	})
}

// namesDisagree: beside the abbreviation of an eye stands the name of the other one,
// "OS Destro".
func namesDisagree(items []item) bool {
	for i, it := range items {
		k := i + 1
		for k < len(items) && near(items[k-1].token, items[k].token) && (items[k].plain(symbol) && items[k].text != "/" && items[k].text != "+" && items[k].text != "&" || items[k].plain(dash) && items[k].isHyphen()) {
			k++
		}
		if k >= len(items) || !near(items[k-1].token, items[k].token) {
			continue
		}
		a, b := it.fieldOf(eye), items[k].fieldOf(eye)
		own := i > 0 && items[i-1].fieldOf(eye) == a && k+1 < len(items) && items[k+1].fieldOf(eye) == b // "OD right OS left"
		if a != "" && b != "" && a != b && isShort(it) != isShort(items[k]) && !own {
			return true
		}
	}
	return false
}

// namesMeet: in a line the names of both eyes meet, but not in a remark.
func (s *sheet) namesMeet() bool {
	for n, l := range s.lines {
		if namesMeet(s.withoutRemarks(l, n).items) {
			return true
		}
	}
	return false
}

// namesMeet: the name of one eye stands directly before that of the other one and before what is
// said of it, so that one of them is not in its place: "OD OS left: AL 23.45", "OD: OS: AL 23.45".
func namesMeet(items []item) bool {
	sign := func(it item) bool { return it.text == ":" || it.plain(dash) && it.isHyphen() }
	for i := range items {
		k := i + 1
		for k < len(items) && near(items[k-1].token, items[k].token) && sign(items[k]) {
			k++
		}
		if k+1 >= len(items) || !ofOneEye(items[i]) || !ofOneEye(items[k]) || items[i].field == items[k].field || !near(items[k-1].token, items[k].token) {
			continue
		}
		next := k + 1
		for next < len(items) && near(items[next-1].token, items[next].token) && sign(items[next]) {
			next++
		}
		own := i > 0 && items[i-1].fieldOf(eye) == items[i].field
		if own || next == len(items) {
			continue
		}
		if said := items[next]; near(items[next-1].token, said.token) && !said.isSign() && next == k+1 || ofValue(said) && said.X0-items[k].X1 < farMargin*said.Height() {
			return true
		}
	}
	return false
}

// isShort: an abbreviation of an eye, and no word.
func isShort(it item) bool { return len(fold(it.text)) <= 3 }

// cellTo is the box of the item and of what stands before it in its cell: "Ojo
// dcho. (OD)" begins at its first word.
func cellTo(items []item, i int) layout.Box {
	box := items[i].Box
	for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token); k-- {
		if other := items[k].fieldOf(eye); items[k].label != nil && !items[k].is(eye) || other != "" && other != items[i].field {
			break
		}
		box = box.Union(items[k].Box)
	}
	return box
}

// isHeading: not a word of a sentence, not the value of another label ("Notes:
// left eye blinked"), not the head of a row of numbers.
func isHeading(items []item, i int) bool {
	if isInText(items, i) || isWordOf(items, i) || isMisreadSign(items, i) || isFlag(items, i) || isAcuity(items[i+1:]) {
		return false
	}
	return isTwinTitle(items, i) || beginsBlock(items, i)
}

// isOfThing: the words before the name of the eye in its cell say of what the eye's value is.
func isOfThing(items []item, i int) bool {
	for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token); k-- {
		if k == 0 && items[0].plain(number) && decimals(items[0].text) == 0 && items[1].text == "." {
			break // the number of a chapter
		}
		if isWordEye(items[k]) && items[k+1].text == ":" {
			break // "Date of birth: 29/09/1961 Eye: right"
		}
		if saysOfWhat(items[k]) {
			return true // "IOL power - OD", "Δ OD - OS"
		}
	}
	return false
}

// beginsBlock: what stands around the name of the eye leaves it a heading.
func beginsBlock(items []item, i int) bool {
	if isOfThing(items, i) {
		return false
	}
	if afterWordEye(items, i) {
		return isTime(items[i+1:]) || !marksValue(items[i:]) // "Eye: right", whatever else stands beside it
	}
	last := items[i].token
	for k, next := range items[i+1:] {
		switch {
		case next.is(eye) && next.field == "" && !near(last, next.token):
			return true // of the other one
		case next.plain(word) && near(last, next.token) && (sides[next.text] != "" || len(next.text) == 1 && last.text == "/"): // "Rechtes Auge / RA", "OG / G"
			last = next.token
			continue
		case next.text == "(" && near(last, next.token), bracketed(items[:i+1+k]):
			last = next.token
			continue // "OD Rechts (Phak)"
		case headsLensColumn(last, items[i+1+k:]):
			return false
		case next.plain(word) && saysLens(items[i+1+k:]):
			return true // "OD œil droit phaque"
		case isTime(items[i+1+k:]), next.plain(word) && (makers[fold(next.text)] != "" || devicePhrases[fold(next.text)] != nil), announcesUnknown(items[i+1+k:]):
			return true // "OD 14:20:00", "OD TOMEY", "OD QF: 97 %"
		case i == 0 && isLarger(items[0], next):
			return true // "OD  Centration 96 %"
		case next.plain(word) && namedTwice(items[:i+1+k], items[i].field):
			return true // "OD (right) Mode: cataract"
		case next.plain(word) && len(fold(next.text)) <= 4 && i+k+2 < len(items) && items[i+k+2].is(eye):
			last = next.token // "OD (Eil droit)": OCR knows no Œ
			continue
		case next.is(eye), next.plain(symbol), next.text == "-", next.text == "–":
			last = next.token
			continue
		case next.plain(number), next.plain(dash):
			return !isRow(items[i+1:], k)
		}
		return !next.plain(word) || !near(last, next.token)
	}
	return true
}

// isLarger: the name of an eye is printed larger than the word behind it. Of OCR the heights of words tell nothing.
func isLarger(name, next item) bool {
	return name.conf == layout.Certain && next.plain(word) && name.Height() > largeHeading*next.Height()
}

// isAcuity: a visual acuity stands at the start, "10/10", "20/25", and no date.
func isAcuity(items []item) bool {
	if len(items) < 3 || !items[0].plain(number) || items[1].text != "/" || !items[2].plain(number) || len(items) > 3 && items[3].text == "/" {
		return false
	}
	return items[0].text == "20" || items[2].text == "10"
}

// isTwinTitle: the eye begins a title, and in the same line the other eye one of the same words: "R – Axial data   L – Axial data".
func isTwinTitle(items []item, i int) bool {
	words := map[string]string{} // eye → its title
	begins := false
	for _, cell := range cellsOf(items) {
		side := cell[0].fieldOf(eye)
		if side == "" || slices.ContainsFunc(cell[1:], saysOfWhat) || slices.ContainsFunc(cell[1:], ofOneEye) {
			return false
		}
		begins = begins || cell[0].from == items[i].from
		words[side] += foldedItems(cell[1:])
	}
	return begins && len(words) == 2 && words[leftEye] == words[rightEye] && words[leftEye] != ""
}

// saysOfWhat: what stands before the name of an eye says what is given of that eye: a number, a label, a lens.
func saysOfWhat(it item) bool {
	return it.plain(number) || it.plain(at) || it.is(other) && it.field != unitHeading || it.is(spread) || it.fieldOf(section) == foreign || it.plain(word) && ofLens(it.text)
}

// isWordOf: the eye is a word behind the label of a text.
func isWordOf(items []item, i int) bool {
	return i > 0 && ownsWords(items[i-1]) && items[i].X0-items[i-1].X1 < farWords*items[i].Height() && !namesBoth(items[i:])
}

// isMisreadSign: the eye stands between the label of an axis and its number, where "@" may stand: "Axis K1 ..... OD 165°", or alone
// behind the label of a measurement.
func isMisreadSign(items []item, i int) bool {
	if i == 0 {
		return false
	}
	before, number := items[i-1], i+1 < len(items) && items[i+1].plain(number)
	return number && strings.HasSuffix(before.fieldOf(measure), "_axis") || !number && (before.is(power) || before.is(radius)) && near(before.token, items[i].token)
}

// isFlag: the eye stands in brackets behind a word, and before that a label and its numbers: "K1  37.89  42.18  D  low (OD)".
func isFlag(items []item, i int) bool {
	if i < 2 || !strings.HasPrefix(items[i].text, "(") || !items[i-1].plain(word) || !near(items[i-1].token, items[i].token) {
		return false
	}
	at := slices.IndexFunc(items[:i], ofValue)
	return at >= 0 && slices.ContainsFunc(items[at:i], func(it item) bool { return it.plain(number) })
}

// afterWordEye: the item follows "Eye:".
func afterWordEye(items []item, i int) bool {
	return i > 1 && items[i-1].text == ":" && items[i-2].is(eye) && items[i-2].field == ""
}

// isRow: the items behind the name of an eye, of which item k is the first value, are
// nothing but values up to the next name of an eye, and no dates over columns.
func isRow(items []item, k int) bool {
	values := untilEye(items[k:])
	return onlyValues(items[:k]) && onlyValues(values) && !areDates(values)
}

// untilEye is the items before the name of an eye.
func untilEye(items []item) []item {
	if i := slices.IndexFunc(items, ofOneEye); i >= 0 {
		return items[:i]
	}
	return items
}

// namesBoth: the items are nothing but names of both eyes.
func namesBoth(items []item) bool {
	named := map[string]bool{}
	for _, it := range items {
		switch {
		case it.fieldOf(eye) != "":
			named[it.field] = true
		case !it.is(eye) && !it.isSign():
			return false
		}
	}
	return len(named) == 2
}

// isInText: the eye is named in a sentence, or together with the other one.
func isInText(items []item, i int) bool { return beginsSentence(items, i) || isOfBoth(items, i) }

// isOfBoth: item i is one of "OD + OS", or of "(OD/OS)", "Overview OD/OS".
func isOfBoth(items []item, i int) bool {
	for _, k := range []int{i - 2, i + 2} {
		if k < 0 || k >= len(items) {
			continue
		}
		if other := sideUnder(items[k].text); other == "" || other == items[i].field {
			continue // the first of "none (OD/OS)" is no label
		}
		first := min(i, k)
		behind := first > 0 && near(items[first-1].token, items[first].token) && (items[first-1].text == "(" || items[first-1].plain(word)) || strings.HasPrefix(items[first].text, "(")
		if sign := items[first+1].text; sign == "+" || sign == "&" || sign == "/" && behind {
			return true
		}
	}
	return false
}

// isTime: a time of day stands at the start, "14:20:00".
func isTime(items []item) bool {
	return len(items) > 2 && items[0].plain(number) && items[1].text == ":" && items[1].glued && items[2].plain(number) && items[2].glued && decimals(items[0].text) == 0
}

// announcesUnknown: a word with its colon stands at the start, a label of which nothing
// is known.
func announcesUnknown(items []item) bool {
	return len(items) > 2 && items[0].plain(word) && items[1].text == ":" && !items[2].glued
}

// beginsSentence: the eye follows a title, and a sentence follows the eye:
// "Quality: OS - AL borderline, new acquisition is advised".
func beginsSentence(items []item, i int) bool {
	if i < 2 || items[i-1].text != ":" || items[i-2].kind != word || items[i-2].is(eye) || !near(items[i-1].token, items[i].token) {
		return false
	}
	return isSentence(items[i+1:])
}

// isSentence: the items are words, and not only units.
func isSentence(items []item) bool {
	const least = 4 // words
	n := 0
	for _, it := range items {
		if it.kind == word && len(it.text) > 2 && unitOf(it.text) == "" {
			n++
		}
	}
	return n >= least
}

// namedTwice: the items end with two names of the eye, "OD (right)", perhaps in
// brackets.
func namedTwice(items []item, side string) bool {
	n := 0
	for _, it := range slices.Backward(items) {
		switch {
		case it.fieldOf(eye) == side:
			n++
		case !it.is(eye) && !it.plain(symbol):
			return n > 1
		}
	}
	return n > 1
}

// saysLens: a word for the state of the lens stands at the start.
func saysLens(items []item) bool {
	_, ok := lensStatus(fold(items[0].text))
	return ok
}

// headsLensColumn: after the name of an eye the items begin with a lens of which no state is said:
// "OD IOL REF" heads columns of a table of lenses.
func headsLensColumn(name token, items []item) bool {
	return ofLens(items[0].text) && near(name, items[0].token) && (len(items) == 1 || !saysLens(items[1:]))
}

// ownsWords: what follows the label may be words of any kind.
func ownsWords(it item) bool { return it.is(text) || it.is(choice) || it.label != nil && it.closed }

// parts divides a page between the eyes. A page whose headings are of one eye
// is all that eye's; headings side by side begin two columns; headings one
// below the other begin two halves; rows that begin with an eye are a table of
// their own. Any other arrangement is nobody's.
//
// Where the left edge of the page is cut off, labels, titles and headings are missing: only
// what says by itself whose it is has an eye.
func (s *sheet) parts() (out []part) {
	out = slices.Concat(s.onCards(), s.inline(), s.records(), s.inBands(), s.above())
	if !s.cutAtLeft() {
		out = slices.Concat(s.matrices(), out, s.blocks())
	}
	out = slices.DeleteFunc(out, func(p part) bool { return p.eye == nobody })
	for i := range out {
		out[i].lines = withoutOthers(out[i].lines, out[i].eye)
	}
	return out
}

// withoutOthers leaves out the rows of values that begin with the name of the other eye, whatever stands above them.
func withoutOthers(lines []line, eye string) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		named := nameOf(l.items[:nameEnd(l.items)])
		return eye != document && named != "" && named != eye && (l.hasNumber() || slices.ContainsFunc(l.items, ofValue))
	})
}

// cutAtLeft: several lines begin at the left edge of the page, in the middle of a word.
func (s *sheet) cutAtLeft() bool {
	n := 0
	for _, l := range s.lines {
		if len(l.tokens) > 0 && l.tokens[0].in.X0 < margin*l.tokens[0].Height() && len(fold(l.tokens[0].text)) > 1 {
			n++
		}
	}
	return n >= fewCut
}

// above is what stands before the headings and holds for every eye: the
// keratometric index alone.
func (s *sheet) above() []part {
	if len(s.headings) == 0 || s.headings[0].line == 0 {
		return nil
	}
	var lines []line
	for _, l := range s.lines[:s.headings[0].line] {
		for i, it := range l.items {
			if it.is(measure) && it.field == indexField {
				lines = append(lines, line{Box: l.Box, tokens: l.tokens, items: l.items[i:]})
			}
		}
	}
	return []part{s.part(document, lines)}
}

func (s *sheet) blocks() []part {
	rows := s.headingRows()
	if len(rows) == 0 || len(s.listed) > 0 {
		return nil
	}
	if eye, alone := s.onlyEye(); alone {
		all := s.part(eye, s.fromHeading())
		return append(s.besideHeadings(rows), all)
	} else if eye != "" {
		return nil
	}
	out := append(s.besideHeadings(rows), s.stacked(rows)...)
	for i, r := range rows {
		switch {
		case len(r) == 2:
			out = append(out, s.sideBySide(r[0], r[1], append(s.rowBeside(r[0], r[1]), s.between(rows, i)...))...)
		case len(r) > 2 && len(r)%2 == 0:
			out = append(out, s.tables(r, s.between(rows, i))...)
		}
	}
	return out
}

// rowBeside is the line of two headings if a row of both blocks stands in it, each behind its heading: "OD  AL: 23.45 mm   OS  AL: 24.12 mm".
func (s *sheet) rowBeside(a, b heading) []line {
	l := s.lines[a.line]
	first := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= a.X1 && ofEye(it) })
	second := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= b.X1 && ofEye(it) })
	if a.line != b.line || first < 0 || second < 0 || l.items[first].X0 > b.X0 || l.items[first].label != l.items[second].label || !l.hasNumber() {
		return nil
	}
	return []line{l}
}

// endsRows: a row of both blocks stands before two headings of one line: "LS: phakic  OD   LS: phakic  OS".
func (s *sheet) endsRows(a, b heading) bool {
	items := s.lines[a.line].items
	first := slices.IndexFunc(items, func(it item) bool { return it.X1 < a.X0 && ofEye(it) })
	second := slices.IndexFunc(items, func(it item) bool { return it.X0 > a.X1 && it.X1 < b.X0 && ofEye(it) })
	return a.line == b.line && first >= 0 && second >= 0 && items[first].label == items[second].label
}

// onlyEye is the eye that all headings of the page name, "" if they name both or
// there is none. It is alone if nothing says that the other one's heading was not
// seen: labels that come twice, two columns of values.
func (s *sheet) onlyEye() (eye string, alone bool) {
	if len(s.headings) == 0 || len(s.listed) > 0 {
		return "", false
	}
	eye = s.headings[0].eye
	if slices.ContainsFunc(s.headings, func(h heading) bool { return h.eye != eye }) {
		return "", false
	}
	return eye, s.holdsOne(s.headings[0], s.lines) && (s.isPatients() || !s.measuresAbove())
}

// isPatients: the patient's data say whose the page is.
func (s *sheet) isPatients() bool { return slices.ContainsFunc(s.headings, s.amongPatients) }

// labelledEye is the item of a heading that is the value of the label "Eye", -1 if it is none.
func (s *sheet) labelledEye(h heading) int {
	items := s.lines[h.line].items
	i := slices.IndexFunc(items, func(it item) bool { return ofOneEye(it) && it.X0 >= h.X0 && it.X1 <= h.X1 })
	if i >= 0 && !afterWordEye(items, i) {
		return -1
	}
	return i
}

// amongPatients: the heading is the value of the label "Eye", between labels of the patient's data that begin where it does, behind several of them, or in
// one line with others. So it is said of the whole page.
func (s *sheet) amongPatients(h heading) bool {
	i := s.labelledEye(h)
	if i < 0 {
		return false
	}
	label := s.lines[h.line].items[i-2]
	ofPatient := func(other line) (known, of bool) {
		at := slices.IndexFunc(other.items, func(it item) bool { return math.Abs(it.X0-label.X0) < aligned*it.Height() })
		if at < 0 {
			return false, false
		}
		it := other.items[at]
		return true, it.is(text) && it.field != "notes" || it.is(date) || it.fieldOf(choice) == "gender"
	}
	// run counts the patient's rows that follow each other in the lines, past what stands beside them alone.
	run := func(lines []line) (n int) {
		for _, l := range lines {
			known, of := ofPatient(l)
			if known && !of {
				break
			}
			if of {
				n++
			}
		}
		return n
	}
	above := slices.Clone(s.lines[:h.line])
	slices.Reverse(above)
	before, after := run(above), run(s.lines[h.line+1:])
	own := slices.ContainsFunc(s.lines[h.line].items, func(it item) bool { return it.label != nil && identifies[it.field] && it.field != "gender" })
	return before > 0 && (after > 0 || own) || before >= rowsOfPatient
}

// holdsOne: nothing says that lines hold values of the other eye, too, under the only heading
// that values follow.
func (s *sheet) holdsOne(h heading, lines []line) bool {
	return !s.unclear && !s.cutAtLeft() && s.ofOne(lines) && !s.twins(lines) && !s.part(h.eye, lines).hasTwoColumns() &&
		(s.overValues(h) || !s.emptyUnder(h, lines) && !s.overEmptyColumn(h) && (s.headsPage(h) || !s.overColumn(h) && !s.leftOfAll(h))) &&
		!namesInRows(lines, h.eye)
}

// overValues: the heading stands over the column of all values below it, beside their labels, so that it is not that of another column.
func (s *sheet) overValues(h heading) bool {
	under := 0
	for _, l := range s.lines[h.line+1:] {
		i := slices.IndexFunc(l.items, ofEye)
		if i < 0 || s.sectionAt(l.items[i].Box) == foreign {
			continue
		}
		values := slices.IndexFunc(l.items[i:], isValue)
		if values < 0 {
			continue
		}
		first, last := l.items[i+values], l.items[len(l.items)-1]
		if l.items[i].X0 > h.X0 || math.Abs(first.X0-h.X0) > flush*h.Height() && math.Abs(last.X1-h.X1) > flush*h.Height() {
			return false
		}
		under++
	}
	return under >= fewRows
}

// emptyUnder: in the lines below the heading stand words alone, as "not measured", and all labels of values stand on one side of both,
// as does what is beside these words. So they are of a column whose heading was not seen.
func (s *sheet) emptyUnder(h heading, lines []line) bool {
	for _, l := range s.lines[h.line+1 : min(len(s.lines), h.line+3)] {
		cells := cellsOf(l.items)
		if l.hasNumber() || slices.ContainsFunc(l.items, ofValue) || l.saysPatient() {
			continue // words in it may be the title of the row
		}
		for i, cell := range cells {
			x0, x1 := min(h.X0, cell[0].X0), max(h.X1, cell[len(cell)-1].X1)
			empty := onlyWords(cell) && !slices.ContainsFunc(cell, func(it item) bool { return saysLens([]item{it}) }) || len(cell) == 1 && cell[0].plain(dash)
			if i+1 < len(cells) && empty && besideAll(lines, func(it item) bool { return it.X0 > x1 }) || i > 0 && empty && besideAll(lines, func(it item) bool { return it.X1 < x0 }) {
				return true
			}
		}
	}
	return false
}

// besideAll: the lines have labels of values, and all of them stand there.
func besideAll(lines []line, there func(item) bool) bool {
	found := false
	for _, l := range lines {
		for _, it := range l.items {
			if !ofEye(it) {
				continue
			}
			if found = true; !there(it) {
				return false
			}
		}
	}
	return found
}

// ofOne: nothing in the lines under an eye's heading says that they hold values of the
// other one, too.
func (s *sheet) ofOne(lines []line) bool {
	return !marksValues(lines) && !s.measuredTwice(lines) && !valuesOnBothSides(lines) && !s.repeats(lines)
}

// marksValues: the eye is named before single values, "OS 3.71 mm", as where those of
// both eyes stand under each label. What stands further from the name counts only if a
// line of values without a name stands above or below.
func marksValues(lines []line) bool {
	marks := 0
	for n, l := range lines {
		if l.dated() || l.namesBoth() || l.namesOfOther() {
			continue // of a list of earlier examinations, or a row of both eyes
		}
		beside := n > 0 && isUnnamed(lines[n-1]) || n+1 < len(lines) && isUnnamed(lines[n+1])
		for i, it := range l.items[:max(0, len(l.items)-1)] {
			if it.fieldOf(eye) == "" {
				continue
			}
			next := l.items[i+1]
			if near(it.token, next.token) && (next.plain(number) || next.plain(dash) && !next.isHyphen()) || beside && marksValue(l.items[i:]) {
				marks++
			}
		}
	}
	return marks > 1
}

// namesOfOther: the first name of an eye in the line follows a label that is no value's, "Subjective refraction OD -5.75".
func (l line) namesOfOther() bool {
	i := slices.IndexFunc(l.items, ofOneEye)
	return i > 0 && l.items[i-1].is(other) && near(l.items[i-1].token, l.items[i].token)
}

// isUnnamed: a line of values without labels and without an eye.
func isUnnamed(l line) bool {
	return l.hasNumber() && !slices.ContainsFunc(l.items, func(it item) bool { return it.is(eye) || ofValue(it) })
}

// dated: the line begins with a date.
func (l line) dated() bool {
	raw, _ := join(l.tokens)
	return isDay(raw)
}

// marksValue: a value follows the name of the eye at the start: "OS 3.71 mm", "OD / R ---".
func marksValue(items []item) bool {
	for i, next := range items[1:] {
		switch last := items[i]; {
		case next.X0-last.X1 > farMargin*next.Height():
			return false
		case next.plain(number), next.plain(dash) && !next.isHyphen():
			return true
		case !next.plain(symbol) && sideUnder(next.text) != items[0].field:
			return false
		}
	}
	return false
}

// ofSurface is a label and the section in which it stands: K1 of the front is not that of the whole cornea.
type ofSurface struct {
	*label
	section string
}

// twins: the labels of a measurement stand twice in a line, or those of choices in
// several lines: two eyes beside each other.
func (s *sheet) twins(lines []line) bool {
	choices := 0
	for _, l := range lines {
		seen := map[ofSurface]string{} // what follows it
		for i, it := range l.items {
			own, value := ofSurface{it.label, s.sectionAt(it.Box)}, "-"
			if i+1 < len(l.items) && l.items[i+1].plain(number) {
				value = l.items[i+1].text
			}
			inPhrase := i > 0 && l.items[i-1].plain(word) && near(l.items[i-1].token, it.token)
			ofBack := it.is(power) && i+1 < len(l.items) && strings.HasPrefix(l.items[i+1].text, "-") // beside that of the front
			switch {
			case ofBack, own.section == foreign, it.fieldOf(measure) == indexField && value != "-" && !inRange(indexField, value): // of the back
			case inPhrase, !it.is(measure) && !it.is(power) && !it.is(choice), isDegrees(l.items[i+1:]): // "K1 (A) 86°"
			case seen[own] == "":
				seen[own] = value
			case value != "-" && seen[own] == value: // said again
			case it.is(choice):
				choices++
			default:
				return true
			}
		}
	}
	return choices > 1
}

// measuredTwice: labels of several measurements stand twice, in two columns. Where both have the same value, one is that of a drawing.
func (s *sheet) measuredTwice(lines []line) bool {
	at := map[*label][]item{}
	values := map[*label][]string{}
	for _, l := range lines {
		for i, it := range l.items {
			listed := i > 0 && l.items[i-1].text == "," || i+1 < len(l.items) && l.items[i+1].text == "," // "AL, CCT and AD are measured"
			if it.is(measure) && !listed && s.sectionAt(it.Box) != foreign {
				at[it.label] = append(at[it.label], it)
				if i+1 < len(l.items) && l.items[i+1].plain(number) {
					values[it.label] = append(values[it.label], l.items[i+1].text)
				}
			}
		}
	}
	pairs := 0
	for l, p := range at {
		if v := values[l]; len(v) == 2 && v[0] == v[1] {
			continue
		}
		if len(p) == 2 && math.Abs(p[0].X0-p[1].X0) > farApart*p[0].Height() {
			pairs++
		}
	}
	return pairs >= fewUneven
}

// overEmptyColumn: the heading is one of several over the columns of a table, and no
// value stands under it.
func (s *sheet) overEmptyColumn(h heading) bool {
	head := s.lines[h.line]
	if !slices.ContainsFunc(head.items, func(it item) bool { return it.X0 > h.X1+columnGap*h.Height() }) {
		return false
	}
	under, beside := 0, 0
	for _, r := range tableRows(s.lines[h.line+1:]) {
		if r.label().X1 >= h.X0 {
			return false // it stands over the labels
		}
		_, values := r.qualified()
		i := slices.IndexFunc(values, func(it item) bool { return it.plain(number) || it.plain(dash) })
		switch {
		case i < 0:
		case values[i].X0 < h.X1+columnGap*h.Height():
			under++
		default:
			beside++
		}
	}
	return under == 0 && beside > 1
}

// namesInRows: the other eye alone is named in a row of values.
func namesInRows(lines []line, side string) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		values := slices.ContainsFunc(l.items, func(it item) bool { return it.is(measure) || it.is(power) })
		names := func(own bool) bool {
			return slices.ContainsFunc(l.items, func(it item) bool { return ofOneEye(it) && (it.field == side) == own })
		}
		return values && l.hasNumber() && names(false) && !names(true)
	})
}

// repeats: measurements of one field stand in two places with different numbers, or with a number and dashes, so
// the lines hold two blocks.
func (s *sheet) repeats(lines []line) bool {
	numbers := map[string]string{}
	different := map[string]bool{}
	for _, l := range lines {
		for i, it := range l.items {
			if !it.is(measure) || !lengths[it.field] || i+1 >= len(l.items) || !l.items[i+1].plain(number) && !l.items[i+1].plain(dash) || s.sectionAt(it.Box) == foreign {
				continue
			}
			next := l.items[i+1]
			if next.plain(number) && !inRange(it.field, next.text) && next.X0-it.X1 > farValue*it.Height() {
				continue // of a drawing beside it
			}
			text := next.text
			if known, twice := numbers[it.field]; twice && known != text {
				different[it.field] = true
			}
			numbers[it.field] = text
		}
	}
	return len(different) > 1
}

// lengths are the fields that a page gives each eye once.
var lengths = wordSet(as, "AL ACD CCT LT WTW")

// overColumn: the heading stands right of where the labels begin, and something begins
// under it: it is that of a column, and the labels are another one's.
func (s *sheet) overColumn(h heading) bool {
	left := math.Inf(1)
	for _, l := range s.lines[h.line+1:] {
		if i := slices.IndexFunc(l.items, ofValue); i >= 0 {
			left = min(left, l.items[i].X0)
		}
	}
	if h.X0 < left+quarterColumn*s.page.Width {
		return false
	}
	right, end := 0.0, 0.0 // of the labels, of all words
	for _, l := range s.lines {
		for _, it := range l.items {
			if end = max(end, it.X1); ofValue(it) {
				right = max(right, it.X1)
			}
		}
	}
	if right < s.page.Width/2 && h.X0 > s.page.Width/2 && h.X1 < end-farMargin*h.Height() {
		return true // over the middle of another column
	}
	for _, l := range s.lines[h.line+1 : min(len(s.lines), h.line+4)] {
		labelled := false // what follows may be its value
		for i, cell := range cellsOf(l.items) {
			words := onlyWords(cell)
			under := math.Abs(cell[0].X0-h.X0) < flush*cell[0].Height() || !labelled && !isDate(cell) && cell[0].X0 > right+columnGap*cell[0].Height() && cell[0].X0 < h.X1
			if i > 0 && words && under {
				return true
			}
			labelled = labelled || slices.ContainsFunc(cell, func(it item) bool { return it.label != nil && !it.is(section) })
		}
	}
	return false
}

// headsPage: the heading stands among the patient's data or above them, in the title of the page, and so above all its columns.
func (s *sheet) headsPage(h heading) bool {
	return slices.ContainsFunc(s.lines[h.line].items, func(it item) bool { return it.is(text) || it.is(date) }) ||
		s.isAboveAll(h)
}

// isAboveAll: the patient's data stand between the heading and the first label of a value.
func (s *sheet) isAboveAll(h heading) bool {
	below := s.lines[h.line+1:]
	patient := slices.IndexFunc(below, line.saysPatient)
	value := slices.IndexFunc(s.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, ofEye)
	})
	return patient >= 0 && value > h.line+1+patient
}

// leftOfAll: every label below the heading stands far right of it: they are of a column
// whose heading was not seen, and nothing was measured under this one.
func (s *sheet) leftOfAll(h heading) bool {
	left := math.Inf(1)
	for _, l := range s.lines[h.line:] {
		for _, it := range l.items {
			if ofValue(it) && (!it.is(measure) || it.field != indexField) {
				left = min(left, it.X0)
			}
		}
	}
	under := slices.ContainsFunc(s.lines[h.line+1:min(len(s.lines), h.line+3)], func(l line) bool { // "not measured", beside the labels
		cells := cellsOf(l.items)
		return len(cells) > 1 && cells[0][len(cells[0])-1].X1 < left-columnGap*h.Height() && onlyWords(cells[0])
	})
	return !math.IsInf(left, 1) && left > s.page.Width*farSide && (left > h.X1+columnGap*h.Height() || under && h.X0 < left)
}

func onlyWords(cell []item) bool {
	return !slices.ContainsFunc(cell, func(it item) bool { return it.plain(number) || it.plain(dash) || it.label != nil })
}

// valuesOnBothSides: labels stand between two values, as in a table of both eyes.
func valuesOnBothSides(lines []line) bool {
	rows := 0
	for _, l := range lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return it.is(measure) })
		if i < 1 {
			continue
		}
		name := nameEnd(l.items)
		for name < i-1 && l.items[name].plain(symbol) && qualityMarks[l.items[name].text] {
			name++
		}
		first := l.items[min(name, i-1)]
		if !first.plain(number) && !first.plain(dash) && slices.ContainsFunc(l.items[min(name, i-1):i], namesAnything) {
			continue // it has a label of its own
		}
		// the numbers of rows and axes have no three digits
		before := slices.ContainsFunc(l.items[min(name, i):i], func(it item) bool {
			return it.plain(number) && len(it.text) > 2 && inRange(l.items[i].field, it.text) || it.plain(dash) && (it.from != name || !it.isHyphen()) // "OD – AL"
		})
		after := slices.ContainsFunc(l.items[i+1:], func(it item) bool { return it.plain(number) && inRange(l.items[i].field, it.text) || it.plain(dash) })
		if before && after {
			rows++
		}
	}
	return rows > 1
}

// qualityMarks stand for how good a measurement is.
var qualityMarks = wordSet(as, "● ○ ■ □ ▪ ◆ ★ ☆")

// namesAnything: a label, or a word that may be one; signs, units and the two letters or letters and digits that OCR makes of signs are none.
func namesAnything(it item) bool {
	return it.label != nil || it.plain(word) && unitOf(it.text) == "" && !hasDigit(it.text) && len([]rune(it.text)) > 2
}

// hasTwoColumns: several measurements have two values, or one and dashes.
func (p part) hasTwoColumns() bool { return p.rowsOfTwo() > 1 }

// rowsOfTwo counts them.
func (p part) rowsOfTwo() (rows int) {
	for _, l := range p.prepared().lines {
		for i, it := range l.items {
			if it.is(measure) && p.hasTwoValues(it.field, l.items[i+1:]) || it.is(power) && !p.hasSurfaces() && p.hasTwoValues(it.field+"_magnitude", l.items[i+1:]) {
				rows++
			}
		}
	}
	return rows
}

// hasSurfaces: headings of the cornea's surfaces stand beside each other, over columns
// of their own.
func (p part) hasSurfaces() bool {
	for i, z := range p.sections {
		for _, other := range p.sections[i+1:] {
			if z.what != other.what && math.Abs(z.y-other.y) < 1 {
				return true
			}
		}
	}
	return false
}

// hasTwoValues: the first two numbers or dashes before the next label can both be
// the field's.
func (p part) hasTwoValues(field string, items []item) bool {
	n := 0
	bracket := -1 // where what stands in brackets ends
	for i, it := range items {
		switch {
		case i < bracket:
			continue
		case it.is(other) && strings.HasPrefix(it.text, "("):
			bracket = afterBracket(items, i) // "(SNR = 146.0)"
		case it.label != nil && !it.is(axis), it.plain(symbol) && it.text == "±", it.is(spread), it.plain(word) && unitOf(it.text) == "":
			return false
		case it.plain(dash) && it.isHyphen() && i > 0 && near(items[i-1].token, it.token):
			return false
		case !it.plain(number) && !it.plain(dash) || p.columnAt(it.Box) == spreadColumn || p.columnAt(it.Box) == axisColumn || p.columnAt(it.Box) == "mm" && strings.HasSuffix(field, "_magnitude"):
		case it.plain(number) && decimals(it.text) == 0 && strings.HasSuffix(field, "_magnitude"): // an axis
		case decimals(it.text) == 0 && i+1 < len(items) && items[i+1].text == "/": // how many of how many readings were used, "5/6"
		case i > 0 && (items[i-1].plain(at) || items[i-1].text == "/"), i+1 < len(items) && items[i+1].text == "°", i+1 < len(items) && strings.HasSuffix(field, "_magnitude") && unitOf(items[i+1].text) == "mm":
			continue // an axis or a radius
		case i > 0 && items[i-1].text == "(" || it.plain(number) && !inRange(field, it.text), p.sectionOf(it.Box) == foreign:
			return false
		default:
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}

func (s *sheet) part(eye string, lines []line) part {
	return part{eye: eye, lines: lines, zones: s.zones, page: s}
}

// sectionOf: the page's lens calculations are foreign to both eyes, whatever a
// column's own headings say.
func (p part) sectionOf(b layout.Box) string {
	if p.page.sectionAt(b) == foreign {
		return foreign
	}
	return p.sectionAt(b)
}

// areDates: the items are dates, as over the columns of several examinations.
func areDates(items []item) bool {
	for len(items) > 0 {
		n, _ := dateAt(items, dayFirst)
		if n == 0 {
			n, _ = dateAt(items, monthFirst)
		}
		if n == 0 {
			return false
		}
		items = items[n:]
	}
	return true
}

// onlyValues: numbers, dashes, units and signs, as in a row of a table.
func onlyValues(items []item) bool {
	return !slices.ContainsFunc(items, func(it item) bool { return it.label != nil || it.plain(word) && unitOf(it.text) == "" })
}

// headingRows groups the headings by line.
func (s *sheet) headingRows() [][]heading {
	var out [][]heading
	for _, h := range s.headings {
		if k := len(out) - 1; k >= 0 && sameRow(out[k], h) {
			out[k] = append(out[k], h)
			slices.SortStableFunc(out[k], func(a, b heading) int { return cmp.Compare(a.X0, b.X0) })
			continue
		}
		out = append(out, []heading{h})
	}
	return out
}

// sameRow: on the same line, or beside each other on a page that is not quite
// level.
func sameRow(row []heading, h heading) bool {
	a := row[0]
	apart := math.Abs(h.CenterX()-a.CenterX()) > headingsApart*h.Height()
	return a.line == h.line || len(row) == 1 && h.eye != a.eye && apart && math.Abs(h.CenterY()-a.CenterY()) < unlevel*h.Height()
}

// between returns the lines from heading row i to the next.
func (s *sheet) between(rows [][]heading, i int) []line {
	end := len(s.lines)
	if i+1 < len(rows) {
		end = slices.MinFunc(rows[i+1], func(a, b heading) int { return cmp.Compare(a.line, b.line) }).line
	}
	last := slices.MaxFunc(rows[i], func(a, b heading) int { return cmp.Compare(a.line, b.line) })
	from := last.line + 1
	if len(rows[i]) == 1 {
		if n, _ := s.besideBlock(rows[i][0]); n < last.line {
			from = n
		}
	}
	if i+1 < len(rows) && len(rows[i+1]) == 1 {
		_, end = s.besideBlock(rows[i+1][0])
	}
	lines := slices.Clone(s.lines[min(from, end):end])
	return slices.DeleteFunc(lines, func(l line) bool { return l.Box == s.lines[last.line].Box })
}

// besideBlock is the first line that belongs to a heading, and the first one that may belong
// to it and is therefore nobody else's: lines above the heading, if it stands at the left of
// its block. A heading in larger letters may stand lower than its block begins; a line just
// above it is its own if an empty line stands above that, and the other block's if the gap
// below it is the larger one.
func (s *sheet) besideBlock(h heading) (own, perhaps int) {
	rightOf := func(it item) bool { return it.X0 > h.X1 }
	beside := func(k int) bool { return k >= 0 && len(s.lines[k].items) > 0 && rightOf(s.lines[k].items[0]) }
	n := h.line
	for beside(n-1) && s.lines[n-1].CenterY() > h.Y0 {
		n--
	}
	own, perhaps = n, n
	for k := n - 1; beside(k) && h.Height() > largeHeading*s.lines[k].Height() && s.lines[k].CenterY() > h.Y0-h.Height(); k-- {
		above, below := math.Inf(1), 0.0
		if k > 0 {
			above = s.lines[k].Y0 - s.lines[k-1].Y1
		}
		if i := slices.IndexFunc(s.lines[k+1].items, rightOf); i >= 0 {
			below = s.lines[k+1].items[i].Y0 - s.lines[k].Y1
		}
		if below > above+margin*s.lines[k].Height() {
			break
		}
		if perhaps = k; above > s.lines[k].Height() {
			own = k
		}
	}
	return own, perhaps
}

// stacked reads the headings that stand alone in their row. They must be of both
// eyes and stand below each other, or these are two columns whose headings are
// not level.
func (s *sheet) stacked(rows [][]heading) []part {
	var out []part
	var first *heading
	both := false
	tables := s.tablesBeside(rows)
	if s.measuresAbove() || !s.measuresBoth(rows) && !s.holdsOne(rows[0][0], s.lines) {
		return nil // only headings of one eye have values, and they are both eyes'
	}
	unclear := s.unevenBlocks(rows)
	for i, r := range rows {
		if len(r) != 1 {
			continue
		}
		if first == nil {
			first = &r[0]
		}
		both = both || r[0].eye != first.eye
		if i > 0 && !s.measuresFrom(r[0]) {
			continue // "OD: no measurement", below the values of the other eye, or rows of which nothing is known: "OD Refraction: 0.25 D"
		}
		if math.Abs(r[0].X0-first.X0) > sameColumn*s.page.Width {
			return nil
		}
		lines := s.withoutRows(r[0], rows[i+1:], withoutNext(s.between(rows, i), s.labelsAbove(*first)))
		if i+1 < len(rows) && s.reachesAbove(*first, rows[len(rows)-1][0], belowOf(r[0], lines)) {
			return nil // the headings stand in the middle of their blocks
		}
		if !s.ofOne(lines) {
			continue
		}
		if tables { // each has its own place
			lines = upToOther(lines, r[0], sameColumn*s.page.Width)
		}
		block := s.part(r[0].eye, append(s.beside(r[0]), lines...))
		block.unclear = unclear || block.hasTwoColumns() // or the headings are those of columns
		out = append(out, block)
	}
	if !both {
		return nil
	}
	return out
}

// tablesBeside: tables of both eyes may stand beside the blocks under the headings. Those below all blocks do not.
func (s *sheet) tablesBeside(rows [][]heading) bool {
	last := len(rows)
	for last > 0 && len(rows[last-1]) > 1 {
		last--
	}
	return slices.ContainsFunc(rows[:last], func(r []heading) bool { return len(r) > 1 && s.measuresFrom(r[0]) })
}

// measuresBoth: headings of both eyes have labels of values below them.
func (s *sheet) measuresBoth(rows [][]heading) bool {
	return slices.ContainsFunc(rows, func(r []heading) bool { return r[0].eye != rows[0][0].eye && s.measuresFrom(r[0]) })
}

// unevenBlocks: the lines below the headings that stand alone in their row have other labels twice for one eye than for the other, or a
// heading stands behind a value of the block above.
func (s *sheet) unevenBlocks(rows [][]heading) bool {
	var blocks []part
	for i, r := range rows {
		if len(r) == 1 {
			if i > 0 && s.endsRow(r[0]) {
				return true
			}
			blocks = append(blocks, s.part(r[0].eye, append(s.beside(r[0]), s.between(rows, i)...)))
		}
	}
	return uneven(blocks)
}

// uneven: a label stands before values of one eye twice, and before none of the other one's, which has labels of its own, too. So one
// block begins within the other: the name of an eye does not stand where its block begins.
func uneven(parts []part) bool {
	counts := map[string]map[*label]int{rightEye: {}, leftEye: {}}
	for _, p := range parts {
		if counts[p.eye] == nil {
			continue
		}
		for _, l := range p.lines {
			if l.again {
				continue // the label of the second one of a pair, "Radius flat / steep", is short
			}
			for _, it := range l.items {
				if ofValue(it) && !it.is(axis) && (p.sectionOf(it.Box) != foreign || standsAnywhere(it)) {
					counts[p.eye][it.label]++
				}
			}
		}
	}
	right, left := counts[rightEye], counts[leftEye]
	twiceOnlyIn := func(a, b map[*label]int) bool {
		for l, n := range a {
			if n == 2 && b[l] == 0 {
				return true
			}
		}
		return false
	}
	return len(right) > 1 && len(left) > 1 && (twiceOnlyIn(right, left) || twiceOnlyIn(left, right))
}

// endsRow: the heading stands behind a value and its label, or behind another label and its number, in whose block it is.
func (s *sheet) endsRow(h heading) bool {
	items := within(s.lines[h.line].items, math.Inf(-1), h.X0)
	return slices.ContainsFunc(items, ofValue) || len(items) > 1 && items[0].is(other) && items[1].plain(number)
}

// withoutRows returns the lines below a heading without rows that say again what a row with the name of the eye says: that of the
// heading itself, or the next one if that is the same eye's. They are of the other eye, whose name was not seen.
func (s *sheet) withoutRows(h heading, next [][]heading, lines []line) []line {
	if len(next) > 0 && next[0][0].eye == h.eye && s.namesValue(h) && s.namesValue(next[0][0]) && len(lines) > 1 && slices.ContainsFunc(lines[max(0, len(lines)-2):], func(l line) bool { return len(headLabels(l)) > 0 }) {
		return nil // rows of cards, of which the other eye's have lost their names
	}
	named := s.beside(h)
	if len(named) > 0 && len(next) > 0 && next[0][0].eye == h.eye {
		named = append(named, s.beside(next[0][0])...)
	}
	again := func(it item) bool {
		return ofValue(it) && slices.ContainsFunc(named, func(row line) bool {
			i := slices.IndexFunc(row.items, func(own item) bool { return own.label == it.label && !own.is(axis) })
			return i >= 0 && (it.field != "LT" || !ofState(row.items[i+1:])) // "Lens: phakic" is no row of a thickness
		})
	}
	if i := slices.IndexFunc(lines, func(l line) bool { return slices.ContainsFunc(l.items, again) }); i >= 0 {
		return lines[:i]
	}
	return lines
}

// namesValue: nothing but values without labels stand behind the heading in its line.
func (s *sheet) namesValue(h heading) bool {
	behind := within(s.lines[h.line].items, h.X1, math.Inf(1))
	return len(behind) > 0 && !slices.ContainsFunc(behind, func(it item) bool { return it.label != nil && !it.is(eye) })
}

// upToOther is the lines up to the first label that stands farther than reach from where the
// heading begins: it is of another place.
func upToOther(lines []line, h heading, reach float64) []line {
	lines = slices.Clone(lines)
	for n, l := range lines {
		if k := slices.IndexFunc(l.items, func(it item) bool { return ofValue(it) && math.Abs(it.X0-h.X0) > reach }); k >= 0 {
			lines[n].items = l.items[:k]
		}
	}
	return lines
}

// measuresFrom: the label of a value stands in the line of the heading or below it.
func (s *sheet) measuresFrom(h heading) bool {
	return slices.ContainsFunc(s.lines[h.line:], func(l line) bool { return slices.ContainsFunc(l.items, ofValue) })
}

// ofBlock: the item is the label of a value of an eye, and not in a lens calculation.
func (s *sheet) ofBlock(it item) bool { return ofEye(it) && s.sectionAt(it.Box) != foreign }

// measuresAbove: labels of values stand above the first name of an eye and again below it: names may stand in the middle of their
// blocks or at the end.
func (s *sheet) measuresAbove() bool {
	if len(s.headings) == 0 {
		return false
	}
	above, again := map[ofSurface]bool{}, map[ofSurface]bool{}
	own, _ := s.besideBlock(s.headings[0])
	for n, l := range s.lines {
		for _, it := range l.items {
			switch is := (ofSurface{it.label, s.sectionAt(it.Box)}); {
			case !s.ofBlock(it):
			case n < own:
				above[is] = true
			case above[is]:
				again[is] = true
			}
		}
	}
	return len(again) >= fewAbove || len(again) > 0 && s.besideRowsAbove(s.headings[0])
}

// besideRowsAbove: the labels of values right of a heading begin above it.
func (s *sheet) besideRowsAbove(h heading) bool {
	right := func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofEye(it) && it.X0 > h.X1 && s.sectionAt(it.Box) != foreign })
	}
	return h.line > 0 && right(s.lines[h.line]) && right(s.lines[h.line-1]) && s.lines[h.line].CenterY()-s.lines[h.line-1].CenterY() < blockLine*h.Height()
}

// labelsAbove are the labels of the values in the line directly above a heading: that of a block
// which begins above its heading.
func (s *sheet) labelsAbove(h heading) []*label {
	if h.line == 0 || h.Y0-s.lines[h.line-1].Y1 > blockLine*h.Height() {
		return nil
	}
	var out []*label
	for _, it := range s.lines[h.line-1].items {
		if ofEye(it) {
			out = append(out, it.label)
		}
	}
	return out
}

// reachesAbove: among the lines below a heading are values whose labels stand above the first heading too, and not below the
// last one. So the block of each heading begins above it, and these values are of the next one.
func (s *sheet) reachesAbove(first, last heading, lines []line) bool {
	above, below := valueLabels(s.lines[:first.line]), valueLabels(s.lines[last.line:])
	for _, l := range valueLabels(lines) {
		if slices.Contains(above, l) && !slices.Contains(below, l) {
			return true
		}
	}
	return false
}

// belowOf are the lines that stand lower than a heading.
func belowOf(h heading, lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.CenterY() < h.CenterY() })
}

// valueLabels are the labels of the lines that stand before a number.
func valueLabels(lines []line) (out []*label) {
	for _, l := range lines {
		for i, it := range l.items {
			if ofEye(it) && i+1 < len(l.items) && slices.ContainsFunc(l.items[i+1:], func(it item) bool { return it.plain(number) }) {
				out = append(out, it.label)
			}
		}
	}
	return out
}

// withoutNext returns the lines of a block without its last one if that has one of the labels which stand above the
// first block's heading: it is of the next block then.
func withoutNext(lines []line, above []*label) []line {
	n := len(lines) - 1
	if n < 0 || !slices.ContainsFunc(lines[n].items, func(it item) bool { return ofValue(it) && slices.Contains(above, it.label) }) {
		return lines
	}
	return lines[:n]
}

// fromHeading is the lines of a page of one eye from its first heading on. What
// stands above has no heading: it may be the rest of another eye's block, unless the heading
// stands among the patient's data.
func (s *sheet) fromHeading() []line {
	h := s.headings[0]
	if s.isPatients() {
		return s.lines
	}
	top := h.Y0 - margin*h.Height()
	i := slices.IndexFunc(s.lines, func(l line) bool { return l.CenterY() > top })
	for i > 0 && s.lines[i].saysPatient() && s.lines[i-1].saysPatient() {
		i--
	}
	return s.lines[i:]
}

// saysPatient: the line has a label of the patient's data or of a date.
func (l line) saysPatient() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.is(text) && it.field != "notes" || it.is(date) })
}

// beside is what follows a heading in its own line: "Left eye: Lens: phakic".
func (s *sheet) beside(h heading) []line {
	l := s.lines[h.line]
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= h.X1 && ofValue(it) })
	if i < 0 {
		return nil
	}
	l.items = l.items[i:]
	return []line{l}
}

// besideHeadings is what the lines of the headings say of the lens and the cornea
// of each eye: "OD right   Lens status: phakic", "(phakic)   OD right".
func (s *sheet) besideHeadings(rows [][]heading) (out []part) {
	for _, row := range rows {
		for _, r := range byLine(row) {
			l := s.lines[r[0].line]
			for i, own := range statesBeside(l.items, r) {
				if len(own) > 0 {
					out = append(out, s.part(r[i].eye, []line{{Box: l.Box, tokens: l.tokens, items: own}}))
				}
			}
		}
	}
	return out
}

// byLine divides the headings of a row that is not quite level by their lines.
func byLine(row []heading) (lines [][]heading) {
	for i, h := range row {
		if i == 0 || h.line != row[i-1].line {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], h)
	}
	return lines
}

// statesBeside divides what a line says of the state of the eyes among its headings. All
// of it stands before its headings, or all after them.
func statesBeside(items []item, r []heading) [][]item {
	gaps := make([][]item, len(r)+1) // before the first heading, between them, after the last
	start := math.Inf(-1)
	for i, h := range r {
		gaps[i] = state(within(items, start, h.X0))
		start = h.X1
		if slices.ContainsFunc(within(items, h.X0, h.X1), func(it item) bool { return !it.is(eye) && ofLens(it.text) }) {
			return nil // over the heading
		}
	}
	gaps[len(r)] = state(within(items, start, math.Inf(1)))
	switch first, last := len(gaps[0]) > 0, len(gaps[len(r)]) > 0; {
	case first && last && len(r) == 2 && len(gaps[1]) == 0:
		return [][]item{gaps[0], gaps[2]} // "phakic  OD | OS  phakic"
	case first && last:
		return nil
	case first && len(r) == 1 && r[0].X0-gaps[0][len(gaps[0])-1].X1 > farMargin*r[0].Height():
		return nil // of a heading that was not seen
	case first:
		return gaps[:len(r)]
	case last:
		return gaps[1:]
	}
	for i := 1; i < len(r); i++ { // of one eye alone, and not at the end of its column
		if own := gaps[i]; len(own) > 0 && own[0].X0-r[i-1].X1 > (r[i].X0-own[len(own)-1].X1)/fartherAway {
			gaps[i] = nil
		}
	}
	return gaps[1:]
}

// state is what the items say of the lens and the cornea, with its labels.
func state(items []item) []item {
	if k := slices.IndexFunc(items, func(it item) bool { return it.is(choice) && it.field != "gender" }); k >= 0 {
		if lens := slices.IndexFunc(items[:k], func(it item) bool { return it.plain(word) && saysLens([]item{it}) }); lens >= 0 {
			return append(unlabelledLens(items[:k]), items[k:]...)
		}
		return items[k:]
	}
	return unlabelledLens(items)
}

// unlabelledLens gives the state of the lens that stands without a label in a
// cell of its own, or in brackets, its label; nil if there is none.
func unlabelledLens(items []item) []item {
	for i, it := range items {
		if !it.plain(word) || !saysLens(items[i:]) {
			continue
		}
		from, end := i, i+1
		for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token) && (ofLens(items[k].text) || isFrame(items[k].text)); k-- {
			if ofLens(items[k].text) { // "LIO phaque"
				from = k
			}
		}
		for end < len(items) && items[end].plain(word) && near(items[end-1].token, items[end].token) {
			end++
		}
		if from > 0 && items[from-1].plain(word) && near(items[from-1].token, items[from].token) && !besideLens.MatchString(fold(items[from-1].text)) {
			return nil // of a word that is not known the state may be another one
		}
		label := it
		label.entry = entry{label: statusLabel}
		return append([]item{label}, items[from:end]...)
	}
	return nil
}

// statusLabel is the table's label of the state of the lens.
var statusLabel = &labels[slices.IndexFunc(labels, func(l label) bool { return l.role == choice && l.field == "lens_status" })]

// sideBySide finds where the second eye's column begins: where labels come
// twice in a line, at the second; in a table with labels once, at the gap
// before the second heading.
func (s *sheet) sideBySide(a, b heading, lines []line) []part {
	if a.eye == b.eye || a.eye == nobody || b.eye == nobody {
		return nil
	}
	lines = s.withoutForeign(lines)
	if valuesOnBothSides(withoutPairs(lines)) { // labels that stand twice are of pictures below the table
		return s.table(a, b, lines)
	}
	if first, second, found := pairEdges(lines); found {
		edge := second
		if b.X0 > first {
			edge = min(edge, b.X0) // its labels stand further right than its heading
		}
		if first >= second || a.CenterX() >= edge || b.X1 <= edge {
			return nil
		}
		return s.halves(a.eye, b.eye, outdented(lines, edge), lines)
	}
	if edge, found := s.besideUnmeasured(a, b, lines); found {
		return s.halves(a.eye, b.eye, edge, lines)
	}
	if edge := b.X0 - aligned*b.Height(); s.oneEmpty(a, b, edge, lines) {
		return s.halves(a.eye, b.eye, edge, lines)
	}
	return s.table(a, b, lines)
}

// withoutPairs are the lines in which no label of a measurement stands twice.
func withoutPairs(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		for i, it := range l.items {
			if it.is(measure) && slices.ContainsFunc(l.items[i+1:], func(other item) bool { return other.label == it.label }) {
				return true
			}
		}
		return false
	})
}

// oneEmpty: of two columns of which each has its own labels one has none, because that
// eye was not measured: all labels stand on one side of the edge, with their values. What
// would be the labels of a table of both eyes is none.
func (s *sheet) oneEmpty(a, b heading, edge float64, lines []line) bool {
	labelled := func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && s.sectionAt(it.Box) != foreign })
	}
	from, upto := slices.IndexFunc(lines, labelled), len(lines)-1
	if from < 0 {
		return false
	}
	for !labelled(lines[upto]) {
		upto--
	}
	var labels, values [2]int
	left := math.Inf(1) // of the labels
	for _, l := range lines[from : upto+1] {
		for i, it := range l.items {
			side := 0
			if it.X0 >= edge {
				side = 1
			}
			switch {
			case s.sectionAt(it.Box) == foreign, it.is(measure) && it.field == indexField, i > 0 && l.items[i-1].fieldOf(measure) == indexField:
			case ofValue(it):
				labels[side]++
				left = min(left, it.X0)
			case it.plain(number), it.plain(dash) && !it.isHyphen():
				values[max(side, endsUnder(l.items[i:], b))]++
			case i > 0 && it.plain(word) && l.items[0].is(choice) && !near(l.items[i-1].token, it.token):
				values[side]++ // "Lens   phakic   aphakic"
			}
		}
	}
	switch {
	case labels[1] == 0 && values[1] == 0: // no value near the second heading, and one for each label
		// A block that begins right of the heading is the second one's, which stands at its end.
		return labels[0] > 0 && left <= a.X1 && (left >= a.X0-a.Height() || s.part(a.eye, lines).rowsOfTwo() == 0 && a.X1 < edge-quarterColumn*s.page.Width)
	case labels[0] == 0 && values[0] == 0:
		return left >= b.X0-b.Height() || left >= a.X1+columnGap*a.Height() && left > farSide*s.page.Width
	}
	return false
}

// besideUnmeasured: below the headings of both eyes stands that one of them was not measured, in a column of its own: all labels of values, with
// their numbers, stand right of it (then it is said of the first eye) or left of it. It returns where the second column begins.
func (s *sheet) besideUnmeasured(a, b heading, lines []line) (edge float64, found bool) {
	for _, l := range lines[:min(len(lines), rowsOfEmpty)] {
		for _, cell := range cellsOf(l.items) {
			x0, x1 := cell[0].X0, cell[len(cell)-1].X1
			switch {
			case !saysUnmeasured(cell):
			case x0 <= a.X1 && x1 < b.X0 && s.allMeasured(lines, func(it item) bool { return it.X0 > x1 }):
				return x1 + 1, true
			case x0 > a.X1 && x0 <= b.X1 && s.allMeasured(lines, func(it item) bool { return it.X1 < x0 }):
				return x0, true
			}
		}
	}
	return 0, false
}

// allMeasured: lines have labels of values, and all of these and the numbers in their lines stand there. An index may be for both eyes.
func (s *sheet) allMeasured(lines []line, there func(item) bool) bool {
	found := false
	for _, l := range lines {
		if !slices.ContainsFunc(l.items, s.ofBlock) {
			continue
		}
		found = true
		if slices.ContainsFunc(l.items, func(it item) bool { return (ofEye(it) || it.plain(number)) && !there(it) }) {
			return false
		}
	}
	return found
}

// saysUnmeasured: the cell says in words that there is no value, and nothing else. Dashes may stand in any column.
func saysUnmeasured(cell []item) bool {
	if len(cell) == 1 && cell[0].plain(dash) {
		return strings.ContainsFunc(cell[0].raw, unicode.IsLetter)
	}
	var text strings.Builder
	for _, it := range cell {
		text.WriteString(strings.ToLower(it.raw))
	}
	return missingWords[text.String()]
}

// endsUnder is 1 if the unit of the number at the start ends under the heading, 0 if not.
func endsUnder(items []item, h heading) int {
	if len(items) > 1 && near(items[0].token, items[1].token) && items[1].plain(word) && items[1].X1 > h.CenterX() {
		return 1
	}
	return 0
}

// pairEdges looks at the lines in which one label stands exactly twice: where
// the last of the first ones and the first of the second ones begin.
func pairEdges(lines []line) (first, second float64, found bool) {
	var pairs [][2]float64
	for _, l := range lines {
		at := map[*label][]float64{}
		for i, it := range l.items {
			if (it.is(measure) && it.field != indexField || it.is(power) || it.is(choice)) && !isDegrees(l.items[i+1:]) {
				at[it.label] = append(at[it.label], it.X0)
			}
		}
		if len(l.labels()) == 1 {
			continue // "Lens: phakic (natural lens)"
		}
		for _, x := range at {
			if len(x) == 2 {
				pairs = append(pairs, [2]float64{x[0], x[1]})
			}
		}
	}
	if len(pairs) == 0 {
		return unevenEdges(lines)
	}
	if first, second = edgesOf(pairs); first >= second {
		first, second = edgesOf(equallyFar(pairs))
	}
	return first, second, true
}

// edgesOf is where the last of the first labels of pairs and the first of the second ones begin.
func edgesOf(pairs [][2]float64) (first, second float64) {
	first, second = math.Inf(-1), math.Inf(1)
	for _, x := range pairs {
		first, second = max(first, x[0]), min(second, x[1])
	}
	return first, second
}

// equallyFar is the pairs that are as far apart as most are, as the labels of two equal
// columns. Other labels stand twice in a column: the constants of two lenses, a legend.
func equallyFar(pairs [][2]float64) [][2]float64 {
	apart := func(x [2]float64) float64 { return x[1] - x[0] }
	sorted := slices.SortedFunc(slices.Values(pairs), func(a, b [2]float64) int { return cmp.Compare(apart(a), apart(b)) })
	usual := apart(sorted[len(sorted)/2])
	equal := slices.DeleteFunc(sorted, func(x [2]float64) bool { return math.Abs(apart(x)-usual) > usual*sameReading })
	if 2*len(equal) <= len(pairs) {
		return pairs
	}
	return equal
}

// unevenEdges is pairEdges for columns that are not level: labels that stand twice, each
// in another line.
func unevenEdges(lines []line) (first, second float64, found bool) {
	first, second = math.Inf(-1), math.Inf(1)
	twice := map[*label][]item{}
	for _, l := range lines {
		for _, i := range l.labels() {
			it := l.items[i]
			twice[it.label] = append(twice[it.label], it)
		}
	}
	pairs := 0
	for _, at := range twice {
		if len(at) != 2 {
			continue
		}
		left, right := at[0], at[1]
		if left.X0 > right.X0 {
			left, right = right, left
		}
		if right.X0-left.X0 < farApart*left.Height() {
			continue
		}
		pairs++
		first, second = max(first, left.X0), min(second, right.X0)
	}
	return first, second, pairs >= fewUneven && first < second
}

// halves divides the words at the edge. Rows are made anew, for the two
// columns need not be level.
func (s *sheet) halves(leftmost, rightmost string, edge float64, lines []line) []part {
	var tokens [2][]token
	for _, l := range lines {
		if l.crosses(edge) {
			continue
		}
		for _, t := range l.tokens {
			if t.hidden || l.again {
				continue
			}
			side := 0
			if t.X0 >= edge-aligned*t.Height() {
				side = 1
			}
			tokens[side] = append(tokens[side], t)
		}
		tokens[1] = append(tokens[1], titleOfBoth(l, edge)...)
	}
	out := make([]part, 2)
	for i, eye := range []string{leftmost, rightmost} {
		out[i] = s.columnPart(eye, wordsOf(tokens[i]))
	}
	return out
}

// titleOfBoth is the title of a row of means or deviations that stands left of both halves: right of the edge the row goes on with a number.
func titleOfBoth(l line, edge float64) []token {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.X0 >= edge-aligned*it.Height() })
	if i < 2 || !isMean(l.items[0]) && !l.items[0].is(spread) || !l.items[1].plain(number) || !l.items[i].plain(number) {
		return nil
	}
	return l.tokens[l.items[0].from:l.items[0].upto]
}

// outdented is where a column begins whose labels begin at the edge: the headings of its sections
// and the signs before its labels stand somewhat left of them, in several lines alike. Where
// numbers do, these are values of the column before.
func outdented(lines []line, edge float64) float64 {
	var begins []layout.Box
	for _, l := range lines {
		if !slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) || it.is(section) }) {
			continue // "180°" around a picture
		}
		for i, t := range l.tokens {
			if i == 0 || near(l.tokens[i-1], t) || t.X0 >= edge-aligned*t.Height() || edge-t.X0 >= farMargin*t.Height() {
				continue
			}
			if t.kind == number || t.kind == dash || t.text == "±" || unitOf(t.text) != "" {
				return edge
			}
			begins = append(begins, t.Box)
		}
	}
	slices.SortFunc(begins, func(a, b layout.Box) int { return cmp.Compare(a.X0, b.X0) })
	for i := 1; i < len(begins); i++ {
		if begins[i].X0-begins[i-1].X0 < aligned*begins[i].Height() {
			return begins[i-1].X0
		}
	}
	return edge
}

// crosses: a phrase of the line goes on from one side of the edge to the other, so that it is of no column. One that
// only ends over the edge is of the first.
func (l line) crosses(edge float64) bool {
	i := slices.IndexFunc(l.tokens, func(t token) bool { return t.X0 >= edge-aligned*t.Height() })
	for i > 0 && i < len(l.tokens) && l.tokens[i].glued {
		i++
	}
	if i <= 0 || i == len(l.tokens) {
		return false
	}
	next := l.tokens[i]
	next.first = false // behind a ";", too
	return near(l.tokens[i-1], next)
}

// columnPart is words of a column, whose rows and headings are its own.
func (s *sheet) columnPart(eye string, words []layout.Word) part {
	lines := s.linesOf(words)
	column := s.page
	column.Words = words
	if column, moved := arranged(column, lines); moved { // the rows of two columns that are not level hide it from the page
		lines = s.linesOf(column.Words)
	}
	return part{eye: eye, lines: lines, zones: zonesOf(lines, s.page.Width), page: s}
}
