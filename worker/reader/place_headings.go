package reader

import (
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// Which words are headings of an eye.

// addHeadings notes the eyes that line n announces.
func (s *sheet) addHeadings(l line, n int) bool {
	var found []heading
	if _, eyes := l.inlineEyes(); len(eyes) > 1 {
		return false
	}
	for i, it := range l.items {
		if !it.is(eye) || it.field == "" || ofBothEyes(l.items, i) || !isHeading(l.items, i) && !s.beginsTwinBlock(n, i) || s.isLetterBetween(l, it) || s.isCaption(l.items, i) || s.isBesideTable(n, it) {
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
	for i, it := range l.items {
		named := it.fieldOf(eye)
		s.unclear = s.unclear || named != "" && !slices.ContainsFunc(all, func(h heading) bool { return h.eye == named }) && !unmeasuredAfter(l.items[i+1:])
	}
	return true
}

// unmeasuredAfter: behind the name of an eye stands only that it was not measured: "R (OD): not measured".
func unmeasuredAfter(items []item) bool {
	for len(items) > 0 && items[0].is(eye) {
		items = items[1:]
	}
	return len(items) > 1 && items[0].text == ":" && saysUnmeasured(items[1:])
}

// ofBothEyes: the name of the other eye stands beside that of item i, with a stroke between: "Summary – OD / OS" heads a page of both, and no column of either.
func ofBothEyes(items []item, i int) bool {
	for _, k := range []int{i - 2, i + 2} {
		if k < 0 || k >= len(items) || items[(i+k)/2].text != "/" {
			continue
		}
		first, second := items[min(i, k)], items[max(i, k)]
		if ofOneEye(first) && ofOneEye(second) && first.field != second.field && second.X0-first.X1 < columnGap*first.Height() {
			return true
		}
	}
	return false
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
// names both: "0D - Righ1 Eye   OS - Left Eye". "Eye mode: standard" names none, and neither does the label of the heading itself, "Anna Eye:   Right".
func besideUnread(items []item, h heading) bool {
	for i, it := range items {
		own := it.X0 >= h.X0 && it.X1 <= h.X1 || h.X1 <= it.X0 && it.X0-h.X1 < columnGap*it.Height()
		next := slices.IndexFunc(items[i+1:], func(it item) bool { return it.text != ":" })
		label := next >= 0 && items[i+1+next].X0 == h.X0 && (it.closed || next > 0)
		if it.is(eye) && it.field == "" && !own && !label && i > 0 && items[i-1].plain(word) && near(items[i-1].token, it.token) && (i+1 == len(items) || !near(it.token, items[i+1].token) || it.X1 < h.X0) {
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
	name := foldedItems(within(s.lines[n].items, b.X0, b.X1))
	return slices.IndexFunc(s.headings, func(h heading) bool {
		below := h.eye == side && b.X0 < h.X1 && h.X0 < b.X1 && b.CenterY() > h.Y1 && foldedItems(within(s.lines[h.line].items, h.X0, h.X1)) != name
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
		if a != "" && b != "" && a != b && isShort(it) != isShort(items[k]) && !own && !saysPlaces(items, i) {
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
		if own || next == len(items) || saysPlaces(items, i) {
			continue
		}
		if said := items[next]; near(items[next-1].token, said.token) && !said.isSign() && next == k+1 || ofValue(said) && said.X0-items[k].X1 < farMargin*said.Height() {
			return true
		}
	}
	return false
}

// saysPlaces: the cell of item i says of both eyes where their pictures stand: "B-scan OD (left) and OS (right)".
func saysPlaces(items []item, i int) bool {
	named := map[string]int{}
	for _, it := range cellOf(items, i) {
		if ofOneEye(it) {
			named[it.field]++
		} else if it.plain(word) {
			named[sideUnder(it.text)]++
		}
	}
	return named[rightEye] > 1 && named[leftEye] > 1
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
	if endsMirrored(items, i) {
		return true
	}
	if isInText(items, i) || isWordOf(items, i) || isMisreadSign(items, i) || isFlag(items, i) || isAcuity(items[i+1:]) {
		return false
	}
	return isTwinTitle(items, i) || beginsBlock(items, i) || isTwinOfFirst(items, i)
}

// isTwinOfFirst: the line begins with the name of the other eye, and behind both names stands the same label with its number:
// "OD right   QI 8/10   OS left   QI 8/10".
func isTwinOfFirst(items []item, i int) bool {
	if i == 0 || !ofOneEye(items[0]) || !ofOneEye(items[i]) || items[0].field == items[i].field || slices.ContainsFunc(items, ofValue) {
		return false
	}
	labels := func(items []item) (out []string) {
		for _, it := range items {
			if it.label != nil && !it.is(eye) {
				out = append(out, fold(it.text))
			}
		}
		return out
	}
	first, second := labels(items[:i]), labels(items[i:])
	hasNumber := func(items []item) bool {
		return slices.ContainsFunc(items, func(it item) bool { return it.plain(number) })
	}
	return len(first) > 0 && slices.Equal(first, second) && hasNumber(items[:i]) && hasNumber(items[i:])
}

// endsMirrored: the line begins with the name of the other eye and ends with that of item i, and between them the same is said of both, each beside its name:
// "OD   Quality: good                    Quality: good   OS".
func endsMirrored(items []item, i int) bool {
	if i < 3 || i < len(items)-1 || !ofOneEye(items[0]) || !ofOneEye(items[i]) || items[0].field == items[i].field {
		return false
	}
	var labels []item
	for _, it := range items[1:i] {
		if it.label != nil {
			labels = append(labels, it)
		}
	}
	half := len(labels) / 2
	return half > 0 && len(labels) == 2*half && !slices.ContainsFunc(items, ofEye) && labels[half].X0-labels[half-1].X1 > farApart*items[i].Height() &&
		slices.EqualFunc(labels[:half], labels[half:], func(a, b item) bool { return a.label == b.label })
}

// beginsTwinBlock: item i begins line n, the name of the other eye begins another line in the same place, the same words follow both, and rows of measurements stand
// below each: "OD  Sagittal anterior  …".
func (s *sheet) beginsTwinBlock(n, i int) bool {
	items := s.lines[n].items
	if i > 0 || !ofOneEye(items[0]) || isOfThing(items, i) {
		return false
	}
	title := titleWords(items)
	measures := func(l line) bool { return slices.ContainsFunc(l.items, ofEye) && l.hasNumber() }
	if title == "" {
		return false
	}
	for m, l := range s.lines {
		if len(l.items) == 0 || !ofOneEye(l.items[0]) || l.items[0].field == items[0].field || math.Abs(l.items[0].X0-items[0].X0) > aligned*items[0].Height() || titleWords(l.items) != title {
			continue
		}
		first, second := min(n, m), max(n, m)
		if countOf(s.lines[first+1:second], measures) >= fewTwins && countOf(s.lines[second+1:], measures) >= fewTwins {
			return true
		}
	}
	return false
}

// titleWords are the words behind the first item up to one that is no word, folded.
func titleWords(items []item) string {
	end := 1
	for end < len(items) && items[end].plain(word) {
		end++
	}
	return foldedItems(items[1:end])
}

// isOfThing: the words before the name of the eye in its cell say of what the eye's value is.
func isOfThing(items []item, i int) bool {
	for k := i - 1; k >= 0 && near(items[k].token, items[k+1].token); k-- {
		if k == 0 && items[0].plain(number) && decimals(items[0].text) == 0 && items[1].text == "." {
			break // the number of a chapter
		}
		if isWordEye(items[k]) && items[k+1].text == ":" || items[k].text == "|" {
			break // "Date of birth: 29/09/1961 Eye: right", "Exam: 07/02/2023 | OD"
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
	if i == 0 && titlesReport(items) {
		return true
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
		case isTime(items[i+1+k:]), isDevice(next), announcesUnknown(items[i+1+k:]):
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

// titlesReport: the line is the name of an eye, a dash and a word or two for the page: "OS left eye – Cataract report".
func titlesReport(items []item) bool {
	end := nameEnd(items)
	if end == 0 || end+1 >= len(items) || len(items) > end+3 || !items[end].plain(dash) || !reportWords[fold(items[len(items)-1].text)] {
		return false
	}
	return !slices.ContainsFunc(items[end+1:], func(it item) bool { return !it.plain(word) })
}

// reportWords are the words for a page, folded.
var reportWords = wordSet(fold, "report summary results bericht übersicht ergebnisse messergebnisse messwerte informe resumen resultados rapport résumé résultats relatório resumo referto riepilogo risultati raport wyniki resultaten")

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
	if i < 2 || !strings.HasPrefix(items[i].text, "(") || !items[i-1].plain(word) || !near(items[i-1].token, items[i].token) || sides[items[i-1].text] == items[i].field { // "L (OS)"
		return false
	}
	at := slices.IndexFunc(items[:i], ofValue)
	return at >= 0 && slices.ContainsFunc(items[at:i], func(it item) bool { return it.plain(number) })
}

// afterWordEye: the item follows "Eye:".
func afterWordEye(items []item, i int) bool {
	return i > 1 && items[i-1].text == ":" && isWordEye(items[i-2])
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

// isInTime: item i is a number of a time of day with seconds, "14:20:00".
func isInTime(items []item, i int) bool {
	for from := max(0, i-4); from <= i; from++ {
		if isTime(items[from:]) && isTime(items[min(len(items), from+2):]) {
			return true
		}
	}
	return false
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
// brackets, and perhaps a hyphen.
func namedTwice(items []item, side string) bool {
	n := 0
	for _, it := range slices.Backward(items) {
		switch {
		case it.fieldOf(eye) == side:
			n++
		case !it.is(eye) && !it.plain(symbol) && (!it.plain(dash) || !it.isHyphen()):
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
