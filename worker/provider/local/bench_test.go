package local_test

import (
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/problem"
	"biom/worker/provider/local"
)

func expectNotInstalled(t *testing.T, err error, debian string) {
	t.Helper()
	if err == nil {
		t.Fatal("it was read")
	}
	p := problem.From(err)
	if p.Status != 500 || p.Details["reason"] != local.ReasonNotInstalled || !strings.Contains(p.Message, debian) {
		t.Errorf("got %v, want %s to be asked for", p, debian)
	}
}

// BenchmarkRead reads one page of text and one scan, from bytes to JSON.
func BenchmarkRead(b *testing.B) {
	e := newExtractor(b)
	for _, name := range []string{"iolmaster700-en-01.pdf", "iolmaster700-en-03-scan.pdf", "iolmaster700-en-04.png", "lenstar900-de-08.jpg"} {
		doc := document(b, filepath.Join(sampleDir, name))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := read(b, e, doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
