package reader

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"biom/worker/layout"
)

// finding is what a document says of one field. A doubt is a value that was
// there and cannot be trusted.
type finding struct {
	text  string
	conf  float64
	doubt bool
}

// Findings is what one look at a document found.
type Findings struct {
	values  map[key]finding
	devices []string // distinct, by name
}

// minConf is the confidence below which a word that OCR saw is a doubt.
const minConf = 30

// Find reads the pages of a document.
func Find(pages []layout.Page) Findings {
	var all []reading
	devices, langs := map[string]bool{}, map[string]int{}
	for _, p := range pages {
		s := newSheet(p)
		for _, part := range s.parts() {
			all = append(all, s.ofEye(part)...)
		}
		found, rest := s.ofDocument()
		all = append(all, found...)
		for _, items := range rest {
			for _, d := range devicesIn(items) {
				devices[d.name] = true
			}
		}
		s.countLanguages(langs)
	}
	f := Findings{values: map[key]finding{}}
	for name := range devices {
		f.devices = append(f.devices, name)
	}
	slices.Sort(f.devices)
	resolveDates(all, langs)
	f.merge(all)
	return f
}

func (s *sheet) countLanguages(langs map[string]int) {
	for _, l := range s.lines {
		for _, it := range l.items {
			if it.label != nil && it.lang != "" {
				langs[it.lang]++
			}
		}
	}
}

// resolveDates turns the dates among the readings into the data model's form.
func resolveDates(all []reading, langs map[string]int) {
	lang := ""
	for l, n := range langs {
		if 2*n > langs["en"]+langs["de"] {
			lang = l
		}
	}
	var texts []string
	for _, r := range all {
		if isDateField(r.field) {
			texts = append(texts, r.text)
		}
	}
	o := orderOf(texts)
	for i := range all {
		if r := &all[i]; isDateField(r.field) {
			text, ok := day(r.text, o, lang)
			r.text, r.doubt = text, !ok
		}
	}
}

func isDateField(name string) bool { return name == "exam_date" || name == "date_of_birth" }

// merge brings the readings of each field together. Printouts repeat values,
// sometimes rounded: then the finer one counts. Different ones are a doubt.
func (f Findings) merge(all []reading) {
	byKey := map[key][]reading{}
	for _, r := range all {
		r.doubt = r.doubt || r.conf < minConf
		byKey[r.key] = append(byKey[r.key], r)
	}
	for k, list := range byKey {
		f.values[k] = mergeOne(list)
	}
}

func mergeOne(list []reading) finding {
	slices.SortStableFunc(list, func(a, b reading) int { return cmp.Compare(decimals(b.text), decimals(a.text)) })
	best := finding{text: list[0].text, conf: list[0].conf, doubt: list[0].doubt}
	for _, r := range list[1:] {
		if r.doubt && r.text == best.text && !best.doubt {
			continue
		}
		if best.doubt && !r.doubt && r.text == best.text {
			best.doubt, best.conf = false, r.conf
			continue
		}
		best.doubt = best.doubt || r.doubt || !sameOrRounded(best.text, r.text)
	}
	return best
}

// sameOrRounded: fine is the one with more decimals.
func sameOrRounded(fine, coarse string) bool {
	if fold(fine) == fold(coarse) && decimals(fine) == decimals(coarse) {
		return true
	}
	a, err1 := strconv.ParseFloat(fine, 64)
	b, err2 := strconv.ParseFloat(coarse, 64)
	const slack = 1e-9 // 23.45 is rounded to 23.4 by some, to 23.5 by others
	return err1 == nil && err2 == nil && math.Abs(a-b) <= math.Pow10(-decimals(coarse))/2+slack
}

// decimals counts the digits after the point, as printed: 43.20 is no rounding
// of 43.24.
func decimals(text string) int {
	for i, c := range text {
		if c == '.' {
			return len(text) - i - 1
		}
	}
	return 0
}
