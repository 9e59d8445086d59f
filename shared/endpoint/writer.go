package endpoint

import (
	"net/http"
	"time"
)

// pieceBytes is what a client must take within the patience of a [Writer].
const pieceBytes = 8 << 10

// Writer writes an answer of any length to a client that may be slow, but must
// go on taking it.
type Writer struct {
	http.ResponseWriter

	control *http.ResponseController
	pace    time.Duration
}

// NewWriter returns a Writer over w; pace is for each next 8 KiB.
func NewWriter(w http.ResponseWriter, pace time.Duration) *Writer {
	return &Writer{w, http.NewResponseController(w), pace}
}

func (w *Writer) Write(p []byte) (n int, err error) {
	for err == nil && len(p) > 0 {
		_ = w.control.SetWriteDeadline(time.Now().Add(w.pace)) // recorders in tests have none
		var m int
		m, err = w.ResponseWriter.Write(p[:min(len(p), pieceBytes)])
		n, p = n+m, p[m:]
	}
	return n, err
}
