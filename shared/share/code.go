package share

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// ErrShape says that a text is no share code: word-word-NNNNNN.
var ErrShape = errors.New("share: not a share code")

// Code is a share code: a pair of words and the secret number. Its text has to
// be asked for: formatting or logging a Code shows nothing of it.
type Code struct{ id, number string }

// The words need not be of the list: a code of other words is an unknown one,
// and takes the same path.
var shape = regexp.MustCompile(`^([A-Za-z]{1,32}-[A-Za-z]{1,32})-([0-9]{6})$`)

// ParseCode reads a code as people type it: with space around it, in any case.
// The error is ErrShape.
func ParseCode(s string) (Code, error) {
	m := shape.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return Code{}, ErrShape
	}
	return Code{id: strings.ToLower(m[1]), number: m[2]}, nil
}

// ID is the word pair, which is stored.
func (c Code) ID() string { return c.id }

// Pin is the whole code, the secret included.
func (c Code) Pin() string { return c.id + "-" + c.number }

const hidden = "[share code]"

// String shows nothing of the code.
func (c Code) String() string { return hidden }

// GoString shows nothing of the code.
func (c Code) GoString() string { return hidden }

// LogValue shows nothing of the code.
func (c Code) LogValue() slog.Value { return slog.StringValue(hidden) }

// Format shows nothing of the code, whatever the verb.
func (c Code) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }
