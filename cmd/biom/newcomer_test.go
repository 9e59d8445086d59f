package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/testenv"
)

// TestNewcomersBesideABacklog has busy callers wait with many reports. A newcomer's report must be
// started within the time of two jobs of each slot, which is counted in jobs and not in seconds.
func TestNewcomersBesideABacklog(t *testing.T) {
	newcomersBesideABacklog(t, backlog{jobs: 200, callers: 1, slots: 8, delay: 100 * time.Millisecond})
}

func TestLongNewcomersBesideABacklog(t *testing.T) {
	for _, jobs := range []int{100, 1000, size{1000, 3000}.now()} {
		for _, callers := range []int{1, 10} {
			b := backlog{jobs: jobs, callers: callers, slots: 16, delay: time.Second}
			t.Run(fmt.Sprintf("%d jobs of %d", jobs, callers), func(t *testing.T) { newcomersBesideABacklog(t, b) })
		}
	}
}

// backlog is a number of jobs that callers send at once, and the worker that reads them.
type backlog struct {
	jobs, callers int
	slots         int
	delay         time.Duration // of each job
}

func newcomersBesideABacklog(t *testing.T, l backlog) {
	r := newRig(t)
	url, _ := r.api(append([]string{"BIOM_EXTRACT_TIMEOUT=15m"}, generous...)...)
	r.worker(fmt.Sprintf("BIOM_WORKER_CONCURRENCY=%d", l.slots), fmt.Sprintf("BIOM_RIG_DELAY=%v", l.delay))
	stop, read := r.send(l, url)
	defer stop()
	// The windows of the busy callers have grown to what they will be.
	testenv.Await(t, "jobs in every slot twice over", func() bool { return read.Load() >= int64(2*l.slots) })

	newcomers := max(1, min(5, l.jobs/100))
	var took []time.Duration
	most := 0
	for i := range newcomers {
		before := len(r.noted("call"))
		got := newCaller(t, url).process("a.pdf", document(firstKeyed+i, "")).want(t, http.StatusOK)
		took = append(took, got.took)
		most = max(most, len(r.noted("call"))-before)
	}
	waiting := l.jobs - int(read.Load())
	if waiting <= 0 {
		t.Fatal("the backlog was read before the newcomers: nothing was tested")
	}
	slices.Sort(took)
	t.Logf("%d of %d jobs waited; of %d newcomers the median took %v, the longest %v; at most %d jobs were started meanwhile",
		waiting, l.jobs, newcomers, took[newcomers/2], took[newcomers-1], most)
	if most > 4*l.slots { // two before it is started, one beside it, one more for the look at the log
		t.Errorf("%d jobs were started while a newcomer waited, with %d slots", most, l.slots)
	}
}

// send sends a backlog, until stop is called. read counts the reports that were read.
func (r *rig) send(l backlog, url string) (stop func(), read *atomic.Int64) {
	ctx, cancel := context.WithCancel(r.t.Context())
	read = new(atomic.Int64)
	client := &http.Client{Transport: &http.Transport{}} // checking so many against the OpenAPI document is too slow
	var sending sync.WaitGroup
	for i := range l.callers {
		headers := newCaller(r.t, url).headers
		for n := range l.jobs / l.callers {
			sending.Go(func() {
				contentType, form := formOf("a.pdf", document(i*l.jobs+n, ""))
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
				if err != nil {
					r.t.Error(err)
					return
				}
				req.Header = headers.Clone()
				req.Header.Set("Content-Type", contentType)
				res, err := client.Do(req)
				if err != nil {
					return // it was cancelled
				}
				_ = res.Body.Close()
				if res.StatusCode == http.StatusOK {
					read.Add(1)
				}
			})
		}
	}
	return func() { cancel(); sending.Wait(); client.CloseIdleConnections() }, read
}
