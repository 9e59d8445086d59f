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
	ID   string // the last id the stream named, in this event or an earlier one
	Name string // "message" if the stream named none
	Data []byte // the data lines, joined with \n; the caller's to keep
}

// ErrTooLong says that a line, or an event's data, is longer than the limit.
var ErrTooLong = errors.New("sse: line or event is too long")

// Reader reads events. It buffers no more than its limit and a block of the
// stream, whatever the stream holds.
type Reader struct {
	r       *bufio.Reader
	limit   int
	started bool // the byte order mark is behind
	afterCR bool // a LF now is the second half of a line's end
	line    []byte
	id      string
}

// NewReader returns a Reader of r that refuses lines and events of more than
// limit bytes.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{r: bufio.NewReader(r), limit: limit}
}

// Next returns the next event. The error is io.EOF where the stream ends after
// a whole event, and io.ErrUnexpectedEOF where it ends inside one: an event
// counts only once its blank line is there.
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
		default: // a blank line after no data makes no event
			e = pending{limit: r.limit}
		}
	}
}

// field takes one line into e. Comments and unknown fields are ignored.
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

// pending is an event whose blank line has not come yet.
type pending struct {
	limit   int
	begun   bool // a field of it has been read
	hasData bool
	name    string
	data    []byte
}

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

func (e *pending) event(id string) Event {
	if e.name == "" {
		e.name = "message"
	}
	return Event{ID: id, Name: e.name, Data: e.data}
}
