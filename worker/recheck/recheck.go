package recheck

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/worker/layout"
	"biom/worker/provider"
	"biom/worker/reader"
)

// Text reads the words of a document and their places. It returns no page where
// the document has no text that can be trusted, which is no error.
type Text func(context.Context, provider.Document) ([]layout.Page, error)

// Config configures an Extractor.
type Config struct {
	Off     bool                  // nothing is held against the text
	Text    Text                  // required unless Off; see [Layer]
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

// New wraps an adapter. With Config.Off it returns the adapter itself.
func New(inner provider.Extractor, cfg Config) (provider.Extractor, error) {
	if cfg.Off {
		return inner, nil
	}
	if cfg.Text == nil {
		return nil, errors.New("recheck: Config.Text is required; set Off to do without")
	}
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

// Prepare implements [provider.Extractor]. A text that cannot be read fails
// nothing: whether the document can be is the adapter's to say.
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, opts provider.Options) (provider.Prepared, error) {
	inner, err := e.Extractor.Prepare(ctx, doc, opts)
	if err != nil {
		return nil, err
	}
	pages, err := e.cfg.Text(ctx, doc)
	switch {
	case ctx.Err() != nil:
		return nil, errors.Join(context.Cause(ctx), inner.Close())
	case err != nil:
		e.cfg.Log.Warn("the text of a document could not be read, so the answer is not held against it", "error", err)
	case len(pages) > 0:
		return &prepared{inner, e, reader.Testify(pages), opts.Rereading}, nil
	}
	e.counts.document(noText)
	return inner, nil
}
