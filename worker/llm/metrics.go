package llm

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/telemetry"
	"biom/worker/provider"
)

// The outcomes of a call, in addition to the reasons of a Fault.
const (
	answered  = "answered"
	cancelled = "cancelled" // the job was abandoned, or its deadline has passed
)

// meters are the metrics of the calls to one vendor. They hold no key, no document and
// no value of a report.
type meters struct {
	calls   *prometheus.CounterVec
	tokens  *prometheus.CounterVec
	seconds prometheus.Observer
}

// newMeters registers the metrics for the vendor with the given name.
func newMeters(r prometheus.Registerer, name string) (*meters, error) {
	calls, err := telemetry.Register(r, prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "biom", Subsystem: "provider", Name: "calls_total", Help: "Calls of a model by what came of them.",
	}, []string{"provider", "outcome"}))
	seconds, errSeconds := telemetry.Register(r, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "biom", Subsystem: "provider", Name: "call_seconds", Help: "Time that a call of a model took, whatever came of it.",
		Buckets: []float64{0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 60, 120, 300, 600},
	}, []string{"provider"}))
	tokens, errTokens := telemetry.Register(r, prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "biom", Subsystem: "provider", Name: "tokens_total", Help: "Tokens that answered calls are paid for, as the vendor counts them.",
	}, []string{"provider", "direction"}))
	labels := prometheus.Labels{"provider": name}
	m := &meters{calls.MustCurryWith(labels), tokens.MustCurryWith(labels), seconds.WithLabelValues(name)}
	for _, outcome := range []string{
		answered, cancelled, provider.ReasonKeyRejected, provider.ReasonRateLimited, provider.ReasonUnavailable,
		provider.ReasonRefused, provider.ReasonInvalidOutput,
	} {
		m.calls.WithLabelValues(outcome) // so that it is exported as 0 from the start
	}
	return m, errors.Join(err, errSeconds, errTokens)
}

// call counts one call: its outcome, the tokens that it cost, and how long it took.
func (m *meters) call(ctx context.Context, took time.Duration, paid provider.Tokens, err error) {
	outcome := answered
	switch {
	case err == nil:
	case ctx.Err() != nil:
		outcome = cancelled
	default:
		outcome = asFault(err).Reason
	}
	m.calls.WithLabelValues(outcome).Inc()
	m.tokens.WithLabelValues("input").Add(float64(paid.Input))
	m.tokens.WithLabelValues("output").Add(float64(paid.Output))
	m.seconds.Observe(took.Seconds())
}

// registerMetrics registers the metrics of the calls and of the keys.
func (e *Extractor) registerMetrics(r prometheus.Registerer) (err error) {
	if e.meters, err = newMeters(r, e.cfg.Name); err != nil || e.keys.Len() == 0 {
		return err // without keys of the deployment only callers' keys are used
	}
	_, err = telemetry.Register[prometheus.Collector](r, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "biom", Subsystem: "provider", Name: "keys_usable", Help: "The deployment's keys that are not paused.",
		ConstLabels: prometheus.Labels{"provider": e.cfg.Name},
	}, func() float64 { return float64(len(e.keys.Usable())) }))
	return err
}
