package job_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
)

// A result that lets the charge be taken back forbids every later start, also
// by a delivery that is under way elsewhere.
func TestUnstartedResultForbidsStarts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	deliveries := make(chan *job.Delivery, 1)
	b.work(job.WorkerConfig{Handle: func(_ context.Context, d *job.Delivery) (job.Result, error) {
		deliveries <- d
		return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "damaged")}, nil
	}})
	if r := b.await(b.submit(newJob(time.Minute))); r.Started {
		t.Fatalf("result %+v", r)
	}
	if err := (<-deliveries).Start(t.Context()); !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start after the charge was taken back: %v", err)
	}
}

func TestAbandonedJobIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	started := make(chan *job.Delivery, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		started <- d
		<-ctx.Done()
		return job.Result{}, ctx.Err()
	}})
	ticket := b.submit(newJob(time.Minute))
	d := <-started
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	if err := d.Start(t.Context()); !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start for nobody: %v", err)
	}
}

func TestFullQueueIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s, err := b.conn.JS.Stream(t.Context(), job.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	cfg := s.CachedInfo().Config
	cfg.MaxBytes = 100 << 10
	if _, err := b.conn.JS.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	j := newJob(time.Minute)
	j.File = make([]byte, 80<<10)
	b.submit(j)
	next, begin := newJob(time.Minute), time.Now()
	next.File = j.File
	if _, err := b.client.Submit(t.Context(), next); !errors.Is(err, job.ErrNotQueued) {
		t.Errorf("Submit: %v", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
