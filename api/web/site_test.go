package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"biom/api/web"
)

var site = web.New(15 << 20)

// get asks for a page; header is name, value, …
func get(t *testing.T, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
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
			t.Errorf("%s: the address may be told to others", path)
		}
	}
	for _, path := range []string{"/pin/a/b", "/static/", "/static/x/", "/static/x/nothing.js", "/static/x/index.html", "/static/x/explorer/index.html", "/index.html", "/static/../site.go"} {
		if r := get(t, path); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

var address = regexp.MustCompile(`(?:href|src)="(/static/[^"]*)"`)

// Whatever the page names is there and may be kept for ever, and its one
// module asks for nothing more before it runs.
func TestWhatThePageLoads(t *testing.T) {
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
		t.Error("nothing is left for when it is needed: QR codes were")
	}
	for _, m := range lazy {
		if at := resolve("/static/any/app/bundle.js", m[1]); get(t, at).StatusCode != http.StatusOK {
			t.Errorf("the bundle imports %s, which is not there", m[1])
		}
	}
	if !strings.Contains(bundle, "SPDX-License-Identifier: BSD-3-Clause") {
		t.Error("lit-html's licence is not in the bundle")
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

// What a browser has already is not sent again, what it takes compressed is
// sent so, and a file of another version is served and not kept.
func TestTransfer(t *testing.T) {
	t.Parallel()
	plain := get(t, "/")
	packed := get(t, "/", "Accept-Encoding", "br, gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("not compressed")
	}
	unpacked, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text(t, unpacked) != text(t, plain.Body) {
		t.Error("the compressed page is another one")
	}
	again := get(t, "/", "If-None-Match", plain.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || text(t, again.Body) != "" {
		t.Errorf("%s", again.Status)
	}
	older := get(t, "/static/0123456789ab/app/main.js")
	if older.StatusCode != http.StatusOK || older.Header.Get("Cache-Control") != "no-store" || older.Header.Get("ETag") != "" {
		t.Errorf("%s, %v", older.Status, older.Header)
	}
}

// The form's module has every field of the table with its range.
func TestFieldsModule(t *testing.T) {
	t.Parallel()
	body := text(t, get(t, "/static/any/app/fields.js").Body)
	for _, want := range []string{`"name":"AL"`, `"min":14`, `"max":40`, `"values":["Phakic","Phakic IOL"`, `"name":"TK2_axis"`, `"kind":"integer"`} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in it", want)
		}
	}
}
