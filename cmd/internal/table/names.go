package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/cmd/internal/display"
)

// unitSign returns the sign of a unit of the table of fields, as it stands after a
// value.
func unitSign(unit string) string {
	switch unit {
	case "diopters":
		return "D"
	case "degrees":
		return "°"
	case "micrometers":
		return "µm"
	}
	return unit
}

// humanName returns the name of a field for people: lens_status becomes "Lens
// status", AL stays.
func humanName(field string) string {
	words := strings.ReplaceAll(field, "_", " ")
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// FieldNames returns paths of fields in words, e.g. "right AL, left K1 axis".
func FieldNames(paths []string) string {
	var names []string
	for _, path := range paths {
		name := strings.NewReplacer("_eye.", " ", ".", " ", "_", " ").Replace(eyeAndField(path))
		names = append(names, display.Printable(name))
	}
	return strings.Join(names, ", ")
}

// withheldNames returns the line that names the withheld fields, empty if there
// are none.
func withheldNames(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return FieldNames(paths) + " (read, but not with certainty: look at the report)"
}
