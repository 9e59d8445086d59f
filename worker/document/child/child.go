// Package child runs the programs that read untrusted documents. A child gets
// no shell, no environment of ours, no standard input, limits on memory, CPU
// time and file size (prlimit), bounded output, and a process group of its
// own that is killed as a whole when the context ends. It does not outlive
// this process.
package child

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Debian is the package that holds prlimit.
const Debian = "util-linux"

// Limits bound one child. All of them must be set.
type Limits struct {
	Memory int64         // address space, bytes
	CPU    time.Duration // processor time, rounded up to seconds
	File   int64         // largest file it may write, bytes
	Output int64         // largest standard output, bytes
}

// Command is one program to run.
type Command struct {
	Path   string // absolute, as exec.LookPath found it
	Args   []string
	Dir    string   // working directory, HOME and TMPDIR
	Env    []string // beside the fixed ones
	Limits Limits
}

// ErrOutput says that a child wrote more than Limits.Output.
var ErrOutput = errors.New("child: too much output")

// ExitError is a child that ended badly. Stderr is for telling faults apart
// and may quote the document: it is never logged.
type ExitError struct {
	Program string
	Code    int // -1: killed by Signal
	Signal  syscall.Signal
	Stderr  string
}

func (e *ExitError) Error() string {
	if e.Code < 0 {
		return fmt.Sprintf("%s was killed: %s", e.Program, e.Signal)
	}
	return fmt.Sprintf("%s ended with code %d", e.Program, e.Code)
}

// Runner starts children through prlimit.
type Runner struct {
	prlimit string
}

// NewRunner finds prlimit (Debian: util-linux) on PATH.
func NewRunner() (*Runner, error) {
	path, err := exec.LookPath("prlimit")
	if err != nil {
		return nil, fmt.Errorf("child: %w", err)
	}
	return &Runner{prlimit: path}, nil
}

// slots are for the children of this process, whoever starts them: more at once
// than there are cores would only end later, and some beyond their time.
var slots = make(chan struct{}, runtime.NumCPU())

// Run waits for a free core, runs c to its end and returns its standard output.
// The error is the context's if that ended first, [ErrOutput], or an
// [*ExitError].
func (r *Runner) Run(ctx context.Context, c Command) ([]byte, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	// The parent-death signal fires when the thread that forked ends, so this
	// goroutine keeps its thread until the child is gone.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &bounded{max: c.Limits.Output, full: func() { cancel(ErrOutput) }}
	stderr := &bounded{max: 8 << 10} // what is beyond is dropped
	cmd := r.command(ctx, c)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return stdout.kept.Bytes(), r.explain(c, err, stderr.kept.String())
}

func (r *Runner) command(ctx context.Context, c Command) *exec.Cmd {
	l := c.Limits
	args := []string{
		fmt.Sprintf("--as=%d", l.Memory),
		fmt.Sprintf("--cpu=%d", int64((l.CPU+time.Second-1)/time.Second)),
		fmt.Sprintf("--fsize=%d", l.File),
		"--core=0", "--", c.Path,
	}
	cmd := exec.CommandContext(ctx, r.prlimit, append(args, c.Args...)...)
	cmd.Dir = c.Dir
	cmd.Env = append([]string{
		"LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "HOME=" + c.Dir, "TMPDIR=" + c.Dir,
	}, c.Env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second // for pipes that a stray grandchild holds; a busy machine needs a while to read them
	return cmd
}

func (r *Runner) explain(c Command, err error, stderr string) error {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return err
	}
	e := &ExitError{Program: c.Path, Code: exit.ExitCode(), Stderr: stderr}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = status.Signal()
	}
	return e
}
