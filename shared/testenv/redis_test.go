package testenv_test

import (
	"bufio"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/shared/testenv"
)

func TestMain(m *testing.M) {
	if os.Getenv("TESTENV_CRASH") != "" {
		os.Exit(testenv.Closing(m).Run())
	}
	goleak.VerifyTestMain(testenv.Closing(m))
}

// ask sends inline commands and gives the last answer.
func ask(t testing.TB, addr string, commands ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	r, answer := bufio.NewReader(conn), ""
	for _, c := range commands {
		_, _ = fmt.Fprint(conn, c+"\r\n")
		if answer, err = r.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimSpace(answer)
}

func TestSharedDatabasesAreApartAndEmpty(t *testing.T) {
	t.Parallel()
	for range 300 { // more than there are databases: they are given back
		t.Run("", func(t *testing.T) {
			u, err := url.Parse(testenv.Redis(t))
			if err != nil {
				t.Fatal(err)
			}
			if got := ask(t, u.Host, "SELECT "+u.Path[1:], "DBSIZE"); got != ":0" {
				t.Errorf("database %s has %s keys", u.Path, got)
			}
			ask(t, u.Host, "SELECT "+u.Path[1:], "SET a 1")
		})
	}
}

func TestDurableServerKeepsItsData(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testenv.RedisServer, testing.TB){"stop": (*testenv.RedisServer).Stop, "kill": (*testenv.RedisServer).Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
			ask(t, s.Addr, "SET a 1")
			end(s, t)
			if _, err := net.Dial("tcp", s.Addr); err == nil {
				t.Error("still listening")
			}
			s.Start(t)
			if got := ask(t, s.Addr, "EXISTS a"); got != ":1" {
				t.Errorf("EXISTS a = %s after %s", got, name)
			}
		})
	}
}

// A test binary that is killed leaves neither servers nor, after the next run,
// directories.
func TestNothingIsLeftAfterACrash(t *testing.T) {
	t.Parallel()
	if os.Getenv("TESTENV_CRASH") != "" {
		s := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
		fmt.Println("addr", s.Addr)
		select {} // until killed
	}
	tmp := t.TempDir()
	openUp(t, tmp)
	addr := crash(t, tmp)
	for end := time.Now().Add(10 * time.Second); ; {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		_ = conn.Close()
		if time.Now().After(end) {
			t.Fatal("the server outlived its test binary")
		}
	}
	crash(t, tmp) // sweeps what the first left
	if left, _ := os.ReadDir(tmp); len(left) != 1 {
		t.Errorf("%d directories left, want the last crash's only", len(left))
	}
}

// crash runs this test in a child that is killed once its server is up.
func crash(t *testing.T, tmp string) (addr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestNothingIsLeftAfterACrash$")
	cmd.Env = append(os.Environ(), "TESTENV_CRASH=1", "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fscanf(out, "addr %s\n", &addr); err != nil {
		t.Error(err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return addr
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
