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

// Samples have the address of the server that shows them, as far as its client's request
// tells it; what was printed and the defaults of settings stay.
func TestSamplesHaveTheAddressOfTheServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host    string
		headers []string
		want    string
	}{
		{"biom.example", nil, "http://biom.example"},
		{"biom.example:8443", []string{"X-Forwarded-Proto", "https"}, "https://biom.example:8443"},
		{"[2001:db8::1]:80", []string{"X-Forwarded-Proto", "ftp"}, "http://[2001:db8::1]:80"},
		{"localhost:8080", nil, "http://localhost:8080"},
		{`a"><script>`, nil, "http://localhost:8080"},
		{"a/b", nil, "http://localhost:8080"},
		{"", nil, "http://localhost:8080"},
		{strings.Repeat("a", 300), nil, "http://localhost:8080"},
	} {
		etags := map[string]bool{}
		for path, sample := range map[string]string{
			"/docs/endpoints":    "curl " + c.want + "/api/v1/status",
			"/docs/endpoints.md": "curl " + c.want + "/api/v1/status",
			"/docs/go-client":    "BaseURL: <span class=\"string\">&#34;" + c.want + "&#34;</span>",
			"/llms.txt":          "speak to " + c.want + ",",
			"/llms-full.txt":     "--server " + c.want + " |",
			"/llms-small.txt":    "curl " + c.want + "/api/v1/status",
		} {
			r := getFrom(t, c.host, path, c.headers...)
			body := text(t, r.Body)
			if !strings.Contains(body, sample) || strings.Contains(body, "{this-server}") || strings.Contains(body, "<script>") {
				t.Errorf("%s at %s: no %s", path, c.host, sample)
			}
			if !strings.Contains(r.Header.Get("Vary"), "X-Forwarded-Proto") {
				t.Errorf("%s: Vary %s", path, r.Header.Get("Vary"))
			}
			etags[r.Header.Get("ETag")] = true
			if again := getFrom(t, c.host, path, append(c.headers, "If-None-Match", r.Header.Get("ETag"))...); again.StatusCode != http.StatusNotModified {
				t.Errorf("%s: %s", path, again.Status)
			}
			if other := getFrom(t, "another.example", path, "If-None-Match", r.Header.Get("ETag")); other.StatusCode != http.StatusOK {
				t.Errorf("%s of another server: %s", path, other.Status)
			}
		}
	}
	for path, printed := range map[string]string{
		"/docs/":                 "biom: serving on http://localhost:8080, ",
		"/docs/configuration.md": "else http://localhost:8080.",
	} {
		if !strings.Contains(text(t, getFrom(t, "biom.example", path).Body), printed) {
			t.Errorf("%s has no %q", path, printed)
		}
	}
}
