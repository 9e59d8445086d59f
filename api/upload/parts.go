package upload

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strings"
	"sync"
)

// parts reads a multipart/form-data body once, from its first boundary to its
// last, through a window of fixed size. mime/multipart is not used, because it
// refuses file names with control characters and reads part headers of up to
// 10 MB.
type parts struct {
	src       io.Reader
	window    *[windowSize]byte
	r, w      int    // window[r:w] was read, but not yet consumed
	delimiter []byte // CRLF, two dashes, boundary
	afterHead bool   // the unconsumed bytes begin with the CRLF of the line that ended a header
}

const windowSize = maxPartHead + 4<<10

var windows = sync.Pool{New: func() any { return new([windowSize]byte) }}

var errMalformed = errors.New("upload: not well-formed multipart/form-data")

// boundary returns the boundary that the Content-Type gives. The error is
// errNoForm for another media type, and errMalformed without a valid boundary.
func boundary(contentType string) (string, error) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil && mediaType == "" { // for example, if a parameter is given twice
		mediaType, _, _ = strings.Cut(contentType, ";")
		mediaType = strings.ToLower(strings.TrimSpace(mediaType))
	}
	if mediaType != "multipart/form-data" {
		return "", errNoForm
	}
	b := params["boundary"]
	if err != nil || b == "" || len(b) > 70 || strings.ContainsAny(b, "\r\n") {
		return "", errMalformed
	}
	return b, nil
}

func newParts(src io.Reader, boundary string) *parts {
	p := &parts{src: src, window: windows.Get().(*[windowSize]byte), delimiter: []byte("\r\n--" + boundary)}
	// The body starts with the first boundary, which has no CRLF before it.
	p.w = copy(p.window[:], "\r\n")
	return p
}

// release returns the window to its pool. p must not be used afterwards.
func (p *parts) release() {
	windows.Put(p.window)
	p.window = nil
}

// next goes to the next part and returns its header, which is valid until the
// next call. After the last part it returns io.EOF.
func (p *parts) next() ([]byte, error) {
	for { // skip the rest of the current part, or the text before the first
		if _, err := p.chunk(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	p.r += len(p.delimiter)
	if err := p.fillTo(2); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(p.rest(), []byte("--")) {
		return nil, io.EOF
	}
	return p.head()
}

// head reads a part's header up to the empty line that ends it.
func (p *parts) head() ([]byte, error) {
	end := []byte("\r\n\r\n")
	for from := 0; ; {
		rest := p.rest()
		if i := bytes.Index(rest[from:], end); i >= 0 {
			p.r += from + i + len("\r\n")
			p.afterHead = true
			head := bytes.TrimLeft(rest[:from+i], " \t")
			if len(head) > 0 && !bytes.HasPrefix(head, end[:2]) {
				return nil, errMalformed // the line of the boundary has further text
			}
			return head, nil
		}
		if len(rest) >= maxPartHead {
			return nil, errMalformed
		}
		from = max(0, len(rest)-len(end)+1)
		if err := p.fill(); err != nil {
			return nil, err
		}
	}
}

// chunk returns the next bytes of the current part, which are valid until the next
// call. At the end of the part it returns io.EOF.
func (p *parts) chunk() ([]byte, error) {
	if p.afterHead {
		if err := p.skipHeadEnd(); err != nil {
			return nil, err
		}
	}
	for {
		n, ended := p.scan()
		if n > 0 {
			c := p.rest()[:n]
			p.r += n
			return c, nil
		}
		if ended {
			return nil, io.EOF
		}
		if err := p.fill(); err != nil {
			return nil, err
		}
	}
}

// skipHeadEnd consumes the CRLF of the empty line that ends a header, unless it
// belongs to the delimiter that follows: an empty body may have no line break of
// its own.
func (p *parts) skipHeadEnd() error {
	n := len(p.delimiter)
	if err := p.fillTo(n + len("--")); err != nil {
		return err
	}
	p.afterHead = false
	if rest := p.rest(); !bytes.HasPrefix(rest, p.delimiter) || classifyLine(rest[n:]) != isDelimiter {
		p.r += len("\r\n")
	}
	return nil
}

// scan returns how many of the unconsumed bytes certainly belong to the part, and
// whether the part ends after them.
func (p *parts) scan() (n int, ended bool) {
	rest := p.rest()
	for from := 0; ; {
		i := bytes.Index(rest[from:], p.delimiter)
		if i < 0 {
			return max(from, len(rest)-len(p.delimiter)+1), false
		}
		i += from
		switch classifyLine(rest[i+len(p.delimiter):]) {
		case isDelimiter:
			return i, true
		case undecided:
			return i, false
		}
		from = i + len("\r\n")
	}
}

// lineKind is what a line that begins with the delimiter is.
type lineKind int

const (
	isDelimiter lineKind = iota
	isContent
	undecided // more bytes are needed
)

// classifyLine looks at the bytes that follow a delimiter. A longer line that only
// begins like a delimiter is content.
func classifyLine(b []byte) lineKind {
	switch {
	case len(b) == 0, len(b) == 1 && (b[0] == '-' || b[0] == '\r'):
		return undecided
	case b[0] == ' ', b[0] == '\t', b[0] == '\r' && b[1] == '\n', b[0] == '-' && b[1] == '-':
		return isDelimiter
	}
	return isContent
}

// fillTo reads until at least n bytes are unconsumed.
func (p *parts) fillTo(n int) error {
	for p.w-p.r < n {
		if err := p.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fill reads more into the window. The end of the body is an error here, because the
// last boundary was not read yet.
func (p *parts) fill() error {
	if p.r > 0 {
		p.w = copy(p.window[:], p.rest())
		p.r = 0
	}
	n, err := p.src.Read(p.window[p.w:])
	p.w += n
	if n > 0 || err == nil {
		return nil
	}
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// rest returns the unconsumed bytes.
func (p *parts) rest() []byte { return p.window[p.r:p.w] }
