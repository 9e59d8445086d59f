package scan

import (
	"image"
	"math"
)

// warp scales an image by a factor, rotates it back by tilt degrees and returns the part of
// the result in the box. It does both in one step, because every interpolation blurs; Catmull-Rom
// interpolation keeps strokes sharp. Pixels from outside the image become white.
func warp(src *image.Gray, scale, tilt float64, box Box) *image.Gray {
	for scale <= 0.6 && min(src.Rect.Dx(), src.Rect.Dy()) > 1 {
		src, scale = half(src), scale*2
	}
	whole := scaledSize(src, scale)
	part := image.Rect(
		int(box.X0*float64(whole.Dx())), int(box.Y0*float64(whole.Dy())),
		int(box.X1*float64(whole.Dx())), int(box.Y1*float64(whole.Dy())),
	)
	if scale == 1 && tilt == 0 {
		return copied(src.SubImage(part).(*image.Gray))
	}
	return warpPart(src, scale, tilt, part)
}

// scaledSize returns the rectangle of the scaled image.
func scaledSize(src *image.Gray, scale float64) image.Rectangle {
	return image.Rect(0, 0, max(1, int(float64(src.Rect.Dx())*scale)), max(1, int(float64(src.Rect.Dy())*scale)))
}

// warpPart returns a part of the scaled and rotated image.
//
//go:norace
func warpPart(src *image.Gray, scale, tilt float64, part image.Rectangle) *image.Gray {
	w, h, whole := src.Rect.Dx(), src.Rect.Dy(), scaledSize(src, scale)
	out := image.NewGray(image.Rect(0, 0, part.Dx(), part.Dy()))
	sin, cos := math.Sincos(tilt * math.Pi / 180)
	sin, cos = sin/scale, cos/scale
	ox := float64(whole.Dx())/2 - float64(part.Min.X) - 0.5
	level := newLevelRows(src, part.Dx())
	for y := range part.Dy() {
		fy := float64(part.Min.Y+y) + 0.5 - float64(whole.Dy())/2
		// The place in src of the first pixel of the row; sin and cos are the step to the
		// next.
		l := sourceLine{
			int((float64(w)/2 - 0.5 - ox*cos - fy*sin) * unit), int((float64(h)/2 - 0.5 - ox*sin + fy*cos) * unit),
			int(cos * unit), int(sin * unit),
		}
		row := out.Pix[y*out.Stride : y*out.Stride+part.Dx()]
		if tilt == 0 {
			level.warp(row, l)
		} else {
			warpRow(src, row, l)
		}
	}
	return out
}

// unit is one pixel in fixed-point coordinates.
const unit = 1 << 16

// sourceLine is where the pixels of a row come from, in fixed-point coordinates of the source: the first from (x, y), and each
// of the others from a place that is a step further.
type sourceLine struct{ x, y, stepX, stepY int }

// after returns the line without its first n pixels.
func (l sourceLine) after(n int) sourceLine {
	return sourceLine{l.x + n*l.stepX, l.y + n*l.stepY, l.stepX, l.stepY}
}

// inside returns which of the first n pixels of the line lie so far inside the image that the 16 pixels around them do, too.
func (l sourceLine) inside(src *image.Gray, n int) (from, upto int) {
	in := func(i int) bool {
		x, y := (l.x+i*l.stepX)>>16, (l.y+i*l.stepY)>>16
		return x >= 1 && y >= 1 && x+2 < src.Rect.Dx() && y+2 < src.Rect.Dy()
	}
	for from < n && !in(from) {
		from++
	}
	upto = n
	for upto > from && !in(upto-1) {
		upto--
	}
	return from, upto
}

// warpRow computes one row.
//
//go:norace
func warpRow(src *image.Gray, out []byte, l sourceLine) {
	from, upto := l.inside(src, len(out))
	l.cubic(src, out[:from])
	l.after(upto).cubic(src, out[upto:])
	l = l.after(from)
	for out = out[from:upto]; len(out) > 0; {
		n := l.cubicInside(src, out)
		l, out = l.after(n), out[n:]
	}
}

// cubic computes pixels that may lie outside the image or at its border.
//
//go:norace
func (l sourceLine) cubic(src *image.Gray, out []byte) {
	x, y := l.x, l.y
	for i := range out {
		out[i] = cubic(src, x>>16, y>>16, &kernel[x>>10&63], &kernel[y>>10&63])
		x, y = x+l.stepX, y+l.stepY
	}
}

