package deploy_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// clocks are the clocks of the parts, which can be set. A store's library reads its file whenever it
// asks for the time; a program in Go reads it when it starts.
type clocks struct {
	dir     string
	library string // is loaded before a store's own libraries
	overlay string // of Go's standard library; "": the programs in Go have the right time
}

// newClocks makes the files in dir. all says that the programs in Go have clocks that can be set, too:
// then they are compiled with another time.Now.
func newClocks(t *testing.T, dir string, all bool) *clocks {
	t.Helper()
	c := &clocks{dir: filepath.Join(dir, "clocks"), library: filepath.Join(dir, "clock.so")}
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, part := range everyPart {
		c.set(t, part, "0")
	}
	if out, err := exec.Command("gcc", "-O2", "-shared", "-fPIC", "-o", c.library, "testdata/clock.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc, which deploy/setup test installs: %v: %s", err, out)
	}
	if all {
		c.overlay = filepath.Join(dir, "overlay.json")
		c.overlayTime(t, dir)
	}
	return c
}

// overlayTime lets the go command compile another package time.
func (c *clocks) overlayTime(t *testing.T, dir string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	const now = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	text := readFile(t, filepath.Join(source, "time.go"))
	if !strings.Contains(text, now) {
		t.Fatalf("time.Now of %s has changed: change it here too", runtime.Version())
	}
	replaced := map[string]string{}
	for name, text := range map[string]string{
		"time.go": strings.Replace(text, now, now+"\tsec += clockOffset\n", 1),
		"clock_offset.go": `package time

import "syscall"

var clockOffset = func() int64 {
	switch text, _ := syscall.Getenv("CLOCK_OFFSET"); text {
	case "1":
		return 1
	case "-1":
		return -1
	}
	return 0
}()
`,
	} {
		replaced[filepath.Join(source, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.overlay, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
}

// set puts the clock of a part as many seconds ahead.
func (c *clocks) set(t *testing.T, part, seconds string) {
	t.Helper()
	next := filepath.Join(c.dir, "next")
	if err := os.WriteFile(next, []byte(seconds), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, filepath.Join(c.dir, part)); err != nil {
		t.Fatal(err)
	}
}

// shiftClock puts the clock of a part a second ahead or back for a time.
func (x *chaos) shiftClock(part string, hold time.Duration) {
	x.t.Helper()
	seconds := "1"
	if hold.Milliseconds()%2 == 0 {
		seconds = "-1"
	}
	for _, seconds := range []string{seconds, "0"} {
		x.clocks.set(x.t, part, seconds)
		if part != "redis" && part != "postgres" {
			x.restart(part)
		}
		if seconds != "0" {
			time.Sleep(hold)
		}
	}
}
