package api_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"biom/api"
)

// TestHalfClosed: who ended only its own half of the connection, or reads
// through a proxy, must not take silence for an answer.
func TestHalfClosed(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"false", "true"} {
		b := setup(t)
		held := b.queue.hold()
		conn := dial(t, b)
		if err := upload("a.pdf", []byte(pdf), "stream", stream).request(t.Context(), t, b.url).Write(conn); err != nil {
			t.Fatal(err)
		}
		receive(t, held, "job")
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		receive(t, b.queue.abandoned, "abandoned job")
		if resp, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
			if _, err := io.ReadAll(resp.Body); err == nil {
				t.Errorf("stream %s: a whole answer of status %d", stream, resp.StatusCode)
			}
		}
		if err := b.server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		b.uncharged()
		if b.log.contains("panicked") {
			t.Errorf("stream %s: taken for a fault of ours:\n%s", stream, b.log)
		}
	}
}

// TestRefusedWithBody: no route, no method, and yet a body on its way.
func TestRefusedWithBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := strings.Repeat("x", 4<<20)
	for head, status := range map[string]int{
		"POST /nowhere":      http.StatusNotFound,
		"PUT " + processPath: http.StatusMethodNotAllowed,
	} {
		resp, text := b.raw(head + " HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n\r\n" + body)
		if resp.StatusCode != status || resp.Close {
			t.Errorf("%s: %d, closed %v: %s", head, resp.StatusCode, resp.Close, text)
		}
	}
}

// TestNoLimitIsNone: there is no default behind a zero.
func TestNoLimitIsNone(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Limits = api.Limits{} })
	resp, body := b.post(upload("a.json", document()))
	checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
}
