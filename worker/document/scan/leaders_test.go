package scan

import (
	"image"
	"testing"
)

// TestLeadersAreErased draws a row of dots, and marks that look like one.
func TestLeadersAreErased(t *testing.T) {
	t.Parallel()
	const height, dot, step = 24, 4, 9
	for name, test := range map[string]struct {
		dots   int
		step   int
		letter bool // between the dots
		erased bool
	}{
		"leader":              {dots: 12, step: step, erased: true},
		"spaced leader":       {dots: 6, step: 20, erased: true},
		"ellipsis":            {dots: 3, step: step},
		"abbreviations":       {dots: 8, step: 20, letter: true},
		"dots far apart":      {dots: 8, step: 30},
		"one decimal point":   {dots: 1, step: step},
		"points of four rows": {dots: 4, step: step},
	} {
		img := filled(400, 80, 255)
		for i := range test.dots {
			x := 40 + i*test.step
			fill(img, image.Rect(x, 50, x+dot, 50+dot), 0)
			if test.letter {
				fill(img, image.Rect(x+dot+3, 54-height, x+test.step-3, 54), 0)
			}
		}
		before := darkPixels(img)
		eraseLeaders(img, height)
		switch after := darkPixels(img); {
		case test.erased && after > 0:
			t.Errorf("%s: %d of %d dark pixels are left", name, after, before)
		case !test.erased && after != before:
			t.Errorf("%s: %d of %d dark pixels are left, want all", name, after, before)
		}
	}
}

func darkPixels(img *image.Gray) (n int) {
	for _, v := range img.Pix {
		if v < ink {
			n++
		}
	}
	return n
}
