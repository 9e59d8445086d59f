package scan

import "image"

// A rule is a line of a table or a frame. OCR takes rules for letters and leaves rows
// between them out.
const (
	ruleLength = 5.0 // the shortest, in heights of a capital letter
	ruleHeight = 0.3 // the thickest, in heights of a capital letter
	ruleInk    = 190 // brightness below which a pixel may be part of one; rules are often grey
)

// eraseRules paints the rules of an image white. height is that of a capital letter in
// pixels.
func eraseRules(img *image.Gray, height float64) {
	length, thick := int(ruleLength*height), max(2, int(ruleHeight*height))
	if length < 2*thick {
		return // the letters are too small, or there are none
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	rows, columns := runs{w, h, 1, img.Stride}, runs{h, w, img.Stride, 1}
	found := append(rows.find(img.Pix, length, thick), columns.find(img.Pix, length, thick)...)
	for _, i := range found {
		img.Pix[i] = 255
	}
}

// runs walks along the rows of an image, or along its columns.
type runs struct {
	along, across         int // how many pixels
	stepAlong, stepAcross int // from a pixel to the next one
}

// index is the place of a pixel.
func (r runs) index(along, across int) int { return along*r.stepAlong + across*r.stepAcross }

// find returns the pixels of the runs of ink that are long, and no thicker than thick. A long
// run holds a pixel of every half of its length, so no others are looked at first.
//
//go:norace
func (r runs) find(pix []byte, length, thick int) (found []int) {
	for y := thick; y < r.across-thick; y++ {
		for x := length / 2; x < r.along; x += length / 2 {
			if !r.isInk(pix, x, y) {
				continue
			}
			from, upto := r.runAround(pix, x, y)
			x = upto
			for from < upto && !r.isFree(pix, from, y, thick) { // a bar at an end of the rule
				from++
			}
			for from < upto && !r.isFree(pix, upto-1, y, thick) {
				upto--
			}
			if upto-from < length || !r.isThin(pix, from, upto, y, thick) {
				continue
			}
			for i := from; i < upto; i++ {
				for _, side := range []int{-1, 0, 1} { // its grey edges, too
					found = append(found, r.index(i, y+side))
				}
			}
		}
	}
	return found
}

// runAround returns the run of ink around a pixel. Noise may interrupt it.
//
//go:norace
func (r runs) runAround(pix []byte, x, y int) (from, upto int) {
	const gap = 2 // pixels
	from, upto = x, x+1
	for i := x - 1; i >= max(0, from-1-gap); i-- {
		if r.isInk(pix, i, y) {
			from = i
		}
	}
	for i := upto; i < min(r.along, upto+1+gap); i++ {
		if r.isInk(pix, i, y) {
			upto = i + 1
		}
	}
	return from, upto
}

// isInk reports whether ink is at the pixel or directly beside the run: rules are not quite level.
//
//go:norace
func (r runs) isInk(pix []byte, x, y int) bool {
	return pix[r.index(x, y)] < ruleInk || pix[r.index(x, y-1)] < ruleInk || pix[r.index(x, y+1)] < ruleInk
}

// isFree reports that paper lies on both sides of the pixel.
//
//go:norace
func (r runs) isFree(pix []byte, x, y, thick int) bool {
	return pix[r.index(x, y-thick)] >= ruleInk && pix[r.index(x, y+thick)] >= ruleInk
}

// isThin reports that paper lies on both sides of most of the run.
//
//go:norace
func (r runs) isThin(pix []byte, from, upto, y, thick int) bool {
	above, below := 0, 0
	for x := from; x < upto; x++ {
		if pix[r.index(x, y-thick)] >= ruleInk {
			above++
		}
		if pix[r.index(x, y+thick)] >= ruleInk {
			below++
		}
	}
	most := (upto - from) * 3 / 4
	return above > most && below > most
}
