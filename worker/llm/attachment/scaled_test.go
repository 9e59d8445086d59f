package attachment

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

// Scaling in bands gives what scaling at once gives, up to the rounding between its two
// steps.
func TestScaledInBands(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	img := image.NewNRGBA(image.Rect(3, 5, 3+1500, 5+1100))
	for i := range img.Pix {
		img.Pix[i] = byte(64 + random.IntN(128)) // what goes beyond 0 and 255 would be cut off between the steps
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	got := scaled(img, 700)
	whole := onWhite(img, img.Rect)
	want := image.NewRGBA(image.Rect(0, 0, 700, 513))
	draw.CatmullRom.Scale(want, want.Rect, whole, whole.Rect, draw.Src, nil)
	if got.Rect != want.Rect {
		t.Fatalf("%v, want %v", got.Rect, want.Rect)
	}
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			if a, b := got.RGBAAt(x, y), want.RGBAAt(x, y); distance(a, b) > 2 {
				t.Fatalf("at %d, %d: %v, want %v", x, y, a, b)
			}
		}
	}
}

func distance(a, b color.RGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B), d(a.A, b.A))
}
