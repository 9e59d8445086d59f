package local

import (
	"context"
	"errors"
	"sync"

	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/provider"
	"biom/worker/reader"
)

// How many pages of a document are read, from its text layer and by OCR.
const (
	textPages = 10
	ocrPages  = 4
)

// prepared is one document with its working directory.
type prepared struct {
	*Extractor
	dir    scratch.Dir
	kind   provider.Kind
	file   string           // path of the PDF; "" for an image
	pages  []layout.Page    // text layer of the PDF
	images []poppler.Image  // images on the pages of the PDF
	sheets []sheet          // pages that OCR reads
	signs  []layout.Page    // the names of eyes on the signs of the sheets
	looks  []look           // in the order in which they were made
	found  *reader.Findings // nil until the document has been read

	mu    sync.Mutex      // protects costs
	costs map[string]cost // name of a pass → what it has taken
}

// Prepare implements [provider.Extractor]. It reads the text layer of a PDF or
// decodes an image, and so finds out whether the document can be opened.
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, _ provider.Options) (provider.Prepared, error) {
	p, err := e.prepare(ctx, doc)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (e *Extractor) prepare(ctx context.Context, doc provider.Document) (*prepared, error) {
	dir, err := e.space.New()
	if err != nil {
		return nil, err
	}
	p := &prepared{Extractor: e, dir: dir, kind: doc.Kind, costs: map[string]cost{}}
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

// readText writes the PDF to the working directory and reads its text layer and
// the list of its images.
func (p *prepared) readText(ctx context.Context, data []byte) (err error) {
	if p.poppler == nil {
		return provider.NotInstalled(poppler.Debian)
	}
	if p.file, err = p.dir.Write("document.pdf", data); err != nil {
		return err
	}
	if p.pages, err = p.poppler.Text(ctx, string(p.dir), p.file, textPages); err != nil {
		return poppler.Explain(err)
	}
	p.images, err = p.poppler.Images(ctx, string(p.dir), p.file, textPages)
	return poppler.Explain(err)
}
