package local_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"biom/worker/provider"
	"biom/worker/provider/local"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newExtractor is an Extractor with a working directory of the test's own. A
// missing program fails the test: green must mean that documents were read.
func newExtractor(t testing.TB) *local.Extractor {
	t.Helper()
	e, err := local.New(local.Config{WorkDir: t.TempDir() + "/work"})
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

// read prepares and extracts.
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
