package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/api"
	"biom/api/web/openapitest"
	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// newRealQueue starts a NATS server and a worker that runs handle until the test ends,
// and returns the queue of a job client.
func newRealQueue(t *testing.T, handle job.Handler) api.Queue {
	t.Helper()
	connect := jobtest.Embedded(t)
	keys := jobtest.Keys(t)
	client, err := job.NewClient(t.Context(), connect(), job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	worker, err := job.NewWorker(t.Context(), connect(), job.WorkerConfig{Keys: keys, Handle: handle})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = worker.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
	return api.Jobs(client)
}

// extractor is a handler that does what a worker does, but calls no provider.
func extractor(ctx context.Context, d *job.Delivery) (job.Result, error) {
	d.Progress(job.Event{Stage: job.StagePreparing, Message: "Preparing"})
	if err := d.Start(ctx); err != nil {
		return job.Result{}, err
	}
	d.Progress(job.Event{Stage: job.StageExtracting, Message: "Reading", Attempt: 1})
	d.Progress(job.Event{Stage: job.StageValidating, Message: "Validating"})
	return extractedResult(), nil
}

func TestProcessOnRealQueue(t *testing.T) {
	t.Parallel()
	queue := newRealQueue(t, extractor)
	b := setup(t, func(c *api.Config) { c.Queue = queue })
	var uploads sync.WaitGroup
	for i := range 20 {
		uploads.Go(func() {
			resp, body := b.post(upload(fmt.Sprintf("%d.pdf", i), []byte(pdf), "stream", []string{"true", "false"}[i%2]))
			if i%2 == 0 {
				got := stages(t, body)
				if !slices.Equal(got, []string{"accepted", "queued", "preparing", "extracting", "validating", "result"}) {
					t.Error(got)
				}
				body = lastEvent(body)
			}
			checkReport(t, resp, body)
		})
	}
	uploads.Wait()
	if n := b.used(quota.BiomAI); n != 20 {
		t.Errorf("%v credits", n)
	}
}

// lastEvent returns the data of the last event of a stream.
func lastEvent(stream []byte) []byte {
	events := openapitest.Events(stream)
	return events[len(events)-1].Data
}

// checkReport fails the test unless body is the response with extractedResult.
func checkReport(t *testing.T, resp *http.Response, body []byte) {
	t.Helper()
	var r struct {
		Data     biometry.Report   `json:"data"`
		Metadata biometry.Metadata `json:"metadata"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	if r.Data.Biometer.DeviceName != "IOLMaster700" || r.Metadata.RequestID != resp.Header.Get("X-Request-ID") {
		t.Errorf("%s", body)
	}
}

// waitingQueue is a queue whose Submit returns only when the worker has begun the job.
type waitingQueue struct {
	api.Queue
	begun func(job.Job)
}

func (q waitingQueue) Submit(ctx context.Context, j job.Job) (api.Ticket, error) {
	ticket, err := q.Queue.Submit(ctx, j)
	q.begun(j)
	return ticket, err
}

// TestDeadlineOnRealQueue: at the deadline the caller gets 504, and the charge stands
// only if a provider call was started. The api's clock reaches the deadline when the
// worker has begun the job.
func TestDeadlineOnRealQueue(t *testing.T) {
	t.Parallel()
	for _, started := range []bool{false, true} {
		begun := make(chan struct{}, 1)
		queue := newRealQueue(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
			d.Progress(job.Event{Stage: job.StagePreparing})
			if started {
				if err := d.Start(ctx); err != nil {
					return job.Result{}, err
				}
			}
			begun <- struct{}{}
			<-ctx.Done()
			return job.Result{}, ctx.Err()
		})
		var ahead atomic.Int64 // of the api's clock
		b := setup(t, func(c *api.Config) {
			c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
			c.Queue = waitingQueue{queue, func(j job.Job) {
				receive(t, begun, "job")
				testenv.Await(t, "the worker's progress", func() bool { return !j.Place.Untaken() })
				ahead.Store(int64(c.ExtractTimeout))
			}}
		})
		resp, body := b.post(upload("a.pdf", []byte(pdf)))
		checkRefusal(t, resp, body, http.StatusGatewayTimeout, "EXTRACTION_TIMEOUT")
		if n := b.used(quota.BiomAI); n != 0 != started {
			t.Errorf("started %v: %v credits", started, n)
		}
	}
}
