package scan

import (
	"image"
	"math"
)

// Box is a part of the upright page, in shares of its width and height.
type Box struct{ X0, Y0, X1, Y1 float64 }

// DrawCell draws what is in the box and a little around it, with capital
// letters of the given height. White letters on a dark bar become dark ones.
func (p Page) DrawCell(b Box, height float64) *image.Gray {
	scale := 1.0
	if p.height > 0 {
		scale = min(height/p.height, maxScale)
	}
	whole := enlarged(p.grey, scale)
	b = p.lying(b)
	margin := height * 0.35
	part := image.Rect(
		int(b.X0*float64(whole.Dx())-margin), int(b.Y0*float64(whole.Dy())-margin),
		int(math.Ceil(b.X1*float64(whole.Dx())+margin)), int(math.Ceil(b.Y1*float64(whole.Dy())+margin)),
	).Intersect(whole)
	if part.Empty() {
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	out := turned(warpPart(p.grey, scale, p.tilt, part), p.up)
	if median(out) < ink {
		for i, v := range out.Pix {
			out.Pix[i] = 255 - v
		}
	}
	return out
}

// lying is where a box of the upright page is before the page is turned.
func (p Page) lying(b Box) Box {
	switch p.up {
	case Right:
		return Box{b.Y0, 1 - b.X1, b.Y1, 1 - b.X0}
	case Over:
		return Box{1 - b.X1, 1 - b.Y1, 1 - b.X0, 1 - b.Y0}
	case Left:
		return Box{1 - b.Y1, b.X0, 1 - b.Y0, b.X1}
	}
	return b
}

// Stack sets images below each other on white, apart, and says at what height
// each begins.
func Stack(images []*image.Gray, apart int) (*image.Gray, []int) {
	width, height := 0, apart
	tops := make([]int, len(images))
	for i, img := range images {
		tops[i] = height
		width, height = max(width, img.Rect.Dx()), height+img.Rect.Dy()+apart
	}
	out := image.NewGray(image.Rect(0, 0, width+2*apart, height))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for i, img := range images {
		for y := range img.Rect.Dy() {
			copy(out.Pix[(tops[i]+y)*out.Stride+apart:], img.Pix[y*img.Stride:y*img.Stride+img.Rect.Dx()])
		}
	}
	return out, tops
}
