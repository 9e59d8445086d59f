package reader

import "slices"

// identity is what a page says of its patient, sure values only.
type identity map[string]string

// ofSeveralPatients reports that two pages name different patients. Whose values
// are meant nobody knows then.
func ofSeveralPatients(all []reading, sheets []*sheet) bool {
	pages := map[int]identity{}
	for i, s := range sheets {
		if name, found := s.unlabelledName(); found {
			pages[i] = identity{"name": name.text}
		}
	}
	for _, r := range all {
		if r.eye != document || r.doubt != noDoubt || r.missing || !identifies[r.field] {
			continue
		}
		if pages[r.page] == nil {
			pages[r.page] = identity{}
		}
		if _, known := pages[r.page][r.field]; !known {
			pages[r.page][r.field] = r.text
		}
	}
	for _, p := range pages {
		p.joinName()
	}
	for i, a := range pages {
		for k, b := range pages {
			if i < k && a.isAnother(b) {
				return true
			}
		}
	}
	return false
}

// joinName makes one name of the two parts that some pages give.
func (a identity) joinName() {
	if a["name"] == "" && a[surname] != "" && a[given] != "" {
		a["name"] = a[surname] + ", " + a[given]
	}
	delete(a, surname)
	delete(a, given)
}

// isSameName: the names have the initials of one another in any order, "Jane Doe" and "Doe, Jane", and a word in
// common, perhaps with misread letters, if both have words.
func isSameName(a, b string) bool {
	one, other := slices.Sorted(slices.Values(wordsOfName(a))), slices.Sorted(slices.Values(wordsOfName(b)))
	if len(one) != len(other) {
		return false
	}
	common, short := false, true
	for i, w := range one {
		if w[0] != other[i][0] {
			return false
		}
		for _, o := range other {
			full := len(w) > 1 && len(o) > 1
			common = common || full && distanceUpTo(w, o, misreadInName) <= misreadInName
			short = short && !full
		}
	}
	return common || short
}

// isAnother reports that the two are of different people. One field alone may be
// misread, or be of something else: the number of an examination beside that of the
// patient.
func (a identity) isAnother(b identity) bool {
	same, different := 0, 0
	for field, text := range a {
		other, known := b[field]
		switch {
		case !known:
		case field == "gender" && text == other: // half of all people have it
		case field == "name" && isSameName(text, other), field != "name" && alike(key{document, field}, text, other):
			same++
		default:
			different++
		}
	}
	return different > same
}
