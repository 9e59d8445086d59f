package reader_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
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
	"biom/worker/eval/grammar"
	"biom/worker/provider"
	"biom/worker/reader"
)

// What the long tests damage. Each failure that they print says with which of these it
// appears alone, with the words before and after.
var (
	onlyDamage      = flag.String("damage", "", "the only kind of damage of TestLongDamage…")
	onlyDocument    = flag.String("document", "", "the only document of TestLongDamage…; its words are printed")
	damageSeed      = flag.Uint64("damage-seed", 1, "seed of the damage and of the layouts that are drawn")
	damageDocuments = flag.Int("damage-documents", 120, "how many layouts TestLongDamagedLayouts draws")
)

const sampleDir = "../../testdata/samples/"

// TestLongDamagedSamples damages every sample that has a text layer in every way.
func TestLongDamagedSamples(t *testing.T) {
	judgeDamages(t, samples(t, 1), 1)
}

// TestLongDamagedLayouts damages documents of the grammar in every way.
func TestLongDamagedLayouts(t *testing.T) {
	judgeDamages(t, drawn(t, *damageDocuments), 1)
}

// TestDamagedSamples damages every eighth sample, each in every twelfth way.
func TestDamagedSamples(t *testing.T) {
	t.Parallel()
	judgeDamages(t, samples(t, 8), 12)
}

// TestDamagedLayouts damages documents of the grammar, each in one way.
func TestDamagedLayouts(t *testing.T) {
	t.Parallel()
	judgeDamages(t, drawn(t, 25), len(damage.Damages()))
}

// TestDamagesMisreadBefore damages layouts in ways in which one of their values was once read wrong.
func TestDamagesMisreadBefore(t *testing.T) {
	t.Parallel()
	layouts := map[string][]int{
		"column of an earlier visit at the right": {440, 444},
		"cropped at the left":                     {805},
		"eye named inside rows":                   {982},
		"frames read as brackets and bars":        {460, 764},
		"labels that nobody knows":                {458},
		"words of another language":               {416},
		"words split":                             {220, 744},
	}
	for _, kind := range damage.Damages() {
		for _, i := range layouts[kind.Name] {
			before := layoutAt(t, 1, i)
			after, ok := kind.Apply(1, before, before)
			if !ok {
				t.Fatalf("%s: no such damage to %s", kind.Name, before.Name)
			}
			for _, f := range after.Truth.Judge(answerTo(t, after)) {
				if f.Verdict.Wrong() {
					t.Errorf("%s of %s: %s = %v, want %v", kind.Name, after.Name, f.Path, f.Got, f.Want)
				}
			}
		}
	}
}

// judgeDamages damages documents, each in one of every so many ways, reads them, and
// compares what is read with what can still be known. One wrong value fails. What is wrong
// without damage too counts there alone, as "none".
func judgeDamages(t *testing.T, documents []damage.Document, every int) {
	t.Helper()
	var tally damage.Tally
	var mu sync.Mutex
	var wg sync.WaitGroup
	queue := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range queue {
				before := wrong(documents[i].Truth.Judge(answerTo(t, documents[i])))
				for n, kind := range damage.Damages() {
					if (i+n)%every != 0 || *onlyDamage != "" && *onlyDamage != kind.Name {
						continue
					}
					d, ok := kind.Apply(*damageSeed, documents[i], documents[(i+1)%len(documents)])
					if !ok {
						continue
					}
					show(t, kind.Name, documents[i], d)
					findings := d.Truth.Judge(answerTo(t, d))
					if kind.Name != "none" {
						findings = slices.DeleteFunc(findings, func(f damage.Finding) bool { return f.Verdict.Wrong() && before[read(f)] })
					}
					mu.Lock()
					tally.Add(kind.Name, d.Name, *damageSeed, findings)
					mu.Unlock()
				}
			}
		})
	}
	for i, d := range documents {
		if *onlyDocument == "" || *onlyDocument == d.Name {
			queue <- i
		}
	}
	close(queue)
	wg.Wait()
	var table strings.Builder
	tally.Print(&table)
	t.Log("\n" + table.String())
	for _, kind := range damage.Damages() {
		if n := tally.Wrong(kind.Name); n > 0 {
			t.Errorf("%s: %d wrong values, see above", kind.Name, n)
		}
	}
}

// wrong returns the findings that must not be.
func wrong(findings []damage.Finding) map[string]bool {
	out := map[string]bool{}
	for _, f := range findings {
		if f.Verdict.Wrong() {
			out[read(f)] = true
		}
	}
	return out
}

// read returns which field was read as what, whatever the eye.
func read(f damage.Finding) string {
	return fmt.Sprint(f.Path[strings.LastIndex(f.Path, ".")+1:], "=", f.Got)
}

// show prints the words of a document before and after the damage, and what the reader
// reads, if it is the only document.
func show(t *testing.T, kind string, before, after damage.Document) {
	t.Helper()
	if *onlyDocument == "" {
		return
	}
	t.Logf("%s: before\n%s%s: after\n%s", kind, laidOut(before.Pages), kind, laidOut(after.Pages))
	answer := answerTo(t, after)
	for _, path := range slices.Sorted(maps.Keys(answer)) {
		t.Logf("%s = %v", path, answer[path])
	}
}

// answerTo reads words as a worker reads a document: values that fail validation are
// withheld. It returns nothing if the reader finds no biometry. A panic fails the test.
func answerTo(t *testing.T, d damage.Document) map[string]any {
	t.Helper()
	defer func() {
		if fault := recover(); fault != nil {
			t.Errorf("%s: %v\n%s%s", d.Name, fault, debug.Stack(), laidOut(d.Pages))
		}
	}()
	result, err := worker.Read(context.Background(), words(d.Pages), nil)
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

// drawn returns documents of the grammar: if only one is damaged, that and the one after it.
func drawn(t *testing.T, n int) (out []damage.Document) {
	t.Helper()
	for i := range n {
		named := func(i int) bool { return strings.HasSuffix(*onlyDocument, fmt.Sprintf("-%05d", i)) }
		if *onlyDocument != "" && !named(i) && !named(i-1) {
			continue
		}
		out = append(out, layoutAt(t, *damageSeed, i))
	}
	return out
}

// layoutAt is document i of the grammar, of that seed.
func layoutAt(t *testing.T, seed uint64, i int) damage.Document {
	t.Helper()
	d := grammar.Draw(seed, i, grammar.Options{})
	values, err := eval.ExpectedValues(d.Expected.JSON())
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	return damage.Document{Name: d.Name, Pages: d.Pages, Truth: damage.NewTruth(values)}
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
