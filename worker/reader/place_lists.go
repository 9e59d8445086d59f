package reader

import (
	"cmp"
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Lists: lines that name their eyes themselves.

// inline is the lines that name the eyes after the label: "ACD: OD 3.05 mm, OS
// 3.59 mm". An axis in a line of its own belongs to the meridian before it.
func (s *sheet) inline() []part {
	var out []part
	var meridian []item
	for n, l := range s.lines {
		if slices.ContainsFunc(s.headings, func(h heading) bool { return h.line == n }) {
			continue // what stands beside a heading is no list
		}
		if both := s.bothEyes(l); len(both) > 0 {
			out, meridian = append(out, both...), nil
			continue
		}
		at, eyes := l.inlineEyes()
		if len(eyes) == 0 || !isListOfEyes(l.items, at, eyes[0]) {
			continue
		}
		labels := l.items[at : at+1]
		switch {
		case labels[0].is(axis):
			labels = slices.Concat(meridian, labels)
		case labels[0].is(power), labels[0].is(radius):
			meridian = labels
		default:
			meridian = nil
		}
		for k, i := range eyes {
			end := len(l.items)
			if k+1 < len(eyes) {
				end = eyes[k+1]
			}
			from := i + 1
			for from < end && l.items[from].plain(symbol) {
				from++
			}
			if k := slices.IndexFunc(l.items[from:end], announcesOther); k >= 0 {
				end = from + k // of another column
			}
			out = append(out, s.part(l.items[i].field, []line{{Box: l.Box, tokens: l.tokens, items: slices.Concat(labels, l.items[from:end])}}))
		}
	}
	return out
}

// isListOfEyes: the eyes behind the label are no names of a pair of values, and the label does not stand between
// the values of both eyes.
func isListOfEyes(items []item, label, first int) bool {
	_, second, _ := pairOfEyes(items, first)
	return second == "" && (!endsWithValue(items[:label]) || items[label].is(choice))
}

// endsWithValue: the last of the items is a number, perhaps with its unit, or dashes.
func endsWithValue(items []item) bool {
	n := len(items)
	if n > 1 && items[n-1].plain(word) && unitOf(items[n-1].text) != "" {
		n--
	}
	return n > 0 && (items[n-1].plain(number) || items[n-1].plain(dash) && !items[n-1].isHyphen())
}

// inlineEyes returns where the label of such a line is, and its eyes.
func (l line) inlineEyes() (label int, eyes []int) {
	label = slices.IndexFunc(l.items, ofValue)
	if label < 0 {
		return label, nil
	}
	for i := label + 1; i < len(l.items); i++ {
		if len(eyes) == 0 && l.items[i].plain(number) {
			break // a mark of the row: "ACD  3.36 OD  2.52"
		}
		again := len(eyes) > 0 && l.items[i].fieldOf(eye) == l.items[eyes[len(eyes)-1]].field && !slices.ContainsFunc(l.items[eyes[len(eyes)-1]+1:i], func(it item) bool { return !it.isSign() })
		if l.items[i].fieldOf(eye) != "" && i+1 < len(l.items) && !announcesOther(l.items[i+1]) && !again {
			eyes = append(eyes, i)
		}
	}
	return label, eyes
}

// namesBoth: the line has a value for each eye behind one label.
func (l line) namesBoth() bool {
	_, eyes := l.inlineEyes()
	return len(eyes) == 2 && l.items[eyes[0]].field != l.items[eyes[1]].field
}

// records is the lines of a list in which each names its eye and one value:
// "OD  Cornea back  K1  -5.20 D".
func (s *sheet) records() []part {
	var out []part
	for n := range s.lines {
		for _, r := range s.recorded[n] {
			p := s.part(r.eye, []line{{Box: s.lines[n].Box, tokens: s.lines[n].tokens, items: r.items}})
			p.zones = s.only("")
			out = append(out, p)
		}
	}
	for n, l := range s.lines {
		if !s.listed[n] {
			continue
		}
		labels := l.labels()
		if len(labels) != 1 {
			continue
		}
		at := labels[0]
		p := s.part(l.items[0].field, []line{{Box: l.Box, tokens: l.tokens, items: l.items[at:]}})
		p.zones = s.only(sectionAmong(l.items[:at]))
		out = append(out, p)
	}
	return out
}

// entry of a list: an eye, a label, a value, as they stand beside those of the other eye.
type record struct {
	eye   string
	name  layout.Box // of the eye
	items []item
}

// findRecords returns the lines that are nothing but records beside each other, by their
// numbers: "OD  AL  23.45 mm    OS  AL  24.10 mm".
func findRecords(lines []line) map[int][]record {
	out, starts, names := map[int][]record{}, map[string]float64{}, map[string]float64{}
	for n, l := range lines {
		found := recordsOf(l, true)
		if len(found) < 2 {
			continue
		}
		level := true
		for _, r := range found {
			x, known := starts[r.eye]
			level = level && (!known || math.Abs(r.items[0].X0-x) < l.Height())
			starts[r.eye], names[r.eye] = r.items[0].X0, r.name.X0
		}
		if level {
			out[n] = found
		}
	}
	if len(out) < fewRecords/2 {
		return nil
	}
	for n, l := range lines {
		if inside := out[n] == nil && out[n-1] != nil && n+1 < len(lines) && len(recordsOf(lines[n+1], true)) == 2; inside {
			if found := divideAtNames(l); len(found) == 2 && !slices.ContainsFunc(found, func(r record) bool { return math.Abs(r.name.X0-names[r.eye]) >= l.Height() }) {
				out[n] = slices.DeleteFunc(found, func(r record) bool { return !r.isWhole(false) })
			}
			continue
		}
		found := recordsOf(l, true)
		if len(found) != 1 { // the column of one eye may be longer
			continue
		}
		if math.Abs(found[0].items[0].X0-starts[found[0].eye]) < l.Height() {
			out[n] = found
		}
	}
	return out
}

// recordsOf divides a line at the names of eyes that begin cells; nil if one of the parts is no record.
func recordsOf(l line, known bool) []record {
	found := divideAtNames(l)
	if slices.ContainsFunc(found, func(r record) bool { return !r.isWhole(known) }) {
		return nil
	}
	return found
}

// divideAtNames divides a line at the names of eyes that begin cells; nil if it does not begin with one, or two are of one eye.
func divideAtNames(l line) (out []record) {
	named := map[string]bool{}
	for i := 0; i < len(l.items); {
		end := i + nameEnd(l.items[i:])
		side := nameOf(l.items[i:end])
		if side == "" || named[side] || i > 0 && near(l.items[i-1].token, l.items[i].token) {
			return nil
		}
		named[side] = true
		k := end
		for k < len(l.items) && (near(l.items[k-1].token, l.items[k].token) || nameOf(l.items[k:k+nameEnd(l.items[k:])]) == "") {
			k++
		}
		name := l.items[i].Box
		name.X1 = l.items[end-1].X1
		out = append(out, record{side, name, l.items[end:k]})
		i = k
	}
	return out
}

// isWhole: behind the name stand a label, which is known, or else a word, and something that is no other label.
func (r record) isWhole(known bool) bool {
	if len(r.items) < 2 || slices.ContainsFunc(r.items[1:], announcesOther) {
		return false
	}
	label := r.items[0]
	return (label.label != nil || !known && label.plain(word)) && !label.closed && label.X0-r.name.X1 >= margin*label.Height()
}

// sectionAmong is the section that items of one line announce, the last if there
// are several, "" if there is none.
func sectionAmong(items []item) (what string) {
	for i, it := range items {
		found := sectionOf(it)
		if found == "" {
			_, found = unlisted(items, i, 0)
		}
		if found != "" {
			what = found
		}
	}
	return what
}

// only is the zones where everything is of one section.
func (s *sheet) only(what string) zones {
	what = cmp.Or(what, front)
	return zones{sections: []zone{{x1: s.page.Width, what: what}}}
}

// listed returns which lines those are. Below a heading "Eye" a letter may name the eye.
func listed(lines []line) map[int]bool {
	out, full := map[int]bool{}, 0
	titled := false
	named := map[int][]item{} // the items of lines in which a letter names the eye
	for n, l := range lines {
		if len(l.items) > 2 && l.items[0].is(eye) && l.items[0].field == "" && !l.hasNumber() && n+1 < len(lines) && len(lines[n+1].items) > 0 {
			titled = titled || beginsUnder(l.items[:1], lines[n+1].items[0])
		}
		if titled && len(l.items) > 2 && !l.items[0].is(eye) && sideUnder(l.items[0].text) != "" {
			l.items = slices.Clone(l.items)
			l.items[0].entry = entry{label: eyeLabel(sideUnder(l.items[0].text))}
			named[n] = l.items
		}
		if len(l.items) < 3 || l.items[0].fieldOf(eye) == "" || near(l.items[0].token, l.items[1].token) || slices.ContainsFunc(l.items[1:], ofOneEye) {
			continue
		}
		out[n] = true
		if at := l.labels(); !l.again && len(at) == 1 && at[0] > 0 && at[0] < len(l.items)-1 {
			full++
		}
	}
	if full < fewRecords {
		return nil
	}
	for n, items := range named {
		lines[n].items = items
	}
	return out
}

// divideList parts the lines of a list at its columns, however close they are.
func divideList(lines []line, listed map[int]bool, ocr bool) {
	starts := map[int]int{} // a column's left edge in whole points → how many begin there
	for n := range listed {
		for _, t := range lines[n].tokens {
			starts[int(t.X0)]++
		}
	}
	for n := range listed {
		if lines[n].again || n+1 < len(lines) && lines[n+1].again {
			continue // two labels and a pair of values, which stand apart already
		}
		l := &lines[n]
		for i, t := range l.tokens {
			x := int(t.X0)
			l.tokens[i].first = starts[x-1]+starts[x]+starts[x+1] > len(listed)*2/3
		}
		eyes := l.items[0].entry
		l.items = itemize(l.tokens, ocr)
		l.items[0].entry = eyes
	}
}
