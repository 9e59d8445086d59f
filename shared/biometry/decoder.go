package biometry

import (
	"bytes"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// value is what a document holds for one member.
type value struct {
	kind   jsontext.Kind // 0 if the member is absent
	raw    []byte        // the JSON text of a string, number, boolean or null
	faulty bool          // a fault was reported: rules about other members do not build on this one
}

// given reports whether the member is present and not null. A faulty value
// counts as given.
func (v *value) given() bool { return v.faulty || v.kind != 0 && v.kind != 'n' }

// decoder holds one document while it is decoded.
type decoder struct {
	tokens *jsontext.Decoder
	buf    bytes.Buffer // holds doc itself and not a copy, so that tokens parses in place
	doc    []byte
	values []value // indexed by member.slot
	faults []locatedFault
	saved  bool // the document is a saved response
	// ignored are the paths of members that look like measurements in the wrong place.
	ignored []string
	// anyLength says that texts may have any length: nothing of the document is stored.
	anyLength bool
}

var decoders = sync.Pool{New: func() any {
	return &decoder{tokens: jsontext.NewDecoder(new(bytes.Buffer)), values: make([]value, slotCount)}
}}

// parse reads the JSON of doc into a decoder, which the caller must release.
// The error is a *SyntaxError or Faults.
func parse(doc []byte) (*decoder, error) {
	body := bytes.TrimPrefix(doc, []byte("\ufeff"))
	d := decoders.Get().(*decoder)
	d.doc, d.buf = body, *bytes.NewBuffer(body)
	d.tokens.Reset(&d.buf)
	if err := d.parseDocument(); err != nil {
		d.release()
		return nil, addOffset(err, int64(len(doc)-len(body)))
	}
	return d, nil
}

// maxPooledDocument is the size in bytes up to which the decoder of a document
// is used again: it keeps memory for the names of the largest object it parsed.
const maxPooledDocument = 64 << 10

// release returns d to the pool without the patient's data in it.
func (d *decoder) release() {
	if len(d.doc) > maxPooledDocument {
		return
	}
	d.doc, d.buf = nil, bytes.Buffer{}
	d.tokens.Reset(&d.buf)
	clear(d.values)
	clear(d.faults)
	d.faults, d.saved, d.anyLength, d.ignored = d.faults[:0], false, false, nil
	decoders.Put(d)
}
