package child_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/testenv"
	"biom/worker/document/child"
	"biom/worker/document/sandbox"
)

var limits = child.Limits{Memory: 1 << 30, CPU: 10 * time.Second, File: 1 << 20, Output: 1 << 20}

func newRunner(t *testing.T) *child.Runner {
	t.Helper()
	r, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// script returns a command that runs a shell script, which cannot start programs in the
// sandbox. Only the tests use a shell.
func script(t *testing.T, text string) child.Command {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	return child.Command{Path: sh, Args: []string{"-c", text}, Dir: t.TempDir(), Limits: limits}
}

func TestRunReturnsOutput(t *testing.T) {
	t.Parallel()
	out, err := newRunner(t).Run(t.Context(), script(t, "echo out; echo err >&2"))
	if err != nil || string(out) != "out\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestRunReturnsExitError(t *testing.T) {
	t.Parallel()
	_, err := newRunner(t).Run(t.Context(), script(t, "echo because >&2; exit 3"))
	exit, ok := errors.AsType[*child.ExitError](err)
	if !ok || exit.Code != 3 || exit.Stderr != "because\n" {
		t.Errorf("got %#v", err)
	}
}

// TestChildDoesNotGetOurEnvironment, which may hold provider keys.
func TestChildDoesNotGetOurEnvironment(t *testing.T) {
	t.Setenv("BIOM_PROVIDER_KEYS", "secret")
	out, err := newRunner(t).Run(t.Context(), script(t, "set"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, []byte("secret")) || !bytes.Contains(out, []byte("OMP_THREAD_LIMIT='1'")) {
		t.Errorf("environment:\n%s", out)
	}
}

func TestLimitsEndTheChild(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	for name, text := range map[string]string{
		"file":   "while :; do echo 1234567890123456789012345678901234567890; done",
		"memory": "x=1234567890; while :; do x=$x$x; done",
		"output": "while :; do echo 1234567890123456789012345678901234567890; done",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := script(t, text)
			c.Limits.Memory = 200 << 20
			if name == "file" {
				file, err := os.Create(c.Dir + "/output")
				if err != nil {
					t.Fatal(err)
				}
				defer file.Close()
				c.Output = file
			}
			_, err := r.Run(t.Context(), c)
			if err == nil {
				t.Error("the limit did not end the child")
			} else if name == "output" && !errors.Is(err, child.ErrOutput) {
				t.Errorf("got %v, want ErrOutput", err)
			}
			if info, err := os.Stat(c.Dir + "/output"); err == nil && info.Size() != c.Limits.File {
				t.Errorf("the file has %d bytes, want %d", info.Size(), c.Limits.File)
			}
		})
	}
}

func TestProcessorTimeIsLimited(t *testing.T) {
	t.Parallel()
	c := script(t, "while :; do :; done")
	c.Limits.CPU = time.Second
	_, err := newRunner(t).Run(t.Context(), c)
	exit, ok := errors.AsType[*child.ExitError](err)
	if !ok || exit.Code >= 0 || !exit.OutOfTime {
		t.Errorf("got %#v, want a kill because of processor time", err)
	}
}

// TestKilledIsNotOutOfTime: a kill from outside says nothing about the document.
func TestKilledIsNotOutOfTime(t *testing.T) {
	t.Parallel()
	r := child.NewRunnerWith(sandbox.Mechanisms{}) // the sandbox refuses kill
	_, err := r.Run(t.Context(), script(t, "kill -KILL $$"))
	exit, ok := errors.AsType[*child.ExitError](err)
	if !ok || exit.Signal != syscall.SIGKILL || exit.OutOfTime {
		t.Errorf("got %#v", err)
	}
}

// TestProgramCannotBeExecuted: that is no fault of the document.
func TestProgramCannotBeExecuted(t *testing.T) {
	t.Parallel()
	c := script(t, "")
	c.Path = "/etc/passwd"
	_, err := newRunner(t).Run(t.Context(), c)
	if _, ok := errors.AsType[*child.ExitError](err); ok || err == nil || !strings.Contains(err.Error(), "/etc/passwd: permission denied") {
		t.Errorf("got %#v", err)
	}
}

// TestThreadsAreRefused unless the command asks for them: the Go runtime needs some.
func TestThreadsAreRefused(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	c := child.Command{Path: v.program, Dir: v.dir, Args: []string{"read-file", "1", "0", "document.pdf"}, Limits: limits}
	c.Limits.Memory = 16 << 30
	for c.Threads = range map[bool]bool{true: true, false: true} {
		if _, err := newRunner(t).Run(t.Context(), c); (err == nil) != c.Threads {
			t.Errorf("threads %t: %v", c.Threads, err)
		}
	}
}

// TestCancelKillsTheProcessGroup expects that the child and the process that it started
// end with the context. Without the sandbox, in which it could start none.
func TestCancelKillsTheProcessGroup(t *testing.T) {
	t.Parallel()
	c := script(t, "sleep 600 & echo $! > grandchild; mkfifo f; echo > ready; read x < f")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	r := child.NewRunnerWith(sandbox.Mechanisms{Limits: true, NoNewPrivs: true})
	c.Threads = true // with 1 as the limit, an ordinary user's shell could not start a process either
	go func() {
		_, err := r.Run(ctx, c)
		done <- err
	}()
	pid := awaitPid(t, c.Dir+"/grandchild", c.Dir+"/ready")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	testenv.Await(t, "the grandchild to die", func() bool { return !alive(pid) })
}

// awaitPid waits until both files exist and returns the process ID in the first.
func awaitPid(t *testing.T, file, ready string) (pid int) {
	t.Helper()
	testenv.Await(t, "the child to start", func() bool {
		text, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(text)))
		_, notReady := os.Stat(ready)
		return err == nil && notReady == nil
	})
	return pid
}

// alive reports whether a process runs. A zombie, which init has not reaped yet, does
// not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !bytes.Contains(stat, []byte(") Z "))
}

// In a container with a limit on processors, Go's runtime sets GOMAXPROCS to it.
func TestAsManyChildrenAsTheLimitHasProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before := runtime.GOMAXPROCS(1)
		slots := child.NewSlots()
		runtime.GOMAXPROCS(before)
		leave, err := slots.Enter(t.Context(), "one")
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		minute, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if second, err := slots.Enter(minute, "two"); err == nil {
			second()
			t.Error("two children would run on one processor")
		}
	})
}
