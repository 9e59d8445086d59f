// Package attachment turns an uploaded report into the parts that are sent to a
// model: a PDF as it is or as images of its pages, a picture upright and no
// larger than the vendor uses. A file that cannot be opened fails here, before a
// call is paid for. Package llm uses it for every adapter of a language model.
package attachment

import (
	"context"
	"errors"

	"biom/shared/fair"
	"biom/worker/document/child"
	"biom/worker/document/picture"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/provider"
)

// Part is one piece of a document as it is sent to a model.
type Part struct {
	Type string // application/pdf, image/png or image/jpeg
	Data []byte
}

// Config configures an Opener.
type Config struct {
	// ImagesOnly sends the pages of a PDF as images, for servers that take no PDF.
	ImagesOnly bool
	// Side is the largest length in pixels of the longer side of a picture; larger
	// pictures are scaled down. 0: 2048.
	Side int
	// WorkDir is the directory of the PDFs while poppler reads them. "":
	// scratch.DefaultRoot.
	WorkDir string
}

const (
	defaultSide = 2048
	// The largest numbers of pages of a document that is sent as a PDF, and as images.
	// A report has one to four pages. Vendors charge for each page, and compatible
	// servers take few images in one call.
	maxPages  = 20
	maxImages = 8
)

// Opener opens documents. It is safe for concurrent use.
type Opener struct {
	cfg     Config
	poppler *poppler.Poppler // nil: not installed
	space   *scratch.Space
	gate    *picture.Gate // for pictures and pages
}

// New finds poppler on PATH and makes the working directory.
func New(cfg Config) (*Opener, error) {
	if cfg.Side <= 0 {
		cfg.Side = defaultSide
	}
	space, err := scratch.Open(cfg.WorkDir)
	if err != nil {
		return nil, err
	}
	runner, err := child.NewRunner()
	if err != nil {
		return nil, errors.Join(err, space.Close())
	}
	o := &Opener{cfg: cfg, space: space, gate: picture.NewGate(fair.Processors())}
	if o.poppler, err = poppler.Find(runner); err != nil {
		o.poppler = nil
	}
	return o, nil
}

// Missing lists the Debian packages that are not installed. Without poppler a
// PDF is sent unchecked, and its pages cannot be rendered.
func (o *Opener) Missing() []string {
	if o.poppler == nil {
		return []string{poppler.Debian}
	}
	return nil
}

// Close removes the working directory.
func (o *Opener) Close() error { return o.space.Close() }

// Open returns the parts of a document. If the document cannot be opened, the
// error is a *problem.Problem with status 400.
func (o *Opener) Open(ctx context.Context, doc provider.Document) ([]Part, error) {
	if doc.Kind != provider.PDF {
		part, err := o.picture(ctx, doc)
		return []Part{part}, err
	}
	if o.poppler == nil && o.cfg.ImagesOnly {
		return nil, provider.NotInstalled(poppler.Debian)
	}
	if o.poppler != nil {
		return o.pdf(ctx, doc.Data)
	}
	return []Part{{"application/pdf", doc.Data}}, nil
}

func (o *Opener) pdf(ctx context.Context, data []byte) (parts []Part, err error) {
	dir, err := o.space.New()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	file, err := dir.Write("document.pdf", data)
	if err != nil {
		return nil, err
	}
	limit := maxPages
	if o.cfg.ImagesOnly {
		limit = maxImages
	}
	// Reading the text checks that the document can be opened, and counts its pages.
	pages, err := o.poppler.Text(ctx, string(dir), file, limit+1)
	if err != nil {
		return nil, poppler.Explain(err)
	}
	if len(pages) > limit {
		return nil, provider.TooManyPages(limit)
	}
	if !o.cfg.ImagesOnly {
		return []Part{{"application/pdf", data}}, nil
	}
	for _, page := range pages {
		png, err := o.render(ctx, dir, file, page.Number)
		if err != nil {
			return nil, poppler.Explain(err)
		}
		parts = append(parts, Part{"image/png", png})
	}
	return parts, nil
}

func (o *Opener) render(ctx context.Context, dir scratch.Dir, file string, page int) ([]byte, error) {
	release, err := o.gate.Enter(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer release()
	return o.poppler.PNG(ctx, string(dir), file, page, o.cfg.Side)
}
