package local_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/provider"
	"biom/worker/provider/local"
	"biom/worker/provider/local/samples"
)

const sampleDir = "../../../testdata/samples"

// TestSamples reads every committed sample and holds the answer, as validation
// normalises it, against the expected one to the last byte.
func TestSamples(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	files := sampleFiles(t)
	if len(files) < 12 {
		t.Fatalf("%d samples, want a dozen", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(strings.TrimSuffix(file, filepath.Ext(file)) + ".expected.json")
			if err != nil {
				t.Fatal(err)
			}
			checkSample(t, e, document(t, file), want)
		})
	}
}

// TestOtherSeeds reads reports with numbers that nobody looked at.
func TestOtherSeeds(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	for seed := uint64(100); seed < 104; seed++ {
		all, err := samples.MakeText(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			t.Run(fmt.Sprint(s.Name, " ", seed), func(t *testing.T) {
				t.Parallel()
				checkSample(t, e, provider.Document{Kind: provider.PDF, Data: s.Data}, s.Expected.JSON())
			})
		}
	}
}

// checkSample reads a document and compares the normalised answer.
func checkSample(t *testing.T, e *local.Extractor, doc provider.Document, want []byte) {
	t.Helper()
	answer, err := read(t, e, doc)
	if err != nil {
		t.Fatal(err)
	}
	data, extra, err := biometry.DecodeExtraction(answer.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if got := (samples.Expected{Data: data, Extra: extra}).JSON(); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\nwithheld %v", got, want, answer.Withheld)
	}
}

func sampleFiles(t testing.TB) []string {
	t.Helper()
	var out []string
	entries, err := os.ReadDir(sampleDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			out = append(out, filepath.Join(sampleDir, e.Name()))
		}
	}
	return out
}

func document(t testing.TB, file string) provider.Document {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return provider.Document{Kind: provider.Kind(strings.TrimPrefix(filepath.Ext(file), ".")), Data: data}
}
