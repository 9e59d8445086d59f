package scan

import (
	"image"
	"math"
)

// The tilts that are looked for, in degrees.
const (
	maxTilt    = 6.0
	coarseTilt = 0.25
	fineTilt   = 0.05
)

// lines finds how the lines of letters lie, and how much better the letters
// stand on them than on lines of any tilt. Letters have their feet on a common
// line, so seen along the lines their feet fall together, and more so than
// their heads: half of those are lower. Of the four sides of the letters'
// boxes the one that can be aligned best is the foot. Capitals and digits have
// no such difference: then the page stands as it is said to.
func lines(boxes []image.Rectangle, said Turn) (up Turn, tilt, aligned float64) {
	var best [4]alignment
	for t := None; t <= Left; t++ {
		best[t] = align(feetOf(boxes, t), 0, maxTilt, coarseTilt)
	}
	up = said
	score := func(t Turn) float64 { return best[t%4].score }
	if max(score(up+Right), score(up+Left)) > clearly*max(score(up), score(up+Over)) {
		up = (up + Right) % 4
	}
	if score(up+Over) > clearly*score(up) {
		up = (up + Over) % 4
	}
	tilt = align(feetOf(boxes, up), best[up].tilt, coarseTilt, fineTilt).tilt
	if math.Abs(tilt) < 1.5*fineTilt {
		tilt = 0 // not worth the blur of a rotation
	}
	return up, tilt, best[up].score / best[up].usual
}

// clearly is how much better a page must stand otherwise to be turned.
const clearly = 1.1

// foot is the middle of the side that a letter stands on, once the page is
// turned upright.
type foot struct{ x, y float64 }

func feetOf(boxes []image.Rectangle, t Turn) []foot {
	out := make([]foot, len(boxes))
	for i, b := range boxes {
		cx, cy := float64(b.Min.X+b.Max.X)/2, float64(b.Min.Y+b.Max.Y)/2
		switch t {
		case None:
			out[i] = foot{cx, float64(b.Max.Y)}
		case Right: // its feet point to the right now
			out[i] = foot{-cy, float64(b.Max.X)}
		case Over:
			out[i] = foot{-cx, -float64(b.Min.Y)}
		case Left:
			out[i] = foot{cy, -float64(b.Min.X)}
		}
	}
	return out
}

// alignment is the tilt at which feet fall together best, how well they do
// (the mean number of others on the same line of pixels), and how well at the
// tilts on average.
type alignment struct{ tilt, score, usual float64 }

func align(feet []foot, middle, span, step float64) alignment {
	low, high := reach(feet)
	count := make([]float64, int(high-low)+4)
	var best alignment
	n := int(math.Round(span / step))
	for i := -n; i <= n; i++ {
		tilt := middle + float64(i)*step
		score := together(feet, math.Tan(tilt*math.Pi/180), low, count)
		best.usual += score / float64(2*n+1)
		if score > best.score {
			best.score, best.tilt = score, tilt
		}
	}
	return best
}

// reach bounds where feet can come to lie at any tilt.
func reach(feet []foot) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	slope := math.Tan((maxTilt + coarseTilt) * math.Pi / 180)
	for _, f := range feet {
		low, high = min(low, f.y-math.Abs(f.x)*slope), max(high, f.y+math.Abs(f.x)*slope)
	}
	return low, high
}

func together(feet []foot, slope, low float64, count []float64) float64 {
	clear(count)
	for _, f := range feet {
		y := f.y - f.x*slope - low + 1
		k := int(y)
		share := y - float64(k) // of the second of two lines: no jumps
		count[k] += 1 - share
		count[k+1] += share
	}
	sum := 0.0
	for _, c := range count {
		sum += c * c
	}
	return sum / float64(len(feet))
}
