package upload

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of the part names that the fault of a missing file repeats.
const (
	maxNames      = 8
	maxNameLength = 40 // characters
)

// noteName notes the name of a part, once.
func (f *form) noteName(name string) {
	name = printableName(name)
	if name != "" && len(f.names) < maxNames && !slices.Contains(f.names, name) {
		f.names = append(f.names, name)
	}
}

// printableName returns a part's name, at most its first characters, with ? for what
// is not printable.
func printableName(name string) string {
	var b strings.Builder
	count := 0
	for _, c := range name {
		if count++; count > maxNameLength {
			return b.String() + "…"
		}
		if c == utf8.RuneError || c == '`' || !unicode.IsPrint(c) {
			c = '?'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// missingFile returns the fault of a form without a file. It names the parts that the
// form has, because the file is often there under another name.
func (f *form) missingFile() string {
	if len(f.names) == 0 {
		return missingFile
	}
	return "there is no part `" + fileField + "`; the form has `" + strings.Join(f.names, "`, `") + "`"
}

const missingFile = "is missing: send the report as a file with a name"
