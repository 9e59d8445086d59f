package reader

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/shared/evidence"
	"biom/worker/document/layout"
)

// finding is what a document says of one field. A doubt is a value that was
// there and cannot be trusted.
type finding struct {
	text   string
	conf   float64
	doubt  doubt
	at     place
	cell   bool // of a cell by itself
	called calling
	seen   evidence.Readings
}

// Findings is what one look at a document found.
type Findings struct {
	values  map[key]finding
	absent  map[key]bool       // labels with dashes
	means   map[string]finding // eye → the mean power of its front cornea, as printed
	devices []string           // distinct, by name
	makers  []string
	named   map[string]finding // device or maker → where it is named
	labels  map[string]bool    // fields of the labels of measurements, "AL", "K1"
}

// Find reads the pages of a document.
func Find(pages []layout.Page) Findings {
	f, _ := find(pages)
	return f
}

// divided is a page and what of it is whose.
type divided struct {
	*sheet
	parts    []part
	readings []reading // of the eyes and of the document
}

// labelsOn are the fields whose labels stand on the sheets: measurements and powers or radii of a meridian.
func labelsOn(sheets []*sheet) map[string]bool {
	labels := map[string]bool{}
	for _, s := range sheets {
		for _, l := range s.lines {
			for _, it := range l.items {
				if it.is(measure) || it.is(power) || it.is(radius) {
					labels[it.field] = true
				}
			}
		}
	}
	return labels
}

func find(pages []layout.Page) (Findings, []divided) {
	var all []reading
	var named, made []mention
	pages = pairedLetters(pages)
	sheets := make([]*sheet, len(pages))
	whose := make([]divided, len(pages))
	for i, p := range pages {
		s, parts, readings := readPage(p)
		found, rest := s.ofDocument()
		for _, r := range append(s.patientLine(), s.headDate()...) {
			if !slices.ContainsFunc(found, func(f reading) bool { return f.field == r.field }) {
				found = append(found, r)
			}
		}
		readings = s.doubtOtherDays(readings, found)
		sheets[i], whose[i] = s, divided{s, parts, slices.Concat(readings, found)}
		for _, r := range whose[i].readings {
			r.page = i
			r.doubt = max(r.doubt, doubtIf(s.disagrees && r.eye != document, eyeUnclear))
			all = append(all, r)
		}
		for k, items := range rest {
			if slices.ContainsFunc(s.remarks, func(r remark) bool { return slices.Contains(r.following, k) }) {
				continue
			}
			if k > 0 { // "IOLMaster" and in the next line "700"
				last := rest[k-1]
				items = slices.Concat(last[max(0, len(last)-1):], items)
			}
			n, m := s.mentionsIn(items)
			named, made = append(named, n...), append(made, m...)
		}
	}
	f := Findings{values: map[key]finding{}, absent: map[key]bool{}, devices: headline(named), makers: headline(inHead(made)), named: whereNamed(named, made), labels: labelsOn(sheets)}
	all = atApex(extremes(all), sheets)
	resolveDates(all, sheets)
	all = shareStates(all, sheets)
	doubtShared(all)
	f.merge(shareIndex(append(all, indexOf(all, sheets)...)))
	f.mendAxes()
	f.doubtBesidePowers(sheets)
	f.doubtBesideSimulated(sheets)
	f.means = printedMeans(whose)
	f.doubtTwoTables()
	f.doubtMixedEyes()
	f.joinNames()
	f.doubtCutName()
	if len(sheets) > 0 {
		f.unlabelled(sheets[0])
	}
	if ofSeveralPatients(all, sheets) {
		for k, v := range f.values {
			v.doubt = severalPatients
			f.values[k] = v
		}
	}
	f.countReadings()
	return f, whose
}

// whereNamed is where each device and maker is named in the largest letters.
func whereNamed(mentions ...[]mention) map[string]finding {
	out := map[string]finding{}
	tallest := map[string]float64{}
	for _, m := range slices.Concat(mentions...) {
		if m.height > tallest[m.name] {
			tallest[m.name], out[m.name] = m.height, finding{at: m.at, seen: readingOf(m.at)}
		}
	}
	return out
}

// countReadings counts this look as the one that saw what is found.
func (f Findings) countReadings() {
	for k, v := range f.values {
		v.seen = readingOf(v.at)
		f.values[k] = v
	}
}

