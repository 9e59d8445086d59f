package filekind_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/filekind"
)

// TestMediumOfSamples tells the committed samples by the media in their names.
func TestMediumOfSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/samples/*")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[filekind.Medium]int{}
	for _, file := range files {
		kind := filekind.Of(file)
		if !kind.IsDocument() {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := filekind.Pages
		switch {
		case kind != filekind.PDF:
			want = filekind.Picture
		case strings.HasSuffix(file, "-image.pdf"), strings.HasSuffix(file, "-scan.pdf"):
			want = filekind.Scans
		}
		got, pages := filekind.MediumOf(kind, data)
		if got != want || pages < 1 || pages > 2 || pages > 1 && want != filekind.Scans {
			t.Errorf("%s: %s, %d pages, want %s", filepath.Base(file), got, pages, want)
		}
		counts[got]++
	}
	if len(counts) != 3 || counts[filekind.Scans] < 5 {
		t.Error(counts)
	}
}

func TestMediumOfSeveralScans(t *testing.T) {
	t.Parallel()
	scan := "5 0 obj\n<</Type/XObject/Subtype/Image/Width 1654>>\nstream\n" + strings.Repeat("x", 30_000) + "\nendstream\nendobj\n"
	text := "6 0 obj\n<</Length 100000>>\nstream\n" + strings.Repeat("y", 100_000) + "\nendstream\nendobj\n"
	for _, c := range []struct {
		file  string
		want  filekind.Medium
		pages int
	}{
		{"%PDF-1.4\n" + scan + scan + scan, filekind.Scans, 3},
		{"%PDF-1.4\n" + scan + text, filekind.Pages, 1},
		{"%PDF-1.4\n" + scan[:1000], filekind.Pages, 1},
		{"%PDF-1.4\nstream", filekind.Pages, 1},
		{"", filekind.Pages, 1},
	} {
		if got, pages := filekind.MediumOf(filekind.PDF, []byte(c.file)); got != c.want || pages != c.pages {
			t.Errorf("%.80q: %s, %d pages, want %s, %d", c.file, got, pages, c.want, c.pages)
		}
	}
}
