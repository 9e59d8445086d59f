package upload

import (
	"bytes"
	"net/url"
	"strings"
)

// disposition is the Content-Disposition of a part.
type disposition struct {
	field   string
	name    string // of the file
	hasName bool
}

// readHead reads a part's header. Anything may stand in a file name, so this
// is more lenient than mime.ParseMediaType: what it cannot make sense of, it
// skips.
func readHead(head []byte) (d disposition) {
	for line := range bytes.SplitSeq(head, []byte("\r\n")) {
		key, value, ok := strings.Cut(string(line), ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), "Content-Disposition") {
			return readDisposition(value)
		}
	}
	return d
}

func readDisposition(v string) (d disposition) {
	kind, rest, _ := strings.Cut(v, ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "form-data") {
		return d
	}
	extended := false // a name with an encoding takes precedence
	for rest != "" {
		var key, value string
		key, value, rest = parameter(rest)
		switch {
		case key == "name":
			d.field = value
		case key == "filename*" || strings.HasPrefix(key, "filename*0"):
			d.name, d.hasName, extended = decoded(key, value), true, true
		case strings.HasPrefix(key, "filename*"):
			d.name += decoded(key, value) // continued, RFC 2231
		case key == "filename" && !extended:
			d.name, d.hasName = value, true
		}
	}
	return d
}

// parameter takes the first parameter off s.
func parameter(s string) (key, value, rest string) {
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
	value, rest = quoted(s[1:])
	return key, value, rest
}

// quoted reads up to the closing quote. A backslash escapes quotes and
// backslashes only: old browsers send paths of Windows as they are.
func quoted(s string) (value, rest string) {
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

// decoded is an extended value without its character set and escapes. Only
// the extension counts, and that is ASCII in every set.
func decoded(key, value string) string {
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
