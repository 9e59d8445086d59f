package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var built struct {
	once sync.Once
	dir  string // "": nothing was built
	path string
	err  error
	out  []byte
}

// build returns the path of the biom binary, built once in a run. biomdev lies
// beside it.
func build(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		// The name is one that testenv sweeps, if we do not come to remove it.
		dir, err := os.MkdirTemp("", fmt.Sprintf("biom-test-%d-", os.Getpid()))
		if err != nil {
			built.err = err
			return
		}
		built.dir = dir
		built.path = filepath.Join(dir, "biom")
		built.out, built.err = exec.Command("go", "build", "-o", dir+"/", ".", "../biomdev").CombinedOutput()
	})
	if built.err != nil {
		t.Fatalf("go build: %v\n%s", built.err, built.out)
	}
	return built.path
}
