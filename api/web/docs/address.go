package docs

import (
	"bytes"
	"strings"
)

const (
	// DefaultAddress is the address of the service in the samples of the Markdown files.
	DefaultAddress = "http://localhost:8080"
	// Address stands in everything that is served for the address of the server that shows
	// it. It has no character that HTML or JSON would escape.
	Address = "{this-server}"
)

// samples are the languages of the blocks of code that a reader copies. Output is left as
// it was printed.
var samples = map[string]bool{"sh": true, "js": true, "go": true, "python": true, "json": true}

// withAddress returns the code of a sample with Address in the place of the default.
func withAddress(language, code string) string {
	if !samples[language] {
		return code
	}
	return strings.ReplaceAll(code, DefaultAddress, Address)
}

// markdownWithAddress does the same for every sample of a page.
func markdownWithAddress(source []byte) []byte {
	var out bytes.Buffer
	language, inCode := "", false
	for line := range strings.Lines(string(source)) {
		if info, ok := strings.CutPrefix(line, "```"); ok {
			inCode = !inCode
			language, _, _ = strings.Cut(strings.TrimSpace(info), " ")
		} else if inCode {
			line = withAddress(language, line)
		}
		out.WriteString(line)
	}
	return out.Bytes()
}
