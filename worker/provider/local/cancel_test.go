package local_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"biom/shared/biometry"
	"biom/shared/testenv"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// TestCancelDuringOCR ends the context in the middle of OCR. No process may be left
// over and, once the document is closed, no file.
func TestCancelDuringOCR(t *testing.T) {
	t.Parallel()
	work := filepath.Join(t.TempDir(), "work")
	e, err := local.New(local.Config{WorkDir: work})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	p, err := e.Prepare(t.Context(), document(t, sampleDir+"/lenstar900-en-09-scan.pdf"), provider.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := p.Extract(ctx, nil)
		done <- err
	}()
	testenv.Await(t, "OCR to start", func() bool { return len(processes(t, work, "tesseract")) > 0 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if pids := processes(t, work, ""); len(pids) > 0 {
		t.Errorf("processes left: %v", pids)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	expectNothingLeft(t, work)
}

// expectNothingLeft expects that no process uses the working directory and that it
// holds no document.
func expectNothingLeft(t *testing.T, work string) {
	t.Helper()
	if pids := processes(t, work, ""); len(pids) > 0 {
		t.Errorf("processes left: %v", pids)
	}
	if docs, _ := filepath.Glob(work + "/space-*/doc-*"); len(docs) > 0 {
		t.Errorf("files left: %v", docs)
	}
}

// processes lists the processes whose command line contains the directory and the
// program.
func processes(t *testing.T, dir, program string) (pids []string) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lines {
		line, err := os.ReadFile(file)
		if err == nil && bytes.Contains(line, []byte(dir)) && bytes.Contains(line, []byte(program)) {
			pids = append(pids, file)
		}
	}
	return pids
}

func TestContextEndedBeforePrepare(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"iolmaster700-en-01.pdf", "iolmaster700-en-04.png"} {
		if _, err := e.Prepare(ctx, document(t, filepath.Join(sampleDir, name)), provider.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want the context's error", name, err)
		}
	}
}

// TestNewRemovesFilesOfKilledProcesses also expects that Close removes the working
// files of the Extractor itself.
func TestNewRemovesFilesOfKilledProcesses(t *testing.T) {
	t.Parallel()
	work := filepath.Join(t.TempDir(), "work")
	abandoned := filepath.Join(work, "space-left", "doc-1")
	if err := os.MkdirAll(abandoned, 0o700); err != nil {
		t.Fatal(err)
	}
	e, err := local.New(local.Config{WorkDir: work})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(abandoned); !os.IsNotExist(err) {
		t.Errorf("still there: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if spaces, _ := filepath.Glob(work + "/space-*"); len(spaces) > 0 {
		t.Errorf("Close left %v", spaces)
	}
}

// TestConcurrentReadsGiveTheSameAnswer reads one document many times at once.
func TestConcurrentReadsGiveTheSameAnswer(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	doc := document(t, sampleDir+"/iolmaster700-en-01.pdf")
	var group sync.WaitGroup
	answers := make([][]byte, 16)
	for i := range answers {
		group.Go(func() {
			if a, err := read(t, e, doc); err == nil {
				answers[i] = a.JSON
			} else {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, a := range answers {
		if !bytes.Equal(a, answers[0]) {
			t.Error("answers differ")
		}
	}
}

// TestSecondExtractWithholdsFaults expects that a second call withholds the value
// that the faults name.
func TestSecondExtractWithholdsFaults(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	p, err := e.Prepare(t.Context(), document(t, sampleDir+"/iolmaster700-en-01.pdf"), provider.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Extract(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := p.Extract(t.Context(), []biometry.Fault{{Path: "data.right_eye.AL"}})
	if err != nil {
		t.Fatal(err)
	}
	data, _, err := biometry.DecodeExtraction(a.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if data.RightEye.AL != nil || data.LeftEye.AL == nil || len(a.Withheld) != 1 || a.Withheld[0] != (biometry.Withheld{Field: "right_eye.AL", Reason: biometry.BreaksRule}) {
		t.Errorf("got %+v, withheld %v", data, a.Withheld)
	}
}

// TestProgramsNotInstalled expects that New works without the programs and lists
// what is missing, and that a document which needs them fails with the name of the
// Debian package.
func TestProgramsNotInstalled(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	e, err := local.New(local.Config{WorkDir: t.TempDir() + "/work"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if len(e.Missing()) == 0 {
		t.Error("nothing is missing")
	}
	for name, debian := range map[string]string{"iolmaster700-en-01.pdf": "poppler-utils", "iolmaster700-en-04.png": "tesseract-ocr"} {
		_, err := read(t, e, document(t, filepath.Join(sampleDir, name)))
		expectNotInstalled(t, err, debian)
	}
}
