package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/api/web"
)

// served is what a browser gets for a path.
func served(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := got(t, path)
	if w.Code != http.StatusOK {
		t.Fatalf("%s is not served: %d", path, w.Code)
	}
	return w
}

// TestExplorer: the page refers to files that are there and to nothing else,
// and has nothing in it that its policy forbids.
func TestExplorer(t *testing.T) {
	t.Parallel()
	if !slices.Contains(web.Routes(), "/apidocs") {
		t.Error("/apidocs is no route")
	}
	w := served(t, "/apidocs")
	if typ := w.Header().Get("Content-Type"); typ != "text/html; charset=utf-8" {
		t.Errorf("Content-Type: %s", typ)
	}
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'; script-src 'self'; style-src 'self';") || strings.Contains(policy, "unsafe") {
		t.Errorf("Content-Security-Policy: %s", policy)
	}
	page := w.Body.String()
	for _, forbidden := range []string{"<script>", "<style", "style=", "onload=", "//"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page has %s in it", forbidden)
		}
	}
	elsewhere := []string{"/", "/docs/", "/openapi.json", "data:,"}
	files := 0
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !slices.Contains(elsewhere, m[1]) {
			served(t, m[1])
			files++
		}
	}
	if files != 4 {
		t.Errorf("%d files are loaded", files)
	}
}

// TestExplorerAsksNobodyElse: swagger-ui would have the description validated
// elsewhere, and take another's from the address of the page.
func TestExplorerAsksNobodyElse(t *testing.T) {
	t.Parallel()
	at := regexp.MustCompile(`/static/[^"]*/explorer/explorer\.js`).FindString(served(t, "/apidocs").Body.String())
	script := served(t, at).Body.String()
	for _, want := range []string{"url: '/openapi.json'", "validatorUrl: null"} {
		if !strings.Contains(script, want) {
			t.Errorf("explorer.js is without %q", want)
		}
	}
	for _, forbidden := range []string{"http:", "https:", "queryConfigEnabled", "persistAuthorization"} {
		if strings.Contains(script, forbidden) {
			t.Errorf("explorer.js has %s in it", forbidden)
		}
	}
}
