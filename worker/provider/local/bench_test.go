package local_test

import (
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// expectNotInstalled expects a failure that names the Debian package.
func expectNotInstalled(t *testing.T, err error, debian string) {
	t.Helper()
	if err == nil {
		t.Fatal("it was read")
	}
	p := problem.From(err)
	if p.Status != 500 || p.Details["reason"] != provider.ReasonNotInstalled || !strings.Contains(p.Message, debian) {
		t.Errorf("got %v, want %s to be asked for", p, debian)
	}
}

// BenchmarkPage reads documents of one page, from bytes to JSON, and reports how
// many of each kind one core reads in a second. OCR runs one process at a time,
// whatever the number of processors.
func BenchmarkPage(b *testing.B) {
	e, err := local.New(local.Config{WorkDir: b.TempDir() + "/work", OCR: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	for kind, name := range map[string]string{
		"text": "iolmaster700-en-01.pdf", "scan": "iolmaster700-en-03-scan.pdf",
		"image": "iolmaster700-en-04.png", "photograph": "lenstar900-de-08.jpg",
	} {
		doc := document(b, filepath.Join(sampleDir, name))
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				if _, err := read(b, e, doc); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}
