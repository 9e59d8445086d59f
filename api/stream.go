package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
)

// stream is a response in server-sent events.
type stream struct {
	id      string              // request ID
	out     http.ResponseWriter // net/http's own; gin's hides the error of Flush
	control *http.ResponseController
	timeout time.Duration // for the client to read one event; after it the stream is broken
	now     func() time.Time
	events  int // number of events sent so far; the ID of the last one
}

// end ends the stream with the outcome of the request.
func (st *stream) end(o job.Outcome) error {
	if o.Status == http.StatusOK {
		return st.event("result", o.Body)
	}
	failure, err := failureOf(o)
	if err != nil {
		return err
	}
	return st.event("error", failure)
}

// failureOf returns the data of the error event for an outcome that is a problem.
func failureOf(o job.Outcome) (streamError, error) {
	e := streamError{Status: o.Status, RetryAfter: o.RetryAfter}
	return e, json.Unmarshal(o.Body, &e.Body)
}

// streamError is the data of an error event: the standard error body, and what the
// status and the Retry-After header of a plain response would say.
type streamError struct {
	Status int `json:"status"`
	problem.Body
	RetryAfter int `json:"retry_after,omitempty"` // seconds
}

// fail ends the stream with a problem. If the client cannot be reached, the error
// is dropped.
func (st *stream) fail(p *problem.Problem) {
	_ = st.event("error", streamError{p.Status, p.Body(st.id, st.now()), p.RetrySeconds()})
}

// progress sends events of progress.
func (st *stream) progress(events []job.Event) error {
	for i := range events {
		if err := st.event("progress", &events[i]); err != nil {
			return err
		}
	}
	return nil
}

// heartbeat sends a comment line, so that proxies do not close a silent
// connection.
func (st *stream) heartbeat() error { return st.write([]byte(":\n\n")) }

// event sends an event with data as JSON.
func (st *stream) event(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	st.events++
	b := make([]byte, 0, len(text)+len("event: progress\nid: 1000\ndata: \n\n"))
	b = append(append(b, "event: "...), name...)
	b = strconv.AppendInt(append(b, "\nid: "...), int64(st.events), 10)
	b = append(append(b, "\ndata: "...), text...)
	return st.write(append(b, "\n\n"...))
}

// write writes and flushes b. It returns errGone if the client does not read it in
// time.
func (st *stream) write(b []byte) error {
	_ = st.control.SetWriteDeadline(time.Now().Add(st.timeout)) // response recorders of tests do not support it
	if _, err := st.out.Write(b); err != nil {
		return errGone
	}
	if st.control.Flush() != nil {
		return errGone
	}
	return nil
}
