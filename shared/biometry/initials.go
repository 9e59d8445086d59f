package biometry

import (
	"strings"
	"unicode"
)

// maxInitials is how many letters of a name are kept.
const maxInitials = 6

func (r *reading) nameOrText(m *member, f *Field) *string {
	if f.initials {
		return r.name(m)
	}
	return r.text(m)
}

// name reads a patient's name, which leaves here as initials only. In a saved
// response what already are initials stays, so that a round trip changes
// nothing; anywhere else "DOE" may be a surname and is reduced like one.
func (r *reading) name(m *member) *string {
	if !r.is(m, '"', "a string") {
		return nil
	}
	s := strings.TrimSpace(r.unquoted(m))
	if !r.saved || !areInitials(s) {
		s = initials(s)
	}
	if s == "" {
		return nil
	}
	return &s
}

// initials is the first letter of each word, upper case, at most six.
// "John Douglas Doe" is "JDD", "DOE, JOHN" is "DJ", "SMITH" is "S". Hyphens
// and apostrophes are inside a word; all else that is no letter parts words.
func initials(name string) string {
	var b strings.Builder
	count := 0
	for word := range strings.FieldsFuncSeq(name, partsWords) {
		i := strings.IndexFunc(word, unicode.IsLetter)
		if i < 0 {
			continue
		}
		for _, c := range word[i:] {
			b.WriteRune(unicode.ToUpper(c))
			break
		}
		if count++; count == maxInitials {
			break
		}
	}
	return b.String()
}

func partsWords(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsMark(c) && !strings.ContainsRune("-'\u2010\u2011\u2019", c)
}

// areInitials reports one token of one to six capital letters. Letters of
// scripts without case count as capitals.
func areInitials(s string) bool {
	count := 0
	for _, c := range s {
		if count++; count > maxInitials || !unicode.IsLetter(c) || unicode.ToUpper(c) != c {
			return false
		}
	}
	return count > 0
}
