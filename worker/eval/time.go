package eval

import (
	"slices"
	"time"
)

// Time says how long it took to prepare, read and validate a document, in milliseconds.
type Time struct {
	Median float64 `json:"median_ms"`
	P95    float64 `json:"p95_ms"`
	Max    float64 `json:"max_ms"`
}

func timeOf(outcomes []outcome) Time {
	took := make([]time.Duration, len(outcomes))
	for i := range outcomes {
		took[i] = outcomes[i].took
	}
	slices.Sort(took)
	return Time{percentile(took, 50), percentile(took, 95), percentile(took, 100)}
}

// percentile returns the time in milliseconds that p percent of the sorted times do not
// exceed, 0 if there are no times.
func percentile(sorted []time.Duration, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	rank := (len(sorted)*p + 99) / 100
	return milliseconds(sorted[max(rank, 1)-1])
}

// milliseconds returns d in milliseconds with one decimal.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(100*time.Microsecond)) / float64(time.Millisecond)
}
