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

// recognize reads the first pages by OCR, beside what is known of them
// already. Each step ends as soon as the next could add nothing.
func (p *prepared) recognize(ctx context.Context, seen ...reader.Findings) (reader.Findings, error) {
	if p.tesseract == nil {
		return reader.Findings{}, provider.NotInstalled(tesseract.Debian)
	}
	if err := p.render(ctx); err != nil {
		return reader.Findings{}, err
	}
	pages, err := p.firstSight(ctx)
	if err != nil || len(pages) == 0 {
		return reader.Agree(seen...), err
	}
	language := reader.Language(pages)
	first := reader.Find(p.firstLook().accented(pages, language))
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
		next := reader.Find(l.accented(pages, language))
		empty = empty && next.Empty()
		seen = append(seen, next)
		if seen, err = p.seeCells(ctx, seen); err != nil {
			return reader.Findings{}, err
		}
	}
	return reader.Agree(seen...), nil
}

// firstSight takes the first look, and goes on with the pages where it sees
// anything of use.
func (p *prepared) firstSight(ctx context.Context) ([]layout.Page, error) {
	pages, err := p.see(ctx, p.firstLook())
	if err != nil {
		return nil, err
	}
	if err := p.turnOver(ctx, pages); err != nil {
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

// turnOver looks at the pages that cannot be read upside down as well.
func (p *prepared) turnOver(ctx context.Context, pages []layout.Page) error {
	for i, s := range p.sheets {
		if len(pages[i].Words) == 0 || sure(pages[i]) >= readable {
			continue
		}
		s.page = s.page.Turned(scan.Over)
		page, err := p.seeSheet(ctx, s, p.firstLook())
		if err != nil {
			return err
		}
		if sure(page) > sure(pages[i]) {
			p.sheets[i], pages[i] = s, page
		}
	}
	return nil
}

// readable is the share of sure letters below which a page is upside down or
// no text: upright ones have 0.3 to 0.9, others at most 0.11.
const readable = 0.2

// sure is the share of a page's letters that are in words which OCR is sure of.
func sure(page layout.Page) float64 {
	all, good := 1, 0
	for _, w := range page.Words {
		n := utf8.RuneCountInString(w.Text)
		all += n
		if n >= 3 && w.Conf >= 80 {
			good += n
		}
	}
	return float64(good) / float64(all)
}

// see reads the pages in one way, at once as far as slots are free.
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

// maxCells bounds what is read once more: two eyes have about 60 numbers.
const maxCells = 100

// seeCells reads each number that the looks at whole pages leave in doubt by
// itself: cut out, enlarged, and below each other.
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
		words := make([][]layout.Word, len(cells))
		for _, w := range page.Words {
			if i, _ := slices.BinarySearch(tops, int(w.CenterY())); i > 0 {
				words[i-1] = append(words[i-1], w)
			}
		}
		looks = append(looks, reader.FindCells(cells, words))
	}
	return looks, nil
}

// cutOut draws the cells with letters of the given height.
func (p *prepared) cutOut(cells []reader.Cell, letters float64) []*image.Gray {
	images := make([]*image.Gray, len(cells))
	for i, c := range cells {
		images[i] = image.NewGray(image.Rect(0, 0, 1, 1)) // of a page that shows nothing to OCR
		if at := slices.IndexFunc(p.sheets, func(s sheet) bool { return s.number == c.Page }); at >= 0 {
			images[i] = p.sheets[at].page.DrawCell(scan.Box(c.Box), letters)
		}
	}
	return images
}

// seeSheet draws and reads one page. The drawing goes when it is read: memory
// holds one for each slot.
func (p *prepared) seeSheet(ctx context.Context, s sheet, l look) (layout.Page, error) {
	return p.seeImage(ctx, fmt.Sprint("sheet-", s.number, ".pgm"), l, func() *image.Gray { return s.page.Draw(l.letters) })
}

// seeImage reads what draw draws once it is its turn.
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
		return layout.Page{}, exit // somebody stopped it, which says nothing of the page
	case exit.Code < 0:
		return layout.Page{}, nil // it ran into a limit: a picture, which has no words
	}
	return layout.Page{}, provider.NoBiometry().Because(exit)
}
