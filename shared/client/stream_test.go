package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"biom/shared/client"
	"biom/shared/problem"
)

const accepted = "id: 1\nevent: progress\ndata: {\"request_id\":\"r-1\",\"stage\":\"accepted\",\"progress\":0.05,\"message\":\"m\",\"timestamp\":\"2026-01-02T03:04:05Z\"}\n\n"

// streaming returns a handler that sends each part by itself.
func streaming(parts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, part := range parts {
			_, _ = io.WriteString(w, part)
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// collect returns the stages of a stream, its last event and the error that ended
// it.
func collect(ctx context.Context, c *client.Client) (stages []string, last client.Event, err error) {
	for e, err := range c.ProcessStream(ctx, report()) {
		if err != nil {
			return stages, last, err
		}
		stages, last = append(stages, e.Stage), e
	}
	return stages, last, nil
}

func TestProcessStreamYieldsStagesAndResponse(t *testing.T) {
	t.Parallel()
	c := setup(t, streaming(accepted, ": ping\n\n",
		"id: 2\r\nevent: progress\r\ndata: {\"stage\":\"extracting\",\r\ndata: \"progress\":0.3,\"attempt\":2,\"fields\":[\"right_eye.AL\"]}\r\n\r\n",
		"event: of_a_later_version\ndata: x\n\n",
		"id: 3\nevent: result\nda", "ta: "+response[:100], response[100:]+"\n", "\n", accepted))
	stages, last, err := collect(t.Context(), c)
	if err != nil || !slices.Equal(stages, []string{"accepted", "extracting", "result"}) {
		t.Fatalf("got %v, %v", stages, err)
	}
	if last.ID != "3" || last.RequestID != "r-1" || last.Progress != 1 || *last.Response.Data.RightEye.CCT != 545 || string(last.Raw) != response {
		t.Errorf("got %+v", last)
	}
}

func TestProcessStreamFallsBackToOneDocument(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, response) })
	stages, last, err := collect(t.Context(), c)
	if err != nil || len(stages) != 1 || last.Response == nil || string(last.Raw) != response {
		t.Fatalf("got %v, %+v, %v", stages, last, err)
	}
}

func TestProcessStreamReturnsErrorEvent(t *testing.T) {
	t.Parallel()
	c := setup(t, streaming(accepted, "event: error\ndata: {\"status\":503,\"retry_after\":12,\"success\":false,"+
		"\"error\":{\"code\":\"INTERNAL_ERROR\",\"message\":\"busy "+providerKey+"\",\"request_id\":\"r-1\",\"details\":{\"reason\":\"queue_full\"}}}\n\n"))
	stages, _, err := collect(t.Context(), c)
	e, ok := errors.AsType[*client.Error](err)
	if !ok || len(stages) != 1 {
		t.Fatalf("got %v, %v", stages, err)
	}
	if e.Status != 503 || e.Code != problem.Internal || e.RetryAfter != 12*time.Second || e.RequestID != "r-1" || e.Reason() != "queue_full" {
		t.Errorf("got %#v", e)
	}
	if e.Error() != "503 INTERNAL_ERROR: busy [key] (try again in 12s)" {
		t.Error(e)
	}
}

func TestProcessStreamThatEndsEarlyIsIncomplete(t *testing.T) {
	t.Parallel()
	for _, parts := range [][]string{{}, {accepted}, {accepted, "event: result\ndata: " + response}, {accepted, "event: result\ndata: " + response + "\n"}} {
		c := setup(t, streaming(parts...))
		if _, last, err := collect(t.Context(), c); !errors.Is(err, client.ErrIncomplete) || last.Response != nil {
			t.Errorf("%d parts: got %v", len(parts), err)
		}
	}
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(accepted)(w, r)
		panic(http.ErrAbortHandler)
	})
	if _, _, err := collect(t.Context(), c); !errors.Is(err, client.ErrIncomplete) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("connection cut: got %v", err)
	}
}

func TestProcessStreamRefusesInvalidEvents(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"event: progress\ndata: {\n\n", "event: result\ndata: {}\n\n", "event: error\ndata: oops\n\n"} {
		if _, _, err := collect(t.Context(), setup(t, streaming(part))); err == nil {
			t.Errorf("%q: no error", part)
		}
	}
}

// streamAndWait streams one event and then waits until the client is gone.
func streamAndWait(w http.ResponseWriter, r *http.Request) {
	streaming(accepted)(w, r)
	<-r.Context().Done()
}

func TestLeavingTheLoopEndsTheRequest(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		streamAndWait(w, r)
		close(ended)
	})
	for range c.ProcessStream(t.Context(), report()) {
		break
	}
	<-ended
}

func TestContextEndsTheStream(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := setup(t, streamAndWait)
	var end error
	for _, err := range c.ProcessStream(ctx, report()) {
		cancel()
		end = err
	}
	if !errors.Is(end, context.Canceled) {
		t.Fatalf("got %v", end)
	}
}

func TestWithheldComesFromTrailers(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Biom-Withheld")
		streaming("event: result\ndata: "+response+"\n\n")(w, r)
		w.Header().Set("X-Biom-Withheld", "right_eye.LT")
	})
	var info client.Info
	u := report()
	u.Info = &info
	for e, err := range c.ProcessStream(t.Context(), u) {
		if err != nil || e.Response == nil || fmt.Sprint(info.Withheld) != "[right_eye.LT]" {
			t.Fatalf("got %+v, %v, %+v", e, err, info)
		}
	}
}

func TestWithheldComesFromTheLastProgress(t *testing.T) {
	t.Parallel()
	progress := func(stage, fields string) string {
		return "event: progress\ndata: {\"stage\":\"" + stage + "\",\"fields\":[" + fields + "]}\n\n"
	}
	result := "event: result\ndata: " + response + "\n\n"
	for _, c := range []struct {
		want  string
		parts []string
	}{
		{"[right_eye.AL]", []string{progress("validating", `"right_eye.AL"`), progress("sharing", ""), result}},
		{"[]", []string{progress("validating", `"right_eye.AL"`), progress("extracting", ""), progress("validating", ""), result}},
		{"[]", []string{progress("extracting", `"right_eye.AL"`), progress("validating", ""), result}}, // the second attempt has read it
	} {
		var info client.Info
		u := report()
		u.Info = &info
		for _, err := range setup(t, streaming(c.parts...)).ProcessStream(t.Context(), u) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(info.Withheld) != c.want {
			t.Errorf("got %v, want %s", info.Withheld, c.want)
		}
	}
}
