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
	for y := range part.Dy() {
		fy := float64(part.Min.Y+y) + 0.5 - float64(whole.Dy())/2
		// The place in src of the first pixel of the row; sin and cos are the step to the
		// next.
		x0 := float64(w)/2 - 0.5 - ox*cos - fy*sin
		y0 := float64(h)/2 - 0.5 - ox*sin + fy*cos
		warpRow(src, out.Pix[y*out.Stride:y*out.Stride+part.Dx()], x0, y0, cos, sin)
	}
	return out
}

// unit is one pixel in the fixed-point coordinates of [warpRow].
const unit = 1 << 16

// warpRow computes one row. It begins at (x0, y0) in src and goes on by (dx, dy) from
// pixel to pixel.
//
//go:norace
func warpRow(src *image.Gray, out []byte, x0, y0, dx, dy float64) {
	x, y, stepX, stepY := int(x0*unit), int(y0*unit), int(dx*unit), int(dy*unit)
	for i := range out {
		out[i] = cubic(src, x>>16, y>>16, &kernel[x>>10&63], &kernel[y>>10&63])
		x, y = x+stepX, y+stepY
	}
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
