// Package upload is the gate of process: it reads a multipart upload once,
// bounded in every direction, and looks at what was uploaded without decoding
// it. Nothing behind it sees a file whose content does not match its name.
package upload

import (
	"errors"
	"net/http"
	"os"
	"time"

	"biom/shared/endpoint"
	"biom/shared/filekind"
)

// Upload is what came through the gate.
type Upload struct {
	Kind    filekind.Kind
	Name    string // base name; valid UTF-8 without control characters, at most 255 bytes
	File    []byte
	Biompin bool
	Stream  bool
	Slow    bool // service_tier

	budget *endpoint.Budget
	held   int
}

// Release drops the file and gives its memory back to the gate's budget.
func (up *Upload) Release() {
	up.budget.Give(up.held)
	up.File, up.held = nil, 0
}

// Gate reads uploads.
type Gate struct {
	MaxFile int              // bytes of the file
	Pace    time.Duration    // for each next 8 KiB
	Budget  *endpoint.Budget // of all files at once, at least 2 × MaxFile; nil: without bounds
}

// The bounds of a form beside its file.
const (
	maxParts    = 1000
	maxPartHead = 32 << 10 // a file name of 10 KB may be written with escapes
	maxOption   = 64       // bytes of an option's value
	maxRest     = 1 << 20  // everything but the file
)

// Read reads the upload in r's body. Errors are problems. What was refused has
// cost no more memory than one file, and none if it could be told early. What
// was not is to be released.
func (g Gate) Read(w http.ResponseWriter, r *http.Request) (*Upload, error) {
	body := endpoint.NewBody(w, r, int64(g.MaxFile+maxRest), g.Pace)
	up, err := g.read(r, body)
	if err != nil {
		if !errors.Is(err, os.ErrDeadlineExceeded) { // who was silent for so long is not waited for again
			body.Drain()
		}
		return nil, classify(err)
	}
	body.Release()
	return up, nil
}

func (g Gate) read(r *http.Request, body *endpoint.Body) (*Upload, error) {
	boundary, err := boundary(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	if r.ContentLength > int64(g.MaxFile+maxRest) {
		return nil, tooLarge(g.MaxFile)
	}
	parts := newParts(body, boundary)
	defer parts.release()
	f := &form{gate: g, parts: parts, declared: r.ContentLength}
	up, err := f.whole(body)
	if err != nil {
		f.got.drop()
		return nil, err
	}
	up.budget, up.held = g.Budget, f.got.held
	return up, nil
}
