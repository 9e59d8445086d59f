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

// sharedRedis is the one Redis of this test binary.
var sharedRedis struct {
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
	sharedRedis.once.Do(startSharedRedis)
	if sharedRedis.err != nil {
		t.Fatalf("testenv: %v", sharedRedis.err)
	}
	n, err := takeDatabase()
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(func() { giveBack(t, n) })
	return fmt.Sprintf("redis://%s/%d", sharedRedis.server.Addr, n)
}

func startSharedRedis() {
	sharedRedis.server, sharedRedis.err = newRedis(RedisOptions{Databases: sharedDatabases})
	for n := range sharedDatabases {
		sharedRedis.free = append(sharedRedis.free, n)
	}
}

func takeDatabase() (int, error) {
	sharedRedis.mu.Lock()
	defer sharedRedis.mu.Unlock()
	if len(sharedRedis.free) == 0 {
		return 0, fmt.Errorf("all %d databases of the shared redis are in use", sharedDatabases)
	}
	n := sharedRedis.free[0]
	sharedRedis.free = sharedRedis.free[1:]
	return n, nil
}

// giveBack empties a database for the next test. One that cannot be emptied is
// not used again.
func giveBack(t testing.TB, n int) {
	if err := flush(sharedRedis.server.Addr, n); err != nil {
		t.Errorf("testenv: emptying redis database %d: %v", n, err)
		return
	}
	sharedRedis.mu.Lock()
	defer sharedRedis.mu.Unlock()
	sharedRedis.free = append(sharedRedis.free, n)
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
