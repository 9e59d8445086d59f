// Package sse reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
package sse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Event is one event of a stream.
type Event struct {
	ID   string // the last ID in the stream, from this event or an earlier one
	Name string // "message" if the event has none
	Data []byte // the data lines, joined with \n; the caller may keep it
}

// ErrTooLong says that a line, or the data of an event, is longer than the limit.
var ErrTooLong = errors.New("sse: line or event is too long")

// Reader reads events. Whatever the stream holds, the Reader keeps in memory only
// one line and one event, each up to its limit, and the buffer of a bufio.Reader.
type Reader struct {
	r       *bufio.Reader
	limit   int
	started bool // the byte order mark was skipped
	afterCR bool // the last byte was CR: a LF now belongs to the same line end
	line    []byte
	id      string
}

// NewReader returns a Reader of r. Lines and events of more than limit bytes are
// errors.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{r: bufio.NewReader(r), limit: limit}
}

// Next returns the next event. The error is io.EOF if the stream ends after a
// complete event, io.ErrUnexpectedEOF if it ends before the blank line that
// completes an event, and [ErrTooLong] if an event is too long.
func (r *Reader) Next() (Event, error) {
	e := pending{limit: r.limit}
	for {
		line, err := r.readLine()
		switch {
		case errors.Is(err, io.EOF) && e.begun:
			return Event{}, io.ErrUnexpectedEOF
		case err != nil:
			return Event{}, err
		case len(line) > 0:
			if err := r.field(&e, line); err != nil {
				return Event{}, err
			}
		case e.hasData:
			return e.event(r.id), nil
		default: // a blank line without data before it completes no event
			e = pending{limit: r.limit}
		}
	}
}

// field reads one line into e. It ignores comments and unknown fields.
func (r *Reader) field(e *pending, line []byte) error {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		return e.add(value)
	case "event":
		e.begun, e.name = true, string(value)
	case "id":
		e.begun = true
		if bytes.IndexByte(value, 0) < 0 {
			r.id = string(value)
		}
	}
	return nil
}

// pending is an event whose blank line has not been read yet.
type pending struct {
	limit   int
	begun   bool // a field of the event was read
	hasData bool
	name    string
	data    []byte
}

// add adds a line of data.
func (e *pending) add(value []byte) error {
	if len(e.data)+len(value) >= e.limit {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLong, e.limit)
	}
	if e.hasData {
		e.data = append(e.data, '\n')
	}
	e.data = append(e.data, value...)
	e.begun, e.hasData = true, true
	return nil
}

// event returns the complete event.
func (e *pending) event(id string) Event {
	if e.name == "" {
		e.name = "message"
	}
	return Event{ID: id, Name: e.name, Data: e.data}
}
