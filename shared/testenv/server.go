package testenv

import (
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Server is a server program of one test's own, to be stopped, killed, paused
// and started again on the same port and data. Its methods are for one
// goroutine.
type Server struct {
	// Addr is host:port, the same after every start.
	Addr string

	name string
	quit syscall.Signal           // ends it in good order
	run  func() (*process, error) // starts it on port and dir
	cred *syscall.Credential      // nil: our own account
	port int
	dir  string   // "" when it keeps nothing
	proc *process // nil while it is down
}

// Stop ends the server in good order and waits for it.
func (s *Server) Stop(t testing.TB) { t.Helper(); s.end(s.quit) }

// Kill ends the server as a crash would (SIGKILL) and waits for it.
func (s *Server) Kill(t testing.TB) { t.Helper(); s.end(syscall.SIGKILL) }

// Start brings a stopped server back on its port and data.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if s.proc != nil {
		t.Fatalf("testenv: %s is running", s.name)
	}
	if err := s.start(); err != nil {
		t.Fatalf("testenv: %v", err)
	}
}

// Pause leaves the server half-open: it accepts connections and answers none.
func (s *Server) Pause(t testing.TB) { t.Helper(); s.signal(t, syscall.SIGSTOP) }

// Resume ends a Pause.
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

// close ends the server for good; what it kept goes with it.
func (s *Server) close() {
	s.end(syscall.SIGKILL)
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// startSomewhere tries a few ports: the servers cannot choose one themselves,
// and another test may take ours between the asking and the listening.
func (s *Server) startSomewhere() (err error) {
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

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
