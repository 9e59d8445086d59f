package endpoint

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// ErrBodyTooLarge says that more came than was to be taken.
var ErrBodyTooLarge = errors.New("endpoint: the body is larger than any acceptable one")

// progressBytes is what counts as progress: a client that sends a byte now and
// then holds a connection for nothing.
const progressBytes = 8 << 10

// What is left of a refused body is read and dropped within these, so that the
// client sees the answer.
const (
	drainBytes = 64 << 20
	drainTime  = 5 * time.Second
)

// Body is a request's body with an end to its length and to our patience.
type Body struct {
	src     io.Reader
	control *http.ResponseController
	left    int64 // bytes that may still come
	pace    time.Duration
	due     int  // bytes until the deadline is renewed
	waits   bool // the client waits for "100 Continue" before it sends
}

// NewBody returns r's body, of no more than most bytes; pace is for each next 8 KiB.
func NewBody(w http.ResponseWriter, r *http.Request, most int64, pace time.Duration) *Body {
	return &Body{
		src: r.Body, control: http.NewResponseController(w), left: most,
		pace: pace, waits: r.Header.Get("Expect") != "",
	}
}

func (b *Body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrBodyTooLarge
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

// Finish reads what follows, which is of no interest.
func (b *Body) Finish() error {
	_, err := io.Copy(io.Discard, struct{ io.Reader }{b})
	return err
}

// Release ends the patience: later reads are net/http's, which watches for a
// client that leaves.
func (b *Body) Release() { b.until(time.Time{}) }

// Drain reads and drops what is left of a refused body. A client that has not
// begun to send will not.
func (b *Body) Drain() {
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
	NewBody(w, r, 0, 0).Drain()
}

// until sets the read deadline. Recorders in tests have none.
func (b *Body) until(t time.Time) { _ = b.control.SetReadDeadline(t) }
