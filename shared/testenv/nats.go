package testenv

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS starts a NATS server with JetStream in this process, on a free port and
// with temporary data, and gives its URL. It takes messages of 32 MiB.
func NATS(t testing.TB) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		MaxPayload: 32 << 20, MaxPending: 256 << 20,
	})
	if err != nil {
		t.Fatalf("testenv: NATS: %v", err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("testenv: NATS did not start")
	}
	return s.ClientURL()
}
