// Package scan turns the image of a page into one that OCR reads well: evenly lit,
// upright, level, seen from straight above, with dark letters of a given height on white. It
// learns from the letters how the page is turned and tilted, and from which side it was
// photographed. Letters are dark spots with the proportions of a letter; frames, drawings and the
// table under a photographed page have other proportions. The local reader uses it.
//
//	pixels ─without frame and shadows▶ ink ─letters▶ boxes ─lines▶ turn, tilt, height ─flatten▶ flat page ─warp, invert▶ image for OCR
//
// [Pieces] cuts a drawn page into runs of letters, for a pass that reads each by itself.
//
// The loops over pixels carry go:norace. A page's pixels belong to one goroutine at
// a time, and the race detector would make these loops twenty times slower, which
// the tests of every package that reads scans would pay for.
package scan

import (
	"image"
	"math"
	"slices"
)

// MaxSide is the largest width and height in pixels of the images that are read and
// drawn: A4 at 400 dpi.
const MaxSide = 4700

// Page is an image of a page and what its letters say about it.
type Page struct {
	grey    *image.Gray
	natural *image.Gray // the same with its shadows, its grounds and what surrounds the page
	letters int         // number of letters that were found
	height  float64     // of a capital letter in pixels
	turn    Turn        // makes the page upright
	tilt    float64     // degrees by which the lines of the upright page fall to the right
	// alignmentRatio says how well the letters stand on lines at tilt, as a multiple of
	// how well they do at the average tilt.
	alignmentRatio float64
	parts          []Band      // see Bands
	shown          Turn        // by which a viewer turns the picture
	size           image.Point // of the picture, before it is turned
	flat           *flattening // nil: the page was not flattened
}

// Analyze finds the letters of an image, and from them the turn and the tilt of the
// page. hint is the turn that the camera has recorded; the page keeps it unless the
// letters clearly show another one. A page that was photographed at an angle is flattened first.
func Analyze(img *image.Gray, hint Turn) Page {
	natural := halve(img, MaxSide)
	p, all, boxes := analyze(cleaned(natural), hint)
	if !p.Legible() { // what lies around the page is as bright as its dark part, and full of spots
		if f, found := frameOf(natural); found {
			if q, others, letters := analyze(f.blanked(natural), hint); q.Legible() {
				p, all, boxes = q, others, letters
			}
		}
	}
	var flat *flattening
	if p.letters >= minLetters {
		upright, onUpright := turned(p.grey, p.turn), boxes
		if p.turn != None {
			onUpright = letters(spots(upright), max(upright.Rect.Dx(), upright.Rect.Dy()))
		}
		if q, found := slanted(upright, onUpright, p.height); found {
			flat = &flattening{shows: q.projection(), size: upright.Rect.Size(), turn: p.turn}
			natural, upright = q.drawn(turned(natural, p.turn)), q.drawn(upright)
			p, all, boxes = analyze(upright, None)
			onUpright = boxes
		}
		if b, found := bentBy(onUpright, upright.Rect.Size(), p.height); found && (flat == nil || p.turn == None) {
			level, allLevel, boxesLevel := analyze(b.drawn(upright), None)
			if level.turn == None && level.alignmentRatio > bendConverges*p.alignmentRatio {
				natural, flat = b.drawn(turned(natural, p.turn)), flat.bentBy(b, p.turn)
				p, all, boxes = level, allLevel, boxesLevel
			}
		}
	}
	if p.letters >= minLetters {
		p.parts = p.bands(all, boxes)
	}
	p.natural, p.flat, p.shown, p.size = natural, flat, hint, img.Rect.Size()
	return p
}

// analyze does the same for an image that has been cleaned, and returns its spots and letters too.
func analyze(grey *image.Gray, hint Turn) (p Page, all []spot, boxes []image.Rectangle) {
	p = Page{grey: grey, turn: hint, parts: []Band{{0, 1}}}
	all = spots(p.grey)
	boxes = letters(all, max(p.grey.Rect.Dx(), p.grey.Rect.Dy()))
	p.letters = len(boxes)
	if p.letters < minLetters {
		return p, all, boxes
	}
	p.height = capitalHeight(boxes)
	p.turn, p.tilt, p.alignmentRatio = lines(boxes, hint)
	if p.alignmentRatio < minAlignmentRatio {
		p.turn, p.tilt, p.alignmentRatio = lines(ofHeight(boxes, p.height), hint)
	}
	return p, all, boxes
}

// Bands returns the parts into which the page can be divided without cutting through a
// line: one or two, from the top of the upright page to its bottom.
func (p Page) Bands() []Band { return p.parts }

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
	if t == HalfTurn {
		p.parts = slices.Clone(p.parts)
		slices.Reverse(p.parts)
		for i, b := range p.parts {
			p.parts[i] = Band{1 - b.To, 1 - b.From}
		}
	} else if t != None {
		p.parts = []Band{{0, 1}} // of the upright page they are columns
	}
	return p
}

// Draw draws a band of the upright page with capital letters of the given height in
// pixels, or of a smaller height if a side of the page would be longer than MaxSide. The
// bands of a page have no row in common and leave none out.
func (p Page) Draw(band Band, height float64) *image.Gray {
	out, scale := p.level(p.grey, band, height)
	height = p.height * scale
	eraseRules(out, height) // frames join bars
	invertBars(out, height)
	whitenGrounds(out, height)
	eraseRules(out, height)
	erasePictures(out, height)
	out = turned(out, p.turn)
	eraseLeaders(out, height)
	return out
}

// WithoutNatural returns the page without what [Page.DrawNatural] needs, which is half of its memory.
func (p Page) WithoutNatural() Page {
	p.natural = nil
	return p
}

// DrawNatural draws the whole page as [Page.Draw] does, at the same places, but as the picture shows it.
func (p Page) DrawNatural(height float64) *image.Gray {
	out, _ := p.level(p.natural, Band{0, 1}, height)
	return turned(out, p.turn)
}

// level draws a band of an image of the page with level lines, not yet upright, and returns the scale of the drawing.
func (p Page) level(src *image.Gray, band Band, height float64) (img *image.Gray, scale float64) {
	scale = 1
	if p.height > 0 {
		scale = height / p.height
	}
	if p.tilt == 0 && math.Abs(scale-1) < 0.05 {
		scale = 1 // so small a change is not worth the blur
	}
	scale = min(scale, maxScale, MaxSide/float64(max(p.grey.Rect.Dx(), p.grey.Rect.Dy())))
	return warp(src, scale, p.tilt, p.turn.undone(Box{0, band.From, 1, band.To})), scale
}

// maxScale is the factor of the largest enlargement. Letters that would need a larger
// one are too small to show their strokes.
const maxScale = 4
