package scan

import "image"

// A rule is a line of a table or a frame. OCR takes rules for letters and leaves rows
// between them out.
const (
	ruleLength = 5.0  // the shortest, in heights of a capital letter
	sideLength = 3.5  // the shortest side of a cell. No letter is so high and so thin
	sideHeight = 0.12 // how far from a side paper begins
	ruleHeight = 0.3  // how far from it paper begins, in heights of a capital letter
	ruleInk    = 215  // brightness below which a pixel may be part of one: rules are often grey, and one of a pixel's width is blurred by every change of size
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
	found := make([]int32, 0, len(img.Pix)/16)
	found = rows.find(found, img.Pix, length, thick)
	found = columns.find(found, img.Pix, length, thick)
	found = columns.find(found, img.Pix, int(sideLength*height), max(2, int(sideHeight*height)))
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

// find appends to found the pixels of the runs of ink that are long, and no thicker than thick. A long
// run holds a pixel of every half of its length, so no others are looked at first.
//
//go:norace
func (r runs) find(found []int32, pix []byte, length, thick int) []int32 {
	t := trace{runs: r, pix: pix, places: make([]int, r.along), reach: make([]int, r.along)}
	for i := range t.reach {
		t.reach[i] = 1 + int(ruleSlope*float64(i))
	}
	for y := thick; y < r.across-thick; y++ {
		for x := length / 2; x < r.along; x += length / 2 {
			if !r.isInk(pix, x, y) {
				continue
			}
			from, upto := t.follow(x, y, thick)
			x = max(x, upto)
			for from < upto && !r.isFree(pix, from, t.places[from], thick) { // a bar at an end of the rule
				from++
			}
			for from < upto && !r.isFree(pix, upto-1, t.places[upto-1], thick) {
				upto--
			}
			if upto-from < length || !t.isThin(from, upto, thick) {
				continue
			}
			for i := from; i < upto; i++ {
				found = t.appendInk(found, i, thick)
			}
		}
	}
	return found
}

// trace follows one run of ink along an image. places[i] is where the run is at i.
type trace struct {
	runs
	pix    []byte
	places []int
	reach  []int // how far a run may rise or fall within that many pixels
}

// ruleSlope is how far a rule may fall or rise, as a share of its length. The sides of a page that was
// photographed at an angle are not quite upright.
const ruleSlope = 0.06

// follow returns the run of ink around a pixel. Noise may interrupt it.
//
//go:norace
func (t *trace) follow(x, y, thick int) (from, upto int) {
	t.places[x] = y
	return t.walk(x, y, -1, thick), t.walk(x, y, 1, thick) + 1
}

// walk follows the run from a pixel forwards or backwards, and returns where it ends.
//
//go:norace
func (t *trace) walk(x, y, step, thick int) (last int) {
	const gap = 2 // pixels
	last = x
	at, pixel := y, t.index(x, y)
	for i, n := x+step, 1; i >= 0 && i < t.along && (i-last)*step <= 1+gap; i, n = i+step, n+1 {
		pixel += step * t.stepAlong
		if move, ok := t.next(pixel); ok {
			next := at + move
			if reach := t.reach[n]; next-y <= reach && y-next <= reach && next >= thick && next < t.across-thick {
				last, at, pixel = i, next, pixel+move*t.stepAcross
			}
		}
		t.places[i] = at
	}
	return last
}

// next returns whether the run goes on at a pixel (0) or at one beside it (-1 or 1).
//
//go:norace
func (t *trace) next(pixel int) (move int, ok bool) {
	switch {
	case t.pix[pixel] < ruleInk:
		return 0, true
	case t.pix[pixel-t.stepAcross] < ruleInk:
		return -1, true
	case t.pix[pixel+t.stepAcross] < ruleInk:
		return 1, true
	}
	return 0, false
}

// appendInk appends the pixels of the run at i: all its ink if paper is on both sides, else only
// a line, because it may cross a letter there.
//
//go:norace
func (t *trace) appendInk(found []int32, i, thick int) []int32 {
	y, pixel := t.places[i], t.index(i, t.places[i])
	found = append(found, int32(pixel-t.stepAcross), int32(pixel), int32(pixel+t.stepAcross)) // its grey edges, too
	if !t.isFree(t.pix, i, y, thick) {
		return found
	}
	for _, step := range [2]int{-t.stepAcross, t.stepAcross} {
		for p := pixel + step; t.pix[p] < ruleInk; p += step {
			found = append(found, int32(p+step))
		}
	}
	return found
}

// isInk reports whether ink is at the pixel or directly beside the run: rules are not quite level.
//
//go:norace
func (r runs) isInk(pix []byte, x, y int) bool {
	return pix[r.index(x, y-1)] < ruleInk || pix[r.index(x, y)] < ruleInk || pix[r.index(x, y+1)] < ruleInk
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
func (t *trace) isThin(from, upto, thick int) bool {
	above, below := 0, 0
	for i := from; i < upto; i++ {
		if t.pix[t.index(i, t.places[i]-thick)] >= ruleInk {
			above++
		}
		if t.pix[t.index(i, t.places[i]+thick)] >= ruleInk {
			below++
		}
	}
	most := (upto - from) * 3 / 4
	return above > most && below > most
}
