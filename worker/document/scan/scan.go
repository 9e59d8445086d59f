// Package scan turns the image of a page into one that OCR reads well: evenly lit,
// upright, level, seen from straight above, with dark letters of a given height on white. It
// learns from the letters how the page is turned and tilted, and from which side it was
// photographed. Letters are dark spots with the proportions of a letter; frames, drawings and the
// table under a photographed page have other proportions. The local reader uses it.
//
//	pixels ─without frame and shadows▶ ink ─letters▶ boxes ─lines▶ turn, tilt, height ─flatten▶ flat page ─warp, invert▶ image for OCR
//
// The loops over pixels carry go:norace. A page's pixels belong to one goroutine at
// a time, and the race detector would make these loops twenty times slower, which
// the tests of every package that reads scans would pay for.
package scan

import (
	"image"
	"math"
)

// MaxSide is the largest width and height in pixels of the images that are read and
// drawn: A4 at 400 dpi.
const MaxSide = 4700

// Page is an image of a page and what its letters say about it.
type Page struct {
	grey    *image.Gray
	letters int     // number of letters that were found
	height  float64 // of a capital letter in pixels
	turn    Turn    // makes the page upright
	tilt    float64 // degrees by which the lines of the upright page fall to the right
	// alignmentRatio says how well the letters stand on lines at tilt, as a multiple of
	// how well they do at the average tilt.
	alignmentRatio float64
}

// Analyze finds the letters of an image, and from them the turn and the tilt of the
// page. hint is the turn that the camera has recorded; the page keeps it unless the
// letters clearly show another one. A page that was photographed at an angle is flattened first.
func Analyze(img *image.Gray, hint Turn) Page {
	p, boxes := analyze(cleaned(halve(img, MaxSide)), hint)
	if p.letters < minLetters {
		return p
	}
	upright := turned(p.grey, p.turn)
	if p.turn != None {
		boxes = letters(spots(upright), max(upright.Rect.Dx(), upright.Rect.Dy()))
	}
	if flat, found := flattened(upright, boxes, p.height); found {
		p, _ = analyze(flat, None)
	}
	return p
}

// analyze does the same for an image that has been cleaned, and returns its letters too.
func analyze(grey *image.Gray, hint Turn) (p Page, boxes []image.Rectangle) {
	p = Page{grey: grey, turn: hint}
	boxes = letters(spots(p.grey), max(p.grey.Rect.Dx(), p.grey.Rect.Dy()))
	p.letters = len(boxes)
	if p.letters < minLetters {
		return p, boxes
	}
	p.height = capitalHeight(boxes)
	p.turn, p.tilt, p.alignmentRatio = lines(boxes, hint)
	return p, boxes
}

// cleaned returns the image without shadows and without what surrounds the page.
func cleaned(img *image.Gray) *image.Gray {
	if f, found := frameOf(img); found {
		return f.without(img)
	}
	return withoutShadows(img)
}

// A page with fewer letters than minLetters is not legible; printouts of measurements
// have more. Neither is a page whose alignmentRatio is below minAlignmentRatio: its
// letters are the texture of a photograph.
const (
	minLetters        = 40
	minAlignmentRatio = 2.2
)

// Legible reports whether the page has lines of letters.
func (p Page) Legible() bool { return p.letters >= minLetters && p.alignmentRatio >= minAlignmentRatio }

// Turned returns the page turned by t beyond the turn that its letters show.
func (p Page) Turned(t Turn) Page {
	p.turn = (p.turn + t) % 4
	return p
}

// Draw draws the upright page with capital letters of the given height in pixels, or
// of a smaller height if a side would be longer than MaxSide.
func (p Page) Draw(height float64) *image.Gray {
	scale := 1.0
	if p.height > 0 {
		scale = height / p.height
	}
	if p.tilt == 0 && math.Abs(scale-1) < 0.05 {
		scale = 1 // so small a change is not worth the blur
	}
	scale = min(scale, maxScale, MaxSide/float64(max(p.grey.Rect.Dx(), p.grey.Rect.Dy())))
	out := warp(p.grey, scale, p.tilt)
	invertBars(out, p.height*scale)
	return turned(out, p.turn)
}

// maxScale is the factor of the largest enlargement. Letters that would need a larger
// one are too small to show their strokes.
const maxScale = 4
