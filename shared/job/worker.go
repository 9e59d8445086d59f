package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

// A Handler reads one job and returns how it ended. It calls d.Start before
// its first provider call. When ctx ends it stops at once, with an
// error; a Result that was complete by then still counts, unless the api has
// cancelled the job.
//
// An error steers the queue: ErrAbandoned and ErrExhausted (from d.Start) end
// the job, any other gives it back to be tried again.
type Handler func(ctx context.Context, d *Delivery) (Result, error)

// WorkerConfig configures a Worker. Keys and Handle are required.
type WorkerConfig struct {
	Keys        *Keyring
	Handle      Handler
	Check       Checker // answers provider checks; nil: this worker does not
	Concurrency int     // jobs at once; 0: 16. Slow jobs take at most a quarter of them, at least one
	Streams     StreamOptions
	Grace       time.Duration // for jobs under way when Run is told to stop; 0: 20 s
	Log         *slog.Logger  // nil: discard
}

// Worker takes jobs from the queue, keeps their leases and publishes their
// results.
type Worker struct {
	cfg            WorkerConfig
	conn           *broker.Conn
	records        records
	standard, slow jetstream.Consumer

	room *room

	mu      sync.Mutex
	running map[*Delivery]context.CancelCauseFunc // → ends its handler; a job may be here twice
}

var (
	errCancelled = errors.New("job: cancelled by the api")
	errStopping  = errors.New("job: the worker stops")
)

// NewWorker creates streams and consumers where they are missing.
func NewWorker(ctx context.Context, conn *broker.Conn, cfg WorkerConfig) (*Worker, error) {
	if cfg.Keys == nil || cfg.Handle == nil {
		return nil, errors.New("job: WorkerConfig.Keys (BIOM_JOB_KEY) and Handle are required")
	}
	if cfg.Concurrency < 0 {
		return nil, fmt.Errorf("job: WorkerConfig.Concurrency (BIOM_WORKER_CONCURRENCY) is %d; it must be at least 1", cfg.Concurrency)
	}
	if cfg.Concurrency == 0 {
		cfg.Concurrency = 16
	}
	if cfg.Grace == 0 {
		cfg.Grace = 20 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	w := &Worker{cfg: cfg, conn: conn, room: newRoom(), running: map[*Delivery]context.CancelCauseFunc{}}
	if err := conn.EnsureStreams(ctx, streams(cfg.Streams)...); err != nil {
		return nil, err
	}
	var err error
	if w.records, err = newRecords(ctx, conn); err != nil {
		return nil, err
	}
	if w.standard, err = conn.EnsureConsumer(ctx, StreamJobs, consumer(Standard)); err != nil {
		return nil, err
	}
	w.slow, err = conn.EnsureConsumer(ctx, StreamJobs, consumer(Slow))
	return w, err
}

// Run works until ctx ends. It then takes no new job, lets those under way
// finish within the grace period, gives back what is left, and returns.
func (w *Worker) Run(ctx context.Context) error {
	sub, err := w.conn.NATS.Subscribe(subjectCancel+"*", func(m *nats.Msg) {
		w.cancel(strings.TrimPrefix(m.Subject, subjectCancel), errCancelled)
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	checked, err := w.answerChecks(ctx)
	if err != nil {
		return err
	}
	defer checked()

	var slots sync.WaitGroup
	both := max(1, w.cfg.Concurrency/4)
	for i := range w.cfg.Concurrency {
		slots.Go(func() { w.slot(ctx, i < both) })
	}
	return w.wind(ctx, &slots)
}

// wind waits for the slots once ctx has ended.
func (w *Worker) wind(ctx context.Context, slots *sync.WaitGroup) error {
	<-ctx.Done()
	ended := make(chan struct{})
	go func() { slots.Wait(); close(ended) }()
	grace := time.NewTimer(w.cfg.Grace)
	defer grace.Stop()
	select {
	case <-ended:
	case <-grace.C:
		w.cancelAll(errStopping)
		<-ended
	}
	return nil
}

func (w *Worker) cancel(id string, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for d, cancel := range w.running {
		if d.ID == id {
			cancel(cause)
		}
	}
}

func (w *Worker) cancelAll(cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, cancel := range w.running {
		cancel(cause)
	}
}
