// Package upload is the gate of POST /api/v1/biom/process. It reads a multipart
// upload once, within limits of size, time and memory, and checks the file
// without decoding it. It refuses files whose content does not match their name.
package upload

import (
	"net/http"
	"time"

	"biom/shared/endpoint"
	"biom/shared/filekind"
	"biom/shared/memory"
)

// Upload is an upload that the gate accepted.
type Upload struct {
	Kind    filekind.Kind
	Name    string // base name; valid UTF-8 without control characters, at most 255 bytes
	File    []byte
	Biompin bool
	Stream  bool
	Slow    bool // service_tier is slow
	// Evidence says that the response is to say where the values stand in the document.
	Evidence bool
	// Batch and Callback are names chosen by the caller and by the operator, "" if absent.
	Batch, Callback string

	budget *Budget
	caller string
	held   int // bytes that caller has taken from budget
}

// Release drops the file and gives its memory back to the gate's budget. It may be
// called more than once.
func (u *Upload) Release() {
	if u.held >= largeFile {
		memory.Dropped()
	}
	if u.budget != nil {
		u.budget.give(u.caller, u.held)
	}
	u.File, u.held = nil, 0
}

// largeFile is the size in bytes above which the memory of a file is given back to the
// operating system.
const largeFile = 4 << 20

// Gate reads uploads.
type Gate struct {
	MaxFile     int           // bytes of the file
	ReadTimeout time.Duration // how long a client may take for each next 8 KiB
	Room        int           // bytes of capacity that File has to spare
	Budget      *Budget       // of the memory of all files at once, at least 4 × MaxFile; nil: no bound
}

// The limits of everything in a form but its file.
const (
	maxParts    = 1000
	maxPartHead = 32 << 10 // a file name of 10 KB may be written with escapes
	maxOption   = 64       // bytes of an option's value
	maxRest     = 1 << 20  // bytes of everything but the file
)

// Read reads the upload in r's body, which must be released. It counts in the share of the
// caller whose name caller returns. Errors are problems. A refused upload costs at most the memory of one file, and none if its
// headers or the file's first KiB are enough to refuse it.
func (g Gate) Read(w http.ResponseWriter, r *http.Request, caller func() string) (*Upload, error) {
	body := endpoint.NewBody(w, r, int64(g.MaxFile+maxRest), g.ReadTimeout)
	u, err := g.read(r, body, caller)
	if err != nil {
		return nil, classify(err)
	}
	body.ClearDeadline()
	return u, nil
}

func (g Gate) read(r *http.Request, body *endpoint.Body, caller func() string) (*Upload, error) {
	boundary, err := boundary(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	if r.ContentLength > int64(g.MaxFile+maxRest) {
		return nil, tooLarge(g.MaxFile)
	}
	parts := newParts(body, boundary)
	defer parts.release()
	f := &form{gate: g, caller: caller, parts: parts, declared: r.ContentLength}
	if endpoint.IsGzip(r.Header) {
		f.declared = -1 // Content-Length is that of the gzip
	}
	u, err := f.readUpload(body)
	if err != nil {
		f.buffer.drop()
		return nil, err
	}
	u.budget, u.caller, u.held = g.Budget, f.buffer.caller, f.buffer.held
	return u, nil
}
