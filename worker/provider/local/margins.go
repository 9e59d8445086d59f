package local

import (
	"context"
	"fmt"
	"image"

	"biom/worker/document/layout"
	"biom/worker/document/scan"
	"biom/worker/reader"
)

// readMargins seeks the names of both eyes in the margins of the pages, and reads the words of the passes anew with them. It is no look of its own: it sees no
// value.
func (p *prepared) readMargins(ctx context.Context) error {
	o := p.marginPass()
	pages := make([]layout.Page, min(len(p.sheets), maxMargins))
	found := false
	for i, s := range p.sheets[:len(pages)] {
		var err error
		if pages[i], err = p.readMarginsOf(ctx, s, o); err != nil {
			return err
		}
		found = found || len(pages[i].Words) > 0
	}
	if !found {
		return nil
	}
	passes, words := p.passes()
	headed := reader.ShareHeadings(append(words, pages)...)
	for k, i := range passes {
		l := &p.looks[i]
		l.words, l.found = headed[k], reader.Find(headed[k])
	}
	p.shareWords()
	return p.readCells(ctx)
}

// maxMargins is how many sheets have their margins read. Each takes up to eleven calls of tesseract, of which none has much to read.
const maxMargins = 2

// readMarginsOf reads one margin of a sheet after the other until one holds the names of both eyes. The page has these words alone.
func (p *prepared) readMarginsOf(ctx context.Context, s sheet, o pass) (layout.Page, error) {
	release, err := p.gate.Enter(ctx, 0)
	if err != nil {
		return layout.Page{}, err
	}
	defer release()
	img := s.page.DrawTall(o.height)
	page := layout.Page{OCR: true, Number: s.number, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy())}
	for i, m := range scan.Margins(img) {
		names, err := p.namesIn(ctx, fmt.Sprint("margin-", s.number, "-", i, ".bmp"), o, m, img)
		if err != nil {
			return page, err
		}
		if len(names) > 0 {
			page.Words = names
			return page, nil
		}
	}
	return page, nil
}

// namesIn returns the names of both eyes in the margin of a drawing, where they stand in it; none if not both are there.
func (p *prepared) namesIn(ctx context.Context, file string, o pass, m scan.Margin, img *image.Gray) ([]layout.Word, error) {
	strip, err := p.readImage(ctx, file, o, m.Cut(img))
	if err != nil {
		return nil, err
	}
	strip.OCR = true
	names := reader.EyeNames(strip)
	for i := range names {
		names[i].Box = layout.Box(m.Uncut(scan.Box(names[i].Box)))
	}
	return names, nil
}
