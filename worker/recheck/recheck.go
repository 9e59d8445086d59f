package recheck

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/worker/document/layout"
	"biom/worker/provider"
	"biom/worker/reader"
)

// Source reads the text of documents. [Layer] implements it.
type Source interface {
	// Text returns the words of a document and their places. If the document has no
	// text that can be read and trusted, it returns no page and no error. An error
	// means that this server is at fault; then the document is not read at all,
	// because its answer could not be checked.
	Text(ctx context.Context, doc provider.Document) (Text, error)
	Close() error
}

// Text is the text of a document.
type Text struct {
	Pages    []layout.Page
	Pictures bool // a page has a picture that may show values which the text lacks
}

// Config configures an Extractor.
type Config struct {
	Source  Source                // nil: no text is compared with the answers
	OCR     OCR                   // nil: scans and pictures are not read by OCR
	Metrics prometheus.Registerer // nil: nothing is counted
	Log     *slog.Logger          // nil: discard
	Now     func() time.Time      // nil: time.Now
}

// Extractor is a provider whose answers are compared with what the document says.
type Extractor struct {
	provider.Extractor
	cfg    Config
	desk   *desk // nil: without OCR
	counts *counts
}

var _ provider.Extractor = (*Extractor)(nil)

// New wraps an adapter. The Extractor owns the adapter, the Source and the OCR: it closes
// them when it is closed.
func New(inner provider.Extractor, cfg Config) (*Extractor, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	counts, err := newCounts(cfg.Metrics)
	if err != nil {
		return nil, err
	}
	e := &Extractor{Extractor: inner, cfg: cfg, counts: counts}
	if cfg.OCR != nil {
		e.desk = newDesk(cfg.OCR, cfg.Log)
	}
	return e, nil
}

// Close closes the Source, the OCR and, if it has a method Close, the adapter.
func (e *Extractor) Close() error {
	var err error
	if e.cfg.Source != nil {
		err = e.cfg.Source.Close()
	}
	if e.desk != nil {
		err = errors.Join(err, e.desk.close())
	}
	if inner, ok := e.Extractor.(io.Closer); ok {
		err = errors.Join(err, inner.Close())
	}
	return err
}

// Prepare implements [provider.Extractor].
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, opts provider.Options) (provider.Prepared, error) {
	inner, err := e.Extractor.Prepare(ctx, doc, opts)
	if err != nil {
		return nil, err
	}
	text, err := e.text(ctx, doc)
	if err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	p := &prepared{Prepared: inner, cfg: e.cfg, counts: e.counts, text: text, again: opts.Again}
	if e.desk != nil && (text == nil || text.Silent()) {
		p.desk, p.doc = e.desk, doc
	}
	return p, nil
}

// text returns the text of a document, nil if there is none to compare with.
func (e *Extractor) text(ctx context.Context, doc provider.Document) (*witness, error) {
	if e.cfg.Source == nil {
		return nil, nil
	}
	text, err := e.cfg.Source.Text(ctx, doc)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	if len(text.Pages) == 0 {
		return nil, nil
	}
	return &witness{reader.Testify(text.Pages), text.Pictures}, nil
}
