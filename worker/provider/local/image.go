package local

import (
	"context"

	"biom/worker/document/exif"
	"biom/worker/document/grey"
	"biom/worker/document/picture"
	"biom/worker/document/scan"
	"biom/worker/document/tesseract"
	"biom/worker/provider"
)

// turns maps the orientations that a camera gives to turns. An upright picture is not
// in it and so gets scan.None.
var turns = map[exif.Orientation]scan.Turn{exif.HalfTurn: scan.HalfTurn, exif.Right: scan.Right, exif.Left: scan.Left}

// decode decodes an image, which becomes the document's only page.
func (p *prepared) decode(ctx context.Context, doc provider.Document) error {
	if p.tesseract == nil {
		return provider.NotInstalled(tesseract.Debian)
	}
	img, release, err := picture.Decode(ctx, doc, p.gate)
	if err != nil {
		return err
	}
	defer release()
	p.sheets = legible(sheet{1, scan.Analyze(grey.Of(img.Image), turns[img.Turn])})
	return nil
}
