package scan

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRowsAreWarpedLikeSinglePixels expects the fast ways of [warpRow] and [levelRows] to give the pixels that [cubic] does, at the
// borders of the image and beyond them, too.
func TestRowsAreWarpedLikeSinglePixels(t *testing.T) {
	t.Parallel()
	src, random := image.NewGray(image.Rect(0, 0, 61, 40)), rand.New(rand.NewPCG(1, 2))
	for i := range src.Pix {
		src.Pix[i] = byte(random.UintN(256))
	}
	for i := range 500 {
		l := sourceLine{
			random.IntN(90*unit) - 15*unit, random.IntN(60*unit) - 10*unit, unit/3 + random.IntN(unit), random.IntN(unit/2) - unit/4,
		}
		want, got := make([]byte, 70), make([]byte, 70)
		if i%2 == 0 {
			l.stepY = 0
			l.cubic(src, want)
			newLevelRows(src, len(got)).warp(got, l)
		} else {
			l.cubic(src, want)
			warpRow(src, got, l)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: got %d, want %d", l, got, want)
		}
	}
}
