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
	typ   string // Content-Type
	cache string // Cache-Control
	content
	worker   bool   // a script that runs beside the page: its policy comes with itself, not with the page
	notFound bool   // the status is 404
	location string // not empty: redirects there

	// addressed replaces content for each client, because content has [docs.Address]; nil if
	// it has not.
	addressed *addressed
}

// content is a body and what is made of it.
type content struct {
	body []byte
	etag string
	gzip func() []byte // the compressed body; nil if it is too small to compress
}

// The values of Cache-Control.
const (
	immutable  = "public, max-age=31536000, immutable" // for paths that contain a digest
	revalidate = "no-cache"
	never      = "no-store"
)

// policy is the Content-Security-Policy of all pages. They load scripts, styles
// and data from this server only, and no script or style in the markup is run.
// Images may also come from memory: the picture beside its numbers, and the
// icons in a vendored style sheet. The worker that takes PDFs apart is a script
// of this server with the same policy.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func newResource(typ, cache string, body []byte) *resource {
	p := &resource{typ: typ, cache: cache, content: newContent(body)}
	if bytes.Contains(body, []byte(docs.Address)) {
		p.addressed = &addressed{template: body, contents: map[string]content{}}
	}
	return p
}

func newContent(body []byte) content {
	sum := sha256.Sum256(body)
	c := content{body: body, etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	if len(body) > 512 {
		c.gzip = sync.OnceValue(func() []byte { return compress(body) })
	}
	return c
}

func (p *resource) serve(w http.ResponseWriter, r *http.Request) {
	vary, shown := "Accept-Encoding", p.content
	if p.addressed != nil {
		vary += ", X-Forwarded-Proto"
		shown = p.addressed.at(address(r))
	}
	h := w.Header()
	h.Set("Content-Type", p.typ)
	h.Set("Cache-Control", p.cache)
	if p.cache != immutable || p.worker { // other files that pages load need no policy of their own
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
		_, _ = w.Write(shown.body) // on an error the client has disconnected
		return
	case p.cache != never:
		h.Set("ETag", shown.etag)
	}
	body := shown.body
	if shown.gzip != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = shown.gzip()
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
