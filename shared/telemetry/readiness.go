package telemetry

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Part is something that a process needs.
type Part struct {
	Name string
	// Vital means that the process can do nothing without the part.
	Vital bool
	// Check returns why the part does not work, or nil. It may be nil.
	Check func(context.Context) error
	Note  string // follows the state of a part that works
}

// Readiness knows what a process needs, and whether it is stopping. Its first line is for
// proxies and orchestrators, the others are for people:
//
//	ready      200  all parts work
//	degraded   200  a part does not work; the process answers everything that does not need it
//	not ready  503  a vital part does not work, or the process is stopping
//
// A part that all processes of a role share is not vital for them: they would all be taken out
// of service at once, with everything that works without it.
type Readiness struct {
	parts    []Part
	stopping atomic.Bool
}

// NewReadiness returns the readiness of a process with these parts.
func NewReadiness(parts ...Part) *Readiness { return &Readiness{parts: parts} }

// Stop makes the process not ready for good, so that it gets no more work.
func (r *Readiness) Stop() { r.stopping.Store(true) }

// readyTimeout limits the checks of all parts.
const readyTimeout = 2 * time.Second

// ServeHTTP serves /readyz.
func (r *Readiness) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithTimeout(req.Context(), readyTimeout)
	defer cancel()
	state, lines := r.state(ctx)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if state == "not ready" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = w.Write([]byte(strings.Join(append([]string{state}, lines...), "\n") + "\n")) // fails if the client has left
}

var partUp = prometheus.NewDesc(Prefix+"part_up", "Whether a part that the process needs worked when the metrics were read.", []string{"part"}, nil)

// Describe sends the metric of the parts.
func (r *Readiness) Describe(c chan<- *prometheus.Desc) { c <- partUp }

// Collect checks all parts.
func (r *Readiness) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	for i, failure := range r.check(ctx) {
		if p := r.parts[i]; p.Check != nil {
			c <- prometheus.MustNewConstMetric(partUp, prometheus.GaugeValue, Bit(failure == nil), p.Name)
		}
	}
}

// check checks all parts at the same time. It returns why each does not work.
func (r *Readiness) check(ctx context.Context) []error {
	failures := make([]error, len(r.parts))
	var checks sync.WaitGroup
	for i, p := range r.parts {
		if p.Check != nil {
			checks.Go(func() { failures[i] = p.Check(ctx) })
		}
	}
	checks.Wait()
	return failures
}

// state checks all parts. It returns the first line and one for each part.
func (r *Readiness) state(ctx context.Context) (state string, lines []string) {
	failures := r.check(ctx)
	state = "ready"
	for i, p := range r.parts {
		lines = append(lines, p.line(failures[i]))
		switch {
		case failures[i] == nil:
		case p.Vital:
			state = "not ready"
		case state == "ready":
			state = "degraded"
		}
	}
	if r.stopping.Load() {
		return "not ready", append([]string{"process: stopping"}, lines...)
	}
	return state, lines
}

// line describes the state of a part.
func (p Part) line(failure error) string {
	switch {
	case failure != nil:
		return p.Name + ": " + strings.Join(strings.Fields(failure.Error()), " ")
	case p.Note != "":
		return p.Name + ": ok, " + p.Note
	}
	return p.Name + ": ok"
}
