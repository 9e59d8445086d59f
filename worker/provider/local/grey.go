package local

import (
	"image"
	"image/color"
	"image/draw"
)

// greyOf makes an image grey; what is transparent becomes white. The common
// kinds have ways of their own: through the interface a pixel costs ten times
// as much.
func greyOf(img image.Image) *image.Gray {
	switch src := img.(type) {
	case *image.Gray:
		return src
	case *image.YCbCr: // its Y is the grey
		return greyOfY(src)
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

// greyOfY copies, so that the colours need not be kept.
func greyOfY(src *image.YCbCr) *image.Gray {
	b := src.Bounds()
	grey := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range grey.Rect.Dy() {
		copy(grey.Pix[y*grey.Stride:(y+1)*grey.Stride], src.Y[src.YOffset(b.Min.X, b.Min.Y+y):])
	}
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
