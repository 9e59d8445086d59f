package scan

import (
	"image"
	"math"
	"testing"
)

// curled returns the page as a camera sees it if the sheet does not lie flat: its lines fall by the given pixels in the middle
// of their length and rise again, and at the foot of the page by other ones than at its head.
func curled(page *image.Gray, head, foot float64) *image.Gray {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	out := filled(w, h, 255)
	for y := range h {
		by := head + (foot-head)*float64(y)/float64(h)
		for x := range w {
			u := float64(x)*2/float64(w) - 1
			at := int((float64(y) - by*(1-u*u)) * unit)
			out.Pix[y*out.Stride+x] = cubic(page, x, at>>16, &kernel[0], &kernel[at>>10&63])
		}
	}
	return out
}

// TestBentPagesAreLevelled expects lines that the sheet bends to be as well aligned as those of a flat one, nearly.
func TestBentPagesAreLevelled(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for _, c := range []struct{ head, foot float64 }{{14, 14}, {-12, -12}, {20, 5}, {-6, 18}} {
		photo := curled(page, c.head, c.foot)
		bent, _, _ := analyze(photo, None)
		p := Analyze(photo, None)
		if p.flat == nil || p.flat.bend == nil || p.alignmentRatio < 5 || p.alignmentRatio < 1.5*bent.alignmentRatio {
			t.Errorf("%v: alignment %.1f, was %.1f", c, p.alignmentRatio, bent.alignmentRatio)
		}
		if p.natural.Rect != p.grey.Rect {
			t.Errorf("%v: the natural page is %v, the cleaned one %v", c, p.natural.Rect, p.grey.Rect)
		}
	}
}

// TestLevelPagesAreNotBent also tilts them.
func TestLevelPagesAreNotBent(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for _, tilt := range []float64{0, 0.3, -2, 5} {
		if p := Analyze(warp(page, 0.999, tilt, wholeBox), None); p.flat != nil {
			t.Errorf("tilted by %v: %+v", tilt, p.flat)
		}
	}
}

// TestFewWordsTellNoBend: neither do letters that all stand in one column.
func TestFewWordsTellNoBend(t *testing.T) {
	t.Parallel()
	var letters []image.Rectangle
	for i := range 20 {
		letters = append(letters, image.Rect(20*i, 100, 20*i+15, 120))
	}
	if b, found := bentBy(letters, image.Pt(500, 500), 20); found {
		t.Errorf("one line: %+v", b)
	}
	if _, ok := solved([5][6]float64{{1, 2, 3, 4, 5, 6}, {2, 4, 6, 8, 10, 12}}); ok {
		t.Error("equations without a solution were solved")
	}
}

// TestBendIsUndone expects the level page to be drawn from where source says.
func TestBendIsUndone(t *testing.T) {
	t.Parallel()
	b := bend{c: [5]float64{0, 0.04, 0.01, 0, 0.02}, size: image.Pt(1240, 1754)}
	page := printed(t, b.size.X, b.size.Y, 15)
	level := b.drawn(page)
	for _, at := range []image.Point{{200, 300}, {620, 877}, {1000, 1500}} {
		from := b.source(point{float64(at.X) / float64(b.size.X), float64(at.Y) / float64(b.size.Y)})
		x, y := int(math.Round(from.x*float64(b.size.X))), int(math.Round(from.y*float64(b.size.Y)))
		low, high := extent(page, image.Pt(x, y), 1)
		if v := level.GrayAt(at.X, at.Y).Y; int(v) < int(low)-40 || int(v) > int(high)+40 {
			t.Errorf("%v comes from %d, %d: %d, want %d to %d", at, x, y, v, low, high)
		}
	}
}
