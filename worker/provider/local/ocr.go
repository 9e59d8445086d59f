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

// recognize reads the first pages by OCR. It makes one [pass] after another and stops
// when a further pass could add nothing. If the text layer has values, it counts as one look.
func (p *prepared) recognize(ctx context.Context) (reader.Findings, error) {
	if p.tesseract == nil {
		return reader.Findings{}, provider.NotInstalled(tesseract.Debian)
	}
	if err := p.render(ctx); err != nil {
		return reader.Findings{}, err
	}
	pages, err := p.usefulPages(ctx)
	if err != nil || len(pages) == 0 {
		return p.agreed(), err
	}
	language := reader.Language(pages)
	pages = p.firstPass().withoutFalseAccents(pages, language)
	p.looks = append(p.looks, look{p.firstPass().name, reader.Find(pages), pages})
	if len(p.findings()) == 1 || !p.settled() {
		if err := p.readOn(ctx, language, p.secondPasses(language)...); err != nil {
			return reader.Findings{}, err
		}
	}
	if p.agreed().Empty() {
		if err := p.readOn(ctx, language, p.headingPass()); err != nil {
			return reader.Findings{}, err
		}
	}
	if p.settled() || !slices.ContainsFunc(p.findings(), hasValues) {
		return p.agreed(), nil
	}
	err = p.readOn(ctx, language, p.lastPass())
	return p.agreed(), err
}

func hasValues(f reader.Findings) bool { return !f.Empty() }

