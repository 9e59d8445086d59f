package filekind_test

import (
	"testing"

	"biom/shared/filekind"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]filekind.Kind{
		"a.pdf": filekind.PDF, "a.jpg": filekind.JPG, "A.JPEG": filekind.JPG, "a.b.Png": filekind.PNG, ".gif": filekind.GIF,
		"dir.pdf/a.bmp": filekind.BMP, "a.json": filekind.JSON,
		"": "", "pdf": "", "a.": "", "a.tiff": "", "a.pdf_": "", "a.pdf.exe": "", "a.pdf/x": "", "dir.pdf/a": "",
	} {
		if got := filekind.Of(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestIsDocument(t *testing.T) {
	t.Parallel()
	for kind, want := range map[filekind.Kind]bool{
		filekind.PDF: true, filekind.JPG: true, filekind.PNG: true, filekind.GIF: true, filekind.BMP: true,
		filekind.JSON: false, "": false,
	} {
		if kind.IsDocument() != want {
			t.Errorf("%q: want %t", kind, want)
		}
	}
}
