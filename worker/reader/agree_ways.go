package reader

// divided is the way to divide the page between the eyes that tells most, and what
// it tells.
func (s *sheet) divided() (way []part, best []reading) {
	for i, parts := range s.ways() {
		if uneven(parts) {
			parts = nil
		}
		if found := readAll(parts); i == 0 || sureOnes(found) > sureOnes(best) {
			way, best = parts, found
		}
	}
	return way, best
}

func readAll(parts []part) (out []reading) {
	for _, p := range parts {
		out = append(out, p.read()...)
	}
	return withBareAxes(out) // the other meridian may be in another part, a row of its own
}

// sureOnes counts the fields that the readings leave no doubt about.
func sureOnes(readings []reading) int {
	sure := map[key]bool{}
	for _, r := range readings {
		before, seen := sure[r.key]
		sure[r.key] = r.doubt == noDoubt && !r.missing && (before || !seen)
	}
	n := 0
	for _, ok := range sure {
		if ok {
			n++
		}
	}
	return n
}
