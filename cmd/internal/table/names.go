package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/cmd/internal/display"
	"biom/shared/biometry"
)

// humanName returns the name of a field for people: lens_status becomes "Lens
// status", AL stays.
func humanName(field string) string {
	words := strings.ReplaceAll(field, "_", " ")
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// Withheld names withheld values and their reasons in words, e.g. "right AL (readings differ),
// left K1 axis".
func Withheld(values []biometry.Withheld) string {
	var names []string
	for _, v := range values {
		name := fieldName(v.Field)
		if v.Reason != "" {
			name += " (" + strings.ReplaceAll(string(v.Reason), "_", " ") + ")"
		}
		names = append(names, display.Printable(name))
	}
	return strings.Join(names, ", ")
}

// fieldName returns the name for people of the value at a path, with its eye: right_eye.AL becomes "right AL".
func fieldName(path string) string {
	return strings.NewReplacer("_eye.", " ", ".", " ", "_", " ").Replace(eyeAndField(path))
}

// withheldNames returns the line that names the withheld fields, empty if there
// are none.
func withheldNames(values []biometry.Withheld) string {
	if len(values) == 0 {
		return ""
	}
	return Withheld(values) + ": read, but not with certainty; look at the report"
}
