package scan

import "image"

// Margin is a strip at the left or the right edge of a drawing of a page. Names of eyes stand there in bars beside their blocks, often turned, where OCR of
// the whole page does not see them.
type Margin struct {
	image.Rectangle
	Turn Turn // that makes upright what is printed in it
}

// leftMargins and rightMargin are widths of margins, as shares of a page. A narrow one holds nothing but a bar at the edge of a page without much paper around.
var leftMargins = []float64{0.09, 0.11, 0.13}

const rightMargin = 0.11

// Margins returns the margins of a drawing, those first that more often hold a name.
func Margins(img *image.Gray) (margins []Margin) {
	size := img.Rect
	for _, share := range leftMargins {
		left := size
		left.Max.X = size.Min.X + int(share*float64(size.Dx()))
		for _, t := range []Turn{Right, None, Left} {
			margins = append(margins, Margin{left, t})
		}
	}
	right := size
	right.Min.X = size.Max.X - int(rightMargin*float64(size.Dx()))
	return append(margins, Margin{right, Right}, Margin{right, Left})
}

// Cut returns the margin of the image, upright, as an image of its own.
func (m Margin) Cut(img *image.Gray) *image.Gray {
	return turned(copied(img.SubImage(m.Rectangle).(*image.Gray)), m.Turn)
}

// Uncut returns where a box of the upright margin lies in the drawing, both in pixels.
func (m Margin) Uncut(b Box) Box {
	width, height := float64(m.Dx()), float64(m.Dy())
	w, h := width, height
	if m.Turn == Right || m.Turn == Left {
		w, h = height, width
	}
	u := m.Turn.undone(Box{b.X0 / w, b.Y0 / h, b.X1 / w, b.Y1 / h})
	x, y := float64(m.Min.X), float64(m.Min.Y)
	return Box{u.X0*width + x, u.Y0*height + y, u.X1*width + x, u.Y1*height + y}
}
