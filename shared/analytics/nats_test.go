package analytics_test

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"biom/shared/analytics"
	"biom/shared/broker"
)

// natsServer is one to be stopped and started on the same port and data. Its
// methods are for one goroutine.
type natsServer struct {
	opts   *server.Options
	server *server.Server
}

// newNATS starts a server, with JetStream or, for now, without.
func newNATS(t testing.TB, jetStream bool) *natsServer {
	t.Helper()
	n := &natsServer{opts: &server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: jetStream, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	}}
	n.start(t)
	t.Cleanup(n.stop)
	return n
}

func (n *natsServer) start(t testing.TB) {
	t.Helper()
	s, err := server.NewServer(n.opts.Clone())
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("NATS did not start")
	}
	n.server, n.opts.Port = s, s.Addr().(*net.TCPAddr).Port
}

func (n *natsServer) stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// connect gives a connection of its own, closed with the test.
func (n *natsServer) connect(t testing.TB) *broker.Conn {
	t.Helper()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: n.server.ClientURL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func newPublisher(t testing.TB, conn *broker.Conn, log *slog.Logger) *analytics.Publisher {
	t.Helper()
	p, err := analytics.NewPublisher(t.Context(), conn, analytics.PublisherConfig{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeNow(p) })
	return p
}

// closeNow gives up what could not be published.
func closeNow(p *analytics.Publisher) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p.Close(ended)
}

// transcript keeps a log.
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
