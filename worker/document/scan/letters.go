package scan

import (
	"encoding/binary"
	"image"
	"slices"
)

// ink is the brightness, 0 to 255, below which a pixel of an evenly lit page counts as
// printed. Thin strokes at a low resolution are hardly darker.
const ink = 176

// maxSpots is the largest number of spots of a page. It bounds the time that noise
// takes; a page full of text has 10,000 spots.
const maxSpots = 200_000

// letters returns the boxes of the spots with the proportions of a letter. side is
// the length of the page's longer side.
func letters(all []spot, side int) []image.Rectangle {
	var out []image.Rectangle
	for _, b := range all {
		long, short := max(b.Dx(), b.Dy()), min(b.Dx(), b.Dy())
		if long >= 6 && long <= max(12, side/40) && short*8 >= long {
			out = append(out, b.Rectangle)
		}
	}
	return out
}

// spot is an area of connected ink: the box around it and its number of pixels.
type spot struct {
	image.Rectangle
	ink int
}

// run is an uninterrupted sequence of ink pixels in a row: from ≤ x < upto.
type run struct{ from, upto, spot int }

// spots returns the spots of an image, nil if there are more than maxSpots.
func spots(img *image.Gray) []spot {
	var s spotter
	if !s.find(img) {
		return nil
	}
	return s.joined()
}

// find adds the spots of an image, and reports false if there are more than maxSpots. It goes
// through the rows and joins each run with those of the row above that it touches.
//
//go:norace
func (s *spotter) find(img *image.Gray) bool {
	var above, current []run
	for y := range img.Rect.Dy() {
		above, current = current, above[:0]
		row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
		k := 0
		for x := nextInk(row, 0); x < len(row); x = nextInk(row, x) {
			from := x
			for x < len(row) && row[x] < ink {
				x++
			}
			r := run{from, x, -1}
			for k < len(above) && above[k].upto < from {
				k++
			}
			for j := k; j < len(above) && above[j].from <= x; j++ {
				r.spot = s.join(r.spot, above[j].spot)
			}
			r.spot = s.add(r.spot, image.Rectangle{image.Pt(from, y), image.Pt(x, y+1)})
			current = append(current, r)
		}
		if s.keep {
			s.rows = append(s.rows, slices.Clone(current))
		}
		if len(s.spots) > maxSpots {
			return false
		}
	}
	return true
}

// nextInk returns the first pixel of the row from x on that is ink, or the length of the row. It looks at eight pixels at
// once, because most of a page is paper.
//
//go:norace
func nextInk(row []byte, x int) int {
	const (
		high = 0x8080808080808080 // the highest bit of each pixel
		rest = 0x7f7f7f7f7f7f7f7f
		add  = 0x0101010101010101 * (0x100 - ink) // reaches the highest bit where the rest of a pixel is ink-0x80 or more
	)
	for ; x+8 <= len(row); x += 8 {
		if v := binary.LittleEndian.Uint64(row[x : x+8]); v&(v&rest+add)&high != high {
			break
		}
	}
	for x < len(row) && row[x] >= ink {
		x++
	}
	return x
}

// spotter joins runs into spots (union-find).
type spotter struct {
	spots  []spot
	parent []int // of each spot: the spot that it was joined with, or itself
	keep   bool  // the runs, in rows
	rows   [][]run
}

// add adds a run to a spot, or makes a new spot if to is negative. It returns the
// number of the spot.
//
//go:norace
func (s *spotter) add(to int, r image.Rectangle) int {
	if to < 0 {
		s.spots, s.parent = append(s.spots, spot{r, r.Dx()}), append(s.parent, len(s.parent))
		return len(s.spots) - 1
	}
	s.spots[to] = s.spots[to].with(spot{r, r.Dx()})
	return to
}

// with returns the spot of both spots together, neither of which is empty.
//
//go:norace
func (s spot) with(o spot) spot {
	return spot{image.Rect(min(s.Min.X, o.Min.X), min(s.Min.Y, o.Min.Y), max(s.Max.X, o.Max.X), max(s.Max.Y, o.Max.Y)), s.ink + o.ink}
}

// root returns the spot that i has become part of.
//
//go:norace
func (s *spotter) root(i int) int {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

// join joins spot b with a and returns the number of the result; a may be negative,
// which is none.
//
//go:norace
func (s *spotter) join(a, b int) int {
	b = s.root(b)
	if a < 0 || a == b {
		return b
	}
	s.parent[b], s.spots[a] = a, s.spots[a].with(s.spots[b])
	return a
}

// joined returns the spots that are part of no other.
func (s *spotter) joined() []spot {
	var out []spot
	for i, b := range s.spots {
		if s.parent[i] == i {
			out = append(out, b)
		}
	}
	return out
}

// capitalHeight returns the height of capital letters and digits in pixels. It is the
// height that three quarters of the boxes do not exceed: most spots are letters of
// running text, and a third of those have the full height.
func capitalHeight(boxes []image.Rectangle) float64 {
	heights := make([]int, len(boxes))
	for i, b := range boxes {
		heights[i] = max(b.Dx(), b.Dy())
	}
	slices.Sort(heights)
	return float64(heights[len(heights)*3/4])
}

// ofHeight returns the boxes about as high as capital letters. A map of colours breaks into spots
// of any size, which can outnumber the letters beside it.
func ofHeight(boxes []image.Rectangle, capital float64) []image.Rectangle {
	return slices.DeleteFunc(slices.Clone(boxes), func(b image.Rectangle) bool {
		high := float64(max(b.Dx(), b.Dy()))
		return high < 0.6*capital || high > 1.4*capital
	})
}
