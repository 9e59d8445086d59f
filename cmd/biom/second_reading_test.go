package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/doctor"
	"biom/worker"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// TestSecondReadingOfPicture has a model exchange the eyes of a picture, which OCR notices.
func TestSecondReadingOfPicture(t *testing.T) {
	t.Parallel()
	const name = samples + "/iolmaster700-en-04"
	file, err := os.ReadFile(name + ".png")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := os.ReadFile(name + ".expected.json")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(llmtest.New(llmtest.Config{
		Known: map[string][]byte{llmtest.Hash(file): answer}, Fallback: func([]byte) []byte { return answer }, // the adapter may encode the picture anew
		Rates: map[llmtest.Fault]float64{llmtest.SwapEyes: 1},
	}))
	t.Cleanup(server.Close)
	for byOCR, want := range map[bool]string{true: "invalid_output", false: ""} {
		f := flags(geminiProvider, "", "", server.URL)
		f.Reader.WorkDir, f.Reader.SecondReading, f.Reader.SecondReadingOCR = t.TempDir()+"/work", true, byOCR
		term, _ := quiet(t)
		read, err := f.open(term)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(read.close)
		p, err := read.provider.Prepare(t.Context(), provider.Document{Kind: provider.PNG, Data: file}, provider.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		if _, err = worker.Read(t.Context(), p, nil); (err == nil) != (want == "") || err != nil && worker.ProblemOf(err).Details["reason"] != want {
			t.Errorf("by OCR %v: %v", byOCR, err)
		}
	}
}

// TestMissingOCRIsToldAtStart, and by the doctor. Not parallel: the test sets the environment of the process.
func TestMissingOCRIsToldAtStart(t *testing.T) {
	poppler := t.TempDir()
	if err := os.Symlink("/usr/bin/pdftotext", filepath.Join(poppler, "pdftotext")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", poppler)
	for byOCR, told := range map[bool]bool{true: true, false: false} {
		f := flags(geminiProvider, "", "", "")
		f.Reader.WorkDir, f.Reader.SecondReading, f.Reader.SecondReadingOCR = t.TempDir()+"/work", true, byOCR
		term, log := quiet(t)
		read, err := f.open(term)
		if err != nil {
			t.Fatal(err)
		}
		read.close()
		if strings.Contains(log.String(), "tesseract-ocr") != told {
			t.Errorf("by OCR %v: %s", byOCR, log)
		}
	}
	lines, _ := doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work"),
		"--provider", geminiProvider, "--provider-keys", "any", "--provider-url", "http://localhost:1")
	wantLine(t, lines, "Programs", doctor.Problem, "tesseract-ocr")
}
