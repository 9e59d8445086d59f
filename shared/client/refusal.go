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
	// maxRefusal is how much of an error answer is read: 422 lists every fault.
	maxRefusal = 1 << 20
	// maxPlain is how much of a text that is no error body is shown.
	maxPlain = 200
	// longestRetry is beyond any window of the service.
	longestRetry = 31 * 24 * time.Hour
)

// errorBody is the error body in all its forms: the standard one, the one with
// a single detail, and the data of a stream's error event, which has the status
// and the Retry-After that a response would have.
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

// refusal turns an answer into an Error. It reads the body and leaves it open.
func (c *Client) refusal(res *http.Response) *Error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal)) // a part of it still says more than nothing
	e, ok := c.parseError(body)
	if !ok {
		e = &Error{Message: c.redact(foreign(res, body))}
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

// parseError reads an error body; ok is false if it is none.
func (c *Client) parseError(body []byte) (e *Error, ok bool) {
	var b errorBody
	if json.Unmarshal(body, &b) != nil || b.Error == nil && b.Detail == "" {
		return nil, false //nolint:nilerr // that it is none is the answer
	}
	e = &Error{Status: b.Status, Message: c.redact(b.Detail), RetryAfter: seconds(b.RetryAfter)}
	if b.Error != nil {
		e.Code, e.RequestID, e.Details = b.Error.Code, c.redact(b.Error.RequestID), c.redactDetails(b.Error.Details)
		e.Message = c.redact(b.Error.Message)
	}
	if e.Message == "" {
		e.Message = "The service gave no reason"
	}
	return e, true
}

func (c *Client) redactDetails(d Details) Details {
	for name, value := range d {
		d[name] = json.RawMessage(c.redact(string(value)))
	}
	return d
}

// foreign says what answered in the service's place: net/http's own refusals
// are a line of plain text, a proxy's are HTML that helps nobody.
func foreign(res *http.Response, body []byte) string {
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

// firstLine is the first line of a text, short and without what could steer a
// terminal.
func firstLine(body []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	clean := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, string(line)))
	return string(clean[:min(len(clean), maxPlain)])
}

// retryAfter reads the header: whole seconds, or a date as some proxies write.
func retryAfter(header string, now time.Time) time.Duration {
	if n, err := strconv.ParseFloat(header, 64); err == nil {
		return seconds(n)
	}
	if at, err := http.ParseTime(header); err == nil {
		return seconds(at.Sub(now).Seconds())
	}
	return 0
}

// seconds rounds up, so that a client that obeys is not early.
func seconds(n float64) time.Duration {
	if !(n > 0) { // NaN too
		return 0
	}
	return time.Duration(math.Ceil(min(n, longestRetry.Seconds()))) * time.Second
}
