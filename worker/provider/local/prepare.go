package local

import (
	"context"
	"errors"

	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/provider"
	"biom/worker/reader"
)

// What is read of a long document.
const (
	textPages = 10 // text of pages beyond is not read
	ocrPages  = 4
)

// prepared is one document with its working directory.
type prepared struct {
	*Extractor
	dir    scratch.Dir
	file   string // the PDF
	kind   provider.Kind
	pages  []layout.Page   // of a PDF: its text layer
	images []poppler.Image // of a PDF
	sheets []sheet         // what OCR reads
	found  *reader.Findings
}

// Prepare implements [provider.Extractor]. It reads the text layer of a PDF or
// decodes an image, which also tells whether that can be done at all.
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, _ provider.Options) (provider.Prepared, error) {
	dir, err := e.space.New()
	if err != nil {
		return nil, err
	}
	p := &prepared{Extractor: e, dir: dir, kind: doc.Kind}
	if doc.Kind == provider.PDF {
		err = p.readText(ctx, doc.Data)
	} else {
		err = p.decode(ctx, doc)
	}
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return p, nil
}

// Close implements [provider.Prepared].
func (p *prepared) Close() error { return p.dir.Close() }

func (p *prepared) readText(ctx context.Context, data []byte) (err error) {
	if p.poppler == nil {
		return provider.NotInstalled(poppler.Debian)
	}
	if p.file, err = p.dir.Write("document.pdf", data); err != nil {
		return err
	}
	if p.pages, err = p.poppler.Text(ctx, string(p.dir), p.file, textPages); err != nil {
		return explain(err)
	}
	p.images, err = p.poppler.Images(ctx, string(p.dir), p.file, textPages)
	return explain(err)
}

// explain turns what poppler says of a document into what a user can do.
func explain(err error) error {
	switch {
	case errors.Is(err, poppler.ErrPassword):
		return provider.PasswordProtected()
	case errors.Is(err, poppler.ErrDamaged):
		return provider.Damaged(err)
	}
	return err
}
