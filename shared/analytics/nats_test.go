package analytics_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/analytics"
	"biom/shared/broker"
	"biom/shared/testenv"
)

// slow is a time that nothing takes, not even on a slow machine, unless it hangs.
const slow = 2 * time.Minute

// connect returns a new connection, which is closed with the test.
func connect(t testing.TB, n *testenv.NATSServer) *broker.Conn {
	t.Helper()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: n.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// newPublisher returns a publisher with an publish timeout that no test reaches on a
// slow machine. It is for tests in which NATS is not stopped: an event that is on its
// way then gets no reply, and is sent again only after the timeout.
func newPublisher(t testing.TB, conn *broker.Conn, log *slog.Logger) *analytics.Publisher {
	t.Helper()
	p := newDefaultPublisher(t, conn, log)
	p.SetPublishTimeout(slow)
	return p
}

// newDefaultPublisher returns a publisher with the publish timeout of production. Its
// Send may fail on a slow machine, and has to be repeated.
func newDefaultPublisher(t testing.TB, conn *broker.Conn, log *slog.Logger) *analytics.Publisher {
	t.Helper()
	p, err := analytics.NewPublisher(t.Context(), conn, analytics.PublisherConfig{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeNow(p) })
	return p
}

// closeNow closes p without waiting for events that could not be published.
func closeNow(p *analytics.Publisher) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p.Close(ended)
}

// transcript keeps the text of a log.
type transcript struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *transcript) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *transcript) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

func (w *transcript) logger() *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }
