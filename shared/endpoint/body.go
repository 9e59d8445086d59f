package endpoint

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// ErrBodyTooLarge is returned when a body is longer than its limit.
var ErrBodyTooLarge = errors.New("endpoint: the body is larger than any acceptable one")

// progressBytes is how much a client must send within the timeout. It is more
// than a byte, because a client that sends a byte now and then would hold a
// connection for nothing.
const progressBytes = 8 << 10

// The bounds within which the rest of a refused body is read and dropped: its length, and
// the time for each next piece of it. A line of 200 kbit/s keeps to them. There is no bound
// to the whole time, because then a slow line, or many clients at once on a busy machine, would
// lose their answers.
const (
	drainBytes = 64 << 20
	drainPiece = 256 << 10
	drainTime  = 10 * time.Second
)

// Body is a request's body with a limit to its length and a timeout for the
// client's progress.
type Body struct {
	src       io.Reader // reads from received, and decodes if need be
	received  *received
	remaining int64 // bytes that may still come
}

// NewBody returns r's body, of at most limit bytes. The client may take as long as
// timeout to send each next 8 KiB. A body in gzip is decoded: the limit holds for what
// it decodes to, and the timeout for what the client sends.
func NewBody(w http.ResponseWriter, r *http.Request, limit int64, timeout time.Duration) *Body {
	b := NewRawBody(w, r, limit, timeout)
	if IsGzip(r.Header) {
		b.src = Gunzip(b.received, limit)
	}
	return b
}

// NewRawBody is like [NewBody], but returns the body as the client sends it.
func NewRawBody(w http.ResponseWriter, r *http.Request, limit int64, timeout time.Duration) *Body {
	src := &received{src: r.Body, control: http.NewResponseController(w), timeout: timeout}
	return &Body{src: src, received: src, remaining: limit}
}

// Read reads from the body. It returns [ErrBodyTooLarge] once the limit is
// reached, [os.ErrDeadlineExceeded] if the client makes too little progress, and
// [ErrNotGzip] if the body cannot be decoded.
func (b *Body) Read(p []byte) (int, error) {
	if b.remaining <= 0 {
		return 0, ErrBodyTooLarge
	}
	n, err := b.src.Read(p)
	b.remaining -= int64(n)
	return n, err
}

// received is a body as it comes from the client, with a timeout for its progress.
type received struct {
	src          io.Reader
	control      *http.ResponseController
	timeout      time.Duration
	untilRenewal int // bytes until the deadline is renewed
}

// Read reads from the client.
func (r *received) Read(p []byte) (int, error) {
	if r.untilRenewal <= 0 {
		r.setDeadline(time.Now().Add(r.timeout))
		r.untilRenewal = progressBytes
	}
	n, err := r.src.Read(p)
	r.untilRenewal -= n
	return n, err
}

// DiscardRest reads and drops the rest of an accepted body.
func (b *Body) DiscardRest() error {
	_, err := io.Copy(io.Discard, struct{ io.Reader }{b})
	return err
}

// ClearDeadline removes the deadline. From then on net/http reads from the connection,
// to notice a client that leaves.
func (b *Body) ClearDeadline() { b.received.setDeadline(time.Time{}) }

// Drain reads and drops what was not yet read of the body of a request. It must be
// called after a response that does not wait for the end of the body: if the connection
// were closed while the client is still sending, the client would see a reset connection
// and not the response.
func Drain(w http.ResponseWriter, r *http.Request) {
	if !hasBody(r) {
		return
	}
	control := http.NewResponseController(w)
	for n := 0; n < drainBytes; n += drainPiece {
		_ = control.SetReadDeadline(time.Now().Add(drainTime)) // a test's recorder has no deadlines
		if _, err := io.CopyN(io.Discard, r.Body, drainPiece); err != nil {
			return // the end, or a client that sends too slowly
		}
	}
}

// hasBody reports whether a request may have a body.
func hasBody(r *http.Request) bool { return r.ContentLength != 0 && r.Body != nil }

// setDeadline sets the read deadline. It ignores the error of a test's recorder,
// which has no deadlines.
func (r *received) setDeadline(t time.Time) { _ = r.control.SetReadDeadline(t) }
