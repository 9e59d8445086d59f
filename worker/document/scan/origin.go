package scan

import (
	"image"
	"math"
)

// OnPicture returns the smallest box of the picture, as a viewer shows it, that holds a
// box of the upright page. Both are in shares of their widths and heights.
func (p Page) OnPicture(b Box) Box {
	out := Box{1, 1, 0, 0}
	for _, corner := range []point{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X1, b.Y1}, {b.X0, b.Y1}} {
		at := p.source(corner)
		if p.flat != nil {
			at = p.flat.source(at)
		}
		at = at.before((4 - p.shown) % 4)
		out = Box{min(out.X0, at.x), min(out.Y0, at.y), max(out.X1, at.x), max(out.Y1, at.y)}
	}
	return Box{max(0, out.X0), max(0, out.Y0), min(1, out.X1), min(1, out.Y1)}
}

// Size returns the width and height in pixels of the picture as a viewer shows it.
func (p Page) Size() (width, height int) {
	if p.shown == Right || p.shown == Left {
		return p.size.Y, p.size.X
	}
	return p.size.X, p.size.Y
}

// source returns where a point of the upright page lies in the image that was analysed.
// It undoes the turn and then the tilt (see [warpPart]). Points are in shares of the sides.
func (p Page) source(at point) point {
	at = at.before(p.turn)
	w, h := float64(p.grey.Rect.Dx()), float64(p.grey.Rect.Dy())
	x, y := (at.x-0.5)*w, (at.y-0.5)*h
	sin, cos := math.Sincos(p.tilt * math.Pi / 180)
	return point{0.5 + (x*cos-y*sin)/w, 0.5 + (x*sin+y*cos)/h}
}

// turned returns where a point of an image that was turned by t lies before it is turned.
func (at point) before(t Turn) point {
	b := t.undone(Box{at.x, at.y, at.x, at.y})
	return point{b.X0, b.Y0}
}

// flattening says how a page that was seen at an angle has been flattened.
type flattening struct {
	shows projection  // from shares of the flat page to pixels of the upright one
	size  image.Point // of the upright page
	turn  Turn        // that made it upright
}

// source returns where a point of the flat page lies in the image that was analysed.
func (f *flattening) source(at point) point {
	on := f.shows.at(at.x, at.y)
	return point{on.x / float64(f.size.X), on.y / float64(f.size.Y)}.before(f.turn)
}
