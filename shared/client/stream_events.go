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

// readStream passes the events of a stream to handle until handle returns false. The
// error is that of a stream that ended before.
func readStream(ctx context.Context, res *http.Response, handle func(sse.Event) (more bool)) error {
	stream := sse.NewReader(res.Body, maxResponse)
	for {
		raw, err := stream.Next()
		if err != nil {
			return connectionError(ctx, err)
		}
		if !handle(raw) {
			return nil
		}
	}
}

// eventHandler passes the events of a request to yield, until yield returns false or
// the result or an error was passed.
type eventHandler struct {
	c        *Client
	yield    func(Event, error) bool
	res      *http.Response // its trailers may name the withheld values; nil: there are none
	info     *Info          // gets the withheld values; may be nil
	doubtful []string       // the doubtful fields after the events so far
}

func (h *eventHandler) handle(raw sse.Event) (more bool) {
	e, ok, err := h.c.parseEvent(raw)
	if e.Response != nil {
		e.Withheld = h.withheld()
		if h.info != nil {
			h.info.Withheld = e.Withheld
		}
	}
	h.doubtful = updateDoubtful(h.doubtful, e)
	return (!ok || h.yield(e, err)) && err == nil && e.Response == nil
}

// updateDoubtful returns the fields that were left out, after event e. The validation names
// them. A new attempt of the extraction clears them: the fields that it names are its reason, and
// it may read them well.
func updateDoubtful(fields []string, e Event) []string {
	switch {
	case e.Stage == stageExtracting:
		return nil
	case e.Stage == stageValidating && len(e.Fields) > 0:
		return e.Fields
	}
	return fields
}

// withheld returns the paths of the withheld values. The headers of a stream are sent
// before the service knows which values it will withhold. It names them in a trailer,
// or as the doubtful fields of the last progress event. Trailers arrive at the end of
// the stream, so this waits for them only if the headers announce them.
func (h *eventHandler) withheld() []string {
	if h.res == nil {
		return h.doubtful
	}
	paths := splitList(h.res.Header.Values(headerWithheld))
	if _, ok := h.res.Trailer[headerWithheld]; ok {
		_, _ = io.Copy(io.Discard, io.LimitReader(h.res.Body, maxErrorBody)) // an error here loses only the trailers: the result has arrived
		paths = append(paths, splitList(h.res.Trailer.Values(headerWithheld))...)
	}
	if len(paths) == 0 {
		return h.doubtful
	}
	return paths
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
		err = c.problemOf(raw.Data)
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

// problemOf returns the Error of an error event or of a failed job.
func (c *Client) problemOf(data []byte) *Error {
	if e, ok := c.parseError(data); ok {
		e.Status = cmp.Or(e.Status, http.StatusInternalServerError)
		return e
	}
	return &Error{Status: http.StatusInternalServerError, Message: "The server sent an error that cannot be read"}
}

// readUnstreamed reads a response that came as one document instead of a stream.
func (c *Client) readUnstreamed(ctx context.Context, res *http.Response) (Event, error) {
	raw, err := c.readJSONBody(ctx, res)
	if err != nil {
		return Event{}, err
	}
	e, err := resultEvent(raw)
	e.Withheld = splitList(res.Header.Values(headerWithheld))
	return e, err
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
