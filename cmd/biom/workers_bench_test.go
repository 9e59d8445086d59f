package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The load of BenchmarkWorkers.
const (
	workerSlots    = 16
	workerDelay    = 2 * time.Second
	workerDocument = 100 << 10 // bytes
	workerRounds   = 10        // how many jobs each slot works on while it is measured
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
				url, api := r.api(trustUs, "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_LOG_LEVEL=error")
				all := []*process{api}
				for range workers {
					all = append(all, r.worker(fmt.Sprintf("BIOM_WORKER_CONCURRENCY=%d", workerSlots), "BIOM_RIG_DELAY="+workerDelay.String(), "BIOM_LOG_LEVEL=error"))
				}
				ideal := float64(slots) / workerDelay.Seconds()
				b.ResetTimer()
				for b.Loop() {
					before := cpuTimes(b, all)
					measured, reports := steadyRate(b, url, callers, 3*slots, slots)
					after := cpuTimes(b, all)
					b.ReportMetric((after.api-before.api)/reports, "api-CPU-ms/report")
					b.ReportMetric((after.workers-before.workers)/reports, "worker-CPU-ms/report")
					b.ReportMetric(ideal, "ideal/s")
					b.ReportMetric(measured, "reports/s")
					b.ReportMetric(100*measured/ideal, "%")
				}
			})
		}
	}
}

// processorTimes are those that the roles have used, in milliseconds.
type processorTimes struct{ api, workers float64 }

// cpuTimes returns the processor times of an api and of the workers after it.
func cpuTimes(b *testing.B, all []*process) (times processorTimes) {
	times.api = float64(cpuTime(b, all[0].Process.Pid).Milliseconds())
	for _, w := range all[1:] {
		times.workers += float64(cpuTime(b, w.Process.Pid).Milliseconds())
	}
	return times
}

// steadyRate keeps a number of requests in flight and returns how many end in a second, and how many there were. It does not count those of
// the first three rounds, in which the api learns how fast the workers are, and counts workerRounds of slots.
func steadyRate(b *testing.B, url string, callers, inFlight, slots int) (perSecond, all float64) {
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
	return float64(workerRounds*slots) / last.Sub(first).Seconds(), float64(len(ends))
}

// readReport uploads a small document for a caller and checks that the answer is about it.
func readReport(client *http.Client, url string, i, caller int) error {
	contentType, form := formOf("report.pdf", document(i, strings.Repeat("x", workerDocument)))
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
