package scan

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// A camera that looks at a page at an angle sees parallel lines run together. The lines of
// text then have another slope at the top of the page than at its bottom, and the left
// edges of columns another one on the left than on the right. Both are found from the
// letters, so the edges of the paper need not be in the picture.

// point is a place on the upright page in pixels, seen from its middle.
type point struct{ x, y float64 }

// pencil describes lines that run together: the slope of the line through the middle, and by
// how much the slope changes from pixel to pixel across the lines.
type pencil struct{ slope, change float64 }

// crossing returns where the line of the pencil that goes through (along, across) crosses the axis.
//
//go:norace
func (c pencil) crossing(along, across float64) float64 {
	return (across - along*c.slope) / (1 + along*c.change)
}

// at returns the slope of the line that crosses the axis at the given place.
func (c pencil) at(crossing float64) float64 { return c.slope + c.change*crossing }

// Limits of the correction. Slopes are given in degrees; a convergence is the difference of the
// slopes at the two ends of the page.
const (
	maxConvergence = 14.0
	// minConvergence is the least convergence that is corrected. Less of it harms no reading,
	// and flat scans are left as they are.
	minConvergence = 0.5
	// linesConverging and edgesConverging are the factors by which converging lines must fit the letters
	// better than parallel ones. On flat pages lines of text fit better by at most 1.06, and the edges of
	// columns, of which there are few, by 1.2.
	linesConverging, edgesConverging = 1.12, 1.25
	// minAligned is the mean number of words on the edge of a column below which the edges say nothing.
	minAligned = 2.5
)

// slanted returns the part of the upright page that holds its letters, as it would be a rectangle if it were
// seen from straight above; found is false if the page has been seen like this already. letters are those of the
// upright page.
func slanted(page *image.Gray, letters []image.Rectangle, height float64) (q quad, found bool) {
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	feet := make([]point, len(letters))
	for i, l := range letters {
		feet[i] = point{float64(l.Min.X+l.Max.X)/2 - w/2, float64(l.Max.Y) - h/2}
	}
	lines, converge := fitPencil(feet, h, linesConverging)
	if !converge {
		lines.change = 0
	}
	starts := wordStarts(letters, height)
	edges := make([]point, len(starts)) // x and y exchanged: edges run down the page
	for i, l := range starts {
		edges[i] = point{float64(l.Min.Y+l.Max.Y)/2 - h/2, float64(l.Min.X) - w/2}
	}
	columns, columnsConverge := fitPencil(edges, w, edgesConverging)
	columnsConverge = columnsConverge && alignmentOn(edges, columns, 1) >= minAligned
	if !columnsConverge {
		columns = pencil{slope: -lines.slope}
	}
	if !converge && !columnsConverge {
		return quad{}, false
	}
	return quadOf(letters, lines, columns, point{w / 2, h / 2}, 2*height), true
}

// wordStarts returns the letters without another one close to their left.
func wordStarts(letters []image.Rectangle, height float64) []image.Rectangle {
	sorted := slices.SortedFunc(slices.Values(letters), func(a, b image.Rectangle) int { return cmp.Compare(a.Min.X, b.Min.X) })
	var out []image.Rectangle
	for i, l := range sorted {
		alone := true
		for j := i - 1; j >= 0 && alone && float64(l.Min.X-sorted[j].Min.X) < 4*height; j-- {
			o := sorted[j]
			alone = float64(l.Min.X-o.Max.X) > height || o.Min.Y >= l.Max.Y || l.Min.Y >= o.Max.Y
		}
		if alone {
			out = append(out, l)
		}
	}
	return out
}

// fitPencil finds the pencil whose lines the points stand on best. span is the length of the page
// across the lines. converge reports whether parallel lines fit worse by the given factor.
func fitPencil(points []point, span, factor float64) (best pencil, converge bool) {
	if len(points) == 0 {
		return pencil{}, false
	}
	const degree = math.Pi / 180
	search := func(middle pencil, slopes, changes, step, changeStep, bin float64) (best pencil, score float64) {
		for s := -slopes; s <= slopes; s += step {
			for c := -changes; c <= changes; c += changeStep {
				p := pencil{middle.slope + s*degree, middle.change + c*degree/span}
				if v := alignmentOn(points, p, bin); v > score {
					best, score = p, v
				}
			}
		}
		return best, score
	}
	// From coarse steps and wide bins to fine ones.
	best, _ = search(pencil{}, 8, maxConvergence, 0.5, 1, 4)
	best, _ = search(best, 0.5, 1, 0.125, 0.25, 2)
	best, score := search(best, 0.15, 0.3, 0.05, 0.1, 1)
	parallel, _ := search(pencil{}, 8, 0, 0.5, 1, 4)
	parallel, _ = search(parallel, 0.5, 0, 0.125, 1, 2)
	_, parallelScore := search(parallel, 0.15, 0, 0.05, 1, 1)
	return best, math.Abs(best.change)*span >= minConvergence*degree && score >= factor*parallelScore
}

