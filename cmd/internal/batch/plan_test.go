package batch

import (
	"path/filepath"
	"slices"
	"testing"

	"biom/cmd/internal/filenames"
)

// Whatever the flags, the files of two patients are never saved as one.
func TestPlanKeepsFilesApart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct{ paths, want []string }{
		{[]string{"x/a.pdf", "./x/a.pdf", "x/../x/a.pdf"}, []string{"x/a.pdf.biom.json"}},
		{[]string{"x/a.pdf", "y/a.pdf"}, []string{"x/a.pdf.biom.json", "y/a.pdf.biom.json"}},
		{[]string{"x/a.pdf", "x/a.pdf.biom.json"}, []string{"x/a.pdf.biom.json"}},
	} {
		var files []filenames.Named
		for _, path := range c.paths {
			files = append(files, filenames.Named{Path: path, Below: filepath.Base(path)})
		}
		planned, err := Plan(files, "")
		var got []string
		for _, f := range planned {
			got = append(got, f.Target)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, %v", c.paths, got, err)
		}
	}
	if _, err := Plan([]filenames.Named{{Path: "x/a.pdf", Below: "a.pdf"}, {Path: "y/a.pdf", Below: "a.pdf"}}, dir); err == nil {
		t.Error("two files, one response")
	}
}
