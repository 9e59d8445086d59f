package biometry

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// refuse turns the decoder's error inside m into ours: a duplicate is a fault
// of a document that is JSON, anything else means that it is not JSON. The
// decoder's own words quote the document and are not passed on.
func (r *reading) refuse(err error, m *member) error {
	if err == nil {
		return nil
	}
	if !errors.Is(err, jsontext.ErrDuplicateName) {
		return syntax(r.doc, err)
	}
	// A duplicate ends the reading; only whether the rest is JSON still counts.
	if err := wellFormed(r.doc); err != nil {
		return err
	}
	var at *jsontext.SyntacticError
	errors.As(err, &at)
	return Faults{duplicate(m, at.JSONPointer.LastToken(), r.dec.StackDepth())}
}

// duplicate names the member that is there twice, if it is one of ours: other
// names may say something of the patient.
func duplicate(m *member, name string, depth int) Fault {
	if c := m.child(name); c != nil && depth == m.depth() {
		return Fault{c.path, "is there twice: which of the two is meant cannot be known"}
	}
	return Fault{m.path, "holds an object in which a member is there twice"}
}

// depth is how many objects enclose the members of m, itself included.
func (m *member) depth() int {
	if m.path == "" {
		return 1
	}
	return 2 + strings.Count(m.path, ".")
}

// wellFormed says whether a document is JSON, duplicates aside.
func wellFormed(doc []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(doc), jsontext.AllowDuplicateNames(true))
	for {
		if _, err := dec.ReadToken(); err != nil {
			return syntax(doc, err)
		}
		switch depth := dec.StackDepth(); {
		case depth > maxDepth:
			return tooDeep(dec.InputOffset())
		case depth == 0:
			return ended(dec, doc)
		}
	}
}

// ended checks that nothing follows the one value of a document.
func ended(dec *jsontext.Decoder, doc []byte) error {
	end := dec.InputOffset()
	switch _, err := dec.ReadToken(); {
	case errors.Is(err, io.EOF):
		return nil
	case !utf8.Valid(doc):
		return syntax(doc, err)
	}
	return &SyntaxError{Reason: "the file goes on after the end of its JSON value", Offset: end}
}

func tooDeep(at int64) error {
	return &SyntaxError{Reason: "the JSON nests arrays and objects deeper than 64", Offset: at}
}

// syntax says why a document is not JSON without a word of what it holds.
func syntax(doc []byte, err error) error {
	var at *jsontext.SyntacticError
	switch {
	case len(bytes.TrimSpace(doc)) == 0:
		return &SyntaxError{Reason: "the file is empty: a JSON object was expected"}
	case !utf8.Valid(doc):
		return &SyntaxError{Reason: "the file is not valid UTF-8", Offset: firstInvalid(doc)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &SyntaxError{Reason: "the file ends in the middle of its JSON value", Offset: int64(len(doc))}
	case errors.As(err, &at):
		return &SyntaxError{Reason: "the file is not valid JSON", Offset: at.ByteOffset}
	}
	return &SyntaxError{Reason: "the file is not valid JSON"}
}

// firstInvalid is where the first byte stands that is not UTF-8.
func firstInvalid(doc []byte) int64 {
	at := 0
	for at < len(doc) {
		c, n := utf8.DecodeRune(doc[at:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return int64(at)
}

// shifted counts a dropped byte order mark in an error's offset.
func shifted(err error, by int64) error {
	if s, ok := errors.AsType[*SyntaxError](err); ok {
		s.Offset += by
	}
	return err
}
