package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"time"

	"biom/shared/biometry"
)

// The names of the events in a stream.
const (
	eventProgress = "progress"
	eventResult   = "result"
	eventError    = "error"
)

// With the stage extracting each attempt of an extraction begins; validating names what was left out.
const (
	stageExtracting = "extracting"
	stageValidating = "validating"
)

// Event is the progress of a request, or its response.
type Event struct {
	ID        string    `json:"-"` // the ID of the event in its stream
	RequestID string    `json:"request_id"`
	Stage     string    `json:"stage"`    // accepted, queued, preparing, extracting, validating, sharing
	Progress  float64   `json:"progress"` // 0 to 1; never decreases
	Message   string    `json:"message"`
	Attempt   int       `json:"attempt"` // number of the extraction's attempt, from 1; 0 if not given
	Fields    []string  `json:"fields"`  // paths of doubtful values
	Timestamp time.Time `json:"timestamp"`

	// Response is set in the last event only; Stage is then "result" and
	// Progress 1.
	Response *biometry.Response `json:"-"`
	// Withheld is set with Response: the paths, such as right_eye.AL, of values that
	// the service removed from it because they are doubtful.
	Withheld []string `json:"-"`
	// Raw is the response as the service sent it. Save this form: it also has the
	// members that this client does not know.
	Raw json.RawMessage `json:"-"`
}

// StageResult is the stage of the event that carries the response.
const StageResult = eventResult

// ErrIncomplete says that a response, a stream or an archive ended too early. The
// service may nevertheless have finished the request and charged it.
var ErrIncomplete = errors.New("client: the connection ended before the result came")

// ErrSilent says that nothing arrived for longer than [Config.StreamIdle], not
// even a heartbeat. It comes together with [ErrIncomplete], or with [ErrUnreachable]
// if there was no response at all.
var ErrSilent = errors.New("client: the server has gone silent")

// ProcessStream returns a sequence that uploads a report and yields the events of
// its processing. The last event carries the response, or the last pair is an
// error. Leaving the loop ends the request. Range over the sequence once: each
// loop uploads the report again.
func (c *Client) ProcessStream(ctx context.Context, u Upload) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		res, err := c.send(ctx, &u, true)
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer res.Body.Close()
		if !hasMediaType(res, "text/event-stream") { // from a server or a proxy without streams
			yield(c.readUnstreamed(ctx, res))
			return
		}
		defer c.watchSilence(res, cancel)()
		events := eventHandler{c: c, yield: yield, res: res, info: u.Info}
		if err := readStream(ctx, res, events.handle); err != nil {
			yield(Event{}, err)
		}
	}
}

// watchSilence makes the request of res end with [ErrSilent] if a Read of its body
// takes longer than Config.StreamIdle. stop ends the watch.
func (c *Client) watchSilence(res *http.Response, cancel context.CancelCauseFunc) (stop func() bool) {
	timer := c.silenceTimer(cancel)
	res.Body = &watchedBody{res.Body, timer, c.idle}
	return timer.Stop
}

// silenceTimer returns a timer that ends a request with [ErrSilent] after
// Config.StreamIdle.
func (c *Client) silenceTimer(cancel context.CancelCauseFunc) *time.Timer {
	return time.AfterFunc(c.idle, func() { cancel(ErrSilent) })
}

// watchedBody starts a timer for each Read. The timer does not run between Reads,
// while the caller works on an event.
type watchedBody struct {
	io.ReadCloser
	timer *time.Timer
	idle  time.Duration
}

func (w *watchedBody) Read(p []byte) (int, error) {
	w.timer.Reset(w.idle)
	defer w.timer.Stop()
	return w.ReadCloser.Read(p)
}