func readingOf(at place) evidence.Readings {
	if at.ocr {
		return evidence.Readings{OCR: 1}
	}
	return evidence.Readings{TextLayer: 1}
}

// doubtShared doubts what was read of a printed number that was also taken for
// another value: a number has one meaning. One that it cannot have is none.
func doubtShared(all []reading) {
	taken := map[place]key{}
	shared := map[place]bool{}
	for _, r := range all {
		if !r.at.isNumber() || r.missing || r.field == indexField || r.doubt == impossible {
			continue
		}
		of := r.key
		if r.sole {
			of.field = strings.Replace(of.field, "K2", "K1", 1) // it says both axes
		}
		if k, known := taken[r.at]; known && k != of {
			shared[r.at] = true
		}
		taken[r.at] = of
	}
	for i, r := range all {
		if r.at.isNumber() && r.field != indexField && shared[r.at] {
			all[i].doubt = max(r.doubt, severalMeanings)
		}
	}
}

// unlabelled adds what the first page's head says of the patient without labels.
func (f Findings) unlabelled(head *sheet) {
	for field, find := range map[string]func() (reading, bool){"name": head.unlabelledName, "gender": head.unlabelledSex} {
		if _, known := f.values[key{document, field}]; known {
			continue
		}
		if r, found := find(); found {
			f.values[r.key] = finding{text: r.text, conf: r.conf, at: r.at}
		}
	}
}

// indexOf is the keratometric index that the document prints in no eye's part, if it is
// the only one.
func indexOf(all []reading, sheets []*sheet) []reading {
	if slices.ContainsFunc(all, func(r reading) bool { return r.field == indexField }) {
		return nil
	}
	var found []reading
	for i, s := range sheets {
		for _, r := range s.indices() {
			r.page = i
			if found = append(found, r); r.text != found[0].text {
				return nil
			}
		}
	}
	return found[:min(1, len(found))]
}

// shareIndex gives the keratometric index that is printed once, above the eyes
// or beside one of them, to both: it is a setting of the device. An eye that
// has the label and no value keeps none.
func shareIndex(all []reading) []reading {
	printed := slices.ContainsFunc(all, func(r reading) bool { return r.field == indexField && !r.missing && r.doubt == noDoubt })
	all = slices.DeleteFunc(all, func(r reading) bool { // "n cornea 1.376 / n aqueous 1.336"
		return printed && r.field == indexField && r.doubt == impossible
	})
	examined := map[string]bool{}
	known := map[string]bool{} // in numbers or in words
	for _, r := range all {
		if r.field == indexField || r.missing || r.doubt != noDoubt || r.eye == document {
			continue
		}
		known[r.eye] = true
		if isNumber(r.key) {
			examined[r.eye] = true
		}
	}
	seen := map[string]bool{}
	var once *reading
	for i, r := range all {
		if r.field != indexField {
			continue
		}
		if !examined[r.eye] && !r.missing && (len(examined) > 0 || len(known) > 0 && !known[r.eye]) {
			all[i].eye = document // below the heading of an eye that was not measured
		}
		if seen[all[i].eye] = true; !r.missing && (once == nil || all[i].eye == document) {
			once = &all[i]
		}
	}
	if once == nil {
		return all
	}
	once.doubt = max(once.doubt, doubtIf(printsOther(all, *once), severalValues))
	for _, eye := range []string{rightEye, leftEye} {
		if examined[eye] && !seen[eye] {
			r := *once
			r.eye = eye
			all = append(all, r)
		}
	}
	return all
}

// printsOther: the document prints another index of all eyes, too: "K Index: 1.3375 or 1.332".
func printsOther(all []reading, index reading) bool {
	return index.eye == document && slices.ContainsFunc(all, func(r reading) bool {
		return r.field == indexField && r.eye == document && !r.missing && r.doubt == noDoubt && !sameNumber(r.text, index.text)
	})
}

