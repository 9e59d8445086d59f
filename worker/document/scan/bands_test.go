package scan

import (
	"image"
	"testing"
)

// TestBandsDivideAPageBetweenLines also turns and tilts the page. The bands are drawn as the same rows of
// the whole page, and no letter is cut: the rows around the cut are white.
func TestBandsDivideAPageBetweenLines(t *testing.T) {
	t.Parallel()
	page := printed(t, 1240, 1754, 15)
	for _, tilt := range []float64{0, 2} {
		for turn := None; turn <= Left; turn++ {
			p := Analyze(turned(warp(page, 0.999, tilt, wholeBox), turn), None)
			if len(p.Bands()) != 2 {
				t.Errorf("turned by %d, tilted by %v: %v", turn, tilt, p.Bands())
				continue
			}
			whole := p.Draw(wholePage, 24)
			top, bottom := p.Draw(p.Bands()[0], 24), p.Draw(p.Bands()[1], 24)
			h := top.Rect.Dy()
			if h+bottom.Rect.Dy() != whole.Rect.Dy() || h*5 < whole.Rect.Dy()*2 || h*5 > whole.Rect.Dy()*3 {
				t.Errorf("turned by %d, tilted by %v: %v and %v of %v", turn, tilt, top.Rect, bottom.Rect, whole.Rect)
				continue
			}
			want := copied(whole.SubImage(image.Rect(0, h, whole.Rect.Dx(), whole.Rect.Dy())).(*image.Gray))
			if d := difference(bottom, want); d > 0.5 {
				t.Errorf("turned by %d, tilted by %v: differs by %.2f", turn, tilt, d)
			}
			cut := copied(whole.SubImage(image.Rect(0, h-2, whole.Rect.Dx(), h+2)).(*image.Gray))
			if d := difference(cut, filled(cut.Rect.Dx(), 4, 255)); d > 0.5 {
				t.Errorf("turned by %d, tilted by %v: letters are cut, %.2f", turn, tilt, d)
			}
		}
	}
}

// TestBandsOfATurnedPage expects the bands of a page that is turned over to be those of the page from below.
func TestBandsOfATurnedPage(t *testing.T) {
	t.Parallel()
	p := Analyze(printed(t, 1240, 1754, 15), None)
	over := p.Turned(HalfTurn)
	if len(over.Bands()) != 2 || over.Bands()[0].To != 1-p.Bands()[0].To {
		t.Errorf("%v, turned %v", p.Bands(), over.Bands())
	}
}

// TestShortAndDensePagesAreNotDivided needs no second process, or finds no gap.
func TestShortAndDensePagesAreNotDivided(t *testing.T) {
	t.Parallel()
	short := printed(t, 1240, 120, 15)
	dense := printed(t, 1240, 1754, 15)
	for y := 40; y < 1700; y += 3 { // no row is without print
		for x := range 60 {
			dense.Pix[y*dense.Stride+1100+x] = 0
			dense.Pix[(y+1)*dense.Stride+1100+x] = 0
		}
	}
	for name, page := range map[string]*image.Gray{"short": short, "dense": dense} {
		if b := Analyze(page, None).Bands(); len(b) != 1 || b[0] != wholePage {
			t.Errorf("%s: %v", name, b)
		}
	}
}
