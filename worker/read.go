package worker

import (
	"context"
	"errors"
	"net/http"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/worker/provider"
)

// readings is how often a document is read: an answer that fails validation is
// sent back once with the list of its faults. Of a model's answer these are
// those that package recheck cannot mend.
const readings = 2

// Read has a prepared document read and validates the answer: everything
// between preparation and result. The jobs of the queue go through it, and so
// does whoever measures a provider. progress may be nil.
func Read(ctx context.Context, p provider.Prepared, progress func(job.Event)) (job.Result, error) {
	if progress == nil {
		progress = func(job.Event) {}
	}
	var faults biometry.Faults
	for attempt := 1; attempt <= readings; attempt++ {
		progress(job.Event{Stage: job.StageExtracting, Message: reading(attempt)})
		answer, err := p.Extract(ctx, faults)
		if err != nil {
			return job.Result{}, err
		}
		progress(job.Event{Stage: job.StageValidating, Message: "Validating the measurements"})
		report, extra, err := biometry.DecodeExtraction(answer.JSON)
		if err == nil {
			return found(report, extra, answer)
		}
		faults = asFaults(err)
	}
	return job.Result{}, problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report was read, but the values contradict each other or lie outside what is possible, "+
			"so none is returned. Check that the file is a single legible biometry report, or enter the values by hand.").
		With("reason", provider.ReasonInvalidOutput).Because(faults)
}

func reading(attempt int) string {
	if attempt > 1 {
		return "Reading the report again: the answer was no report"
	}
	return "Reading the report"
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

// ProblemOf is what the caller is told when preparing or reading a document
// failed with err.
func ProblemOf(err error) *problem.Problem {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		return p
	}
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report could not be read. Try again; if it persists, report the request ID.").
		With("reason", "internal_error").Because(err)
}
