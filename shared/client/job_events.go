package client

import (
	"context"
	"iter"
	"net/http"

	"biom/shared/client/internal/sse"
)

// JobEvents returns a sequence that yields the events of a job after the one with the ID
// after, as [Client.ProcessStream] does; "" means from the beginning. There are none after
// the last one. The last event carries the response, or the last pair is
// an error. If the connection breaks, the sequence goes on behind the last event, and
// gets over restarts of the service for [Config.RetryFor] each. Leaving the loop does
// not end the job.
func (c *Client) JobEvents(ctx context.Context, id, after string) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		events := eventHandler{c: c, yield: yield}
		open := func(ctx context.Context) (*http.Request, error) {
			return c.jobRequest(ctx, http.MethodGet, id, "/events")
		}
		if err := c.follow(ctx, open, after, events.handle); err != nil {
			yield(Event{}, err)
		}
	}
}

// follow passes the events of a stream after the one with the ID lastID to handle, until
// handle returns false or the service says that there are no more. A stream that breaks
// is opened again behind the last event.
func (c *Client) follow(ctx context.Context, open func(context.Context) (*http.Request, error), lastID string, handle func(sse.Event) (more bool)) error {
	var failing outage
	for {
		err := c.followOnce(ctx, open, lastID, func(e sse.Event) bool {
			lastID, failing = e.ID, outage{}
			return handle(e)
		})
		if err == nil {
			return nil
		}
		if err := failing.pause(ctx, err, c.retryFor); err != nil {
			return err
		}
	}
}

// followOnce passes the events of one response to handle.
func (c *Client) followOnce(ctx context.Context, open func(context.Context) (*http.Request, error), lastID string, handle func(sse.Event) (more bool)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := open(ctx)
	if err != nil {
		return err
	}
	req.Header.Set("Accept-Encoding", "identity") // a proxy that compresses delays events
	if lastID != "" {
		req.Header.Set(headerLastEventID, lastID)
	}
	timer := c.silenceTimer(cancel)
	defer timer.Stop()
	res, err := c.do(req, http.StatusNoContent)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNoContent {
		return nil
	}
	if !hasMediaType(res, "text/event-stream") {
		return c.responseError(res)
	}
	res.Body = &watchedBody{res.Body, timer, c.idle}
	return readStream(ctx, res, handle)
}
