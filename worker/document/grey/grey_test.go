package grey_test

import (
	"image"
	"image/color"
	"testing"

	"biom/worker/document/grey"
)

// TestOf converts every kind of image: the grey is the same, and transparent
// pixels become white.
func TestOf(t *testing.T) {
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
		g := grey.Of(img)
		if g.Rect.Dx() != 2 || g.Rect.Dy() != 1 || g.GrayAt(0, 0).Y != 255 || g.GrayAt(1, 0).Y != 0 {
			t.Errorf("%s: %+v", name, g)
		}
	}
}
