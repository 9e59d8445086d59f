package job_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/telemetry/telemetrytest"
	"biom/shared/testenv"
)

// standardQueue returns the state of the queue of standard jobs.
func (b *bundle) standardQueue() *jetstream.ConsumerInfo {
	b.t.Helper()
	consumer, err := b.conn.JS.Consumer(b.t.Context(), job.StreamJobs, "extract-standard")
	if err != nil {
		b.t.Fatal(err)
	}
	return consumer.CachedInfo()
}

// A worker has one waiting request, also with more slots than the queue holds requests, and
// nevertheless works on as many jobs at once as it has slots.
func TestWorkerWithManySlotsHasOneWaitingRequest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var running sync.WaitGroup
	const jobs = 600
	running.Add(jobs)
	release := make(chan struct{})
	var log telemetrytest.Log
	b.work(job.WorkerConfig{Concurrency: jobs, Log: slog.New(slog.NewTextHandler(&log, nil)), Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		running.Done()
		<-release
		return report(ctx, d)
	}})
	b.awaitCondition("a waiting request", func() bool {
		waiting := b.standardQueue().NumWaiting
		if waiting > 1 {
			t.Fatalf("%d requests wait", waiting)
		}
		return waiting == 1
	})
	var tickets []*job.Ticket
	for range jobs {
		tickets = append(tickets, b.submit(newJob()))
	}
	running.Wait()
	close(release)
	for _, ticket := range tickets {
		b.await(ticket)
	}
	if n := log.Count("") - log.Count("job ended"); n > 0 {
		t.Errorf("%d lines were logged beside the ends of jobs", n)
	}
}

// A worker without a free slot leaves the jobs in the queue, for others.
func TestBusyWorkerAsksForNoJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	taken, release := make(chan struct{}, 2), make(chan struct{})
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		taken <- struct{}{}
		<-release
		return report(ctx, d)
	}})
	first := b.submit(newJob())
	<-taken
	second := b.submit(newJob())
	var queue *jetstream.ConsumerInfo
	b.awaitCondition("the second job in the queue", func() bool {
		queue = b.standardQueue()
		return queue.NumPending+uint64(queue.NumAckPending) == 2
	})
	// No request waits and none will until the slot is free, so the second job stays where it is.
	if queue.NumWaiting != 0 || queue.NumAckPending != 1 {
		t.Errorf("%d requests wait, %d jobs are taken", queue.NumWaiting, queue.NumAckPending)
	}
	close(release)
	b.await(first)
	b.await(second)
}

// An outage is logged when it begins and when it ends, and not for every try in between.
func TestOutageIsLoggedOnce(t *testing.T) {
	t.Parallel()
	server := testenv.StartNATS(t)
	connect := func() *broker.Conn { return jobtest.Connect(t, broker.Config{URL: server.URL(), Wait: waitAtMost}) }
	keys := jobtest.Keys(t)
	b := &bundle{t: t, connect: connect, conn: connect(), keys: keys}
	_ = b.newClient() // makes the queue
	var log telemetrytest.Log
	b.work(job.WorkerConfig{Concurrency: 50, Log: slog.New(slog.NewTextHandler(&log, nil)), Handle: report})
	for range 2 {
		began := log.Count("cannot be read")
		server.Stop(t)
		b.awaitCondition("the outage", func() bool { return log.Count("cannot be read") > began })
		server.Start(t)
		b.awaitCondition("its end", func() bool { return log.Count("can be read again") == log.Count("cannot be read") })
	}
	if n := log.Count("cannot be read"); n != 2 {
		t.Errorf("two outages were logged %d times", n)
	}
}
