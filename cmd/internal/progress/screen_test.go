package progress

import (
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// screen returns what a terminal shows after text was written to it. It
// understands the control sequences of this package.
func screen(text string) string {
	var rows []string
	for len(text) > 0 {
		switch {
		case strings.HasPrefix(text, "\x1b["):
			end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= 'A' && r <= 'z' }) + 2
			if text[end] == 'A' {
				up, _ := strconv.Atoi(text[2:end])
				rows = rows[:len(rows)-up] // what is written next clears them
			}
			text = text[end+1:]
		case text[0] == '\r':
			text = text[1:]
		default:
			line, rest, _ := strings.Cut(text, "\n")
			rows, text = append(rows, strings.TrimSuffix(line, "\x1b[K")), rest
		}
	}
	return strings.Join(rows, "\n")
}
