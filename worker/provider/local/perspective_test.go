package local_test

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestLongPerspective reads samples as a camera sees them that looks at the page at an angle.
func TestLongPerspective(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	for _, name := range []string{"iolmaster700-en-04", "lenstarls900-it-twice-0050-png"} {
		dir := t.TempDir()
		expected, err := os.ReadFile(filepath.Join(sampleDir, name+".expected.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.expected.json"), expected, 0o600); err != nil {
			t.Fatal(err)
		}
		seenAtAnAngle(t, filepath.Join(sampleDir, name+".png"), filepath.Join(dir, "a.png"))
		r := readFolder(t, e, dir, nil)
		if r.Wrong+r.Invented > 0 || r.Missed*10 > r.Present {
			t.Errorf("%s: %d of %d right, %d wrong, %d missed, %d invented", name, r.Right, r.Present, r.Wrong, r.Missed, r.Invented)
		}
		logDifferences(t, r)
	}
}

// seenAtAnAngle draws a picture of a page so that its lines converge by six degrees and the edges of its columns
// by four.
func seenAtAnAngle(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	page, err := png.Decode(in)
	if err != nil {
		t.Fatal(err)
	}
	w, h := float64(page.Bounds().Dx()), float64(page.Bounds().Dy())
	grey := func(x, y int) float64 {
		if !image.Pt(x, y).In(page.Bounds()) {
			return 255
		}
		return float64(color.GrayModel.Convert(page.At(x, y)).(color.Gray).Y)
	}
	g, k := 6*math.Pi/180/h, 4*math.Pi/180/w
	out := image.NewGray(page.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			dx, dy := float64(x)-w/2, float64(y)-h/2
			z := 1.1 / (1 + 1.1*(g*dx+k*dy))
			sx, sy := w/2+dx*z, h/2+dy*z
			x0, y0 := int(math.Floor(sx)), int(math.Floor(sy))
			fx, fy := sx-float64(x0), sy-float64(y0)
			v := (1-fy)*((1-fx)*grey(x0, y0)+fx*grey(x0+1, y0)) + fy*((1-fx)*grey(x0, y0+1)+fx*grey(x0+1, y0+1))
			out.Pix[y*out.Stride+x] = byte(v)
		}
	}
	file, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, out); err != nil {
		t.Fatal(err)
	}
}
