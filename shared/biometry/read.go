package biometry

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep arrays and objects may nest.
const maxDepth = 64

// root reads the one value that a document is, to the end of the bytes.
func (r *reading) root() error {
	if r.dec.PeekKind() != '{' {
		if err := wellFormed(r.doc); err != nil {
			return err
		}
		return Faults{{Message: `must be a JSON object with a member "data"`}}
	}
	r.values[document.slot].kind = '{'
	if err := r.object(document); err != nil {
		return err
	}
	return ended(r.dec, r.doc)
}

// object reads the object that is m's value.
func (r *reading) object(m *member) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return r.refuse(err, m)
	}
	next := 0 // documents mostly come in the specification's order
	for r.dec.PeekKind() == '"' {
		name, err := r.dec.ReadValue()
		if err != nil {
			return r.refuse(err, m)
		}
		c, exact := m.find(name, &next)
		if err := r.member(m, c, exact); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken() // the closing brace, or what is wrong
	return r.refuse(err, m)
}

// member reads the value of c inside m; c is nil for an unknown name.
func (r *reading) member(m, c *member, exact bool) error {
	switch {
	case c == nil:
		return r.skip(m)
	case c.home != "":
		r.once(c, "does not belong here: it stands "+c.home)
		return r.skip(c)
	case !exact:
		r.once(c, `is written in another letter case: the name must be "`+c.name+`"`)
		return r.skip(c)
	}
	v := &r.values[c.slot]
	v.kind = r.dec.PeekKind()
	if v.kind == '{' && c.members != nil {
		return r.object(c)
	}
	start := r.dec.InputOffset()
	if err := r.skip(c); err != nil {
		return err
	}
	v.raw = bytes.TrimLeft(r.doc[start:r.dec.InputOffset()], ": \t\r\n")
	return nil
}

// skip passes over the next value. Only the depth of what is ignored matters:
// the decoder's own limit is far beyond ours.
func (r *reading) skip(m *member) error {
	depth := r.dec.StackDepth()
	for {
		if _, err := r.dec.ReadToken(); err != nil {
			return r.refuse(err, m)
		}
		switch d := r.dec.StackDepth(); {
		case d > maxDepth:
			return tooDeep(r.dec.InputOffset())
		case d == depth:
			return nil
		}
	}
}

// once reports a member that stands wrong, however often it is there.
func (r *reading) once(c *member, message string) {
	if v := &r.values[c.slot]; !v.bad {
		v.bad = true
		r.fault(c, message)
	}
}

// find returns the member that a quoted name means, and whether it is spelt
// exactly so. Another letter case is found in order to be refused.
func (m *member) find(quoted []byte, next *int) (c *member, exact bool) {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name, _ = jsontext.AppendUnquote(nil, quoted)
	}
	for i := range m.members {
		at := (*next + i) % len(m.members)
		if m.members[at].name == string(name) {
			*next = at + 1
			return m.members[at], true
		}
	}
	for _, c := range m.members {
		if strings.EqualFold(c.name, string(name)) {
			return c, false
		}
	}
	return nil, false
}
