// Package attachment turns an uploaded report into what models take: a PDF as it
// is or as images of its pages, a picture upright and no larger than the
// vendor looks at. What cannot be opened is found here, before anything costs.
package attachment

import (
	"context"
	"errors"
	"runtime"

	"biom/worker/document/child"
	"biom/worker/document/picture"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/provider"
)

// Part is one piece of a document, as it is sent.
type Part struct {
	Type string // application/pdf, image/png or image/jpeg
	Data []byte
}

// Config configures an Opener.
type Config struct {
	// ImagesOnly has PDFs rendered, for servers that take no others.
	ImagesOnly bool
	// Side is the longest side of a picture, in pixels; larger ones are scaled
	// down. 0: 2048.
	Side int
	// WorkDir is where PDFs lie while poppler looks at them; see
	// scratch.DefaultRoot.
	WorkDir string
}

const (
	defaultSide = 2048
	// The pages of a document. A report has one to four; vendors are paid by the
	// page, and compatible servers see few images at once.
	maxPages  = 20
	maxImages = 8
)

// Opener opens documents. It is safe for concurrent use.
type Opener struct {
	cfg     Config
	poppler *poppler.Poppler // nil: not installed
	space   *scratch.Space
	gate    *picture.Gate // for pictures that are decoded and pages that are rendered
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
	o := &Opener{cfg: cfg, space: space, gate: picture.NewGate(runtime.NumCPU())}
	if runner, err := child.NewRunner(); err == nil {
		if o.poppler, err = poppler.Find(runner); err != nil {
			o.poppler = nil
		}
	}
	return o, nil
}

// Missing lists the Debian packages that would have to be installed. Without
// poppler a PDF is sent unseen, and cannot be rendered.
func (o *Opener) Missing() []string {
	if o.poppler == nil {
		return []string{poppler.Debian}
	}
	return nil
}

// Close removes the working directory.
func (o *Opener) Close() error { return o.space.Close() }

// Open returns the parts of a document. One that cannot be opened is a
// *problem.Problem with status 400.
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
	most := maxPages
	if o.cfg.ImagesOnly {
		most = maxImages
	}
	pages, err := o.poppler.Text(ctx, string(dir), file, most+1) // opens it, as a model could
	if err != nil {
		return nil, explain(err)
	}
	if len(pages) > most {
		return nil, provider.TooManyPages(most)
	}
	if !o.cfg.ImagesOnly {
		return []Part{{"application/pdf", data}}, nil
	}
	for _, page := range pages {
		png, err := o.render(ctx, dir, file, page.Number)
		if err != nil {
			return nil, explain(err)
		}
		parts = append(parts, Part{"image/png", png})
	}
	return parts, nil
}

func (o *Opener) render(ctx context.Context, dir scratch.Dir, file string, page int) ([]byte, error) {
	release, err := o.gate.Enter(ctx, false)
	if err != nil {
		return nil, err
	}
	defer release()
	return o.poppler.PNG(ctx, string(dir), file, page, o.cfg.Side)
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
