package scan

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// A leader is a row of dots that leads from a label to its value. OCR takes the dots and what
// stands beside them for letters.
const (
	leaderDots   = 5      // the fewest
	leaderDot    = 0.3    // the largest dot, in heights of a capital letter
	leaderStep   = 1.0    // the farthest from a dot to the next one, in heights of a capital letter
	leaderUneven = 0.35   // how much a step may differ from the others, as a share of theirs
	maxDots      = 10_000 // of a page; one with more is speckled
	leaderLevel  = 0.12   // how far a dot may stand above or below the one before, in heights of a capital letter
)

// eraseLeaders paints the leaders of an image white. height is that of a capital letter in
// pixels.
func eraseLeaders(img *image.Gray, height float64) {
	var dots []image.Rectangle
	for _, s := range spots(img) {
		if float64(max(s.Dx(), s.Dy())) <= max(2, leaderDot*height) {
			dots = append(dots, s.Rectangle)
		}
	}
	if len(dots) > maxDots {
		return
	}
	slices.SortFunc(dots, func(a, b image.Rectangle) int { return cmp.Compare(a.Min.X, b.Min.X) })
	taken := make([]bool, len(dots))
	for i := range dots {
		if taken[i] {
			continue
		}
		if row := leaderFrom(img, dots, i, height); len(row) >= leaderDots {
			for _, k := range row {
				taken[k] = true
				paintWhite(img, dots[k].Inset(-1-int(leaderLevel*height))) // the blurred edge, too
			}
		}
	}
}

// leaderFrom returns the dots of the leader that begins with dot i. dots are sorted from left to
// right.
func leaderFrom(img *image.Gray, dots []image.Rectangle, i int, height float64) []int {
	row := []int{i}
	step := 0.0 // to the second dot
	for k := i + 1; k < len(dots); k++ {
		last, next := dots[row[len(row)-1]], dots[k]
		dx, dy := center(next).x-center(last).x, center(next).y-center(last).y
		if dx > leaderStep*height || step > 0 && dx > (1+leaderUneven)*step {
			break
		}
		if math.Abs(dy) > max(1, leaderLevel*height) || step > 0 && dx < (1-leaderUneven)*step || !isPaper(img, last, next, height) {
			continue
		}
		if step == 0 {
			step = dx
		}
		row = append(row, k)
	}
	return row
}

// center returns the middle of a box.
func center(r image.Rectangle) foot {
	return foot{float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2}
}

// isPaper reports that nothing is printed between two dots, where the letters of a word would be.
//
//go:norace
func isPaper(img *image.Gray, a, b image.Rectangle, height float64) bool {
	top, bottom := max(0, min(a.Min.Y, b.Min.Y)-int(height/2)), max(a.Max.Y, b.Max.Y)
	for y := top; y < bottom; y++ {
		for x := a.Max.X; x < b.Min.X; x++ {
			if img.Pix[y*img.Stride+x] < ink {
				return false
			}
		}
	}
	return true
}

// paintWhite paints a box of the image white.
//
//go:norace
func paintWhite(img *image.Gray, box image.Rectangle) {
	box = box.Intersect(img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			img.Pix[y*img.Stride+x] = 255
		}
	}
}
