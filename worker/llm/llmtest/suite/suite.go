// Package suite tests the adapter of a language model, through the vendor's own SDK,
// against the stand-in of package llmtest. The tests of every adapter run it.
package suite

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/worker"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// Adapter returns the adapter under test, which calls the stand-in at url with the given
// keys of the deployment. Its pauses should be a millisecond, so that the suite is fast.
type Adapter func(url string, keys ...string) (provider.Extractor, error)

// Run runs the suite. With update it writes the golden files in the adapter's testdata
// instead of comparing them.
func Run(t *testing.T, open Adapter, update bool) {
	t.Run("Documents", func(t *testing.T) { t.Parallel(); documents(t, open) })
	t.Run("Misbehaviour", func(t *testing.T) { t.Parallel(); misbehaviour(t, open) })
	t.Run("Cancel", func(t *testing.T) { t.Parallel(); cancelled(t, open) })
	t.Run("Hanging", func(t *testing.T) { t.Parallel(); hanging(t, open) })
	t.Run("ManyCalls", func(t *testing.T) { t.Parallel(); manyCalls(t, open) })
	t.Run("Check", func(t *testing.T) { t.Parallel(); check(t, open) })
	t.Run("Requests", func(t *testing.T) { t.Parallel(); requests(t, open, update) })
}

const (
	// Two keys of the deployment, and one of a caller.
	key1, key2, callersKey = "sk-canary-one", "sk-canary-two", "sk-canary-own"

	samples = "../../../testdata/samples/" // from an adapter's folder
	report  = samples + "iolmaster700-en-01"
)

// standIn starts a stand-in that takes every document for the report.
func standIn(t *testing.T, cfg llmtest.Config) (*llmtest.StandIn, string) {
	t.Helper()
	if cfg.Fallback == nil {
		expected := answer(t)
		cfg.Fallback = func([]byte) []byte { return expected }
	}
	if cfg.Late == nil {
		cfg.Late = llmtest.After(10 * time.Millisecond)
	}
	s := llmtest.New(cfg)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL
}

func opened(t *testing.T, open Adapter, url string, keys ...string) provider.Extractor {
	t.Helper()
	e, err := open(url, keys...)
	if err != nil {
		t.Fatal(err)
	}
	if closer, ok := e.(interface{ Close() error }); ok {
		t.Cleanup(func() { closer.Close() })
	}
	return e
}

// read reads a document as a worker reads the document of a job.
func read(ctx context.Context, e provider.Extractor, doc provider.Document, opts provider.Options) (job.Result, error) {
	p, err := e.Prepare(ctx, doc, opts)
	if err != nil {
		return job.Result{}, err
	}
	defer p.Close()
	return worker.Read(ctx, p, nil)
}

func load(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func pdf(t *testing.T) provider.Document {
	t.Helper()
	return provider.Document{Kind: provider.PDF, Data: load(t, report+".pdf")}
}

var gif = provider.Document{Kind: provider.GIF, Data: llmtest.Tiny}

// answer returns the right answer: the values of the report without LT and CCT, in whose
// place the stand-in can invent values.
func answer(t *testing.T) []byte {
	t.Helper()
	return regexp.MustCompile(`"(LT|CCT)": [0-9.]+`).ReplaceAll(load(t, report+".expected.json"), []byte(`"$1": null`))
}

// right returns the report as it should be read.
func right(t *testing.T) *biometry.Report {
	t.Helper()
	report, _, err := biometry.DecodeExtraction(answer(t))
	if err != nil {
		t.Fatal(err)
	}
	return &report
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
