package local

import (
	"net/http"

	"biom/shared/problem"
)

// The values of details.reason.
const (
	ReasonPassword     = "password_protected"
	ReasonDamaged      = "damaged"
	ReasonTooLarge     = "image_too_large"
	ReasonNotInstalled = "reader_not_installed"
)

func rejected(reason, message string) *problem.Problem {
	return problem.New(http.StatusBadRequest, problem.FileValidation, "%s", message).With("reason", reason)
}

func failed(reason, message string) *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "%s", message).With("reason", reason)
}

func passwordProtected() *problem.Problem {
	return rejected(ReasonPassword, "The PDF is protected by a password. Save it without one and send it again.")
}

func damaged(err error) *problem.Problem {
	return rejected(ReasonDamaged, "The file is damaged and cannot be opened. Export it again from the device and send that.").Because(err)
}

func tooLarge() *problem.Problem {
	return rejected(ReasonTooLarge, "The image has too many pixels. Scan at 300 dpi, which is enough for any printout.")
}

func notInstalled(debian string) *problem.Problem {
	return failed(ReasonNotInstalled, "This server lacks a program for reading such documents. Its operator must install the Debian package "+debian+".")
}
