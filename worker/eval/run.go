package eval

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"biom/worker/provider"
)

// Config configures the reading of a folder. Provider is required.
type Config struct {
	Provider provider.Extractor
	Jobs     int            // number of documents that are read at once; 0: one for each core
	MaxBytes int64          // size of the largest file that is read, as in the service; 0: no limit
	Timeout  time.Duration  // for one document; 0: none
	Values   bool           // the report holds expected and found values, and causes of failures
	Progress func(Document) // is called for each document, from several goroutines; may be nil
	Log      *slog.Logger   // nil: discard

	now func() time.Time // nil: time.Now
}

// Read has the provider read every document and scores the answers. It holds only the
// documents in memory that are being read. It fails if ctx ends or Config.Provider is missing.
func (f *Folder) Read(ctx context.Context, cfg Config) (*Report, error) {
	if cfg.Provider == nil {
		return nil, errors.New("eval: Config.Provider is required")
	}
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.NumCPU()
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Progress == nil {
		cfg.Progress = func(Document) {}
	}
	if cfg.now == nil {
		cfg.now = time.Now
	}
	start := cfg.now()
	outcomes := f.readAll(ctx, cfg)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r := f.report(outcomes)
	r.Model, r.Jobs, r.Seconds = cfg.Provider.Model(), cfg.Jobs, cfg.now().Sub(start).Seconds()
	return r, nil
}

// readAll reads the documents, cfg.Jobs at once. The outcomes are in the order of the
// documents.
func (f *Folder) readAll(ctx context.Context, cfg Config) []outcome {
	outcomes := make([]outcome, len(f.documents))
	queue := make(chan int)
	var wg sync.WaitGroup
	for range min(cfg.Jobs, len(f.documents)) {
		wg.Go(func() {
			for i := range queue {
				outcomes[i] = f.readOne(ctx, cfg, &f.documents[i])
				cfg.Progress(outcomes[i].Document)
			}
		})
	}
	for i := 0; i < len(f.documents) && ctx.Err() == nil; i++ {
		queue <- i
	}
	close(queue)
	wg.Wait()
	return outcomes
}
