package local_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// TestKilledOCR expects an internal error if an OCR process is stopped from outside
// (SIGTERM), because that says nothing about the document, and "no biometry" if it
// exceeded a limit (SIGKILL, SIGABRT), as happens on photographs.
func TestKilledOCR(t *testing.T) {
	for signal, noBiometry := range map[syscall.Signal]bool{syscall.SIGTERM: false, syscall.SIGKILL: true, syscall.SIGABRT: true} {
		t.Run(signal.String(), func(t *testing.T) {
			work := t.TempDir() + "/work"
			e, err := local.New(local.Config{WorkDir: work})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, err = read(t, e, document(t, sampleDir+"/iolmaster700-en-04.png"))
			}()
			killOCR(t, work, signal, ended)
			if err == nil {
				t.Fatal("it was read")
			}
			if p := problem.From(err); (p.Details["reason"] == provider.ReasonNoBiometry) != noBiometry {
				t.Errorf("got %v", err)
			}
		})
	}
}

// killOCR sends a signal to every OCR process that works in a directory, until the reading
// has ended.
func killOCR(t *testing.T, work string, signal syscall.Signal, ended <-chan struct{}) {
	t.Helper()
	for {
		select {
		case <-ended:
			return
		default:
		}
		for _, file := range processes(t, work, "tesseract") {
			dir := filepath.Dir(file)
			if name, err := os.ReadFile(dir + "/comm"); err != nil || string(name) != "tesseract\n" {
				continue // it has ended, or is still the launcher
			}
			pid, err := strconv.Atoi(strings.TrimPrefix(dir, "/proc/"))
			if err != nil {
				t.Fatal(err)
			}
			_ = syscall.Kill(pid, signal) // it may have ended meanwhile
		}
	}
}
