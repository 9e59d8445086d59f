package testenv

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// sharedPostgres is the Postgres server that all tests of this binary share.
var sharedPostgres struct {
	once   sync.Once
	server *PostgresServer
	err    error
	made   atomic.Int64 // databases created so far
}

// Postgres returns the URL of an empty Postgres database that no other test
// uses. The server starts with the first call and ends with the test binary.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	sharedPostgres.once.Do(func() { sharedPostgres.server, sharedPostgres.err = newPostgres(PostgresOptions{}) })
	if sharedPostgres.err != nil {
		t.Fatalf("testenv: %v", sharedPostgres.err)
	}
	server, name := sharedPostgres.server, fmt.Sprintf("test%d", sharedPostgres.made.Add(1))
	if err := server.exec("CREATE DATABASE " + name); err != nil {
		t.Fatalf("testenv: %v", err)
	}
	t.Cleanup(func() {
		if err := server.exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("testenv: %v", err)
		}
	})
	return server.urlOf(name)
}
