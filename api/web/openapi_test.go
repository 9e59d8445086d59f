package web_test

import (
	"encoding/json"
	"testing"

	"biom/api/web"
	"biom/api/web/openapitest"
)

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != web.Version {
		t.Errorf("%s %s", doc.OpenAPI, doc.Info.Version)
	}
	process := doc.Paths.Find("/api/v1/biom/process").Post
	for _, status := range []int{200, 400, 408, 413, 422, 429, 500, 503, 504} {
		r := process.Responses.Status(status)
		if r == nil || r.Value.Headers["X-Request-ID"] == nil {
			t.Errorf("the status %d is not described, or without its headers", status)
		}
	}
}

// The tests of the API rely on openapitest.Check: it must find these faults.
func TestCheckFindsFaultyResponses(t *testing.T) {
	t.Parallel()
	const id = "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b001"
	status := `{"status":"operational","provider_llm":"m","environment":"e","app_version":"1","schema_version":"1.1.0","db_id":null}`
	for name, c := range map[string]struct {
		path, typ, id, body string
		status              int
		faulty              bool
	}{
		"a correct response":    {"/api/v1/status", "application/json", id, status, 200, false},
		"no request ID":         {"/api/v1/status", "application/json", "", status, 200, true},
		"request ID is no UUID": {"/api/v1/status", "application/json", "x", status, 200, true},
		"missing member":        {"/api/v1/status", "application/json", id, `{"status":"operational"}`, 200, true},
		"another status":        {"/api/v1/status", "application/json", id, status, 201, true},
		"another type":          {"/api/v1/status", "text/plain", id, status, 200, true},
		"not JSON":              {"/api/v1/status", "application/json", id, status[1:], 200, true},
		"503 without a retry":   {"/api/v1/status", "application/json", id, `{"success":false}`, 503, true},
		"unknown route":         {"/nothing", "application/json", id, status, 200, true},
		"another ID in the body": {"/nothing", "application/json", id, `{"success":false,"error":{"code":"NOT_FOUND","message":"m",` +
			`"request_id":"0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b002","timestamp":"2026-01-01T00:00:00Z","details":null}}`, 404, true},
		"incomplete progress event": {"/api/v1/biom/process", "text/event-stream", id, "event: progress\nid: 1\ndata: {\"stage\":\"x\"}\n\n", 200, true},
		"AL of 99": {"/api/v1/biom/process", "text/event-stream", id,
			"event: result\nid: 1\ndata: " + report(t, 99) + "\n\n", 200, true},
		"AL of 23": {"/api/v1/biom/process", "text/event-stream", id,
			"event: result\nid: 1\ndata: " + report(t, 23) + "\n\n", 200, false},
	} {
		r := &recorder{TB: t}
		openapitest.Check(r, request(c.path), c.status, header(c.typ, c.id), []byte(c.body))
		if len(r.errors) > 0 != c.faulty {
			t.Errorf("%s: found these faults: %q", name, r.errors)
		}
	}
}

func report(t *testing.T, al float64) string {
	t.Helper()
	b, err := json.Marshal(response(al))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
