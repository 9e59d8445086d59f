package biometry

import (
	"strings"
	"unicode"
)

const (
	// maxInitials is how many initials of a name are kept.
	maxInitials = 4
	// maxTypedInitials is how many capital letters in one word of a new document count as
	// initials. Longer words are surnames far more often.
	maxTypedInitials = 2
)

// textOrInitials reads a text field of the patient. It reduces the name to
// initials and returns any other text as it is.
func (d *decoder) textOrInitials(m *member, f *Field) *string {
	if f.initials {
		return d.patientName(m)
	}
	return d.text(m, f.MaxLength)
}

// patientName reads a patient's name and reduces it to initials. A name that already
// is initials stays. In a saved response these are up to four letters, so that
// uploading the response again changes nothing. In any other document they are one or
// two: "JD" stays, but "DOE" may be a surname and becomes "D".
func (d *decoder) patientName(m *member) *string {
	if !d.hasKind(m, '"', "a string") {
		return nil
	}
	s := strings.TrimSpace(d.unquoted(m))
	if !areInitials(s, d.saved) {
		s = initials(s)
	}
	if s == "" {
		return nil
	}
	return &s
}

// initials returns the first letter of each word of name in upper case, four
// letters at most. "John Douglas Doe" gives "JDD", "DOE, JOHN" gives "DJ" and
// "SMITH" gives "S". Words without a letter are ignored.
func initials(name string) string {
	var b strings.Builder
	count := 0
	for word := range strings.FieldsFuncSeq(name, separatesWords) {
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

// separatesWords reports whether c stands between two words of a name: any
// character except letters, their accents, hyphens and apostrophes.
func separatesWords(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsMark(c) && !strings.ContainsRune("-'\u2010\u2011\u2019", c)
}

// areInitials reports whether s is initials already: in a saved response up to four
// capital letters, else up to two. Letters of scripts without case count as capitals in
// a saved response only: elsewhere two of them may be a whole name.
func areInitials(s string, saved bool) bool {
	limit, isInitial := maxTypedInitials, unicode.IsUpper
	if saved {
		limit = maxInitials
		isInitial = func(c rune) bool { return unicode.IsLetter(c) && unicode.ToUpper(c) == c }
	}
	count := 0
	for _, c := range s {
		if count++; count > limit || !isInitial(c) {
			return false
		}
	}
	return count > 0
}
