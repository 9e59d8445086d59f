package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPassesAreProfiled reads a scan and a PDF with text.
func TestPassesAreProfiled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"iolmaster700-en-03-scan.pdf", "iolmaster700-en-01.pdf"} {
		data, err := os.ReadFile(filepath.Join("../../testdata/samples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := run(t.Context(), []string{"passes", dir}, processOf(&out)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`2 documents read`,
		`text layer +1 +0 +0\.0 +0 +[1-9]\d* +0\s`,           // which took no call
		`first +1 +[1-9]\d* +\d+\.\d +[1-9]\d* +\d+ +\d+\s`,  // which took calls, and pixels
		`neural +1 +[1-9]\d* +\d+\.\d +[1-9]\d* +\d+ +\d+\s`, // without which the first one is not believed
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

func TestPassesRefusesAFolderWithoutDocuments(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), []string{"passes", t.TempDir()}, processOf(io.Discard)); err == nil || !strings.Contains(err.Error(), "no document") {
		t.Errorf("got %v", err)
	}
}
