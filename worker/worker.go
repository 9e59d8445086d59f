// Package worker handles the jobs of the queue: it prepares a job's document, has a
// provider read it, and validates the answer. cmd/biom runs it. Its subfolders hold the
// providers (provider), what the adapters of language models share (llm), the second
// reading (recheck), the tools for documents (document), the reader of printouts
// (reader) and the measurement of providers (eval).
package worker

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"biom/shared/fair"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/telemetry"
	"biom/worker/provider"
)

var spans = telemetry.NewSpans("biom/worker")

// Config configures a Worker. Provider is required.
type Config struct {
	Provider provider.Extractor // reads with the deployment's own credentials
	// BYOK reads with a caller's key. If it is nil, jobs with a caller's key fail;
	// they never fall back to Provider.
	BYOK provider.Extractor
	Log  *slog.Logger // nil: discard
}

// Worker handles the jobs of the queue. Handle is its job.Handler.
type Worker struct{ cfg Config }

// New returns a Worker.
func New(cfg Config) (*Worker, error) {
	if cfg.Provider == nil {
		return nil, errors.New("worker: Config.Provider is required")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Worker{cfg}, nil
}

// Handle reads the document of one delivery. If it fails before d.Start, the charge is
// refunded.
func (w *Worker) Handle(ctx context.Context, d *job.Delivery) (job.Result, error) {
	ctx = fair.ForCaller(ctx, d.Caller) // processors are divided fairly between callers
	progress := numbered(d.Progress)
	progress(job.Event{Stage: job.StagePreparing, Message: "Preparing the document"})
	preparing, ended := spans.Start(ctx, "prepare the document")
	prepared, err := w.prepare(preparing, d, progress)
	ended(err)
	if err != nil {
		return w.failed(ctx, d, err)
	}
	defer w.close(d, prepared)
	if err := d.Start(ctx); err != nil {
		return job.Result{}, err
	}
	result, err := Read(ctx, prepared, progress)
	if err != nil {
		return w.failed(ctx, d, err)
	}
	return result, nil
}

// numbered returns a function that adds the number of the attempt to the events of
// extraction, the only stage that can occur several times. Further calls that a
// provider makes by itself count as attempts too.
func numbered(progress func(job.Event)) func(job.Event) {
	attempts := 0
	return func(e job.Event) {
		if e.Stage == job.StageExtracting {
			attempts++
			e.Attempt = attempts
		}
		progress(e)
	}
}

// prepare chooses the provider and has it prepare the document.
func (w *Worker) prepare(ctx context.Context, d *job.Delivery, progress func(job.Event)) (provider.Prepared, error) {
	extractor := w.cfg.Provider
	if d.ProviderKey != "" {
		extractor = w.cfg.BYOK
	}
	if extractor == nil {
		return nil, problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
			"This deployment has no provider that takes a caller's key. Send the request without X-Provider-API-Key.").
			With("reason", provider.ReasonUnavailable)
	}
	return extractor.Prepare(ctx,
		provider.Document{Kind: provider.Kind(d.Kind), Data: d.File},
		provider.Options{Key: d.ProviderKey, Slow: d.Tier == job.Slow, Again: func(why string, fields ...string) {
			progress(job.Event{Stage: job.StageExtracting, Message: why, Fields: fields})
		}})
}

// Check is the worker's job.Checker. If no provider takes callers' keys, no such key
// is valid.
func (w *Worker) Check(ctx context.Context, key string) (job.ProviderState, error) {
	extractor := w.cfg.Provider
	if key != "" {
		extractor = w.cfg.BYOK
	}
	if extractor == nil {
		return job.ProviderState{}, nil
	}
	valid, err := extractor.Check(ctx, key)
	return job.ProviderState{Valid: valid}, err
}

func (w *Worker) close(d *job.Delivery, p provider.Prepared) {
	if err := p.Close(); err != nil {
		w.cfg.Log.Error("what preparing a document made could not be removed", "request_id", d.ID, "error", err)
	}
}

// failed turns err into the result that the caller is told. If ctx has ended, failed
// returns the cause of its end instead, because err is only a consequence of it.
func (w *Worker) failed(ctx context.Context, d *job.Delivery, err error) (job.Result, error) {
	if ctx.Err() != nil {
		return job.Result{}, context.Cause(ctx)
	}
	p := ProblemOf(err)
	log := w.cfg.Log
	if cause := errors.Unwrap(p); cause != nil {
		log = log.With("error", cause)
	}
	log.Warn("extraction failed", "request_id", d.ID, "status", p.Status, "code", p.Code, "reason", p.Details["reason"])
	return job.Result{Problem: p}, nil
}
