package job

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

const (
	slowEvery = 250 * time.Millisecond // how often an idle slot looks for slow jobs
	// How long a slot waits for a standard job before it looks for a slow one,
	// and where it does not: no longer than a stop may take.
	waitBoth     = 500 * time.Millisecond
	waitStandard = time.Second
)

// slot works on one job at a time until ctx ends. It asks for a job only when
// it is free, and each time anew: a standing subscription would pull ahead
// after a reconnect, and hold a job without a lease behind a busy worker. While
// a job must run alone, others are left in the queue for other workers.
func (w *Worker) slot(ctx context.Context, slow bool) {
	pull := w.standardPuller(waitStandard)
	if slow {
		pull = w.bothPuller()
	}
	for ctx.Err() == nil && w.room.open(ctx) == nil {
		if err := pull(); err != nil && ctx.Err() == nil {
			w.cfg.Log.Warn("the queue cannot be read; trying again", "error", err)
			_ = clock.Sleep(ctx, 500*time.Millisecond)
		}
	}
}

// A puller works on the next job, if there is one within its time.
type puller func() error

// standardPuller lets the server end the wait, never a clock or a stop of our
// own: a job that was on its way just then would lie until its lease runs out.
func (w *Worker) standardPuller(wait time.Duration) puller {
	return func() error {
		_, err := w.fetch(func() (jetstream.MessageBatch, error) {
			return w.standard.Fetch(1, jetstream.FetchMaxWait(wait))
		})
		return err
	}
}

// bothPuller prefers slow jobs, so that standard ones cannot starve them, and
// takes a standard one in between.
func (w *Worker) bothPuller() puller {
	var looked time.Time
	standard := w.standardPuller(waitBoth)
	return func() error {
		if time.Since(looked) >= slowEvery {
			found, err := w.fetch(func() (jetstream.MessageBatch, error) { return w.slow.FetchNoWait(1) })
			if found || err != nil {
				return err
			}
			looked = time.Now()
		}
		return standard()
	}
}

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
