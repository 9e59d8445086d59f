// Package problem defines the error responses of the API. A [Problem] is returned
// as an error from the place where something went wrong; one place in the api
// turns it into a response.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Code is the error.code of an error response. Clients may rely on it.
type Code string

// The codes. Most are from the specification; the others are for statuses for
// which it has none.
const (
	FileValidation    Code = "FILE_VALIDATION_ERROR"    // 400 on process
	NotFound          Code = "NOT_FOUND"                // 404
	PayloadTooLarge   Code = "PAYLOAD_TOO_LARGE"        // 413
	RequestValidation Code = "REQUEST_VALIDATION_ERROR" // 422
	RateLimitExceeded Code = "RATE_LIMIT_EXCEEDED"      // 429
	ExtractionFailed  Code = "EXTRACTION_FAILED"        // 500 on process
	ExtractionTimeout Code = "EXTRACTION_TIMEOUT"       // 504
	Internal          Code = "INTERNAL_ERROR"           // 500 otherwise, 503
	HTTP              Code = "HTTP_ERROR"               // any other 4xx
)

// Problem is an error that may be shown to a user. Message says what was wrong,
// where, and what to do. It never holds a provider key, a share code, a file name
// or a value of a report.
type Problem struct {
	Status     int            `json:"status"`
	Code       Code           `json:"code"`
	Message    string         `json:"message"`
	Details    map[string]any `json:"details,omitempty"`
	RetryAfter time.Duration  `json:"retry_after,omitempty"` // when to try again; 0: the response has no Retry-After
	cause      error          // for the log only
}

// New returns a Problem whose message is made of format and args.
func New(status int, code Code, format string, args ...any) *Problem {
	return &Problem{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error returns status, code and the cause, or the message if there is no cause.
// It is for the log; a user sees Message.
func (p *Problem) Error() string {
	if p.cause != nil {
		return fmt.Sprintf("%d %s: %v", p.Status, p.Code, p.cause)
	}
	return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Message)
}

// Unwrap returns the cause. It may be logged, but must not be shown to a user.
func (p *Problem) Unwrap() error { return p.cause }

// Because sets the cause and returns p.
func (p *Problem) Because(err error) *Problem { p.cause = err; return p }

// With adds an entry to Details and returns p.
func (p *Problem) With(key string, value any) *Problem {
	if p.Details == nil {
		p.Details = map[string]any{}
	}
	p.Details[key] = value
	return p
}

// Retry sets RetryAfter and returns p.
func (p *Problem) Retry(after time.Duration) *Problem { p.RetryAfter = after; return p }

// RetrySeconds returns RetryAfter in whole seconds for the header Retry-After, or
// 0 if the response has none. It rounds up, so that a client which waits that long
// is not too early.
func (p *Problem) RetrySeconds() int {
	if p.RetryAfter <= 0 {
		return 0
	}
	return int((p.RetryAfter + time.Second - 1) / time.Second)
}

// From returns the Problem that err is or wraps. For any other error it returns a
// Problem with status 500 and a fixed message, whose cause is err.
func From(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return New(http.StatusInternalServerError, Internal,
		"Something went wrong on our side. Try again; if it persists, report the request ID.").Because(err)
}

// Unavailable returns a Problem with status 503 that tells the client to try again
// after the given time.
func Unavailable(after time.Duration, format string, args ...any) *Problem {
	return New(http.StatusServiceUnavailable, Internal, format, args...).Retry(after)
}

// Body is the body of an error response.
type Body struct {
	Success bool  `json:"success"` // always false
	Error   Error `json:"error"`
}

// Error is the error member of [Body].
type Error struct {
	Code      Code           `json:"code"`
	Message   string         `json:"message"`
	RequestID string         `json:"request_id"`
	Timestamp string         `json:"timestamp"` // RFC 3339 with milliseconds, UTC
	Details   map[string]any `json:"details"`
}

// timestampLayout is that of all timestamps of the API: see biometry.FormatTime.
const timestampLayout = "2006-01-02T15:04:05.000Z07:00"

// Body returns the body of the error response for p.
func (p *Problem) Body(requestID string, now time.Time) Body {
	return Body{Error: Error{p.Code, p.Message, requestID, now.UTC().Format(timestampLayout), p.Details}}
}
