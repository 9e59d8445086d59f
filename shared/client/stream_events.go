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

// readEvents passes the events of a stream to yield, until yield returns false or
// the result or an error was passed.
func (c *Client) readEvents(ctx context.Context, u *Upload, res *http.Response, yield func(Event, error) bool) {
	if !hasMediaType(res, "text/event-stream") { // from a server or a proxy without streams
		yield(c.readUnstreamed(ctx, res))
		return
	}
	stream := sse.NewReader(res.Body, maxResponse)
	var doubtfulFields []string
	for {
		raw, err := stream.Next()
		if err != nil {
			yield(Event{}, connectionError(ctx, err))
			return
		}
		e, ok, err := c.parseEvent(raw)
		if e.Response != nil {
			u.setWithheld(res, doubtfulFields)
		}
		doubtfulFields = updateDoubtful(doubtfulFields, e)
		if ok && !yield(e, err) || err != nil || e.Response != nil {
			return
		}
	}
}

// updateDoubtful returns the doubtful fields after event e. An event with fields
// replaces them, and a new attempt of the extraction clears them; else they stay.
func updateDoubtful(fields []string, e Event) []string {
	if e.Stage == stageExtracting || len(e.Fields) > 0 {
		return e.Fields
	}
	return fields
}

// setWithheld sets Info.Withheld. The headers of a stream are sent before the
// service knows which values it will withhold. It names them in a trailer, or as
// the doubtful fields of the last progress event. Trailers arrive at the end of
// the stream, so this waits for them only if the headers announce them.
func (u *Upload) setWithheld(res *http.Response, doubtfulFields []string) {
	if u.Info == nil {
		return
	}
	if _, ok := res.Trailer[headerWithheld]; ok {
		_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxErrorBody)) // an error here loses only the trailers: the result has arrived
		u.Info.Withheld = append(u.Info.Withheld, splitList(res.Trailer.Values(headerWithheld))...)
	}
	if len(u.Info.Withheld) == 0 {
		u.Info.Withheld = doubtfulFields
	}
}

// parseEvent reads one event; ok is false if its name is unknown, because later
// versions may add names.
func (c *Client) parseEvent(raw sse.Event) (e Event, ok bool, err error) {
	switch raw.Name {
	case eventProgress:
		if json.Unmarshal(raw.Data, &e) != nil {
			return e, true, errors.New("client: the server sent a progress event that cannot be read")
		}
	case eventResult:
		e, err = resultEvent(raw.Data)
	case eventError:
		err = c.streamError(raw.Data)
	default:
		return e, false, nil
	}
	e.ID = raw.ID
	return e, true, err
}

// resultEvent returns the last event, with the response in it.
func resultEvent(raw []byte) (Event, error) {
	response, err := parseResponse(raw)
	if err != nil {
		return Event{}, err
	}
	return Event{RequestID: response.Metadata.RequestID, Stage: StageResult, Progress: 1, Response: response, Raw: raw}, nil
}

// streamError returns the Error of an error event.
func (c *Client) streamError(data []byte) error {
	if e, ok := c.parseError(data); ok {
		e.Status = cmp.Or(e.Status, http.StatusInternalServerError)
		return e
	}
	return &Error{Status: http.StatusInternalServerError, Message: "The server ended the stream with an error that cannot be read"}
}

// readUnstreamed reads a response that came as one document instead of a stream.
func (c *Client) readUnstreamed(ctx context.Context, res *http.Response) (Event, error) {
	raw, err := c.readJSONBody(ctx, res)
	if err != nil {
		return Event{}, err
	}
	return resultEvent(raw)
}

// connectionError returns the error of a body that ended too early with err.
func connectionError(ctx context.Context, err error) error {
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
