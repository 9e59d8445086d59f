package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// The server is killed while `biom process` sends a folder, and started again. Each
// file has its own, complete response and is charged once.
func TestLongBatchSurvivesItsServer(t *testing.T) {
	t.Parallel()
	files := size{40, 100}.now()
	dir, data := folder(t, files), t.TempDir()
	r := alone(t)
	env := []string{"BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=150ms", "BIOM_LISTEN=" + strings.Replace(adminAddress(), ":9090", ":8080", 1), trustUs}
	url, first := r.serve(data, env...)
	ended := make(chan error, 1)
	out := newLines()
	go func() {
		ended <- runBiom(context.WithoutCancel(t.Context()), []string{"process", "--server=" + url, "--concurrency=8", dir}, out, io.Discard)
	}()
	testenv.Await(t, "a third of the files", func() bool { return len(saved(t, dir)) > files/3 })
	first.kill()
	savedBefore := len(saved(t, dir))
	_, _ = r.serve(data, env...)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if savedBefore >= files {
		t.Error("nothing was left when the server was killed")
	}
	checkFolder(t, dir, files)
	if used := usedAI(t, url); used != float64(files) {
		t.Errorf("%v credits for %d files", used, files)
	}
}

// saved returns the responses beside the files, by name.
func saved(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.biom.json"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(path)] = text
	}
	return out
}
