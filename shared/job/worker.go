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
	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/broker"
)

// A Handler extracts one document and returns the result. It must call d.Start
// before its first provider call, and must not make that call if d.Start fails.
// When ctx ends, it stops at once and returns an error. If it has a complete Result
// by then, it may return the Result instead, which counts unless the api has
// cancelled the job.
//
// The error decides what happens to the job: ErrAbandoned and ErrExhausted (from
// d.Start) end it, any other error returns it to the queue for another try.
type Handler func(ctx context.Context, d *Delivery) (Result, error)

// WorkerConfig configures a Worker. Keys and Handle are required.
type WorkerConfig struct {
	Keys        *Keyring
	Handle      Handler
	Check       Checker // checks provider keys; nil: this worker checks none
	Concurrency int     // how many jobs run at once; 0: 16. At most a quarter of them, but at least one, are slow jobs
	// CheckTimeout is the longest time for one provider check; 0: 5 s. A caller
	// may ask for less.
	CheckTimeout time.Duration
	// PullWait is how long one request to the queue waits for a job at most; 0: 2 s. A
	// stop of the worker waits for a running request.
	PullWait time.Duration
	Version  string                // of the program, for operators
	Model    string                // with which Handle reads, for operators
	Grace    time.Duration         // how long running jobs may go on after Run is told to stop; 0: 20 s
	Metrics  prometheus.Registerer // nil: nothing is shown
	Log      *slog.Logger          // nil: discard

	checkAfter time.Duration // 0: abandonedAfter; only tests set it
}

// Worker takes jobs from the queue, renews their leases and stores their
// results.
type Worker struct {
	cfg            WorkerConfig
	conn           *broker.Conn
	uploads        uploads
	records        records
	standard, slow jetstream.Consumer
	extend         extendFunc
	metrics        workerMetrics
	leaseTime      time.Duration // as the queue has it

	jobs *jobLock // shared by the running jobs; exclusive for a job that must run alone

	mu      sync.Mutex
	running map[*Delivery]context.CancelCauseFunc // delivery → ends its handler; two deliveries may be of one job
}

var (
	errCancelled = errors.New("job: cancelled by the api")
	errStopping  = errors.New("job: the worker stops")
)

// NewWorker returns a Worker. It waits until an api has made the queue: a worker need not have the
// right to change streams.
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
	if cfg.PullWait == 0 {
		cfg.PullWait = 2 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.CheckTimeout == 0 {
		cfg.CheckTimeout = defaultCheckTimeout
	}
	if cfg.checkAfter == 0 {
		cfg.checkAfter = abandonedAfter
	}
	w, err := newWorker(cfg, requestExtension(conn.NATS))
	if err != nil {
		return nil, err
	}
	w.conn = conn
	return w, w.awaitQueue(ctx)
}

func (w *Worker) awaitQueue(ctx context.Context) error {
	results, err := w.conn.AwaitStream(ctx, StreamResults)
	if err != nil {
		return err
	}
	w.records = records{w.conn, results}
	uploaded, err := w.conn.AwaitStream(ctx, StreamUploads)
	if err != nil {
		return err
	}
	w.uploads = uploads{w.conn, w.cfg.Keys, uploaded}
	if w.standard, err = w.conn.AwaitConsumer(ctx, StreamJobs, consumerStandard); err != nil {
		return err
	}
	w.leaseTime = w.standard.CachedInfo().Config.AckWait
	w.slow, err = w.conn.AwaitConsumer(ctx, StreamJobs, consumerSlow)
	return err
}

// newWorker returns a Worker without a connection.
func newWorker(cfg WorkerConfig, extend extendFunc) (*Worker, error) {
	w := &Worker{
		cfg: cfg, extend: extend, leaseTime: leaseTime, jobs: newJobLock(), running: map[*Delivery]context.CancelCauseFunc{},
	}
	return w, w.registerMetrics(cfg.Metrics)
}

// Run works on jobs until ctx ends. Then it takes no new job, waits for the
// running ones for at most the grace period, returns the remaining ones to the
// queue, and returns when all goroutines that it started have ended.
func (w *Worker) Run(ctx context.Context) error {
	sub, err := w.conn.NATS.Subscribe(subjectCancel+"*", func(m *nats.Msg) {
		w.cancel(strings.TrimPrefix(m.Subject, subjectCancel), errCancelled)
	})
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	status, err := answerStatus(w.conn, w.describe)
	if err != nil {
		return err
	}
	defer func() { _ = status.Unsubscribe() }()
	waitForChecks, err := w.answerChecks(ctx)
	if err != nil {
		return err
	}
	defer waitForChecks()

	var running sync.WaitGroup
	running.Go(func() { w.takeJobs(ctx, &running) })
	<-ctx.Done()
	w.awaitEnd(&running)
	return nil
}

// awaitEnd waits until the running jobs have ended. After the grace period it cancels them.
func (w *Worker) awaitEnd(running *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() { running.Wait(); close(ended) }()
	grace := time.NewTimer(w.cfg.Grace)
	defer grace.Stop()
	select {
	case <-ended:
	case <-grace.C:
		w.cancelAll(errStopping)
		<-ended
	}
}

// cancel ends the handlers of the job's deliveries to this worker.
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
