package ppocr_test

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/bmp"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/ppocr"
)

// found returns the program. The test fails if it is missing, so that a passing test has run it.
func found(t *testing.T) *ppocr.PPOCR {
	t.Helper()
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	p, err := ppocr.Find(t.Context(), runner, 2*time.Minute)
	if err != nil {
		t.Fatalf("%v: in the root of the project, run %s bin/ocr, and set BIOM_OCR_DIR to the full path of bin/ocr", err, ppocr.Script)
	}
	return p
}

// drawn writes an image of text to a file, black on white but for the bar at its foot.
func drawn(t *testing.T, dir string) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 900, 400))
	for i := range img.Pix {
		img.Pix[i] = 250
		if i/img.Stride > 300 {
			img.Pix[i] = 40
		}
	}
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 32, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	write := func(x, y int, ink *image.Uniform, text string) {
		d := font.Drawer{Dst: img, Src: ink, Face: face, Dot: fixed.P(x, y)}
		d.DrawString(text)
	}
	write(60, 80, image.Black, "Axial length")
	write(500, 80, image.Black, "23.45 mm")
	write(60, 200, image.Black, "K1")
	write(500, 200, image.Black, "43.25 D @ 165°")
	write(60, 360, image.White, "OD right")
	var buf bytes.Buffer
	if err := bmp.Encode(&buf, img); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "page.bmp")
	if err := os.WriteFile(file, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page, took, err := found(t).Read(t.Context(), dir, drawn(t, dir), []image.Rectangle{ // the bar is left to the detector
		image.Rect(55, 52, 250, 92), image.Rect(490, 52, 660, 92), image.Rect(55, 172, 110, 212), image.Rect(490, 172, 770, 212),
	})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range layout.Rows(page.Words) {
		var words []string
		for _, w := range row.Words {
			words = append(words, w.Text)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	got, want := strings.Join(lines, "\n"), "Axial length 23.45 mm\nK1 43.25 D @ 165°\nOD right"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if took <= 0 || page.Width != 900 || page.Height != 400 {
		t.Errorf("took %v, the page is %v x %v", took, page.Width, page.Height)
	}
}

// TestBadInput: a file that is no image ends the program with an error that does not quote the file.
func TestBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.bmp")
	if err := os.WriteFile(file, []byte("Testcase, Theodore"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := found(t).Read(t.Context(), dir, file, nil); err == nil || strings.Contains(err.Error(), "Theodore") {
		t.Errorf("got %v", err)
	}
}

// TestMissing: the error says which file is missing.
func TestMissing(t *testing.T) {
	t.Setenv("BIOM_OCR_DIR", t.TempDir())
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ppocr.Find(t.Context(), runner, time.Minute); err == nil || !strings.Contains(err.Error(), ppocr.Program) {
		t.Errorf("got %v", err)
	}
}

// TestBrokenNetwork: the error quotes the library.
func TestBrokenNetwork(t *testing.T) {
	found(t)
	dir, whole := t.TempDir(), os.Getenv("BIOM_OCR_DIR")
	for _, name := range []string{"biom-ocr", "libonnxruntime.so", "recognizer.onnx", "alphabet.txt"} {
		data, err := os.ReadFile(filepath.Join(whole, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "detector.onnx"), []byte("no network"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BIOM_OCR_DIR", dir)
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ppocr.Find(t.Context(), runner, time.Minute); err == nil || !strings.Contains(err.Error(), "detector.onnx") {
		t.Errorf("got %v", err)
	}
}
