package samples

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"math"
	"strings"
)

// sheet is a raster of one (grey) or three (colour) bytes a pixel.
type sheet struct {
	w, h, n int
	pix     []uint8
}

func newSheet(w, h, n int) *sheet { return &sheet{w, h, n, make([]uint8, w*h*n)} }

// readPNM reads one binary PGM or PPM, as pdftoppm writes them.
func readPNM(in *bytes.Buffer) (*sheet, error) {
	var header [3]string
	for i := range header {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("reading pdftoppm's image: %w", err)
		}
		header[i] = strings.TrimSpace(line)
	}
	var w, h int
	if _, err := fmt.Sscan(header[1], &w, &h); err != nil {
		return nil, fmt.Errorf("reading pdftoppm's image: %w", err)
	}
	s := newSheet(w, h, map[string]int{"P5": 1, "P6": 3}[header[0]])
	_, err := io.ReadFull(in, s.pix)
	return s, err
}

func (s *sheet) image() image.Image {
	bounds := image.Rect(0, 0, s.w, s.h)
	if s.n == 1 {
		return &image.Gray{Pix: s.pix, Stride: s.w, Rect: bounds}
	}
	out := image.NewRGBA(bounds)
	for i := range s.w * s.h {
		copy(out.Pix[4*i:], s.pix[3*i:3*i+3])
		out.Pix[4*i+3] = 255
	}
	return out
}

// sample adds to out the colour at a point between pixels (bilinear), and
// reports whether the point is on the sheet.
func (s *sheet) sample(x, y float64, out *[3]float64) bool {
	if x < 0 || y < 0 || x > float64(s.w-1) || y > float64(s.h-1) {
		return false
	}
	x0, y0 := min(int(x), s.w-2), min(int(y), s.h-2)
	fx, fy := x-float64(x0), y-float64(y0)
	i := (y0*s.w + x0) * s.n
	below := i + s.w*s.n
	for c := range s.n {
		top := float64(s.pix[i+c])*(1-fx) + float64(s.pix[i+s.n+c])*fx
		bottom := float64(s.pix[below+c])*(1-fx) + float64(s.pix[below+s.n+c])*fx
		out[c] = top*(1-fy) + bottom*fy
	}
	return true
}

// placed draws the sheet, turned about its middle and seen from an angle, on a background
// of w by h.
func (s *sheet) placed(w, h int, m turn, background [3]float64) *sheet {
	out := newSheet(w, h, s.n)
	for y := range h {
		for x := range w {
			colour := background
			px, py := m.at(x, y)
			s.sample(px, py, &colour)
			for c := range s.n {
				out.pix[(y*w+x)*s.n+c] = uint8(colour[c] + 0.5)
			}
		}
	}
	return out
}

// turn finds the point of a sheet that lies under a pixel.
type turn struct {
	cos, sin, sx, sy, dx, dy float64
	leanX, leanY             float64 // how much farther away a pixel right and down is: 0 seen from above
}

// turned is the turn of a sheet on a background of w by h. lean says how much nearer or
// farther than the middle the edges are, across and down.
func turned(s *sheet, w, h int, tilt float64, lean [2]float64) turn {
	sin, cos := math.Sincos(tilt * math.Pi / 180)
	return turn{
		cos, sin, float64(s.w-1) / 2, float64(s.h-1) / 2, float64(w-1) / 2, float64(h-1) / 2,
		2 * lean[0] / float64(s.w), 2 * lean[1] / float64(s.h),
	}
}

func (t turn) at(x, y int) (px, py float64) {
	u, v := float64(x)-t.dx, float64(y)-t.dy
	away := 1 + t.leanX*u + t.leanY*v
	u, v = u/away, v/away
	return t.sx + u*t.cos + v*t.sin, t.sy - u*t.sin + v*t.cos
}

// blurred spreads each pixel a little over its neighbours, share to each side.
func (s *sheet) blurred(share float64) *sheet {
	return s.smeared(share, s.n, s.w, s.h, s.w*s.n).smeared(share, s.w*s.n, s.h, s.w, s.n)
}

// smeared blurs along one direction: step is from a pixel to its neighbour in
// it, length the pixels of a line, lines and stride those of the other.
func (s *sheet) smeared(share float64, step, length, lines, stride int) *sheet {
	out := newSheet(s.w, s.h, s.n)
	copy(out.pix, s.pix)
	side := int(share * 256)
	for line := range lines {
		for i := 1; i < length-1; i++ {
			at := line*stride + i*step
			for c := at; c < at+s.n; c++ {
				out.pix[c] = uint8((int(s.pix[c-step])*side + int(s.pix[c])*(256-2*side) + int(s.pix[c+step])*side) >> 8)
			}
		}
	}
	return out
}
