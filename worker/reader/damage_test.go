package reader_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"biom/shared/biometry"
	"biom/worker"
	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/eval"
	"biom/worker/eval/damage"
	"biom/worker/provider"
	"biom/worker/reader"
)

var (
	onlyDamage   = flag.String("damage", "", "the only kind of damage that TestLongDamage does")
	onlyDocument = flag.String("document", "", "the only document that TestLongDamage damages; its words are printed before and after")
	damageSeed   = flag.Uint64("damage-seed", 1, "seed of the damage")
)

// clean lists the kinds of damage after which the reader gives no wrong value. One wrong
// value after one of them fails the test. The other kinds are only counted: the reader does
// not stand them yet. A kind is added here when its last failure has been mended.
var clean = []string{
	"right heading removed", "both headings removed", "headings read as OO", "headings exchanged", "one heading misread", "headings misread", "heading moved", "@ read as OS",
	"marks and units misread", "digits misread",
	"lens constants named like measurements", "targets and formulas", "second device in a remark", "numbers sprinkled",
	"pages reversed", "columns of the eyes mirrored", "scaled", "shifted", "rotated a little", "cropped at the top", "cropped at the bottom",
	"words of another language", "lines joined", "ends of lines lowered or raised",
}

const sampleDir = "../../testdata/samples/"

// TestLongDamage damages every sample that has a text layer in every way.
func TestLongDamage(t *testing.T) {
	documents := samples(t, 1)
	if *onlyDocument != "" {
		documents = slices.DeleteFunc(documents, func(d damage.Document) bool { return d.Name != *onlyDocument })
	}
	judgeDamages(t, documents, 1)
}

// TestDamage damages every fifth sample, each in every tenth way.
func TestDamage(t *testing.T) {
	t.Parallel()
	judgeDamages(t, samples(t, 5), 10)
}

// judgeDamages damages documents, each in one of every so many ways, reads them, and
// compares what is read with what can still be known.
func judgeDamages(t *testing.T, documents []damage.Document, every int) {
	t.Helper()
	var tally damage.Tally
	var mu sync.Mutex
	var wg sync.WaitGroup
	queue := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range queue {
				for n, kind := range damage.Damages() {
					if (i+n)%every != 0 || *onlyDamage != "" && *onlyDamage != kind.Name {
						continue
					}
					d, ok := kind.Apply(*damageSeed, documents[i], documents[(i+1)%len(documents)])
					if !ok {
						continue
					}
					answer := answerTo(d.Pages)
					if *onlyDocument != "" {
						t.Logf("%s\n%s\n%s\nanswer %v", kind.Name, laidOut(documents[i].Pages), laidOut(d.Pages), answer)
					}
					mu.Lock()
					tally.Add(kind.Name, d.Name, *damageSeed, d.Truth.Judge(answer))
					mu.Unlock()
				}
			}
		})
	}
	for i := range documents {
		queue <- i
	}
	close(queue)
	wg.Wait()
	var table strings.Builder
	tally.Print(&table)
	t.Log("\n" + table.String())
	for _, kind := range clean {
		if n := tally.Wrong(kind); n > 0 {
			t.Errorf("%s: %d wrong values, see above", kind, n)
		}
	}
}

// answerTo reads words as a worker reads a document: values that fail validation are
// withheld. It returns nothing if the reader finds no biometry.
func answerTo(pages []layout.Page) map[string]any {
	result, err := worker.Read(context.Background(), words(pages), nil)
	if err != nil {
		return nil
	}
	return eval.Values(*result.Report, result.Extra)
}

// words is a document that is prepared: the reader has its words.
type words []layout.Page

var _ provider.Prepared = words(nil)

func (w words) Extract(_ context.Context, faults []biometry.Fault) (provider.Answer, error) {
	found := reader.Find(w)
	if found.Empty() {
		return provider.Answer{}, provider.NoBiometry()
	}
	var refused []string
	for _, f := range faults {
		refused = append(refused, f.Path)
	}
	report := found.Report(refused...)
	doc, err := json.Marshal(map[string]any{"data": report.Data, "extra_data": report.Extra})
	return provider.Answer{JSON: doc}, err
}

func (words) Close() error { return nil }

// samples returns the words and the truth of one of every so many committed samples with a text
// layer.
func samples(t *testing.T, every int) (out []damage.Document) {
	t.Helper()
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := poppler.Find(runner)
	if err != nil {
		t.Fatalf("%v: install %s", err, poppler.Debian)
	}
	files, err := filepath.Glob(sampleDir + "*.pdf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples in %s: %v", sampleDir, err)
	}
	dir := t.TempDir() // the child process may read nothing else
	for i := 0; i < len(files); i += every {
		data, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "document.pdf"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		pages, err := pdf.Text(t.Context(), dir, filepath.Join(dir, "document.pdf"), 20)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(pages, func(p layout.Page) bool { return len(p.Words) == 0 }) {
			continue // a scan, or letters that are drawn
		}
		stem := strings.TrimSuffix(files[i], ".pdf")
		doc, err := os.ReadFile(stem + ".expected.json")
		if err != nil {
			t.Fatal(err)
		}
		values, err := eval.ExpectedValues(doc)
		if err != nil {
			t.Fatalf("%s: %v", stem, err)
		}
		out = append(out, damage.Document{Name: filepath.Base(stem), Pages: pages, Truth: damage.NewTruth(values)})
	}
	return out
}

// laidOut writes the words of pages row by row, to be read by people.
func laidOut(pages []layout.Page) string {
	var b strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&b, "--- page %d, %.0f × %.0f\n", p.Number, p.Width, p.Height)
		for _, row := range layout.Rows(p.Words) {
			end := 0.0
			for _, w := range row.Words {
				b.WriteString(strings.Repeat(" ", 1+max(0, int((w.X0-end)/w.Height()))))
				b.WriteString(w.Text)
				end = w.X1
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
