package poppler_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"biom/shared/problem"
	"biom/worker/document/child"
	"biom/worker/document/poppler"
	"biom/worker/document/poppler/popplertest"
)

func find(t *testing.T) *poppler.Poppler {
	t.Helper()
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	p, err := poppler.Find(runner)
	if err != nil {
		t.Fatalf("%v: apt-get install -y %s", err, poppler.Debian)
	}
	return p
}

// TestTooComplex: a document that would keep pdftotext busy for minutes is given up after
// three seconds of processor time, and its sender is told so.
func TestTooComplex(t *testing.T) {
	t.Parallel()
	p := find(t)
	for name, document := range map[string][]byte{"nested forms": popplertest.NestedForms(""), "text operators": popplertest.ManyWords()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "document.pdf")
			if err := os.WriteFile(file, document, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := p.Text(context.WithoutCancel(t.Context()), dir, file, 10)
			if !errors.Is(err, poppler.ErrTooComplex) {
				t.Errorf("%d bytes: got %v, want ErrTooComplex", len(document), err)
			}
			told, ok := errors.AsType[*problem.Problem](poppler.Explain(err))
			if !ok || told.Status != 400 || told.Details["reason"] != "too_complex" {
				t.Errorf("the caller is told %#v", told)
			}
		})
	}
}
