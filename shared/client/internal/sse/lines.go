package sse

import (
	"errors"
	"fmt"
	"io"
)

// readLine returns the next line without its end, which is CRLF, LF or CR. The
// line is valid until the next call. If the stream ends inside a line, the error
// is io.ErrUnexpectedEOF.
func (r *Reader) readLine() ([]byte, error) {
	if err := r.skipMark(); err != nil {
		return nil, err
	}
	r.line = r.line[:0]
	for {
		c, err := r.r.ReadByte()
		if err != nil {
			return nil, r.endError(err)
		}
		if done, err := r.take(c); done || err != nil {
			return r.line, err
		}
	}
}

// take adds one byte to the line; done reports that the line has ended. A CR ends
// the line at once. take does not wait to see whether a LF follows, because that
// may come only with the next heartbeat.
func (r *Reader) take(c byte) (done bool, err error) {
	isSecondHalf := r.afterCR && c == '\n'
	r.afterCR = c == '\r'
	switch {
	case isSecondHalf:
		return false, nil
	case c == '\r' || c == '\n':
		return true, nil
	case len(r.line) >= r.limit:
		return false, fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)
	}
	r.line = append(r.line, c)
	return false, nil
}

// endError returns the error for a stream that ended with err.
func (r *Reader) endError(err error) error {
	if errors.Is(err, io.EOF) && len(r.line) > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skipMark passes over a byte order mark at the start of the stream.
func (r *Reader) skipMark() error {
	if r.started {
		return nil
	}
	r.started = true
	mark, err := r.r.Peek(3)
	if string(mark) == "\ufeff" {
		_, err = r.r.Discard(3)
	}
	if len(mark) > 0 { // the stream may be shorter than the mark: its bytes are read as they are
		return nil
	}
	return err
}
