package local

import (
	"context"
	"fmt"
	"image"
	"slices"

	"biom/worker/document/layout"
	"biom/worker/document/scan"
	"biom/worker/reader"
)

// maxSignSheets is how many sheets have their signs read. A report has seldom more pages.
const maxSignSheets = 4

// readSigns reads the signs of the sheets in one call of tesseract for each sheet, and keeps those that name an eye, for all passes: see
// [prepared.shareWords]. They are no look of their own, because they see no value.
func (p *prepared) readSigns(ctx context.Context) error {
	p.signs = []layout.Page{}
	for _, s := range p.sheets[:min(len(p.sheets), maxSignSheets)] {
		page, err := p.signsOf(ctx, s, p.signPass())
		if err != nil {
			return err
		}
		p.signs = append(p.signs, page)
	}
	return nil
}

// signsOf returns a page with the names of the eyes that stand on a sheet's signs, and no other word.
func (p *prepared) signsOf(ctx context.Context, s sheet, o pass) (layout.Page, error) {
	release, err := p.gate.Enter(ctx, 0)
	if err != nil {
		return layout.Page{}, err
	}
	defer release()
	img, signs := s.page.DrawSigns(o.height)
	page := layout.Page{OCR: true, Number: s.number, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy())}
	if len(signs) == 0 {
		return page, nil
	}
	cut := make([]*image.Gray, len(signs))
	for i, sign := range signs {
		cut[i] = sign.Cut(img)
	}
	words, err := p.readCuts(ctx, fmt.Sprint("signs-", s.number, ".bmp"), o, cut)
	if err != nil {
		return page, err
	}
	if err := p.readLetters(ctx, s.number, signs, cut, words); err != nil {
		return page, err
	}
	for i, sign := range signs {
		name, ok := reader.EyeName(words[i])
		if !ok {
			continue
		}
		name.Box = layout.Box{X0: float64(sign.Min.X), Y0: float64(sign.Min.Y), X1: float64(sign.Max.X), Y1: float64(sign.Max.Y)}
		if !slices.ContainsFunc(page.Words, func(w layout.Word) bool { return w.Box == name.Box }) {
			page.Words = append(page.Words, name)
		}
	}
	return page, nil
}

// maxLetters is how many single letters of a sheet are read. A report has two or four.
const maxLetters = 6

// readLetters reads the signs that are single letters, each in a call of its own, because OCR takes a letter that stands alone among lines for a blot.
func (p *prepared) readLetters(ctx context.Context, sheet int, signs []scan.Sign, cut []*image.Gray, words [][]layout.Word) error {
	o := p.letterPass()
	left := maxLetters
	for i, sign := range signs {
		if !sign.Letter || left == 0 {
			continue
		}
		left--
		alone, _ := scan.Stack(cut[i:i+1], int(o.height))
		page, err := p.readImage(ctx, fmt.Sprint("letter-", sheet, "-", i, ".bmp"), o, alone)
		if err != nil {
			return err
		}
		words[i] = page.Words
	}
	return nil
}
