package scan

import (
	"image"
	"math"
)

// Origin says how the upright page was made from the picture. It does not hold the image.
type Origin struct {
	turn  Turn    // that made the page upright, after it was flattened
	tilt  float64 // degrees by which its lines fell to the right
	side  image.Point
	flat  *flattening
	shown Turn
	size  image.Point
}

// Origin returns how the page was made.
func (p Page) Origin() Origin {
	return Origin{p.turn, p.tilt, p.grey.Rect.Size(), p.flat, p.shown, p.size}
}

// OnPicture returns the smallest box of the picture, as a viewer shows it, that holds a
// box of the upright page. Both are in shares of their widths and heights.
func (o Origin) OnPicture(b Box) Box {
	out := Box{1, 1, 0, 0}
	for _, corner := range []point{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X1, b.Y1}, {b.X0, b.Y1}} {
		at := o.source(corner)
		if o.flat != nil {
			at = o.flat.source(at)
		}
		at = at.before((4 - o.shown) % 4)
		out = Box{min(out.X0, at.x), min(out.Y0, at.y), max(out.X1, at.x), max(out.Y1, at.y)}
	}
	return Box{max(0, out.X0), max(0, out.Y0), min(1, out.X1), min(1, out.Y1)}
}

// Size returns the width and height in pixels of the picture as a viewer shows it.
func (o Origin) Size() (width, height int) {
	if o.shown == Right || o.shown == Left {
		return o.size.Y, o.size.X
	}
	return o.size.X, o.size.Y
}

// source returns where a point of the upright page lies in the image that was analysed.
// It undoes the turn and then the tilt (see [warpPart]). Points are in shares of the sides.
func (o Origin) source(at point) point {
	at = at.before(o.turn)
	w, h := float64(o.side.X), float64(o.side.Y)
	x, y := (at.x-0.5)*w, (at.y-0.5)*h
	sin, cos := math.Sincos(o.tilt * math.Pi / 180)
	return point{0.5 + (x*cos-y*sin)/w, 0.5 + (x*sin+y*cos)/h}
}

// turned returns where a point of an image that was turned by t lies before it is turned.
func (at point) before(t Turn) point {
	b := t.undone(Box{at.x, at.y, at.x, at.y})
	return point{b.X0, b.Y0}
}

// flattening says how a page that was seen at an angle, or that is bent, has been flattened.
type flattening struct {
	shows projection  // from shares of the flat page to pixels of the upright one
	size  image.Point // of the upright page
	turn  Turn        // that made it upright
	bend  *bend       // was undone at last; nil: none
}

// bentBy returns the flattening that undoes a bend as well. A page that has none is turned by t.
func (f *flattening) bentBy(b bend, t Turn) *flattening {
	if f == nil {
		f = &flattening{shows: projection{a: float64(b.size.X), e: float64(b.size.Y)}, size: b.size, turn: t}
	}
	bent := *f
	bent.bend = &b
	return &bent
}

// source returns where a point of the flat page lies in the image that was analysed.
func (f *flattening) source(at point) point {
	if f.bend != nil {
		at = f.bend.source(at)
	}
	on := f.shows.at(at.x, at.y)
	return point{on.x / float64(f.size.X), on.y / float64(f.size.Y)}.before(f.turn)
}
