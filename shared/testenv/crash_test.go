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

// crashVariable is the environment variable that turns this test binary into a
// child that starts a server and waits to be killed. Its value names the server.
const crashVariable = "TESTENV_CRASH"

func TestMain(m *testing.M) {
	if os.Getenv(crashVariable) != "" {
		os.Exit(testenv.Closing(m).Run())
	}
	goleak.VerifyTestMain(testenv.Closing(m))
}

// After a test binary was killed its servers end by themselves, and the next run
// removes its directories. The processes of a paused Postgres cannot notice the
// end of the test binary; the next run ends those, too.
func TestNothingIsLeftAfterACrash(t *testing.T) {
	t.Parallel()
	if kind := os.Getenv(crashVariable); kind != "" {
		startToCrash(t, kind)
	}
	for _, kind := range []string{"redis", "postgres", "paused postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			tmp := t.TempDir()
			makeAccessible(t, tmp)
			_, ended := crash(t, tmp, kind)
			if kind != "paused postgres" {
				testenv.Await(t, "the end of the server", ended)
			}
			last, lastEnded := crash(t, tmp, "redis") // sweeps what the first left
			if !ended() {
				t.Error("not swept")
			}
			testenv.Await(t, "the end of the last server", lastEnded)
			if dirs, _ := filepath.Glob(tmp + "/*"); len(dirs) != 1 || dirs[0] != last {
				t.Errorf("remaining directories: %q, want only that of the last crash", dirs)
			}
		})
	}
}

// startToCrash starts a server and waits to be killed.
func startToCrash(t *testing.T, kind string) {
	var server *testenv.Server
	if kind == "redis" {
		server = &testenv.StartRedis(t, testenv.RedisOptions{Durable: true}).Server
	} else {
		server = &testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true}).Server
	}
	if kind == "paused postgres" {
		server.Pause(t)
	}
	fmt.Println("started", server.Addr)
	select {} // until killed
}

// crash runs this test in a child process, which it kills once the child's server
// runs. It returns the server's directory, and a function that reports whether
// the server's processes and shared memory are gone.
func crash(t *testing.T, tmp, kind string) (dir string, ended func() bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestNothingIsLeftAfterACrash$")
	cmd.Env = append(os.Environ(), crashVariable+"="+kind, "TMPDIR="+tmp)
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
	if err != nil || len(dirs) != 1 || !runs(addr, dirs[0]) || strings.Contains(kind, "postgres") && !exists(segmentOf(dirs[0])) {
		t.Errorf("%s does not run in %q: %v", kind, dirs, err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	segment := segmentOf(dirs[0])
	return dirs[0], func() bool { return !runs(addr, dirs[0]) && !exists(segment) }
}

// runs reports whether a process has the address or the directory in its command
// line: Redis shows its address there, Postgres its directory.
func runs(addr, dir string) bool {
	lines, _ := filepath.Glob("/proc/[1-9]*/cmdline")
	for _, line := range lines {
		if text, _ := os.ReadFile(line); strings.Contains(string(text), filepath.Base(dir)) || strings.Contains(string(text), addr) {
			return true
		}
	}
	return false
}

// segmentOf returns the ID of the System V shared memory of the Postgres in dir,
// "" for other servers.
func segmentOf(dir string) string {
	file, _ := os.ReadFile(dir + "/data/postmaster.pid")
	lines := strings.Split(string(file), "\n")
	if len(lines) < 7 {
		return ""
	}
	return strings.Fields(lines[6])[1]
}

// exists reports whether there is a System V shared memory segment with this ID.
func exists(segment string) bool {
	table, _ := os.ReadFile("/proc/sysvipc/shm")
	for line := range strings.Lines(string(table)) {
		if segment != "" && strings.Fields(line)[1] == segment {
			return true
		}
	}
	return false
}

// makeAccessible lets the server's account into a directory that belongs to root.
func makeAccessible(t *testing.T, dir string) {
	t.Helper()
	for d := dir; d != os.TempDir(); d = d[:strings.LastIndex(d, "/")] {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
