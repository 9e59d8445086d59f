// Package worker reads documents: it prepares a job's document, has a provider
// extract it, and validates what comes back.
package worker

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/worker/provider"
)

// Config configures a Worker. Provider is required.
type Config struct {
	Provider provider.Extractor // reads with the deployment's own credentials
	// BYOK reads with a caller's key. Without it such jobs fail: they never
	// fall back to Provider.
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

// Handle reads one document. Whatever happens before d.Start costs the caller
// nothing.
func (w *Worker) Handle(ctx context.Context, d *job.Delivery) (job.Result, error) {
	d.Progress(job.Event{Stage: job.StagePreparing, Message: "Preparing the document"})
	prepared, err := w.prepare(ctx, d)
	if err != nil {
		return w.failed(ctx, d, err)
	}
	defer w.close(d, prepared)
	if err := d.Start(ctx); err != nil {
		return job.Result{}, err
	}
	result, err := w.extract(ctx, d, prepared)
	if err != nil {
		return w.failed(ctx, d, err)
	}
	return result, nil
}

func (w *Worker) prepare(ctx context.Context, d *job.Delivery) (provider.Prepared, error) {
	extractor := w.cfg.Provider
	if d.ProviderKey != "" {
		extractor = w.cfg.BYOK
	}
	if extractor == nil {
		return nil, problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
			"This deployment has no provider that takes a caller's key. Send the request without X-Provider-API-Key.").
			With("reason", "provider_unavailable")
	}
	return extractor.Prepare(ctx,
		provider.Document{Kind: provider.Kind(d.Kind), Data: d.File},
		provider.Options{Key: d.ProviderKey, Slow: d.Tier == job.Slow})
}

// Check is the worker's job.Checker. Where nobody takes callers' keys, none is
// accepted.
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

// readings is how often a document is read: an answer that fails validation is
// sent back once with the list of its faults.
const readings = 2

func (w *Worker) extract(ctx context.Context, d *job.Delivery, p provider.Prepared) (job.Result, error) {
	var faults biometry.Faults
	for attempt := 1; attempt <= readings; attempt++ {
		d.Progress(extracting(attempt))
		answer, err := p.Extract(ctx, faults)
		if err != nil {
			return job.Result{}, err
		}
		d.Progress(job.Event{Stage: job.StageValidating, Message: "Validating the measurements"})
		report, extra, err := biometry.DecodeExtraction(answer.JSON)
		if err == nil {
			return found(report, extra, answer)
		}
		faults = asFaults(err)
	}
	return job.Result{}, problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report was read, but the values contradict each other or lie outside what is possible, "+
			"so none is returned. Check that the file is a single legible biometry report, or enter the values by hand.").
		With("reason", "invalid_output").Because(faults)
}

func extracting(attempt int) job.Event {
	message := "Reading the report"
	if attempt > 1 {
		message = "Reading the report again: some values were not valid"
	}
	return job.Event{Stage: job.StageExtracting, Message: message, Attempt: attempt}
}

func found(report biometry.Report, extra *biometry.Extra, answer provider.Answer) (job.Result, error) {
	if report.RightEye == (biometry.Eye{}) && report.LeftEye == (biometry.Eye{}) {
		return job.Result{}, provider.NoBiometry()
	}
	return job.Result{Report: &report, Extra: extra, Model: answer.Model, Withheld: answer.Withheld}, nil
}

func asFaults(err error) biometry.Faults {
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		return faults
	}
	return biometry.Faults{{Message: err.Error()}} // not JSON
}

// failed turns an error into the result that the caller is told. When ctx has
// ended, why it ended matters and not what it broke.
func (w *Worker) failed(ctx context.Context, d *job.Delivery, err error) (job.Result, error) {
	if ctx.Err() != nil {
		return job.Result{}, context.Cause(ctx)
	}
	p, ok := errors.AsType[*problem.Problem](err)
	if !ok {
		p = problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
			"The report could not be read. Try again; if it persists, report the request ID.").
			With("reason", "internal_error").Because(err)
	}
	log := w.cfg.Log
	if cause := errors.Unwrap(p); cause != nil {
		log = log.With("error", cause)
	}
	log.Warn("extraction failed", "request_id", d.ID, "status", p.Status, "code", p.Code, "reason", p.Details["reason"])
	return job.Result{Problem: p}, nil
}
