package local

import (
	"context"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sync/errgroup"

	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/document/scan"
	"biom/worker/provider"
)

// sheet is one page of the document as an image. A document holds at most
// ocrPages of them, of up to 22 MB each, and twice as much until the first looks have been made.
type sheet struct {
	number int // of the page, from 1
	page   scan.Page
}

// The resolutions at which pages of a PDF are drawn. A scan is drawn at its own
// resolution if that lies within the limits, because any other would blur it.
const (
	outlineDPI = 300 // of pages that are not a scan
	minDPI     = 72
	maxDPI     = 400
)

// legible drops the pages without lines of letters, such as blank pages and
// photographs.
func legible(sheets ...sheet) []sheet {
	return slices.DeleteFunc(sheets, func(s sheet) bool { return !s.page.Legible() })
}

// render draws the first of the pages of a PDF that may show more than their text
// layer holds. An image needs no rendering, because Prepare has decoded it.
func (p *prepared) render(ctx context.Context) error {
	if p.kind != provider.PDF || p.sheets != nil {
		return nil
	}
	pages := slices.DeleteFunc(slices.Clone(p.pages), p.isText)
	pages = pages[:min(len(pages), ocrPages)]
	sheets := make([]sheet, len(pages))
	group, ctx := errgroup.WithContext(ctx)
	for i, page := range pages {
		group.Go(func() (err error) {
			sheets[i].number = page.Number
			sheets[i].page, err = p.renderPage(ctx, page)
			return err
		})
	}
	err := group.Wait()
	p.sheets = legible(sheets...)
	return err
}

func (p *prepared) renderPage(ctx context.Context, page layout.Page) (scan.Page, error) {
	release, err := p.gate.Enter(ctx, 0)
	if err != nil {
		return scan.Page{}, err
	}
	defer release()
	name := p.dir.Path(fmt.Sprint("page-", page.Number))
	file, err := p.poppler.Render(ctx, string(p.dir), p.file, page, p.dpi(page), scan.MaxSide, name)
	if err != nil {
		return scan.Page{}, poppler.Explain(err)
	}
	defer os.Remove(file)
	img, err := readPGM(file)
	if err != nil {
		return scan.Page{}, provider.Damaged(err)
	}
	return scan.Analyze(img, scan.None), nil
}

// dpi returns the resolution at which a page is drawn.
func (p *prepared) dpi(page layout.Page) float64 {
	if i, ok := p.scanOf(page); ok {
		return min(max(i.XPPI, minDPI), maxDPI)
	}
	return outlineDPI
}

// scanOf returns the image that covers the page; ok is false if there is none.
func (p *prepared) scanOf(page layout.Page) (img poppler.Image, ok bool) {
	at := slices.IndexFunc(p.images, func(i poppler.Image) bool { return i.Covers(page) })
	if at < 0 {
		return poppler.Image{}, false
	}
	return p.images[at], true
}

// isText reports whether the text layer holds all the text of the page, so that OCR
// would find nothing more: it has more words than a letterhead, and no image takes
// more than a tenth of the page.
func (p *prepared) isText(page layout.Page) bool {
	const (
		letterhead = 150 // words
		maxImage   = 0.1 // share of the page's area
	)
	return len(page.Words) > letterhead && !slices.ContainsFunc(p.images, func(i poppler.Image) bool {
		return i.Page == page.Number && i.Share(page) > maxImage
	})
}
