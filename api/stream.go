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

// stream is an answer in server-sent events. A nil stream takes progress and
// forgets it: the caller asked for one answer.
type stream struct {
	id      string
	out     http.ResponseWriter // net/http's own: gin's hides what Flush returns
	control *http.ResponseController
	timeout time.Duration // for one event; who does not read is let go
	now     func() time.Time

	kept bool // its request goes on when nobody reads any more
	lost bool // nobody does

	events int     // sent so far
	stages int     // how far it came in the order of stages
	high   float64 // the progress last told: it never goes down
}

// The order of stages on a stream.
var stageOrder = []string{
	job.StageAccepted, job.StageQueued, job.StagePreparing, job.StageExtracting, job.StageValidating, job.StageSharing,
}

// open begins the stream. From here on errors travel as events.
func (s *Server) open(c *call) {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // nginx would keep events back
	out := c.Writer.(interface{ Unwrap() http.ResponseWriter }).Unwrap()
	c.Writer.WriteHeaderNow()
	c.stream = &stream{
		id: c.id, kept: c.claim != nil, out: out, control: http.NewResponseController(out), timeout: s.cfg.WriteTimeout, now: s.cfg.Now,
	}
}

// stage tells of a step that the api itself took.
func (st *stream) stage(name, message string) error {
	if st == nil {
		return nil
	}
	return st.progress(job.Event{
		Stage: name, Progress: job.StageProgress(name), Message: message, Timestamp: st.now().UTC(),
	})
}

// progress sends one step on. A job that is delivered again begins anew; its
// caller hears of the further attempt only, and progress never goes down.
func (st *stream) progress(e job.Event) error {
	if st == nil {
		return nil
	}
	at := slices.Index(stageOrder, e.Stage)
	if at < 0 || at < st.stages && e.Stage != job.StageExtracting {
		return nil
	}
	st.stages, st.high = at, min(max(e.Progress, st.high), 1)
	e.RequestID, e.Progress = st.id, st.high
	return st.event("progress", e)
}

// result ends the stream with the response.
func (st *stream) result(response json.RawMessage) error { return st.event("result", response) }

// replay ends the stream with an earlier request's outcome.
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

// streamError is the standard body with what a response's status and headers
// would have said.
type streamError struct {
	Status int `json:"status"`
	problem.Body
	RetryAfter int `json:"retry_after,omitempty"` // seconds
}

// fail ends the stream with an error. Nobody can be told when that fails too.
func (st *stream) fail(p *problem.Problem) {
	_ = st.event("error", streamError{p.Status, p.Body(st.id, st.now()), p.RetrySeconds()})
}

// beat keeps proxies from closing a silent connection.
func (st *stream) beat() error { return st.send([]byte(":\n\n")) }

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

func (st *stream) send(b []byte) error {
	if st.lost {
		return nil
	}
	err := st.write(b)
	if err != nil && st.kept {
		st.lost = true
		return nil
	}
	return err
}

func (st *stream) write(b []byte) error {
	_ = st.control.SetWriteDeadline(time.Now().Add(st.timeout)) // not supported by tests' recorders
	if _, err := st.out.Write(b); err != nil {
		return errGone
	}
	if st.control.Flush() != nil {
		return errGone
	}
	return nil
}
