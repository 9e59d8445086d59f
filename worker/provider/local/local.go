// Package local is the provider that reads reports without a key and without a
// network. It takes the words of a document and their places from the text layer
// of a PDF, or by OCR from a scan or a picture; package reader finds the values in
// them. A label in a further language belongs in worker/reader.
package local

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"biom/shared/fair"
	"biom/worker/document/child"
	"biom/worker/document/picture"
	"biom/worker/document/poppler"
	"biom/worker/document/ppocr"
	"biom/worker/document/scratch"
	"biom/worker/document/tesseract"
	"biom/worker/provider"
)

// Model is the name of this reader wherever the name of a model appears.
const Model = "local"

// Config configures an Extractor. The zero value works.
type Config struct {
	// WorkDir is the directory of the documents while child processes read them. ""
	// means scratch.DefaultRoot. It must belong to this user alone. New removes the
	// files that killed processes have left in it.
	WorkDir string
	// OCR is the number of OCR processes that run at once. 0, or more than there
	// are processors for this process: one for each, and all Extractors for which that
	// holds share them.
	OCR int
	// OCRTime is the processor time that one OCR process may take. A page that
	// takes longer counts as a page without words. 0: 8 s, four times what a page
	// full of words takes.
	OCRTime time.Duration
}

// Extractor reads documents. It implements [provider.Extractor].
type Extractor struct {
	space     *scratch.Space
	poppler   *poppler.Poppler     // nil: not installed
	tesseract *tesseract.Tesseract // nil: not installed
	ppocr     *ppocr.PPOCR         // nil: not installed
	networks  error                // why ppocr is nil
	languages []string             // of ocrLanguages, those whose data is installed
	gate      *picture.Gate        // for OCR, decoding and rendering, of all documents
	missing   []string             // Debian packages that are not installed
}

var _ provider.Extractor = (*Extractor)(nil)

// sharedGate returns the gate of the Extractors of this process that use all processors.
var sharedGate = sync.OnceValue(func() *picture.Gate { return picture.NewGate(fair.Processors()) })

// New finds the programs on PATH and makes the working directory. A missing
// program is no error: see [Extractor.Missing].
func New(cfg Config) (*Extractor, error) {
	space, err := scratch.Open(cfg.WorkDir)
	if err != nil {
		return nil, err
	}
	gate := sharedGate
	if cfg.OCR > 0 && cfg.OCR <= fair.Processors() {
		gate = func() *picture.Gate { return picture.NewGate(cfg.OCR) }
	}
	runner, err := child.NewRunner()
	if err != nil {
		return nil, errors.Join(err, space.Close())
	}
	e := &Extractor{space: space, gate: gate()}
	e.findPrograms(runner, cmp.Or(cfg.OCRTime, 8*time.Second))
	return e, nil
}

// findPrograms looks for the programs on PATH and lists the Debian packages of
// the missing ones.
func (e *Extractor) findPrograms(runner *child.Runner, ocrTime time.Duration) {
	var err error
	if e.poppler, err = poppler.Find(runner); err != nil {
		e.poppler, e.missing = nil, append(e.missing, poppler.Debian)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if e.ppocr, e.networks = ppocr.Find(ctx, runner, ocrTime); e.networks != nil {
		e.ppocr = nil
	}
	if e.tesseract, err = tesseract.Find(ctx, runner, ocrTime); err != nil {
		e.tesseract, e.missing = nil, append(e.missing, tesseract.Debian)
		return
	}
	e.languages = e.tesseract.Installed(ocrLanguages...)
	for _, l := range ocrLanguages {
		if !slices.Contains(e.languages, l) {
			e.missing = append(e.missing, tesseract.Debian+"-"+l)
		}
	}
	if len(e.languages) == 0 {
		e.tesseract = nil // a program without data reads nothing
	}
}

// Missing lists the Debian packages that are not installed. A document that
// needs a missing program fails with details.reason "reader_not_installed". A
// missing language only makes OCR of reports in that language worse.
func (e *Extractor) Missing() []string { return slices.Clone(e.missing) }

// Networks returns why there are no neural networks, nil if there are. Without them OCR is by tesseract
// alone, and finds less.
func (e *Extractor) Networks() error { return e.networks }

// Model implements [provider.Extractor].
func (e *Extractor) Model() string { return Model }

// Check implements [provider.Extractor]. The reader is available if it can read
// both text and images; it accepts no key.
func (e *Extractor) Check(_ context.Context, key string) (bool, error) {
	return key == "" && e.poppler != nil && e.tesseract != nil, nil
}

// Close removes the working files. No document may be open.
func (e *Extractor) Close() error { return e.space.Close() }
