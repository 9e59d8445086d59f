package biometry

import "github.com/go-json-experiment/json"

// DecodeResponse reads a StandardAPIResponse as process and retrieve answer it
// and clients keep it. Data and extra data follow the rules of [Decode]. What
// the response says of itself is kept: nothing is made up, so that what it
// must say and does not is a fault. Of an older schema it becomes a response
// of this one, and says so.
//
// The error is a *[SyntaxError] for what is not JSON, else [Faults].
func DecodeResponse(doc []byte) (*Response, error) {
	r, err := read(doc)
	if err != nil {
		return nil, err
	}
	defer r.release()
	r.saved = true
	out := &Response{Data: r.report(), ExtraData: r.uploadedExtra(), Metadata: r.savedMetadata(), Biompin: r.share()}
	if err := r.verdict(); err != nil {
		return nil, err
	}
	return out, nil
}

func (r *reading) savedMetadata() Metadata {
	m := document.child("metadata")
	if !r.required(m) {
		return Metadata{}
	}
	out := Metadata{RequestID: r.requiredText(m.child("request_id")), SchemaVersion: SchemaVersion}
	claimed := r.schemaVersion(m.child("schema_version"))
	if app := r.text(m.child("app_version")); app != nil {
		out.AppVersion = *app
	}
	out.Extraction = r.savedExtraction(m.child("extraction"))
	if out.Extraction.InputSchemaVersion == nil && claimed != SchemaVersion {
		out.Extraction.InputSchemaVersion = &claimed
	}
	return out
}

func (r *reading) savedExtraction(m *member) (e Extraction) {
	if !r.required(m) {
		return e
	}
	method, timestamp := m.child("method"), m.child("timestamp")
	switch {
	case r.holds(method, MethodAI):
		e.Method, e.LLM, e.BYOK = MethodAI, r.requiredText(m.child("llm")), r.boolean(m.child("byok"))
	case r.holds(method, MethodDirect):
		e.Method, e.SourceApp, e.SourceVersion = MethodDirect, r.text(m.child("source_app")), r.text(m.child("source_version"))
	default:
		r.fault(method, `must be "`+MethodAI+`" or "`+MethodDirect+`"`)
	}
	var ok bool
	if e.Timestamp, ok = r.moment(timestamp); !ok {
		r.fault(timestamp, "must be a date and time of ISO 8601")
	}
	e.InputSchemaVersion = r.text(m.child("input_schema_version"))
	return e
}

// requiredText reads one line of text that must be there.
func (r *reading) requiredText(m *member) string {
	s := r.text(m)
	switch {
	case s != nil:
		return *s
	case !r.at(m).bad:
		r.fault(m, "is missing: a string is required here")
	}
	return ""
}

// share reads the share information, which may be null.
func (r *reading) share() *Share {
	m := document.child("biompin")
	v := r.at(m)
	if v.kind == 0 || v.kind == 'n' || !r.isObject(m) {
		return nil
	}
	s := new(Share)
	if json.Unmarshal(v.raw, s) != nil { // its error may quote the code
		r.fault(m, "must hold pin, expires_at and db_id, each a string or null")
		return nil
	}
	return s
}
