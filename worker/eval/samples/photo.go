package samples

import (
	"math"
	"math/rand/v2"
)

// photographed lays the page on a table, and takes a picture of it in bad
// light, with a thumb that holds the page down where nothing is printed.
func (s *sheet) photographed(r *rand.Rand, w wear) *sheet {
	sin, cos := math.Sincos(math.Abs(w.tilt) * math.Pi / 180)
	margin := (0.015 + 0.035*r.Float64() + (math.Abs(w.lean[0])+math.Abs(w.lean[1]))*float64(s.h)/float64(s.w)) * float64(s.w)
	width := int(float64(s.w)*cos + float64(s.h)*sin + 2*margin)
	height := int(float64(s.h)*cos + float64(s.w)*sin + 2*margin)
	table := [][3]float64{{112, 84, 60}, {150, 146, 140}, {70, 74, 80}, {176, 150, 118}}[r.IntN(4)]
	m := turned(s, width, height, w.tilt, w.lean)
	out := s.placed(width, height, m, table)
	out.thumb(r, s, m)
	out.lit(r)
	return out
}

// thumb paints a thumb over an edge of the picture. Where it would lie on
// print it is tried elsewhere; if there is no room, there is no thumb.
func (s *sheet) thumb(r *rand.Rand, page *sheet, m turn) {
	for range 40 {
		t := drawThumb(r, s)
		if t.free(s, page, m) {
			t.paint(s)
			return
		}
	}
}

// thumb is an ellipse that reaches into the picture.
type thumb struct{ x, y, along, across, sin, cos float64 }

func drawThumb(r *rand.Rand, s *sheet) thumb {
	size := (0.05 + 0.03*r.Float64()) * float64(s.w)
	t := thumb{along: 2.4 * size, across: size}
	var inward float64 // the direction in which it points
	w, h := float64(s.w), float64(s.h)
	switch r.IntN(3) {
	case 0:
		t.x, t.y, inward = -1.2*size, h*(0.3+0.69*r.Float64()), 0
	case 1:
		t.x, t.y, inward = w+1.2*size, h*(0.3+0.69*r.Float64()), math.Pi
	default:
		t.x, t.y, inward = w*(0.05+0.9*r.Float64()), h+1.2*size, -math.Pi/2
	}
	t.sin, t.cos = math.Sincos(inward + 0.6*r.Float64() - 0.3)
	return t
}

// depth is 0 on the thumb's outline, 1 in its middle, less than 0 outside.
func (t thumb) depth(x, y float64) float64 {
	u, v := (x-t.x)*t.cos+(y-t.y)*t.sin, (y-t.y)*t.cos-(x-t.x)*t.sin
	return 1 - (u*u/(t.along*t.along) + v*v/(t.across*t.across))
}

func (t thumb) each(s *sheet, do func(x, y int, depth float64)) {
	reach := t.along + 2
	for y := max(0, int(t.y-reach)); y < min(s.h, int(t.y+reach)); y++ {
		for x := max(0, int(t.x-reach)); x < min(s.w, int(t.x+reach)); x++ {
			if d := t.depth(float64(x), float64(y)); d > -0.15 {
				do(x, y, d)
			}
		}
	}
}

// free reports that nothing is printed where the thumb is or nearly is.
func (t thumb) free(s, page *sheet, m turn) bool {
	free := true
	t.each(s, func(x, y int, _ float64) {
		if px, py := m.at(x, y); px >= 0 && py >= 0 && int(px) < page.w && int(py) < page.h {
			free = free && page.pix[(int(py)*page.w+int(px))*page.n] > 250
		}
	})
	return free
}

func (t thumb) paint(s *sheet) {
	skin := [3]float64{214, 164, 138}
	if s.n == 1 {
		skin[0] = 176
	}
	t.each(s, func(x, y int, depth float64) {
		if depth < 0 {
			return
		}
		cover, shade := min(1, depth*12), 0.72+0.28*math.Sqrt(depth)
		for c := range s.n {
			p := &s.pix[(y*s.w+x)*s.n+c]
			*p = uint8(float64(*p)*(1-cover) + skin[c]*shade*cover)
		}
	})
}

// lit is the light of a room: brighter at one side, with the shadow of who
// takes the picture, and warm or cold.
func (s *sheet) lit(r *rand.Rand) {
	var (
		sin, cos   = math.Sincos(2 * math.Pi * r.Float64())
		fall       = 0.10 + 0.18*r.Float64()
		dark       = 0.24 * r.Float64()
		bsin, bcos = math.Sincos(2 * math.Pi * r.Float64())
		border     = 0.6*r.Float64() - 0.3
		soft       = 0.03 + 0.12*r.Float64()
		cast       = [][3]float64{{1, 1, 1}, {1, 0.965, 0.89}, {0.93, 0.97, 1}, {1, 0.98, 0.95}}[r.IntN(4)]
		diagonal   = math.Hypot(float64(s.w), float64(s.h))
	)
	for y := range s.h {
		for x := range s.w {
			u, v := (float64(x)-float64(s.w)/2)/diagonal, (float64(y)-float64(s.h)/2)/diagonal
			light := 1 - fall*(0.5+u*cos+v*sin)
			light *= 1 - dark*min(max((u*bcos+v*bsin-border)/soft, 0), 1)
			for c := range s.n {
				p := &s.pix[(y*s.w+x)*s.n+c]
				*p = uint8((float64(*p)*0.88 + 18) * light * cast[c])
			}
		}
	}
}
