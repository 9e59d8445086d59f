// Package child runs the programs that read untrusted documents; poppler and
// tesseract use it. A child process gets no shell, no environment variable of this
// process and no standard input. Its memory, processor time and file sizes are
// limited (prlimit), and so is its output. It has a process group of its own, which is
// killed as a whole when the context ends, and it does not outlive this process.
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

// Limits are the limits of one child. All of them must be set.
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
	Env    []string // added to the fixed environment
	Limits Limits
}

// ErrOutput is the error of a child that wrote more than Limits.Output.
var ErrOutput = errors.New("child: too much output")

// ExitError is the error of a child that was killed or ended with another code than
// 0. Stderr helps to find the cause; it may quote the document and is never logged.
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

// slots bounds the number of children that this process runs at once to the number of
// cores, over all Runners. With more, each would take longer, and some would exceed
// their job's time limit.
var slots = make(chan struct{}, runtime.NumCPU())

// Run waits for a free slot, runs c to its end and returns its standard output. The
// error is the cause of the context's end if the context ended first, [ErrOutput], or an
// [*ExitError].
func (r *Runner) Run(ctx context.Context, c Command) ([]byte, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	// Linux sends the parent-death signal when the thread that started the child
	// ends, so this goroutine keeps its thread until the child has ended.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &bounded{max: c.Limits.Output, onExcess: func() { cancel(ErrOutput) }}
	stderr := &bounded{max: 8 << 10}
	cmd := r.command(ctx, c)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return stdout.stored.Bytes(), r.explain(c, err, stderr.stored.String())
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
	cmd.WaitDelay = 5 * time.Second // for pipes that a grandchild still holds; a busy machine needs time to read them
	return cmd
}

// explain turns the error of a child that failed into an [*ExitError].
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
