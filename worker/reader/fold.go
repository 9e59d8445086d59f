package reader

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var letters = strings.NewReplacer("ß", "ss", "µ", "u", "μ", "u", "Ø", "o", "ø", "o")

// fold reduces text to what labels are compared by: lower-case letters without
// accents (OCR loses them) and digits, nothing between them.
func fold(s string) string {
	var b strings.Builder
	for _, c := range norm.NFD.String(letters.Replace(s)) {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}
