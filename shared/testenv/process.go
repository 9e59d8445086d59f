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

// patience bounds every wait for a server to start or to end; it is a fault
// detector, not a delay.
const patience = 20 * time.Second

// process is one child server from its start to its end.
type process struct {
	cmd   *exec.Cmd
	out   *transcript
	ended chan struct{} // closed after Wait
}

// launch starts a command that dies with us and waits until its output has the
// line ready.
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
	case <-time.After(patience):
		p.stop(syscall.SIGKILL)
		return nil, fmt.Errorf("%s is not ready after %v: %s", cmd.Path, patience, p.out)
	}
}

// spawn starts a command that dies with us.
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

// run owns the thread the child is started from: the kernel sends Pdeathsig
// when that thread ends, not when the process does.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(p.ended)
	err := p.cmd.Start()
	started <- err
	if err == nil {
		_ = p.cmd.Wait() // how it ended is in the transcript
	}
}

// stop sends sig and waits for the end of the process and its children; a
// server that ignores it is killed.
func (p *process) stop(sig syscall.Signal) {
	if sig == syscall.SIGKILL {
		p.kill()
		return
	}
	_ = p.signal(syscall.SIGCONT) // a paused server hears nothing but SIGKILL
	_ = p.cmd.Process.Signal(sig)
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.kill()
	}
}

// kill ends the process and its children at once, as a power cut would: none
// has time to notice the end of another.
func (p *process) kill() {
	_ = p.signal(syscall.SIGSTOP)
	family := children(p.cmd.Process.Pid)
	_ = p.cmd.Process.Kill()
	end(family) // first: they hold the pipe that Wait reads
	<-p.ended
}

// signal sends sig to the process and its children, which with Postgres are in
// process groups of their own. Once the process has stopped it has no more of
// them.
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

// transcript keeps a server's output and notices its ready line.
type transcript struct {
	line  []byte
	ready chan struct{}

	mu  sync.Mutex
	buf bytes.Buffer
	hit bool
}

func newTranscript(ready string) *transcript {
	return &transcript{line: []byte(ready), ready: make(chan struct{})}
}

func (o *transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf.Len() < 1<<20 { // a chatty server must not eat the test's memory
		o.buf.Write(p)
	}
	if !o.hit && bytes.Contains(o.buf.Bytes(), o.line) {
		o.hit = true
		close(o.ready)
	}
	return len(p), nil
}

func (o *transcript) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// unprivileged names the account for servers when the tests run as root (some
// refuse root, none should have it); nil when we are nobody special already.
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
