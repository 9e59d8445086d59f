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

const stageExtracting = "extracting"

// Event is one step on the way to a response, or the response.
type Event struct {
	ID        string    `json:"-"` // of the event in its stream
	RequestID string    `json:"request_id"`
	Stage     string    `json:"stage"`    // accepted, queued, preparing, extracting, validating, sharing
	Progress  float64   `json:"progress"` // 0 to 1, never less than before
	Message   string    `json:"message"`
	Attempt   int       `json:"attempt"` // of an extraction, from 1; 0 if not said
	Fields    []string  `json:"fields"`  // in doubt
	Timestamp time.Time `json:"timestamp"`

	// Response is set in the last event only; Stage is then "result" and
	// Progress 1.
	Response *biometry.Response `json:"-"`
	// Raw is the response as the service sent it, with members that this
	// client does not know: what to save.
	Raw json.RawMessage `json:"-"`
}

// StageResult is the stage of the event that carries the response.
const StageResult = eventResult

// ErrIncomplete says that a stream ended without a result. The service may
// have finished, and charged, the request all the same.
var ErrIncomplete = errors.New("client: the connection ended before the result came")

// ErrSilent says that a stream stood still for longer than Config.StreamIdle,
// heartbeats included.
var ErrSilent = errors.New("client: the server has gone silent")

// ProcessStream sends a report and returns the events of its processing. The
// sequence ends with the event that carries the response, or with an error. It
// sends anew each time it is ranged over, so range over it once; leaving the
// loop ends the request.
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
		defer c.watch(res, cancel)()
		c.events(ctx, &u, res, yield)
	}
}

// watch ends the request of res with [ErrSilent] when its body stands still.
func (c *Client) watch(res *http.Response, cancel context.CancelCauseFunc) (stop func() bool) {
	silence := time.AfterFunc(c.idle, func() { cancel(ErrSilent) })
	res.Body = &watched{res.Body, silence, c.idle}
	return silence.Stop
}

// watched gives up on a body that stands still. Its timer runs only while the
// stream is waited for, not while the caller works on an event.
type watched struct {
	io.ReadCloser
	silence *time.Timer
	idle    time.Duration
}

func (w *watched) Read(p []byte) (int, error) {
	w.silence.Reset(w.idle)
	defer w.silence.Stop()
	return w.ReadCloser.Read(p)
}
