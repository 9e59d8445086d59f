package recheck

import (
	"context"
	"errors"
	"slices"

	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/provider"
)

// maxPages is the largest number of pages of a document that is read. A longer document
// is not read at all, because a value on its unread pages would seem to be invented.
const maxPages = 20

// Layer is the [Source] that reads the text layers of PDFs with poppler.
type Layer struct {
	space   *scratch.Space
	poppler *poppler.Poppler
}

var _ Source = (*Layer)(nil)

// OpenLayer finds poppler on PATH and makes the working directory workDir, of which ""
// means scratch.DefaultRoot. It fails if poppler is not installed.
func OpenLayer(workDir string) (*Layer, error) {
	runner, err := child.NewRunner()
	if err != nil {
		return nil, err
	}
	p, err := poppler.Find(runner)
	if err != nil {
		return nil, err
	}
	space, err := scratch.Open(workDir)
	return &Layer{space, p}, err
}

// Close implements [Source].
func (l *Layer) Close() error { return l.space.Close() }

// Text implements [Source].
func (l *Layer) Text(ctx context.Context, doc provider.Document) (text Text, err error) {
	if doc.Kind != provider.PDF {
		return Text{}, nil
	}
	dir, err := l.space.New()
	if err != nil {
		return Text{}, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	text, err = l.read(ctx, dir, doc.Data)
	if errors.Is(err, poppler.ErrDamaged) || errors.Is(err, poppler.ErrPassword) || errors.Is(err, poppler.ErrTooComplex) {
		return Text{}, nil // the adapter decides what that means
	}
	return text, err
}

// read returns the text layer, or no page if one of the pages is a scan: words over a
// scan come from another program's OCR, and a scan without words may show values that
// the text of the other pages lacks.
func (l *Layer) read(ctx context.Context, dir scratch.Dir, data []byte) (Text, error) {
	file, err := dir.Write("document.pdf", data)
	if err != nil {
		return Text{}, err
	}
	read, err := l.poppler.Text(ctx, string(dir), file, maxPages+1)
	if err != nil || len(read) > maxPages || !slices.ContainsFunc(read, hasWords) {
		return Text{}, err
	}
	images, err := l.poppler.Images(ctx, string(dir), file, maxPages)
	if err != nil {
		return Text{}, err
	}
	text := Text{Pages: read}
	for _, page := range read {
		for _, i := range images {
			if i.Covers(page) {
				return Text{}, nil
			}
			text.Pictures = text.Pictures || i.Page == page.Number && i.Share(page) > maxLogo
		}
	}
	return text, nil
}

// maxLogo is the share of a page's area up to which a picture counts as a logo. A larger
// picture may be a printout.
const maxLogo = 0.1

func hasWords(page layout.Page) bool { return len(page.Words) > 0 }
