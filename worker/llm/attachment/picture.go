package attachment

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"

	"biom/worker/document/exif"
	"biom/worker/document/picture"
	"biom/worker/provider"
)

// mediaTypes has the kinds of pictures that models take unchanged. kind → media type
var mediaTypes = map[provider.Kind]string{provider.JPG: "image/jpeg", provider.PNG: "image/png"}

// picture turns a picture into a part. It decodes even a picture that is then
// sent unchanged, so that a damaged one fails before a call is paid for.
func (o *Opener) picture(ctx context.Context, doc provider.Document) (Part, error) {
	img, release, err := picture.Decode(ctx, doc, o.gate)
	if err != nil {
		return Part{}, err
	}
	defer release()
	size := img.Bounds()
	if t := mediaTypes[doc.Kind]; t != "" && img.Turn == exif.Upright && opaque(img.Image) && max(size.Dx(), size.Dy()) <= o.cfg.Side {
		return Part{t, doc.Data}, nil
	}
	return encode(doc.Kind, upright(scaled(img.Image, o.cfg.Side), img.Turn))
}

// opaque reports whether no pixel is transparent. A model would see black letters
// on a transparent ground as black on black.
func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return !ok || o.Opaque()
}

// encode writes a picture that came as a JPG as JPEG, and any other as PNG, which
// keeps letters sharp.
func encode(kind provider.Kind, img image.Image) (Part, error) {
	var b bytes.Buffer
	if kind == provider.JPG {
		err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92})
		return Part{"image/jpeg", b.Bytes()}, err
	}
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img) // more compression gains little: a scan is mostly noise
	return Part{"image/png", b.Bytes()}, err
}

// scaled returns img on a white ground, scaled down so that no side is longer than side
// pixels.
//
// It scales first along x and then along y, in bands, which is what draw does at once
// with 32 bytes for each pixel between: 400 MB for a photo of 48 megapixels.
func scaled(img image.Image, side int) *image.RGBA {
	b := img.Bounds()
	longest := max(b.Dx(), b.Dy())
	if longest <= side {
		return onWhite(img, b)
	}
	const band = 64 // pixels
	narrow := image.NewRGBA(image.Rect(0, 0, max(1, b.Dx()*side/longest), b.Dy()))
	for y := 0; y < b.Dy(); y += band {
		rows := onWhite(img, image.Rect(b.Min.X, b.Min.Y+y, b.Max.X, min(b.Min.Y+y+band, b.Max.Y)))
		draw.CatmullRom.Scale(narrow, image.Rect(0, y, narrow.Rect.Dx(), y+rows.Rect.Dy()), rows, rows.Rect, draw.Src, nil)
	}
	small := image.NewRGBA(image.Rect(0, 0, narrow.Rect.Dx(), max(1, b.Dy()*side/longest)))
	for x := 0; x < small.Rect.Dx(); x += band {
		part := image.Rect(x, 0, min(x+band, small.Rect.Dx()), small.Rect.Dy())
		columns := image.Rect(part.Min.X, 0, part.Max.X, b.Dy())
		draw.CatmullRom.Scale(small, part, narrow, columns, draw.Src, nil)
	}
	return small
}

// onWhite returns a part of img on a white ground.
func onWhite(img image.Image, part image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, part.Dx(), part.Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, part.Min, draw.Over)
	return out
}

// upright returns img turned as the camera's orientation o says.
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
