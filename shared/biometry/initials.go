package biometry

import (
	"strings"
	"unicode"
)

// maxInitials is how many initials of a name are kept.
const maxInitials = 6

// textOrInitials reads a text field of the patient. It reduces the name to
// initials and returns any other text as it is.
func (d *decoder) textOrInitials(m *member, f *Field) *string {
	if f.initials {
		return d.patientName(m)
	}
	return d.text(m, f.MaxLength)
}

// patientName reads a patient's name and reduces it to initials. In a saved
// response a name that already is initials stays, so that uploading the
// response again changes nothing. In any other document "DOE" may be a surname
// and becomes "D".
func (d *decoder) patientName(m *member) *string {
	if !d.hasKind(m, '"', "a string") {
		return nil
	}
	s := strings.TrimSpace(d.unquoted(m))
	if !d.saved || !areInitials(s) {
		s = initials(s)
	}
	if s == "" {
		return nil
	}
	return &s
}

// initials returns the first letter of each word of name in upper case, six
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

// areInitials reports whether s consists of one to six capital letters. Letters
// of scripts without case count as capitals.
func areInitials(s string) bool {
	count := 0
	for _, c := range s {
		if count++; count > maxInitials || !unicode.IsLetter(c) || unicode.ToUpper(c) != c {
			return false
		}
	}
	return count > 0
}
