package biometry

import "github.com/go-json-experiment/json"

// DecodeResponse reads a StandardAPIResponse as the routes process and retrieve
// return it and clients save it. Data and extra data follow the rules of
// [Decode]. Metadata is kept as it is: what a response must contain and this
// one lacks is a fault and not filled in. Texts may have any length. A response of
// an older schema version is returned in the current version, with the old one in
// InputSchemaVersion.
//
// The error is a *[SyntaxError] if doc is not JSON, else [Faults].
func DecodeResponse(doc []byte) (*Response, error) {
	d, err := parse(doc)
	if err != nil {
		return nil, err
	}
	defer d.release()
	d.saved, d.anyLength = true, true
	out := &Response{Data: d.report(), ExtraData: d.uploadedExtra(), Metadata: d.savedMetadata(), Biompin: d.share()}
	extraction := document.child("metadata").child("extraction")
	out.Metadata.Extraction.Withheld = d.withheld(extraction.child("withheld"), out)
	out.Metadata.Extraction.SignOff = d.signOff(extraction.child("sign_off"), out)
	if err := d.sortedFaults(); err != nil {
		return nil, err
	}
	return out, nil
}

func (d *decoder) savedMetadata() Metadata {
	m := document.child("metadata")
	if !d.requiredObject(m) {
		return Metadata{}
	}
	out := Metadata{RequestID: d.requiredText(m.child("request_id")), SchemaVersion: SchemaVersion}
	claimed := d.schemaVersion(m.child("schema_version"))
	if app := d.text(m.child("app_version"), maxMetadataText); app != nil {
		out.AppVersion = *app
	}
	out.Extraction = d.savedExtraction(m.child("extraction"))
	if out.Extraction.InputSchemaVersion == nil && claimed != SchemaVersion {
		out.Extraction.InputSchemaVersion = &claimed
	}
	return out
}

func (d *decoder) savedExtraction(m *member) (e Extraction) {
	if !d.requiredObject(m) {
		return e
	}
	method, timestamp := m.child("method"), m.child("timestamp")
	switch {
	case d.equals(method, MethodAI):
		e.Method, e.LLM, e.BYOK = MethodAI, d.requiredText(m.child("llm")), d.boolean(m.child("byok"))
	case d.equals(method, MethodDirect):
		e.Method, e.SourceApp, e.SourceVersion = MethodDirect, d.text(m.child("source_app"), maxSource), d.text(m.child("source_version"), maxSource)
	default:
		d.fault(method, RuleValues, `must be "`+MethodAI+`" or "`+MethodDirect+`"`)
	}
	var ok bool
	if e.Timestamp, ok = d.parseTimestamp(timestamp); !ok {
		d.fault(timestamp, RuleDate, "must be a date and time of ISO 8601")
	}
	e.InputSchemaVersion = d.text(m.child("input_schema_version"), maxMetadataText)
	e.Ignored = d.savedIgnored(m.child("ignored"))
	return e
}

// savedIgnored reads the list of ignored members.
func (d *decoder) savedIgnored(m *member) (paths []string) {
	if !d.hasKind(m, '[', "an array") {
		return nil
	}
	if json.Unmarshal(d.value(m).raw, &paths) != nil {
		d.fault(m, RuleKind, "must be an array of strings")
	}
	return paths
}

// requiredText reads one line of text in the metadata. It reports a fault if the
// text is absent or blank.
func (d *decoder) requiredText(m *member) string {
	s := d.text(m, maxMetadataText)
	switch {
	case s != nil:
		return *s
	case !d.value(m).faulty:
		d.fault(m, RuleMissing, "is missing: a string is required here")
	}
	return ""
}

// share reads biompin, which may be null.
func (d *decoder) share() *Share {
	m := document.child("biompin")
	v := d.value(m)
	if v.kind == 0 || v.kind == 'n' || !d.isObject(m) {
		return nil
	}
	s := new(Share)
	if json.Unmarshal(v.raw, s) != nil { // the error is not passed on: it may quote the share code
		d.fault(m, RuleKind, "must hold pin, expires_at and db_id, each a string or null")
		return nil
	}
	return s
}
