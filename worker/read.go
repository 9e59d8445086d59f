package worker

import (
	"context"
	"errors"
	"net/http"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/worker/provider"
)

// maxReadings is how often a document is read. If an answer fails validation, the
// provider is asked once more, with the list of the answer's faults. A model's answer
// fails here only if package recheck could not repair it.
const maxReadings = 2

// Read has the provider read a prepared document and validates the answer. The worker
// uses it for the jobs of the queue, and package eval for the documents with which it
// measures a provider. progress may be nil. [ProblemOf] turns the error into what the
// caller is told.
func Read(ctx context.Context, p provider.Prepared, progress func(job.Event)) (job.Result, error) {
	if progress == nil {
		progress = func(job.Event) {}
	}
	var faults biometry.Faults
	for attempt := 1; attempt <= maxReadings; attempt++ {
		progress(job.Event{Stage: job.StageExtracting, Message: readingMessage(attempt)})
		reading, ended := spans.Start(ctx, "read the document")
		answer, err := p.Extract(reading, faults)
		ended(err)
		if err != nil {
			return job.Result{}, err
		}
		progress(job.Event{Stage: job.StageValidating, Message: "Validating the measurements"})
		_, validated := spans.Start(ctx, "validate the values")
		report, extra, err := biometry.DecodeExtraction(answer.JSON)
		validated(err)
		if err == nil {
			return resultOf(report, extra, answer)
		}
		faults = asFaults(err)
	}
	return job.Result{}, problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report was read, but the values contradict each other or lie outside what is possible, "+
			"so none is returned. Check that the file is a single legible biometry report, or enter the values by hand.").
		With("reason", provider.ReasonInvalidOutput).Because(faults)
}

func readingMessage(attempt int) string {
	if attempt > 1 {
		return "Reading the report again: the answer was no report"
	}
	return "Reading the report"
}

const patientName = "patient.name"

// resultOf returns the result of a valid answer; the error is NoBiometry if it has no
// value of either eye.
func resultOf(report biometry.Report, extra *biometry.Extra, answer provider.Answer) (job.Result, error) {
	if report.RightEye == (biometry.Eye{}) && report.LeftEye == (biometry.Eye{}) {
		return job.Result{}, provider.NoBiometry()
	}
	hideName(answer.Evidence.Values)
	hideName(answer.Evidence.Withheld)
	result := job.Result{Report: &report, Extra: extra, Model: answer.Model, Evidence: answer.Evidence}
	result.Withhold(answer.Withheld...)
	return result, nil
}

// hideName removes the printed name of the patient, because a response has initials alone.
func hideName(sources map[string]evidence.Source) {
	if name, printed := sources[patientName]; printed {
		name.Text = ""
		sources[patientName] = name
	}
}

// asFaults returns the faults in a validation error. Any other error becomes one fault.
func asFaults(err error) biometry.Faults {
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		return faults
	}
	return biometry.Faults{{Message: err.Error()}} // the answer is not JSON
}

// ProblemOf returns the problem that the caller is told after preparing or reading a
// document has failed with err.
func ProblemOf(err error) *problem.Problem {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		return p
	}
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report could not be read. Try again; if it persists, report the request ID.").
		With("reason", "internal_error").Because(err)
}
