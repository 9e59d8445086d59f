// Package jobtest starts NATS servers for tests of the queue, and measures round
// trips through a queue.
package jobtest

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

	"biom/shared/broker"
	"biom/shared/job"
)

// Warmup is how often Measure calls its function before it measures.
const Warmup = 64

// Measure calls trip in inFlight goroutines, b.N times altogether, and reports
// the rate and percentiles of the durations.
func Measure(b *testing.B, inFlight int, trip func() error) {
	for range Warmup {
		if err := trip(); err != nil {
			b.Fatal(err)
		}
	}
	durations := make([]time.Duration, b.N)
	var next atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	for range inFlight {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				start := time.Now()
				if err := trip(); err != nil {
					b.Error(err)
					return
				}
				durations[i] = time.Since(start)
			}
		})
	}
	group.Wait()
	b.StopTimer()
	slices.Sort(durations)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trips/s")
	b.ReportMetric(float64(durations[len(durations)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(durations[len(durations)*99/100].Microseconds()), "p99-µs")
}

// Embedded starts a NATS server in this process and returns a function that
// connects to it. Both end with the test. The connections allow for a slow
// machine.
func Embedded(t testing.TB) func() *broker.Conn {
	server, err := broker.StartEmbedded(broker.EmbeddedConfig{Dir: t.TempDir(), MaxPayload: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Shutdown)
	return func() *broker.Conn {
		return Connect(t, broker.Config{Embedded: server, Wait: 2 * time.Minute, RequestTimeout: time.Minute})
	}
}

// Connect returns a connection that ends with the test.
func Connect(t testing.TB, cfg broker.Config) *broker.Conn {
	conn, err := broker.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// Keys returns a new job key.
func Keys(t testing.TB) *job.Keyring {
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// Bare returns a round trip that uses JetStream alone, for comparison with
// package job. It publishes a job of payload bytes, which is acknowledged once;
// the reply is four progress messages and a result of 1.5 KB, on plain NATS.
func Bare(b *testing.B, payload int) func() error {
	connect := Embedded(b)
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
	content := make([]byte, payload)
	return func() error {
		id, done := uuid.NewString(), make(chan struct{}, 1)
		waiting.Store(id, done)
		defer waiting.Delete(id)
		if _, err := caller.JS.Publish(ctx, "jobs."+id, content); err != nil {
			return err
		}
		<-done
		return nil
	}
}
