// Package problem is the error body of the API: one type that carries status,
// code, message and details from where a fault is found to the one place that
// writes it.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Code is the stable error.code of the body.
type Code string

// The codes of the specification, and ours for statuses it leaves open.
const (
	FileValidation    Code = "FILE_VALIDATION_ERROR"    // 400 on process
	NotFound          Code = "NOT_FOUND"                // 404
	PayloadTooLarge   Code = "PAYLOAD_TOO_LARGE"        // 413
	RequestValidation Code = "REQUEST_VALIDATION_ERROR" // 422
	RateLimitExceeded Code = "RATE_LIMIT_EXCEEDED"      // 429
	ExtractionFailed  Code = "EXTRACTION_FAILED"        // 500 on process
	ExtractionTimeout Code = "EXTRACTION_TIMEOUT"       // 504
	Internal          Code = "INTERNAL_ERROR"           // 500 elsewhere, 503
	HTTP              Code = "HTTP_ERROR"               // any other 4xx
)

// Problem is an error that may be shown to a user. Message says what was
// wrong, where, and what to do; it never holds a key, a code, a file name or a
// value of a report.
type Problem struct {
	Status     int            `json:"status"`
	Code       Code           `json:"code"`
	Message    string         `json:"message"`
	Details    map[string]any `json:"details,omitempty"`
	RetryAfter time.Duration  `json:"retry_after,omitempty"` // 0: no Retry-After
	cause      error
}

// New returns a Problem.
func New(status int, code Code, format string, args ...any) *Problem {
	return &Problem{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return fmt.Sprintf("%d %s: %v", p.Status, p.Code, p.cause)
	}
	return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Message)
}

// Unwrap returns the cause, which goes to the log and never to a user.
func (p *Problem) Unwrap() error { return p.cause }

// Because records the cause for the log.
func (p *Problem) Because(err error) *Problem { p.cause = err; return p }

// With adds a detail to the body.
func (p *Problem) With(key string, value any) *Problem {
	if p.Details == nil {
		p.Details = map[string]any{}
	}
	p.Details[key] = value
	return p
}

// Retry sets when the request may be sent again.
func (p *Problem) Retry(after time.Duration) *Problem { p.RetryAfter = after; return p }

// RetrySeconds is the Retry-After header: whole seconds, rounded up so that a
// client that obeys is not early, at least 1; 0 when there is none.
func (p *Problem) RetrySeconds() int {
	if p.RetryAfter <= 0 {
		return 0
	}
	return int((p.RetryAfter + time.Second - 1) / time.Second)
}

// From returns the Problem in err's chain. Any other error becomes a 500 whose
// message is fixed, with err as its cause.
func From(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return New(http.StatusInternalServerError, Internal,
		"Something went wrong on our side. Try again; if it persists, report the request ID.").Because(err)
}

// Unavailable is a 503 that asks to come back later.
func Unavailable(after time.Duration, format string, args ...any) *Problem {
	return New(http.StatusServiceUnavailable, Internal, format, args...).Retry(after)
}

// Body is the error body of the specification.
type Body struct {
	Success bool  `json:"success"` // always false
	Error   Error `json:"error"`
}

// Error is the error member of [Body].
type Error struct {
	Code      Code           `json:"code"`
	Message   string         `json:"message"`
	RequestID string         `json:"request_id"`
	Timestamp string         `json:"timestamp"` // RFC 3339, UTC
	Details   map[string]any `json:"details"`
}

// Body renders p for a user.
func (p *Problem) Body(requestID string, now time.Time) Body {
	return Body{Error: Error{p.Code, p.Message, requestID, now.UTC().Format(time.RFC3339Nano), p.Details}}
}
