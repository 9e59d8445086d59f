package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// copySamples copies two of the committed samples, with their answers, into a
// new folder.
func copySamples(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"iolmaster700-en-01.pdf", "iolmaster700-en-04.png"} {
		for _, file := range []string{name, strings.TrimSuffix(name, filepath.Ext(name)) + ".expected.json"} {
			data, err := os.ReadFile("../../testdata/samples/" + file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// The stand-in as an operator uses it: it knows a folder, and biom eval reads
// the folder through it, faults included.
func TestProviderSim(t *testing.T) {
	t.Parallel()
	biom := testenv.Biom(t)
	dir := copySamples(t)
	ctx, stop := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"provider-sim", "--listen=127.0.0.1:0", "--images", "--keys=sk-sim", "--fault=delay=1", "--late=1ms",
			"--work-dir=" + t.TempDir() + "/work", dir}, processOf(stdout))
		_ = stdout.Close()
		ended <- err
	}()
	lines := bufio.NewReader(out)
	url := urlIn(t, lines)
	for _, args := range [][]string{
		{"--provider=gemini", "--provider-url=" + url},
		{"--provider=openai", "--provider-url=" + url + "/v1", "--model=any"},
		{"--provider=openai", "--provider-url=" + url + "/v1", "--model=any", "--provider-images"},
	} {
		args = append([]string{"eval", "--min-right=100", "--provider-keys=sk-sim", "--work-dir=" + t.TempDir() + "/work"}, append(args, dir)...)
		if text, err := exec.CommandContext(t.Context(), biom, args...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, text)
		}
	}
	stop()
	text, _ := io.ReadAll(lines)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !strings.Contains(string(text), "6 calls\n      6  delay\n") {
		t.Errorf("%s", text)
	}
}

// urlIn reads the lines that the stand-in prints at its start and returns its
// address.
func urlIn(t *testing.T, lines *bufio.Reader) string {
	t.Helper()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the stand-in has not printed its address: %v", err)
		}
		if _, address, ok := strings.Cut(line, "--provider openai --provider-url "); ok {
			url, _, _ := strings.Cut(address, "/v1")
			return url
		}
	}
}

func TestProviderSimRefusesWrongFaults(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"--fault=x=1", "--fault=429=-1", "--fault=429=0.6", "--fault=429=0.6;500=0.6"} {
		err := run(t.Context(), []string{"provider-sim", "--listen=no address", bad}, processOf(io.Discard))
		if err == nil || strings.Contains(err.Error(), "--fault") != (bad != "--fault=429=0.6") { // that one is right, and the address wrong
			t.Errorf("%s: %v", bad, err)
		}
	}
}
