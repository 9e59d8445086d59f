package endpoint

import (
	"net/http"
	"time"
)

// pieceBytes is how much a client must take within the timeout of a [Writer].
const pieceBytes = 8 << 10

// Writer writes a response of any length to a client that may be slow, but must
// go on taking it.
type Writer struct {
	http.ResponseWriter

	control *http.ResponseController
	timeout time.Duration
}

// NewWriter returns a Writer to w. The client may take as long as timeout to receive
// each next 8 KiB.
func NewWriter(w http.ResponseWriter, timeout time.Duration) *Writer {
	return &Writer{w, http.NewResponseController(w), timeout}
}

// Write writes p. It returns an error if the client takes 8 KiB of it too slowly.
func (w *Writer) Write(p []byte) (n int, err error) {
	for err == nil && len(p) > 0 {
		_ = w.control.SetWriteDeadline(time.Now().Add(w.timeout)) // a test's recorder has no deadlines
		var m int
		m, err = w.ResponseWriter.Write(p[:min(len(p), pieceBytes)])
		n, p = n+m, p[m:]
	}
	return n, err
}
