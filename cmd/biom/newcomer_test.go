package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
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
	for _, jobs := range []int{100, size{400, 3000}.now()} {
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
	most := 0
	for i := range newcomers {
		before, finish := r.accepted(newCaller(t, url), document(firstKeyed+i, ""))
		finish()
		most = max(most, r.startOf(firstKeyed+i)-before)
	}
	waiting := l.jobs - int(read.Load())
	if waiting <= 0 {
		t.Fatal("the backlog was read before the newcomers: nothing was tested")
	}
	t.Logf("%d of %d jobs waited; at most %d jobs were started between the acceptance and the start of one of %d newcomers", waiting, l.jobs, most, newcomers)
	if most > 2*l.slots {
		t.Errorf("%d jobs were started while a newcomer waited, with %d slots", most, l.slots)
	}
}

// accepted sends a report, and returns as soon as it is accepted: how many jobs were started until then, and what waits for its result.
// How long the report takes to arrive at a busy api does not count.
func (r *rig) accepted(c *caller, file []byte) (started int, finish func()) {
	r.t.Helper()
	contentType, form := formOf("a.pdf", file, "stream", "true")
	req, err := c.request(r.t.Context(), http.MethodPost, "/api/v1/biom/process", contentType, bytes.NewReader(form))
	if err != nil {
		r.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req) // the stream begins when the report is accepted
	if err != nil {
		r.t.Fatal(err)
	}
	return len(r.noted("call")), func() {
		defer res.Body.Close()
		if events, err := io.ReadAll(res.Body); err != nil || !bytes.Contains(events, []byte("event: result")) {
			r.t.Errorf("%v: %s", err, events)
		}
	}
}

// startOf returns how many jobs were started before that of a document.
func (r *rig) startOf(number int) (before int) {
	r.t.Helper()
	log, err := os.ReadFile(r.calls)
	if err != nil {
		r.t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.HasPrefix(line, fmt.Sprintf("call number %d ", number)) {
			return before
		}
		if strings.HasPrefix(line, "call ") {
			before++
		}
	}
	r.t.Fatalf("document %d was not read", number)
	return 0
}

// send sends a backlog, until stop is called. read counts the reports that were read.
func (r *rig) send(l backlog, url string) (stop func(), read *atomic.Int64) {
	ctx, cancel := context.WithCancel(r.t.Context())
	read = new(atomic.Int64)
	client := &http.Client{Transport: &http.Transport{}} // checking so many against the OpenAPI document is too slow
	var sending sync.WaitGroup
	for i := range l.callers {
		c := newCaller(r.t, url)
		for n := range l.jobs / l.callers {
			sending.Go(func() {
				contentType, form := formOf("a.pdf", document(i*l.jobs+n, ""))
				req, err := c.request(ctx, http.MethodPost, "/api/v1/biom/process", contentType, bytes.NewReader(form))
				if err != nil {
					r.t.Error(err)
					return
				}
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
