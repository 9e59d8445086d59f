package document

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"

	"biom/worker/exif"
	"biom/worker/provider"
)

// The bounds of a picture, in pixels. The api lets 100 million pass; those
// beyond largePixels are decoded one at a time, because a decoder needs up to
// 16 bytes for each.
const (
	maxPixels   = 100_000_000
	largePixels = 32_000_000
)

type format struct {
	config func(io.Reader) (image.Config, error)
	image  func(io.Reader) (image.Image, error)
	taken  string // the type in which models take it as it is; "": they do not
}

// formats are decoded by Go's own code, which a crafted file cannot take over.
// Of an animation it reads the first frame.
var formats = map[provider.Kind]format{
	provider.JPG: {jpeg.DecodeConfig, jpeg.Decode, "image/jpeg"},
	provider.PNG: {png.DecodeConfig, png.Decode, "image/png"},
	provider.GIF: {gif.DecodeConfig, gif.Decode, ""},
	provider.BMP: {bmp.DecodeConfig, bmp.Decode, ""},
}

// picture decodes every picture, also those that are sent as they are: a
// damaged one must be known before a call is charged.
func (o *Opener) picture(ctx context.Context, doc provider.Document) (Part, error) {
	f, ok := formats[doc.Kind]
	if !ok {
		return Part{}, fmt.Errorf("document: no decoder for %q", doc.Kind)
	}
	size, err := f.config(bytes.NewReader(doc.Data))
	if err != nil {
		return Part{}, provider.Damaged(err)
	}
	if size.Width > maxPixels/max(1, size.Height) {
		return Part{}, provider.TooLarge()
	}
	release, err := o.slot(ctx, size.Width*size.Height)
	if err != nil {
		return Part{}, err
	}
	defer release()
	img, err := f.image(bytes.NewReader(doc.Data))
	if err != nil {
		return Part{}, provider.Damaged(err)
	}
	up := exif.Upright
	if doc.Kind == provider.JPG {
		up = exif.Of(doc.Data)
	}
	if f.taken != "" && up == exif.Upright && opaque(img) && max(size.Width, size.Height) <= o.cfg.Side {
		return Part{f.taken, doc.Data}, nil
	}
	return encode(doc.Kind, upright(scaled(img, o.cfg.Side), up))
}

// opaque: black letters on nothing would be seen as black on black.
func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return !ok || o.Opaque()
}

// encode keeps a photograph a JPEG; letters on anything else stay sharp.
func encode(kind provider.Kind, img image.Image) (Part, error) {
	var b bytes.Buffer
	if kind == provider.JPG {
		err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92})
		return Part{"image/jpeg", b.Bytes()}, err
	}
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img) // scans are noise, which nothing makes small
	return Part{"image/png", b.Bytes()}, err
}

// scaled draws img on white, with its longest side no longer than side.
func scaled(img image.Image, side int) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, b.Min, draw.Over)
	longest := max(b.Dx(), b.Dy())
	if longest <= side {
		return out
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, b.Dx()*side/longest), max(1, b.Dy()*side/longest)))
	draw.CatmullRom.Scale(small, small.Rect, out, out.Rect, draw.Src, nil)
	return small
}

// upright turns img as its camera says.
func upright(img *image.RGBA, o exif.Orientation) *image.RGBA {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var out *image.RGBA
	switch o {
	case exif.HalfTurn:
		out = image.NewRGBA(image.Rect(0, 0, w, h))
	case exif.Right, exif.Left:
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	default:
		return img
	}
	for y := range h {
		for x := range w {
			c := img.RGBAAt(x, y)
			switch o {
			case exif.HalfTurn:
				out.SetRGBA(w-1-x, h-1-y, c)
			case exif.Right:
				out.SetRGBA(h-1-y, x, c)
			default: // exif.Left
				out.SetRGBA(y, w-1-x, c)
			}
		}
	}
	return out
}
