// Package local reads reports without a key and without a network: the text
// layer of a PDF with the places of its words, or what OCR sees of a scan or
// an image.
package local

import (
	"context"
	"runtime"
	"slices"
	"time"

	"biom/worker/document/child"
	"biom/worker/document/picture"
	"biom/worker/document/poppler"
	"biom/worker/document/scratch"
	"biom/worker/document/tesseract"
	"biom/worker/provider"
)

// Model is what the reader is called wherever a model's name appears.
const Model = "local"

// Config configures an Extractor. The zero value works.
type Config struct {
	// WorkDir holds the documents while child processes read them. Empty: a
	// directory in memory if that has room, else in the temporary directory
	// (scratch.DefaultRoot). It must be this user's alone, and is swept of
	// what killed processes left.
	WorkDir string
	// OCR is how many OCR processes run at once. 0, or more than there are
	// processors: one for each processor.
	OCR int
}

// Extractor reads documents. It implements [provider.Extractor].
type Extractor struct {
	space     *scratch.Space
	poppler   *poppler.Poppler     // nil: not installed
	tesseract *tesseract.Tesseract // nil: not installed
	languages []string             // whose data is installed
	gate      *picture.Gate        // for OCR processes and images that are decoded
	missing   []string
}

var _ provider.Extractor = (*Extractor)(nil)

// New finds the programs on PATH and makes the working directory. A program
// that is missing is no error: see [Extractor.Missing].
func New(cfg Config) (*Extractor, error) {
	space, err := scratch.Open(cfg.WorkDir)
	if err != nil {
		return nil, err
	}
	slots := cfg.OCR
	if slots <= 0 || slots > runtime.NumCPU() {
		slots = runtime.NumCPU()
	}
	e := &Extractor{space: space, gate: picture.NewGate(slots)}
	e.find()
	return e, nil
}

// find looks for the programs, and notes those that are missing by the Debian
// package that brings them.
func (e *Extractor) find() {
	runner, err := child.NewRunner()
	if err != nil {
		e.missing = []string{child.Debian, poppler.Debian, tesseract.Debian}
		return
	}
	if e.poppler, err = poppler.Find(runner); err != nil {
		e.poppler, e.missing = nil, append(e.missing, poppler.Debian)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if e.tesseract, err = tesseract.Find(ctx, runner); err != nil {
		e.tesseract, e.missing = nil, append(e.missing, tesseract.Debian)
		return
	}
	e.languages = e.tesseract.Installed(languages...)
	for _, l := range languages {
		if !slices.Contains(e.languages, l) {
			e.missing = append(e.missing, tesseract.Debian+"-"+l)
		}
	}
	if len(e.languages) == 0 {
		e.tesseract = nil // a program without data reads nothing
	}
}

// Missing lists the Debian packages that would have to be installed for
// everything to be read. A document that needs one of them fails with
// details.reason "reader_not_installed"; a missing language alone only makes
// OCR of its reports poorer.
func (e *Extractor) Missing() []string { return slices.Clone(e.missing) }

// Model implements [provider.Extractor].
func (e *Extractor) Model() string { return Model }

// Check implements [provider.Extractor]: this reader is there when it can read
// text and images, and it takes no key.
func (e *Extractor) Check(_ context.Context, key string) (bool, error) {
	return key == "" && e.poppler != nil && e.tesseract != nil, nil
}

// Close removes the working files. No document may be open.
func (e *Extractor) Close() error { return e.space.Close() }
