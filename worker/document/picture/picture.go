// Package picture decodes uploaded pictures (JPG, PNG, GIF, BMP) with decoders
// written in Go, so that a crafted file cannot make them run other code. Of an
// animated GIF it decodes the first frame. The local reader uses it, and so does package
// attachment, which prepares pictures for models.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"

	"biom/shared/filekind"
	"biom/worker/document/exif"
	"biom/worker/document/scan"
	"biom/worker/provider"
)

// decoder decodes one kind of pictures: config only the size, image all of it.
type decoder struct {
	config func(io.Reader) (image.Config, error)
	image  func(io.Reader) (image.Image, error)
}

var decoders = map[provider.Kind]decoder{
	provider.JPG: {jpeg.DecodeConfig, jpeg.Decode},
	provider.PNG: {png.DecodeConfig, png.Decode},
	provider.GIF: {gif.DecodeConfig, gif.Decode},
	provider.BMP: {bmp.DecodeConfig, bmp.Decode},
}

// Picture is a decoded picture.
type Picture struct {
	image.Image

	Turn exif.Orientation // how the picture must be turned to be upright
}

// errHeaders is the error of a picture of which the decoder would read other headers
// than [filekind.Measure].
var errHeaders = errors.New("picture: its headers contradict each other")

// memoryFor returns how many bytes a picture takes from its decoding to its release:
// beside what the decoder takes, four bytes for each pixel of what is made of it, which
// has at most as many as the largest image that is cleaned or sent.
func memoryFor(img filekind.Image) int64 {
	return img.Memory + 3*min(int64(img.Width)*int64(img.Height), scan.MaxSide*scan.MaxSide)
}

// Decode waits at the gate and decodes a document that is a picture. The caller
// keeps the place in the gate until it calls release, because its own work on
// the picture takes memory too. The error is a *problem.Problem with status 400
// if the picture cannot be decoded.
func Decode(ctx context.Context, doc provider.Document, gate *Gate) (p Picture, release func(), err error) {
	d, ok := decoders[doc.Kind]
	if !ok {
		return p, nil, fmt.Errorf("picture: no decoder for %q", doc.Kind)
	}
	size, err := d.config(bytes.NewReader(doc.Data))
	if err != nil {
		return p, nil, provider.Damaged(err)
	}
	img, err := filekind.Measure(doc.Kind, doc.Data)
	if err != nil || img.Width != size.Width || img.Height != size.Height {
		return p, nil, provider.Damaged(errors.Join(err, errHeaders))
	}
	if err := img.Check(); err != nil {
		return p, nil, provider.TooLarge(err)
	}
	if release, err = gate.Enter(ctx, memoryFor(img)); err != nil {
		return p, nil, err
	}
	if p.Image, err = d.image(bytes.NewReader(doc.Data)); err != nil {
		release()
		return p, nil, provider.Damaged(err)
	}
	p.Turn = exif.Upright
	if doc.Kind == provider.JPG {
		p.Turn = exif.Of(doc.Data)
	}
	return p, release, nil
}
