// Package scan makes an image of a page what OCR reads well: evenly lit, the
// right way up, level, dark on light, with letters of a given height. What it
// knows of a page it knows from its letters: dark spots of a letter's
// proportions. Frames, drawings and the table under a photographed page are
// none.
//
//	pixels ─without frame, even▶ ink ─letters▶ boxes ─lines▶ way up, tilt, height ─warp, invert▶ image for OCR
package scan

import (
	"image"
	"math"
)

// MaxSide bounds the images, read and drawn, in pixels: A4 at 400 dpi.
const MaxSide = 4700

// Page is an image of a page with what its letters tell.
type Page struct {
	grey    *image.Gray
	letters int     // how many were found
	height  float64 // of a capital letter in pixels
	up      Turn    // brings it upright
	tilt    float64 // degrees by which the lines then fall to the right
	aligned float64 // how much better the letters stand on lines than at any tilt
}

// Look finds the letters of an image. up is how it is said to stand: a page
// whose letters do not tell stays so.
func Look(img *image.Gray, up Turn) Page {
	p := Page{grey: cleaned(halve(img, MaxSide)), up: up}
	boxes := letters(spots(p.grey), max(p.grey.Rect.Dx(), p.grey.Rect.Dy()))
	p.letters = len(boxes)
	if p.letters < fewLetters {
		return p
	}
	p.height = capitals(boxes)
	p.up, p.tilt, p.aligned = lines(boxes, up)
	return p
}

// cleaned takes away shadows and what lies around the page.
func cleaned(img *image.Gray) *image.Gray {
	if f, found := frameOf(img); found {
		return f.without(img)
	}
	return even(img)
}

// Fewer letters has no printout of measurements, and where they stand on no
// lines they are a photograph's texture.
const (
	fewLetters = 40
	inLines    = 2.2
)

// Legible reports that there are lines of letters on the page.
func (p Page) Legible() bool { return p.letters >= fewLetters && p.aligned >= inLines }

// Turned is the page as if it stood otherwise than it seems to.
func (p Page) Turned(t Turn) Page {
	p.up = (p.up + t) % 4
	return p
}

// Draw draws the page with capital letters of the given height in pixels, if
// that leaves no side longer than MaxSide.
func (p Page) Draw(height float64) *image.Gray {
	scale := 1.0
	if p.height > 0 {
		scale = height / p.height
	}
	if p.tilt == 0 && math.Abs(scale-1) < 0.05 {
		scale = 1 // not worth the blur
	}
	scale = min(scale, maxScale, MaxSide/float64(max(p.grey.Rect.Dx(), p.grey.Rect.Dy())))
	out := warp(p.grey, scale, p.tilt)
	invertBars(out, p.height*scale)
	return turned(out, p.up)
}

// maxScale bounds enlargement: letters that need more have no strokes left.
const maxScale = 4
