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

// answers are the examples of responses, each with what it is an answer to.
func answers(t *testing.T, see func(path, method string, status int, r *openapi3.Response, contentType string, body []byte)) {
	t.Helper()
	for path, item := range described(t).Paths.Map() {
		for method, operation := range item.Operations() {
			for status, r := range operation.Responses.Map() {
				n, err := strconv.Atoi(status)
				if err != nil {
					t.Fatal(err)
				}
				for contentType, media := range r.Value.Content {
					for _, e := range media.Examples {
						see(path, method, n, r.Value, contentType, wire(t, e.Value.Value))
					}
				}
			}
		}
	}
}

func described(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// wire is an example as it would come: a stream is one already.
func wire(t *testing.T, value any) []byte {
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

// TestExamplesAreAnswers holds every example against the document as the whole
// suite does with real responses: body, headers, events.
func TestExamplesAreAnswers(t *testing.T) {
	t.Parallel()
	answers(t, func(path, method string, status int, r *openapi3.Response, contentType string, body []byte) {
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
	400: {problem.FileValidation, problem.HTTP}, 404: {problem.NotFound}, 408: {problem.HTTP}, 409: {problem.HTTP}, 411: {problem.HTTP},
	413: {problem.PayloadTooLarge}, 415: {problem.HTTP}, 422: {problem.RequestValidation}, 429: {problem.RateLimitExceeded},
	500: {problem.ExtractionFailed, problem.Internal}, 503: {problem.Internal}, 504: {problem.ExtractionTimeout},
}

// TestExamplesOfErrors: each error response has an example with a code that its
// status may have, and no code is without one.
func TestExamplesOfErrors(t *testing.T) {
	t.Parallel()
	seen, described := map[problem.Code]bool{}, map[string]bool{}
	answers(t, func(path, _ string, status int, _ *openapi3.Response, _ string, body []byte) {
		described[fmt.Sprint(path, status)] = true
		if status == http.StatusOK {
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
	withoutExamples := map[string]bool{"/openapi.json200": true, "/api/v1/biom/export200": true} // itself, and a ZIP
	doc, _ := openapitest.Document()
	for path, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			for status := range operation.Responses.Map() {
				if at := path + status; !described[at] && !withoutExamples[at] {
					t.Errorf("%s %s has no example", path, status)
				}
			}
		}
	}
}

// TestExamplesOfReports: what is shown as a response is one that biom would
// make, and what is shown as an upload is one that it takes.
func TestExamplesOfReports(t *testing.T) {
	t.Parallel()
	reports := 0
	report := func(text []byte) {
		reports++
		r, err := biometry.DecodeResponse(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			return
		}
		var again, once any
		_, _ = json.Unmarshal(wire(t, r), &again), json.Unmarshal(text, &once)
		if fmt.Sprint(again) != fmt.Sprint(once) {
			t.Errorf("not what biom would write:\n%s\n%s", text, wire(t, r))
		}
	}
	answers(t, func(_, _ string, status int, _ *openapi3.Response, contentType string, body []byte) {
		switch {
		case contentType == "text/event-stream":
			for _, e := range openapitest.Events(body) {
				if e.Name == "result" {
					report(e.Data)
				}
			}
		case status == http.StatusOK && bytes.Contains(body, []byte(`"biometer"`)):
			report(body)
		}
	})
	if reports != 5 {
		t.Errorf("%d examples of reports", reports)
	}
}

// TestExamplesAreValidated: a document whose examples are wrong is not valid.
func TestExamplesAreValidated(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{
		{`"AL":23.51`, `"AL":235.1`},
		{`"value":{"success":true}`, `"value":{"success":false}`},
		{`"rating":"accurate"`, `"rating":"good"`},
		{`"code":"EXTRACTION_TIMEOUT"`, `"code":"TIMEOUT"`},
		{`"example":"abandon-ability-123456"`, `"example":"abandon"`},
	} {
		wrong := strings.ReplaceAll(string(web.OpenAPI()), change[0], change[1])
		doc, err := openapi3.NewLoader().LoadFromData([]byte(wrong))
		if err != nil {
			t.Fatal(err)
		}
		if wrong == string(web.OpenAPI()) || doc.Validate(context.Background()) == nil {
			t.Errorf("%s for %s was not noticed", change[1], change[0])
		}
	}
}
