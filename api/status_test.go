package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, body := b.get("/api/v1/status")
	want := `{"status":"operational","provider_llm":"test-model","environment":"development","app_version":"1.2.3","schema_version":"1.1.0","db_id":null}`
	if resp.StatusCode != http.StatusOK || string(body) != want {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	b.shares.set(func(f *fakeShares) { f.dbID = "db-1" })
	_, body = b.get("/api/v1/status")
	var s struct {
		DBID string `json:"db_id"`
	}
	if err := json.Unmarshal(body, &s); err != nil || s.DBID != "db-1" {
		t.Errorf("%s %v", body, err)
	}
}

func TestOpenAPIIsServed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, body := b.get("/openapi.json")
	var doc struct {
		OpenAPI string
		Info    struct{ Version string }
		Paths   map[string]any
	}
	if err := json.Unmarshal(body, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "2.3.0" || len(doc.Paths) < 3 {
		t.Errorf("%+v", doc)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, _ := b.do(http.MethodHead, "/api/v1/status")
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
}
