package telemetry

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// Prefix begins the name of each metric of biom.
const Prefix = "biom_"

// LongBuckets are the buckets, in seconds, of what takes as long as the reading of a document.
var LongBuckets = []float64{0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 60, 120, 300, 600}

// Set registers the metrics of a part. A metric that another part of the process has registered
// already is shared with it. A label's values must be few and known to the programmer: never
// a name, a key, a share code, an address or an ID.
type Set struct {
	registry prometheus.Registerer
	errs     []error
}

// NewSet returns a Set whose metrics are registered in r; nil: they are counted, but not shown.
func NewSet(r prometheus.Registerer) *Set { return &Set{registry: r} }

// Err returns why metrics could not be registered.
func (s *Set) Err() error { return errors.Join(s.errs...) }

// Counter returns a counter without labels.
func (s *Set) Counter(name, help string) prometheus.Counter {
	return add(s, prometheus.NewCounter(prometheus.CounterOpts{Name: Prefix + name, Help: help}))
}

// Counters returns a counter for each value of its labels. Those of first, which are values of the
// first label, are shown as 0 from the start, if there is no other label: a rate needs the 0 before the first event.
func (s *Set) Counters(name, help string, labels []string, first ...string) *prometheus.CounterVec {
	vec := add(s, prometheus.NewCounterVec(prometheus.CounterOpts{Name: Prefix + name, Help: help}, labels))
	for _, value := range first {
		vec.WithLabelValues(value)
	}
	return vec
}

// Seconds returns a histogram of durations for each value of its labels.
func (s *Set) Seconds(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return add(s, prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: Prefix + name, Help: help, Buckets: buckets}, labels))
}

// Stages returns the durations of a job's stages. Its api and its worker measure some of them each.
func (s *Set) Stages() *prometheus.HistogramVec {
	return s.Seconds("stage_duration_seconds", "Time that a stage of a request took.", LongBuckets, "stage", "tier")
}

// Gauge returns a gauge that its part raises and lowers.
func (s *Set) Gauge(name, help string) prometheus.Gauge {
	return add(s, prometheus.NewGauge(prometheus.GaugeOpts{Name: Prefix + name, Help: help}))
}

// Value shows what value returns when the metrics are read. labels are pairs of name and value.
func (s *Set) Value(name, help string, value func() float64, labels ...string) {
	constant := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		constant[labels[i]] = labels[i+1]
	}
	add[prometheus.Collector](s, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: Prefix + name, Help: help, ConstLabels: constant}, value))
}

// Add registers a collector that finds its values when the metrics are read.
func (s *Set) Add(c prometheus.Collector) { add(s, c) }

func add[C prometheus.Collector](s *Set, c C) C {
	registered, err := Register(s.registry, c)
	if err != nil {
		s.errs = append(s.errs, err)
	}
	return registered
}

// Bit returns 1 for true and 0 for false.
func Bit(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
