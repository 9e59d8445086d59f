package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLayoutsAreMeasured(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "kept")
	var out strings.Builder
	args := []string{"layouts", "--seed=3", "--count=2", "--media=text", "--held-out=with", "--min-right=100.5", "--keep", dir}
	if err := run(t.Context(), args, processOf(&out)); err == nil || !strings.Contains(err.Error(), "right is below 100.5%") {
		t.Errorf("a limit that cannot be kept: %v", err)
	}
	for _, want := range []string{"2 documents read with local", "\ndevice ", "\nlanguage ", "\narrangement ", "\nmedium ", "\nfield "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if made, err := os.ReadDir(dir); len(made) != 4 {
		t.Errorf("kept %v, %v", made, err)
	}
}

func TestLayoutsRefusesWrongArguments(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{
		"--count=0": "at least one document", "--media=oil": `"oil"`, "--devices=Ruler": `"Ruler"`, "--languages=eo": `"eo"`, "--dpi=7": "7 dpi", "--held-out=maybe": "maybe",
	} {
		if err := run(t.Context(), []string{"layouts", arg}, processOf(io.Discard)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", arg, err)
		}
	}
}
