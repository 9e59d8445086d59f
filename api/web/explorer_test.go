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

// mustFetch returns the site's response to a path, which must be 200.
func mustFetch(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := fetch(t, path)
	if w.Code != http.StatusOK {
		t.Fatalf("%s is not served: %d", path, w.Code)
	}
	return w
}

// The explorer refers to existing files only, and contains nothing that its policy
// forbids.
func TestExplorerPage(t *testing.T) {
	t.Parallel()
	if !slices.Contains(web.Routes(), "/apidocs") {
		t.Error("/apidocs is not among the routes")
	}
	w := mustFetch(t, "/apidocs")
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
			t.Errorf("the page contains %s", forbidden)
		}
	}
	otherTargets := []string{"/", "/docs/", "/openapi.json", "data:,"}
	files := 0
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !slices.Contains(otherTargets, m[1]) {
			mustFetch(t, m[1])
			files++
		}
	}
	if files != 4 {
		t.Errorf("the page loads %d files, want 4", files)
	}
}

// By default swagger-ui sends the description to a validator on another server,
// and loads another description that the address of the page names.
func TestExplorerUsesThisServerOnly(t *testing.T) {
	t.Parallel()
	address := regexp.MustCompile(`/static/[^"]*/explorer/explorer\.js`).FindString(mustFetch(t, "/apidocs").Body.String())
	script := mustFetch(t, address).Body.String()
	for _, want := range []string{"url: '/openapi.json'", "validatorUrl: null"} {
		if !strings.Contains(script, want) {
			t.Errorf("explorer.js does not contain %q", want)
		}
	}
	for _, forbidden := range []string{"http:", "https:", "queryConfigEnabled", "persistAuthorization"} {
		if strings.Contains(script, forbidden) {
			t.Errorf("explorer.js contains %s", forbidden)
		}
	}
}
