package poppler_test

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"biom/worker/document/child"
	"biom/worker/document/poppler"
)

// TestCropBox reads and draws a page of which viewers and printers show only a part
// (its crop box). What lies outside is not on the page.
func TestCropBox(t *testing.T) {
	t.Parallel()
	p, dir, file := open(t, func(pdf *fpdf.Fpdf) {
		pdf.SetPageBox("crop", 50, 50, 400, 300) // from the lower left corner
		pdf.AddPage()
		pdf.Text(100, 500, "inside")
		pdf.Text(100, 100, "above")
		pdf.Text(500, 500, "beside")
	})
	pages, err := p.Text(t.Context(), dir, file, 1)
	if err != nil {
		t.Fatal(err)
	}
	page := pages[0]
	if len(page.Words) != 1 || page.Words[0].Text != "inside" || page.Width != 400 || page.Height != 300 {
		t.Errorf("got %+v", page)
	}
	drawn, err := p.PNG(t.Context(), dir, file, 1, 800)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.DecodeConfig(bytes.NewReader(drawn))
	if err != nil || img.Width != 800 || math.Abs(float64(img.Height)-600) > 1 {
		t.Errorf("drawn with %d × %d pixels, %v", img.Width, img.Height, err)
	}
}

// TestHiddenLayer expects that the text of a layer that the document hides is not read:
// nobody sees it.
func TestHiddenLayer(t *testing.T) {
	t.Parallel()
	p, dir, file := open(t, func(pdf *fpdf.Fpdf) {
		pdf.AddPage()
		for _, l := range []struct {
			name  string
			shown bool
		}{{"shown", true}, {"hidden", false}} {
			pdf.BeginLayer(pdf.AddLayer(l.name, l.shown))
			pdf.Text(100, 500, l.name)
			pdf.EndLayer()
		}
	})
	pages, err := p.Text(t.Context(), dir, file, 1)
	if err != nil {
		t.Fatal(err)
	}
	if words := pages[0].Words; len(words) != 1 || words[0].Text != "shown" {
		t.Errorf("got %+v", words)
	}
}

// open writes a PDF with pages of 600 × 700 points. It returns the directory and the file.
func open(t *testing.T, write func(*fpdf.Fpdf)) (p *poppler.Poppler, dir, file string) {
	t.Helper()
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: 600, Ht: 700}})
	pdf.SetFont("Helvetica", "", 10)
	write(pdf)
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	file = filepath.Join(dir, "document.pdf")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = poppler.Find(runner); err != nil {
		t.Fatal(err)
	}
	return p, dir, file
}
