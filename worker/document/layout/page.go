// Package layout is the geometry of a page: words with their places, and the
// rows that they form. Text layers and OCR come to the same form, so that what
// reads a page does not know which of them it came from.
package layout

// Box is a rectangle. X grows to the right and Y downwards; the unit is the
// page's own (points or pixels), for only proportions matter.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Width is the box's extent along x.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height is the box's extent along y.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// CenterX is the box's middle along x.
func (b Box) CenterX() float64 { return (b.X0 + b.X1) / 2 }

// CenterY is the box's middle along y.
func (b Box) CenterY() float64 { return (b.Y0 + b.Y1) / 2 }

// Union is the smallest box that holds both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Certain is the confidence of a word that was not guessed from an image.
const Certain = 100

// Word is a run of characters without a space.
type Word struct {
	Text string
	Box
	Conf float64 // 0 to 100; [Certain] in a text layer
}

// Page is what one page holds. OCR says that its words were seen, not given.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Words         []Word
	OCR           bool
}
