package endpoint_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// A refused client gets the response at once, while it still sends. It can then send the
// rest, and make its next request on the same connection.
func TestRefusalDoesNotWaitForTheBody(t *testing.T) {
	t.Parallel()
	const length, first = 32 << 20, 1 << 20
	for name, readSome := range map[string]bool{"unread": false, "partly read": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, func(w http.ResponseWriter, r *http.Request) error {
				if readSome {
					_, _ = io.CopyN(io.Discard, endpoint.NewBody(w, r, length, time.Minute), first/2)
				}
				return problem.Unavailable(5*time.Second, "No room.")
			})
			in := bufio.NewReader(conn)
			for range 2 {
				fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", length, strings.Repeat("x", first))
				refusedWith(t, in, http.StatusServiceUnavailable)
				if _, err := io.CopyN(conn, zeros{}, length-first); err != nil {
					t.Fatalf("the rest of the body: %v", err)
				}
			}
		})
	}
}

// A client that waits for "100 Continue" gets the response at once, and is told that its
// body is not awaited.
func TestRefusalTellsThatBodyIsNotAwaited(t *testing.T) {
	t.Parallel()
	conn := dial(t, func(http.ResponseWriter, *http.Request) error { return problem.Unavailable(time.Second, "No room.") })
	fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n")
	if resp := refusedWith(t, bufio.NewReader(conn), http.StatusServiceUnavailable); !resp.Close {
		t.Error("the connection is not to be closed")
	}
}

// dial connects to a server whose only handler is handle.
func dial(t *testing.T, handle func(http.ResponseWriter, *http.Request) error) net.Conn {
	t.Helper()
	responder := endpoint.Responder{Logger: slog.New(slog.DiscardHandler), Now: time.Now, WriteTimeout: time.Minute}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		responder.Serve(
			func() endpoint.Exchange { return endpoint.Exchange{Writer: w, Request: r} },
			func() error { return handle(w, r) },
		)
	}))
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() }) // before the server, which waits for its handlers
	return conn
}

// refusedWith reads a response and fails the test if it has another status.
func refusedWith(t *testing.T, in *bufio.Reader, status int) *http.Response {
	t.Helper()
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status || !strings.Contains(string(body), "No room.") {
		t.Errorf("%s, %q, %v", resp.Status, body, err)
	}
	return resp
}

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
