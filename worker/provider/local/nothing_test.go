package local_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

// A foreignDocument is no report of a biometer.
type foreignDocument struct {
	name string
	kind provider.Kind
	data []byte
}

// TestNoBiometry reads documents that need little or no OCR.
func TestNoBiometry(t *testing.T) {
	expectNoBiometry(t, []foreignDocument{
		{"a blank page", provider.PDF, written(t, fpdf.New("P", "mm", "A4", ""), "")},
		{"a blank scan", provider.PNG, asPNG(t, image.NewUniform(color.Gray{250}))},
		{"one line", provider.PDF, written(t, fpdf.New("P", "mm", "A4", ""), "Invoice 4711: 23.45 EUR, due 2026-03-02. OD? OS!")},
		{"an invoice", provider.PDF, typed(t, 1, invoice)},
	})
}

// TestLongNoBiometry reads long documents, scans and a photograph.
func TestLongNoBiometry(t *testing.T) {
	expectNoBiometry(t, []foreignDocument{
		{"a scanned invoice", provider.PDF, scanned(t, typed(t, 1, invoice), 1)},
		{"a photograph", provider.JPG, photograph(t)},
		{"a book", provider.PDF, typed(t, 300, story)},
		{"a scanned book", provider.PDF, scanned(t, typed(t, 4, story), 300)},
	})
}

// expectNoBiometry expects that each document fails with provider.ReasonNoBiometry.
// It logs the time of each, which must stay well below the 30 s of a job; so the
// tests do not run beside others.
func expectNoBiometry(t *testing.T, documents []foreignDocument) {
	t.Helper()
	e := newExtractorOf(t, local.Config{}) // a photograph takes as long as OCR may take
	for _, tt := range documents {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			_, err := read(t, e, provider.Document{Kind: tt.kind, Data: tt.data})
			if err == nil {
				t.Fatal("it was read")
			}
			p := problem.From(err)
			if p.Status != 500 || p.Code != problem.ExtractionFailed || p.Details["reason"] != provider.ReasonNoBiometry {
				t.Errorf("got %v", p)
			}
			t.Logf("%.2f s", time.Since(start).Seconds())
		})
	}
}

func invoice(line int) string {
	if line == 0 {
		return "Invoice no. 4711            Date: 02/03/2026          Customer: Sample Eye Clinic"
	}
	return fmt.Sprintf("%02d   Right-handed lens cloth, pack of %d, axial box length %d.%02d cm      %d.50 EUR", line, line*2, 20+line, line, 12*line)
}

func story(line int) string {
	return fmt.Sprintf("In the %dth year the left bank of the river was white, and nobody knew its depth or the age", 1800+line)
}

// typed returns a PDF of text, each page with other lines.
func typed(t *testing.T, pages int, line func(int) string) []byte {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	for page := range pages {
		pdf.AddPage()
		pdf.SetFont("Times", "", 11)
		for i := range 45 {
			pdf.Text(18, 20+float64(i)*5.6, line(page+i))
		}
	}
	return output(t, pdf)
}

// scanned returns a PDF whose pages are images: the pages of another PDF in turn.
func scanned(t *testing.T, original []byte, pages int) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/original.pdf", original, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-r", "150", "-gray", "-jpeg", dir+"/original.pdf", dir+"/page").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	images, err := filepath.Glob(dir + "/page*.jpg")
	if err != nil {
		t.Fatal(err)
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	for page := range pages {
		pdf.AddPage()
		pdf.Image(images[page%len(images)], 0, 0, 210, 297, false, "", 0, "")
	}
	return output(t, pdf)
}

func output(t *testing.T, pdf *fpdf.Fpdf) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// photograph returns a JPEG of light and texture, without letters.
func photograph(t *testing.T) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	img := image.NewRGBA(image.Rect(0, 0, 3000, 2000))
	for y := range 2000 {
		for x := range 3000 {
			v := 128 + 60*math.Sin(float64(x)/90)*math.Cos(float64(y)/70) + 40*math.Sin(float64(x*y)/9000) + 20*r.NormFloat64()
			c := byte(max(0, min(255, v)))
			img.SetRGBA(x, y, color.RGBA{c, c / 2, 255 - c, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asPNG returns a page of one colour, that of the first pixel of from.
func asPNG(t *testing.T, from image.Image) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 1654, 2339))
	for i := range img.Pix {
		img.Pix[i] = color.GrayModel.Convert(from.At(0, 0)).(color.Gray).Y
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
