package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"biom/worker/provider"
)

// Fault is the error of a call without an answer. It holds no text that the vendor has
// sent, because vendors quote keys and documents in their errors.
type Fault struct {
	Reason    string        // for details.reason
	Status    int           // of the HTTP response; 0: there was none
	Retry     time.Duration // time after which the vendor allows another call; 0: it does not say
	Transient bool          // the same call may succeed a moment later
	Param     string        // the parameter that the vendor refuses, one of optionalParams; "": none

	description string // for the log
	restricted  bool   // the key is valid, but not allowed to make this call
}

func (f *Fault) Error() string {
	if f.Status != 0 {
		return fmt.Sprintf("%s: status %d", f.Reason, f.Status)
	}
	return f.Reason + ": " + f.description
}

// Refused returns the fault of a model that declined to answer. why is for the log. It
// must be a constant, not a text that the vendor has sent.
func Refused(why string) *Fault { return &Fault{Reason: provider.ReasonRefused, description: why} }

// NoAnswer returns the fault of a response without an answer.
func NoAnswer() *Fault {
	return &Fault{Reason: provider.ReasonUnavailable, Transient: true, description: "a response without an answer"}
}

// errTooLong is the fault of a response of more than maxAnswer bytes.
var errTooLong = &Fault{Reason: provider.ReasonInvalidOutput, description: "an answer beyond the limit"}

// noCreditPause is how long a key without credit is paused.
const noCreditPause = time.Hour

// errorBody is the body of an error response of both vendors, as far as it is read.
//
//	{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"….RetryInfo","retryDelay":"37s"}]}}
//	{"error":{"code":"unsupported_value","type":"invalid_request_error","param":"temperature"}}
type errorBody struct {
	Error struct {
		Code    any    `json:"code"`
		Param   string `json:"param"`
		Message string `json:"message"`
		Details []struct {
			Reason     string `json:"reason"`     // google.rpc.ErrorInfo
			RetryDelay string `json:"retryDelay"` // google.rpc.RetryInfo
		} `json:"details"`
	} `json:"error"`
}

// optionalParams are the parameters that some models or servers refuse and that a call
// can do without. If one is refused, the adapter leaves it out or replaces it.
var optionalParams = []string{"temperature", "service_tier", "thinking_level", "reasoning_effort", "max_tokens"}

// param returns the optional parameter that the error is about, "" if there is none.
// Gemini and most compatible servers name it only in the message.
func (b *errorBody) param() string {
	if slices.Contains(optionalParams, b.Error.Param) {
		return b.Error.Param
	}
	spaceless := strings.NewReplacer("_", "", " ", "")
	message := spaceless.Replace(strings.ToLower(b.Error.Message))
	for _, name := range optionalParams {
		if strings.Contains(message, spaceless.Replace(name)) {
			return name
		}
	}
	return ""
}

// faultOf returns the fault that an error response describes.
func faultOf(res *http.Response, now time.Time) *Fault {
	var body errorBody
	text, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	_ = json.Unmarshal(text, &body) // fails for the error pages of gateways, whose status suffices
	f := &Fault{Reason: provider.ReasonUnavailable, Status: res.StatusCode, Retry: retryAfter(res.Header, now)}
	code, _ := body.Error.Code.(string)
	badKey := false
	for _, d := range body.Error.Details {
		if after, err := time.ParseDuration(d.RetryDelay); err == nil {
			f.Retry = max(f.Retry, after)
		}
		badKey = badKey || d.Reason == "API_KEY_INVALID" // from Gemini, with status 400
	}
	switch s := res.StatusCode; {
	case bytes.Contains(bytes.ToLower(text), []byte("missing scopes")): // OpenAI, 401 or 403
		f.Reason, f.restricted = provider.ReasonKeyRejected, true
	case badKey, s == http.StatusUnauthorized, s == http.StatusForbidden, s == http.StatusPaymentRequired:
		f.Reason = provider.ReasonKeyRejected
	case code == "insufficient_quota":
		f.Reason, f.Retry = provider.ReasonRateLimited, max(f.Retry, noCreditPause)
	case code == "resource_unavailable": // no capacity in the discounted tier; the key is not at fault
		f.Transient = true
	case s == http.StatusTooManyRequests:
		f.Reason = provider.ReasonRateLimited
	case s == http.StatusBadRequest:
		f.Param = body.param()
	case s >= 500, s == http.StatusRequestTimeout, s == http.StatusConflict:
		f.Transient = true
	}
	return f
}

// retryAfter returns the time after which the headers allow another call, 0 if they name
// none.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	after := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(after, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// asFault returns the fault in the error of a call, or one made for it. It drops the text
// of an SDK's error, because that text quotes what the vendor has sent.
func asFault(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	f := &Fault{Reason: provider.ReasonUnavailable, Transient: true, description: "a response that is not the API's"}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		f.description = errno.Error()
	} else if dns, ok := errors.AsType[*net.DNSError](err); ok {
		f.description = dns.Err
	} else if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		f.description = "the connection was closed"
	} else if errors.Is(err, context.DeadlineExceeded) {
		f.description = "no response in time"
	} else if _, ok := errors.AsType[net.Error](err); ok {
		f.description = "the connection failed"
	}
	return f
}
