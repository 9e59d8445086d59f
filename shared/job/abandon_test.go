package job_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
)

// A result without a provider call means a refund, so it must forbid every later
// start, also by another delivery of the job.
func TestResultWithoutStartForbidsStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	deliveries := make(chan *job.Delivery, 1)
	b.work(job.WorkerConfig{Handle: func(_ context.Context, d *job.Delivery) (job.Result, error) {
		deliveries <- d
		return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "damaged")}, nil
	}})
	if r := b.await(b.submit(newJob())); r.Started {
		t.Fatalf("result %+v", r)
	}
	if err := (<-deliveries).Start(t.Context()); !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start after the refund: %v", err)
	}
}

func TestAbandonAfterStartForbidsAnotherStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	started, again := make(chan struct{}, 1), make(chan error, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		started <- struct{}{}
		<-ctx.Done()
		again <- d.Start(context.WithoutCancel(ctx))
		return job.Result{}, ctx.Err()
	}})
	ticket := b.submit(newJob())
	<-started
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	if err := <-again; !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start of an abandoned job: %v", err)
	}
}

// TestWithdraw: a job that was started goes on, also if that happens while it is withdrawn; any other one
// cannot be started any more.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	b := setup(t)
	reached, proceed := make(chan *job.Delivery), make(chan struct{})
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		reached <- d
		<-proceed
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		reached <- d
		<-proceed
		return job.Result{Report: &biometry.Report{}}, nil
	}})
	ticket := b.submit(newJob())
	d := <-reached
	proceed <- struct{}{}
	<-reached
	if fate, err := b.client.Withdraw(t.Context(), ticket.Header); err != nil || !fate.Started || fate.Result != nil {
		t.Errorf("after the start: %+v, %v", fate, err)
	}
	if wasStarted, err := b.client.EndUnstarted(t.Context(), ticket.Header.ID); err != nil || !wasStarted {
		t.Errorf("after the start: %v, %v", wasStarted, err)
	}
	if err := d.Start(t.Context()); err != nil {
		t.Errorf("a started job was ended: %v", err)
	}
	proceed <- struct{}{}
	if r := b.await(ticket); r.Report == nil {
		t.Errorf("%+v", r)
	}
	if fate, err := b.client.Withdraw(t.Context(), ticket.Header); err != nil || fate.Result == nil {
		t.Errorf("after the end: %+v, %v", fate, err)
	}
	ticket = b.submit(newJob())
	d = <-reached
	if fate, err := b.client.Withdraw(t.Context(), ticket.Header); err != nil || fate.Started || fate.Result != nil {
		t.Errorf("before the start: %+v, %v", fate, err)
	}
	if err := d.Start(t.Context()); !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start of a withdrawn job: %v", err)
	}
	close(proceed)
}

// A full queue is not a temporary error: Submit must fail at its first try.
func TestSubmitDoesNotRetryWhenQueueIsFull(t *testing.T) {
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
	j := newJob()
	j.File = make([]byte, 80<<10)
	b.submit(j)
	tries, err := b.conn.NATS.SubscribeSync("biom.jobs.*")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.conn.NATS.Flush(); err != nil {
		t.Fatal(err)
	}
	next := newJob()
	next.File = j.File
	if _, err := b.client.Submit(t.Context(), next); !errors.Is(err, job.ErrNotQueued) {
		t.Errorf("Submit: %v", err)
	}
	if err := b.conn.NATS.Flush(); err != nil { // now all tries have arrived
		t.Fatal(err)
	}
	if n, _, err := tries.Pending(); err != nil || n != 1 {
		t.Errorf("%d tries, %v", n, err)
	}
}

// TestAbandonedJobLeavesTheQueue expects that a job which is given up while it waits is deleted.
func TestAbandonedJobLeavesTheQueue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 20 {
		ticket := b.submit(newJob())
		if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || fate.Started {
			t.Fatalf("fate %+v, %v", fate, err)
		}
	}
	if n := b.queued(); n != 0 {
		t.Errorf("%d jobs in the queue", n)
	}
}

// TestWorkerDropsAbandonedJob expects that a worker does no work for a job that was given up
// by another process, which cannot delete the job's message.
func TestWorkerDropsAbandonedJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := b.newClient()
	ticket := b.submit(newJob())
	if _, err := other.Abandon(t.Context(), ticket.Header); err != nil {
		t.Fatal(err)
	}
	live := newJob()
	liveTicket := b.submit(live)
	handled := make(chan string, 2)
	b.work(job.WorkerConfig{Handle: func(_ context.Context, d *job.Delivery) (job.Result, error) {
		handled <- d.ID
		return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "damaged")}, nil
	}, Concurrency: 1}.WithCheckAfter(time.Nanosecond))
	b.await(liveTicket)
	if id := <-handled; id != live.ID {
		t.Error("the worker worked on the abandoned job")
	}
	b.awaitEmptyQueue()
}
