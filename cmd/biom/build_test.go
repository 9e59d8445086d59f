package main

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"os"
)

var built struct {
	once sync.Once
	path string
	err  error
	out  []byte
}

// build gives the path of the biom binary, built once in a run.
func build(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "biom-test-binary-")
		if err != nil {
			built.err = err
			return
		}
		built.path = filepath.Join(dir, "biom")
		built.out, built.err = exec.Command("go", "build", "-o", built.path, ".").CombinedOutput()
	})
	if built.err != nil {
		t.Fatalf("go build: %v\n%s", built.err, built.out)
	}
	return built.path
}
