package testenv

import (
	"net"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS starts a NATS server with JetStream in this process, on a free port and
// with temporary data, and returns its URL. It takes messages up to 32 MiB.
func NATS(t testing.TB) (url string) {
	t.Helper()
	return StartNATS(t).URL()
}

// NATSServer is a NATS server that one test uses alone. It can be stopped and
// started again on the same port and data. Its methods must not be called
// concurrently.
type NATSServer struct {
	// Options are used by the next Start.
	Options *server.Options
	// Server is the running server, or the one that was stopped last.
	Server *server.Server
}

// StartNATS starts a private NATS server and stops it when the test ends. The
// change functions can modify its options before the start.
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

// URL returns the server's URL for broker.Connect.
func (n *NATSServer) URL() string { return n.Server.ClientURL() }

// Stop shuts the server down and waits until it has ended.
func (n *NATSServer) Stop(testing.TB) { n.Server.Shutdown(); n.Server.WaitForShutdown() }

// Start starts a stopped server again, on the same port and data.
func (n *NATSServer) Start(t testing.TB) {
	t.Helper()
	var err error
	if n.Server, err = server.NewServer(n.Options.Clone()); err != nil {
		t.Fatalf("testenv: NATS: %v", err)
	}
	n.Server.Start()
	if !n.Server.ReadyForConnections(timeout) {
		t.Fatal("testenv: NATS did not start")
	}
}
