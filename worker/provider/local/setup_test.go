package local_test

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/worker/provider"
	"biom/worker/provider/local"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newExtractor returns an Extractor that may take more processor time for a page than
// in production, because the machine may be slow.
func newExtractor(t testing.TB) *local.Extractor {
	t.Helper()
	return newExtractorOf(t, local.Config{OCRTime: 2 * time.Minute})
}

// newExtractorOf returns an Extractor with a working directory of its own. It fails
// the test if a program is missing, so that a passing test has read its documents.
func newExtractorOf(t testing.TB, cfg local.Config) *local.Extractor {
	t.Helper()
	cfg.WorkDir = t.TempDir() + "/work"
	e, err := local.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if missing := e.Missing(); missing != nil {
		t.Fatal("missing programs: apt-get install -y " + strings.Join(missing, " "))
	}
	return e
}

// read prepares a document and extracts its values.
func read(t testing.TB, e *local.Extractor, doc provider.Document) (provider.Answer, error) {
	t.Helper()
	p, err := e.Prepare(t.Context(), doc, provider.Options{})
	if err != nil {
		return provider.Answer{}, err
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	return p.Extract(t.Context(), nil)
}
