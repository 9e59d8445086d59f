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

	"biom/api/web/docs"
)

// resource is the response to a GET request for one path.
type resource struct {
	typ      string // Content-Type
	cache    string // Cache-Control
	body     []byte
	etag     string
	gzip     func() []byte // the compressed body; nil if it is too small to compress
	notFound bool          // the status is 404
	location string        // not empty: redirects there

	// hasAddress says that the body has [docs.Address], which is replaced for each client.
	hasAddress bool
}

// The values of Cache-Control.
const (
	immutable  = "public, max-age=31536000, immutable" // for paths that contain a digest
	revalidate = "no-cache"
	never      = "no-store"
)

// policy is the Content-Security-Policy of all pages. They load scripts, styles
// and data from this server only, and no script or style in the markup is run.
// Images may also come from memory: the preview of an upload, and the icons in
// a vendored style sheet.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func newResource(typ, cache string, body []byte) *resource {
	sum := sha256.Sum256(body)
	p := &resource{typ: typ, cache: cache, body: body, etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	p.hasAddress = bytes.Contains(body, []byte(docs.Address))
	if len(body) > 512 {
		p.gzip = sync.OnceValue(func() []byte { return compress(body) })
	}
	return p
}

func (p *resource) serve(w http.ResponseWriter, r *http.Request) {
	vary := "Accept-Encoding"
	if p.hasAddress {
		vary += ", X-Forwarded-Proto"
		p = p.withAddress(r)
	}
	h := w.Header()
	h.Set("Content-Type", p.typ)
	h.Set("Cache-Control", p.cache)
	if p.cache != immutable { // files that pages load need no policy of their own
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer") // the address may contain a share code
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	h.Set("Vary", vary)
	switch {
	case p.location != "":
		http.Redirect(w, r, p.location, http.StatusMovedPermanently) //nolint:gosec // looked up by the path, not built from it
		return
	case p.notFound:
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(p.body) //nolint:gosec // looked up by the path; on an error the client has disconnected
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
	_, _ = w.Write(body) // writing to memory cannot fail
	_ = w.Close()
	return b.Bytes()
}
