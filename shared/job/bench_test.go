package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/job/jobtest"
)

// BenchmarkRoundTrip measures a job of 1 KB that goes to a worker, which returns 4
// progress messages and a result, on an embedded server with file storage. "bare"
// uses JetStream alone (one ack and plain messages), "biom" uses this package.
// Compare only the numbers of one run.
func BenchmarkRoundTrip(b *testing.B) {
	for _, inFlight := range []int{1, 32} {
		name := map[int]string{1: "1_in_flight", 32: "32_in_flight"}[inFlight]
		b.Run("bare/"+name, func(b *testing.B) { jobtest.Measure(b, inFlight, jobtest.Bare(b, 1024)) })
		b.Run("biom/"+name, func(b *testing.B) { jobtest.Measure(b, inFlight, biomRoundTrip(b)) })
	}
}

// biomRoundTrip returns a function that submits a job and waits for its result.
func biomRoundTrip(b *testing.B) func() error {
	connect := jobtest.Embedded(b)
	keys := jobtest.Keys(b)
	client, err := job.NewClient(b.Context(), connect(), job.ClientConfig{Keys: keys})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(client.Close)
	worker, err := job.NewWorker(b.Context(), connect(), job.WorkerConfig{Keys: keys, Concurrency: 32,
		Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
			d.Progress(job.Event{Stage: job.StagePreparing, Message: "Preparing the document"})
			if err := d.Start(ctx); err != nil {
				return job.Result{}, err
			}
			d.Progress(job.Event{Stage: job.StageExtracting, Message: "Reading the report", Attempt: 1})
			d.Progress(job.Event{Stage: job.StageValidating, Message: "Validating the measurements"})
			d.Progress(job.Event{Stage: job.StageValidating, Message: "Validating the measurements"})
			return job.Result{Report: &biometry.Report{}, Model: "none"}, nil
		}})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = worker.Run(ctx) }()
	b.Cleanup(func() { stop(); <-ended })
	payload := make([]byte, 1024)
	return func() error {
		now := time.Now()
		ticket, err := client.Submit(ctx, job.Job{
			Header: job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(time.Minute)},
			Kind:   "pdf", Filename: "report.pdf", File: payload,
		})
		if err != nil {
			return err
		}
		defer ticket.Close()
		<-ticket.Result
		return nil
	}
}
