package reader

import "slices"

// shareStates gives what each page says of an eye outside of its part to that eye, and what it says of both to those that were
// measured on it, unless the page says something else of one of them.
func shareStates(all []reading, sheets []*sheet) []reading {
	for page, s := range sheets {
		all = withStates(all, append(s.statesOfOne(), s.statesUnder()...), page)
		all = withStates(all, s.statesByEye(), page)
		all = withStates(all, s.statesOfBoth(), page) // what is said of one eye counts
	}
	return all
}

// withStates adds what a page says of eyes to the readings. Two that differ are none.
func withStates(all, states []reading, page int) []reading {
	for _, r := range states {
		of := func(o reading) bool {
			return o.page == page && o.field == r.field && (r.eye == document || o.eye == r.eye)
		}
		differs := func(o reading) bool { return o.key == r.key && o.text != r.text }
		elsewhere := func(o reading) bool {
			return of(o) && o.doubt != notKnown && !o.at.meets(r.at) && !slices.ContainsFunc(states, func(s reading) bool { return s.at == o.at })
		}
		if slices.ContainsFunc(states, differs) || slices.ContainsFunc(all, elsewhere) {
			continue
		}
		eyes := measuredOn(all, page)
		if len(eyes) == 0 || r.eye != document && !slices.Contains(eyes, r.eye) {
			continue
		}
		all = slices.DeleteFunc(all, of)
		for _, eye := range eyes {
			if own := r; r.eye == document || r.eye == eye {
				own.eye, own.page = eye, page
				all = append(all, own)
			}
		}
	}
	return all
}

// meets: both are of one page, and one stands where the other does.
func (p place) meets(o place) bool {
	return p.page == o.page && p.X0 < o.X1 && o.X0 < p.X1 && p.Y0 < o.Y1 && o.Y0 < p.Y1
}

// measuredOn are the eyes of which the page has a sure measurement.
func measuredOn(all []reading, page int) (eyes []string) {
	for _, eye := range []string{rightEye, leftEye} {
		if slices.ContainsFunc(all, func(r reading) bool {
			return r.page == page && r.eye == eye && isNumber(r.key) && !r.missing && r.doubt == noDoubt && r.field != indexField
		}) {
			eyes = append(eyes, eye)
		}
	}
	return eyes
}
