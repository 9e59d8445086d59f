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

// server is a `biom serve` that dies with this process.
type server struct {
	url   string
	data  string // its directory
	cmd   *exec.Cmd
	out   *output
	ended chan struct{} // closed after Wait
}

// serve starts a server of the test's own.
func serve(t *testing.T, env ...string) *server {
	t.Helper()
	data, err := newDir("data")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, data, env...)
}

// serveOn starts a server on a directory.
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

// everybodys is the server of the tests that want nothing special: documents
// are read by the local reader.
func everybodys(t *testing.T) *server {
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
	s.cmd.Env = append(withoutSettings(), "BIOM_LISTEN=127.0.0.1:0", "BIOM_ADMIN_LISTEN=", "BIOM_DATA="+data, "BIOM_QUOTA_BIOMAI=1000")
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

// withoutSettings is the environment without its user's settings of biom.
func withoutSettings() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "BIOM_") })
}

// start starts the process from a thread that lives as long: the kernel sends
// Pdeathsig when that thread ends.
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

// host is where the server listens.
func (s *server) host() string {
	u, err := url.Parse(s.url)
	if err != nil {
		panic(err) // we have it from the server itself
	}
	return u.Host
}

// output is what a process prints, and the first whole line with a mark in it.
type output struct {
	mark string
	line chan string // gets one

	mu   sync.Mutex
	text bytes.Buffer
	told bool
}

func newOutput(mark string) *output { return &output{mark: mark, line: make(chan string, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(p)
	for line := range strings.Lines(o.text.String()) {
		if !o.told && strings.Contains(line, o.mark) && strings.HasSuffix(line, "\n") {
			o.told = true
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
