package reader

import "slices"

// atApex makes thicknesses at the apex the CCT of an eye that has no other. A page
// that has both says with the other which one is meant.
func atApex(all []reading) []reading {
	central := map[string]bool{}
	for _, r := range all {
		central[r.eye] = central[r.eye] || r.field == "CCT"
	}
	all = slices.DeleteFunc(all, func(r reading) bool { return r.field == apexThickness && central[r.eye] })
	for i := range all {
		if all[i].field == apexThickness {
			all[i].field = "CCT"
		}
	}
	return all
}
