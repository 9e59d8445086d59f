package client_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/client"
)

// streamClient returns a client whose streams come from open, without a network.
func streamClient(t testing.TB, open func(*http.Request) io.Reader) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://fake", HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		_, err := io.Copy(io.Discard, r.Body)
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(open(r))}, err
	})}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// blockedReader blocks until ctx ends, as a connection does on which nothing
// arrives.
type blockedReader struct{ ctx context.Context }

func (u blockedReader) Read([]byte) (int, error) {
	<-u.ctx.Done()
	return 0, u.ctx.Err()
}

func TestProcessStreamEndsWhenTheServerIsSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := streamClient(t, func(r *http.Request) io.Reader {
			return io.MultiReader(strings.NewReader(accepted), blockedReader{r.Context()})
		})
		_, _, err := collect(t.Context(), c)
		if !errors.Is(err, client.ErrSilent) || !errors.Is(err, client.ErrIncomplete) || time.Since(start) != client.DefaultStreamIdle {
			t.Fatalf("got %v after %s", err, time.Since(start))
		}
	})
}

// delayedReader returns each part after the same delay.
type delayedReader struct {
	parts []string
	after time.Duration
}

func (d *delayedReader) Read(p []byte) (int, error) {
	if len(d.parts) == 0 {
		return 0, io.EOF
	}
	time.Sleep(d.after) // fake time: the test runs in a synctest bubble
	n := copy(p, d.parts[0])
	d.parts = d.parts[1:]
	return n, nil
}

func TestProcessStreamAcceptsHeartbeatsAndSlowCallers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := streamClient(t, func(*http.Request) io.Reader {
			return &delayedReader{[]string{accepted, ": ping\n\n", ": ping\n\n", "event: result\ndata: " + response + "\n\n"}, client.DefaultStreamIdle - 1}
		})
		for _, err := range c.ProcessStream(t.Context(), report()) {
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * client.DefaultStreamIdle) // the caller's own work does not count
		}
	})
}

// Whatever a server streams, the client does not crash, and returns either a
// complete response or an error.
func FuzzProcessStream(f *testing.F) {
	var body []byte
	c := streamClient(f, func(*http.Request) io.Reader { return bytes.NewReader(body) })
	f.Add([]byte(accepted + "event: result\ndata: " + response + "\n\n"))
	f.Add([]byte("event: error\ndata: {\"status\":429,\"retry_after\":1e999,\"error\":{\"details\":{\"errors\":[1]}}}\n\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		body = stream
		_, last, err := collect(t.Context(), c)
		if err == nil && (last.Response == nil || last.Response.Metadata.RequestID == "") {
			t.Fatal("neither a response nor an error")
		}
		if e, ok := errors.AsType[*client.Error](err); ok && (len(e.Faults()) > len(stream) || e.Error() == "" || e.RetryAfter < 0) {
			t.Fatal(e)
		}
	})
}
