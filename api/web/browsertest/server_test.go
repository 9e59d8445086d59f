package browsertest_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"biom/shared/testenv"
)

// server is a process `biom serve`. It ends with the test process.
type server struct {
	url   string
	data  string // its data directory
	cmd   *exec.Cmd
	out   *output
	ended chan struct{} // closed after Wait
}

// serve starts a server for one test, with these environment variables.
func serve(t *testing.T, env ...string) *server {
	t.Helper()
	data, err := newDir("data")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, data, env...)
}

// serveOn starts a server with a data directory.
func serveOn(t *testing.T, data string, env ...string) *server {
	t.Helper()
	s, err := launch(testenv.Biom(t), data, env...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.end()
		if t.Failed() {
			t.Logf("biom serve:\n%s", s.out)
		}
	})
	return s
}

// defaultServer returns the server for all tests that need no settings of their own. It
// uses the local reader.
func defaultServer(t *testing.T) *server {
	t.Helper()
	s, err := shared(testenv.Biom(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shared(biom string) (*server, error) {
	sharedOnce.Do(func() {
		var data string
		if data, sharedErr = newDir("data"); sharedErr == nil {
			sharedServer, sharedErr = launch(biom, data)
		}
	})
	return sharedServer, sharedErr
}

var (
	sharedOnce   sync.Once
	sharedServer *server // nil: no test wanted it
	sharedErr    error
)

func closeShared() {
	if sharedServer != nil {
		sharedServer.end()
	}
}

func launch(biom, data string, env ...string) (*server, error) {
	s := &server{data: data, cmd: exec.Command(biom, "serve"), out: newOutput("serving on http://"), ended: make(chan struct{})}
	s.cmd.Env = append(withoutSettings(), "BIOM_LISTEN=127.0.0.1:0", "BIOM_ADMIN_LISTEN=", "BIOM_DATA="+data, "BIOM_QUOTA_BIOMAI=1000",
		"BIOM_EXTRACT_TIMEOUT=5m") // longer than any wait of a test, however slow the machine is
	s.cmd.Env = append(s.cmd.Env, env...)
	s.cmd.Stdout, s.cmd.Stderr = s.out, s.out
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.start(); err != nil {
		return nil, err
	}
	select {
	case line := <-s.out.line:
		_, at, _ := strings.Cut(line, "serving on ")
		s.url, _, _ = strings.Cut(at, ",")
		return s, nil
	case <-s.ended:
		return nil, fmt.Errorf("biom serve ended:\n%s", s.out)
	}
}

// withoutSettings returns the environment without biom's settings.
func withoutSettings() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "BIOM_") })
}

// start starts the process and waits for its end on a locked thread: the kernel sends
// Pdeathsig when the thread that started a process ends.
func (s *server) start() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(s.ended)
		err := s.cmd.Start()
		started <- err
		if err == nil {
			_ = s.cmd.Wait()
		}
	}()
	return <-started
}

func (s *server) end() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

// host returns the address of the server, with its port.
func (s *server) host() string {
	u, err := url.Parse(s.url)
	if err != nil {
		panic(err) // the server itself has printed the address
	}
	return u.Host
}

// output collects what a process prints.
type output struct {
	mark string
	line chan string // receives the first complete line that contains mark

	mu   sync.Mutex
	text bytes.Buffer
	sent bool // the line was sent
}

func newOutput(mark string) *output { return &output{mark: mark, line: make(chan string, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(p)
	for line := range strings.Lines(o.text.String()) {
		if !o.sent && strings.Contains(line, o.mark) && strings.HasSuffix(line, "\n") {
			o.sent = true
			o.line <- strings.TrimSpace(line)
		}
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
