package main

import (
	"context"
	"encoding/json"
	"fmt"
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
	dir, data := t.TempDir(), t.TempDir()
	for i, doc := range documents(files, unmarked) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.pdf", i)), doc, 0o600); err != nil {
			t.Fatal(err)
		}
	}
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
	responses := saved(t, dir)
	if len(responses) != files {
		t.Errorf("%d of %d responses are saved:\n%s", len(responses), files, out)
	}
	for name, text := range responses {
		var response struct {
			Data struct {
				Patient struct{ ID string }
			}
		}
		number, _, _ := strings.Cut(name, ".")
		if err := json.Unmarshal(text, &response); err != nil || fmt.Sprintf("number %s", strings.TrimLeft(number[:2], "0")+number[2:]) != response.Data.Patient.ID {
			t.Errorf("%s holds %q, %v", name, response.Data.Patient.ID, err)
		}
	}
	var text strings.Builder
	if err := runBiom(t.Context(), []string{"usage", "--server=" + url, "--json"}, &text, io.Discard); err != nil {
		t.Fatal(err)
	}
	var usage struct {
		Engines struct {
			BiomAI struct{ Used float64 }
		}
	}
	if err := json.Unmarshal([]byte(text.String()), &usage); err != nil || usage.Engines.BiomAI.Used != float64(files) {
		t.Errorf("%s for %d files, %v", text.String(), files, err)
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
