package testenv

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
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

// The users of a cluster's NATS server. Admin is only in tests, and may do everything.
const (
	API      = "api"
	Worker   = "worker"
	Operator = "operator"
	Admin    = "admin"
)

// StartClusterNATS starts a private NATS server with the users and permissions of deploy/nats.conf.
// [NATSServer.URLOf] has their URLs. The change functions can modify its options before the start.
func StartClusterNATS(t testing.TB, change ...func(*server.Options)) *NATSServer {
	t.Helper()
	configured, err := clusterOptions(t.TempDir())
	if err != nil {
		t.Fatalf("testenv: deploy/nats.conf: %v", err)
	}
	users := func(o *server.Options) {
		o.Users = slices.Concat(configured.Users, []*server.User{{Username: Admin, Password: Admin}})
	}
	return StartNATS(t, append([]func(*server.Options){users}, change...)...)
}

// clusterOptions returns what deploy/nats.conf says. The password of each user is its name.
func clusterOptions(dir string) (*server.Options, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy", "nats.conf"))
	if err != nil {
		return nil, err
	}
	const secrets = "NATS_PASSWORD: biom, NATS_ROUTES: []\n" +
		"NATS_API_PASSWORD: " + API + ", NATS_WORKER_PASSWORD: " + Worker + ", NATS_OPERATOR_PASSWORD: " + Operator + "\n"
	path := filepath.Join(dir, "nats.conf")
	for name, content := range map[string]string{path: "NATS_NAME: test\n" + string(text), filepath.Join(dir, "nats-secrets.conf"): secrets} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			return nil, err
		}
	}
	return server.ProcessConfigFile(path)
}

// moduleRoot returns the directory of this module: tests run in that of their package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above this directory")
		}
		dir = filepath.Dir(dir)
	}
}

// URLOf returns the URL of a user of [StartClusterNATS].
func (n *NATSServer) URLOf(user string) string {
	return fmt.Sprintf("nats://%s:%s@127.0.0.1:%d", user, user, n.Options.Port)
}
