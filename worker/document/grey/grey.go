// Package grey converts images to grey ones.
package grey

import (
	"image"
	"image/color"
	"image/draw"
)

// Of converts an image to grey; transparent parts become white. The common
// image types have their own conversions, because reading a pixel through the
// image.Image interface takes ten times as long.
func Of(img image.Image) *image.Gray {
	switch src := img.(type) {
	case *image.Gray:
		return src
	case *image.YCbCr:
		return ofY(src)
	case *image.Paletted:
		return ofPalette(src)
	}
	b := img.Bounds()
	grey := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for i := range grey.Pix {
		grey.Pix[i] = 255
	}
	draw.Draw(grey, grey.Rect, img, b.Min, draw.Over)
	return grey
}

// ofY returns a copy of the Y channel, which is the grey image. It makes a copy so
// that the memory of the colours can be freed.
func ofY(src *image.YCbCr) *image.Gray {
	b := src.Bounds()
	grey := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range grey.Rect.Dy() {
		copy(grey.Pix[y*grey.Stride:(y+1)*grey.Stride], src.Y[src.YOffset(b.Min.X, b.Min.Y+y):])
	}
	return grey
}

// ofPalette looks up the grey value of each colour of the palette.
func ofPalette(src *image.Paletted) *image.Gray {
	var table [256]byte
	for i, c := range src.Palette {
		r, g, b, a := c.RGBA()
		white := 0xffff - a // the part of the white ground that shows through
		table[i] = color.GrayModel.Convert(color.RGBA64{uint16(r + white), uint16(g + white), uint16(b + white), 0xffff}).(color.Gray).Y
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
