package upload

import (
	"errors"
	"net/http"
	"os"
	"time"

	"biom/shared/biometry"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

var (
	errNoForm    = errors.New("upload: no multipart/form-data")
	errExtension = errors.New("upload: unsupported extension")
)

const allowedKinds = "PDF, JPG, PNG, GIF, BMP or JSON"

// classify returns the problem for the error with which the reading of an upload ended.
func classify(err error) error {
	if p, ok := errors.AsType[*problem.Problem](err); ok {
		return p
	}
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		return unprocessable(faults)
	}
	switch {
	case errors.Is(err, errNoForm):
		return unprocessable(biometry.Faults{{Path: fileField, Message: "is missing: send the report as multipart/form-data in the field file"}})
	case errors.Is(err, errExtension):
		return invalid("The file's extension is not supported: send " + allowedKinds + ".")
	case errors.Is(err, errBudget):
		return problem.Unavailable(budgetRetry, "Too many uploads are held at once: the memory for uploads is used up. Nothing was charged; try again shortly.")
	case errors.Is(err, errShare):
		return problem.Unavailable(budgetRetry, "Too many of your uploads are held at once: one caller's share of the memory for uploads is used up. "+
			"Nothing was charged; send fewer at once, or try again shortly.")
	case errors.Is(err, errTooManyParts):
		return invalid("The form has more than 1,000 parts.")
	case errors.Is(err, endpoint.ErrBodyTooLarge):
		return problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge, "The upload is too large.")
	case errors.Is(err, endpoint.ErrNotGzip):
		return invalid("The body is no complete gzip, as its Content-Encoding says.")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problem.New(http.StatusRequestTimeout, problem.HTTP, "The upload came too slowly and was given up.")
	}
	return invalid("The upload is not well-formed multipart/form-data, or it was cut before its end.").Because(loggable(err))
}

// budgetRetry is about how long an upload is held in memory.
const budgetRetry = 5 * time.Second

// loggable returns an error that may be logged. The errors of the parsers may not:
// they quote their input.
func loggable(err error) error {
	if errors.Is(err, errMalformed) {
		return errMalformed
	}
	return errCut
}

var errCut = errors.New("upload: the body ended early or could not be read")

func unprocessable(faults biometry.Faults) *problem.Problem {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The form is not valid; details.errors lists every fault.").With("errors", faults)
}

func invalid(message string) *problem.Problem {
	return problem.New(http.StatusBadRequest, problem.FileValidation, "%s", message)
}

func tooLarge(limit int) *problem.Problem {
	return problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge,
		"The file is larger than %d bytes, the most that is taken.", limit)
}
