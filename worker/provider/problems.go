package provider

import (
	"fmt"
	"net/http"

	"biom/shared/job"
	"biom/shared/problem"
)

// The values of details.reason if a document cannot be read.
const (
	ReasonPassword     = "password_protected"
	ReasonDamaged      = "damaged"
	ReasonTooLarge     = "image_too_large"
	ReasonTooManyPages = "too_many_pages"
	ReasonTooComplex   = job.ReasonTooComplex // which the api counts against the caller
	ReasonNotInstalled = "reader_not_installed"
)

// The values of details.reason if a provider has not read a document.
const (
	ReasonKeyRejected   = "provider_key_rejected"
	ReasonRateLimited   = "provider_rate_limited"
	ReasonUnavailable   = "provider_unavailable"
	ReasonRefused       = "model_refused"
	ReasonInvalidOutput = "invalid_output"
)

// rejected returns a problem with status 400: the file is at fault.
func rejected(reason, message string) *problem.Problem {
	return problem.New(http.StatusBadRequest, problem.FileValidation, "%s", message).With("reason", reason)
}

// PasswordProtected returns the problem of a PDF that needs a password.
func PasswordProtected() *problem.Problem {
	return rejected(ReasonPassword, "The PDF is protected by a password. Save it without one and send it again.")
}

// Damaged returns the problem of a file that cannot be opened because of err.
func Damaged(err error) *problem.Problem {
	return rejected(ReasonDamaged, "The file is damaged and cannot be opened. Export it again from the device and send that.").Because(err)
}

// TooLarge returns the problem of an image that exceeds a limit: see [filekind.Image].
func TooLarge(err error) *problem.Problem {
	return rejected(ReasonTooLarge, "The file cannot be used: "+err.Error()+".")
}

// TooManyPages returns the problem of a PDF with more than limit pages: one biometry
// report alone has fewer.
func TooManyPages(limit int) *problem.Problem {
	return rejected(ReasonTooManyPages, fmt.Sprintf("The PDF has more than %d pages. Send the pages of one biometry report alone.", limit))
}

// TooComplex returns the problem of a PDF whose text or drawing takes more processor time
// than any printout needs.
func TooComplex() *problem.Problem {
	return rejected(ReasonTooComplex, "The PDF is too complex: reading it takes too long. Print the report to a new PDF, or scan it, and send that.")
}

// NotInstalled returns the problem of a server on which a program of the given Debian
// package is missing.
func NotInstalled(debian string) *problem.Problem {
	return Failed(ReasonNotInstalled, "This server lacks a program for reading such documents. Its operator must install the Debian package "+debian+".")
}

// Failed returns a problem with status 500: the document was not read.
func Failed(reason, message string) *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "%s", message).With("reason", reason)
}
