package scan

import (
	"image"
	"math"
	"slices"
)

// A sheet that does not lie flat is bent: its lines of text are curves, and what stands in one row at the left of a table
// seems to stand in the next one at its right. How the lines rise and fall is found from the letters of each word.

// bend says how the slope of the lines changes over a page: c[0] + c[1]·u + c[2]·u² + v·(c[3] + c[4]·u), where u and v are the
// place across and down, from -1 to 1.
type bend struct {
	c    [5]float64
	size image.Point
}

// Limits of the correction.
const (
	minBend       = 0.25 // in heights of a capital letter: how far a straight line misses the curve
	bendConverges = 1.15 // factor by which the letters of the unbent page must be aligned better
	leastRuns     = 30   // words that say how the page is bent
	maxBentLetter = 6000 // letters that are looked at; a page of text has fewer
)

// terms returns what the coefficients are multiplied with at a place.
func terms(u, v float64) [5]float64 { return [5]float64{1, u, u * u, v, v * u} }

// down returns by how many pixels the line through the middle of the page at height v has fallen at u.
func (b bend) down(u, v float64) float64 {
	c := b.c
	return float64(b.size.X) / 2 * (c[0]*u + c[1]*u*u/2 + c[2]*u*u*u/3 + v*(c[3]*u+c[4]*u*u/2))
}

// curvature returns how far the lines are from straight ones, in pixels.
func (b bend) curvature() (most float64) {
	b.c[0] = 0
	for _, v := range []float64{-1, 0, 1} {
		for _, u := range []float64{-1, -0.5, 0.5, 1} {
			most = max(most, math.Abs(b.down(u, v)))
		}
	}
	return most
}

// bentBy returns how the upright page is bent; found is false if it is flat. letters are those of the page, height is that of
// a capital letter.
func bentBy(letters []image.Rectangle, size image.Point, height float64) (b bend, found bool) {
	b.size = size
	slopes := slopesOf(letters, size, height)
	if len(slopes) < leastRuns {
		return b, false
	}
	const usual = 0.01 // deviation of a slope from the curve
	for range 4 {
		var sums [5][6]float64
		for _, s := range slopes {
			t := terms(s.u, s.v)
			r := s.slope
			for i, c := range b.c {
				r -= c * t[i]
			}
			weight := s.weight / (1 + r*r/(usual*usual))
			for i := range t {
				for j := range t {
					sums[i][j] += weight * t[i] * t[j]
				}
				sums[i][5] += weight * t[i] * s.slope
			}
		}
		if b.c, found = solved(sums); !found {
			return b, false
		}
	}
	return b, b.curvature() >= minBend*height
}

// slope is that of a word, and where it stands.
type slope struct{ u, v, slope, weight float64 }

// slopesOf returns the slopes of the words that are long enough to have one.
func slopesOf(letters []image.Rectangle, size image.Point, height float64) (out []slope) {
	for _, word := range wordsOf(letters, height) {
		length := float64(word[len(word)-1].Max.X - word[0].Min.X)
		steepness, found := slopeOf(word, height)
		if len(word) < 4 || length < 4*height || !found {
			continue
		}
		middle := word[len(word)/2]
		out = append(out, slope{
			u:      float64(middle.Min.X)*2/float64(size.X) - 1,
			v:      float64(middle.Max.Y)*2/float64(size.Y) - 1,
			slope:  steepness,
			weight: min(length, 20*height) * min(length, 20*height),
		})
	}
	return out
}

// slopeOf returns the median slope between the feet of letters that are not close to each other: commas and letters with a tail
// stand lower than the others.
func slopeOf(word []image.Rectangle, height float64) (median float64, found bool) {
	var between []float64
	for i, a := range word {
		for _, b := range word[i+1:] {
			if dx := float64(b.Min.X + b.Max.X - a.Min.X - a.Max.X); dx > 4*height {
				between = append(between, 2*float64(b.Max.Y-a.Max.Y)/dx)
			}
		}
	}
	if len(between) == 0 {
		return 0, false
	}
	slices.Sort(between)
	return between[len(between)/2], true
}

// wordsOf returns the letters that stand close beside each other, together.
func wordsOf(letters []image.Rectangle, height float64) (words [][]image.Rectangle) {
	sorted := slices.Clone(letters[:min(len(letters), maxBentLetter)])
	slices.SortFunc(sorted, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	open := 0 // the words before it have ended
	for _, l := range sorted {
		if h := float64(l.Dy()); h < 0.5*height || h > 1.7*height {
			continue
		}
		at := len(words) - 1
		for at >= open && !follows(l, words[at][len(words[at])-1], height) {
			at--
		}
		if at < open {
			words, at = append(words, nil), len(words)
		}
		words[at] = append(words[at], l)
		for open < len(words) && float64(l.Min.X-words[open][len(words[open])-1].Max.X) > 2*height {
			open++
		}
	}
	return words
}

// follows: the letter stands on the right of the other, on the same line.
func follows(l, other image.Rectangle, height float64) bool {
	gap, step := float64(l.Min.X-other.Max.X)/height, math.Abs(float64(l.Max.Y-other.Max.Y))/height
	return gap > -0.3 && gap < 1.2 && step < 0.35
}

// solved solves linear equations; the last number of each row is its right side. ok is false if they have no single solution.
func solved(rows [5][6]float64) (x [5]float64, ok bool) {
	for i := range rows {
		pivot := i
		for j := i; j < len(rows); j++ {
			if math.Abs(rows[j][i]) > math.Abs(rows[pivot][i]) {
				pivot = j
			}
		}
		rows[i], rows[pivot] = rows[pivot], rows[i]
		if math.Abs(rows[i][i]) < 1e-9 {
			return x, false
		}
		for j := range rows {
			if j == i {
				continue
			}
			f := rows[j][i] / rows[i][i]
			for k := range rows[j] {
				rows[j][k] -= f * rows[i][k]
			}
		}
	}
	for i := range x {
		x[i] = rows[i][5] / rows[i][i]
	}
	return x, true
}

// drawn draws the page with level lines.
//
//go:norace
func (b bend) drawn(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		v := float64(y)*2/float64(h) - 1
		row := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := range row {
			at := int((float64(y) + b.down(float64(x)*2/float64(w)-1, v)) * unit)
			row[x] = cubic(src, x, at>>16, &kernel[0], &kernel[at>>10&63])
		}
	}
	return out
}

// source returns where a point of the level page lies on the bent one. Points are in shares of the sides.
func (b bend) source(at point) point {
	at.y += b.down(2*at.x-1, 2*at.y-1) / float64(b.size.Y)
	return at
}
