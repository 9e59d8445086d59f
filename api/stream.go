package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
)

// stream is a response in server-sent events. A nil stream belongs to a caller who
// asked for a plain response: stage and progress do nothing then.
type stream struct {
	id      string
	out     http.ResponseWriter // net/http's own; gin's hides the error of Flush
	control *http.ResponseController
	timeout time.Duration // for the client to read one event; after it the stream is broken
	now     func() time.Time

	// An idempotent request goes on when its client leaves: a failed write then
	// sets clientGone instead of returning an error, and nothing more is written.
	outlivesClient bool
	clientGone     bool

	events       int     // number of events sent so far; the ID of the last one
	lastStage    int     // index in stageOrder of the last stage sent
	lastProgress float64 // the last progress sent
}

// stageOrder lists the stages in the order in which a stream passes them.
var stageOrder = []string{
	job.StageAccepted, job.StageQueued, job.StagePreparing, job.StageExtracting, job.StageValidating, job.StageSharing,
}

// openStream sends the headers of a stream. From here on errors are sent as events.
func (s *Server) openStream(c *call) {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // else nginx would buffer the events
	out := c.Writer.(interface{ Unwrap() http.ResponseWriter }).Unwrap()
	c.Writer.WriteHeaderNow()
	c.stream = &stream{
		id: c.id, outlivesClient: c.claim != nil, out: out, control: http.NewResponseController(out), timeout: s.cfg.WriteTimeout, now: s.cfg.Now,
	}
}

// stage sends the progress event for a stage that the api itself has begun.
func (st *stream) stage(name, message string) error {
	if st == nil {
		return nil
	}
	return st.progress(job.Event{
		Stage: name, Progress: job.StageProgress(name), Message: message, Timestamp: st.now().UTC(),
	})
}

// progress sends a progress event. A job that is delivered again passes its stages
// again. The client then gets only the stage "extracting" of the new attempt and
// the stages after those it has seen, and the number never goes down.
func (st *stream) progress(e job.Event) error {
	if st == nil {
		return nil
	}
	at := slices.Index(stageOrder, e.Stage)
	if at < 0 || at < st.lastStage && e.Stage != job.StageExtracting {
		return nil
	}
	st.lastStage, st.lastProgress = at, min(max(e.Progress, st.lastProgress), 1)
	e.RequestID, e.Progress = st.id, st.lastProgress
	return st.event("progress", e)
}

// result ends the stream with the response.
func (st *stream) result(response json.RawMessage) error { return st.event("result", response) }

// replay ends the stream with the stored outcome of an idempotent request.
func (st *stream) replay(o job.Outcome) error {
	if o.Status == http.StatusOK {
		return st.result(o.Body)
	}
	e := streamError{Status: o.Status}
	if err := json.Unmarshal(o.Body, &e.Body); err != nil {
		return err
	}
	return st.event("error", e)
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

// heartbeat sends a comment line, so that proxies do not close a silent
// connection.
func (st *stream) heartbeat() error { return st.send([]byte(":\n\n")) }

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
	return st.send(append(b, "\n\n"...))
}

// send writes b, unless the client has left a request that outlives it.
func (st *stream) send(b []byte) error {
	if st.clientGone {
		return nil
	}
	err := st.write(b)
	if err != nil && st.outlivesClient {
		st.clientGone = true
		return nil
	}
	return err
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
