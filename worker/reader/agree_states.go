package reader

import "slices"

// shareStates gives what each page says of both eyes to those that were measured on it, unless the page says
// something of one of them as well.
func shareStates(all []reading, sheets []*sheet) []reading {
	for page, s := range sheets {
		said := map[string]reading{}
		for _, r := range s.statesOfBoth() {
			if before, twice := said[r.field]; twice && before.text != r.text {
				r.text = ""
			}
			said[r.field] = r
		}
		for field, r := range said {
			ofPage := func(o reading) bool { return o.page == page && o.field == field }
			if r.text == "" || slices.ContainsFunc(all, func(o reading) bool { return ofPage(o) && !o.at.meets(r.at) }) {
				continue
			}
			eyes := measuredOn(all, page)
			all = slices.DeleteFunc(all, ofPage)
			for _, eye := range eyes {
				own := r
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
