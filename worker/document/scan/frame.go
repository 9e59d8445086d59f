package scan

import (
	"image"
	"math"
	"slices"
)

// frame is what surrounds a photographed page, such as the table under it. OCR would
// take it for ink. Its inner edges are straight lines, each given by its distance
// from that side of the image.
type frame struct {
	paper                    int // brightness of the page, 0 to 255
	dark                     int // largest brightness of a pixel of the frame, 0 to 255
	left, right, top, bottom edgeLine
}

// edgeLine is an inner edge of the frame: its distance in pixels from the side of the
// image, at + slope·i for the i-th pixel along that side.
type edgeLine struct{ at, slope float64 }

// beyond reports whether a pixel lies between the side of the image and the edge. i
// is its position along the side, and depth is its distance from the side.
//
//go:norace
func (l edgeLine) beyond(i, depth int) bool { return depth < l.depth(i) }

// depth returns how many pixels lie between the side of the image and the edge at the i-th pixel along the side.
//
//go:norace
func (l edgeLine) depth(i int) int { return int(math.Ceil(l.at + l.slope*float64(i))) }

// depths returns the depths of the first n pixels along the side.
func (l edgeLine) depths(n int) []int {
	depths := make([]int, n)
	for i := range depths {
		depths[i] = l.depth(i)
	}
	return depths
}

// The frame is darker than the paper. It ends where the brightness differs from that of
// the frame by more than maxDifference.
const (
	maxFrame      = 85 // largest brightness of the frame, in percent of the paper's
	maxDifference = 30 // in levels of brightness, of 255
	leastPage     = 8  // the page takes at least one of so many parts of the image's width and height
)

// frameOf finds the frame. A frame reaches at least three sides of the image; a
// coloured bar reaches fewer.
func frameOf(img *image.Gray) (f frame, found bool) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if min(w, h) < 100 {
		return f, false
	}
	f.paper = int(bright(img, image.Rect(w/4, h/4, w*3/4, h*3/4)))
	f.dark = f.paper * maxFrame / 100
	sides := 0
	for _, side := range []struct {
		edge     *edgeLine
		n, depth int
		at       func(i, k int) byte
	}{
		{&f.left, h, w, func(i, k int) byte { return img.Pix[i*img.Stride+k] }},
		{&f.right, h, w, func(i, k int) byte { return img.Pix[i*img.Stride+w-1-k] }},
		{&f.top, w, h, func(i, k int) byte { return img.Pix[k*img.Stride+i] }},
		{&f.bottom, w, h, func(i, k int) byte { return img.Pix[(h-1-k)*img.Stride+i] }},
	} {
		depths := make([]int, side.n)
		limit := side.depth / 2
		from, upto := side.n, 0 // where the page begins and ends: a strip of paper does not reach from side to side
		for i := range depths {
			if depths[i] = f.depth(limit, func(k int) byte { return side.at(i, k) }); depths[i] < limit {
				from, upto = min(from, i), i+1
			}
		}
		if upto-from < side.n/leastPage {
			continue
		}
		if edge, ok := fit(depths[from:upto]); ok {
			edge.at -= edge.slope * float64(from)
			*side.edge = edge
			sides++
		}
	}
	return f, sides >= 3
}

// depth returns how many pixels belong to the frame, counted from the side of the
// image, at most limit. at returns the brightness of the k-th of these pixels. The
// brightness of the frame may change slowly and have noise.
//
//go:norace
func (f frame) depth(limit int, at func(int) byte) int {
	const maxOthers = 4 // pixels in a row that differ from the frame, after which it has ended
	level := 0          // mean brightness of the frame, in 16ths
	for k := range 16 {
		level += int(at(k))
	}
	if level>>4 > f.dark {
		return 0
	}
	others := 0
	for k := range limit {
		v := int(at(k))
		if d := v - level>>4; d < -maxDifference || d > maxDifference || v > f.dark {
			if others++; others == maxOthers {
				return k + 1 // including the blurred edge
			}
			continue
		}
		others, level = 0, level+v-level>>4
	}
	return limit
}

// fit lays a line through the depths along a side. It reports false if most of the
// depths are not on one line. Some need not be on it: those at the corners, at a
// thumb, or at white letters on a bar.
func fit(depths []int) (edgeLine, bool) {
	n := len(depths)
	a, b := medianOf(depths[n*15/100:n*40/100]), medianOf(depths[n*60/100:n*85/100])
	slope := float64(b-a) / (float64(n) * 0.45)
	l := edgeLine{at: float64(a) - slope*float64(n)*0.275, slope: slope}
	on := 0
	for i := n * 15 / 100; i < n*85/100; i++ {
		if math.Abs(float64(depths[i])-l.at-slope*float64(i)) <= 8 {
			on++
		}
	}
	if min(a, b) == 0 || on*2 < n*7/10 {
		return edgeLine{}, false
	}
	return l, true
}

func medianOf(values []int) int {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// contains reports whether a pixel belongs to the frame and is at least margin pixels
// away from its inner edge. w and h are the size of the image.
//
//go:norace
func (f frame) contains(x, y, w, h, margin int) bool {
	return f.left.beyond(y, x+margin) || f.right.beyond(y, w-1-x+margin) || f.top.beyond(x, y+margin) || f.bottom.beyond(x, h-1-y+margin)
}

// without returns the image with a white frame and without shadows on the page. A dark
// bar that reaches the edge of the page counts as a part of the frame and becomes white
// too; its white letters become black.
func (f frame) without(img *image.Gray) *image.Gray {
	page := f.lit(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	const blur = 12 // width of the blurred inner edge, in pixels
	f.paint(page, func(x, y int) byte {
		if !f.contains(x, y, w, h, blur) {
			return 255
		}
		white := f.paper * 3 / 4 // brightness that becomes white; that of the paper becomes black
		return byte(min(255, max(0, (f.paper-int(img.Pix[y*img.Stride+x]))*255/max(1, f.paper-white))))
	})
	return page
}

// blanked is the same with a frame that is white throughout, whatever it shows.
func (f frame) blanked(img *image.Gray) *image.Gray {
	page := f.lit(img)
	f.paint(page, func(int, int) byte { return 255 })
	return page
}

// lit returns the image without shadows on the page.
func (f frame) lit(img *image.Gray) *image.Gray {
	page := copied(img)
	f.paint(page, func(int, int) byte { return 0 }) // so that withoutShadows does not take it for paper
	return withoutShadows(page)
}

// paint sets the pixels of the frame to the brightness that brightness returns.
//
//go:norace
func (f frame) paint(img *image.Gray, brightness func(x, y int) byte) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	top, bottom := f.top.depths(w), f.bottom.depths(w)
	for y := range h {
		left, right := f.left.depth(y), w-f.right.depth(y)
		for x := range w {
			if x < left || x >= right || y < top[x] || h-1-y < bottom[x] {
				img.Pix[y*img.Stride+x] = brightness(x, y)
			}
		}
	}
}
