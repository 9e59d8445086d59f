package endpoint

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"

	"biom/shared/problem"
)

// ErrNotGzip is returned for a body whose Content-Encoding is gzip and which is no
// complete gzip.
var ErrNotGzip = errors.New("endpoint: the body is no complete gzip")

// RefuseEncoding returns a problem if the body of a request has a Content-Encoding that
// the service does not decode: any but gzip.
func RefuseEncoding(w http.ResponseWriter, r *http.Request) error {
	if encodings := encodings(r.Header); len(encodings) == 0 || IsGzip(r.Header) {
		return nil
	}
	w.Header().Set("Accept-Encoding", "gzip") // RFC 9110, section 15.5.16
	return problem.New(http.StatusUnsupportedMediaType, problem.HTTP,
		"The body's Content-Encoding is not supported: send the body as gzip, or as it is and without that header.")
}

// IsGzip reports whether the Content-Encoding of a request is gzip, applied once.
func IsGzip(h http.Header) bool {
	encodings := encodings(h)
	return len(encodings) == 1 && (encodings[0] == "gzip" || encodings[0] == "x-gzip")
}

// encodings returns the values of Content-Encoding in lower case, without "identity",
// which changes nothing.
func encodings(h http.Header) (all []string) {
	for _, list := range h["Content-Encoding"] {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.ToLower(strings.TrimSpace(name)); name != "" && name != "identity" {
				all = append(all, name)
			}
		}
	}
	return all
}

// gzipSlack is how many bytes longer than its content a gzip may be. It bounds what is
// read of a body that decodes to nothing, such as many empty members.
const gzipSlack = 64 << 10

// Gunzip returns the content of a gzip. Its reader returns [ErrNotGzip] if the content
// cannot be decoded or ends too early, and [ErrBodyTooLarge] if src is far longer than
// limit, the greatest length of the content. The reader itself does not limit the length
// of the content.
func Gunzip(src io.Reader, limit int64) io.Reader {
	return &gunzip{src: &atMost{src: src, remaining: limit + gzipSlack}}
}

type gunzip struct {
	src *atMost
	gz  *gzip.Reader // nil before the first read
	err error        // with which the reading ended
}

// Read reads from the content.
func (g *gunzip) Read(p []byte) (n int, err error) {
	if g.gz == nil && g.err == nil {
		g.gz, g.err = gzip.NewReader(g.src)
	}
	if g.err == nil {
		n, g.err = g.gz.Read(p)
	}
	if g.isBroken() {
		g.err = ErrNotGzip
	}
	return n, g.err
}

// isBroken reports whether the reading ended because of what the gzip holds, and not
// because of its source.
func (g *gunzip) isBroken() bool {
	if errors.Is(g.err, gzip.ErrHeader) || errors.Is(g.err, gzip.ErrChecksum) {
		return true
	}
	if _, ok := errors.AsType[flate.CorruptInputError](g.err); ok {
		return true
	}
	return errors.Is(g.err, io.ErrUnexpectedEOF) && errors.Is(g.src.err, io.EOF)
}

// atMost returns ErrBodyTooLarge after a number of bytes.
type atMost struct {
	src       io.Reader
	remaining int64
	err       error // the last error
}

// Read reads from the source.
func (a *atMost) Read(p []byte) (n int, err error) {
	if a.remaining <= 0 {
		return 0, ErrBodyTooLarge
	}
	n, a.err = a.src.Read(p)
	a.remaining -= int64(n)
	return n, a.err
}
