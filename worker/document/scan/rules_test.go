package scan

import (
	"image"
	"testing"
)

func fill(img *image.Gray, r image.Rectangle, v byte) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Pix[y*img.Stride+x] = v
		}
	}
}

// TestRulesAreErased: long thin lines go, along both directions; letters, and what is
// thicker than a line, stay.
func TestRulesAreErased(t *testing.T) {
	t.Parallel()
	const height = 24
	img := filled(600, 400, 255)
	letter, bar := image.Rect(100, 100, 104, 124), image.Rect(50, 320, 550, 350)
	fill(img, image.Rect(20, 60, 580, 63), 120)   // a rule
	fill(img, image.Rect(20, 290, 580, 291), 205) // a faint one
	fill(img, image.Rect(300, 20, 302, 280), 90)  // one from top to bottom
	fill(img, image.Rect(150, 180, 152, 270), 90) // the side of a cell
	fill(img, image.Rect(200, 180, 212, 270), 90) // the stem of a large letter
	fill(img, letter, 0)
	fill(img, bar, 0)
	eraseRules(img, height)
	for _, tt := range []struct {
		name string
		x, y int
		want byte
	}{
		{"horizontal rule", 200, 61, 255}, {"faint rule", 200, 290, 255}, {"vertical rule", 301, 200, 255}, {"side", 151, 220, 255}, {"stem", 205, 220, 90}, {"letter", 102, 110, 0}, {"bar", 200, 335, 0},
	} {
		if got := img.GrayAt(tt.x, tt.y).Y; got != tt.want {
			t.Errorf("%s: brightness %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestGroundsAreWhite: the grey ground of a heading becomes white, its letters stay
// dark, and a dark bar keeps its colour.
func TestGroundsAreWhite(t *testing.T) {
	t.Parallel()
	const height = 24
	img := filled(600, 400, 255)
	fill(img, image.Rect(0, 80, 600, 180), 200)
	fill(img, image.Rect(100, 110, 104, 134), 20)
	fill(img, image.Rect(0, 260, 600, 380), 60)
	whitenGrounds(img, height)
	if got := img.GrayAt(300, 130).Y; got < 250 {
		t.Errorf("ground: brightness %d, want white", got)
	}
	if got := img.GrayAt(102, 120).Y; got > 60 {
		t.Errorf("letter: brightness %d, want dark", got)
	}
	if got := img.GrayAt(300, 320).Y; got > 90 {
		t.Errorf("bar: brightness %d, want as dark as it was", got)
	}
}

// TestBarsWithDarkLetters: white letters on a dark bar are inverted, dark letters on a
// grey one are not, and on a grey bar with both all become dark.
func TestBarsWithDarkLetters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		ground, letter byte
		picture        byte // beside the letters; the ground's brightness: none
		dark, light    bool
	}{
		{"white on black", 30, 250, 30, false, true}, {"black on grey", 150, 10, 150, true, false}, {"noise on black", 6, 0, 6, false, true},
		{"white on grey, above a dark picture", 110, 250, 20, true, true},
	} {
		img := filled(200, 40, 255)
		fill(img, img.Rect, tt.ground)
		for x := 20; x < 180; x += 12 {
			fill(img, image.Rect(x, 8, x+4, 32), tt.letter)
		}
		fill(img, image.Rect(120, 4, 180, 36), tt.picture)
		if dark, light := lettersOn(img, int(tt.ground)); dark != tt.dark || light != tt.light {
			t.Errorf("%s: dark letters %v and light ones %v, want %v and %v", tt.name, dark, light, tt.dark, tt.light)
		}
	}
}

// TestSlantedRulesAreErased: the sides of a frame that was photographed at an angle go, and letters
// beside them stay.
func TestSlantedRulesAreErased(t *testing.T) {
	t.Parallel()
	const height = 24
	for _, slope := range []float64{-0.05, -0.02, 0.02, 0.05} {
		img := filled(400, 1000, 255)
		for y := range 900 {
			x := 200 + int(slope*float64(y))
			fill(img, image.Rect(x, 50+y, x+3, 51+y), 60)
		}
		letter := image.Rect(300, 100, 304, 124)
		fill(img, letter, 0)
		eraseRules(img, height)
		if dark := darkPixels(img); dark != letter.Dx()*letter.Dy() {
			t.Errorf("slope %v: %d dark pixels are left, want those of the letter", slope, dark)
		}
	}
	img := filled(400, 1000, 255)
	for y := range 900 {
		x := 100 + int(0.2*float64(y))
		fill(img, image.Rect(x, 50+y, x+3, 51+y), 60)
	}
	before := darkPixels(img)
	eraseRules(img, height)
	if after := darkPixels(img); after != before {
		t.Errorf("a line that is no side of a frame: %d of %d dark pixels are left", after, before)
	}
}
