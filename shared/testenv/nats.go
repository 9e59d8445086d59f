package testenv

import (
	"net"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS starts a NATS server with JetStream in this process, on a free port and
// with temporary data, and gives its URL. It takes messages of 32 MiB.
func NATS(t testing.TB) (url string) {
	t.Helper()
	return StartNATS(t).URL()
}

// NATSServer is a NATS of one test's own, to be stopped and started again on
// the same port and data. Its methods are for one goroutine.
type NATSServer struct {
	// Options are those of the next start.
	Options *server.Options
	// Server is the one that runs.
	Server *server.Server
}

// StartNATS starts a private NATS, with options changed first, and ends it with
// the test.
func StartNATS(t testing.TB, change ...func(*server.Options)) *NATSServer {
	t.Helper()
	n := &NATSServer{Options: &server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		MaxPayload: 32 << 20, MaxPending: 256 << 20,
	}}
	for _, f := range change {
		f(n.Options)
	}
	n.Start(t)
	n.Options.Port = n.Server.Addr().(*net.TCPAddr).Port
	t.Cleanup(func() { n.Stop(t) })
	return n
}

// URL is what broker.Connect takes.
func (n *NATSServer) URL() string { return n.Server.ClientURL() }

// Stop ends the server in good order and waits for it.
func (n *NATSServer) Stop(testing.TB) { n.Server.Shutdown(); n.Server.WaitForShutdown() }

// Start brings a stopped server back on its port and data.
func (n *NATSServer) Start(t testing.TB) {
	t.Helper()
	var err error
	if n.Server, err = server.NewServer(n.Options.Clone()); err != nil {
		t.Fatalf("testenv: NATS: %v", err)
	}
	n.Server.Start()
	if !n.Server.ReadyForConnections(patience) {
		t.Fatal("testenv: NATS did not start")
	}
}
