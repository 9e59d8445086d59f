package job_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/biometry"
	"biom/shared/broker"
	"biom/shared/job"
)

// BenchmarkRoundTrip is a job of 1 KB → worker → 4 progress messages and a
// result → caller, on an embedded server with file storage: bare JetStream
// with one ack and plain messages, and beside it the whole contract of this
// package. Quote the ratio of one run.
func BenchmarkRoundTrip(b *testing.B) {
	for _, inFlight := range []int{1, 32} {
		name := map[int]string{1: "1_in_flight", 32: "32_in_flight"}[inFlight]
		b.Run("bare/"+name, func(b *testing.B) { measure(b, inFlight, bare(b)) })
		b.Run("biom/"+name, func(b *testing.B) { measure(b, inFlight, contract(b)) })
	}
}

// measure runs trip from inFlight goroutines and reports rate and percentiles.
func measure(b *testing.B, inFlight int, trip func() error) {
	for range 64 {
		if err := trip(); err != nil {
			b.Fatal(err)
		}
	}
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	for range inFlight {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				begin := time.Now()
				if err := trip(); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(begin)
			}
		})
	}
	group.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trips/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

func embedded(b *testing.B) func() *broker.Conn {
	server, err := broker.StartEmbedded(b.TempDir(), 32<<20, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(server.Shutdown)
	return func() *broker.Conn {
		conn, err := broker.Connect(b.Context(), broker.Config{Embedded: server})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(conn.Close)
		return conn
	}
}

func bare(b *testing.B) func() error {
	connect := embedded(b)
	caller, worker, ctx := connect(), connect(), context.Background()
	if _, err := caller.JS.CreateStream(ctx, jetstream.StreamConfig{Name: "JOBS", Subjects: []string{"jobs.>"}, Retention: jetstream.WorkQueuePolicy}); err != nil {
		b.Fatal(err)
	}
	consumer, err := worker.JS.CreateConsumer(ctx, "JOBS", jetstream.ConsumerConfig{Durable: "w", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		b.Fatal(err)
	}
	queue, result := make(chan jetstream.Msg, 32), make([]byte, 1500)
	for range 32 {
		go func() {
			for m := range queue {
				id := strings.TrimPrefix(m.Subject(), "jobs.")
				for range 4 {
					_ = worker.NATS.Publish("evt."+id, []byte{0})
				}
				_ = worker.NATS.Publish("evt."+id, result)
				_ = m.Ack()
			}
		}()
	}
	consuming, err := consumer.Consume(func(m jetstream.Msg) { queue <- m }, jetstream.PullMaxMessages(64))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { consuming.Stop(); <-consuming.Closed(); close(queue) })
	var waiting sync.Map
	if _, err := caller.NATS.Subscribe("evt.>", func(m *nats.Msg) {
		if c, ok := waiting.Load(strings.TrimPrefix(m.Subject, "evt.")); ok && len(m.Data) > 1 {
			c.(chan struct{}) <- struct{}{}
		}
	}); err != nil {
		b.Fatal(err)
	}
	payload := make([]byte, 1024)
	return func() error {
		id, done := uuid.NewString(), make(chan struct{}, 1)
		waiting.Store(id, done)
		defer waiting.Delete(id)
		if _, err := caller.JS.Publish(ctx, "jobs."+id, payload); err != nil {
			return err
		}
		<-done
		return nil
	}
}

func contract(b *testing.B) func() error {
	connect := embedded(b)
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		b.Fatal(err)
	}
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
