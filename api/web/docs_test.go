package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// fetch returns the site's response to a path. Its code is 0 if there is no such
// page.
func fetch(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	if !site.Serve(w, httptest.NewRequest(http.MethodGet, path, http.NoBody)) {
		w.Code = 0
	}
	return w
}

func TestDocsAreServed(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		status int
		typ    string
		text   string // in the body, or the Location
	}{
		"/docs":             {301, "", "/docs/"},
		"/docs/index":       {301, "", "/docs/"},
		"/docs/shares/":     {301, "", "/docs/shares"},
		"/docs/":            {200, "text/html; charset=utf-8", "<h1>Getting started</h1>"},
		"/docs/shares":      {200, "text/html; charset=utf-8", `<h2 id="make-one">`},
		"/docs/shares.md":   {200, "text/markdown; charset=utf-8", "\n## Make one\n"},
		"/docs/schema.md":   {200, "text/markdown; charset=utf-8", "| `AL` | Axial length | number | 14 to 40 | mm | 21.2 to 26.6 |"},
		"/docs/search.json": {200, "application/json", `"path":"/docs/shares#make-one"`},
		"/docs/nothing":     {404, "text/html; charset=utf-8", "There is no such page"},
		"/docs/a/b":         {404, "text/html; charset=utf-8", "There is no such page"},
		"/llms.txt":         {200, "text/plain; charset=utf-8", "(/docs/shares.md)"},
		"/llms-full.txt":    {200, "text/plain; charset=utf-8", "\n### Make one\n"},
		"/llms-small.txt":   {200, "text/plain; charset=utf-8", "# biom\n"},
		"/llms-medium.txt":  {0, "", ""},
	} {
		w := fetch(t, path)
		body := w.Body.String()
		if want.status == 301 {
			body = w.Header().Get("Location")
		}
		if w.Code != want.status || want.typ != "" && w.Header().Get("Content-Type") != want.typ || !strings.Contains(body, want.text) {
			t.Errorf("%s: %d, %v, %.200s", path, w.Code, w.Header(), body)
		}
	}
}

func TestNotFoundPageIsNotCached(t *testing.T) {
	t.Parallel()
	w := fetch(t, "/docs/nothing")
	if w.Header().Get("ETag") != "" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v", w.Header())
	}
}

// The Content-Security-Policy forbids style and script in the markup, and other
// hosts.
func TestDocsComplyWithThePolicy(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`<style|\sstyle=|\son[a-z]+=|<script(?:>| type="module">)|(?:src|srcset|href)="(?:https?:)?//`)
	static := regexp.MustCompile(`(?:src|href)="(/static/[^"]+)"`)
	pages := regexp.MustCompile(`<a href="(/docs/[^"#]*)"`).FindAllStringSubmatch(fetch(t, "/docs/").Body.String(), -1)
	if len(pages) < 16 {
		t.Errorf("only %d pages are linked", len(pages))
	}
	for _, p := range pages {
		w := fetch(t, p[1])
		html := w.Body.String()
		if found := forbidden.FindString(html); found != "" {
			t.Errorf("%s contains %s", p[1], found)
		}
		if w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s has no policy", p[1])
		}
		for _, m := range static.FindAllStringSubmatch(html, -1) {
			if fetch(t, m[1]).Code != http.StatusOK {
				t.Errorf("%s loads %s, which does not exist", p[1], m[1])
			}
		}
	}
}
