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
