package biometry

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how many arrays and objects may be nested in each other.
const maxDepth = 64

// parseDocument parses the one value that a document consists of, up to the
// last byte.
func (d *decoder) parseDocument() error {
	if d.tokens.PeekKind() != '{' {
		if err := checkSyntax(d.doc); err != nil {
			return err
		}
		return Faults{{Rule: RuleKind, Message: `must be a JSON object with a member "data"`}}
	}
	d.values[document.slot].kind = '{'
	if err := d.parseObject(document); err != nil {
		return err
	}
	return checkEnd(d.tokens, d.doc)
}

// parseObject parses the object that is the value of m.
func (d *decoder) parseObject(m *member) error {
	if _, err := d.tokens.ReadToken(); err != nil {
		return d.convertError(err, m)
	}
	next := 0
	for d.tokens.PeekKind() == '"' {
		name, err := d.tokens.ReadValue()
		if err != nil {
			return d.convertError(err, m)
		}
		child, exact := m.find(name, &next)
		if child == nil {
			d.noteIgnored(m, name)
		}
		if err := d.parseMember(m, child, exact); err != nil {
			return err
		}
	}
	_, err := d.tokens.ReadToken() // the closing brace, or a syntax error
	return d.convertError(err, m)
}

// parseMember parses the value of child, a member of m. child is nil if the
// name is unknown; exact is false if the name has another letter case.
func (d *decoder) parseMember(m, child *member, exact bool) error {
	switch {
	case child == nil:
		return d.skipValue(m)
	case child.place != "":
		d.faultOnce(child, RulePlace, "does not belong here: it stands "+child.place)
		return d.skipValue(child)
	case !exact:
		d.faultOnce(child, RuleCase, `is written in another letter case: the name must be "`+child.name+`"`)
		return d.skipValue(child)
	}
	v := &d.values[child.slot]
	v.kind = d.tokens.PeekKind()
	if v.kind == '{' && child.members != nil {
		return d.parseObject(child)
	}
	start := d.tokens.InputOffset()
	if err := d.skipValue(child); err != nil {
		return err
	}
	v.raw = bytes.TrimLeft(d.doc[start:d.tokens.InputOffset()], ": \t\r\n")
	return nil
}

// skipValue passes over the next value, which belongs to m. It checks the
// depth itself, because the decoder's own limit is far greater than maxDepth.
func (d *decoder) skipValue(m *member) error {
	start := d.tokens.StackDepth()
	for {
		if _, err := d.tokens.ReadToken(); err != nil {
			return d.convertError(err, m)
		}
		switch depth := d.tokens.StackDepth(); {
		case depth > maxDepth:
			return tooDeepError(d.tokens.InputOffset())
		case depth == start:
			return nil
		}
	}
}

// faultOnce reports a fault for m unless one was reported before, so that a
// misplaced or misspelt member that is repeated gives one fault.
func (d *decoder) faultOnce(m *member, rule Rule, message string) {
	if v := &d.values[m.slot]; !v.faulty {
		v.faulty = true
		d.fault(m, rule, message)
	}
}

// find returns the member of m that a quoted JSON name stands for, nil if
// there is none, and whether the name has the right letter case. A name in
// another letter case is found so that it can be refused. The search starts at
// position *next and sets *next to the position after the member found, because
// most documents have the specification's order.
func (m *member) find(quoted []byte, next *int) (child *member, exact bool) {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name, _ = jsontext.AppendUnquote(nil, quoted)
	}
	for i := range m.members {
		position := (*next + i) % len(m.members)
		if m.members[position].name == string(name) {
			*next = position + 1
			return m.members[position], true
		}
	}
	for _, child := range m.members {
		if strings.EqualFold(child.name, string(name)) {
			return child, false
		}
	}
	return nil, false
}
