package testenv

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"time"
)

// sharedDatabases is how many tests of one binary can use Redis at once.
const sharedDatabases = 256

// shared is the one Redis of this test binary.
var shared struct {
	once   sync.Once
	server *RedisServer
	err    error

	mu   sync.Mutex
	free []int // numbers of empty databases
}

// Redis gives the URL of an empty Redis database that no other test uses. The
// server starts with the first caller and ends with the test binary.
func Redis(t testing.TB) (url string) {
	t.Helper()
	shared.once.Do(startShared)
	if shared.err != nil {
		t.Fatalf("testenv: %v", shared.err)
	}
	n, err := takeDatabase()
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(func() { giveBack(t, n) })
	return fmt.Sprintf("redis://%s/%d", shared.server.Addr, n)
}

// Closing wraps a test binary's *testing.M so that the servers it shared end
// before goleak looks: goleak.VerifyTestMain(testenv.Closing(m)). Without it
// they end with the process all the same.
func Closing(m interface{ Run() int }) interface{ Run() int } { return closing{m} }

type closing struct{ m interface{ Run() int } }

func (c closing) Run() int {
	defer func() {
		if shared.server != nil {
			shared.server.close()
		}
	}()
	return c.m.Run()
}

func startShared() {
	shared.server, shared.err = newRedis(RedisOptions{Databases: sharedDatabases})
	for n := range sharedDatabases {
		shared.free = append(shared.free, n)
	}
}

func takeDatabase() (int, error) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if len(shared.free) == 0 {
		return 0, fmt.Errorf("all %d databases of the shared redis are in use", sharedDatabases)
	}
	n := shared.free[0]
	shared.free = shared.free[1:]
	return n, nil
}

// giveBack empties a database for the next test. One that cannot be emptied is
// not used again.
func giveBack(t testing.TB, n int) {
	if err := flush(shared.server.Addr, n); err != nil {
		t.Errorf("testenv: emptying redis database %d: %v", n, err)
		return
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.free = append(shared.free, n)
}

// flush speaks two inline commands, so that tests of any package can use this
// one without its drivers.
func flush(addr string, n int) error {
	conn, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := fmt.Fprintf(conn, "SELECT %d\r\nFLUSHDB\r\nQUIT\r\n", n); err != nil {
		return err
	}
	var a, b string
	if _, err := fmt.Fscanf(conn, "%s\r\n%s\r\n", &a, &b); err != nil || a != "+OK" || b != "+OK" {
		return fmt.Errorf("answered %q %q: %w", a, b, err)
	}
	return nil
}
