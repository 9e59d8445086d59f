package local

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
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
	first, language, err := p.firstLooks(ctx)
	if err != nil || len(first) == 0 {
		return p.agreed(), err
	}
	if err := p.readAgain(ctx, language, first); err != nil {
		return reader.Findings{}, err
	}
	if p.agreed().Empty() {
		if err := p.readOn(ctx, language, p.headingPass()); err != nil {
			return reader.Findings{}, err
		}
	}
	if p.agreed().Empty() || !reader.Confirmed(p.findings()...) {
		if err := p.readOn(ctx, language, p.lastPass()); err != nil {
			return p.agreed(), err
		}
	}
	err = p.readTexts(ctx, language)
	return p.agreed(), err
}

// readTexts reads the name and the notes that the looks agree on once more with data that knows the accents of the document's language. Of
// the passes over a whole page at most one has it, and may have missed them.
func (p *prepared) readTexts(ctx context.Context, language string) error {
	if o := p.textPass(language); language != "en" && o.language == ocrData[language] {
		return p.readStacks(ctx, stack{o, reader.Texts(p.findings()...)})
	}
	return nil
}

// readAgain adds the first looks, reads by itself what they leave in doubt, and makes the second passes if that does not settle it. A single
// look settles nothing, so then the second passes are made in any case, and values are sought in its words while they run.
func (p *prepared) readAgain(ctx context.Context, language string, first []look) error {
	from := len(p.looks)
	p.looks = append(p.looks, first...)
	find := func() {
		var group sync.WaitGroup
		for i := range first {
			first := &p.looks[from+i]
			group.Go(func() { first.found = reader.Find(first.words) })
		}
		group.Wait()
	}
	if from == 0 && len(first) == 1 {
		return p.readBeside(ctx, find, language, p.secondPasses(language)...)
	}
	find()
	p.compare()
	if err := p.readCells(ctx, language); err != nil {
		return err
	}
	if found := p.findings(); !reader.Settled(found...) || reader.Unread(found...) {
		return p.readOn(ctx, language, p.secondPasses(language)...)
	}
	return nil
}

// readOn makes passes at once, and then reads the numbers that all looks together leave in
// doubt.
func (p *prepared) readOn(ctx context.Context, language string, passes ...pass) error {
	return p.readBeside(ctx, func() {}, language, passes...)
}

