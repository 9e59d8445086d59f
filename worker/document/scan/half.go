package scan

import "image"

// halve halves the size of an image until no side is longer than limit pixels.
func halve(src *image.Gray, limit int) *image.Gray {
	for max(src.Rect.Dx(), src.Rect.Dy()) > limit && min(src.Rect.Dx(), src.Rect.Dy()) > 1 {
		src = half(src)
	}
	return src
}

// half returns the image at half its size: each pixel is the mean of four.
//
//go:norace
func half(src *image.Gray) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, src.Rect.Dx()/2, src.Rect.Dy()/2))
	for y := range out.Rect.Dy() {
		a, b := src.Pix[2*y*src.Stride:], src.Pix[(2*y+1)*src.Stride:]
		for x := range out.Rect.Dx() {
			sum := int(a[2*x]) + int(a[2*x+1]) + int(b[2*x]) + int(b[2*x+1])
			out.Pix[y*out.Stride+x] = byte(sum / 4)
		}
	}
	return out
}

// copied returns a copy whose rectangle begins at (0, 0).
func copied(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(out.Pix[y*out.Stride:], src.Pix[y*src.Stride:y*src.Stride+w])
	}
	return out
}
