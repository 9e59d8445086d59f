package reader

import "slices"

// atApex makes thicknesses at the apex the CCT of an eye that has no other, if no label of
// another is printed. A page that has both says with the other which one is meant.
func atApex(all []reading, sheets []*sheet) []reading {
	named := slices.ContainsFunc(sheets, func(s *sheet) bool { return slices.ContainsFunc(s.lines, namesThickness) })
	central := map[string]bool{}
	for _, r := range all {
		central[r.eye] = central[r.eye] || named || r.field == "CCT" && r.doubt != impossible // "Pachymetry · 10 µm" over a map
	}
	all = slices.DeleteFunc(all, func(r reading) bool { return r.field == apexThickness && central[r.eye] })
	for i := range all {
		if all[i].field == apexThickness {
			all[i].field = "CCT"
		}
	}
	return all
}

// namesThickness: the line has a label of the thickness at the centre, with a unit behind
// it, which is not that of the steps of a map's colors, "Pachymetry · 10 µm", or its abbreviation in brackets, perhaps with one letter misread.
func namesThickness(l line) bool {
	for i, it := range l.items {
		switch {
		case it.is(measure) && it.field == "CCT":
			after := l.items[i:]
			k := slices.IndexFunc(after, func(it item) bool { return it.plain(word) && unitOf(it.text) == fields["CCT"].Unit })
			return k > 0 && (!after[k-1].plain(number) || inRange("CCT", after[k-1].text))
		case i > 0 && l.items[i-1].text == "(" && len(it.text) == len("CCT") && distanceUpTo(fold(it.text), "cct", 1) <= 1:
			return true
		}
	}
	return false
}
