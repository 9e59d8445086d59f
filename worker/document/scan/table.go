package scan

import (
	"image"
	"math"
	"slices"
)

// frame is what lies around a photographed page: the table under it, which OCR
// takes for ink. It is known by its inner edges, straight lines: how deep it
// reaches from each side.
type frame struct {
	paper, dark              int // brightness: of the page, and what no pixel of the frame exceeds
	left, right, top, bottom line
}

// line is a depth that changes evenly along a side.
type line struct{ at, slope float64 }

func (l line) beyond(i, depth int) bool { return float64(depth) < l.at+l.slope*float64(i) }

// The frame is darker than the paper, and what is another step brighter or
// darker than it is the page.
const (
	notPaper = 85 // percent of the paper's brightness
	step     = 30
)

// frameOf finds the frame. A coloured bar reaches to the edge as well, but not
// at three of the four sides.
func frameOf(img *image.Gray) (f frame, found bool) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if min(w, h) < 100 {
		return f, false
	}
	f.paper = int(bright(img, image.Rect(w/4, h/4, w*3/4, h*3/4)))
	f.dark = f.paper * notPaper / 100
	sides := 0
	for _, side := range []struct {
		edge     *line
		n, depth int
		at       func(i, k int) byte
	}{
		{&f.left, h, w, func(i, k int) byte { return img.Pix[i*img.Stride+k] }},
		{&f.right, h, w, func(i, k int) byte { return img.Pix[i*img.Stride+w-1-k] }},
		{&f.top, w, h, func(i, k int) byte { return img.Pix[k*img.Stride+i] }},
		{&f.bottom, w, h, func(i, k int) byte { return img.Pix[(h-1-k)*img.Stride+i] }},
	} {
		far := make([]int, side.n)
		for i := range far {
			far[i] = f.walk(side.depth/2, func(k int) byte { return side.at(i, k) })
		}
		var ok bool
		if *side.edge, ok = fit(far); ok {
			sides++
		}
	}
	return f, sides >= 3
}

// walk returns how many pixels from the edge belong to the frame. It may change
// slowly and hold noise.
func (f frame) walk(depth int, at func(int) byte) int {
	const patience = 4
	level := 0 // in 16ths
	for k := range 16 {
		level += int(at(k))
	}
	if level>>4 > f.dark {
		return 0
	}
	off := 0
	for k := range depth {
		v := int(at(k))
		if d := v - level>>4; d < -step || d > step || v > f.dark {
			if off++; off == patience {
				return k + 1 // with the blurred edge
			}
			continue
		}
		off, level = 0, level+v-level>>4
	}
	return depth
}

// fit lays a line through the depths along a side, if most of them are on one:
// beside the corners, a thumb, or white letters on a bar.
func fit(far []int) (line, bool) {
	n := len(far)
	a, b := middle(far[n*15/100:n*40/100]), middle(far[n*60/100:n*85/100])
	slope := float64(b-a) / (float64(n) * 0.45)
	l := line{at: float64(a) - slope*float64(n)*0.275, slope: slope}
	on := 0
	for i := n * 15 / 100; i < n*85/100; i++ {
		if math.Abs(float64(far[i])-l.at-slope*float64(i)) <= 8 {
			on++
		}
	}
	if min(a, b) == 0 || on*2 < n*7/10 {
		return line{}, false
	}
	return l, true
}

func middle(values []int) int {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// has reports that the frame reaches to a pixel, at least by so many.
func (f frame) has(x, y, w, h, by int) bool {
	return f.left.beyond(y, x+by) || f.right.beyond(y, w-1-x+by) || f.top.beyond(x, y+by) || f.bottom.beyond(x, h-1-y+by)
}

// without takes the frame away and evens the light of the page. Where a dark
// bar reaches to the page's edge it goes with the frame; its white letters
// become black ones.
func (f frame) without(img *image.Gray) *image.Gray {
	page := copied(img)
	f.paint(page, func(int, int) byte { return 0 }) // no paper
	page = even(page)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	const blur = 12
	f.paint(page, func(x, y int) byte {
		if !f.has(x, y, w, h, blur) {
			return 255
		}
		half := f.paper * 3 / 4
		return byte(min(255, max(0, (f.paper-int(img.Pix[y*img.Stride+x]))*255/max(1, f.paper-half))))
	})
	return page
}

func (f frame) paint(img *image.Gray, with func(x, y int) byte) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		for x := range w {
			if f.has(x, y, w, h, 0) {
				img.Pix[y*img.Stride+x] = with(x, y)
			}
		}
	}
}
