package reader

import (
	"slices"
	"strings"
)

// What a page says of the lens or the cornea outside of the eyes' parts. Of both eyes at once: "LASIK myopique ODG", "Lens: phakic (R, L)",
// "phak / phak", "Lens: phakic" in the line of the patient's data. Of one: "AL mode: phakic (OD), pseudophakic (OS)".

// statesOfOne reads what the page says of the eye whose name stands in brackets behind.
func (s *sheet) statesOfOne() (out []reading) {
	for _, l := range s.lines {
		label, end := item{}, 0 // of the state before, and where that ends
		for i, it := range l.items {
			side := sideUnder(strings.Trim(it.text, "( )"))
			last := stateBefore(l.items, i)
			if side == "" || last < 0 {
				continue
			}
			words := wordsBefore(l.items, i)
			switch {
			case len(words) > 0 && words[0].is(choice):
				label = words[0]
			case label.label != nil && !slices.ContainsFunc(l.items[end:last+1-len(words)], func(it item) bool { return !it.plain(symbol) && !it.plain(dash) }):
				words = append([]item{label}, words...) // "Surgery: none (OD) – none (OS)"
			}
			end = i + 1
			for _, r := range s.stated(words) {
				r.eye = side
				out = append(out, r)
			}
		}
	}
	return out
}

// statesByEye reads what labels say of each eye behind its name: "Lens status: OD phakic – OS pseudophakic".
func (s *sheet) statesByEye() (out []reading) {
	for _, l := range s.lines {
		for i, it := range l.items {
			ofLens := it.label == nil && fieldNamed(it.text, measure) == "LT" || it.fieldOf(measure) == "LT"
			ofEye := isWordEye(it) && i+1 < len(l.items) && l.items[i+1].text == ":"
			if ofLens || ofEye {
				it.entry = entry{label: statusLabel} // "Lens  OD: phakic  OS: phakic", "Eye: R phakic   L phakic"
			}
			behind := l.items[i+1:]
			if ofEye {
				behind = behind[1:]
			}
			if it.is(choice) && it.field != "gender" {
				out = append(out, s.statesBehind(it, behind)...)
			}
		}
	}
	return out
}

// statesUnder reads the states of both eyes that stand in cells of their own, under the headings of their columns, below their label or behind the word for the
// eye: "Status" and below it "phakic   phakic", "Eye: phakic   Eye: aphakic".
func (s *sheet) statesUnder() (out []reading) {
	rows := s.headingRows()
	if len(rows) != 1 || len(rows[0]) != 2 || rows[0][0].eye == rows[0][1].eye {
		return nil
	}
	first, second := rows[0][0], rows[0][1]
	middle := (first.X1 + second.X0) / 2
	for n, l := range s.lines[second.line:] {
		cells := cellsOf(l.items)
		if len(cells) != 2 || boxOf(cells[0]).X1 > middle || cells[1][0].X0 < middle {
			continue
		}
		above := s.lines[max(0, second.line+n-1)].items
		var both []reading
		for i, cell := range cells {
			label := item{entry: entry{label: statusLabel}}
			switch {
			case len(cell) > 2 && isWordEye(cell[0]) && cell[1].text == ":":
				cell = cell[2:]
			case len(above) == 1 && above[0].is(choice) && above[0].field != "gender":
				label = above[0]
			default:
				continue
			}
			for _, r := range s.stated(append([]item{label}, cell...)) {
				r.eye = rows[0][i].eye
				both = append(both, r)
			}
		}
		if len(both) == 2 {
			out = append(out, both...)
		}
	}
	return out
}

// statesBehind is what a label says of each eye; nil unless the name of one follows it, and that of the other behind its state.
func (s *sheet) statesBehind(label item, items []item) (states []reading) {
	named := map[string]bool{}
	for k, it := range items {
		side := sideUnder(it.text)
		if k == 0 && side == "" || it.label != nil && !it.is(eye) {
			break
		}
		if side == "" {
			continue
		}
		named[side] = true
		for _, r := range s.stated(append([]item{label}, wordsAfter(items, k+1)...)) {
			r.eye = side
			states = append(states, r)
		}
	}
	if len(named) != 2 || len(states) != 2 {
		return nil
	}
	return states
}

// statesOfBoth reads what the page says of both eyes at once.
func (s *sheet) statesOfBoth() (out []reading) {
	for _, l := range s.lines {
		items, identifies := l.items, l.identifies()
		for i := range items {
			if n := bothAt(items, i); n > 0 {
				out = append(out, s.stated(wordsBefore(items, i))...)
				out = append(out, s.stated(wordsAfter(items, i+n))...)
			}
			if i+2 < len(items) && items[i].plain(word) && items[i+1].text == "/" && fold(items[i].text) == fold(items[i+2].text) {
				out = append(out, s.stated(items[i:i+1])...)
			}
			if identifies && items[i].is(choice) && items[i].field != "gender" {
				if r, found := s.chosen(key{document, items[i].field}, l, i); found && r.doubt == noDoubt {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// wordsBefore is the label and the words in front of item i, as far as nothing stands between.
func wordsBefore(items []item, i int) []item {
	end := i
	for end > 0 && items[end-1].text == "(" {
		end--
	}
	from := end
	for from > 0 && isStateWord(items[from-1]) && (from == i || near(items[from-1].token, items[from].token)) {
		from--
	}
	if from > 0 && from < end && (items[from-1].is(choice) || items[from-1].fieldOf(measure) == "LT") {
		from--
	}
	return items[from:end]
}

// wordsAfter is the words behind the name of both eyes that ends before item i.
func wordsAfter(items []item, i int) []item {
	for i < len(items) && (items[i].text == ":" || items[i].text == ")") {
		i++
	}
	end := i
	for end < len(items) && isStateWord(items[end]) && (end == i || near(items[end-1].token, items[end].token)) {
		end++
	}
	return items[i:end]
}

// stated reads the words for the state of an eye, perhaps with their label in front.
func (s *sheet) stated(items []item) []reading {
	if len(items) == 0 {
		return nil
	}
	field, label := "", items[0]
	if label.label != nil {
		items = items[1:]
	}
	folded := foldedItems(items)
	value, known := "", false
	switch {
	case label.is(choice):
		field = label.field
		value, known = choose(field, folded)
	case surgeryNamed.MatchString(folded), noSurgery.MatchString(folded) && strings.Contains(folded, "refra"):
		field = "post_refractive"
		value, known = surgery(folded)
	case phakic.MatchString(folded) || pseudo.MatchString(folded) || label.fieldOf(measure) == "LT":
		field = "lens_status"
		value, known = lensStatus(folded)
		known = known && value != "Phakic IOL" // which may be planned
	}
	if !known {
		return nil
	}
	return []reading{s.inWords(key{document, field}, value, items)}
}

// inWords is the reading of a value that the items say in words.
func (s *sheet) inWords(k key, value string, items []item) reading {
	r := reading{key: k, text: value, conf: 100}
	for _, it := range items {
		r.conf, r.at = min(r.conf, it.conf), r.at.with(s.placeOf(it.token))
	}
	return r
}
