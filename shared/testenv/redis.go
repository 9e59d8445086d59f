package testenv

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// RedisOptions say how a private Redis differs from a throw-away one.
type RedisOptions struct {
	// Durable keeps every write: append-only file, fsync always. Without it
	// nothing survives a restart.
	Durable bool
	// Databases is how many numbered databases it has; 0 means 16.
	Databases int
	// Args are further redis-server arguments.
	Args []string
}

// RedisServer is a Redis of one test's own, to be stopped, killed, paused and
// started again on the same port and data. Its methods are for one goroutine.
type RedisServer struct {
	// Addr is host:port, the same after every start.
	Addr string

	port int
	dir  string // "" when it keeps nothing
	opts RedisOptions
	cred *syscall.Credential
	proc *process // nil while it is down
}

// StartRedis starts a private Redis and ends it with the test.
func StartRedis(t testing.TB, opts RedisOptions) *RedisServer {
	t.Helper()
	r, err := newRedis(opts)
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(r.close)
	return r
}

// URL is what redisclient.Open takes.
func (r *RedisServer) URL() string { return "redis://" + r.Addr + "/0" }

// Stop ends the server in good order (SIGTERM) and waits for it.
func (r *RedisServer) Stop(t testing.TB) { t.Helper(); r.end(syscall.SIGTERM) }

// Kill ends the server as a crash would (SIGKILL) and waits for it.
func (r *RedisServer) Kill(t testing.TB) { t.Helper(); r.end(syscall.SIGKILL) }

// Start brings a stopped server back on its port and data.
func (r *RedisServer) Start(t testing.TB) {
	t.Helper()
	if r.proc != nil {
		t.Fatal("testenv: redis is running")
	}
	if err := r.start(); err != nil {
		t.Fatalf("testenv: %v", err)
	}
}

// Pause leaves the server half-open: it accepts connections and answers none.
func (r *RedisServer) Pause(t testing.TB) { t.Helper(); r.signal(t, syscall.SIGSTOP) }

// Resume ends a Pause.
func (r *RedisServer) Resume(t testing.TB) { t.Helper(); r.signal(t, syscall.SIGCONT) }

func (r *RedisServer) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	if r.proc == nil {
		t.Fatal("testenv: redis is not running")
	}
	if err := r.proc.cmd.Process.Signal(sig); err != nil {
		t.Fatalf("testenv: redis: %v", err)
	}
}

func (r *RedisServer) end(sig syscall.Signal) {
	if r.proc != nil {
		r.proc.stop(sig)
		r.proc = nil
	}
}

func (r *RedisServer) close() {
	r.end(syscall.SIGKILL)
	if r.dir != "" {
		_ = os.RemoveAll(r.dir)
	}
}

func newRedis(opts RedisOptions) (*RedisServer, error) {
	cred, err := unprivileged("redis", "nobody")
	if err != nil {
		return nil, err
	}
	r := &RedisServer{opts: opts, cred: cred}
	if opts.Durable {
		if r.dir, err = dataDir(cred); err != nil {
			return nil, err
		}
	}
	if err := r.startSomewhere(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// startSomewhere tries a few ports: Redis cannot choose one itself, and another
// test may take ours between the asking and the listening.
func (r *RedisServer) startSomewhere() (err error) {
	for range 5 {
		if r.port, err = freePort(); err != nil {
			return err
		}
		r.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(r.port))
		if err = r.start(); err == nil || !strings.Contains(err.Error(), "Address already in use") {
			return err
		}
	}
	return err
}

func (r *RedisServer) start() error {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return errors.New("redis-server is missing: apt-get install redis-server")
	}
	cmd := exec.Command(bin, r.args()...)
	cmd.Dir, cmd.Env = os.TempDir(), []string{"LC_ALL=C"}
	r.proc, err = launch(cmd, r.cred, "Ready to accept connections")
	if err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
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

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
