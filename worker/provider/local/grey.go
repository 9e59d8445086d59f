package local

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
)

// greyOf makes an image grey; what is transparent becomes white. The common
// kinds have ways of their own: through the interface a pixel costs ten times
// as much.
func greyOf(img image.Image) *image.Gray {
	switch src := img.(type) {
	case *image.Gray:
		return src
	case *image.YCbCr: // its Y is the grey
		b := src.Bounds()
		return &image.Gray{Pix: src.Y[src.YOffset(b.Min.X, b.Min.Y):], Stride: src.YStride, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}
	case *image.Paletted:
		return greyOfPalette(src)
	}
	b := img.Bounds()
	grey := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for i := range grey.Pix {
		grey.Pix[i] = 255
	}
	draw.Draw(grey, grey.Rect, img, b.Min, draw.Over)
	return grey
}

func greyOfPalette(src *image.Paletted) *image.Gray {
	var table [256]byte
	for i, c := range src.Palette {
		r, g, b, a := c.RGBA()
		rest := 0xffff - a // of the white behind it
		table[i] = color.GrayModel.Convert(color.RGBA64{uint16(r + rest), uint16(g + rest), uint16(b + rest), 0xffff}).(color.Gray).Y
	}
	grey := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for y := range grey.Rect.Dy() {
		row := src.Pix[y*src.Stride:]
		for x := range grey.Rect.Dx() {
			grey.Pix[y*grey.Stride+x] = table[row[x]]
		}
	}
	return grey
}

// halve averages squares of four pixels, until no side is longer than twice
// the bound: what is then resized loses no thin stroke.
func halve(src *image.Gray, bound int) *image.Gray {
	for max(src.Rect.Dx(), src.Rect.Dy()) > 2*bound && min(src.Rect.Dx(), src.Rect.Dy()) > 1 {
		out := image.NewGray(image.Rect(0, 0, src.Rect.Dx()/2, src.Rect.Dy()/2))
		for y := range out.Rect.Dy() {
			a, b := src.Pix[2*y*src.Stride:], src.Pix[(2*y+1)*src.Stride:]
			for x := range out.Rect.Dx() {
				sum := int(a[2*x]) + int(a[2*x+1]) + int(b[2*x]) + int(b[2*x+1])
				out.Pix[y*out.Stride+x] = byte(sum / 4)
			}
		}
		src = out
	}
	return src
}

// resize interpolates between four pixels.
func resize(src *image.Gray, w, h int) *image.Gray {
	if w == src.Rect.Dx() && h == src.Rect.Dy() {
		return src
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		y0, y1, fy := between(y, h, src.Rect.Dy())
		top, bottom := src.Pix[y0*src.Stride:], src.Pix[y1*src.Stride:]
		for x := range w {
			x0, x1, fx := between(x, w, src.Rect.Dx())
			t := int(top[x0])*(256-fx) + int(top[x1])*fx
			b := int(bottom[x0])*(256-fx) + int(bottom[x1])*fx
			out.Pix[y*out.Stride+x] = byte((t*(256-fy) + b*fy) >> 16)
		}
	}
	return out
}

// between returns the two source pixels beside target pixel i of n, and the
// second one's share in 256ths.
func between(i, n, source int) (a, b, share int) {
	at := max(0, ((2*i+1)*source*128)/n-128)
	a = min(at>>8, source-1)
	return a, min(a+1, source-1), at & 255
}

// writePGM writes the simplest of formats: whatever reads it next has nothing
// to decode.
func writePGM(path string, img *image.Gray) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "P5 %d %d 255\n", img.Rect.Dx(), img.Rect.Dy())
	for y := range img.Rect.Dy() {
		if _, err := w.Write(img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]); err != nil {
			return err
		}
	}
	return w.Flush()
}
