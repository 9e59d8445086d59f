package testenv

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"time"
)

// sharedDatabases is the number of tests of one binary that can use Redis at the
// same time.
const sharedDatabases = 256

// sharedRedis is the Redis server that all tests of this binary share.
var sharedRedis struct {
	once   sync.Once
	server *RedisServer
	err    error

	mu   sync.Mutex
	free []int // numbers of empty databases
}

// Redis returns the URL of an empty Redis database that no other test uses. The
// server starts with the first call and ends with the test binary.
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
	t.Cleanup(func() { returnDatabase(t, n) })
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

// returnDatabase empties a database so that another test can use it. A database
// that cannot be emptied is not used again.
func returnDatabase(t testing.TB, n int) {
	if err := flush(sharedRedis.server.Addr, n); err != nil {
		t.Errorf("testenv: emptying redis database %d: %v", n, err)
		return
	}
	sharedRedis.mu.Lock()
	defer sharedRedis.mu.Unlock()
	sharedRedis.free = append(sharedRedis.free, n)
}

// flush empties database n of the server at addr. It sends the commands itself,
// so that this package needs no Redis driver.
func flush(addr string, n int) error {
	conn, err := net.DialTimeout("tcp", addr, timeout)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(timeout))
	if _, err := fmt.Fprintf(conn, "SELECT %d\r\nFLUSHDB\r\nQUIT\r\n", n); err != nil {
		return err
	}
	var selected, flushed string
	if _, err := fmt.Fscanf(conn, "%s\r\n%s\r\n", &selected, &flushed); err != nil || selected != "+OK" || flushed != "+OK" {
		return fmt.Errorf("answered %q %q: %w", selected, flushed, err)
	}
	return nil
}
