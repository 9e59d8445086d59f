package telemetry

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Requests counts HTTP requests and the time that they take.
type Requests struct {
	total   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

// requestBuckets also tell apart answers that need no document to be read.
var requestBuckets = append([]float64{0.001, 0.0025, 0.005}, LongBuckets...)

// NewRequests returns the metrics of an HTTP server.
func NewRequests(r prometheus.Registerer) (*Requests, error) {
	set := NewSet(r)
	return &Requests{
		total: set.Counters("http_requests_total",
			"HTTP requests by route and status. For a stream that ended with an error event, the status in it; 499: the client left.",
			[]string{"method", "route", "status"}),
		seconds: set.Seconds("http_request_duration_seconds",
			"Time from the headers of a request to the end of its answer, for a stream to the end of the stream.", requestBuckets, "route"),
	}, set.Err()
}

// Observe counts a request. route is the pattern that matched, and never the path, which may hold
// anything; "" if none did.
func (q *Requests) Observe(method, route string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	q.total.WithLabelValues(knownMethod(method), route, strconv.Itoa(status)).Inc()
	q.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// knownMethod returns a method that a client cannot have invented.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
