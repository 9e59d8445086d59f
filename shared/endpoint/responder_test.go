package endpoint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// serve runs a handler for a request whose client may be gone. It returns the
// response, the log, and what the responder panicked with.
func serve(t *testing.T, change func(*endpoint.Exchange), logRoute, clientGone bool, handle func() error) (*httptest.ResponseRecorder, string, any) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if clientGone {
		cancel()
	}
	var log bytes.Buffer
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}
	responder := endpoint.Responder{
		Logger:       slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: withoutTime})),
		Now:          func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		WriteTimeout: time.Minute, LogRoute: logRoute,
	}
	rec := httptest.NewRecorder()
	endpoint.SetHeaders(rec.Header(), "id")
	x := endpoint.Exchange{Writer: rec, Request: httptest.NewRequestWithContext(ctx, http.MethodPost, "/a?secret", nil), Route: "/a"}
	if change != nil {
		change(&x)
	}
	var aborted any
	func() {
		defer func() { aborted = recover() }()
		responder.Serve(func() endpoint.Exchange { return x }, handle)
	}()
	return rec, log.String(), aborted
}

func TestErrorsBecomeResponsesAndLogLines(t *testing.T) {
	t.Parallel()
	busy := problem.Unavailable(2*time.Second, "Busy.").Because(errors.New("the cause"))
	for name, c := range map[string]struct {
		err      error
		logRoute bool
		status   int
		log      string
	}{
		"a problem":            {problem.New(404, problem.NotFound, "No."), false, 404, `level=INFO msg="request refused: NOT_FOUND" request_id=id status=404`},
		"a problem, and route": {busy, true, 503, `level=WARN msg="request refused: INTERNAL_ERROR" request_id=id method=POST route=/a status=503 error="the cause"`},
		"another error":        {errors.New("internal"), false, 500, `level=ERROR msg="request refused: INTERNAL_ERROR" request_id=id status=500 error=internal`},
		"canceled, not by the client": {
			fmt.Errorf("a call: %w", context.Canceled), false, 500,
			`level=ERROR msg="request refused: INTERNAL_ERROR" request_id=id status=500 error="a call: context canceled"`,
		},
	} {
		rec, log, aborted := serve(t, nil, c.logRoute, false, func() error { return c.err })
		if rec.Code != c.status || aborted != nil || strings.TrimSpace(log) != c.log {
			t.Errorf("%s: got %d, aborted with %v, and the log\n%swant %d and\n%s", name, rec.Code, aborted, log, c.status, c.log)
		}
		if !strings.Contains(rec.Body.String(), `"id"`) || rec.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v %s", name, rec.Header(), rec.Body)
		}
	}
}

func TestClientThatIsGoneIsNotAnswered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err      error
		logRoute bool
		log      string
	}{
		"gone":      {endpoint.ErrClientGone, true, `level=INFO msg="the client left" request_id=id method=POST route=/a status=0`},
		"cancelled": {context.Canceled, false, `level=INFO msg="the client left" request_id=id`},
	} {
		rec, log, aborted := serve(t, nil, c.logRoute, true, func() error { return c.err })
		if aborted != any(http.ErrAbortHandler) || rec.Body.Len() > 0 || strings.TrimSpace(log) != c.log {
			t.Errorf("%s: aborted with %v, %q, log:\n%s", name, aborted, rec.Body, log)
		}
	}
}

func TestPanicIsAnsweredUnlessResponseHasBegun(t *testing.T) {
	t.Parallel()
	for _, begun := range []bool{false, true} {
		rec, log, aborted := serve(t, func(x *endpoint.Exchange) { x.Begun = begun }, true, false, func() error { panic("a patient's name") })
		want := `level=ERROR msg="a handler panicked" request_id=id route=/a type=string stack=`
		if !strings.HasPrefix(log, want) || !strings.Contains(log, "responder_test.go") || strings.Contains(log, "patient") {
			t.Errorf("begun %t: the log:\n%s", begun, log)
		}
		if answered := rec.Body.Len() > 0; answered == begun || (aborted == any(http.ErrAbortHandler)) != begun {
			t.Errorf("begun %t: %d %s, aborted with %v", begun, rec.Code, rec.Body, aborted)
		}
	}
}

func TestHandlerMayAbort(t *testing.T) {
	t.Parallel()
	_, log, aborted := serve(t, nil, false, false, func() error { panic(http.ErrAbortHandler) })
	if aborted != any(http.ErrAbortHandler) || log != "" {
		t.Errorf("aborted with %v, log: %s", aborted, log)
	}
}

func TestErrorIsAnEventOnOpenStream(t *testing.T) {
	t.Parallel()
	var sent *problem.Problem
	stream := func(x *endpoint.Exchange) { x.Stream = func(p *problem.Problem) { sent = p } }
	rec, _, _ := serve(t, stream, true, false, func() error { return problem.New(http.StatusConflict, problem.HTTP, "No.") })
	if sent == nil || sent.Status != http.StatusConflict || rec.Body.Len() > 0 {
		t.Errorf("%v, body %q", sent, rec.Body)
	}
}