// joinNames makes one name of the two that some printouts have.
func (f Findings) joinNames() {
	name, sure := f.values[key{document, "name"}]
	last, hasLast := f.values[key{document, surname}]
	first, hasFirst := f.values[key{document, given}]
	switch {
	case hasLast && hasFirst:
	case hasLast && sure:
		first = name
	case hasFirst && sure:
		last = name
	case hasLast, hasFirst:
	default:
		return
	}
	f.values[key{document, "name"}] = finding{
		text: strings.Trim(last.text+", "+first.text, ", "), conf: max(last.conf, first.conf), doubt: max(last.doubt, first.doubt),
		at: last.at.with(first.at),
	}
}

// doubtCutName: of a name that ends in a comma OCR has lost the first name. What ends in a particle is a part of a label, "Date de".
func (f Findings) doubtCutName() {
	k := key{document, "name"}
	v := f.values[k]
	words := strings.Fields(v.text)
	if v.at.ocr && strings.HasSuffix(v.at.text, ",") || len(words) > 0 && nobiliary[words[len(words)-1]] {
		f.withhold(illegible, k)
	}
}

// merge brings the readings of each field together. Printouts repeat values,
// sometimes rounded: then the finer one counts. Different ones are a doubt.
func (f Findings) merge(all []reading) {
	byKey := map[key][]reading{}
	for _, r := range all {
		if r.key == (key{document, indexField}) {
			continue
		}
		byKey[r.key] = append(byKey[r.key], r)
	}
	for k, list := range byKey {
		given := slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return r.missing })
		if len(given) == 0 {
			f.absent[k] = true
			continue
		}
		v := mergeOne(withoutImpossible(withoutRepeats(withoutSingles(given))))
		if len(given) < len(list) { // measured here and not there: whose value is it?
			v.doubt = max(v.doubt, severalValues)
		}
		f.values[k] = v
	}
}

// withoutSingles leaves out rows of single readings around a value that is given elsewhere and not in doubt.
func withoutSingles(list []reading) []reading {
	i := slices.IndexFunc(list, func(r reading) bool { return r.doubt == noDoubt && r.singles == nil })
	if i < 0 {
		return list
	}
	value := atof(list[i].text)
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool {
		return r.singles != nil && slices.Min(r.singles) <= value && value <= slices.Max(r.singles)
	})
}

// withoutRepeats leaves out the readings of a page that prints a field again and again, as a table of single readings does, if all other pages give one value
// without a doubt which lies between them: it is one of them, or their mean.
func withoutRepeats(list []reading) []reading {
	pages := map[int][]reading{}
	for _, r := range list {
		pages[r.page] = append(pages[r.page], r)
	}
	var value *reading
	repeats := map[int]bool{}
	for page, own := range pages {
		first := own[0]
		switch {
		case !slices.ContainsFunc(own, func(r reading) bool { return r.text != first.text }):
			if first.doubt != noDoubt || value != nil && value.text != first.text {
				return list
			}
			value = &first
		case len(own) < leastRepeats:
			return list
		default:
			repeats[page] = true
		}
	}
	if value == nil {
		return list
	}
	for page := range repeats {
		own := pages[page]
		if !isAmong(*value, own) || slices.ContainsFunc(own, func(r reading) bool { return !isReading(figure{text: r.text}, figure{text: value.text}) }) {
			return list
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return repeats[r.page] })
}

// withoutImpossible leaves out the numbers of text layers that the field cannot have, if another one is not in doubt: "Pachy 97.5 %" beside "CCT 548 µm". OCR
// may have misread the value itself.
func withoutImpossible(list []reading) []reading {
	if !slices.ContainsFunc(list, func(r reading) bool { return r.doubt == noDoubt }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return r.doubt == impossible && !r.at.ocr })
}

func mergeOne(list []reading) finding {
	slices.SortStableFunc(list, func(a, b reading) int { return cmp.Compare(decimals(b.text), decimals(a.text)) })
	best := finding{text: list[0].text, conf: list[0].conf, doubt: list[0].doubt, at: list[0].at, called: list[0].called}
	for _, r := range list[1:] {
		best.called.simulated = best.called.simulated || r.called.simulated
		same := r.text == best.text
		switch {
		case same && best.doubt == noDoubt && !r.doubt.isAmbiguous():
		case same && r.doubt == noDoubt && !best.doubt.isAmbiguous():
			best.doubt, best.conf = noDoubt, r.conf
		default:
			other := !sameOrRounded(best.text, r.text)
			best.doubt = max(best.doubt, r.doubt, doubtIf(other, severalValues))
		}
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
