package client

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
)

// Error is an error response of the service or of a proxy before it. It contains
// no key.
type Error struct {
	Status     int           // the HTTP status; for an event of a stream, the status that a response would have had
	Code       problem.Code  // "" if the response did not have the service's error body
	Message    string        // for people
	RequestID  string        // to quote when reporting the error; "" if none was given
	Details    Details       // nil if none were given
	RetryAfter time.Duration // how long to wait before the request is sent again; 0 if not given
}

// Details are the members of an error's details, by name.
type Details map[string]json.RawMessage

// Error returns status, code, message and the time to wait in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("%d", e.Status)
	if e.Code != "" {
		s += " " + string(e.Code)
	}
	s += ": " + e.Message
	if e.RetryAfter > 0 {
		s += fmt.Sprintf(" (try again in %s)", e.RetryAfter)
	}
	return s
}

// Faults returns the validation errors of an uploaded document, if the details
// have any.
func (e *Error) Faults() biometry.Faults {
	var faults biometry.Faults
	_ = json.Unmarshal(e.Details["errors"], &faults) // if absent or of another type, the faults that could be read
	return faults
}

// Reason returns the reason in the details, such as "provider_key_rejected", or "".
func (e *Error) Reason() string {
	var reason string
	_ = json.Unmarshal(e.Details["reason"], &reason) // if absent or not a string, ""
	return reason
}

// Retryable reports whether the same request may succeed later: there was no
// response, the connection broke, or the service or a proxy before it was busy
// or unavailable. A process request may have reached the service all the same:
// repeat it only with an [Upload.IdempotencyKey], or it may be charged twice.
func Retryable(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return (errors.Is(err, ErrUnreachable) || errors.Is(err, ErrIncomplete)) && !wrongAddress(err)
	}
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusRequestTimeout:
		return true
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return e.Code == "" // from a proxy; with a code it is the service's final response
	}
	return false
}

// wrongAddress reports whether the address is wrong: its server does not have the
// right certificate, or does not speak the protocol of the address. A repeat cannot
// succeed.
func wrongAddress(err error) bool {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, handshake := errors.AsType[tls.RecordHeaderError](err)
	return certificate || handshake || errors.Is(err, http.ErrSchemeMismatch)
}
