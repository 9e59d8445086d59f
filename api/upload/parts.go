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
// last, through one window. mime/multipart is not used because it refuses file
// names that hold control characters and reads part headers of up to 10 MB.
type parts struct {
	src       io.Reader
	window    *[windowSize]byte
	r, w      int    // what is in the window and not yet consumed
	delimiter []byte // CRLF, two dashes, boundary
	lead      bool   // the window begins with the CRLF that ended a header
}

const windowSize = maxPartHead + 4<<10

var windows = sync.Pool{New: func() any { return new([windowSize]byte) }}

var errMalformed = errors.New("upload: not well-formed multipart/form-data")

// boundary reads the Content-Type. What is no form at all has no file either.
func boundary(contentType string) (string, error) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil && mediaType == "" { // as for a parameter that is given twice
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
	// The first boundary stands at the start of the body, as if after a line.
	p.w = copy(p.window[:], "\r\n")
	return p
}

// release gives the window back. Nothing may be used afterwards.
func (p *parts) release() {
	windows.Put(p.window)
	p.window = nil
}

// next goes to the next part and returns its header, valid until the next
// call; io.EOF after the last part.
func (p *parts) next() ([]byte, error) {
	for { // what is left of the part before, or what precedes the first
		if _, err := p.chunk(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	p.r += len(p.delimiter)
	if err := p.want(2); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(p.rest(), []byte("--")) {
		return nil, io.EOF
	}
	return p.head()
}

// head reads up to the empty line that ends a part's header.
func (p *parts) head() ([]byte, error) {
	end := []byte("\r\n\r\n")
	for from := 0; ; {
		rest := p.rest()
		if i := bytes.Index(rest[from:], end); i >= 0 {
			p.r += from + i + len("\r\n")
			p.lead = true
			head := bytes.TrimLeft(rest[:from+i], " \t")
			if len(head) > 0 && !bytes.HasPrefix(head, end[:2]) {
				return nil, errMalformed // text on the boundary's own line
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

// chunk returns the next bytes of the current part, valid until the next call;
// io.EOF at the part's end.
func (p *parts) chunk() ([]byte, error) {
	if p.lead {
		if err := p.afterHead(); err != nil {
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

// afterHead goes to the part's body. One that is empty may do without a line
// break of its own before the delimiter: then the header's counts.
func (p *parts) afterHead() error {
	n := len(p.delimiter)
	if err := p.want(n + len("--")); err != nil {
		return err
	}
	p.lead = false
	if rest := p.rest(); !bytes.HasPrefix(rest, p.delimiter) || p.after(rest[n:]) != isDelimiter {
		p.r += len("\r\n")
	}
	return nil
}

// scan tells how many bytes are certainly the part's, and whether its end
// follows them.
func (p *parts) scan() (n int, ended bool) {
	rest := p.rest()
	for from := 0; ; {
		i := bytes.Index(rest[from:], p.delimiter)
		if i < 0 {
			return max(from, len(rest)-len(p.delimiter)+1), false
		}
		i += from
		switch p.after(rest[i+len(p.delimiter):]) {
		case isDelimiter:
			return i, true
		case undecided:
			return i, false
		}
		from = i + len("\r\n")
	}
}

type delimiting int

const (
	isDelimiter delimiting = iota
	isContent
	undecided
)

// after looks at what follows a delimiter: a longer line that only begins like
// one is content.
func (p *parts) after(b []byte) delimiting {
	switch {
	case len(b) == 0, len(b) == 1 && (b[0] == '-' || b[0] == '\r'):
		return undecided
	case b[0] == ' ', b[0] == '\t', b[0] == '\r' && b[1] == '\n', b[0] == '-' && b[1] == '-':
		return isDelimiter
	}
	return isContent
}

// want has at least n bytes in the window.
func (p *parts) want(n int) error {
	for p.w-p.r < n {
		if err := p.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fill reads more into the window. A body that ends here was cut.
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

func (p *parts) rest() []byte { return p.window[p.r:p.w] }
