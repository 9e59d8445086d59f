package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func makeSamples(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), append([]string{"samples"}, args...), processOf(&out))
	return out.String(), err
}

// TestEvalOfGeneratedSamples in cmd/biom measures what is made.
func TestSamplesAreMade(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	args := []string{"--seed=5", "--count=3", "--media=text,outline", "--devices=IOLMaster700", "--languages=de,fr"}
	out, err := makeSamples(t, append(args, dir)...)
	if err != nil || !strings.HasPrefix(out, "3 documents of seed 5 made in "+dir) {
		t.Fatalf("%v: %s", err, out)
	}
	first := contents(t, dir)
	if len(first) != 6 {
		t.Errorf("made %v", first)
	}
	if _, err := makeSamples(t, dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("in a folder that is not empty: %v", err)
	}
	again := filepath.Join(t.TempDir(), "again")
	if _, err := makeSamples(t, append(args, again)...); err != nil || !slices.Equal(contents(t, again), first) {
		t.Errorf("the same seed made others: %v", err)
	}
}

// contents returns the name and content of every file in dir.
func contents(t *testing.T, dir string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, e.Name()+"\n"+string(text))
	}
	return files
}

func TestSamplesRefusesWrongArguments(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{
		"--count=0": "--count must be at least 1", "--media=oil": `"oil"`, "--devices=Ruler": `"Ruler"`, "--languages=eo": `"eo"`, "--dpi=7": "7 dpi",
	} {
		dir := filepath.Join(t.TempDir(), "new")
		if _, err := makeSamples(t, arg, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", arg, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("%s: made %v", arg, entries)
		}
	}
}

func TestSamplesIsStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := run(ctx, []string{"samples", "--media=text", t.TempDir()}, processOf(io.Discard)); err == nil || err.Error() != "stopped" {
		t.Errorf("stopped: %v", err)
	}
}

func TestSamplesNamesTheMissingPackage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	err := run(t.Context(), []string{"samples", "--media=text,png", dir}, withoutPrograms(io.Discard))
	if err == nil || !strings.Contains(err.Error(), "apt-get install poppler-utils") {
		t.Errorf("got %v", err)
	}
	if err := run(t.Context(), []string{"samples", "--count=1", "--media=text", dir}, withoutPrograms(io.Discard)); err != nil {
		t.Errorf("text alone: %v", err)
	}
}
