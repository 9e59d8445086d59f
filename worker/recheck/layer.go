package recheck

import (
	"context"
	"errors"
	"slices"

	"biom/worker/layout"
	"biom/worker/poppler"
	"biom/worker/provider"
	"biom/worker/scratch"
)

// pages is how many pages are read; of a longer document some text would be
// unknown, and a value that stands there would seem to stand nowhere.
const pages = 20

// Layer reads the text layers of PDFs with poppler.
func Layer(space *scratch.Space, p *poppler.Poppler) Text {
	return func(ctx context.Context, doc provider.Document) (words []layout.Page, err error) {
		if doc.Kind != provider.PDF {
			return nil, nil
		}
		dir, err := space.New()
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, dir.Close()) }()
		return layer(ctx, p, dir, doc.Data)
	}
}

// layer is nil if a page is a scan: the words over it are somebody's OCR, and
// without words it may hold what is looked for.
func layer(ctx context.Context, p *poppler.Poppler, dir scratch.Dir, data []byte) ([]layout.Page, error) {
	file, err := dir.Write("document.pdf", data)
	if err != nil {
		return nil, err
	}
	read, err := p.Text(ctx, string(dir), file, pages+1)
	if err != nil || len(read) > pages || !slices.ContainsFunc(read, hasWords) {
		return nil, err
	}
	images, err := p.Images(ctx, string(dir), file, pages)
	scan := func(page layout.Page) bool {
		return slices.ContainsFunc(images, func(i poppler.Image) bool { return i.Covers(page) })
	}
	if err != nil || slices.ContainsFunc(read, scan) {
		return nil, err
	}
	return read, nil
}

func hasWords(page layout.Page) bool { return len(page.Words) > 0 }
