package scan

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// The tilts that are tried, in degrees: from -maxTilt to maxTilt in coarse steps, then
// around the best of them in fine steps.
const (
	maxTilt    = 6.0
	coarseTilt = 0.25
	fineTilt   = 0.05
)

// lines finds the turn that makes a page upright and the tilt of its lines in degrees.
// For alignmentRatio see Page.
//
// The feet of letters stand on a common line. Their heads are aligned less well,
// because half of the letters are lower than the others. So of the four sides of the
// letters' boxes, the feet are on the side that is aligned best. A page of capitals
// and digits has no such difference, so it keeps the turn of the hint.
//
// A long strip of paper in a typeface of one width is aligned better on its columns than on its
// short lines. So whether lines run across the image or along it is told by the next letter,
// which stands on the same line; only where that is not clear, it is told by the alignment.
func lines(boxes []image.Rectangle, hint Turn) (turn Turn, tilt, alignmentRatio float64) {
	var best [4]alignment
	for t := None; t <= Left; t++ {
		best[t] = align(feetOf(boxes, t), 0, maxTilt, coarseTilt)
	}
	turn = hint
	score := func(t Turn) float64 { return best[t%4].score }
	lying := max(score(turn+Right), score(turn+Left)) > clearlyBetter*max(score(turn), score(turn+HalfTurn))
	if across, down := neighbours(boxes); max(across, down) > clearNeighbours*min(across, down) {
		lying = (across < down) == (turn == None || turn == HalfTurn)
	}
	if lying {
		turn = (turn + Right) % 4
	}
	if score(turn+HalfTurn) > clearlyBetter*score(turn) {
		turn = (turn + HalfTurn) % 4
	}
	tilt = align(feetOf(boxes, turn), best[turn].tilt, coarseTilt, fineTilt).tilt
	if math.Abs(tilt) < 1.5*fineTilt {
		tilt = 0 // not worth the blur of a rotation
	}
	return turn, tilt, best[turn].score / best[turn].average
}

// clearlyBetter is the factor by which another turn must be better than the present
// one to be taken.
const clearlyBetter = 1.1

// clearNeighbours is the factor by which letters with their neighbour in one direction must
// outnumber those with it in the other one.
const clearNeighbours = 2

// neighbours counts the letters whose nearest neighbour is beside them, and those whose
// nearest neighbour is above or below them.
func neighbours(boxes []image.Rectangle) (across, down int) {
	const (
		most  = 5000 // letters that are looked at; a page of text has fewer
		reach = 100  // pixels within which a neighbour is looked for
	)
	sorted := slices.Clone(boxes[:min(len(boxes), most)]) // in the order of rows: a part of the page
	slices.SortFunc(sorted, func(a, b image.Rectangle) int { return cmp.Compare(a.Min.X, b.Min.X) })
	beside, above := make([]int, len(sorted)), make([]int, len(sorted)) // distances
	for i := range sorted {
		beside[i], above[i] = reach, reach
	}
	for i, a := range sorted {
		for j := i + 1; j < len(sorted) && sorted[j].Min.X < a.Max.X+reach; j++ {
			b := sorted[j]
			wide, high := min(a.Max.X, b.Max.X)-b.Min.X, min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y) // of the overlap, negative: apart
			switch {
			case 2*high >= min(a.Dy(), b.Dy()):
				beside[i], beside[j] = min(beside[i], -wide), min(beside[j], -wide)
			case 2*wide >= min(a.Dx(), b.Dx()):
				above[i], above[j] = min(above[i], -high), min(above[j], -high)
			}
		}
	}
	for i := range sorted {
		switch {
		case beside[i] < above[i]:
			across++
		case above[i] < beside[i]:
			down++
		}
	}
	return across, down
}

// foot is the middle of the side on which a letter stands, in the coordinates of the
// turned page.
type foot struct{ x, y float64 }

// feetOf returns the feet of the letters if the page is turned by t.
func feetOf(boxes []image.Rectangle, t Turn) []foot {
	out := make([]foot, len(boxes))
	for i, b := range boxes {
		cx, cy := float64(b.Min.X+b.Max.X)/2, float64(b.Min.Y+b.Max.Y)/2
		switch t {
		case None:
			out[i] = foot{cx, float64(b.Max.Y)}
		case Right: // before the turn, the feet are on the right side
			out[i] = foot{-cy, float64(b.Max.X)}
		case HalfTurn:
			out[i] = foot{-cx, -float64(b.Min.Y)}
		case Left:
			out[i] = foot{cy, -float64(b.Min.X)}
		}
	}
	return out
}

// alignment says how well feet are aligned on lines.
type alignment struct {
	tilt    float64 // at which they are aligned best, in degrees
	score   float64 // at that tilt; see scoreAt
	average float64 // of the scores at all tilts
}

// align returns the best of the tilts from middle-span to middle+span, which it tries in
// the given steps, all in degrees.
func align(feet []foot, middle, span, step float64) alignment {
	low, high := heights(feet)
	count := make([]float64, int(high-low)+4)
	var best alignment
	n := int(math.Round(span / step))
	for i := -n; i <= n; i++ {
		tilt := middle + float64(i)*step
		score := scoreAt(feet, math.Tan(tilt*math.Pi/180), low, count)
		best.average += score / float64(2*n+1)
		if score > best.score {
			best.score, best.tilt = score, tilt
		}
	}
	return best
}

// heights returns the lowest and the highest y that a foot can have at any tilt.
func heights(feet []foot) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	slope := math.Tan((maxTilt + coarseTilt) * math.Pi / 180)
	for _, f := range feet {
		low, high = min(low, f.y-math.Abs(f.x)*slope), max(high, f.y+math.Abs(f.x)*slope)
	}
	return low, high
}

// scoreAt returns how well the feet are aligned at a slope: the mean number of feet
// on the line of pixels on which a foot stands. count is working memory, one number
// for each line of pixels from low on.
func scoreAt(feet []foot, slope, low float64, count []float64) float64 {
	clear(count)
	for _, f := range feet {
		y := f.y - f.x*slope - low + 1
		k := int(y)
		share := y - float64(k) // a foot counts for two lines, so that the score has no jumps
		count[k] += 1 - share
		count[k+1] += share
	}
	sum := 0.0
	for _, c := range count {
		sum += c * c
	}
	return sum / float64(len(feet))
}
