package local_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/bmp"

	"biom/shared/problem"
	"biom/worker/provider"
)

// TestUnreadableDocuments expects status 400 for files that cannot be opened, which
// costs the caller nothing, and a failed extraction (500) for files that can be
// opened but hold no biometry.
func TestUnreadableDocuments(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	good := document(t, sampleDir+"/iolmaster700-en-01.pdf").Data
	for _, tt := range []struct {
		name   string
		kind   provider.Kind
		data   []byte
		status int
		reason string
	}{
		{"password", provider.PDF, protected(t), 400, provider.ReasonPassword},
		{"damaged", provider.PDF, []byte("%PDF-1.7\n" + "garbage\n%%EOF\n"), 400, provider.ReasonDamaged},
		{"without its end", provider.PDF, good[:300], 400, provider.ReasonDamaged},
		{"patches", provider.JPG, encoded(t, provider.JPG), 500, provider.ReasonNoBiometry},
		{"half an image", provider.PNG, encoded(t, provider.PNG)[:2000], 400, provider.ReasonDamaged},
		{"a GIF", provider.GIF, encoded(t, provider.GIF), 500, provider.ReasonNoBiometry},
		{"a BMP", provider.BMP, encoded(t, provider.BMP), 500, provider.ReasonNoBiometry},
		{"no image", provider.BMP, []byte("BM"), 400, provider.ReasonDamaged},
		{"60,000 pixels a side", provider.GIF, []byte("GIF89a\x60\xea\x60\xea\x00\x00\x00;"), 400, provider.ReasonTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, e, provider.Document{Kind: tt.kind, Data: tt.data})
			if err == nil {
				t.Fatal("it was read")
			}
			p := problem.From(err)
			if p.Status != tt.status || p.Details["reason"] != tt.reason {
				t.Errorf("got %v, reason %v, want %d %s", err, p.Details["reason"], tt.status, tt.reason)
			}
		})
	}
}

// protected returns a PDF that needs a password.
func protected(t *testing.T) []byte {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetProtection(fpdf.CnProtectPrint, "open", "owner")
	return written(t, pdf, "AL: 23.45 mm")
}

// written adds a page with one line of text and returns the PDF.
func written(t *testing.T, pdf *fpdf.Fpdf, text string) []byte {
	t.Helper()
	pdf.AddPage()
	pdf.SetFont("Helvetica", "", 10)
	pdf.Text(20, 20, text)
	return output(t, pdf)
}

// encoded returns a picture of coloured patches, without letters.
func encoded(t *testing.T, kind provider.Kind) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	img := image.NewPaletted(image.Rect(0, 0, 300, 200), color.Palette{
		color.White, color.Black, color.RGBA{200, 30, 30, 255}, color.RGBA{30, 90, 200, 255}})
	for range 60 {
		x, y, c := r.IntN(300), r.IntN(200), uint8(r.IntN(4))
		for dx := range 40 {
			for dy := range 30 {
				img.SetColorIndex(x+dx, y+dy, c)
			}
		}
	}
	var b bytes.Buffer
	err := map[provider.Kind]func() error{
		provider.JPG: func() error { return jpeg.Encode(&b, img, nil) },
		provider.PNG: func() error { return (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img) },
		provider.GIF: func() error { return gif.Encode(&b, img, nil) },
		provider.BMP: func() error { return bmp.Encode(&b, img) },
	}[kind]()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
