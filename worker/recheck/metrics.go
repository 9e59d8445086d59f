package recheck

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// What becomes of a document.
const (
	noText    = "no_text"   // nothing to hold the answer against
	clean     = "clean"     // no doubt
	exchanged = "exchanged" // the eyes were
	doubted   = "doubted"
)

// What becomes of a second request.
const (
	answered = "answered"
	invalid  = "invalid" // its answer failed validation
	failed   = "failed"
	noTime   = "no_time" // it was not made
)

// What becomes of a number.
const (
	confirmed   = "confirmed"
	unconfirmed = "unconfirmed"
	doubtful    = "doubtful" // in the first answer
	withheld    = "withheld" // in the end, with what is tied to it
)

// counts are the numbers that operators see; no value of a report is among
// them.
type counts struct{ documents, requests, values *prometheus.CounterVec }

func newCounts(registerer prometheus.Registerer) (*counts, error) {
	vec := func(name, help, label string, values ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "biom", Subsystem: "recheck", Name: name, Help: help}, []string{label})
		for _, value := range values {
			v.WithLabelValues(value) // there from the start, as 0
		}
		return v
	}
	c := &counts{
		documents: vec("documents_total", "Answers of a provider by what the document's own text said to them.", "outcome", noText, clean, exchanged, doubted),
		requests:  vec("requests_total", "Second requests for doubtful values.", "outcome", answered, invalid, failed, noTime),
		values:    vec("values_total", "Numbers of the answers by what the document's own text said to them.", "outcome", confirmed, unconfirmed, doubtful, withheld),
	}
	if registerer == nil {
		return c, nil
	}
	return c, errors.Join(registerer.Register(c.documents), registerer.Register(c.requests), registerer.Register(c.values))
}

func (c *counts) document(outcome string) { c.documents.WithLabelValues(outcome).Inc() }

func (c *counts) request(outcome string) { c.requests.WithLabelValues(outcome).Inc() }

// add counts a document by the first answer.
func (c *counts) add(first judgement, lost int) {
	outcome := clean
	switch {
	case first.silent:
		c.document(noText)
		return
	case first.exchanged:
		outcome = exchanged
	case len(first.doubts) > 0:
		outcome = doubted
	}
	c.document(outcome)
	for _, v := range first.verdicts {
		switch {
		case v.Doubtful():
			c.values.WithLabelValues(doubtful).Inc()
		case v.Told():
			c.values.WithLabelValues(confirmed).Inc()
		default:
			c.values.WithLabelValues(unconfirmed).Inc()
		}
	}
	c.values.WithLabelValues(withheld).Add(float64(lost))
}
