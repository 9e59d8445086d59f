package scan

import "image"

// Turn is the number of quarter turns clockwise that make a page upright.
type Turn int

// The turns.
const (
	None     Turn = iota
	Right         // 90 degrees clockwise
	HalfTurn      // 180 degrees
	Left          // 90 degrees counterclockwise
)

// turned returns an image turned clockwise by t; for None it is the image itself.
//
//go:norace
func turned(src *image.Gray, t Turn) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if t == None {
		return src
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	if t != HalfTurn {
		out = image.NewGray(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x, v := range src.Pix[y*src.Stride : y*src.Stride+w] {
			switch t {
			case Right:
				out.Pix[x*out.Stride+h-1-y] = v
			case HalfTurn:
				out.Pix[(h-1-y)*out.Stride+w-1-x] = v
			case Left:
				out.Pix[(w-1-x)*out.Stride+y] = v
			}
		}
	}
	return out
}

// undone returns where a box of the turned image lies in the image before it is turned.
func (t Turn) undone(b Box) Box {
	switch t {
	case Right:
		return Box{b.Y0, 1 - b.X1, b.Y1, 1 - b.X0}
	case HalfTurn:
		return Box{1 - b.X1, 1 - b.Y1, 1 - b.X0, 1 - b.Y0}
	case Left:
		return Box{1 - b.Y1, b.X0, 1 - b.Y0, b.X1}
	}
	return b
}
