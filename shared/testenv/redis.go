package testenv

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
)

// RedisOptions configure a private Redis server.
type RedisOptions struct {
	// Durable makes the server keep every write: append-only file, fsync always.
	// Without it nothing survives a restart.
	Durable bool
	// Databases is the number of numbered databases; 0 means 16.
	Databases int
	// Args are additional arguments of redis-server.
	Args []string
}

// RedisServer is a Redis server that one test uses alone.
type RedisServer struct {
	Server

	opts RedisOptions
}

// StartRedis starts a private Redis server and ends it with the test.
func StartRedis(t testing.TB, opts RedisOptions) *RedisServer {
	t.Helper()
	r, err := newRedis(opts)
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(r.close)
	return r
}

// RedisTimeouts are parameters to append to a URL of this package. They raise the
// time limits of redisclient.Open, so that a test passes on a slow machine, too.
const RedisTimeouts = "?dial_timeout=2m&read_timeout=2m&write_timeout=2m&pool_timeout=2m"

// URL returns the server's URL for redisclient.Open.
func (r *RedisServer) URL() string { return "redis://" + r.Addr + "/0" }

func newRedis(opts RedisOptions) (*RedisServer, error) {
	cred, err := unprivileged("redis", "nobody")
	if err != nil {
		return nil, err
	}
	r := &RedisServer{Server: Server{name: "redis", quit: syscall.SIGTERM, cred: cred}, opts: opts}
	r.run = r.launch
	if opts.Durable {
		if r.dir, err = dataDir(cred); err != nil {
			return nil, err
		}
	}
	if err := r.startOnFreePort(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *RedisServer) launch() (*process, error) {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, errors.New("redis-server is missing: apt-get install redis-server")
	}
	cmd := exec.Command(bin, r.args()...)
	cmd.Dir, cmd.Env = os.TempDir(), []string{"LC_ALL=C"}
	p, err := launch(cmd, r.cred, "Ready to accept connections")
	if err != nil {
		return nil, fmt.Errorf("redis: %w", err)
	}
	return p, nil
}

func (r *RedisServer) args() []string {
	args := []string{"--port", strconv.Itoa(r.port), "--bind", "127.0.0.1", "--daemonize", "no", "--save", ""}
	if r.opts.Databases > 0 {
		args = append(args, "--databases", strconv.Itoa(r.opts.Databases))
	}
	if r.opts.Durable {
		args = append(args, "--dir", r.dir, "--appendonly", "yes", "--appendfsync", "always")
	}
	return append(args, r.opts.Args...)
}
