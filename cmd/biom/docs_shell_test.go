package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// driver is the script of a page's shell. It executes the files that it is given and
// reports the end of each. After the first that fails, it ends the processes in the
// background and itself.
const driver = `set -euo pipefail
pids=()
trap 'trap - TERM; kill "${pids[@]}" 2>/dev/null; wait' EXIT
trap 'exit 1' TERM
while read -r how step <&3; do
	if [ "$how" = background ]; then
		bash -euo pipefail "$step" >"$step.out" 2>"$step.err" </dev/null 3<&- 4>&- &
		pids+=($!)
	else
		. "$step" >"$step.out" 2>"$step.err" </dev/null
	fi
	echo >&4
done
`

// shell is the shell of one page. A variable that one example sets is set in the
// following ones too.
type shell struct {
	t     *testing.T
	steps string // directory of the files
	n     int
	to    *os.File
	from  *bufio.Reader
}

func newShell(t *testing.T, dir, bin string, env ...string) *shell {
	t.Helper()
	theirs, to := pipe(t)
	from, ours := pipe(t)
	cmd := exec.Command("bash", "-c", driver)
	cmd.Dir, cmd.ExtraFiles = dir, []*os.File{theirs, ours}
	cmd.Env = append(ownEnvironment(t, dir, bin), env...)
	cmd.Stderr = t.Output()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = theirs.Close(), ours.Close()
	t.Cleanup(func() {
		_ = to.Close()
		_ = cmd.Wait()
		_ = from.Close()
	})
	return &shell{t: t, steps: t.TempDir(), to: to, from: bufio.NewReader(from)}
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// ownEnvironment returns the environment of a user who has just logged in, with biom
// on PATH, and with the Go modules of this machine. npm and pip ask no registry: the
// TypeScript client needs no package, and pip takes what the Python client needs from
// Debian's. The library of Standard Webhooks for Python lies beside the one for Go.
func ownEnvironment(t *testing.T, home, bin string) []string {
	t.Helper()
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "BIOM_") || strings.HasPrefix(v, "XDG_") || strings.HasPrefix(v, "PATH=") || strings.HasPrefix(v, "HOME=")
	})
	known, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range strings.Fields(string(known)) {
		env = append(env, []string{"GOCACHE=", "GOMODCACHE=", "GOPATH="}[i]+value)
	}
	webhooks, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}/python", "github.com/standard-webhooks/standard-webhooks/libraries").Output()
	if err != nil {
		t.Fatal(err)
	}
	return append(env, "HOME="+home, "PATH="+bin+":"+nodePath(t), "GOPROXY=off", "GOFLAGS=",
		"NPM_CONFIG_OFFLINE=true", "NPM_CONFIG_UPDATE_NOTIFIER=false",
		"PIP_NO_INDEX=1", "PIP_NO_BUILD_ISOLATION=0", "PYTHONPATH=/usr/lib/python3/dist-packages:"+strings.TrimSpace(string(webhooks)), "PYTHONDONTWRITEBYTECODE=1")
}

// run executes code and returns what it printed.
func (s *shell) run(code string) string {
	s.t.Helper()
	step := s.begin("run", code)
	return s.read(step, ".out")
}

// background starts code. Its last line becomes the process itself, so that it can
// be ended.
func (s *shell) background(code string) (step string) {
	s.t.Helper()
	lines := strings.SplitAfter(strings.TrimSuffix(code, "\n"), "\n")
	last := &lines[len(lines)-1]
	if program, _, _ := strings.Cut(*last, " "); !slices.Contains([]string{"biom", "biomdev", "python3", "node"}, program) {
		s.t.Fatalf("the last line of an example in the background is not a program: %s", *last)
	}
	*last = "exec " + *last
	return s.begin("background", strings.Join(lines, "")+"\n")
}

// begin has the driver take a step, and waits until it has.
func (s *shell) begin(how, code string) (step string) {
	s.t.Helper()
	s.n++
	step = filepath.Join(s.steps, fmt.Sprintf("%02d", s.n))
	if err := os.WriteFile(step, []byte(code), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if _, err := fmt.Fprintln(s.to, how, step); err != nil {
		s.t.Fatal(err)
	}
	late := time.AfterFunc(maxTestWait, func() { _ = s.to.Close() })
	defer late.Stop()
	if _, err := s.from.ReadString('\n'); err != nil {
		s.t.Fatalf("the example\n%s\nfailed:\n%s%s", code, s.read(step, ".out"), s.read(step, ".err"))
	}
	return step
}

func (s *shell) read(step, what string) string {
	s.t.Helper()
	text, err := os.ReadFile(step + what)
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(text)
}
