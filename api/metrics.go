package api

import (
	"errors"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/quota"
	"biom/shared/share"
	"biom/shared/telemetry"
)

// metrics are the metrics of the front end. They hold nothing of a request but its kind and how it
// ended.
type metrics struct {
	set      *telemetry.Set
	requests *telemetry.Requests
	streams  prometheus.Gauge

	turns   *prometheus.HistogramVec // tier
	stages  *prometheus.HistogramVec // stage, tier
	results *prometheus.CounterVec   // engine, tier, outcome, reason

	charges  *prometheus.CounterVec // bucket
	credits  *prometheus.CounterVec // bucket
	refusals *prometheus.CounterVec // bucket
	refunds  prometheus.Counter
	given    prometheus.Counter // charges that stand because they could not be settled

	shares     *prometheus.CounterVec // outcome
	retrievals *prometheus.CounterVec // outcome
}

// The outcomes of making a share and of a retrieval.
const (
	shareMade      = "made"
	shareFound     = "found"
	shareNotFound  = "not_found"
	shareDestroyed = "destroyed" // by this retrieval: the third wrong number
	shareBusy      = "busy"
	shareFailed    = "failed"
)

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	requests, err := telemetry.NewRequests(r)
	set := telemetry.NewSet(r)
	buckets := []string{string(quota.BiomAI), string(quota.BiomAIBYOK), string(quota.BiomJSON), string(quota.Retrieve)}
	spent := slices.Concat(buckets, []string{string(quota.Capacity), string(quota.CapacityPublic)})
	byBucket := []string{"bucket"}
	byOutcome := []string{"outcome"}
	m := &metrics{
		set: set, requests: requests,
		streams: set.Gauge("streams_open", "Streams of server-sent events that are open."),
		turns:   set.Seconds("turn_wait_seconds", "Time that a job waited in its api until it might enter the queue.", telemetry.LongBuckets, "tier"),
		stages:  set.Stages(),
		results: set.Counters("results_total", "Requests to process that an api has worked on, by how they ended: success, cancelled by the client, or the code of the error. reason is details.reason of the error.",
			[]string{"engine", "tier", "outcome", "reason"}),
		charges:    set.Counters("charges_total", "Charges that were made, by the bucket of the request.", byBucket, buckets...),
		credits:    set.Counters("credits_charged_total", "Credits that were charged, by bucket.", byBucket, spent...),
		refusals:   set.Counters("quota_refusals_total", "Requests that were refused because a bucket was used up.", byBucket, append(spent, string(quota.Outcomes))...),
		refunds:    set.Counter("refunds_total", "Charges that were given back, because no provider call was started."),
		given:      set.Counter("charges_unsettled_total", "Charges that stand because nobody could find out in time whether a provider call was started."),
		shares:     set.Counters("shares_total", "Shares that were asked for, by outcome.", byOutcome, shareMade, shareBusy, shareFailed),
		retrievals: set.Counters("share_retrievals_total", "Share codes that were tried, by outcome.", byOutcome, shareFound, shareNotFound, shareDestroyed, shareBusy, shareFailed),
	}
	return m, errors.Join(err, set.Err())
}

// watch shows the state of a server.
func (m *metrics) watch(s *Server) error {
	m.set.Value("charges_pending", "Charges that wait in the background to be settled.", func() float64 { return float64(s.settler.pending.Load()) })
	m.set.Value("quota_store_available", "1 while quotas are counted in their store, 0 while in the memory of this process.",
		func() float64 { return telemetry.Bit(s.ledger.storeAvailable()) })
	m.set.Value("durable_requests", "Requests that their clients come back to, which this process works on or keeps waiting.",
		func() float64 { return float64(s.owned.count()) })
	m.set.Value("upload_bytes_held", "Bytes of memory that uploads take at the moment.", func() float64 { return float64(s.gate.Budget.Held()) })
	m.set.Value("upload_bytes_limit", "Bytes of memory that uploads may take before further ones get 503.", func() float64 { return float64(s.gate.Budget.Limit()) })
	return m.set.Err()
}

// since observes the time since begun.
func since(h *prometheus.HistogramVec, begun time.Time, labels ...string) {
	h.WithLabelValues(labels...).Observe(time.Since(begun).Seconds())
}

// result counts how the work on a request ended.
func (m *metrics) result(r *request, e ending) {
	outcome, reason := outcomeOf(e.err)
	m.results.WithLabelValues(r.engine(), string(r.header.Tier), outcome, reason).Inc()
}

// engine returns the engine that a request needs.
func (r *request) engine() string {
	if r.header.Tier == "" {
		return "json"
	}
	return "ai"
}

// charged counts a charge.
func (m *metrics) charged(lines []quota.Line) {
	m.charges.WithLabelValues(string(lines[0].Bucket)).Inc()
	for _, l := range lines {
		if l.Bucket != quota.Outcomes { // counted in KiB
			m.credits.WithLabelValues(string(l.Bucket)).Add(l.Cost.Whole())
		}
	}
}

// shared counts an attempt to make a share.
func (m *metrics) shared(err error) {
	m.shares.WithLabelValues(shareOutcome(err, shareMade)).Inc()
}

// retrieved counts a retrieval.
func (m *metrics) retrieved(err error) {
	m.retrievals.WithLabelValues(shareOutcome(err, shareFound)).Inc()
}

func shareOutcome(err error, success string) string {
	switch {
	case err == nil:
		return success
	case errors.Is(err, share.ErrDestroyed):
		return shareDestroyed
	case errors.Is(err, share.ErrNotFound):
		return shareNotFound
	case errors.Is(err, share.ErrBusy):
		return shareBusy
	}
	return shareFailed
}
