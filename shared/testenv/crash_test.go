package testenv_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/testenv"
)

// crashing names the environment variable that makes this test binary one that
// is to be killed, and what it starts.
const crashing = "TESTENV_CRASH"

func TestMain(m *testing.M) {
	if os.Getenv(crashing) != "" {
		os.Exit(testenv.Closing(m).Run())
	}
	goleak.VerifyTestMain(testenv.Closing(m))
}

// A test binary that is killed leaves neither servers nor, after the next run,
// directories; nor what a paused Postgres, which notices nothing, leaves.
func TestNothingIsLeftAfterACrash(t *testing.T) {
	t.Parallel()
	if what := os.Getenv(crashing); what != "" {
		startToCrash(t, what)
	}
	for _, what := range []string{"redis", "postgres", "paused postgres"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			tmp := t.TempDir()
			openUp(t, tmp)
			_, gone := crash(t, tmp, what)
			if what != "paused postgres" {
				testenv.Await(t, "the end of the server", gone)
			}
			last, lastGone := crash(t, tmp, "redis") // sweeps what the first left
			if !gone() {
				t.Error("not swept")
			}
			testenv.Await(t, "the end of the last server", lastGone)
			if left, _ := filepath.Glob(tmp + "/*"); len(left) != 1 || left[0] != last {
				t.Errorf("left: %q, want the last crash's only", left)
			}
		})
	}
}

func startToCrash(t *testing.T, what string) {
	var server *testenv.Server
	if what == "redis" {
		server = &testenv.StartRedis(t, testenv.RedisOptions{Durable: true}).Server
	} else {
		server = &testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true}).Server
	}
	if what == "paused postgres" {
		server.Pause(t)
	}
	fmt.Println("started", server.Addr)
	select {} // until killed
}

// crash runs this test in a child that is killed once its server is up. It
// gives the server's directory and what says that nothing else is left of it.
func crash(t *testing.T, tmp, what string) (dir string, gone func() bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestNothingIsLeftAfterACrash$")
	cmd.Env = append(os.Environ(), crashing+"="+what, "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var addr string
	_, err = fmt.Fscanf(out, "started %s\n", &addr)
	dirs, _ := filepath.Glob(fmt.Sprintf("%s/*-%d-*", tmp, cmd.Process.Pid))
	if err != nil || len(dirs) != 1 || !runs(addr, dirs[0]) || strings.Contains(what, "postgres") && !exists(segmentOf(dirs[0])) {
		t.Errorf("%s does not run in %q: %v", what, dirs, err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	segment := segmentOf(dirs[0])
	return dirs[0], func() bool { return !runs(addr, dirs[0]) && !exists(segment) }
}

// runs says whether there is a process with the address or the directory in its
// command line: Redis shows the one, Postgres the other.
func runs(addr, dir string) bool {
	lines, _ := filepath.Glob("/proc/[1-9]*/cmdline")
	for _, line := range lines {
		if text, _ := os.ReadFile(line); strings.Contains(string(text), filepath.Base(dir)) || strings.Contains(string(text), addr) {
			return true
		}
	}
	return false
}

// segmentOf is the ID of the System V shared memory of a Postgres, "" for
// others.
func segmentOf(dir string) string {
	file, _ := os.ReadFile(dir + "/data/postmaster.pid")
	lines := strings.Split(string(file), "\n")
	if len(lines) < 7 {
		return ""
	}
	return strings.Fields(lines[6])[1]
}

// exists says whether there is a segment of System V shared memory.
func exists(segment string) bool {
	table, _ := os.ReadFile("/proc/sysvipc/shm")
	for line := range strings.Lines(string(table)) {
		if segment != "" && strings.Fields(line)[1] == segment {
			return true
		}
	}
	return false
}

// openUp lets the server's account into a directory of root's.
func openUp(t *testing.T, dir string) {
	t.Helper()
	for d := dir; d != os.TempDir(); d = d[:strings.LastIndex(d, "/")] {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
