package provider

import (
	"fmt"
	"net/http"

	"biom/shared/problem"
)

// The values of details.reason of a document that cannot be read.
const (
	ReasonPassword     = "password_protected"
	ReasonDamaged      = "damaged"
	ReasonTooLarge     = "image_too_large"
	ReasonTooManyPages = "too_many_pages"
	ReasonNotInstalled = "reader_not_installed"
)

// The values of details.reason of a provider that did not read a document.
const (
	ReasonKeyRejected   = "provider_key_rejected"
	ReasonRateLimited   = "provider_rate_limited"
	ReasonUnavailable   = "provider_unavailable"
	ReasonRefused       = "model_refused"
	ReasonInvalidOutput = "invalid_output"
)

func rejected(reason, message string) *problem.Problem {
	return problem.New(http.StatusBadRequest, problem.FileValidation, "%s", message).With("reason", reason)
}

// PasswordProtected says that a PDF cannot be opened.
func PasswordProtected() *problem.Problem {
	return rejected(ReasonPassword, "The PDF is protected by a password. Save it without one and send it again.")
}

// Damaged says that a file cannot be opened.
func Damaged(err error) *problem.Problem {
	return rejected(ReasonDamaged, "The file is damaged and cannot be opened. Export it again from the device and send that.").Because(err)
}

// TooLarge says that an image has too many pixels.
func TooLarge() *problem.Problem {
	return rejected(ReasonTooLarge, "The image has too many pixels. Scan at 300 dpi, which is enough for any printout.")
}

// TooManyPages says that a PDF is no report of a biometer, or holds more.
func TooManyPages(most int) *problem.Problem {
	return rejected(ReasonTooManyPages, fmt.Sprintf("The PDF has more than %d pages. Send the pages of one biometry report alone.", most))
}

// NotInstalled says that the server lacks a program of a Debian package.
func NotInstalled(debian string) *problem.Problem {
	return Failed(ReasonNotInstalled, "This server lacks a program for reading such documents. Its operator must install the Debian package "+debian+".")
}

// Failed is a document that was not read, whoever is to blame.
func Failed(reason, message string) *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "%s", message).With("reason", reason)
}
