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

	"biom/worker/layout"
	"biom/worker/provider"
	"biom/worker/tesseract"
)

// The bounds of an image, in pixels. The api lets 100 million pass; those
// beyond largePixels are decoded one at a time, because a decoder needs up to
// 16 bytes for each.
const (
	maxPixels   = 100_000_000
	largePixels = 32_000_000
	minSide     = 1600 // a smaller image is enlarged: OCR wants letters 20 pixels high
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

// decode turns an image into grey pixels of sizes that OCR reads well.
func (p *prepared) decode(ctx context.Context, doc provider.Document) error {
	if p.tesseract == nil {
		return notInstalled(tesseract.Debian)
	}
	d, ok := decoders[doc.Kind]
	if !ok {
		return fmt.Errorf("local: no decoder for %q", doc.Kind)
	}
	size, err := d.config(bytes.NewReader(doc.Data))
	if err != nil {
		return damaged(err)
	}
	pixels := int64(size.Width) * int64(size.Height)
	if pixels > maxPixels {
		return tooLarge()
	}
	release, err := p.decoding(ctx, pixels)
	if err != nil {
		return err
	}
	defer release()
	img, err := d.image(bytes.NewReader(doc.Data))
	if err != nil {
		return damaged(err)
	}
	return p.draw(greyOf(img))
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

// draw writes the image once for each resolution of the looks.
func (p *prepared) draw(img *image.Gray) error {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	p.pages = []layout.Page{{Number: 1, Width: float64(w), Height: float64(h)}}
	done := map[int]bool{}
	for _, l := range p.looks {
		if done[l.dpi] {
			continue
		}
		done[l.dpi] = true
		to := sideFor(max(w, h), l.dpi)
		scaled := resize(halve(img, to), max(1, w*to/max(w, h)), max(1, h*to/max(w, h)))
		if err := writePGM(p.page(1, l.dpi)+".pgm", scaled); err != nil {
			return err
		}
	}
	return nil
}

// sideFor is the longer side at which a look reads an image: its own, then
// another. Every enlargement blurs, so that is a smaller one unless the letters
// would then be too low.
func sideFor(long, dpi int) int {
	to := min(max(long, minSide), maxSide)
	if dpi == fullDPI {
		return to
	}
	if to*4/5 >= minSide {
		return to * 4 / 5
	}
	return to * 6 / 5
}
