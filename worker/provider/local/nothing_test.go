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
)

// TestNoBiometry: what is no biometer's report ends as that. The time is logged,
// so nothing runs beside it; the worst took 9 s where 30 are allowed.
func TestNoBiometry(t *testing.T) {
	e := newExtractor(t)
	for _, tt := range []struct {
		name string
		kind provider.Kind
		data []byte
	}{
		{"a blank page", provider.PDF, written(t, fpdf.New("P", "mm", "A4", ""), "")},
		{"a blank scan", provider.PNG, asPNG(t, image.NewUniform(color.Gray{250}))},
		{"one line", provider.PDF, written(t, fpdf.New("P", "mm", "A4", ""), "Invoice 4711: 23.45 EUR, due 2026-03-02. OD? OS!")},
		{"an invoice", provider.PDF, typed(t, 1, invoice)},
		{"a scanned invoice", provider.PDF, scanned(t, typed(t, 1, invoice), 1)},
		{"a photograph", provider.JPG, photograph(t)},
		{"a book", provider.PDF, typed(t, 300, story)},
		{"a scanned book", provider.PDF, scanned(t, typed(t, 4, story), 300)},
	} {
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

// typed is a document of text.
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

// scanned is a document of images: those of another's pages, in turn.
func scanned(t *testing.T, of []byte, pages int) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/of.pdf", of, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", "-r", "150", "-gray", "-jpeg", dir+"/of.pdf", dir+"/page").CombinedOutput(); err != nil {
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

// photograph is light, texture and no letters.
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