// cubicInside computes pixels that lie inside the image, as many as have the same four rows around them, and returns their number.
// It does the same as [cubic], which most of the time of a drawing would go into.
//
//go:norace
func (l sourceLine) cubicInside(src *image.Gray, out []byte) int {
	w, x, y := src.Rect.Dx(), l.x, l.y
	first := (y>>16 - 1) * src.Stride
	a, b := src.Pix[first:first+w], src.Pix[first+src.Stride:first+src.Stride+w]
	c, d := src.Pix[first+2*src.Stride:first+2*src.Stride+w], src.Pix[first+3*src.Stride:first+3*src.Stride+w]
	for i := range out {
		if y>>16 != l.y>>16 {
			return i
		}
		kx, ky, at := &kernel[x>>10&63], &kernel[y>>10&63], x>>16-1
		sum := ky[0]*weighted(a[at:at+4:at+4], kx) + ky[1]*weighted(b[at:at+4:at+4], kx) +
			ky[2]*weighted(c[at:at+4:at+4], kx) + ky[3]*weighted(d[at:at+4:at+4], kx)
		out[i] = byte(max(0, min(255, sum>>16)))
		x, y = x+l.stepX, y+l.stepY
	}
	return len(out)
}

// weighted returns the weighted sum of four pixels.
//
//go:norace
func weighted(p []byte, k *[4]int) int {
	return int(p[0])*k[0] + int(p[1])*k[1] + int(p[2])*k[2] + int(p[3])*k[3]
}

// levelRows scales an image that is not rotated. The sums along a row of the source are the same for all rows of the result
// that need it, so they are computed once.
type levelRows struct {
	src  *image.Gray
	sums [4][]int // along the rows of the source; row y has sums[y%4]
	rows [4]int   // of the source; -1: none
}

func newLevelRows(src *image.Gray, width int) *levelRows {
	r := &levelRows{src: src, rows: [4]int{-1, -1, -1, -1}}
	for i := range r.sums {
		r.sums[i] = make([]int, width)
	}
	return r
}

// warp computes one row.
//
//go:norace
func (r *levelRows) warp(out []byte, l sourceLine) {
	from, upto := l.inside(r.src, len(out))
	l.cubic(r.src, out[:from])
	l.after(upto).cubic(r.src, out[upto:])
	if from == upto {
		return
	}
	y, k := l.y>>16, &kernel[l.y>>10&63]
	out = out[from:upto]
	a, b := r.along(y-1, l, from, upto)[:len(out)], r.along(y, l, from, upto)[:len(out)]
	c, d := r.along(y+1, l, from, upto)[:len(out)], r.along(y+2, l, from, upto)[:len(out)]
	for i := range out {
		sum := k[0]*a[i] + k[1]*b[i] + k[2]*c[i] + k[3]*d[i]
		out[i] = byte(max(0, min(255, sum>>16)))
	}
}

// along returns the weighted sums along row y of the source, from one pixel of the line to another.
//
//go:norace
func (r *levelRows) along(y int, l sourceLine, from, upto int) []int {
	sums := r.sums[y&3][:upto-from]
	if r.rows[y&3] == y {
		return sums
	}
	r.rows[y&3] = y
	row, x := r.src.Pix[y*r.src.Stride:y*r.src.Stride+r.src.Rect.Dx()], l.x+from*l.stepX
	for i := range sums {
		at := x>>16 - 1
		sums[i] = weighted(row[at:at+4:at+4], &kernel[x>>10&63])
		x += l.stepX
	}
	return sums
}

// cubic returns the weighted sum of the 16 pixels around (x, y).
//
//go:norace
func cubic(src *image.Gray, x, y int, kx, ky *[4]int) byte {
	if x < 1 || y < 1 || x+2 >= src.Rect.Dx() || y+2 >= src.Rect.Dy() {
		return borderPixel(src, x, y)
	}
	sum := 0
	at := (y-1)*src.Stride + x - 1
	for _, k := range ky {
		p := src.Pix[at : at+4 : at+4]
		sum += k * (int(p[0])*kx[0] + int(p[1])*kx[1] + int(p[2])*kx[2] + int(p[3])*kx[3])
		at += src.Stride
	}
	return byte(max(0, min(255, sum>>16)))
}

// borderPixel returns the pixel at (x, y), white if it lies outside the image.
//
//go:norace
func borderPixel(src *image.Gray, x, y int) byte {
	if !(image.Point{x, y}).In(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy())) {
		return 255
	}
	return src.Pix[y*src.Stride+x]
}

// kernel holds the Catmull-Rom weights in 256ths for 64 positions between two pixels.
var kernel = func() (k [64][4]int) {
	for i := range k {
		t := float64(i) / 64
		k[i] = [4]int{
			int(math.Round(256 * (-t + 2*t*t - t*t*t) / 2)), 0,
			int(math.Round(256 * (t + 4*t*t - 3*t*t*t) / 2)),
			int(math.Round(256 * (-t*t + t*t*t) / 2)),
		}
		k[i][1] = 256 - k[i][0] - k[i][2] - k[i][3]
	}
	return k
}()
