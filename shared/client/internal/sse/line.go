package sse

import (
	"errors"
	"fmt"
	"io"
)

// readLine returns the next line without its end, which is CRLF, LF or CR. The
// line is valid until the next call. What stands after the last line's end is
// no line: the error is then io.ErrUnexpectedEOF.
func (r *Reader) readLine() ([]byte, error) {
	if err := r.start(); err != nil {
		return nil, err
	}
	r.line = r.line[:0]
	for {
		c, err := r.r.ReadByte()
		if err != nil {
			return nil, r.ended(err)
		}
		if done, err := r.take(c); done || err != nil {
			return r.line, err
		}
	}
}

// take adds one byte to the line, or ends it. A CR ends it at once, before it
// is known whether a LF follows: that byte may be a heartbeat away.
func (r *Reader) take(c byte) (done bool, err error) {
	second := r.afterCR && c == '\n'
	r.afterCR = c == '\r'
	switch {
	case second:
		return false, nil
	case c == '\r' || c == '\n':
		return true, nil
	case len(r.line) >= r.limit:
		return false, fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)
	}
	r.line = append(r.line, c)
	return false, nil
}

func (r *Reader) ended(err error) error {
	if errors.Is(err, io.EOF) && len(r.line) > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

// start passes over a byte order mark, once.
func (r *Reader) start() error {
	if r.started {
		return nil
	}
	r.started = true
	mark, err := r.r.Peek(3)
	if string(mark) == "\ufeff" {
		_, err = r.r.Discard(3)
	}
	if len(mark) > 0 { // a stream shorter than the mark is read as it is
		return nil
	}
	return err
}
