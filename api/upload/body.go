package upload

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// errBodyTooLarge says that more came than any acceptable form holds.
var errBodyTooLarge = errors.New("upload: the body is larger than any form may be")

// progressBytes is what counts as progress: a client that sends a byte now and
// then holds a connection for nothing.
const progressBytes = 8 << 10

// body is a request's body with an end to its length and to its patience.
type body struct {
	src     io.Reader
	control *http.ResponseController
	left    int64 // bytes that may still come
	pace    time.Duration
	due     int  // bytes until the deadline is renewed
	waits   bool // the client waits for "100 Continue" before it sends
}

func newBody(w http.ResponseWriter, r *http.Request, g Gate) *body {
	return &body{
		src: r.Body, control: http.NewResponseController(w), left: int64(g.MaxFile + maxRest),
		pace: g.Pace, waits: r.Header.Get("Expect") != "",
	}
}

func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errBodyTooLarge
	}
	if b.due <= 0 {
		b.until(time.Now().Add(b.pace))
		b.due = progressBytes
	}
	b.waits = false
	n, err := b.src.Read(p)
	b.due -= n
	b.left -= int64(n)
	return n, err
}

// finish reads what follows the form, which is of no interest.
func (b *body) finish() error {
	_, err := io.Copy(io.Discard, struct{ io.Reader }{b})
	return err
}

// release ends the patience: later reads are net/http's, which watches for a
// client that leaves.
func (b *body) release() { b.until(time.Time{}) }

// drain reads and drops what is left of a refused upload. A client that has
// not begun to send will not.
func (b *body) drain() {
	if b.waits {
		return
	}
	b.until(time.Now().Add(drainTime))
	_, _ = io.CopyN(io.Discard, b.src, drainBytes) // whatever is wrong, the answer stands
}

// Drain reads and drops the body of a request that is refused without a look
// at it, within the same bounds.
func Drain(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength == 0 || r.Body == nil {
		return
	}
	b := newBody(w, r, Gate{})
	b.drain()
}

// until sets the read deadline. Recorders in tests have none.
func (b *body) until(t time.Time) { _ = b.control.SetReadDeadline(t) }
