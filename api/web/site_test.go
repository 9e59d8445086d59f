package web_test

import (
	"compress/gzip"
	"encoding/binary"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"biom/api/web"
)

var site = web.New(15 << 20)

// get returns the site's response to a path. headers are names and values in turn.
func get(t *testing.T, path string, headers ...string) *http.Response {
	t.Helper()
	return getFrom(t, "example.com", path, headers...)
}

// getFrom is like get, for a request that was sent to a host.
func getFrom(t *testing.T, host, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = host
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	if !site.Serve(w, r) {
		w.WriteHeader(http.StatusNotFound)
	}
	return w.Result()
}

func text(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPagesAndTheirHeaders(t *testing.T) {
	t.Parallel()
	for path, cache := range map[string]string{
		"/":                    "no-cache",
		"/pin/able-zoo-123456": "no-store",
		"/pin/":                "no-store",
		"/pin/any%20thing":     "no-store",
	} {
		r := get(t, path)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Cache-Control") != cache {
			t.Errorf("%s: %s, %v", path, r.Status, r.Header)
		}
		policy := r.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: %s", path, policy)
		}
		if r.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: browsers may send the address to other sites", path)
		}
	}
	for _, path := range []string{"/pin/a/b", "/static/", "/static/x/", "/static/x/nothing.js", "/static/x/index.html", "/static/x/explorer/index.html", "/index.html", "/static/../site.go"} {
		if r := get(t, path); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// The worker that takes PDFs apart has the policy of the pages: what it may load does not
// follow from theirs.
func TestWorkerHasThePolicyOfThePages(t *testing.T) {
	t.Parallel()
	r := get(t, "/static/x/vendor/pdfjs-dist/legacy/build/pdf.worker.min.mjs")
	if policy := r.Header.Get("Content-Security-Policy"); policy == "" || policy != get(t, "/").Header.Get("Content-Security-Policy") {
		t.Errorf("%s, policy %q", r.Status, policy)
	}
}

var address = regexp.MustCompile(`(?:href|src)="(/static/[^"]*)"`)

// Every file that the page loads exists and may be cached for ever. Its module, the
// bundle, imports nothing before it runs.
func TestFilesOfThePage(t *testing.T) {
	t.Parallel()
	loads := address.FindAllStringSubmatch(text(t, get(t, "/").Body), -1)
	if len(loads) < 5 {
		t.Fatalf("the page names %d files", len(loads))
	}
	for _, m := range loads {
		r := get(t, m[1])
		if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %s, %s", m[1], r.Status, r.Header.Get("Cache-Control"))
		}
	}
	bundle := text(t, get(t, "/static/any/app/bundle.js").Body)
	for _, imports := range []string{"import{", "import \"", "import*", "import\""} {
		if strings.Contains(bundle, imports) {
			t.Errorf("the bundle imports something: %s", imports)
		}
	}
	lazy := regexp.MustCompile(`import\("([^"]*)"\)`).FindAllStringSubmatch(bundle, -1)
	if len(lazy) == 0 {
		t.Error("the bundle imports no module dynamically; it should import the QR library so")
	}
	for _, m := range lazy {
		if address := resolve("/static/any/app/bundle.js", m[1]); get(t, address).StatusCode != http.StatusOK {
			t.Errorf("the bundle imports %s, which does not exist", m[1])
		}
	}
	if !strings.Contains(bundle, "SPDX-License-Identifier: BSD-3-Clause") {
		t.Error("the bundle does not contain lit-html's licence")
	}
}

func resolve(from, name string) string {
	r := httptest.NewRequest(http.MethodGet, from, nil)
	u, err := r.URL.Parse(name)
	if err != nil {
		return name
	}
	return u.Path
}

func TestCompressedPageIsTheSame(t *testing.T) {
	t.Parallel()
	compressed := get(t, "/", "Accept-Encoding", "br, gzip")
	if compressed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("not compressed")
	}
	uncompressed, err := gzip.NewReader(compressed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text(t, uncompressed) != text(t, get(t, "/").Body) {
		t.Error("the compressed page differs from the uncompressed one")
	}
}

func TestUnchangedPageIsNotSentAgain(t *testing.T) {
	t.Parallel()
	r := get(t, "/", "If-None-Match", get(t, "/").Header.Get("ETag"))
	if r.StatusCode != http.StatusNotModified || text(t, r.Body) != "" {
		t.Errorf("%s", r.Status)
	}
}

func TestFileOfAnotherVersionIsServedAndNotCached(t *testing.T) {
	t.Parallel()
	r := get(t, "/static/0123456789ab/app/main.js")
	if r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("ETag") != "" {
		t.Errorf("%s, %v", r.Status, r.Header)
	}
}

// The module has the fields of the table with their ranges and values.
func TestFieldsModule(t *testing.T) {
	t.Parallel()
	body := text(t, get(t, "/static/any/app/fields.js").Body)
	for _, want := range []string{`"name":"AL"`, `"min":14`, `"max":40`, `"values":["Phakic","Phakic IOL"`, `"name":"TK2_axis"`, `"kind":"integer"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the module does not contain %s", want)
		}
	}
}

// Browsers ask every site for an icon, and crawlers for rules.
func TestFilesThatEverySiteHas(t *testing.T) {
	t.Parallel()
	icon := get(t, "/favicon.ico")
	body := text(t, icon.Body)
	if icon.StatusCode != http.StatusOK || icon.Header.Get("Content-Type") != "image/x-icon" || !strings.HasPrefix(body, "\x00\x00\x01\x00") {
		t.Errorf("%s, %v", icon.Status, icon.Header)
	}
	for i := range int(body[4]) { // each entry of 16 bytes ends in the length and the offset of a PNG
		entry := body[6+16*i:][:16]
		offset := binary.LittleEndian.Uint32([]byte(entry[12:]))
		picture, err := png.DecodeConfig(strings.NewReader(body[offset:]))
		if err != nil || picture.Width != int(entry[0]) || picture.Height != int(entry[1]) {
			t.Errorf("icon %d: %+v, %v", i, picture, err)
		}
	}
	robots := get(t, "/robots.txt")
	rules := text(t, robots.Body)
	if robots.Header.Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(rules, "Disallow: /pin/\n") || strings.Contains(rules, "Disallow: /\n") {
		t.Errorf("%v: %s", robots.Header, rules)
	}
}

// A slash too many at the end of a page's address leads to the page.
func TestSlashesLeadToPages(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/apidocs/":               "/apidocs",
		"/openapi.json/?x=1":      "/openapi.json?x=1",
		"/pin/able-zoo-123456/":   "/pin/able-zoo-123456",
		"/pin/%22%3Cx%3E/":        "/pin/%22%3Cx%3E",
		"/favicon.ico/":           "/favicon.ico",
		"/nothing/":               "",
		"//example.com/":          "",
		"/pin//example.com/":      "",
		"/static/x/nothing.html/": "",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		u, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatal(err)
		}
		r.URL = u
		w := httptest.NewRecorder()
		redirected := site.RedirectSlash(w, r)
		if redirected != (want != "") || w.Header().Get("Location") != want {
			t.Errorf("%s: %v, %s", path, redirected, w.Header().Get("Location"))
		}
		if redirected && (w.Code != http.StatusMovedPermanently || w.Header().Get("Cache-Control") != "no-store") {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
	}
}
