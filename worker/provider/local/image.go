package local

import (
	"context"

	"biom/worker/document/exif"
	"biom/worker/document/picture"
	"biom/worker/document/scan"
	"biom/worker/document/tesseract"
	"biom/worker/provider"
)

var turns = map[exif.Orientation]scan.Turn{exif.HalfTurn: scan.Over, exif.Right: scan.Right, exif.Left: scan.Left}

// decode turns an image into the one page that it shows.
func (p *prepared) decode(ctx context.Context, doc provider.Document) error {
	if p.tesseract == nil {
		return provider.NotInstalled(tesseract.Debian)
	}
	img, release, err := picture.Decode(ctx, doc, p.decoding)
	if err != nil {
		return err
	}
	defer release()
	p.sheets = legible(sheet{1, scan.Look(greyOf(img.Image), turns[img.Turn])})
	return nil
}

// decoding waits for a place to decode in. Who waits for the large ones' turn
// is in nobody's way.
func (e *Extractor) decoding(ctx context.Context, large bool) (release func(), err error) {
	if !large {
		return e.slot(ctx)
	}
	select {
	case e.large <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	done, err := e.slot(ctx)
	if err != nil {
		<-e.large
		return nil, err
	}
	return func() { done(); <-e.large }, nil
}
