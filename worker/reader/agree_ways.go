package reader

import (
	"regexp"
	"slices"

	"biom/worker/document/layout"
)

// readPage is the page as it is printed, how it is divided between the eyes, and what it tells; what that leaves open is read with the means of readings raised.
func readPage(page layout.Page) (s *sheet, parts []part, readings []reading) {
	s = newSheet(page)
	parts, readings = s.divided()
	for _, p := range meansBeside(page, s.printed) {
		_, found := newSheet(p).divided()
		found = slices.DeleteFunc(contradicted(found, readings), func(r reading) bool { return isSure(r.key, readings) })
		readings = slices.DeleteFunc(readings, func(r reading) bool { return r.doubt == severalMeanings && isSure(r.key, found) }) // a single reading
		readings = append(readings, found...)
	}
	return s, parts, readings
}

// isSure: one of the readings of the key has no doubt.
func isSure(k key, readings []reading) bool {
	return slices.ContainsFunc(readings, func(r reading) bool { return r.key == k && r.doubt == noDoubt })
}

// divided is the way to divide the page between the eyes that tells most, and what
// it tells. What the first way contradicts is not believed.
func (s *sheet) divided() (way []part, best []reading) {
	var first []reading
	singles, above := s.singles(), s.rowsOfNumbers()
	for i, parts := range s.ways() {
		if uneven(parts) {
			parts = nil
		}
		found := doubtSureWithin(doubtWithin(readAll(parts), singles), above)
		if i == 0 {
			first = found
		} else {
			found = contradicted(found, first)
		}
		if i == 0 || sureOnes(found) > sureOnes(best) {
			way, best = parts, found
		}
	}
	return way, append(best, choicesBut(first, best)...)
}

// digitGroups are the numbers of a date.
var digitGroups = regexp.MustCompile(`\d+`)

// doubtOtherDays doubts what was read from rows that begin with another date than that of the examination.
func (s *sheet) doubtOtherDays(readings, ofDocument []reading) []reading {
	i := slices.IndexFunc(ofDocument, func(r reading) bool { return r.field == "exam_date" && !r.missing })
	if i < 0 {
		return readings
	}
	exam := digitGroups.FindAllString(ofDocument[i].text, -1)
	if len(exam) != len("dmy") {
		return readings // a month in letters
	}
	var other []layout.Box
	for _, l := range s.printed {
		end := dateBefore(l.items)
		if end == 0 && l.dated() {
			end = len(l.items)
		}
		if end == 0 {
			continue
		}
		raw, _ := join(l.tokens[:l.items[end-1].upto])
		if day := digitGroups.FindAllString(raw, -1); len(day) >= len(exam) && !slices.Equal(slices.Sorted(slices.Values(day[:len(exam)])), slices.Sorted(slices.Values(exam))) {
			other = append(other, s.place(printed{Box: layout.Box{X0: l.X0, Y0: l.Y0, X1: l.X1, Y1: l.Y1}}).Box)
		}
	}
	return doubtWithin(readings, other)
}

// singles are the places of the numbered readings on the page.
func (s *sheet) singles() (out []layout.Box) {
	for _, t := range readingTables(s.printed, s.page.Width) {
		if len(t.numbers) < fewTwins {
			continue
		}
		for _, n := range t.numbers {
			out = append(out, s.place(printed{Box: layout.Box{X0: n.X1, Y0: n.Y0, X1: t.right, Y1: n.Y1}}).Box)
		}
	}
	return out
}

// rowsOfNumbers are the places of numbers in rows of nothing but numbers, directly above a number of the same kind in another such row: they may be single readings,
// whichever way of dividing the page has cut off the rows below.
func (s *sheet) rowsOfNumbers() (out []layout.Box) {
	for n, l := range s.printed[:max(0, len(s.printed)-1)] {
		next := s.printed[n+1]
		if !isNumbers(l) || !isNumbers(next) || next.CenterY()-l.CenterY() > 2*blockLine*l.Height() {
			continue
		}
		for _, it := range l.items {
			if it.plain(number) && slices.ContainsFunc(next.items, func(below item) bool {
				return isNumberUnder(it, below) && decimals(below.text) == decimals(it.text) && isReading(figure{text: below.text}, figure{text: it.text})
			}) {
				out = append(out, s.placeOf(it.token).Box)
			}
		}
	}
	return out
}

