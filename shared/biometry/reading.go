package biometry

import (
	"bytes"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// value is what a document holds for one member.
type value struct {
	kind jsontext.Kind // 0 if the member is absent
	raw  []byte        // the text of a string, number, boolean or null
	bad  bool          // a fault was found: rules about other members keep still
}

// given reports that the member is there and not null, right or wrong.
func (v *value) given() bool { return v.bad || v.kind != 0 && v.kind != 'n' }

// reading is one document on its way in.
type reading struct {
	dec    *jsontext.Decoder
	buf    bytes.Buffer // over doc: the decoder then parses in place
	doc    []byte
	values []value // by member.slot
	faults []located
	saved  bool // the document is a saved response
}

var readings = sync.Pool{New: func() any {
	return &reading{dec: jsontext.NewDecoder(new(bytes.Buffer)), values: make([]value, slots)}
}}

// read takes the document in. What it returns must be released.
func read(doc []byte) (*reading, error) {
	body := bytes.TrimPrefix(doc, []byte("\ufeff"))
	r := readings.Get().(*reading)
	r.doc, r.buf = body, *bytes.NewBuffer(body)
	r.dec.Reset(&r.buf)
	if err := r.root(); err != nil {
		r.release()
		return nil, shifted(err, int64(len(doc)-len(body)))
	}
	return r, nil
}

// maxPooled is how large a document may be for its reading to be used again:
// the decoder keeps room for the names of the largest object it saw.
const maxPooled = 64 << 10

// release gives the memory back without the patient's data in it.
func (r *reading) release() {
	if len(r.doc) > maxPooled {
		return
	}
	r.doc, r.buf = nil, bytes.Buffer{}
	r.dec.Reset(&r.buf)
	clear(r.values)
	clear(r.faults)
	r.faults, r.saved = r.faults[:0], false
	readings.Put(r)
}
