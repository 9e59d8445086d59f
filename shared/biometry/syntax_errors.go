package biometry

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// convertError turns an error of the JSON decoder inside m into an error of
// this package; nil stays nil. A duplicate member is a fault, because the
// document is JSON; any other error is a *SyntaxError. The decoder's own message
// is not passed on, because it quotes the document.
func (d *decoder) convertError(err error, m *member) error {
	if err == nil {
		return nil
	}
	if !errors.Is(err, jsontext.ErrDuplicateName) {
		return syntaxError(d.doc, err)
	}
	// The values after a duplicate are not read, but a syntax error after it takes precedence.
	if err := checkSyntax(d.doc); err != nil {
		return err
	}
	var duplicate *jsontext.SyntacticError
	errors.As(err, &duplicate)
	return Faults{duplicateFault(m, duplicate.JSONPointer.LastToken(), d.tokens.StackDepth())}
}

// duplicateFault returns the fault for a member that occurs twice. It names
// only a known member: another name may say something about the patient.
func duplicateFault(m *member, name string, depth int) Fault {
	if child := m.child(name); child != nil && depth == m.depth() {
		return Fault{child.path, "is there twice: which of the two is meant cannot be known", RuleRepeated}
	}
	return Fault{m.path, "holds an object in which a member is there twice", RuleRepeated}
}

// depth returns how many objects enclose the members of m, m included.
func (m *member) depth() int {
	if m.path == "" {
		return 1
	}
	return 2 + strings.Count(m.path, ".")
}

// checkSyntax returns a *SyntaxError if doc is not JSON. Duplicate members are
// allowed here.
func checkSyntax(doc []byte) error {
	tokens := jsontext.NewDecoder(bytes.NewBuffer(doc), jsontext.AllowDuplicateNames(true))
	for {
		if _, err := tokens.ReadToken(); err != nil {
			return syntaxError(doc, err)
		}
		switch depth := tokens.StackDepth(); {
		case depth > maxDepth:
			return tooDeepError(tokens.InputOffset())
		case depth == 0:
			return checkEnd(tokens, doc)
		}
	}
}

// checkEnd returns a *SyntaxError if anything follows the one value of a
// document.
func checkEnd(tokens *jsontext.Decoder, doc []byte) error {
	end := tokens.InputOffset()
	switch _, err := tokens.ReadToken(); {
	case errors.Is(err, io.EOF):
		return nil
	case !utf8.Valid(doc):
		return syntaxError(doc, err)
	}
	return &SyntaxError{Reason: "the file goes on after the end of its JSON value", Offset: end}
}

func tooDeepError(offset int64) error {
	return &SyntaxError{Reason: "the JSON nests arrays and objects deeper than 64", Offset: offset}
}

// syntaxError says why a document is not JSON, without repeating any of its
// content.
func syntaxError(doc []byte, err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case len(bytes.TrimSpace(doc)) == 0:
		return &SyntaxError{Reason: "the file is empty: a JSON object was expected"}
	case !utf8.Valid(doc):
		return &SyntaxError{Reason: "the file is not valid UTF-8", Offset: firstInvalid(doc)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &SyntaxError{Reason: "the file ends in the middle of its JSON value", Offset: int64(len(doc))}
	case errors.As(err, &syntactic):
		return &SyntaxError{Reason: "the file is not valid JSON", Offset: syntactic.ByteOffset}
	}
	return &SyntaxError{Reason: "the file is not valid JSON"}
}

// firstInvalid returns the offset of the first byte that is not valid UTF-8.
func firstInvalid(doc []byte) int64 {
	offset := 0
	for offset < len(doc) {
		c, size := utf8.DecodeRune(doc[offset:])
		if c == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	return int64(offset)
}

// addOffset adds to the offset of a *SyntaxError the bytes of a byte order mark
// that was cut off before. Other errors stay as they are.
func addOffset(err error, by int64) error {
	if s, ok := errors.AsType[*SyntaxError](err); ok {
		s.Offset += by
	}
	return err
}
