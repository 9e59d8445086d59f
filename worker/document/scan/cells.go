package scan

import (
	"image"
	"math"
)

// Box is a part of the upright page, in shares of its width and height (0 to 1).
type Box struct{ X0, Y0, X1, Y1 float64 }

// DrawCell draws the part of the page in the box, with a small margin and with
// capital letters of the given height in pixels. White letters on a dark bar become
// dark ones.
func (p Page) DrawCell(b Box, height float64) *image.Gray {
	scale := 1.0
	if p.height > 0 {
		scale = min(height/p.height, maxScale)
	}
	whole := scaledSize(p.grey, scale)
	b = p.turn.undone(b)
	margin := height * 0.35
	part := image.Rect(
		int(b.X0*float64(whole.Dx())-margin), int(b.Y0*float64(whole.Dy())-margin),
		int(math.Ceil(b.X1*float64(whole.Dx())+margin)), int(math.Ceil(b.Y1*float64(whole.Dy())+margin)),
	).Intersect(whole)
	if part.Empty() {
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	out := turned(warpPart(p.grey, scale, p.tilt, part), p.turn)
	if median(out) < ink {
		for i, v := range out.Pix {
			out.Pix[i] = 255 - v
		}
	}
	return out
}

// blank is a white image.
func blank(width, height int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, width, height))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	return out
}

// Stack draws images below each other on white. gap is the number of pixels between
// them and around them. firstRows has the first row of pixels of each image.
func Stack(images []*image.Gray, gap int) (stack *image.Gray, firstRows []int) {
	width, height := 0, gap
	firstRows = make([]int, len(images))
	for i, img := range images {
		firstRows[i] = height
		width, height = max(width, img.Rect.Dx()), height+img.Rect.Dy()+gap
	}
	out := blank(width+2*gap, height)
	for i, img := range images {
		for y := range img.Rect.Dy() {
			copy(out.Pix[(firstRows[i]+y)*out.Stride+gap:], img.Pix[y*img.Stride:y*img.Stride+img.Rect.Dx()])
		}
	}
	return out, firstRows
}
