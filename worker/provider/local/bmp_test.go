package local

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/bmp"
)

// TestBMP writes a part of an image, whose rows do not follow each other in memory.
func TestBMP(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 5, 2))
	copy(img.Pix, "\n \x00#\xff-----")
	img = img.SubImage(image.Rect(0, 0, 3, 2)).(*image.Gray)
	path := filepath.Join(t.TempDir(), "a.bmp")
	if err := writeBMP(path, img); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := bmp.Decode(f)
	if err != nil || got.Bounds() != img.Rect {
		t.Fatalf("got %v, %v", got, err)
	}
	for y := range 2 {
		for x := range 3 {
			if r, _, _, _ := got.At(x, y).RGBA(); byte(r) != img.GrayAt(x, y).Y {
				t.Errorf("pixel %d,%d is %d, want %d", x, y, byte(r), img.GrayAt(x, y).Y)
			}
		}
	}
}
