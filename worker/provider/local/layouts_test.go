package local_test

import (
	"strings"
	"testing"

	"biom/worker/eval"
	"biom/worker/eval/grammar"
	"biom/worker/eval/samples"
)

// TestLayouts reads a few random layouts with a text layer.
func TestLayouts(t *testing.T) {
	t.Parallel()
	readLayouts(t, grammar.Set{Seed: 74, Count: 8}, 92, 0)
}

// TestLongLayouts reads many of them.
func TestLongLayouts(t *testing.T) {
	t.Parallel()
	readLayouts(t, grammar.Set{Seed: 78, Count: 30}, 92, 0)
}

// readLayouts reads the documents of a set as PDFs with text. minRight is in percent of the
// expected values, maxWrong the number of values of an eye that may be wrong or invented. The
// reader is to reach 97 and 0.
func readLayouts(t *testing.T, set grammar.Set, minRight float64, maxWrong int) {
	t.Helper()
	dir := t.TempDir()
	set.Media = []samples.Medium{samples.TextPDF}
	if err := set.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	report := readFolder(t, newExtractor(t), dir, nil)
	wrong := 0
	for _, d := range report.Items {
		for _, x := range d.Differences {
			if strings.Contains(x.Path, "_eye.") && x.Kind != eval.Missed {
				t.Logf("%s: %+v", d.Name, x)
				wrong++
			}
		}
	}
	if wrong > maxWrong {
		t.Errorf("%d values of an eye are wrong or invented", wrong)
	}
	if err := report.Check(eval.Limits{MinRight: &minRight}); err != nil {
		t.Error(err)
	}
}
