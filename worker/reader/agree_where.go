package reader

import (
	"cmp"
	"math"
	"slices"

	"biom/shared/evidence"
	"biom/worker/document/layout"
)

// Pages are the pages on which sources stand, as a viewer shows them.
type Pages struct {
	Sizes []evidence.Page
	// OnPicture returns where a box of the image that OCR read lies on its page; ok is
	// false if there was no such image. nil: no page was read by OCR.
	OnPicture func(page int, b evidence.Box) (on evidence.Box, ok bool)
}

// TextPages returns the pages of a text layer.
func TextPages(pages []layout.Page) (out Pages) {
	for _, p := range pages {
		out.Sizes = append(out.Sizes, evidence.Page{Number: p.Number, Width: p.Width, Height: p.Height})
	}
	return out
}

// Evidence returns the evidence that the sources of values and of withheld values give. A source on an
// unknown page is left out.
func (p Pages) Evidence(sources, withheld []Source) evidence.Evidence {
	var out evidence.Evidence
	out.Values = p.locate(sources, &out.Pages)
	out.Withheld = p.locate(withheld, &out.Pages)
	slices.SortFunc(out.Pages, func(a, b evidence.Page) int { return cmp.Compare(a.Number, b.Number) })
	return out
}

// locate returns sources by their paths, with boxes on the pages as a viewer shows them. It adds their pages to seen.
func (p Pages) locate(sources []Source, seen *[]evidence.Page) map[string]evidence.Source {
	out := map[string]evidence.Source{}
	for _, s := range sources {
		size := slices.IndexFunc(p.Sizes, func(e evidence.Page) bool { return e.Number == s.Page })
		if s.OfScan && p.OnPicture != nil {
			on, ok := p.OnPicture(s.Page, s.Box)
			if !ok {
				continue
			}
			s.Box = on
		}
		if size < 0 {
			continue
		}
		out[s.Path] = s.Source
		if !slices.Contains(*seen, p.Sizes[size]) {
			*seen = append(*seen, p.Sizes[size])
		}
	}
	return out
}

// Evidence returns where the values of a model's answer are printed: value returns that of a
// path, a string or a float64, nil if there is none. A value is left out that the
// document does not print, or prints in several places of which none is known to be its own.
// withheld are paths of values that the model gave and the answer lacks: of these the evidence says
// where the document has them, whatever the model gave.
func (w *Witness) Evidence(value func(path string) any, withheld []string) evidence.Evidence {
	var out, doubts []Source
	for _, k := range allKeys() {
		if slices.Contains(withheld, path(k)) {
			if v, found := w.place(k); found {
				doubts = append(doubts, sourceOfDoubt(k, v))
			}
			continue
		}
		if at, seen, found := w.where(k, value(path(k))); found {
			out = append(out, sourceOf(path(k), at, seen))
		}
	}
	for _, path := range []string{"biometer.device_name", "biometer.manufacturer"} {
		name, _ := value(path).(string)
		if v, named := w.found.named[name]; named {
			out = append(out, sourceOf(path, v.at, v.seen))
		}
	}
	for i := range out {
		out[i].Readings.Model++
	}
	return w.pages.Evidence(append(out, w.found.meanSources()...), doubts)
}

// place finds where the document has a field: where the reader read its value or its radius, surely or
// not, or else the one number behind its label in the eye's own part.
func (w *Witness) place(k key) (finding, bool) {
	if v := w.found.values[k]; v.at.known() {
		return v, true
	}
	if radius, ok := radiusKey(k); ok && w.found.values[radius].at.known() {
		return w.found.values[radius], true
	}
	for _, look := range w.looks() {
		if labelled := look.behindLabel(k); len(labelled) == 1 {
			return finding{at: labelled[0]}, true
		}
	}
	return finding{}, false
}

// behindLabel returns the places of the numbers in the eye's part that stand behind the field's own label.
func (w *Witness) behindLabel(k key) (out []place) {
	for _, p := range w.parts[k.eye] {
		if p.at.known() && p.label != nil && p.label.field == k.field {
			out = append(out, p.at)
		}
	}
	return out
}

// where finds a value: where the reader read it, or else its number in the eye's own part.
func (w *Witness) where(k key, value any) (at place, seen evidence.Readings, found bool) {
	v, known := w.found.values[k]
	switch value := value.(type) {
	case string:
		if known && v.at.known() && alike(k, v.text, value) {
			return v.at, v.seen, true
		}
	case float64:
		number := math.Abs(value)
		if known && v.at.known() && equal(math.Abs(atof(v.text)), number) {
			return v.at, v.seen, true
		}
		if radius, ok := w.radiusOf(k, number); ok {
			return radius.at, radius.seen, true
		}
		for _, part := range w.looks() {
			if at, ok := part.only(k, number); ok {
				return at, readingOf(at), true
			}
		}
	}
	return place{}, evidence.Readings{}, false
}

// looks are the readings of the document that have parts.
func (w *Witness) looks() []*Witness {
	if w.passes != nil {
		return w.passes
	}
	return []*Witness{w}
}

// radiusOf returns the radius from which a power follows.
func (w *Witness) radiusOf(k key, power float64) (finding, bool) {
	converted, ok := w.converted(k)
	if !ok || !alikePowers(converted, power) {
		return finding{}, false
	}
	radius, _ := radiusKey(k)
	v := w.found.values[radius]
	return v, v.at.known()
}

// only returns the place of a number in the eye's part if it is the only one there, or the
// only one behind its own label.
func (w *Witness) only(k key, number float64) (place, bool) {
	means := w.means(k.eye, k.field, number)
	var all, labelled []place
	for _, p := range w.parts[k.eye] {
		if means(p) && p.at.known() {
			all = append(all, p.at)
			if p.label != nil && p.label.field == k.field {
				labelled = append(labelled, p.at)
			}
		}
	}
	if len(labelled) == 1 {
		return labelled[0], true
	}
	if len(all) == 1 {
		return all[0], true
	}
	return place{}, false
}
