package upload

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxName = 255 // bytes, the limit of most file systems

// cleanName returns a file's name without its path, with _ for control characters
// and invalid UTF-8, and with at most its last 255 bytes.
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
