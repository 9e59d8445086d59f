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

// Source is where the text comes from.
type Source interface {
	// Text reads the words of a document and their places. It returns no page
	// where the document has no text that can be read and trusted, which is no
	// error: an error is a fault of ours, and an answer is not given unheard.
	Text(ctx context.Context, doc provider.Document) (Text, error)
	Close() error
}

// Text is what a document says of itself.
type Text struct {
	Pages    []layout.Page
	Pictures bool // there are some that may show what the words do not say
}

// Config configures an Extractor.
type Config struct {
	Source  Source                // nil: answers are held against the rules alone; see [Layer]
	Metrics prometheus.Registerer // nil: what happens is not counted
	Log     *slog.Logger          // nil: discard
	Now     func() time.Time      // nil: time.Now
}

// Extractor is a provider whose answers are held against the document's text.
type Extractor struct {
	provider.Extractor
	cfg    Config
	counts *counts
}

var _ provider.Extractor = (*Extractor)(nil)

// New wraps an adapter, and closes it and the Source when it is closed.
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
	return &Extractor{inner, cfg, counts}, nil
}

// Close closes the adapter, if it can be, and the source.
func (e *Extractor) Close() error {
	var err error
	if e.cfg.Source != nil {
		err = e.cfg.Source.Close()
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
	return &prepared{inner, e.cfg, e.counts, text, opts.Again}, nil
}

// text is nil where there is none that can be read.
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
