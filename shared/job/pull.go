package job

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// slowEvery is the time after which an idle slot asks for a slow job again.
const slowEvery = 250 * time.Millisecond

// runSlot works on one job at a time until ctx ends. A slot with slow set also
// takes slow jobs.
//
// A slot asks for one job, and only when it is free. A lasting subscription would
// fetch more jobs after a reconnect; their leases would expire behind a busy
// worker. While a job must run alone, the slots leave the other jobs in the queue
// for other workers.
func (w *Worker) runSlot(ctx context.Context, slow bool) {
	pull := w.standardPuller(w.cfg.PullWait)
	if slow {
		pull = w.mixedPuller()
	}
	for ctx.Err() == nil && w.jobs.awaitShared(ctx) == nil {
		if err := pull(); err != nil && ctx.Err() == nil {
			w.cfg.Log.Warn("the queue cannot be read; trying again", "error", err)
			_ = clock.Sleep(ctx, 500*time.Millisecond)
		}
	}
}

// A puller asks the queue for a job once, and works on it if there is one.
type puller func() error

// standardPuller returns a puller for standard jobs. Only the server ends its
// wait, not a context of ours: a job that is on its way to us at that moment would
// be unknown here, and nobody would work on it until its lease expires.
func (w *Worker) standardPuller(wait time.Duration) puller {
	return func() error {
		_, err := w.fetch(func() (jetstream.MessageBatch, error) {
			return w.standard.Fetch(1, jetstream.FetchMaxWait(wait))
		})
		return err
	}
}

// mixedPuller returns a puller for slow and standard jobs. It looks for a slow
// job first, at most every slowEvery while there is none, so that many standard
// jobs cannot keep slow ones waiting.
func (w *Worker) mixedPuller() puller {
	var checked time.Time                            // when the latest request found no slow job
	standard := w.standardPuller(w.cfg.PullWait / 2) // shorter, so that a slow job is soon found
	return func() error {
		if time.Since(checked) >= slowEvery {
			found, err := w.fetch(func() (jetstream.MessageBatch, error) { return w.slow.FetchNoWait(1) })
			if found || err != nil {
				return err
			}
			checked = time.Now()
		}
		return standard()
	}
}

// fetch works on the job that pull returns, and reports whether there was one.
func (w *Worker) fetch(pull func() (jetstream.MessageBatch, error)) (found bool, err error) {
	batch, err := pull()
	if err != nil {
		return false, err
	}
	for msg := range batch.Messages() {
		found = true
		w.work(msg)
	}
	if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
		return found, err
	}
	return found, nil
}
