package samples_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"biom/shared/biometry"
	"biom/worker/provider/local/samples"
)

const committed = "../../../../testdata/samples"

// made is the samples of seed 1, made once: drawing them takes a while.
var made = sync.OnceValues(func() ([]samples.Sample, error) {
	return samples.Make(context.Background(), 1)
})

// TestCommitted: seed 1 makes the committed samples. Rasters may differ where
// another poppler draws; answers and text PDFs may not.
func TestCommitted(t *testing.T) {
	t.Parallel()
	all, err := made()
	if err != nil {
		t.Fatalf("%v: apt-get install -y poppler-utils", err)
	}
	for _, s := range all {
		stem := strings.TrimSuffix(s.Name, filepath.Ext(s.Name))
		same(t, stem+".expected.json", s.Expected.JSON())
		if filepath.Ext(s.Name) == ".pdf" && !strings.HasSuffix(stem, "scan") {
			same(t, s.Name, s.Data)
		}
	}
}

func same(t *testing.T, name string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(committed, name))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: run go generate ./worker/provider/local/samples", name)
	}
}

// TestCoverage: every field of the data model, and every value of its lists,
// has a value in some sample.
func TestCoverage(t *testing.T) {
	t.Parallel()
	all, err := made()
	if err != nil {
		t.Fatal(err)
	}
	eyes, posteriors, seen := biometry.EyeFields(), biometry.PosteriorFields(), map[any]bool{}
	for _, s := range all {
		for _, e := range []*biometry.Eye{&s.Expected.Data.RightEye, &s.Expected.Data.LeftEye} {
			for i := range eyes {
				if v := eyes[i].Value(e); v != nil {
					seen[eyes[i].Name], seen[v] = true, true
				}
			}
		}
		if x := s.Expected.Extra; x != nil && x.PosteriorKeratometry != nil {
			for i := range posteriors {
				if posteriors[i].Value(&x.PosteriorKeratometry.LeftEye) != nil {
					seen[posteriors[i].Name] = true
				}
			}
			seen["notes"] = seen["notes"] || x.Notes != nil
		}
	}
	for _, f := range eyes {
		expect(t, seen, f.Name)
		for _, v := range f.Values {
			expect(t, seen, v)
		}
	}
	for _, f := range posteriors {
		expect(t, seen, f.Name)
	}
	expect(t, seen, "notes")
}

func expect(t *testing.T, seen map[any]bool, what string) {
	t.Helper()
	if !seen[what] {
		t.Errorf("no sample has %s", what)
	}
}
