// Package layout describes the geometry of a page: words with their places, and the
// rows that they form. Packages poppler and tesseract return the same types, so that
// package reader reads a text layer and the result of OCR in the same way.
package layout

// Box is a rectangle. X grows to the right and Y downwards. The unit is that of the
// page: points in a text layer, pixels after OCR. Only proportions matter.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Width returns the extent along x.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height returns the extent along y.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// CenterX returns the middle along x.
func (b Box) CenterX() float64 { return (b.X0 + b.X1) / 2 }

// CenterY returns the middle along y.
func (b Box) CenterY() float64 { return (b.Y0 + b.Y1) / 2 }

// Union returns the smallest box that holds both boxes.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

func (b Box) shifted(o Offset) Box {
	return Box{b.X0 + o.X, b.Y0 + o.Y, b.X1 + o.X, b.Y1 + o.Y}
}

// Certain is the confidence of a word from a text layer.
const Certain = 100

// Word is a run of characters without a space.
type Word struct {
	Text string
	Box
	Conf  float64 // confidence, 0 to 100; [Certain] in a text layer
	Moved Offset  // by how far Box is from where the word is printed, if the words of a page were arranged anew
}

// Offset is a distance along x and y.
type Offset struct{ X, Y float64 }

// Shifted returns the word moved by an offset.
func (w Word) Shifted(o Offset) Word {
	w.Box, w.Moved = w.shifted(o), Offset{w.Moved.X + o.X, w.Moved.Y + o.Y}
	return w
}

// Printed returns where the word is printed.
func (w Word) Printed() Box { return w.shifted(Offset{-w.Moved.X, -w.Moved.Y}) }

// Page holds the words of one page.
type Page struct {
	Number        int     // from 1
	Width, Height float64 // in the unit of the boxes
	Words         []Word
	OCR           bool // the words come from OCR, not from a text layer
}
