package reader

import "slices"

// shareStates gives what each page says of an eye outside of its part to that eye, and what it says of both to those that were
// measured on it, unless the page says something else of one of them.
func shareStates(all []reading, sheets []*sheet) []reading {
	for page, s := range sheets {
		for _, states := range [][]reading{s.statesOfOne(), s.statesOfBoth()} { // in this order: what is said of one counts
			said := map[key]reading{}
			for _, r := range states {
				if before, twice := said[r.key]; twice && before.text != r.text {
					r.text = ""
				}
				said[r.key] = r
			}
			for k, r := range said {
				of := func(o reading) bool { return o.page == page && o.field == k.field && (k.eye == document || o.eye == k.eye) }
				if r.text == "" || slices.ContainsFunc(all, func(o reading) bool { return of(o) && !o.at.meets(r.at) }) {
					continue
				}
				eyes := measuredOn(all, page)
				all = slices.DeleteFunc(all, of)
				for _, eye := range eyes {
					if own := r; k.eye == document || k.eye == eye {
						own.eye, own.page = eye, page
						all = append(all, own)
					}
				}
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
