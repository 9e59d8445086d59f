package biometry

import (
	"strings"
	"time"
)

// metadata reads what an uploaded document says about its origin, and adds what
// the service knows (process, rules 5 to 8). The upload's own request ID and
// app version are not kept.
func (d *decoder) metadata(now time.Time) Metadata {
	m := document.child("metadata")
	out := Metadata{SchemaVersion: SchemaVersion}
	if d.value(m).kind != 0 && !d.isObject(m) {
		return out
	}
	claimed := d.schemaVersion(m.child("schema_version"))
	out.Extraction = d.extraction(m.child("extraction"), now)
	out.Extraction.InputSchemaVersion = &claimed
	return out
}

// schemaVersion returns the schema version that the document claims, which must
// be 1.x.y. A document that claims none has the current version.
func (d *decoder) schemaVersion(m *member) string {
	v := d.value(m)
	if v.kind == 0 {
		return SchemaVersion
	}
	if v.kind != '"' {
		d.fault(m, RuleKind, `must be a string such as "`+SchemaVersion+`", not `+kindName(v.kind))
		return ""
	}
	s := d.unquoted(m)
	switch major, ok := majorVersion(s); {
	case !ok:
		d.fault(m, RuleVersion, `must be three numbers, such as "`+SchemaVersion+`"`)
	case major != "1":
		d.fault(m, RuleUnsupportedVersion, "has a major version that is not supported: it must be 1.x.y")
	}
	return s
}

// majorVersion returns the first of the three numbers of a version; ok is false
// if s is not three numbers. A number has at most nine digits, because the
// version is repeated in the response.
func majorVersion(s string) (major string, ok bool) {
	parts := strings.SplitN(s, ".", 4)
	for _, p := range parts {
		if p == "" || len(p) > 9 || strings.Trim(p, "0123456789") != "" {
			return "", false
		}
	}
	return parts[0], len(parts) == 3
}

// The greatest numbers of characters of texts in the metadata.
const (
	maxMetadataText = 200
	maxSource       = 100 // of source_app and of source_version
)

// extraction reads the provenance of an upload. The method is AI only if the
// document says exactly that and names the model; otherwise it is direct entry.
func (d *decoder) extraction(m *member, now time.Time) Extraction {
	if d.value(m).kind != 0 {
		d.isObject(m)
	}
	e := Extraction{Method: MethodDirect, Timestamp: d.timestamp(m.child("timestamp"), now)}
	if llm := m.child("llm"); d.equals(m.child("method"), MethodAI) && d.hasText(llm) {
		if model := d.text(llm, maxMetadataText); model != nil {
			e.LLM = *model
		}
		e.Method, e.BYOK = MethodAI, d.boolean(m.child("byok"))
		return e
	}
	e.SourceApp = d.text(m.child("source_app"), maxSource)
	e.SourceVersion = d.text(m.child("source_version"), maxSource)
	return e
}

// timestampLayouts are the forms of ISO 8601 that programs write. A timestamp
// without a zone is UTC. time.Parse accepts fractions of a second in all forms
// with seconds.
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

// timestamp returns the timestamp of an upload in RFC 3339, or now if m holds
// none that can be parsed, which is not a fault (specification: "supplied
// parseable ISO timestamp, else current UTC time").
func (d *decoder) timestamp(m *member, now time.Time) string {
	if s, ok := d.parseTimestamp(m); ok {
		return s
	}
	return FormatTime(now.UTC())
}

// FormatTime returns a time as all responses have it: in RFC 3339 with exactly three
// decimals, so that timestamps of one zone are in the order of their text.
func FormatTime(t time.Time) string { return t.Format("2006-01-02T15:04:05.000Z07:00") }

// parseTimestamp reads a timestamp in any of timestampLayouts and returns it in
// RFC 3339.
func (d *decoder) parseTimestamp(m *member) (rfc3339 string, ok bool) {
	if d.value(m).kind != '"' {
		return "", false
	}
	s := strings.ToUpper(strings.TrimSpace(d.unquoted(m))) // RFC 3339 allows t and z
	for _, layout := range timestampLayouts {
		if t, err := time.Parse(layout, s); err == nil && fitsRFC3339(t) {
			return FormatTime(t), true
		}
	}
	return "", false
}

// fitsRFC3339 reports whether t can be written in RFC 3339. time.Parse also
// accepts the year 0 and zones of 24 hours and more, which RFC 3339 does not.
func fitsRFC3339(t time.Time) bool {
	_, zone := t.Zone()
	return t.Year() > 0 && max(zone, -zone) < 24*60*60
}
