package local_test

import (
	"os"
	"path/filepath"
	"testing"

	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// TestKilledOCR expects an internal error if an OCR process is stopped from outside
// (SIGTERM), because that says nothing about the document, and "no biometry" if it
// exceeded a limit (SIGKILL, SIGABRT), as happens on photographs.
func TestKilledOCR(t *testing.T) {
	for signal, noBiometry := range map[string]bool{"TERM": false, "KILL": true, "ABRT": true} {
		t.Run(signal, func(t *testing.T) {
			bin := t.TempDir()
			script := "#!/bin/sh\nif [ \"$1\" = --list-langs ]; then echo; echo eng; exit; fi\nkill -" + signal + " $$\n"
			if err := os.WriteFile(filepath.Join(bin, "tesseract"), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
			e, err := local.New(local.Config{WorkDir: t.TempDir() + "/work"})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			_, err = read(t, e, document(t, sampleDir+"/iolmaster700-en-04.png"))
			if err == nil {
				t.Fatal("it was read")
			}
			if p := problem.From(err); (p.Details["reason"] == provider.ReasonNoBiometry) != noBiometry {
				t.Errorf("got %v", err)
			}
		})
	}
}
