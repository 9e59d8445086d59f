package callback

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/telemetry"
)

// The outcomes of an attempt.
const (
	delivered = "delivered"
	failed    = "failed" // there will be another attempt
	givenUp   = "given_up"
)

func newCounts(r prometheus.Registerer) (*prometheus.CounterVec, error) {
	counts, err := telemetry.Register(r, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "biom_callbacks_total", Help: "Attempts to deliver a callback, by outcome.",
	}, []string{"outcome"}))
	if err != nil {
		return nil, err
	}
	for _, outcome := range []string{delivered, failed, givenUp} {
		counts.WithLabelValues(outcome) // so that it is exported as 0 from the start
	}
	return counts, nil
}

// note counts an outcome. next is the time of the next attempt.
func (d *Deliverer) note(outcome string, next time.Time) {
	d.counts.WithLabelValues(outcome).Inc()
	d.cfg.noted(outcome, next)
}
