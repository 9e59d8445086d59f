package scan

import (
	"image"
	"slices"
)

// ink is the brightness below which a pixel of an evenly lit page is printed
// on: thin strokes at a low resolution are no darker.
const ink = 176

// maxSpots bounds the work on noise; a crowded page has 10,000.
const maxSpots = 200_000

// letters returns the boxes of the spots that have a letter's proportions.
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

// spot is connected ink: the box around it and how many pixels it has.
type spot struct {
	image.Rectangle
	ink int
}

// run is a row's stretch of ink.
type run struct{ from, upto, spot int }

// spots returns the connected ink, nil if there are too many.
func spots(img *image.Gray) []spot {
	var s spotter
	var above, here []run
	for y := range img.Rect.Dy() {
		above, here = here, above[:0]
		row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
		k := 0
		for x := 0; x < len(row); x++ {
			if row[x] >= ink {
				continue
			}
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
			r.spot = s.add(r.spot, image.Rect(from, y, x, y+1))
			here = append(here, r)
		}
		if len(s.spots) > maxSpots {
			return nil
		}
	}
	return s.whole()
}

// spotter joins runs into spots: parent says which spot one has become part of.
type spotter struct {
	spots  []spot
	parent []int
}

func (s *spotter) add(to int, r image.Rectangle) int {
	if to < 0 {
		s.spots, s.parent = append(s.spots, spot{r, r.Dx()}), append(s.parent, len(s.parent))
		return len(s.spots) - 1
	}
	s.spots[to] = s.spots[to].with(spot{r, r.Dx()})
	return to
}

func (s spot) with(o spot) spot { return spot{s.Union(o.Rectangle), s.ink + o.ink} }

func (s *spotter) root(i int) int {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

func (s *spotter) join(a, b int) int {
	b = s.root(b)
	if a < 0 || a == b {
		return b
	}
	s.parent[b], s.spots[a] = a, s.spots[a].with(s.spots[b])
	return a
}

func (s *spotter) whole() []spot {
	var out []spot
	for i, b := range s.spots {
		if s.parent[i] == i {
			out = append(out, b)
		}
	}
	return out
}

// capitals is the height of capital letters and digits: most spots are letters
// of running text, a third of them with the full height.
func capitals(boxes []image.Rectangle) float64 {
	heights := make([]int, len(boxes))
	for i, b := range boxes {
		heights[i] = max(b.Dx(), b.Dy())
	}
	slices.Sort(heights)
	return float64(heights[len(heights)*3/4])
}
