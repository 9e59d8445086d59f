package testenv

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// timeout bounds every wait of this package. It is long, because it only detects
// faults: a slow or busy machine must not reach it.
const timeout = 2 * time.Minute

// process is one run of a server, from its start to its end.
type process struct {
	cmd   *exec.Cmd
	out   *transcript
	ended chan struct{} // closed when cmd.Wait has returned
}

// launch starts a command that ends with this test binary, and waits until its
// output contains the text ready.
func launch(cmd *exec.Cmd, cred *syscall.Credential, ready string) (*process, error) {
	p, err := spawn(cmd, cred, ready)
	if err != nil {
		return nil, err
	}
	select {
	case <-p.out.ready:
		return p, nil
	case <-p.ended:
		return nil, fmt.Errorf("%s ended at once: %s", cmd.Path, p.out)
	case <-time.After(timeout):
		p.stop(syscall.SIGKILL)
		return nil, fmt.Errorf("%s is not ready after %v: %s", cmd.Path, timeout, p.out)
	}
}

// spawn starts a command that ends with this test binary.
func spawn(cmd *exec.Cmd, cred *syscall.Credential, ready string) (*process, error) {
	p := &process{cmd: cmd, out: newTranscript(ready), ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.out, p.out
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Credential: cred, Setpgid: true}
	started := make(chan error, 1)
	go p.run(started)
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// run starts the child and waits for it on one locked thread. The kernel sends
// Pdeathsig when the thread that started the child ends, not when the process
// does, so this thread must live as long as the child.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(p.ended)
	err := p.cmd.Start()
	started <- err
	if err == nil {
		_ = p.cmd.Wait() // the transcript says how it ended
	}
}

// stop sends sig and waits for the end of the process. A server that ignores the
// signal is killed.
func (p *process) stop(sig syscall.Signal) {
	if sig == syscall.SIGKILL {
		p.kill()
		return
	}
	_ = p.signal(syscall.SIGCONT) // a paused server reacts to no other signal but SIGKILL
	_ = p.cmd.Process.Signal(sig)
	select {
	case <-p.ended:
	case <-time.After(timeout):
		p.kill()
	}
}

// kill ends the process and its children at once, as a power cut would. They are
// stopped first, so that none has time to react to the end of another.
func (p *process) kill() {
	_ = p.signal(syscall.SIGSTOP)
	childPIDs := children(p.cmd.Process.Pid)
	_ = p.cmd.Process.Kill()
	end(childPIDs) // before <-p.ended: Wait reads a pipe that the children hold open
	<-p.ended
}

// signal sends sig to the process and to its children one by one: the children
// of Postgres are in process groups of their own. With SIGSTOP the process stops
// before its children are listed, so that it cannot start another.
func (p *process) signal(sig syscall.Signal) error {
	pid := p.cmd.Process.Pid
	if err := p.cmd.Process.Signal(sig); err != nil {
		return err
	}
	if sig == syscall.SIGSTOP {
		awaitStop(pid)
	}
	for _, child := range children(pid) {
		_ = syscall.Kill(child, sig)
		if sig == syscall.SIGSTOP {
			awaitStop(child)
		}
	}
	return nil
}

// transcript keeps a server's output and watches it for the ready line.
type transcript struct {
	line  []byte        // the text to watch for
	ready chan struct{} // closed when the text was written

	mu    sync.Mutex
	buf   bytes.Buffer
	found bool
}

func newTranscript(ready string) *transcript {
	return &transcript{line: []byte(ready), ready: make(chan struct{})}
}

func (o *transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf.Len() < 1<<20 { // keep only the beginning of a long output
		o.buf.Write(p)
	}
	if !o.found && bytes.Contains(o.buf.Bytes(), o.line) {
		o.found = true
		close(o.ready)
	}
	return len(p), nil
}

func (o *transcript) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// unprivileged returns the account that runs the servers when the tests run as
// root: the first of names that exists. Postgres refuses to run as root, and no
// server needs to. It returns nil if the tests do not run as root.
func unprivileged(names ...string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, fmt.Errorf("no unprivileged account among %q", names)
}
