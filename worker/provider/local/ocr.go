package local

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"syscall"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/scan"
	"biom/worker/document/tesseract"
	"biom/worker/provider"
	"biom/worker/reader"
)

// recognize reads the first pages by OCR. seen holds what is already known of the
// document from other sources. It takes one look after another (see [look]) and
// stops when a further look could add nothing.
func (p *prepared) recognize(ctx context.Context, seen ...reader.Findings) (reader.Findings, error) {
	if p.tesseract == nil {
		return reader.Findings{}, provider.NotInstalled(tesseract.Debian)
	}
	if err := p.render(ctx); err != nil {
		return reader.Findings{}, err
	}
	pages, err := p.usefulPages(ctx)
	if err != nil || len(pages) == 0 {
		return reader.Agree(seen...), err
	}
	language := reader.Language(pages)
	first := reader.Find(p.firstLook().withoutFalseAccents(pages, language))
	empty := first.Empty()
	seen = append(seen, first)
	for _, l := range p.moreLooks(language) {
		if len(seen) > 1 && (empty || reader.Settled(seen...)) {
			break
		}
		pages, err := p.see(ctx, l)
		if err != nil {
			return reader.Findings{}, err
		}
		next := reader.Find(l.withoutFalseAccents(pages, language))
		empty = empty && next.Empty()
		seen = append(seen, next)
		if seen, err = p.seeCells(ctx, seen); err != nil {
			return reader.Findings{}, err
		}
	}
	return reader.Agree(seen...), nil
}

// usefulPages takes the first look and keeps only the sheets on which it finds
// labels in a known language or values. It returns the words of those pages.
func (p *prepared) usefulPages(ctx context.Context) ([]layout.Page, error) {
	pages, err := p.see(ctx, p.firstLook())
	if err != nil {
		return nil, err
	}
	if err := p.turnIfUpsideDown(ctx, pages); err != nil {
		return nil, err
	}
	var useful []layout.Page
	var sheets []sheet
	for i, page := range pages {
		if one := pages[i : i+1]; reader.Language(one) != "" || !reader.Find(one).Empty() {
			useful, sheets = append(useful, page), append(sheets, p.sheets[i])
		}
	}
	p.sheets = sheets
	return useful, nil
}

// turnIfUpsideDown reads the sheets that are hardly readable once more, turned by
// 180 degrees. Where that gives a more readable page, the turned sheet and its page
// replace the others.
func (p *prepared) turnIfUpsideDown(ctx context.Context, pages []layout.Page) error {
	for i, s := range p.sheets {
		if len(pages[i].Words) == 0 || confidentShare(pages[i]) >= readable {
			continue
		}
		s.page = s.page.Turned(scan.HalfTurn)
		page, err := p.seeSheet(ctx, s, p.firstLook())
		if err != nil {
			return err
		}
		if confidentShare(page) > confidentShare(pages[i]) {
			p.sheets[i], pages[i] = s, page
		}
	}
	return nil
}

// readable is the [confidentShare] below which a page is upside down or holds no
// text. Upright pages have 0.3 to 0.9, others at most 0.11.
const readable = 0.2

// confidentShare returns the share of a page's letters that stand in words which
// OCR reports with high confidence.
func confidentShare(page layout.Page) float64 {
	all, good := 1, 0 // 1: no division by zero
	for _, w := range page.Words {
		n := utf8.RuneCountInString(w.Text)
		all += n
		if n >= 3 && w.Conf >= 80 {
			good += n
		}
	}
	return float64(good) / float64(all)
}

// see reads all sheets with one look, in parallel as far as the gate allows.
func (p *prepared) see(ctx context.Context, l look) ([]layout.Page, error) {
	group, ctx := errgroup.WithContext(ctx)
	pages := make([]layout.Page, len(p.sheets))
	for i, s := range p.sheets {
		group.Go(func() (err error) {
			pages[i], err = p.seeSheet(ctx, s, l)
			pages[i].Number = s.number
			return err
		})
	}
	return pages, group.Wait()
}

// maxCells is the largest number of cells that [prepared.seeCells] reads. Two eyes
// have about 60 numbers.
const maxCells = 100

// seeCells reads the numbers that the looks at whole pages leave in doubt. It cuts
// them out of the page, enlarges them and stacks them into one image for OCR. The
// result is looks with those findings added.
func (p *prepared) seeCells(ctx context.Context, looks []reader.Findings) ([]reader.Findings, error) {
	all := reader.Cells(looks...)
	all = all[:min(len(all), maxCells)]
	for _, l := range p.cellLooks() {
		cells := slices.DeleteFunc(slices.Clone(all), func(c reader.Cell) bool { return c.IsAxis() && l.language != "eng" })
		if len(cells) == 0 {
			continue
		}
		var tops []int
		page, err := p.seeImage(ctx, "cells.pgm", l, func() (stack *image.Gray) {
			stack, tops = scan.Stack(p.cutOut(cells, l.letters), int(l.letters))
			return stack
		})
		if err != nil {
			return nil, err
		}
		words := make([][]layout.Word, len(cells)) // of each cell
		for _, w := range page.Words {
			if i, _ := slices.BinarySearch(tops, int(w.CenterY())); i > 0 {
				words[i-1] = append(words[i-1], w)
			}
		}
		looks = append(looks, reader.FindCells(cells, words))
	}
	return looks, nil
}

// cutOut draws the cells with capital letters of the given height in pixels.
func (p *prepared) cutOut(cells []reader.Cell, letters float64) []*image.Gray {
	images := make([]*image.Gray, len(cells))
	for i, c := range cells {
		images[i] = image.NewGray(image.Rect(0, 0, 1, 1)) // stays so if the cell's page is not among the sheets
		if at := slices.IndexFunc(p.sheets, func(s sheet) bool { return s.number == c.Page }); at >= 0 {
			images[i] = p.sheets[at].page.DrawCell(scan.Box(c.Box), letters)
		}
	}
	return images
}

// seeSheet draws one page and reads it. The drawing exists only while the page has
// a place in the gate, which bounds the memory that drawings take.
func (p *prepared) seeSheet(ctx context.Context, s sheet, l look) (layout.Page, error) {
	return p.seeImage(ctx, fmt.Sprint("sheet-", s.number, ".pgm"), l, func() *image.Gray { return s.page.Draw(l.letters) })
}

// seeImage waits at the gate, then calls draw and reads the image by OCR. name is
// the file in which tesseract gets the image.
func (p *prepared) seeImage(ctx context.Context, name string, l look, draw func() *image.Gray) (layout.Page, error) {
	release, err := p.gate.Enter(ctx, false)
	if err != nil {
		return layout.Page{}, err
	}
	defer release()
	file := p.dir.Path(name)
	defer os.Remove(file)
	if err := writePGM(file, draw()); err != nil {
		return layout.Page{}, err
	}
	seen, err := p.tesseract.Read(ctx, string(p.dir), file, l.mode, l.language)
	exit, ok := errors.AsType[*child.ExitError](err)
	switch {
	case !ok:
		return seen, err
	case exit.Signal == syscall.SIGTERM || exit.Signal == syscall.SIGINT || exit.Signal == syscall.SIGHUP:
		return layout.Page{}, exit // stopped from outside: that says nothing about the page
	case exit.Code < 0:
		return layout.Page{}, nil // it exceeded a limit, as on a photograph, which has no words
	}
	return layout.Page{}, provider.NoBiometry().Because(exit)
}
