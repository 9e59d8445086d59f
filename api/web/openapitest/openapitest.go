// Package openapitest checks in tests that the API's responses are as the OpenAPI
// document describes them.
package openapitest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"biom/api/web"
)

// Document returns the API's description, or an error if it is not valid.
var Document = sync.OnceValues(func() (*openapi3.T, error) {
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC4122))
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/zip", openapi3filter.PlainBodyDecoder)
	doc, err := openapi3.NewLoader().LoadFromData(web.OpenAPI())
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background())
})

// Check reports an error to t unless the response to r is one that the document
// describes: its status, headers and body, and in a stream each event. A request
// for an unknown route must be refused with the standard error body.
func Check(t testing.TB, r *http.Request, status int, header http.Header, body []byte) {
	t.Helper()
	doc, err := Document()
	if err != nil {
		t.Errorf("the OpenAPI document: %v", err)
		return
	}
	checkRequestID(t, header, body)
	if r.Method == http.MethodHead || r.Method == http.MethodOptions && status < 400 { // unknown routes refuse OPTIONS like any other method
		if len(body) > 0 {
			t.Errorf("%s %s: a body of %d bytes", r.Method, r.URL.Path, len(body))
		}
		return
	}
	path, item := find(doc, withoutSlash(r.URL.Path))
	if item == nil || item.GetOperation(r.Method) == nil {
		checkRefused(t, doc, r, status, header, body)
		return
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: &routers.Route{
			Spec: doc, Path: path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method),
		}},
		Status: status, Header: header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		t.Errorf("%s %s %d is not as the OpenAPI document says: %v\n%s", r.Method, r.URL.Path, status, err, body)
	}
	if strings.HasPrefix(header.Get("Content-Type"), "text/event-stream") {
		for _, e := range Events(body) {
			checkEvent(t, doc, e)
		}
	}
}

// withoutSlash returns a path without the slash at its end, which routes of the API ignore.
func withoutSlash(path string) string {
	if strings.HasPrefix(path, "/api/") {
		return strings.TrimSuffix(path, "/")
	}
	return path
}

// find returns the path of the document that matches a request's path, and its item.
func find(doc *openapi3.T, path string) (string, *openapi3.PathItem) {
	requested := strings.Split(path, "/")
	for template, item := range doc.Paths.Map() {
		described := strings.Split(template, "/")
		matches := len(described) == len(requested)
		for i := 0; matches && i < len(described); i++ {
			matches = described[i] == requested[i] || strings.HasPrefix(described[i], "{")
		}
		if matches {
			return template, item
		}
	}
	return "", nil
}

// checkRefused checks the response to a request for an unknown route. A page's path with a slash at
// its end leads to the page.
func checkRefused(t testing.TB, doc *openapi3.T, r *http.Request, status int, header http.Header, body []byte) {
	t.Helper()
	if status == http.StatusMovedPermanently && strings.HasSuffix(r.URL.Path, "/") && header.Get("Location") != "" {
		return
	}
	if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
		t.Errorf("%s %s answers %d and is not in the OpenAPI document", r.Method, r.URL.Path, status)
	}
	checkSchema(t, doc.Components.Schemas["ErrorBody"], body)
}

func checkSchema(t testing.TB, schema *openapi3.SchemaRef, text []byte) {
	t.Helper()
	if err := Conforms(schema.Value, text); err != nil {
		t.Errorf("not as the OpenAPI document has it: %v\n%s", err, text)
	}
}

// Conforms returns an error if a JSON text does not conform to a schema.
func Conforms(schema *openapi3.Schema, text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	return schema.VisitJSON(value, openapi3.EnableJSONSchema2020(), openapi3.MultiErrors())
}

// checkRequestID checks that a response has the header X-Request-ID, and that the
// request ID in its body, or in each event of a stream, is the same.
func checkRequestID(t testing.TB, header http.Header, body []byte) {
	t.Helper()
	id := header.Get("X-Request-ID")
	if id == "" {
		t.Error("a response without X-Request-ID")
	}
	for _, e := range Events(body) {
		body = e.Data
		compareID(t, id, body)
	}
	compareID(t, id, body)
}

func compareID(t testing.TB, id string, body []byte) {
	t.Helper()
	var b struct {
		RequestID string `json:"request_id"`
		Error     struct {
			RequestID string `json:"request_id"`
		} `json:"error"`
		Metadata struct {
			RequestID string `json:"request_id"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(body, &b) // a body that is not JSON contains no ID
	for _, in := range []string{b.RequestID, b.Error.RequestID, b.Metadata.RequestID} {
		if in != "" && in != id {
			t.Errorf("request ID %s in the header and %s in the body", id, in)
		}
	}
}
