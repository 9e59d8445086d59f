package local

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

	"biom/worker/exif"
	"biom/worker/provider"
	"biom/worker/provider/local/scan"
	"biom/worker/tesseract"
)

// The bounds of an image, in pixels. The api lets 100 million pass; those
// beyond largePixels are decoded one at a time, because a decoder needs up to
// 16 bytes for each.
const (
	maxPixels   = 100_000_000
	largePixels = 32_000_000
)

type decoder struct {
	config func(io.Reader) (image.Config, error)
	image  func(io.Reader) (image.Image, error)
}

// decoders are Go's own, which a crafted image cannot take over. Of an
// animation they read the first frame.
var decoders = map[provider.Kind]decoder{
	provider.JPG: {jpeg.DecodeConfig, jpeg.Decode},
	provider.PNG: {png.DecodeConfig, png.Decode},
	provider.GIF: {gif.DecodeConfig, gif.Decode},
	provider.BMP: {bmp.DecodeConfig, bmp.Decode},
}

var turns = map[exif.Orientation]scan.Turn{exif.HalfTurn: scan.Over, exif.Right: scan.Right, exif.Left: scan.Left}

// decode turns an image into the one page that it shows.
func (p *prepared) decode(ctx context.Context, doc provider.Document) error {
	if p.tesseract == nil {
		return provider.NotInstalled(tesseract.Debian)
	}
	d, ok := decoders[doc.Kind]
	if !ok {
		return fmt.Errorf("local: no decoder for %q", doc.Kind)
	}
	size, err := d.config(bytes.NewReader(doc.Data))
	if err != nil {
		return provider.Damaged(err)
	}
	pixels := int64(size.Width) * int64(size.Height)
	if pixels > maxPixels {
		return provider.TooLarge()
	}
	release, err := p.decoding(ctx, pixels)
	if err != nil {
		return err
	}
	defer release()
	img, err := d.image(bytes.NewReader(doc.Data))
	if err != nil {
		return provider.Damaged(err)
	}
	up := exif.Upright
	if doc.Kind == provider.JPG {
		up = exif.Of(doc.Data)
	}
	p.sheets = legible(sheet{1, scan.Look(greyOf(img), turns[up])})
	return nil
}

// decoding waits for a place to decode in.
func (e *Extractor) decoding(ctx context.Context, pixels int64) (release func(), err error) {
	release, err = e.slot(ctx)
	if err != nil || pixels <= largePixels {
		return release, err
	}
	select {
	case e.large <- struct{}{}:
		return func() { <-e.large; release() }, nil
	case <-ctx.Done():
		release()
		return nil, ctx.Err()
	}
}
