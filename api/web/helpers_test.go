package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// recorder collects the errors that a helper reports.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }

func newRequest(method, path string) *http.Request { return httptest.NewRequest(method, path, nil) }

// request returns a request to a route with the method that it takes.
func request(path string) *http.Request {
	method := http.MethodGet
	if strings.HasSuffix(path, "process") {
		method = http.MethodPost
	}
	return newRequest(method, path)
}

func header(contentType, id string) http.Header {
	h := http.Header{"Content-Type": {contentType}}
	if id != "" {
		h.Set("X-Request-ID", id)
	}
	return h
}

// response returns a response whose right eye has this axial length.
func response(al float64) biometry.Response {
	return biometry.Response{
		Data: biometry.Report{
			Biometer: biometry.Biometer{DeviceName: "Argos", Manufacturer: "Alcon"},
			RightEye: biometry.Eye{AL: &al},
		},
		Metadata: biometry.Metadata{
			RequestID: "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b001", SchemaVersion: biometry.SchemaVersion, AppVersion: "1",
			Extraction: biometry.Extraction{Method: biometry.MethodAI, Timestamp: "2026-01-01T00:00:00Z", LLM: "m"},
		},
	}
}
