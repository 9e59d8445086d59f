package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed static
var embedded embed.FS

// Routes are the routes of the pages, in gin's words. /openapi.json is of the
// API.
func Routes() []string {
	return []string{"/", "/pin/:biompin", explorerPage, "/static/*file"}
}

// Serve answers one of [Routes]. It says false where there is no
// such page and leaves the answer to the caller.
func Serve(w http.ResponseWriter, r *http.Request) bool {
	p := page(r.URL.Path)
	if p == nil {
		return false
	}
	p.serve(w, r)
	return true
}

// resource is something that a browser can ask for by a path.
type resource struct {
	typ   string // its Content-Type
	cache string // its Cache-Control
	body  []byte
	etag  string
	gzip  func() []byte // nil: does not get smaller
}

// How long a browser may keep what it was given.
const (
	immutable  = "public, max-age=31536000, immutable" // what has its digest in its path
	revalidate = "no-cache"
	never      = "no-store"
)

// policy lets a page load what this server serves, and nothing be written into
// it: neither script nor style stands in the markup. Pictures may come from
// memory (the preview of an upload, the icons in a vendored style sheet).
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (p *resource) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.typ)
	h.Set("Cache-Control", p.cache)
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer") // a share code may stand in the address
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	if p.cache != never {
		h.Set("ETag", p.etag)
	}
	body := p.body
	if p.gzip != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = p.gzip()
		h.Set("Content-Encoding", "gzip")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// page finds what a path asks for: nil where there is nothing.
func page(at string) *resource {
	all := site()
	if p := all[at]; p != nil {
		return p
	}
	if code, ok := strings.CutPrefix(at, "/pin/"); ok && !strings.Contains(code, "/") {
		return all[pinPage]
	}
	return stale(all, at)
}

// stale finds a file under another version's digest. While a deployment is
// being renewed, the page may come from one replica and its files from
// another; they are served, and not kept.
func stale(all map[string]*resource, at string) *resource {
	rest, ok := strings.CutPrefix(at, staticRoot)
	if !ok {
		return nil
	}
	_, file, _ := strings.Cut(rest, "/")
	p := all[base()+file]
	if p == nil || file == "" {
		return nil
	}
	once := *p
	once.cache = never
	return &once
}

const (
	staticRoot = "/static/"
	pinPage    = "/pin/" // any code: the script reads it from the address
)

// base is the path of the static files. It has a digest of all of them in it,
// so that browsers can keep them for ever.
func base() string { return staticRoot + digest() + "/" }

var digest = sync.OnceValue(func() string {
	all, h := files(), sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(h, "%s %d\n", name, len(all[name]))
		h.Write(all[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// files are the static files by name, those that derive from the field table
// among them.
var files = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{"app/fields.js": fieldsModule()}
	root, err := fs.Sub(embedded, "static")
	if err != nil {
		panic("web: " + err.Error())
	}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[name], err = fs.ReadFile(root, name)
		return err
	})
	if err != nil {
		panic("web: " + err.Error())
	}
	return all
})

// site is every resource by its path, made once.
var site = sync.OnceValue(func() map[string]*resource {
	all := map[string]*resource{}
	for name, body := range files() {
		all[base()+name] = newResource(contentType(name), immutable, body)
	}
	index := newResource(contentType(".html"), revalidate, indexPage())
	pin := *index
	pin.cache = never
	all["/"], all[pinPage] = index, &pin
	all[explorerPage] = explorer()
	all["/openapi.json"] = newResource(contentType(".json"), revalidate, OpenAPI())
	return all
})

// indexPage is the app's page. It names all of the app's modules, so that a
// browser asks for them at once.
func indexPage() []byte {
	var preload strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files())) {
		if isModule(name) {
			fmt.Fprintf(&preload, "<link rel=\"modulepreload\" href=\"%s%s\">\n", base(), name)
		}
	}
	return fill("index.html", "<!-- modules -->\n", preload.String())
}

// modules are the directories of what the app is made of. Other modules are
// loaded when they are needed, or by other pages.
var modules = []string{"app/", "words/", "vendor/lit-html/"}

func isModule(name string) bool {
	return path.Ext(name) == ".js" &&
		slices.ContainsFunc(modules, func(dir string) bool { return strings.HasPrefix(name, dir) })
}

// fill returns an embedded page with the address of the static files in place
// of "{static}/", and further replacements.
func fill(name string, replacements ...string) []byte {
	r := strings.NewReplacer(append(replacements, "{static}/", base())...)
	return []byte(r.Replace(string(files()[name])))
}

func newResource(typ, cache string, body []byte) *resource {
	sum := sha256.Sum256(body)
	p := &resource{typ: typ, cache: cache, body: body, etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	if len(body) > 512 {
		p.gzip = sync.OnceValue(func() []byte { return compress(body) })
	}
	return p
}

func compress(body []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic("web: " + err.Error())
	}
	_, _ = w.Write(body) // to memory
	_ = w.Close()
	return b.Bytes()
}

// contentType does not ask the machine: what it knows of types differs.
func contentType(name string) string {
	if typ, ok := types[path.Ext(name)]; ok {
		return typ
	}
	return "text/plain; charset=utf-8"
}

var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json",
}