// alignmentOn returns how well the points are aligned on the lines of the pencil: the mean number of points on
// the line on which a point stands. Lines are bin pixels wide.
func alignmentOn(points []point, p pencil, bin float64) float64 {
	crossings := make([]float64, len(points))
	low, high := math.Inf(1), math.Inf(-1)
	for i, q := range points {
		c := p.crossing(q.x, q.y) / bin
		crossings[i], low, high = c, min(low, c), max(high, c)
	}
	if high-low > 4*MaxSide {
		return 0 // the lines meet on the page
	}
	count := make([]float64, int(high-low)+2)
	for _, c := range crossings {
		k := int(c - low)
		share := c - low - float64(k)
		count[k] += 1 - share
		count[k+1] += share
	}
	sum := 0.0
	for _, n := range count {
		sum += n * n
	}
	return sum / float64(len(points))
}

// quad is the part of the page that holds the letters, between two lines and two edges of columns: its corners
// from the top left clockwise, in pixels of the image.
type quad [4]point

// quadOf returns the quad of the letters with a margin in pixels. middle is that of the page.
func quadOf(letters []image.Rectangle, lines, columns pencil, middle point, margin float64) quad {
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range letters {
		for _, c := range []point{{float64(l.Min.X), float64(l.Min.Y)}, {float64(l.Max.X), float64(l.Max.Y)}} {
			x, y := c.x-middle.x, c.y-middle.y
			v, u := lines.crossing(x, y), columns.crossing(y, x)
			left, right, top, bottom = min(left, u), max(right, u), min(top, v), max(bottom, v)
		}
	}
	corner := func(u, v float64) point {
		m, n := lines.at(v), columns.at(u)
		x := (u + n*v) / (1 - n*m)
		return point{x + middle.x, v + x*m + middle.y}
	}
	left, right, top, bottom = left-margin, right+margin, top-margin, bottom+margin
	return quad{corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)}
}

// drawn draws the quad as a rectangle.
//
//go:norace
func (q quad) drawn(src *image.Gray) *image.Gray {
	side := func(i, j int) float64 { return math.Hypot(q[i].x-q[j].x, q[i].y-q[j].y) }
	w, h := min(MaxSide, max(side(0, 1), side(2, 3))), min(MaxSide, max(side(1, 2), side(3, 0)))
	out := image.NewGray(image.Rect(0, 0, max(1, int(w)), max(1, int(h))))
	m := q.projection()
	for j := range out.Rect.Dy() {
		v := (float64(j) + 0.5) / h
		row := out.Pix[j*out.Stride : j*out.Stride+out.Rect.Dx()]
		for i := range row {
			u := (float64(i) + 0.5) / w
			at := m.at(u, v)
			x, y := int(at.x*unit)-unit/2, int(at.y*unit)-unit/2
			row[i] = cubic(src, x>>16, y>>16, &kernel[x>>10&63], &kernel[y>>10&63])
		}
	}
	return out
}

// projection is the projective map of the unit square onto a quad.
type projection struct{ a, b, c, d, e, f, g, k float64 }

// projection returns the map (Heckbert, Fundamentals of Texture Mapping and Image Warping,
// 1989, section 2.2.3).
func (q quad) projection() projection {
	dx1, dx2, sx := q[1].x-q[2].x, q[3].x-q[2].x, q[0].x-q[1].x+q[2].x-q[3].x
	dy1, dy2, sy := q[1].y-q[2].y, q[3].y-q[2].y, q[0].y-q[1].y+q[2].y-q[3].y
	det := dx1*dy2 - dx2*dy1
	g, k := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return projection{
		q[1].x - q[0].x + g*q[1].x, q[3].x - q[0].x + k*q[3].x, q[0].x,
		q[1].y - q[0].y + g*q[1].y, q[3].y - q[0].y + k*q[3].y, q[0].y,
		g, k,
	}
}

// at returns where the point (u, v) of the square lies.
//
//go:norace
func (m projection) at(u, v float64) point {
	z := 1 / (m.g*u + m.k*v + 1)
	return point{(m.a*u + m.b*v + m.c) * z, (m.d*u + m.e*v + m.f) * z}
}
