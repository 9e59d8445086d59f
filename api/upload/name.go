package upload

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxName = 255 // bytes, as file systems have it

// cleanName is what is passed on of a file's name: no path, nothing that is
// not text, the end rather than the beginning if it is long.
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, name)
	for len(name) > maxName {
		_, size := utf8.DecodeRuneInString(name)
		name = name[max(size, 1):]
	}
	return name
}
