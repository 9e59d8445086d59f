package local

import (
	"context"
	"errors"
	"os"

	"golang.org/x/sync/errgroup"

	"biom/worker/child"
	"biom/worker/layout"
	"biom/worker/provider"
	"biom/worker/reader"
	"biom/worker/tesseract"
)

// look is one way to read a page. OCR is sometimes wrong and sure of it, so a
// value must be seen alike by two looks that have as little in common as can
// be: another language's data, another resolution, another division.
type look struct {
	language string
	mode     tesseract.Mode
	dpi      int
}

// fullDPI is the resolution of the first look.
const fullDPI = 300

// maxSide bounds a page's image in pixels: A4 at 300 dpi is 3,508 high.
const maxSide = 4000

// looksIn returns the looks in order: two always, the third if something was
// seen by one of them alone.
func looksIn(languages []string) []look {
	if len(languages) == 0 {
		return nil
	}
	first, last := languages[0], languages[len(languages)-1]
	return []look{
		{first, tesseract.Block, fullDPI},
		{last, tesseract.Block, 240},
		{last, tesseract.Sparse, 240},
	}
}

// recognize reads the first pages by OCR.
func (p *prepared) recognize(ctx context.Context) (reader.Findings, error) {
	if p.tesseract == nil {
		return reader.Findings{}, notInstalled(tesseract.Debian)
	}
	seen, err := p.look(ctx, p.looks[:2])
	if err != nil || reader.Settled(seen...) {
		return reader.Agree(seen...), err
	}
	more, err := p.look(ctx, p.looks[2:])
	return reader.Agree(append(seen, more...)...), err
}

// look looks at the document in several ways, at once as far as slots are free.
func (p *prepared) look(ctx context.Context, looks []look) ([]reader.Findings, error) {
	group, ctx := errgroup.WithContext(ctx)
	seen := make([]reader.Findings, len(looks))
	for i, l := range looks {
		group.Go(func() error {
			pages, err := p.see(ctx, l)
			seen[i] = reader.Find(pages)
			return err
		})
	}
	return seen, group.Wait()
}

// see reads the pages in one way.
func (p *prepared) see(ctx context.Context, l look) ([]layout.Page, error) {
	var out []layout.Page
	for _, page := range p.pages[:min(len(p.pages), ocrPages)] {
		seen, err := p.seePage(ctx, page, l)
		if err != nil {
			return nil, err
		}
		seen.Number = page.Number
		out = append(out, seen)
	}
	return out, nil
}

// seePage draws and reads one page. The image goes when it is read: memory
// holds one image for each slot.
func (p *prepared) seePage(ctx context.Context, page layout.Page, l look) (layout.Page, error) {
	release, err := p.slot(ctx)
	if err != nil {
		return layout.Page{}, err
	}
	defer release()
	file := p.page(page.Number, l.dpi) + ".pgm"
	if p.kind == provider.PDF {
		_, err = p.poppler.Render(ctx, string(p.dir), p.file, page, l.dpi, maxSide, p.page(page.Number, l.dpi))
		if err != nil {
			return layout.Page{}, explain(err)
		}
		defer os.Remove(file)
	}
	seen, err := p.tesseract.Read(ctx, string(p.dir), file, l.mode, l.dpi, []string{l.language})
	if exit, ok := errors.AsType[*child.ExitError](err); ok {
		return layout.Page{}, provider.NoBiometry().Because(exit) // out of a limit, or not an image to it
	}
	return seen, err
}

// slot waits for one of the OCR places, which the documents of an Extractor
// share.
func (e *Extractor) slot(ctx context.Context) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // select would choose either at random
	}
	select {
	case e.slots <- struct{}{}:
		return func() { <-e.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
