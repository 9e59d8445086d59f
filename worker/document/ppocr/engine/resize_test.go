package engine

import (
	"image"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

// TestResized: a smaller and a larger image are those of x/image but for rounding, and one of the same size is the same.
func TestResized(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	img := image.NewGray(image.Rect(0, 0, 90, 70))
	for i := range img.Pix {
		img.Pix[i] = uint8(random.IntN(256))
	}
	part := image.Rect(7, 5, 83, 61)
	for _, size := range []image.Point{{76, 56}, {40, 33}, {5, 4}, {1, 1}, {200, 48}, {50, 90}} {
		want := image.NewGray(image.Rectangle{Max: size})
		draw.BiLinear.Scale(want, want.Rect, img, part, draw.Src, nil)
		got := resized(img, part, size.X, size.Y)
		if got.Rect != want.Rect {
			t.Fatalf("%v: the size is %v", size, got.Rect.Max)
		}
		for i := range want.Pix {
			if d := int(got.Pix[i]) - int(want.Pix[i]); d < -1 || d > 1 {
				t.Fatalf("%v: pixel %d is %d, want %d", size, i, got.Pix[i], want.Pix[i])
			}
		}
	}
	if got := resized(img, part, part.Dx(), part.Dy()); got.GrayAt(3, 4) != img.GrayAt(10, 9) {
		t.Errorf("of the same size: %v, want %v", got.GrayAt(3, 4), img.GrayAt(10, 9))
	}
}

func BenchmarkResized(b *testing.B) {
	img := image.NewGray(image.Rect(0, 0, 1654, 2339))
	for b.Loop() {
		resized(img, img.Rect, 992, 1408)
	}
}
