package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// The load of BenchmarkWorkers.
const (
	workerSlots  = 16
	workerDelay  = 2 * time.Second
	workerRounds = 10 // how many jobs each slot works on while it is measured
)

// BenchmarkWorkers measures how many reports a second one api and several workers read when the provider answers after two
// seconds, in processes of their own, while the queue is never empty. The ideal is one report for each slot in two
// seconds. The reports come from one caller, or from many.
func BenchmarkWorkers(b *testing.B) {
	for _, callers := range []int{1, 64} {
		for _, workers := range []int{1, 2, 4, 8} {
			b.Run(fmt.Sprintf("%d_callers/%d_workers", callers, workers), func(b *testing.B) {
				slots := workers * workerSlots
				r := newRig(b)
				url, _ := r.api(trustUs, "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_LOG_LEVEL=error")
				for range workers {
					r.worker(fmt.Sprintf("BIOM_WORKER_CONCURRENCY=%d", workerSlots), "BIOM_RIG_DELAY="+workerDelay.String(), "BIOM_LOG_LEVEL=error")
				}
				ideal := float64(slots) / workerDelay.Seconds()
				b.ResetTimer()
				for b.Loop() {
					measured := steadyRate(b, url, callers, 3*slots, slots)
					b.ReportMetric(ideal, "ideal/s")
					b.ReportMetric(measured, "reports/s")
					b.ReportMetric(100*measured/ideal, "%")
				}
			})
		}
	}
}

// steadyRate keeps a number of requests in flight and returns how many end in a second. It does not count those of
// the first three rounds, in which the api learns how fast the workers are, and counts workerRounds of slots.
func steadyRate(b *testing.B, url string, callers, inFlight, slots int) (perSecond float64) {
	const warmUp = 3
	var mu sync.Mutex
	var ends []time.Time
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer client.CloseIdleConnections()
	many(inFlight+(warmUp+workerRounds)*slots, inFlight, func(i int) {
		if err := readReport(client, url, i, i%callers); err != nil {
			b.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		ends = append(ends, time.Now())
	})
	if b.Failed() {
		b.FailNow()
	}
	slices.SortFunc(ends, time.Time.Compare)
	first, last := ends[warmUp*slots-1], ends[(warmUp+workerRounds)*slots-1]
	return float64(workerRounds*slots) / last.Sub(first).Seconds()
}

// readReport uploads a small document for a caller and checks that the answer is about it.
func readReport(client *http.Client, url string, i, caller int) error {
	contentType, form := formOf("report.pdf", document(i, ""))
	req, err := http.NewRequest(http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("X-Forwarded-For", addressOf(caller))
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(body, fmt.Appendf(nil, `"number %d"`, i)) {
		return fmt.Errorf("status %d, %w: %s", res.StatusCode, err, body)
	}
	return nil
}
