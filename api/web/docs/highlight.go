package docs

import (
	"html"
	"regexp"
	"strings"
)

// patterns match, by language, the parts of code that are highlighted. Group 1 is
// a comment, group 2 a string; in JSON group 3 says that the string is the name
// of a member.
var patterns = map[string]*regexp.Regexp{
	"sh":     regexp.MustCompile(`(?m)((?:^|\s)#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')`),
	"go":     regexp.MustCompile("(?m)(//.*$)|(\"(?:[^\"\\\\\\n]|\\\\.)*\"|`[^`]*`)"),
	"js":     regexp.MustCompile("(?m)(//.*$)|(\"(?:[^\"\\\\\\n]|\\\\.)*\"|`[^`]*`)"),
	"python": regexp.MustCompile(`(?m)((?:^|\s)#.*$)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`),
	"json":   regexp.MustCompile(`()("(?:[^"\\]|\\.)*")(\s*:)?`),
}

// The CSS classes of highlighted parts.
const (
	markComment = "comment"
	markText    = "string"
	markName    = "name"
)

// highlight returns code as HTML, with its comments, strings and names marked.
func highlight(language, code string) string {
	pattern := patterns[language]
	if pattern == nil {
		return html.EscapeString(code)
	}
	var b strings.Builder
	end := 0 // of the part of code that was written
	for _, m := range pattern.FindAllStringSubmatchIndex(code, -1) {
		class, group := markComment, 2
		if m[4] >= 0 {
			class, group = markText, 4
		}
		if len(m) > 6 && m[6] >= 0 {
			class = markName
		}
		b.WriteString(html.EscapeString(code[end:m[group]]))
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(code[m[group]:m[group+1]]) + `</span>`)
		end = m[group+1]
	}
	b.WriteString(html.EscapeString(code[end:]))
	return b.String()
}
