package local

import (
	"image"
	"os"
	"path/filepath"
	"testing"
)

func TestPGM(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.pgm")
	if err := os.WriteFile(path, []byte("P5\n3 2\n255\n\n \x00#\xff5"), 0o600); err != nil {
		t.Fatal(err)
	}
	img, err := readPGM(path)
	if err != nil || img.Rect != image.Rect(0, 0, 3, 2) || string(img.Pix) != "\n \x00#\xff5" {
		t.Errorf("got %+v, %v", img, err)
	}
	for _, bad := range []string{"", "P5\n", "P5\n3 2\n255\n12345", "P5\n-1 2\n255\n", "P5\n99999 1\n255\n", "P6\n1 1\n255\nxxx"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if img, err := readPGM(path); err == nil {
			t.Errorf("%q: got %v", bad, img.Rect)
		}
	}
}