// readOn makes passes at once, and then reads the numbers that all looks together leave in
// doubt.
func (p *prepared) readOn(ctx context.Context, language string, passes ...pass) error {
	seen := make([]look, len(passes))
	group, groupCtx := errgroup.WithContext(ctx)
	for i, o := range passes {
		group.Go(func() error {
			pages, err := p.readSheets(groupCtx, o)
			pages = o.withoutFalseAccents(pages, language)
			seen[i] = look{o.name, reader.Find(pages), pages}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	p.looks = append(p.looks, seen...)
	p.shareHeadings()
	return p.readCells(ctx)
}

// usefulPages makes the first pass. It keeps only the sheets on which this pass finds
// values, or labels in a known language, and returns the words of their pages.
func (p *prepared) usefulPages(ctx context.Context) ([]layout.Page, error) {
	pages, err := p.readSheets(ctx, p.firstPass())
	if err != nil {
		return nil, err
	}
	if err := p.turnIfUpsideDown(ctx, pages); err != nil {
		return nil, err
	}
	var useful []layout.Page
	var sheets []sheet
	for i, page := range pages {
		if alone := pages[i : i+1]; reader.Language(alone) != "" || !reader.Find(alone).Empty() {
			useful, sheets = append(useful, page), append(sheets, p.sheets[i])
		}
	}
	p.sheets = sheets
	return useful, nil
}

// turnIfUpsideDown reads each sheet with few confident words once more, turned by 180
// degrees. If that increases the share of confident words, the turned sheet and its
// page replace the original ones.
func (p *prepared) turnIfUpsideDown(ctx context.Context, pages []layout.Page) error {
	for i, s := range p.sheets {
		if len(pages[i].Words) == 0 || confidentShare(pages[i]) >= minConfidentShare {
			continue
		}
		s.page = s.page.Turned(scan.HalfTurn)
		page, err := p.readSheet(ctx, s, p.firstPass())
		if err != nil {
			return err
		}
		if confidentShare(page) > confidentShare(pages[i]) {
			p.sheets[i], pages[i] = s, page
		}
	}
	return nil
}

// minConfidentShare is the share (see [confidentShare]) below which a page is upside
// down or holds no text. Upright pages have shares of 0.3 to 0.9, others at most 0.11.
const minConfidentShare = 0.2

// confidentShare returns the share of a page's letters, 0 to 1, that stand in words of
// at least three letters which OCR reports with high confidence.
func confidentShare(page layout.Page) float64 {
	all, confident := 1, 0 // 1: no division by zero
	for _, w := range page.Words {
		n := utf8.RuneCountInString(w.Text)
		all += n
		if n >= 3 && w.Conf >= 80 {
			confident += n
		}
	}
	return float64(confident) / float64(all)
}

// readSheets reads all sheets in one pass, in parallel as far as the gate allows.
func (p *prepared) readSheets(ctx context.Context, o pass) ([]layout.Page, error) {
	group, ctx := errgroup.WithContext(ctx)
	pages := make([]layout.Page, len(p.sheets))
	for i, s := range p.sheets {
		group.Go(func() (err error) {
			pages[i], err = p.readSheet(ctx, s, o)
			pages[i].Number = s.number
			return err
		})
	}
	return pages, group.Wait()
}

// maxCells is the largest number of cells that [prepared.readCells] reads. Two eyes
// have about 60 numbers.
const maxCells = 100

// readCells reads the numbers that the passes over whole pages leave in doubt. It cuts
// them out of the page, enlarges them and stacks them into one image for OCR.
func (p *prepared) readCells(ctx context.Context) error {
	all := reader.Cells(p.findings()...)
	all = all[:min(len(all), maxCells)]
	for _, o := range p.cellPasses() {
		cells := slices.DeleteFunc(slices.Clone(all), func(c reader.Cell) bool { return c.IsAxis() && o.language != "eng" })
		if len(cells) == 0 {
			continue
		}
		var firstRows []int // of each cell in the stack, in pixels
		page, err := p.readImage(ctx, "cells.bmp", o, func() (stack *image.Gray) {
			stack, firstRows = scan.Stack(p.cutOut(cells, o.height), int(o.height))
			return stack
		})
		if err != nil {
			return err
		}
		words := make([][]layout.Word, len(cells)) // of each cell
		for _, w := range page.Words {
			if i, _ := slices.BinarySearch(firstRows, int(w.CenterY())); i > 0 {
				words[i-1] = append(words[i-1], w)
			}
		}
		p.looks = append(p.looks, look{o.name, reader.FindCells(cells, words), nil})
	}
	return nil
}

// cutOut draws the cells with capital letters of the given height in pixels.
func (p *prepared) cutOut(cells []reader.Cell, height float64) []*image.Gray {
	images := make([]*image.Gray, len(cells))
	for i, c := range cells {
		images[i] = image.NewGray(image.Rect(0, 0, 1, 1)) // in case the cell's page is not among the sheets
		if at := slices.IndexFunc(p.sheets, func(s sheet) bool { return s.number == c.Page }); at >= 0 {
			images[i] = p.sheets[at].page.DrawCell(scan.Box(c.Box), height)
		}
	}
	return images
}

// readSheet reads the parts of one page, at once as far as the gate allows.
func (p *prepared) readSheet(ctx context.Context, s sheet, o pass) (layout.Page, error) {
	group, ctx := errgroup.WithContext(ctx)
	parts := o.parts(s.page)
	bands := make([]layout.Page, len(parts))
	for i, band := range parts {
		group.Go(func() (err error) {
			name := fmt.Sprint("sheet-", s.number, "-", i, "-", o.language, "-", o.height, ".bmp")
			bands[i], err = p.readImage(ctx, name, o, func() *image.Gray { return s.page.Draw(band, o.height) })
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return layout.Page{}, err
	}
	return joined(bands), nil
}

// joined returns the page that consists of the bands, from its top to its bottom.
func joined(bands []layout.Page) layout.Page {
	page := layout.Page{OCR: true}
	for _, band := range bands {
		for _, w := range band.Words {
			w.Y0, w.Y1 = w.Y0+page.Height, w.Y1+page.Height
			page.Words = append(page.Words, w)
		}
		page.Width, page.Height = band.Width, page.Height+band.Height
	}
	return page
}

// readImage waits at the gate, then calls draw and reads the image by OCR. name is
// the file in which tesseract gets the image. The drawing exists only while it has a
// place in the gate, which bounds the memory that drawings take.
func (p *prepared) readImage(ctx context.Context, name string, o pass, draw func() *image.Gray) (layout.Page, error) {
	release, err := p.gate.Enter(ctx, 0)
	if err != nil {
		return layout.Page{}, err
	}
	defer release()
	file := p.dir.Path(name)
	defer os.Remove(file)
	img := draw()
	if err := writeBMP(file, img); err != nil {
		return layout.Page{}, err
	}
	page, took, err := p.tesseract.Read(ctx, string(p.dir), file, o.mode, o.language)
	p.count(o, took, img.Rect)
	page.Width, page.Height = float64(img.Rect.Dx()), float64(img.Rect.Dy())
	exit, ok := errors.AsType[*child.ExitError](err)
	switch {
	case !ok:
		return page, err
	case exit.Signal == syscall.SIGTERM || exit.Signal == syscall.SIGINT || exit.Signal == syscall.SIGHUP:
		return layout.Page{}, exit // stopped from outside, which says nothing about the page
	case exit.Code < 0:
		return page, nil // without words: tesseract exceeded a limit, as on a photograph, which has none
	}
	return layout.Page{}, provider.NoBiometry().Because(exit)
}
