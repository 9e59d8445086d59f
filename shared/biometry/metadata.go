package biometry

import (
	"strings"
	"time"
)

// metadata reads what the document says of its own origin and adds what the
// service knows (process, rules 5 to 8). Response versions and the request ID
// of an upload are not kept.
func (r *reading) metadata(now time.Time) Metadata {
	m := document.child("metadata")
	out := Metadata{SchemaVersion: SchemaVersion}
	if r.at(m).kind != 0 && !r.isObject(m) {
		return out
	}
	claimed := r.schemaVersion(m.child("schema_version"))
	out.Extraction = r.extraction(m.child("extraction"), now)
	out.Extraction.InputSchemaVersion = &claimed
	return out
}

// schemaVersion is the version the document claims; one that claims none is
// current. Any 1.x.y is read.
func (r *reading) schemaVersion(m *member) string {
	v := r.at(m)
	if v.kind == 0 {
		return SchemaVersion
	}
	if v.kind != '"' {
		r.fault(m, `must be a string such as "`+SchemaVersion+`", not `+kindName(v.kind))
		return ""
	}
	s := r.unquoted(m)
	switch major, ok := majorVersion(s); {
	case !ok:
		r.fault(m, `must be three numbers, such as "`+SchemaVersion+`"`)
	case major != "1":
		r.fault(m, "has a major version that is not supported: it must be 1.x.y")
	}
	return s
}

// majorVersion takes a version of three numbers apart. They are short, because
// the version comes back in the answer.
func majorVersion(s string) (major string, ok bool) {
	parts := strings.SplitN(s, ".", 4)
	for _, p := range parts {
		if p == "" || len(p) > 9 || strings.Trim(p, "0123456789") != "" {
			return "", false
		}
	}
	return parts[0], len(parts) == 3
}

// extraction reads the provenance. It is AI's only if it says so exactly and
// names the model; anything else is direct entry.
func (r *reading) extraction(m *member, now time.Time) Extraction {
	if r.at(m).kind != 0 {
		r.isObject(m)
	}
	e := Extraction{Method: MethodDirect, Timestamp: r.timestamp(m.child("timestamp"), now)}
	if llm := m.child("llm"); r.holds(m.child("method"), MethodAI) && r.names(llm) {
		if model := r.text(llm); model != nil {
			e.LLM = *model
		}
		e.Method, e.BYOK = MethodAI, r.boolean(m.child("byok"))
		return e
	}
	e.SourceApp = r.text(m.child("source_app"))
	e.SourceVersion = r.text(m.child("source_version"))
	return e
}

// holds reports that m is exactly the string want.
func (r *reading) holds(m *member, want string) bool {
	return r.at(m).kind == '"' && r.unquoted(m) == want
}

// names reports that m is a string that is not blank.
func (r *reading) names(m *member) bool {
	return r.at(m).kind == '"' && strings.TrimSpace(r.unquoted(m)) != ""
}

// boolean reads true or false; absent and null are false, its default.
func (r *reading) boolean(m *member) bool {
	switch v := r.at(m); v.kind {
	case 't':
		return true
	case 0, 'n', 'f':
	default:
		r.fault(m, "must be a boolean, not "+kindName(v.kind))
	}
	return false
}

// timestampLayouts are the forms of ISO 8601 that programs write. Those
// without a zone are taken as UTC. Fractions of a second are read by all.
var timestampLayouts = []string{
	time.RFC3339,
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05Z07",
	"2006-01-02T15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05",
	"20060102T150405Z0700",
	"20060102T150405",
	time.DateOnly,
}

// timestamp is the "supplied parseable ISO timestamp, else current UTC time",
// in RFC 3339. What is not parseable is no fault.
func (r *reading) timestamp(m *member, now time.Time) string {
	if s, ok := r.moment(m); ok {
		return s
	}
	return now.UTC().Format(time.RFC3339Nano)
}

// moment reads a timestamp in any of the forms, if it is one.
func (r *reading) moment(m *member) (rfc3339 string, ok bool) {
	if r.at(m).kind != '"' {
		return "", false
	}
	s := strings.ToUpper(strings.TrimSpace(r.unquoted(m))) // RFC 3339 allows t and z
	for _, layout := range timestampLayouts {
		if t, err := time.Parse(layout, s); err == nil && writable(t) {
			return t.Format(time.RFC3339Nano), true
		}
	}
	return "", false
}

// writable reports that RFC 3339 can say t: Go reads zones of 24 hours too.
func writable(t time.Time) bool {
	_, zone := t.Zone()
	return t.Year() > 0 && max(zone, -zone) < 24*60*60
}
