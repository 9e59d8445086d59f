package docs_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"biom/api/web"
	"biom/exporter"
	"biom/shared/biometry"
	"biom/shared/endpoint"
)

// otherNames are names with an underscore that are neither in the API's description
// nor fields of a report.
var otherNames = []string{
	"max_payload", "sync_interval", // of NATS
	"eyes_untold", "not_found", // values of a label
	biometry.PrintedMeanK,                                          // a path of the evidence
	"saved_before",                                                 // of biom process --json
	"biom_client", "idempotency_key", "batch_jobs", "batch_events", // of the Python client
	"capacity", "capacity_public",
	"password_protected", "image_too_large", "too_many_pages", "too_complex", "no_biometry_found", "invalid_output", "provider_key_rejected", // reasons:
	"provider_rate_limited", "provider_unavailable", "model_refused", "reader_not_installed", "gave_up", "internal_error", // see cmd/biom
	"no_new_privs", "given_up",
	"read_report", "validate_report", "retrieve_share", "export_reports", "save_as", // of the tools for agents
	"api_key", // a query parameter, in the security schemes
}

// Fields are recognised as code with an underscore.
func TestPagesNameFieldsThatExist(t *testing.T) {
	t.Parallel()
	var api any
	if err := json.Unmarshal(web.OpenAPI(), &api); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	collect(api, known)
	for _, column := range exported(t) {
		known[column] = true
	}
	for _, name := range otherNames {
		known[name] = true
	}
	schema := string(findPage(t, documentation(t), "schema").Markdown)
	for reason := range biometry.WithheldReasons() {
		known[string(reason)] = true
		if !strings.Contains(schema, "\n| `"+string(reason)+"` | ") {
			t.Errorf("schema does not name the reason %s", reason)
		}
	}
	metrics := string(findPage(t, documentation(t), "metrics").Markdown) // cmd/biom compares its list with what is shown
	for _, m := range regexp.MustCompile("(?m)^\\| `(biom_[a-z_]+)`").FindAllStringSubmatch(metrics, -1) {
		known[m[1]] = true
	}
	field := regexp.MustCompile("`[a-z_.]*?([a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)+)(?:=[a-z]+)?`")
	found := 0
	for _, p := range documentation(t).Pages {
		for _, m := range field.FindAllStringSubmatch(string(p.Markdown), -1) {
			found++
			if name := m[1]; !known[name] && name != strings.ToUpper(name) { // environment variables and codes have tests of their own
				t.Errorf("%s names %s", p.Name, name)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d names were found", found)
	}
}

// collect adds all names and strings of a JSON value to known.
func collect(v any, known map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			known[name] = true
			collect(value, known)
		}
	case []any:
		for _, value := range v {
			collect(value, known)
		}
	case string:
		known[v] = true
	}
}

func TestColumnsAreThoseOfTheExporter(t *testing.T) {
	t.Parallel()
	page := string(findPage(t, documentation(t), "export").Markdown)
	_, table, _ := strings.Cut(page, "| Column |")
	table, _, _ = strings.Cut(table, "\n\n")
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(table, -1) {
		documented = append(documented, m[1])
	}
	if want := exported(t); !slices.Equal(documented, want) {
		t.Errorf("documented\n%v\nexported\n%v", documented, want)
	}
}

// exported returns the columns of an export.
func exported(t *testing.T) []string {
	t.Helper()
	al := 23.4
	body, err := json.Marshal(map[string]any{"formats": []string{"csv"}, "responses": []any{map[string]any{"filename": "a.pdf", "json_data": biometry.Response{
		Data:     biometry.Report{Biometer: biometry.Biometer{DeviceName: "Argos", Manufacturer: "Alcon"}, RightEye: biometry.Eye{AL: &al}},
		Metadata: biometry.Metadata{RequestID: "r", SchemaVersion: biometry.SchemaVersion, AppVersion: "1", Extraction: biometry.Extraction{Method: biometry.MethodAI, Timestamp: "2026-01-01T00:00:00Z", LLM: "m"}},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := exporter.New(exporter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, endpoint.ExportPath, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	w := httptest.NewRecorder()
	exporter.NewServer(e).HTTP().Handler.ServeHTTP(w, r)
	archive, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	if err != nil {
		t.Fatalf("status %d: %v", w.Code, err)
	}
	f, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}
