package scan

import (
	"image"
	"math"
	"testing"
)

// seen returns the page as a camera sees it that looks at it at an angle. across and down say how much
// the camera is turned aside and tilted: lines converge by across, and edges of columns by down, both in degrees.
func seen(page *image.Gray, across, down float64) *image.Gray {
	const margin = 1.1 // the page looks smaller, so that none of it is outside
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	g, k := margin*across*math.Pi/180/h, margin*down*math.Pi/180/w
	out := filled(page.Rect.Dx(), page.Rect.Dy(), 255)
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			dx, dy := float64(x)-w/2, float64(y)-h/2
			z := margin / (1 + g*dx + k*dy)
			sx, sy := int((w/2+dx*z)*unit), int((h/2+dy*z)*unit)
			out.Pix[y*out.Stride+x] = cubic(page, sx>>16, sy>>16, &kernel[sx>>10&63], &kernel[sy>>10&63])
		}
	}
	return out
}

// columned returns a page of text in four columns.
func columned(t *testing.T) *image.Gray {
	t.Helper()
	page := printed(t, 1240, 1754, 15)
	for _, x := range []int{330, 630, 930} {
		for y := range page.Rect.Dy() {
			for i := range 40 {
				page.Pix[y*page.Stride+x+i] = 255
			}
		}
	}
	return page
}

// TestPerspectiveIsFlattened expects the lines of a page that was photographed at an angle to be parallel, and to
// be aligned as well as those of the flat page.
func TestPerspectiveIsFlattened(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for _, c := range []struct{ across, down float64 }{{3, 0}, {-2, 0}, {0, 4}, {0, -4}, {4, 3}, {-4, 2}, {6, -3}} {
		photo := seen(page, c.across, c.down)
		bent, _, _ := analyze(photo, None)
		p := Analyze(photo, None)
		_, _, boxes := analyze(p.grey, None)
		upright := turned(p.grey, p.turn)
		if p.turn != None {
			boxes = letters(spots(upright), upright.Rect.Dy())
		}
		_, again := slanted(upright, boxes, p.height)
		if again || p.alignmentRatio < 5 || math.Abs(p.tilt) > 0.2 {
			t.Errorf("%v: alignment %.1f, was %.1f; tilt %.2f, turn %d; converges still: %v", c, p.alignmentRatio, bent.alignmentRatio, p.tilt, p.turn, again)
		}
	}
}

// TestFlatPagesAreLeftAsTheyAre also tilts and turns them.
func TestFlatPagesAreLeftAsTheyAre(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for _, tilt := range []float64{0, 0.3, -2, 5} {
		for turn := None; turn <= Left; turn++ {
			img := turned(warp(page, 0.999, tilt, wholeBox), turn)
			if p := Analyze(img, None); p.grey.Rect != img.Rect {
				t.Errorf("tilted by %v, turned by %d: flattened to %v", tilt, turn, p.grey.Rect)
			}
		}
	}
}

// TestPerspectiveOfNarrowPages: where all text stands on one side of the page the slopes of its lines matter less,
// and the page is flattened still.
func TestPerspectiveOfNarrowPages(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for y := range page.Rect.Dy() {
		for x := 330; x < page.Rect.Dx(); x++ {
			page.Pix[y*page.Stride+x] = 255
		}
	}
	if p := Analyze(seen(page, -2, 0), None); p.flat == nil {
		t.Error("the page is not flattened")
	}
}
