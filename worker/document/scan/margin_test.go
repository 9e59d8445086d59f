package scan

import (
	"image"
	"image/color"
	"testing"
)

// TestMargins: a mark in a margin is found again where it stands, whichever way the margin is turned.
func TestMargins(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 200, 100))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	marks := []image.Point{{5, 30}, {190, 70}}
	for _, at := range marks {
		img.SetGray(at.X, at.Y, color.Gray{})
	}
	for _, m := range Margins(img) {
		cut := m.Cut(img)
		found := 0
		for y := range cut.Rect.Dy() {
			for x := range cut.Rect.Dx() {
				if cut.GrayAt(x, y).Y != 0 {
					continue
				}
				found++
				b := m.Uncut(Box{float64(x), float64(y), float64(x + 1), float64(y + 1)})
				if at := image.Pt(int((b.X0+b.X1)/2), int((b.Y0+b.Y1)/2)); at != marks[0] && at != marks[1] {
					t.Errorf("margin %v turned by %v: the mark at %v is said to stand at %v", m.Rectangle, m.Turn, image.Pt(x, y), at)
				}
			}
		}
		if found != 1 {
			t.Errorf("margin %v turned by %v has %d marks, want 1", m.Rectangle, m.Turn, found)
		}
	}
}
