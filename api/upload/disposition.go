package upload

import (
	"bytes"
	"net/url"
	"strings"
)

// disposition is the Content-Disposition of a part.
type disposition struct {
	field string
	name  string // of the file
}

// readHead reads a part's header. It is more lenient than mime.ParseMediaType,
// because a file name may hold anything: it skips what it does not understand.
func readHead(head []byte) (d disposition) {
	for line := range bytes.SplitSeq(head, []byte("\r\n")) {
		key, value, ok := strings.Cut(string(line), ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), "Content-Disposition") {
			return readDisposition(value)
		}
	}
	return d
}

// readDisposition reads the value of a Content-Disposition.
func readDisposition(v string) (d disposition) {
	kind, rest, _ := strings.Cut(v, ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "form-data") {
		return d
	}
	extended := false // a name was given as filename*, which takes precedence over filename
	for rest != "" {
		var key, value string
		key, value, rest = cutParameter(rest)
		switch {
		case key == "name":
			d.field = value
		case key == "filename*" || strings.HasPrefix(key, "filename*0"):
			d.name, extended = decodeValue(key, value), true
		case strings.HasPrefix(key, "filename*"):
			d.name += decodeValue(key, value) // a continuation as in RFC 2231
		case key == "filename" && !extended:
			d.name = value
		}
	}
	return d
}

// cutParameter returns the first parameter of s and what follows it.
func cutParameter(s string) (key, value, rest string) {
	s = strings.TrimLeft(s, "; \t")
	end := strings.IndexAny(s, "=;")
	if end < 0 || s[end] == ';' {
		_, rest, _ = strings.Cut(s, ";")
		return "", "", rest
	}
	key, s = strings.ToLower(strings.TrimSpace(s[:end])), strings.TrimLeft(s[end+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return key, strings.TrimRight(value, " \t"), rest
	}
	value, rest = cutQuoted(s[1:])
	return key, value, rest
}

// cutQuoted reads up to the closing quote. A backslash escapes quotes and
// backslashes only, because old browsers send Windows paths without escapes.
func cutQuoted(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// decodeValue returns the value of a parameter whose key ends in *, without its
// character set and percent escapes. The character set is ignored: only the
// file's extension matters, which is ASCII in every set.
func decodeValue(key, value string) string {
	if !strings.HasSuffix(key, "*") {
		return value
	}
	if parts := strings.SplitN(value, "'", 3); len(parts) == 3 {
		value = parts[2]
	}
	if plain, err := url.PathUnescape(value); err == nil {
		return plain
	}
	return value
}
