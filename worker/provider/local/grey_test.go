package local

import (
	"image"
	"image/color"
	"testing"
)

// TestGrey: every kind of image comes to the same grey, white where nothing is.
func TestGrey(t *testing.T) {
	t.Parallel()
	at := image.Rect(3, 5, 5, 6) // images need not begin at 0, 0
	rgba, paletted := image.NewNRGBA(at), image.NewPaletted(at, color.Palette{color.Transparent, color.Black})
	rgba.Set(4, 5, color.Black)
	paletted.SetColorIndex(4, 5, 1)
	ycc := image.NewYCbCr(at, image.YCbCrSubsampleRatio444)
	for i := range ycc.Cb {
		ycc.Cb[i], ycc.Cr[i] = 128, 128
	}
	ycc.Y[ycc.YOffset(3, 5)] = 255
	for name, img := range map[string]image.Image{"RGBA": rgba, "palette": paletted, "JPG": ycc} {
		g := greyOf(img)
		if g.Rect.Dx() != 2 || g.Rect.Dy() != 1 || g.GrayAt(0, 0).Y != 255 || g.GrayAt(1, 0).Y != 0 {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

func TestResize(t *testing.T) {
	t.Parallel()
	src := image.NewGray(image.Rect(0, 0, 4, 2))
	copy(src.Pix, []byte{0, 0, 255, 255, 0, 0, 255, 255})
	big := resize(src, 8, 4)
	if big.GrayAt(0, 0).Y != 0 || big.GrayAt(7, 3).Y != 255 || big.GrayAt(3, 0).Y == 0 || big.GrayAt(3, 0).Y == 255 {
		t.Errorf("got %v", big.Pix)
	}
	small := halve(src, 1)
	if small.Rect.Dx() != 2 || small.Pix[0] != 0 || small.Pix[1] != 255 {
		t.Errorf("got %+v", small)
	}
	for _, size := range [][2]int{{1, 1}, {1, 9}, {9, 1}, {7, 3}} {
		resize(src, size[0], size[1])
	}
}

func TestSideFor(t *testing.T) {
	t.Parallel()
	for _, long := range []int{1, 100, 1600, 2339, 3200, 4000, 20_000} {
		full, other := sideFor(long, fullDPI), sideFor(long, 240)
		if full == other || max(full, other) > maxSide || min(full, other) < minSide {
			t.Errorf("%d: %d and %d", long, full, other)
		}
	}
}
