package testenv

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Server is a server process that one test uses alone. It can be stopped,
// killed, paused, and started again on the same port and data. Its methods must
// not be called concurrently.
type Server struct {
	// Addr is host:port, the same after every start.
	Addr string

	name string
	quit syscall.Signal           // asks the server to shut down
	run  func() (*process, error) // starts the server on port and dir
	cred *syscall.Credential      // account of the server; nil: our own
	port int
	dir  string   // its data; "" if it stores nothing
	proc *process // nil while the server does not run
}

// Stop asks the server to shut down and waits until it has ended.
func (s *Server) Stop(t testing.TB) { t.Helper(); s.end(s.quit) }

// Kill ends the server with SIGKILL, as a crash would, and waits until it has
// ended.
func (s *Server) Kill(t testing.TB) { t.Helper(); s.end(syscall.SIGKILL) }

// Start starts a stopped or killed server again, on the same port and data.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if s.proc != nil {
		t.Fatalf("testenv: %s is running", s.name)
	}
	if err := s.start(); err != nil {
		t.Fatalf("testenv: %v", err)
	}
}

// Pause makes the server half-open: it accepts connections and answers nothing.
func (s *Server) Pause(t testing.TB) { t.Helper(); s.signal(t, syscall.SIGSTOP) }

// Resume lets a paused server go on.
func (s *Server) Resume(t testing.TB) { t.Helper(); s.signal(t, syscall.SIGCONT) }

func (s *Server) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	if s.proc == nil {
		t.Fatalf("testenv: %s is not running", s.name)
	}
	if err := s.proc.signal(sig); err != nil {
		t.Fatalf("testenv: %s: %v", s.name, err)
	}
}

func (s *Server) end(sig syscall.Signal) {
	if s.proc != nil {
		s.proc.stop(sig)
		s.proc = nil
	}
}

// close kills the server and removes its data.
func (s *Server) close() {
	s.end(syscall.SIGKILL)
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// startOnFreePort starts the server on a free port. The servers cannot choose a
// port themselves, and another process may take the one that freePort found
// before the server listens on it; so a few ports are tried.
func (s *Server) startOnFreePort() (err error) {
	for range 5 {
		if s.port, err = freePort(); err != nil {
			return err
		}
		s.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))
		if err = s.start(); err == nil || !strings.Contains(err.Error(), "Address already in use") {
			return err
		}
	}
	return err
}

func (s *Server) start() (err error) {
	s.proc, err = s.run()
	return err
}

// freePort is a free port below those that the system gives to listeners on port 0
// and to callers, so that a server that was stopped finds its own still free.
func freePort() (port int, err error) {
	const first, last = 15000, 32767 // Linux gives from 32768
	for range 50 {
		port = first + rand.IntN(last-first+1)
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("testenv: no free port from %d to %d: %w", first, last, err)
}
