// Package randomrequest makes random requests from an OpenAPI document: valid ones, and ones with
// every kind of mistake that a client can make. It knows nothing about the service but its
// document, so that tests do not share the service's own opinion of what a caller may send.
package randomrequest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Maker makes requests. It is not safe for concurrent use.
type Maker struct {
	Random *rand.Rand
	// Files are file names and contents for members of format "binary".
	Files map[string][]byte

	known      []string // values for parameters in paths, see Know
	operations []operation
	names      []string // of Files, sorted, so that a seed gives the same requests
}

type operation struct {
	method, path string
	item         *openapi3.Operation
}

// New returns a Maker for a document.
func New(doc *openapi3.T, seed uint64, files map[string][]byte) *Maker {
	m := &Maker{Random: rand.New(rand.NewPCG(seed, seed)), Files: files}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			m.operations = append(m.operations, operation{method, path, op})
		}
	}
	slices.SortFunc(m.operations, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	for name := range files {
		m.names = append(m.names, name)
	}
	slices.Sort(m.names)
	return m
}

// Next returns a request to the service at base, and what it is, for a failed test's output.
func (m *Maker) Next(base string) (*http.Request, string, error) {
	op := m.operations[m.Random.IntN(len(m.operations))]
	method, path := op.method, op.path
	if m.oneIn(30) {
		method = pick(m, "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
	}
	if m.oneIn(50) {
		path += pick(m, "/", "/x", "//", "%2e%2e", "/../status", ";a=b", "%00")
	}
	query, header := url.Values{}, http.Header{}
	for _, p := range op.item.Parameters {
		if p.Value.In == "path" {
			path = strings.Replace(path, "{"+p.Value.Name+"}", url.PathEscape(m.pathValue(p.Value)), 1)
			continue
		}
		m.addParameter(p.Value, query, header)
	}
	if m.oneIn(10) {
		query.Add(m.text(), m.text())
	}
	content, body := m.body(op.item.RequestBody)
	target := base + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequest(method, target, bytes.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	if m.oneIn(40) {
		req.ContentLength = -1 // chunked
	}
	req.Header = header
	if content != "" {
		req.Header.Set("Content-Type", content)
	}
	what := fmt.Sprintf("%s %s %v %q: %.2000q", method, path, header, query.Encode(), body)
	return req, what, nil
}

// Know makes a value, which the service has given, one that later requests use in their paths.
func (m *Maker) Know(value string) {
	const enough = 20
	if len(m.known) == enough {
		m.known = m.known[1:]
	}
	m.known = append(m.known, value)
}

// pathValue returns the value of a parameter in a path: mostly one that the service knows.
func (m *Maker) pathValue(p *openapi3.Parameter) string {
	if len(m.known) > 0 && !m.oneIn(4) {
		return m.known[m.Random.IntN(len(m.known))]
	}
	if m.oneIn(4) {
		return m.text() + "x"
	}
	return fmt.Sprint(p.Example)
}

// addParameter adds a parameter: as described, not at all, twice, or with another value.
func (m *Maker) addParameter(p *openapi3.Parameter, query url.Values, header http.Header) {
	if !p.Required && m.oneIn(2) || m.oneIn(12) {
		return
	}
	times := 1
	if m.oneIn(25) {
		times = 2
	}
	for range times {
		value := fmt.Sprint(m.value(p.Schema.Value, 0))
		if m.oneIn(6) {
			value = m.text()
		}
		switch p.In {
		case "query":
			query.Add(p.Name, value)
		case "header":
			header.Add(p.Name, printable(value))
		}
	}
}

// body returns a content type and a body as the document describes it, or not.
func (m *Maker) body(ref *openapi3.RequestBodyRef) (content string, body []byte) {
	if ref == nil {
		if m.oneIn(20) {
			return "application/json", []byte(m.text())
		}
		return "", nil
	}
	kinds := make([]string, 0, 2)
	for kind := range ref.Value.Content {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	kind := kinds[m.Random.IntN(len(kinds))]
	schema := ref.Value.Content[kind].Schema.Value
	if kind == "multipart/form-data" {
		content, body = m.form(schema)
	} else {
		content, body = kind, m.json(schema)
	}
	if m.oneIn(30) {
		body = body[:m.Random.IntN(len(body)+1)]
	}
	if m.oneIn(30) && len(body) > 0 {
		body[m.Random.IntN(len(body))] ^= byte(1 + m.Random.IntN(255))
	}
	if m.oneIn(40) {
		content = pick(m, "", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "\x01")
	}
	return printable(content), body
}

// form returns a multipart form.
func (m *Maker) form(schema *openapi3.Schema) (content string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, name := range members(schema) {
		if !slices.Contains(schema.Required, name) && m.oneIn(2) || m.oneIn(30) {
			continue
		}
		for times := 1 + one(m.oneIn(40)); times > 0; times-- {
			m.part(w, name, schema.Properties[name].Value)
		}
	}
	if m.oneIn(20) {
		_ = w.WriteField(m.text(), m.text()) // writing to a buffer never fails
	}
	_ = w.Close()
	return w.FormDataContentType(), b.Bytes()
}

func (m *Maker) part(w *multipart.Writer, name string, schema *openapi3.Schema) {
	if schema.Format != "binary" || m.oneIn(40) {
		value := fmt.Sprint(m.value(schema, 0))
		if m.oneIn(8) {
			value = m.text()
		}
		_ = w.WriteField(name, value)
		return
	}
	file := m.names[m.Random.IntN(len(m.names))]
	data := slices.Clone(m.Files[file])
	if strings.HasSuffix(file, ".json") && m.oneIn(2) {
		data = m.changed(data)
	}
	for m.oneIn(3) && len(data) > 0 {
		data[m.Random.IntN(len(data))] ^= byte(1 + m.Random.IntN(255))
	}
	if m.oneIn(10) {
		file = m.names[m.Random.IntN(len(m.names))]
	}
	if m.oneIn(20) {
		file = m.text() + file
	}
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", multipart.FileContentDisposition(name, file))
	part, _ := w.CreatePart(header)
	_, _ = part.Write(data)
}

// json returns a JSON text of a schema, sometimes with a mistake.
func (m *Maker) json(schema *openapi3.Schema) []byte {
	text, err := json.Marshal(m.value(schema, 0))
	if err != nil {
		return []byte("null")
	}
	if m.oneIn(2) {
		return m.changed(text)
	}
	return text
}

// changed returns a JSON text in which one member or element is another value, missing, or there
// twice. A text that is no JSON is returned as it is.
func (m *Maker) changed(text []byte) []byte {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return text
	}
	value = m.change(value)
	changed, err := json.Marshal(value)
	if err != nil {
		return text
	}
	if m.oneIn(10) { // a member twice
		changed = bytes.Replace(changed, []byte("{"), []byte(`{"data":1,`), 1)
	}
	return changed
}

func (m *Maker) change(value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 || m.oneIn(8) {
			return m.odd()
		}
		name := sorted(v)[m.Random.IntN(len(v))]
		switch m.Random.IntN(8) {
		case 0:
			delete(v, name)
		case 1:
			v[m.text()] = m.odd()
		default:
			v[name] = m.change(v[name])
		}
		return v
	case []any:
		if len(v) == 0 || m.oneIn(8) {
			return m.odd()
		}
		i := m.Random.IntN(len(v))
		v[i] = m.change(v[i])
		return v
	}
	return m.odd()
}

// odd returns a value of any kind.
func (m *Maker) odd() any {
	switch m.Random.IntN(9) {
	case 0:
		return nil
	case 1:
		return m.text()
	case 2:
		return json.Number(pick(m, "0", "-1", "1e400", "90.0", "90.5", "1e-400", "99999999999999999999", "-0.0"))
	case 3:
		return m.Random.Float64() * 100
	case 4:
		return m.oneIn(2)
	case 5:
		return []any{}
	case 6:
		return map[string]any{}
	case 7:
		return strings.Repeat(m.text(), m.Random.IntN(2000))
	}
	return json.RawMessage(strings.Repeat("[", 80) + strings.Repeat("]", 80))
}

// value returns a value that a schema describes, as far as the schema says.
func (m *Maker) value(s *openapi3.Schema, depth int) any {
	switch {
	case depth > 12:
		return nil
	case len(s.OneOf)+len(s.AnyOf) > 0:
		choices := append(slices.Clone(s.OneOf), s.AnyOf...)
		return m.value(choices[m.Random.IntN(len(choices))].Value, depth+1)
	case len(s.Enum) > 0:
		return s.Enum[m.Random.IntN(len(s.Enum))]
	case s.Const != nil:
		return s.Const
	}
	kinds := s.Type.Slice()
	if len(kinds) == 0 {
		kinds = []string{"object"}
	}
	switch kinds[m.Random.IntN(len(kinds))] {
	case "null":
		return nil
	case "boolean":
		return m.oneIn(2)
	case "integer":
		return int(m.number(s))
	case "number":
		return m.number(s)
	case "array":
		list := []any{}
		for range m.Random.IntN(4) {
			list = append(list, m.value(s.Items.Value, depth+1))
		}
		return list
	case "string":
		return m.string(s)
	}
	return m.object(s, depth)
}

func (m *Maker) object(s *openapi3.Schema, depth int) any {
	object := map[string]any{}
	for _, part := range append([]*openapi3.SchemaRef{{Value: s}}, s.AllOf...) {
		for _, name := range members(part.Value) {
			if slices.Contains(part.Value.Required, name) && !m.oneIn(30) || m.oneIn(2) {
				object[name] = m.value(part.Value.Properties[name].Value, depth+1)
			}
		}
	}
	return object
}

func (m *Maker) number(s *openapi3.Schema) float64 {
	low, high := -10.0, 1000.0
	if s.Min != nil {
		low = *s.Min
	}
	if s.Max != nil {
		high = *s.Max
	}
	return low + m.Random.Float64()*(high-low)
}

func (m *Maker) string(s *openapi3.Schema) string {
	switch s.Format {
	case "date":
		return "2026-0" + fmt.Sprint(1+m.Random.IntN(9)) + "-11"
	case "date-time":
		return "2026-03-01T12:00:00Z"
	case "uuid":
		return "1b4e28ba-2fa1-4d2b-883f-0016d3cca427"
	}
	if s.Pattern != "" || s.Example != nil {
		return fmt.Sprint(s.Example)
	}
	return m.text()
}

// text returns a text that a program may stumble over, or a plain one.
func (m *Maker) text() string {
	return pick(m, "a", "true", "1", "", " ", "abandon-zoo-123456", "ABANDON-zoo-000000", "word-word-12345", "null", "%00", "\x00", "\r\nX-Evil: 1",
		"é", "\u202e123", "\xff\xfe", "../../etc/passwd", "<script>alert(1)</script>", "=1+1", "'; DROP TABLE shares; --", "١٢٣", strings.Repeat("A", 300),
		"biom_"+strings.Repeat("x", 43), "🙂", "${jndi:ldap://x}", "-1", "1e999", "NaN")
}

func (m *Maker) oneIn(n int) bool { return m.Random.IntN(n) == 0 }

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func pick(m *Maker, choices ...string) string { return choices[m.Random.IntN(len(choices))] }

func members(s *openapi3.Schema) []string {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sorted(object map[string]any) []string {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// printable returns s without what net/http refuses to send in a header.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s)
}
