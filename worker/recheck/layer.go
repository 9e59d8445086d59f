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

// pages is how many pages are read; of a longer document some text would be
// unknown, and a value that stands there would seem to stand nowhere.
const pages = 20

// Layer reads the text layers of PDFs with poppler.
type Layer struct {
	space   *scratch.Space
	poppler *poppler.Poppler
}

var _ Source = (*Layer)(nil)

// OpenLayer finds poppler on PATH and makes the working directory; see
// scratch.DefaultRoot.
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
	if errors.Is(err, poppler.ErrDamaged) || errors.Is(err, poppler.ErrPassword) {
		return Text{}, nil // what that means is the adapter's to say
	}
	return text, err
}

// read returns nothing if a page is a scan: the words over it are somebody's
// OCR, and without words it may hold what is looked for.
func (l *Layer) read(ctx context.Context, dir scratch.Dir, data []byte) (Text, error) {
	file, err := dir.Write("document.pdf", data)
	if err != nil {
		return Text{}, err
	}
	read, err := l.poppler.Text(ctx, string(dir), file, pages+1)
	if err != nil || len(read) > pages || !slices.ContainsFunc(read, hasWords) {
		return Text{}, err
	}
	images, err := l.poppler.Images(ctx, string(dir), file, pages)
	if err != nil {
		return Text{}, err
	}
	text := Text{Pages: read}
	for _, page := range read {
		for _, i := range images {
			if i.Covers(page) {
				return Text{}, nil
			}
			text.Pictures = text.Pictures || i.Page == page.Number && i.Share(page) > figure
		}
	}
	return text, nil
}

// figure is the share of a page from which on a picture may be a printout, and
// not a logo.
const figure = 0.1

func hasWords(page layout.Page) bool { return len(page.Words) > 0 }
