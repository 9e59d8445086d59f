package recheck

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/telemetry"
)

// The outcomes of a document.
const (
	noText    = "no_text"     // there was no text to compare the answer with
	clean     = "clean"       // no doubt
	exchanged = "exchanged"   // the eyes were exchanged
	doubted   = "doubted"     // the text contradicts a value
	eyesAlike = "eyes_untold" // no doubt, but nothing shows which eye the values belong to
)

// The outcomes of a second call, and of a look by OCR.
const (
	answered = "answered"
	invalid  = "invalid" // its answer failed validation
	failed   = "failed"  // it returned no answer
	nothing  = "nothing" // OCR understood nothing of the document
	late     = "late"    // OCR was not done in time
	noTime   = "no_time" // the call was not made
)

// The outcomes of a number.
const (
	confirmed   = "confirmed"   // by the text
	unconfirmed = "unconfirmed" // the text neither confirms nor contradicts it
	doubtful    = "doubtful"    // in the first answer
	notValid    = "invalid"     // in the first answer, including those tied to it
	withheld    = "withheld"    // in the result, including those tied to it
)

// counts are the metrics of the second reading. They hold no value of a report.
type counts struct{ documents, looks, requests, values *prometheus.CounterVec }

func newCounts(registerer prometheus.Registerer) (*counts, error) {
	var errs error
	vec := func(name, help string, outcomes ...string) *prometheus.CounterVec {
		opts := prometheus.CounterOpts{Namespace: "biom", Subsystem: "recheck", Name: name, Help: help}
		v, err := telemetry.Register(registerer, prometheus.NewCounterVec(opts, []string{"outcome"}))
		errs = errors.Join(errs, err)
		for _, outcome := range outcomes {
			v.WithLabelValues(outcome) // so that it is exported as 0 from the start
		}
		return v
	}
	return &counts{
		documents: vec("documents_total", "Answers of a provider by what the document's own text said to them.", noText, clean, exchanged, doubted, eyesAlike),
		looks:     vec("looks_total", "Documents without a text that OCR read while a model did.", answered, nothing, failed, late),
		requests:  vec("requests_total", "Second requests for doubtful values.", answered, invalid, failed, noTime),
		values:    vec("values_total", "Numbers of the answers by what the document's own text said to them.", confirmed, unconfirmed, doubtful, notValid, withheld),
	}, errs
}

// document counts a document with its outcome.
func (c *counts) document(outcome string) { c.documents.WithLabelValues(outcome).Inc() }

// look counts a look by OCR with its outcome.
func (c *counts) look(outcome string) { c.looks.WithLabelValues(outcome).Inc() }

// request counts a second call with its outcome.
func (c *counts) request(outcome string) { c.requests.WithLabelValues(outcome).Inc() }

// add counts a document and its numbers by the judgement on the first answer. lost is
// the number of values that were withheld in the end.
func (c *counts) add(first *judgement, lost int) {
	c.values.WithLabelValues(notValid).Add(float64(first.invalid))
	c.values.WithLabelValues(withheld).Add(float64(lost))
	outcome := clean
	switch {
	case first.noText:
		c.document(noText)
		return
	case first.exchanged:
		outcome = exchanged
	case len(first.doubts) > first.invalid:
		outcome = doubted
	case first.eyesAlike:
		outcome = eyesAlike
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
}
