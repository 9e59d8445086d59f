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
// ocrPages of them, up to 22 MB each, and one drawing for each slot.
type sheet struct {
	number int
	page   scan.Page
}

// outlineDPI is the resolution at which outlines are drawn. A scan is drawn at
// its own, within bounds: any other blurs it once more.
const (
	outlineDPI = 300
	minDPI     = 72
	maxDPI     = 400
)

// legible drops the pages without lines of letters: blank ones, photographs.
func legible(sheets ...sheet) []sheet {
	return slices.DeleteFunc(sheets, func(s sheet) bool { return !s.page.Legible() })
}

// render draws the first pages of a PDF that may show more than their text
// layer says. Of an image there is nothing to do.
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
	release, err := p.gate.Enter(ctx, false)
	if err != nil {
		return scan.Page{}, err
	}
	defer release()
	name := p.dir.Path(fmt.Sprint("page-", page.Number))
	file, err := p.poppler.Render(ctx, string(p.dir), p.file, page, p.dpi(page), scan.MaxSide, name)
	if err != nil {
		return scan.Page{}, explain(err)
	}
	defer os.Remove(file)
	img, err := readPGM(file)
	if err != nil {
		return scan.Page{}, provider.Damaged(err)
	}
	return scan.Look(img, scan.None), nil
}

// dpi is the resolution to draw a page at.
func (p *prepared) dpi(page layout.Page) float64 {
	if i, ok := p.scanOf(page); ok {
		return min(max(i.XPPI, minDPI), maxDPI)
	}
	return outlineDPI
}

// scanOf returns the image that covers the page, if one does.
func (p *prepared) scanOf(page layout.Page) (poppler.Image, bool) {
	at := slices.IndexFunc(p.images, func(i poppler.Image) bool { return i.Covers(page) })
	if at < 0 {
		return poppler.Image{}, false
	}
	return p.images[at], true
}

// isText reports a page of running text: OCR of it would see the same once
// more. A letterhead is shorter.
func (p *prepared) isText(page layout.Page) bool {
	const letterhead = 150
	return len(page.Words) > letterhead && !slices.ContainsFunc(p.images, func(i poppler.Image) bool {
		return i.Page == page.Number && i.Share(page) > 0.1
	})
}
