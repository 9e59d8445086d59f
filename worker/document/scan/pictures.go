package scan

import "image"

// erasePictures paints white the ink of maps, curves and what is left of frames: spots that are wider and higher than any letter. OCR makes words of their
// edges, which stand in the rows beside them. A dark bar, whose letters are light, stays. height is that of a capital letter in pixels.
//
//go:norace
func erasePictures(img *image.Gray, height float64) {
	s := spotter{keep: true}
	if !s.find(img) {
		return
	}
	largest := int(highestLetter * height)
	for y, row := range s.rows {
		for _, r := range row {
			if b := s.spots[s.root(r.spot)]; min(b.Dx(), b.Dy()) > largest && !fills(b.ink, b.Rectangle) {
				whiten(img, y, r)
			}
		}
	}
}

// blurredEdge is how many pixels of the edge of a stroke are grey.
const blurredEdge = 2

// whiten paints a run of ink white, and its grey edge with it.
//
//go:norace
func whiten(img *image.Gray, y int, r run) {
	for v := max(0, y-blurredEdge); v <= min(img.Rect.Dy()-1, y+blurredEdge); v++ {
		for x := max(0, r.from-blurredEdge); x < min(img.Rect.Dx(), r.upto+blurredEdge); x++ {
			if i := v*img.Stride + x; img.Pix[i] >= ink || v == y && x >= r.from && x < r.upto {
				img.Pix[i] = 255
			}
		}
	}
}