// readBeside does the same, and calls a function while OCR runs. The passes come to the gate in the order in which they are
// given: the longest process should come first, because the others together take as long. The signs come last, once.
func (p *prepared) readBeside(ctx context.Context, call func(), language string, passes ...pass) error {
	seen := make([]look, len(passes))
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		call()
		return nil
	})
	for i, o := range passes {
		wait := p.startSheets(groupCtx, o)
		group.Go(func() error {
			pages, err := wait()
			pages = o.withoutFalseAccents(pages, language)
			seen[i] = look{o.name, reader.Find(pages), pages}
			return err
		})
	}
	if p.signs == nil {
		group.Go(func() error { return p.readSigns(groupCtx) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	p.looks = append(p.looks, seen...)
	p.compare()
	return p.readCells(ctx, language)
}

// firstLooks makes the first pass and the neural one at once, as far as they can be made. It keeps only the sheets on which one of them finds
// values, or labels in a known language. It returns the words that each saw, those of the first pass last, and their language; no looks if no sheet is left.
func (p *prepared) firstLooks(ctx context.Context) (looks []look, language string, err error) {
	passes := []pass{p.firstPass()}
	if p.ppocr != nil {
		passes = []pass{p.neuralPass(), p.firstPass()}
	}
	seen, err := p.readUpright(ctx, passes)
	if err != nil {
		return nil, "", err
	}
	looks = make([]look, len(passes))
	var sheets []sheet
	for k, s := range p.sheets {
		useful := slices.ContainsFunc(seen, func(pages []layout.Page) bool {
			alone := pages[k : k+1]
			return reader.Language(alone) != "" || !reader.Find(alone).Empty()
		})
		if !useful {
			continue
		}
		s.page = s.page.WithoutNatural() // no other pass draws it
		sheets = append(sheets, s)
		for i, o := range passes {
			looks[i].name, looks[i].words = o.name, append(looks[i].words, seen[i][k])
		}
	}
	if p.sheets = sheets; len(sheets) == 0 {
		return nil, "", nil
	}
	language = reader.Language(looks[len(looks)-1].words)
	for i, o := range passes {
		looks[i].words = o.withoutFalseAccents(looks[i].words, language)
	}
	return looks, language, nil
}

// readUpright makes passes at once, the last of which is the first pass, and returns what each saw. If the first pass, which is done long before the
// neural one, sees that a sheet may be upside down, the others are stopped and made when the sheets are upright.
func (p *prepared) readUpright(ctx context.Context, passes []pass) (seen [][]layout.Page, err error) {
	first := len(passes) - 1
	seen = make([][]layout.Page, len(passes))
	others := func(ctx context.Context) (wait func() error) {
		group, ctx := errgroup.WithContext(ctx)
		for i, o := range passes[:first] {
			wait := p.startSheets(ctx, o)
			group.Go(func() (err error) {
				seen[i], err = wait()
				return err
			})
		}
		return group.Wait
	}
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	wait := others(stoppable)
	if seen[first], err = p.startSheets(ctx, passes[first])(); err != nil {
		stop()
		_ = wait() // the error of the first pass says what happened
		return nil, err
	}
	if !slices.ContainsFunc(seen[first], maybeUpsideDown) {
		return seen, wait()
	}
	stop()
	_ = wait() // it was stopped
	if err := p.turnUpright(ctx, passes[first], seen[first]); err != nil {
		return nil, err
	}
	return seen, others(ctx)()
}

// turnUpright reads each sheet that may be upside down once more in a pass, turned by 180 degrees. If that increases the share of confident
// words, the turned sheet and its page replace the original ones.
func (p *prepared) turnUpright(ctx context.Context, o pass, seen []layout.Page) error {
	for k, s := range p.sheets {
		if !maybeUpsideDown(seen[k]) {
			continue
		}
		s.page = s.page.Turned(scan.HalfTurn)
		page, err := p.startSheet(ctx, s, o)()
		if err != nil {
			return err
		}
		if confidentShare(page) > confidentShare(seen[k]) {
			p.sheets[k], seen[k] = s, page
		}
	}
	return nil
}

// maybeUpsideDown: the page has words, and few of them are confident.
func maybeUpsideDown(page layout.Page) bool {
	return len(page.Words) > 0 && confidentShare(page) < minConfidentShare
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

// startSheets begins to read all sheets in one pass, in parallel as far as the gate allows. It returns when each part of them
// has a place in the gate. wait returns the pages; it must be called.
func (p *prepared) startSheets(ctx context.Context, o pass) (wait func() ([]layout.Page, error)) {
	group, ctx := errgroup.WithContext(ctx)
	pages := make([]layout.Page, len(p.sheets))
	for i, s := range p.sheets {
		wait := p.startSheet(ctx, s, o)
		group.Go(func() (err error) {
			pages[i], err = wait()
			return err
		})
	}
	return func() ([]layout.Page, error) { return pages, group.Wait() }
}

// maxCells is the largest number of cells that [prepared.readCells] reads. Two eyes
// have about 60 numbers.
const maxCells = 100

// readCells reads the numbers that the passes over whole pages leave in doubt, and the texts that one of them alone saw. It cuts
// them out of the page, enlarges them and stacks them into one image for OCR.
func (p *prepared) readCells(ctx context.Context, language string) error {
	found := p.findings()
	numbers := reader.Cells(found...)
	numbers = numbers[:min(len(numbers), maxCells)]
	stacks := []stack{{p.textPass(language), reader.TextsSeenOnce(found...)}}
	for _, o := range p.cellPasses() {
		cells := slices.DeleteFunc(slices.Clone(numbers), func(c reader.Cell) bool { return c.IsAxis() && o.language != "eng" })
		stacks = append(stacks, stack{o, cells})
	}
	return p.readStacks(ctx, stacks...)
}

// stack is cells that are read in one pass.
type stack struct {
	pass  pass
	cells []reader.Cell
}

// readStacks reads stacks at once.
func (p *prepared) readStacks(ctx context.Context, stacks ...stack) error {
	stacks = slices.DeleteFunc(stacks, func(s stack) bool { return len(s.cells) == 0 })
	seen := make([]look, len(stacks))
	group, ctx := errgroup.WithContext(ctx)
	for i, s := range stacks {
		group.Go(func() (err error) {
			seen[i], err = p.readStack(ctx, fmt.Sprint("cells-", i, ".bmp"), s.cells, s.pass)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	p.looks = append(p.looks, seen...)
	return nil
}

// readStack reads cells in one pass. name is the file in which tesseract gets their stack.
func (p *prepared) readStack(ctx context.Context, name string, cells []reader.Cell, o pass) (look, error) {
	release, err := p.gate.Enter(ctx, 0)
	if err != nil {
		return look{}, err
	}
	defer release()
	words, err := p.readCuts(ctx, name, o, p.cutOut(cells, o.height))
	if err != nil {
		return look{}, err
	}
	return look{o.name, reader.FindCells(cells, words), nil}, nil
}

// readCuts reads images that were cut out of a page in one call of tesseract, stacked upon each other, and returns the words of each, where they stand in it.
func (p *prepared) readCuts(ctx context.Context, name string, o pass, cut []*image.Gray) ([][]layout.Word, error) {
	gap := int(o.height) // in pixels
	stack, firstRows := scan.Stack(cut, gap)
	page, err := p.readImage(ctx, name, o, stack)
	if err != nil {
		return nil, err
	}
	words := make([][]layout.Word, len(cut))
	for _, w := range page.Words {
		if i, _ := slices.BinarySearch(firstRows, int(w.CenterY())); i > 0 {
			x, y := float64(gap), float64(firstRows[i-1])
			w.Box = layout.Box{X0: w.X0 - x, Y0: w.Y0 - y, X1: w.X1 - x, Y1: w.Y1 - y}
			words[i-1] = append(words[i-1], w)
		}
	}
	return words, nil
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

// startSheet begins to read the parts of one page, at once as far as the gate allows, and returns when each has a place in the
// gate. wait returns the page; it must be called. A drawing exists only while it has its place, which bounds the memory that
// drawings take.
func (p *prepared) startSheet(ctx context.Context, s sheet, o pass) (wait func() (layout.Page, error)) {
	group, ctx := errgroup.WithContext(ctx)
	parts := o.parts(s.page)
	bands := make([]layout.Page, len(parts))
	for i, band := range parts {
		release, err := p.gate.Enter(ctx, 0)
		if err != nil {
			group.Go(func() error { return err })
			break
		}
		group.Go(func() (err error) {
			defer release()
			name := fmt.Sprint("sheet-", s.number, "-", i, "-", o.language, "-", o.height, ".bmp")
			img := s.page.Draw(band, o.height)
			switch {
			case o.neural:
				bands[i], err = p.readNatural(ctx, name, o, s.page.DrawNatural(o.height), scan.Pieces(img, o.height))
			case o.apart:
				bands[i], err = p.readPieces(ctx, name, o, img)
			default:
				bands[i], err = p.readImage(ctx, name, o, img)
			}
			return err
		})
	}
	return func() (layout.Page, error) {
		if err := group.Wait(); err != nil {
			return layout.Page{}, err
		}
		page := joined(bands)
		page.Number = s.number
		return page, nil
	}
}

// maxStacks is how many stacks of pieces of one image are read at most. A printout makes one; what makes more is noise.
const maxStacks = 3

// readPieces reads the pieces of text of an image, each as a line by itself, and returns their words where they stand in it.
func (p *prepared) readPieces(ctx context.Context, name string, o pass, img *image.Gray) (layout.Page, error) {
	all := layout.Page{OCR: true, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy())}
	gap := int(o.height) // in pixels
	pieces := scan.Pieces(img, o.height)
	for stacks := 0; len(pieces) > 0 && stacks < maxStacks; stacks++ {
		n := stackable(pieces, gap)
		cut := make([]*image.Gray, n)
		for i, piece := range pieces[:n] {
			cut[i] = piece.Cut(img)
		}
		words, err := p.readCuts(ctx, name, o, cut)
		if err != nil {
			return all, err
		}
		for i := range cut {
			x, y := float64(pieces[i].Min.X), float64(pieces[i].Min.Y)
			for _, w := range words[i] {
				w.Box = layout.Box{X0: w.X0 + x, Y0: w.Y0 + y, X1: w.X1 + x, Y1: w.Y1 + y}
				all.Words = append(all.Words, w)
			}
		}
		pieces = pieces[n:]
	}
	return all, nil
}

// stackable returns how many of the pieces, at least one, make a stack that is no larger than a page and that tesseract reads: it
// takes no image with a side of 32,768 pixels.
func stackable(pieces []scan.Piece, gap int) int {
	const maxHeight, maxArea = 30_000, scan.MaxSide * scan.MaxSide
	width, height := 0, gap
	for i, piece := range pieces {
		width, height = max(width, piece.Dx()+2*gap), height+piece.Dy()+gap
		if i > 0 && (height > maxHeight || width*height > maxArea) {
			return i
		}
	}
	return len(pieces)
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

// readNatural reads the drawing of a page by the neural networks. pieces are where its text stands.
func (p *prepared) readNatural(ctx context.Context, name string, o pass, img *image.Gray, pieces []scan.Piece) (layout.Page, error) {
	places := make([]image.Rectangle, len(pieces))
	for i, piece := range pieces {
		places[i] = piece.Inset(-int(o.height / 3)).Intersect(img.Rect)
	}
	return p.readFile(name, o, img, func(file string) (layout.Page, time.Duration, error) {
		return p.ppocr.Read(ctx, string(p.dir), file, places)
	})
}

// readImage reads an image by tesseract.
func (p *prepared) readImage(ctx context.Context, name string, o pass, img *image.Gray) (layout.Page, error) {
	return p.readFile(name, o, img, func(file string) (layout.Page, time.Duration, error) {
		return p.tesseract.Read(ctx, string(p.dir), file, o.mode, o.language)
	})
}

// readFile reads an image by a program of OCR. name is the file in which it gets it. The caller has a place in the gate.
func (p *prepared) readFile(name string, o pass, img *image.Gray, read func(file string) (layout.Page, time.Duration, error)) (layout.Page, error) {
	file := p.dir.Path(name)
	defer os.Remove(file)
	if err := writeBMP(file, img); err != nil {
		return layout.Page{}, err
	}
	page, took, err := read(file)
	p.count(o, took, img.Rect)
	page.Width, page.Height = float64(img.Rect.Dx()), float64(img.Rect.Dy())
	exit, ok := errors.AsType[*child.ExitError](err)
	switch {
	case !ok:
		return page, err
	case exit.Signal == syscall.SIGTERM || exit.Signal == syscall.SIGINT || exit.Signal == syscall.SIGHUP:
		return layout.Page{}, exit // stopped from outside, which says nothing about the page
	case exit.Code < 0 || o.neural:
		return page, nil // without words: it exceeded a limit, as on a photograph, which has none; without the networks the other passes decide
	}
	return layout.Page{}, provider.NoBiometry().Because(exit)
}
