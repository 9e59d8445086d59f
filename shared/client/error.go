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

// Error is what the service, or something before it, answered instead of a
// result. It holds no key.
type Error struct {
	Status     int           // the HTTP status; inside a stream, the one that a response would have had
	Code       problem.Code  // "" if the answer was not the service's error body
	Message    string        // for people
	RequestID  string        // to report; "" if none was given
	Details    Details       // nil if none were given
	RetryAfter time.Duration // when the request may be sent again; 0 if not said
}

// Details are the structured details of an error.
type Details map[string]json.RawMessage

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

// Faults are what is wrong with an uploaded document, each with its path, if
// the details say so.
func (e *Error) Faults() biometry.Faults {
	var faults biometry.Faults
	_ = json.Unmarshal(e.Details["errors"], &faults) // absent, or of another shape: what could be read
	return faults
}

// Reason is the reason in the details, such as "provider_key_rejected", or "".
func (e *Error) Reason() string {
	var reason string
	_ = json.Unmarshal(e.Details["reason"], &reason) // absent, or no string: ""
	return reason
}

// Retryable reports that the same request may succeed later: nobody answered,
// the connection broke, or the service or a proxy before it was busy or away. A
// process request that may have arrived should be repeated only with an
// [Upload.IdempotencyKey], or it may be charged twice.
func Retryable(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return (errors.Is(err, ErrUnreachable) || errors.Is(err, ErrIncomplete)) && !wrongAddress(err)
	}
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusRequestTimeout:
		return true
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return e.Code == "" // a proxy's; the service's own is its last word
	}
	return false
}

// wrongAddress reports that who answered is not who was meant, or does not
// speak the address's protocol, which does not pass.
func wrongAddress(err error) bool {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, handshake := errors.AsType[tls.RecordHeaderError](err)
	return certificate || handshake || errors.Is(err, http.ErrSchemeMismatch)
}
