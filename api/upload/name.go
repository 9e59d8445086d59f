package upload

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// extensions that are taken.
var extensions = map[string]Kind{
	"pdf": PDF, "jpg": JPG, "jpeg": JPG, "png": PNG, "gif": GIF, "bmp": BMP, "json": JSON,
}

// kindOf is the kind that a file's name says, "" for any other.
func kindOf(name string) Kind {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > len(".jpeg") {
		return ""
	}
	return extensions[strings.ToLower(name[dot+1:])]
}

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
