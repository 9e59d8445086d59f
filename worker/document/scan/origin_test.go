package scan

import (
	"image"
	"testing"
)

// TestOnPictureFindsTheInk takes places of the page that OCR would get, and expects the picture to have ink where
// the page has, and none where it has none: for tilted and turned pages, for those that a camera turns, and for
// those that were seen at an angle.
func TestOnPictureFindsTheInk(t *testing.T) {
	t.Parallel()
	page := columned(t)
	for name, c := range map[string]struct {
		img  *image.Gray
		hint Turn
	}{
		"as it is":                {page, None},
		"tilted":                  {warp(page, 1, 2.5, wholeBox), None},
		"on its side":             {turned(page, Right), None},
		"upside down, tilted":     {turned(warp(page, 1, -1.5, wholeBox), HalfTurn), None},
		"turned by the viewer":    {turned(page, Right), Left},
		"seen at an angle":        {seen(page, 4, 3), None},
		"at an angle, by viewers": {turned(seen(page, -4, 2), Left), Right},
		"bent":                    {curled(page, 14, 10), None},
		"bent, by viewers":        {turned(curled(page, 14, 10), Left), Right},
		"bent, on its side":       {turned(curled(page, -12, 10), Right), None},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Analyze(c.img, c.hint)
			picture := turned(c.img, c.hint) // as a viewer shows it
			origin := p.Origin()
			if w, h := origin.Size(); w != picture.Rect.Dx() || h != picture.Rect.Dy() {
				t.Errorf("%d x %d pixels, want %v", w, h, picture.Rect)
			}
			sheet := p.Draw(wholePage, 40)
			at := func(x, y int) image.Point { // of the picture
				w, h := float64(sheet.Rect.Dx()), float64(sheet.Rect.Dy())
				b := origin.OnPicture(Box{float64(x) / w, float64(y) / h, float64(x) / w, float64(y) / h})
				return image.Pt(int(b.X0*float64(picture.Rect.Dx())), int(b.Y0*float64(picture.Rect.Dy())))
			}
			ink, found, blank, white := 0, 0, 0, 0
			for y := 20; y < sheet.Rect.Dy()-20; y += 5 {
				for x := 20; x < sheet.Rect.Dx()-20; x += 5 {
					switch low, high := extent(sheet, image.Pt(x, y), 1); {
					case high < 100: // the middle of a stroke
						ink++
						if v, _ := extent(picture, at(x, y), 1); v < 128 {
							found++
						}
					case low > 200:
						blank++
						if _, v := extent(picture, at(x, y), 1); v > 200 {
							white++
						}
					}
				}
			}
			if ink < 100 || blank < 1000 || found*100 < 97*ink || white*100 < 97*blank {
				t.Errorf("ink at %d of %d places, none at %d of %d", found, ink, white, blank)
			}
		})
	}
}

// extent returns the lowest and the highest brightness around a pixel.
func extent(img *image.Gray, at image.Point, radius int) (low, high byte) {
	low = 255
	for y := -radius; y <= radius; y++ {
		for x := -radius; x <= radius; x++ {
			if q := at.Add(image.Pt(x, y)); q.In(img.Rect) {
				v := img.GrayAt(q.X, q.Y).Y
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}
