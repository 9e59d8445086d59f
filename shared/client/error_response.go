package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"biom/shared/problem"
)

const (
	// maxErrorBody is how many bytes of an error response are read. A 422 lists
	// every fault, so it may be long.
	maxErrorBody = 1 << 20
	// maxPlainText is how many characters of a plain text response are shown.
	maxPlainText = 200
	// maxRetryAfter limits Retry-After. It is longer than any window of the service.
	maxRetryAfter = 31 * 24 * time.Hour
)

// errorBody is the error body in its three forms: the standard one with an error
// object; one with only a detail; and the data of an error event in a stream,
// which adds the status and Retry-After that a response would have.
type errorBody struct {
	Status     int     `json:"status"`
	RetryAfter float64 `json:"retry_after"` // seconds
	Detail     string  `json:"detail"`
	Error      *struct {
		Code      problem.Code `json:"code"`
		Message   string       `json:"message"`
		RequestID string       `json:"request_id"`
		Details   Details      `json:"details"`
	} `json:"error"`
}

// responseError turns an error response into an Error. It does not close the body.
func (c *Client) responseError(res *http.Response) *Error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBody)) // a partial body still says more than none
	e, ok := c.parseError(body)
	if !ok {
		e = &Error{Message: c.redact(foreignMessage(res, body))}
	}
	e.Status = res.StatusCode
	if after := retryAfter(res.Header.Get(headerRetryAfter), time.Now()); after > 0 {
		e.RetryAfter = after
	}
	if e.RequestID == "" {
		e.RequestID = c.redact(res.Header.Get(headerRequestID))
	}
	return e
}

// parseError reads an error body; ok is false if body is something else.
func (c *Client) parseError(body []byte) (e *Error, ok bool) {
	var b errorBody
	if json.Unmarshal(body, &b) != nil || b.Error == nil && b.Detail == "" {
		return nil, false //nolint:nilerr // ok says it
	}
	e = &Error{Status: b.Status, Message: c.redact(b.Detail), RetryAfter: roundUp(b.RetryAfter)}
	if b.Error != nil {
		e.Code, e.RequestID, e.Details = b.Error.Code, c.redact(b.Error.RequestID), c.redactDetails(b.Error.Details)
		e.Message = c.redact(b.Error.Message)
	}
	if e.Message == "" {
		e.Message = "The service gave no reason"
	}
	return e, true
}

// redactDetails removes the keys from d and returns it.
func (c *Client) redactDetails(d Details) Details {
	for name, value := range d {
		d[name] = json.RawMessage(c.redact(string(value)))
	}
	return d
}

// foreignMessage returns the message for a response without the service's error
// body. If it is plain text, as from net/http itself, the message is its first
// line. Other content, such as the HTML page of a proxy, is not shown.
func foreignMessage(res *http.Response, body []byte) string {
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if line := firstLine(body); media == "text/plain" && line != "" {
		return line
	}
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		return "The server answered with a redirect, which is not followed because keys would go along: use the final address"
	}
	return fmt.Sprintf("The server answered %q without the service's error body: something between may have answered in its place",
		strings.TrimSpace(strconv.Itoa(res.StatusCode)+" "+http.StatusText(res.StatusCode)))
}

// firstLine returns the first line of a text, shortened and without control
// characters, which could steer a terminal.
func firstLine(body []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	clean := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, string(line)))
	return string(clean[:min(len(clean), maxPlainText)])
}

// retryAfter reads the header Retry-After: seconds, or a date as some proxies
// write. It returns 0 if the header is neither.
func retryAfter(header string, now time.Time) time.Duration {
	if n, err := strconv.ParseFloat(header, 64); err == nil {
		return roundUp(n)
	}
	if at, err := http.ParseTime(header); err == nil {
		return roundUp(at.Sub(now).Seconds())
	}
	return 0
}

// roundUp turns n seconds into a duration of whole seconds. It rounds up, so that
// a client that waits so long is not too early.
func roundUp(n float64) time.Duration {
	if !(n > 0) { // NaN too
		return 0
	}
	return time.Duration(math.Ceil(min(n, maxRetryAfter.Seconds()))) * time.Second
}
