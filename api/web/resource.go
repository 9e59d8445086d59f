package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"
)

// resource is something that a browser can ask for by a path.
type resource struct {
	typ   string // its Content-Type
	cache string // its Cache-Control
	body  []byte
	etag  string
	gzip  func() []byte // nil: does not get smaller
	lost  bool          // it says that there is nothing: 404
	to    string        // where it has moved to
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

func newResource(typ, cache string, body []byte) *resource {
	sum := sha256.Sum256(body)
	p := &resource{typ: typ, cache: cache, body: body, etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	if len(body) > 512 {
		p.gzip = sync.OnceValue(func() []byte { return compress(body) })
	}
	return p
}

func (p *resource) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.typ)
	h.Set("Cache-Control", p.cache)
	if p.cache != immutable { // the parts of pages need none of their own
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer") // a share code may stand in the address
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	h.Set("Vary", "Accept-Encoding")
	switch {
	case p.to != "":
		http.Redirect(w, r, p.to, http.StatusMovedPermanently) //nolint:gosec // found by the path, not made of it
		return
	case p.lost:
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(p.body) //nolint:gosec // the same; and a client that left needs no page
		return
	case p.cache != never:
		h.Set("ETag", p.etag)
	}
	body := p.body
	if p.gzip != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = p.gzip()
		h.Set("Content-Encoding", "gzip")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
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
