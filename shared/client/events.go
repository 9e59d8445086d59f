package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"biom/shared/client/internal/sse"
)

// events hands the stream's events to yield until it has had enough, or the
// result or an error ends them.
func (c *Client) events(ctx context.Context, u *Upload, res *http.Response, yield func(Event, error) bool) {
	if !answers(res, "text/event-stream") { // a server or a proxy without streams
		yield(c.unstreamed(ctx, res))
		return
	}
	stream := sse.NewReader(res.Body, maxAnswer)
	var doubtful []string
	for {
		raw, err := stream.Next()
		if err != nil {
			yield(Event{}, brokenOff(ctx, err))
			return
		}
		e, ok, err := c.event(raw)
		if e.Response != nil {
			u.withheld(res, doubtful)
		}
		doubtful = stillDoubtful(doubtful, e)
		if ok && !yield(e, err) || err != nil || e.Response != nil {
			return
		}
	}
}

// stillDoubtful keeps the fields that progress named last. They were in doubt
// after one extraction; another one starts afresh.
func stillDoubtful(fields []string, e Event) []string {
	if e.Stage == stageExtracting || len(e.Fields) > 0 {
		return e.Fields
	}
	return fields
}

// withheld completes Info. When a stream's headers go out nobody knows yet what
// will be withheld, so it comes with the last progress or in a trailer.
// Trailers are read only if the server said that it would send them, since they
// wait for the stream's very end.
func (u *Upload) withheld(res *http.Response, doubtful []string) {
	if u.Info == nil {
		return
	}
	if _, ok := res.Trailer[headerWithheld]; ok {
		_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxRefusal)) // the result is here: what breaks now is lost trailers
		u.Info.Withheld = append(u.Info.Withheld, list(res.Trailer.Values(headerWithheld))...)
	}
	if len(u.Info.Withheld) == 0 {
		u.Info.Withheld = doubtful
	}
}

// event reads one event; ok is false for events of names that later versions
// may add.
func (c *Client) event(raw sse.Event) (e Event, ok bool, err error) {
	switch raw.Name {
	case eventProgress:
		if json.Unmarshal(raw.Data, &e) != nil {
			return e, true, errors.New("client: the server sent a progress event that cannot be read")
		}
	case eventResult:
		e, err = result(raw.Data)
	case eventError:
		err = c.streamError(raw.Data)
	default:
		return e, false, nil
	}
	e.ID = raw.ID
	return e, true, err
}

func result(raw []byte) (Event, error) {
	response, err := parseResponse(raw)
	if err != nil {
		return Event{}, err
	}
	return Event{RequestID: response.Metadata.RequestID, Stage: StageResult, Progress: 1, Response: response, Raw: raw}, nil
}

func (c *Client) streamError(data []byte) error {
	if e, ok := c.parseError(data); ok {
		e.Status = cmp.Or(e.Status, http.StatusInternalServerError)
		return e
	}
	return &Error{Status: http.StatusInternalServerError, Message: "The server ended the stream with an error that cannot be read"}
}

// unstreamed reads an answer that came as one document.
func (c *Client) unstreamed(ctx context.Context, res *http.Response) (Event, error) {
	raw, err := c.wholeBody(ctx, res)
	if err != nil {
		return Event{}, err
	}
	return result(raw)
}

// brokenOff says why a stream ended too early.
func brokenOff(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), ErrSilent):
		return fmt.Errorf("%w: %w", ErrIncomplete, ErrSilent)
	case ctx.Err() != nil:
		return fmt.Errorf("client: %w", context.Cause(ctx))
	case errors.Is(err, io.EOF):
		return ErrIncomplete
	}
	return fmt.Errorf("%w: %w", ErrIncomplete, err)
}
