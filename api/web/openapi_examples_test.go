package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"biom/api/web"
	"biom/api/web/openapitest"
	"biom/shared/biometry"
	"biom/shared/problem"
)

// forEachExample calls f with each example of a response, and with the operation,
// status and response that it belongs to.
func forEachExample(t *testing.T, f func(path, method string, status int, r *openapi3.Response, contentType string, body []byte)) {
	t.Helper()
	for path, item := range document(t).Paths.Map() {
		for method, operation := range item.Operations() {
			for status, r := range operation.Responses.Map() {
				n, err := strconv.Atoi(status)
				if err != nil {
					t.Fatal(err)
				}
				for contentType, media := range r.Value.Content {
					for _, e := range media.Examples {
						f(path, method, n, r.Value, contentType, encoded(t, e.Value.Value))
					}
				}
			}
		}
	}
}

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// encoded returns an example in the form in which it would be sent: a stream as
// it is, anything else as JSON.
func encoded(t *testing.T, value any) []byte {
	t.Helper()
	if stream, ok := value.(string); ok {
		return []byte(stream)
	}
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every example passes the check that the tests of the API apply to real responses:
// body, headers and events.
func TestExamplesPassTheCheckOfResponses(t *testing.T) {
	t.Parallel()
	forEachExample(t, func(path, method string, status int, r *openapi3.Response, contentType string, body []byte) {
		h := http.Header{"Content-Type": {contentType}}
		for name, header := range r.Headers {
			if e := header.Value.Example; e != nil {
				h.Set(name, fmt.Sprint(e))
			}
		}
		openapitest.Check(t, newRequest(method, path), status, h, body)
	})
}

// codes are the error codes that a status may have.
var codes = map[int][]problem.Code{
	400: {problem.FileValidation, problem.HTTP}, 401: {problem.HTTP}, 404: {problem.NotFound}, 408: {problem.HTTP}, 409: {problem.HTTP}, 411: {problem.HTTP},
	413: {problem.PayloadTooLarge}, 415: {problem.HTTP}, 422: {problem.RequestValidation}, 429: {problem.RateLimitExceeded},
	500: {problem.ExtractionFailed, problem.Internal}, 503: {problem.Internal}, 504: {problem.ExtractionTimeout},
}

// Each error response has an example with a code that its status may have, and
// each code has an example.
func TestEveryErrorHasAnExample(t *testing.T) {
	t.Parallel()
	seen, described := map[problem.Code]bool{}, map[string]bool{}
	forEachExample(t, func(path, _ string, status int, _ *openapi3.Response, _ string, body []byte) {
		described[fmt.Sprint(path, status)] = true
		if status < http.StatusBadRequest {
			return
		}
		var b problem.Body
		if err := json.Unmarshal(body, &b); err != nil {
			t.Error(err)
		}
		if !slices.Contains(codes[status], b.Error.Code) {
			t.Errorf("%s: %d with %s", path, status, b.Error.Code)
		}
		seen[b.Error.Code] = true
	})
	for _, code := range slices.Concat(slices.Collect(maps.Values(codes))...) {
		if !seen[code] {
			t.Errorf("no example of %s", code)
		}
	}
	withoutExamples := map[string]bool{"/openapi.json200": true, "/api/v1/biom/export200": true} // the document itself, and a ZIP
	bodyless := []string{"204", "304"}
	doc, _ := openapitest.Document()
	for path, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			for status := range operation.Responses.Map() {
				if at := path + status; !described[at] && !withoutExamples[at] && !slices.Contains(bodyless, status) {
					t.Errorf("%s %s has no example", path, status)
				}
			}
		}
	}
}

// Decoding the report of an example and encoding it again does not change it.
func TestExamplesOfReportsAreNormalised(t *testing.T) {
	t.Parallel()
	reports := 0
	report := func(text []byte) {
		reports++
		r, err := biometry.DecodeResponse(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			return
		}
		var reencoded, original any
		_, _ = json.Unmarshal(encoded(t, r), &reencoded), json.Unmarshal(text, &original)
		if fmt.Sprint(reencoded) != fmt.Sprint(original) {
			t.Errorf("biom would write this report in another way:\n%s\n%s", text, encoded(t, r))
		}
	}
	forEachExample(t, func(_, _ string, _ int, _ *openapi3.Response, contentType string, body []byte) {
		switch {
		case contentType == "text/event-stream":
			for _, e := range openapitest.Events(body) {
				if e.Name == "result" {
					report(e.Data)
				}
			}
		case bytes.Contains(body, []byte(`"biometer"`)):
			var j struct{ Response json.RawMessage }
			if _ = json.Unmarshal(body, &j); j.Response != nil {
				body = j.Response
			}
			report(body)
		}
	})
	if reports != 10 {
		t.Errorf("%d examples of reports, want 10", reports)
	}
}

// faultyExamples are replacements in the document, each of which makes an example
// invalid.
var faultyExamples = [][2]string{
	{`"AL":23.51`, `"AL":235.1`},
	{`"value":{"success":true}`, `"value":{"success":false}`},
	{`"rating":"accurate"`, `"rating":"good"`},
	{`"code":"EXTRACTION_TIMEOUT"`, `"code":"TIMEOUT"`},
	{`"example":"abandon-ability-123456"`, `"example":"abandon"`},
}

func TestDocumentWithFaultyExampleIsInvalid(t *testing.T) {
	t.Parallel()
	wantInvalid(t, faultyExamples[:1])
}

func TestLongDocumentWithFaultyExampleIsInvalid(t *testing.T) {
	t.Parallel()
	wantInvalid(t, faultyExamples)
}

// wantInvalid fails the test unless the document is invalid after each change,
// {old, new}.
func wantInvalid(t *testing.T, changes [][2]string) {
	t.Helper()
	for _, change := range changes {
		changed := strings.ReplaceAll(string(web.OpenAPI()), change[0], change[1])
		doc, err := openapi3.NewLoader().LoadFromData([]byte(changed))
		if err != nil {
			t.Fatal(err)
		}
		if changed == string(web.OpenAPI()) || doc.Validate(context.Background()) == nil {
			t.Errorf("the document is valid with %s in place of %s", change[1], change[0])
		}
	}
}
