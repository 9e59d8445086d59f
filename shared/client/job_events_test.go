package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/client"
)

// streams returns an exchange whose answer is a stream: text, and then its end, or
// silence if end is nil.
func streams(text string, end error) exchange {
	return func(r *http.Request) (*http.Response, error) {
		var last io.Reader = blockedReader{r.Context()}
		if end != nil {
			last = errReader{end}
		}
		return &http.Response{
			StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}},
			Body: io.NopCloser(io.MultiReader(strings.NewReader(text), last)),
		}, nil
	}
}

type errReader struct{ err error }

func (e errReader) Read([]byte) (int, error) { return 0, e.err }

func event(id int, name, data string) string {
	return fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", id, name, data)
}

// step is a progress event; fields names doubtful values.
func step(id int, stage, fields string) string {
	return event(id, "progress", `{"stage":"`+stage+`","fields":[`+fields+`]}`)
}

// followed returns the events of a job, as "ID stage", and the error that ended them.
func followed(ctx context.Context, c *client.Client) (seen []string, last client.Event, end error) {
	for e, err := range c.JobEvents(ctx, "6f1c", "") {
		if err != nil {
			return seen, last, err
		}
		seen, last = append(seen, e.ID+" "+e.Stage), e
	}
	return seen, last, nil
}

const eventsOfJob = "/api/v1/biom/jobs/6f1c/events"

func TestJobEventsGoOnBehindTheLastEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, times := conversation(t,
			expectRequest(t, eventsOfJob, "Last-Event-ID", "", streams(step(1, "accepted", "")+step(2, "queued", ""), io.ErrUnexpectedEOF)),
			expectRequest(t, eventsOfJob, "Last-Event-ID", "2", refusesConnection),
			expectRequest(t, eventsOfJob, "Last-Event-ID", "2", says(503, failed, "Retry-After", "4")),
			expectRequest(t, eventsOfJob, "Last-Event-ID", "2", streams(": ping\n\n"+step(3, "validating", `"right_eye.ACD"`)+"id: 4\nevent: result\nda", io.EOF)),
			expectRequest(t, eventsOfJob, "Last-Event-ID", "3", streams("", nil)), // silent for a minute
			expectRequest(t, eventsOfJob, "Last-Event-ID", "3", streams(event(4, "result", response)+step(5, "of another job", ""), nil)))
		seen, last, err := followed(t.Context(), c)
		if err != nil || fmt.Sprint(seen) != "[1 accepted 2 queued 3 validating 4 result]" {
			t.Errorf("got %v, %v", seen, err)
		}
		if last.Response == nil || string(last.Raw) != response || fmt.Sprint(last.Withheld) != "[right_eye.ACD]" {
			t.Errorf("got %+v", last)
		}
		if got, want := fmt.Sprint(times()), "[0s 1s 3s 7s 8s 1m10s]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestJobEventsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, times := conversation(t, streams(step(1, "accepted", "")+event(2, "error", `{"status":504,"error":{"code":"EXTRACTION_TIMEOUT","message":"m"}}`), nil))
		seen, _, err := followed(t.Context(), c)
		if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != 504 || len(seen) != 1 {
			t.Errorf("got %v, %v", seen, err)
		}
		times()
		c, times = conversation(t, expectRequest(t, eventsOfJob, "Last-Event-ID", "7", says(204, ""))) // nothing follows the last event
		for e, err := range c.JobEvents(t.Context(), "6f1c", "7") {
			t.Errorf("got %v, %v", e, err)
		}
		times()
		for _, answer := range []exchange{says(404, notFound), says(200, response)} {
			c, times = conversation(t, answer)
			if _, _, err := followed(t.Context(), c); err == nil {
				t.Error("no error")
			}
			times()
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c, times = conversation(t, streams(step(1, "accepted", ""), nil))
		var end error
		for _, err := range c.JobEvents(ctx, "6f1c", "") {
			cancel()
			end = err
		}
		if times(); !errors.Is(end, context.Canceled) {
			t.Errorf("got %v", end)
		}
		c, times = conversation(t, streams(step(1, "accepted", ""), nil))
		for range c.JobEvents(t.Context(), "6f1c", "") {
			break
		}
		times()
	})
}

func TestBatch(t *testing.T) {
	t.Parallel()
	const page = `{"batch":"monday","total":10,"counts":{"queued":1,"running":2,"succeeded":3,"failed":4},"next":"c-2",` +
		`"jobs":[{"id":"6f1c","status":"failed","filename":"a.pdf","created":"2026-11-22T12:00:00.000Z","ended":"2026-11-22T12:00:01.000Z","http_status":504,"links":{}}]}`
	c := serveRoute(t, "GET /api/v1/biom/batches/mon.day~-_?after=c-1&limit=5&status=failed", page, expectKeys(t, true, false))
	got, err := c.Batch(t.Context(), "mon.day~-_", client.BatchQuery{Status: client.JobFailed, Limit: 5, After: "c-1"})
	if err != nil || got.Name != "monday" || got.Total != 10 || got.Counts[client.JobSucceeded] != 3 || got.Next != "c-2" || len(got.Jobs) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if j := got.Jobs[0]; j.ID != "6f1c" || j.Status != client.JobFailed || j.Filename != "a.pdf" || j.HTTPStatus != 504 || j.Ended.Sub(j.Created) != time.Second {
		t.Errorf("got %+v", j)
	}
	c = serveRoute(t, "GET /api/v1/biom/batches/monday", page, expectKeys(t, true, false))
	if _, err := c.Batch(t.Context(), "monday", client.BatchQuery{}); err != nil {
		t.Error(err)
	}
}

func TestBatchEventsGoOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const path = "/api/v1/biom/batches/monday/events"
		ended := func(id int) string {
			return event(id, "end", fmt.Sprintf(`{"id":"%04d","status":"succeeded","http_status":200}`, id))
		}
		c, times := conversation(t,
			expectRequest(t, path, "Last-Event-ID", "0", streams(ended(1)+event(2, "of_a_later_version", "x")+ended(3), io.EOF)),
			expectRequest(t, path, "Last-Event-ID", "3", streams(ended(4)+ended(5), nil)))
		var seen []string
		for job, err := range c.BatchEvents(t.Context(), "monday", "0") {
			if err != nil || job.HTTPStatus != 200 || !strings.HasSuffix(job.ID, job.EventID) {
				t.Fatalf("got %+v, %v", job, err)
			}
			if seen = append(seen, job.ID); len(seen) == 4 {
				break
			}
		}
		if fmt.Sprint(seen) != "[0001 0003 0004 0005]" {
			t.Errorf("got %v", seen)
		}
		times()
		c, times = conversation(t, streams(ended(1)+event(2, "end", "{}"), nil))
		var end error
		for _, err := range c.BatchEvents(t.Context(), "monday", "") {
			end = err
		}
		if times(); end == nil {
			t.Error("an event without an ID: no error")
		}
	})
}
