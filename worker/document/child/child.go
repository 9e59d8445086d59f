// Package child runs the programs that read untrusted documents; poppler and tesseract
// use it. A child process gets no shell, no environment variable of this process and no
// standard input; it may read its document and the program's own files, and write
// nothing. Package sandbox confines it, with every mechanism that the kernel grants (see
// [sandbox.Granted]). Its output is limited. It has a process group of its own, which is killed as
// a whole when the context ends, and it does not outlive this process.
package child

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"biom/shared/fair"
	"biom/shared/telemetry"
	"biom/worker/document/sandbox"
)

var spans = telemetry.NewSpans("biom/worker/document/child")

// Limits are the limits of one child.
type Limits struct {
	Memory int64         // address space, bytes
	CPU    time.Duration // processor time, rounded up to seconds
	File   int64         // largest Command.Output, bytes; 0 without one
	Output int64         // largest standard output that is returned, bytes
}

// Command is one program to run.
type Command struct {
	Path    string // absolute, as exec.LookPath found it
	Args    []string
	Dir     string         // working directory, HOME and TMPDIR: the child may read it; "": none
	Data    []string       // further directories that the child may read
	Env     []string       // added to the fixed environment
	Threads bool           // the program starts threads
	Output  *os.File       // gets the standard output instead of the caller of Run; may be nil
	Took    *time.Duration // gets the processor time that it took; may be nil
	Limits  Limits
}

// ErrOutput is the error of a child that wrote more than Limits.Output.
var ErrOutput = errors.New("child: too much output")

// ExitError is the error of a child that was killed or ended with another code than
// 0. Stderr helps to find the cause; it may quote the document and is never logged.
type ExitError struct {
	Program   string
	Code      int // -1: killed by Signal
	Signal    syscall.Signal
	OutOfTime bool // killed because it had used up Limits.CPU
	Stderr    string
}

func (e *ExitError) Error() string {
	switch {
	case e.OutOfTime:
		return e.Program + " used up its processor time"
	case e.Code < 0:
		return fmt.Sprintf("%s was killed: %s", e.Program, e.Signal)
	}
	return fmt.Sprintf("%s ended with code %d", e.Program, e.Code)
}

// slots bounds the number of children that this process runs at once to the number of
// its processors, over all Runners. With more, each would take longer, and some would
// exceed their job's time limit.
var slots = newSlots()

// newSlots returns a gate with a place for each processor. While several callers come (see
// [fair.Caller]), none has all places.
func newSlots() *fair.Gate {
	places := fair.Processors()
	return fair.NewGate(fair.Limits{Places: places, RunningEach: max(1, places-1)})
}

// Runner starts children.
type Runner struct {
	use sandbox.Mechanisms
}

// NewRunner returns a Runner that confines children with what the kernel grants.
func NewRunner() (*Runner, error) {
	granted, err := sandbox.Granted()
	return &Runner{use: granted}, err
}

// Run waits for a free slot, runs c to its end and returns its standard output. The
// error is the cause of the context's end if the context ended first, [ErrOutput], or an
// [*ExitError].
func (r *Runner) Run(ctx context.Context, c Command) (output []byte, err error) {
	leave, err := slots.Enter(ctx, fair.Caller(ctx))
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	defer leave()
	ctx, ended := spans.Start(ctx, filepath.Base(c.Path))
	defer func() { ended(err) }()
	// Linux sends the parent-death signal when the thread that started the child
	// ends, so this goroutine keeps its thread until the child has ended.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &bounded{max: c.Limits.Output, onExcess: func() { cancel(ErrOutput) }}
	stderr := &bounded{max: 8 << 10}
	cmd := command(ctx, c)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if c.Output != nil {
		cmd.Stdout = c.Output
	}
	err = r.policy(c).Run(cmd, append([]string{c.Path}, c.Args...))
	if c.Took != nil && cmd.ProcessState != nil {
		*c.Took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return stdout.stored.Bytes(), explain(c, err, stderr.stored.String())
}

// command returns the process of c; [sandbox.Policy.Run] sets what is confined.
func command(ctx context.Context, c Command) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Path)
	cmd.Dir = c.Dir
	cmd.Env = append([]string{
		"LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "HOME=" + c.Dir, "TMPDIR=" + c.Dir,
	}, c.Env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second // for pipes that a grandchild still holds; a busy machine needs time to read them
	return cmd
}

// policy returns how c is confined.
func (r *Runner) policy(c Command) sandbox.Policy {
	p := filesOf(c.Path)
	p.Use = r.use
	p.Limits = sandbox.Limits{Memory: c.Limits.Memory, CPU: c.Limits.CPU, File: c.Limits.File}
	p.Threads = c.Threads
	p.Dirs = append(slices.Clip(p.Dirs), c.Data...)
	if c.Dir != "" {
		p.Dirs = append(p.Dirs, c.Dir)
	}
	return p
}

// explain turns the error of a child that failed into an [*ExitError].
func explain(c Command, err error, stderr string) error {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return err
	}
	e := &ExitError{Program: c.Path, Code: exit.ExitCode(), Stderr: stderr}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = status.Signal()
		used := exit.UserTime() + exit.SystemTime()
		e.OutOfTime = e.Signal == syscall.SIGXCPU || e.Signal == syscall.SIGKILL && used >= c.Limits.CPU
	}
	return e
}
