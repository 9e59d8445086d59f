package share

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// ErrShape is returned for a text that does not have the form of a share code,
// word-word-NNNNNN.
var ErrShape = errors.New("share: not a share code")

// Code is a share code: the share ID, which is a pair of words, and the secret
// number. Formatting or logging a Code shows nothing of it; only ID and Pin
// return its text.
type Code struct{ id, number string }

// shape is the form of a share code. It does not check that the words are in the
// list: a code of other words is unknown, and takes the same steps as any other
// unknown code.
var shape = regexp.MustCompile(`^([A-Za-z]{1,32}-[A-Za-z]{1,32})-([0-9]{6})$`)

// ParseCode reads a code as people type it: in upper or lower case, with space
// before or after it. The error is ErrShape.
func ParseCode(s string) (Code, error) {
	m := shape.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return Code{}, ErrShape
	}
	return Code{id: strings.ToLower(m[1]), number: m[2]}, nil
}

// ID returns the share ID: the pair of words, which the store keeps.
func (c Code) ID() string { return c.id }

// Pin returns the whole code, including the secret number.
func (c Code) Pin() string { return c.id + "-" + c.number }

// hidden is printed in place of every code.
const hidden = "[share code]"

// String returns a fixed text that shows nothing of the code.
func (c Code) String() string { return hidden }

// GoString returns a fixed text that shows nothing of the code.
func (c Code) GoString() string { return hidden }

// LogValue returns a fixed text that shows nothing of the code.
func (c Code) LogValue() slog.Value { return slog.StringValue(hidden) }

// Format writes a fixed text that shows nothing of the code, for every verb.
func (c Code) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }
