package samples_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/eval/samples"
)

var update = flag.Bool("update", false, "write the committed samples anew")

const committed = "../../../testdata/samples"

// TestLongCommitted: the seed makes the committed samples. Rasters may differ where
// another poppler draws, and take a while; answers and PDFs of text may not.
func TestLongCommitted(t *testing.T) {
	t.Parallel()
	if *update {
		renew(t)
		return
	}
	total := 0
	all, err := samples.CommittedAnswers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		stem := strings.TrimSuffix(s.Name, filepath.Ext(s.Name))
		equal(t, stem+".expected.json", s.Expected.JSON())
		info, err := os.Stat(filepath.Join(committed, s.Name))
		if err != nil {
			t.Fatal(err)
		}
		total += int(info.Size())
		if s.Data != nil {
			equal(t, s.Name, s.Data)
		}
	}
	if total > 9<<20 || len(all) < 100 {
		t.Errorf("%d samples of %d bytes: want a hundred of at most 9 MB", len(all), total)
	}
}

func equal(t *testing.T, name string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(committed, name))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: run go generate ./worker/eval/samples", name)
	}
}

// renew writes the committed samples and removes those of before.
func renew(t *testing.T) {
	t.Helper()
	old, err := filepath.Glob(committed + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string, data []byte) error { return os.WriteFile(filepath.Join(committed, name), data, 0o600) }
	err = samples.Committed(t.Context(), func(s samples.Sample) error {
		stem := strings.TrimSuffix(s.Name, filepath.Ext(s.Name))
		if err := write(stem+".expected.json", s.Expected.JSON()); err != nil {
			return err
		}
		return write(s.Name, s.Data)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// collect makes samples.
func collect(t *testing.T, o samples.Options) []samples.Sample {
	t.Helper()
	var out []samples.Sample
	err := samples.Each(t.Context(), o, func(s samples.Sample) error {
		out = append(out, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDeterminism: a seed always gives the same bytes, another one others, and
// a document does not depend on how many are made.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	deterministic(t, 2, 1)
}

func TestLongDeterminism(t *testing.T) {
	t.Parallel()
	deterministic(t, 6, 4)
}

// deterministic makes the first many and the first few documents of a seed.
func deterministic(t *testing.T, many, few int) {
	t.Helper()
	o := samples.Options{Seed: 7, Count: many, DPI: 72}
	a, b := collect(t, o), collect(t, samples.Options{Seed: 7, Count: few, DPI: 72})
	for i := range b {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Data, b[i].Data) || !bytes.Equal(a[i].Expected.JSON(), b[i].Expected.JSON()) {
			t.Errorf("%s is not %s", b[i].Name, a[i].Name)
		}
	}
	o.Seed, o.Count = 8, 1
	if other := collect(t, o); bytes.Equal(a[0].Expected.JSON(), other[0].Expected.JSON()) {
		t.Error("another seed, the same answer")
	}
}

// TestOutlinesHaveNoText: what is drawn can be seen but not copied.
func TestOutlinesHaveNoText(t *testing.T) {
	t.Parallel()
	for _, s := range collect(t, samples.Options{Seed: 3, Count: 6, Media: []samples.Medium{samples.OutlinePDF, samples.ImagePDF}, DPI: 72}) {
		if text := strings.TrimSpace(pdftotext(t, s.Data)); text != "" {
			t.Errorf("%s: text %q", s.Name, text)
		}
	}
}

// TestGlyphs: the fonts have every letter of every language. A letter without
// an outline is a panic.
func TestGlyphs(t *testing.T) {
	t.Parallel()
	collect(t, samples.Options{Seed: 6, Count: 9, Media: []samples.Medium{samples.OutlinePDF}})
}

func TestLongGlyphs(t *testing.T) {
	t.Parallel()
	collect(t, samples.Options{Seed: 6, Count: 54, Media: []samples.Medium{samples.OutlinePDF}})
}

// TestOptions: what there is not is refused by name.
func TestOptions(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]samples.Options{
		"medium": {Media: []samples.Medium{"tiff"}}, "language": {Languages: []string{"la"}},
		"device": {Devices: []string{"Autorefractor"}}, "dpi": {DPI: 10}, "nothing": {Media: []samples.Medium{}},
	} {
		err := samples.Each(t.Context(), o, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want something of a %s", o, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := samples.Each(ctx, samples.Options{Count: 1}, nil); err == nil {
		t.Error("not cancelled")
	}
}

// TestWrite: a file, its answer beside it, in a directory that it makes.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir, told := filepath.Join(t.TempDir(), "new"), ""
	o := samples.Options{Seed: 2, Count: 1, Media: []samples.Medium{samples.TextPDF}, Devices: []string{"LenstarLS900"}, Languages: []string{"de"}}
	if err := samples.Write(t.Context(), dir, o, func(name string) { told = name }); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(told, "lenstarls900-de-") || !strings.HasSuffix(told, "-0001-text.pdf") {
		t.Errorf("named %q", told)
	}
	answer, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(told, ".pdf")+".expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := biometry.DecodeExtraction(answer); err != nil {
		t.Error(err)
	}
}
