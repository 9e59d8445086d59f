package eval

import (
	"context"
	"path/filepath"
	"time"

	"biom/shared/biometry"
	"biom/worker"
	"biom/worker/provider"
)

// outcome is the result of one document.
type outcome struct {
	Document
	scores []Score       // one for each place in places
	took   time.Duration // for preparing, reading and validating
}

// readOne reads and scores one document.
func (f *Folder) readOne(ctx context.Context, cfg Config, d *document) outcome {
	if cfg.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, cfg.Timeout)
		defer cancel()
	}
	o := outcome{Document: Document{Name: d.name, Tags: d.tags, ExpectsNothing: d.noBiometry}}
	data, err := load(filepath.Join(f.dir, d.name), cfg.MaxBytes)
	var found *answer
	start := cfg.now()
	if err == nil {
		found, err = o.read(ctx, cfg, provider.Document{Kind: d.kind, Data: data})
	}
	o.took = cfg.now().Sub(start)
	o.Milliseconds = milliseconds(o.took)
	if err != nil {
		o.fail(ctx, cfg, err)
	}
	o.score(d, found, cfg.Values)
	return o
}

// read reads a document as a worker reads the document of a job.
func (o *outcome) read(ctx context.Context, cfg Config, doc provider.Document) (*answer, error) {
	again := func(string, ...string) { o.Calls++ }
	prepared, err := cfg.Provider.Prepare(ctx, doc, provider.Options{Again: again})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := prepared.Close(); err != nil {
			cfg.Log.Error("what preparing a document made could not be removed", "document", o.Name, "error", err)
		}
	}()
	result, err := worker.Read(ctx, counted{prepared, &o.Document}, nil)
	if err != nil {
		return nil, err
	}
	o.Withheld = len(result.Withheld)
	return &answer{*result.Report, result.Extra}, nil
}

// counted counts the calls of a provider and their tokens in a Document.
type counted struct {
	provider.Prepared
	document *Document
}

// Extract implements [provider.Prepared].
func (c counted) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	c.document.Calls++
	out, err := c.Prepared.Extract(ctx, faults)
	c.document.Tokens = c.document.Tokens.Add(out.Tokens)
	return out, err
}
