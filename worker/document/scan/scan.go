// Package scan turns the image of a page into one that OCR reads well: evenly lit,
// upright, level, with dark letters of a given height on white. It finds out how
// the page stands from the letters, which are dark spots with the proportions of a
// letter; frames, drawings and the table under a photographed page have others. The
// local reader uses it.
//
//	pixels ─without frame, even▶ ink ─letters▶ boxes ─lines▶ turn, tilt, height ─warp, invert▶ image for OCR
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
	letters int     // how many were found
	height  float64 // of a capital letter in pixels
	turn    Turn    // makes the page upright
	tilt    float64 // degrees by which the lines of the upright page fall to the right
	aligned float64 // alignment of the letters on lines, compared with the average tilt
}

// Look finds the letters of an image. hint is the turn that the camera gives; it is
// kept if the letters do not show another one.
func Look(img *image.Gray, hint Turn) Page {
	p := Page{grey: cleaned(halve(img, MaxSide)), turn: hint}
	boxes := letters(spots(p.grey), max(p.grey.Rect.Dx(), p.grey.Rect.Dy()))
	p.letters = len(boxes)
	if p.letters < fewLetters {
		return p
	}
	p.height = capitals(boxes)
	p.turn, p.tilt, p.aligned = lines(boxes, hint)
	return p
}

// cleaned removes shadows and what surrounds the page.
func cleaned(img *image.Gray) *image.Gray {
	if f, found := frameOf(img); found {
		return f.without(img)
	}
	return even(img)
}

// The least that a legible page has. A printout of measurements has more letters
// than fewLetters; letters that are aligned less than minAligned are the texture of a
// photograph.
const (
	fewLetters = 40
	minAligned = 2.2
)

// Legible reports whether the page has lines of letters.
func (p Page) Legible() bool { return p.letters >= fewLetters && p.aligned >= minAligned }

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

// maxScale is the largest enlargement. Letters that need more have no strokes left.
const maxScale = 4