// isNumbers: the line has several numbers, and no labels, words or dates.
func isNumbers(l line) bool {
	return !l.dated() && countOf(l.items, func(it item) bool { return it.plain(number) }) > 1 && onlyValues(l.items)
}

// isWithin: the reading is a value of an eye and stands in one of the boxes.
func (r reading) isWithin(boxes []layout.Box) bool {
	return r.eye != document && r.at.isNumber() && slices.ContainsFunc(boxes, func(b layout.Box) bool { return holds(b, r.at.Box) })
}

// doubtWithin doubts the values of eyes that stand in one of the boxes.
func doubtWithin(readings []reading, boxes []layout.Box) []reading {
	for i, r := range readings {
		readings[i].doubt = max(r.doubt, doubtIf(r.isWithin(boxes), severalMeanings))
	}
	return readings
}

// doubtSureWithin doubts those of them that nothing else puts in doubt: another number may be the value.
func doubtSureWithin(readings []reading, boxes []layout.Box) []reading {
	for i, r := range readings {
		if r.doubt == noDoubt {
			readings[i].doubt = doubtIf(r.isWithin(boxes), severalValues)
		}
	}
	return readings
}

// contradict: a field has two different values among the readings.
func contradict(readings []reading) bool {
	texts := map[key]string{}
	for _, r := range readings {
		if text, twice := texts[r.key]; twice && text != r.text {
			return true
		}
		texts[r.key] = r.text
	}
	return false
}

// choicesBut are the sure states of eyes among the readings of which the others say nothing: they may stand beside the name of the eye, outside of what
// another way divides.
func choicesBut(readings, others []reading) (out []reading) {
	for _, r := range readings {
		state := r.field == "lens_status" || r.field == "post_refractive"
		if state && r.doubt == noDoubt && !r.missing && !slices.ContainsFunc(others, func(o reading) bool { return o.key == r.key }) {
			out = append(out, r)
		}
	}
	return out
}

// contradicted are the readings with a doubt of those for which the others have a sure one that differs, or know that another table may have theirs.
func contradicted(readings, others []reading) []reading {
	for i, r := range readings {
		differs := func(o reading) bool {
			return o.key == r.key && o.doubt == noDoubt && !o.missing && !r.missing && o.text != r.text && !sameNumber(o.text, r.text)
		}
		elsewhere := func(o reading) bool { return o.key == r.key && o.doubt == severalTables }
		readings[i].doubt = max(r.doubt, doubtIf(slices.ContainsFunc(others, differs), severalValues), doubtIf(slices.ContainsFunc(others, elsewhere), severalTables))
	}
	return readings
}

// readAll reads the parts of a page; nothing if one that must be one block contradicts itself.
func readAll(parts []part) (out []reading) {
	for _, p := range parts {
		own := p.read()
		if p.whole && contradict(own) {
			return nil
		}
		out = append(out, own...)
	}
	return withoutEmptyIndex(withBareAxes(out)) // the other meridian may be in another part, a row of its own
}

// withoutEmptyIndex leaves out an index without a value if that eye has one elsewhere: "Index" may be the head of a table.
func withoutEmptyIndex(readings []reading) []reading {
	return slices.DeleteFunc(slices.Clone(readings), func(r reading) bool {
		return r.field == indexField && r.missing && slices.ContainsFunc(readings, func(o reading) bool { return o.key == r.key && !o.missing })
	})
}

// sureOnes counts the fields that the readings leave no doubt about.
func sureOnes(readings []reading) int {
	sure := map[key]bool{}
	for _, r := range readings {
		before, seen := sure[r.key]
		sure[r.key] = r.doubt == noDoubt && !r.missing && (before || !seen)
	}
	n := 0
	for _, ok := range sure {
		if ok {
			n++
		}
	}
	return n
}
