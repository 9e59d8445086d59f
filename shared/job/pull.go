package job

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A puller hands messages to work, one at a time, until ctx ends or the
// connection fails. A slot asks for a message only when it is free, so that no
// job waits behind a busy worker while another has nothing to do.
type puller func(ctx context.Context, work func(jetstream.Msg)) error

// slot works on one job at a time.
func (w *Worker) slot(ctx context.Context, pull puller) {
	for ctx.Err() == nil {
		err := pull(ctx, w.work)
		if err != nil && ctx.Err() == nil {
			w.cfg.Log.Warn("the queue cannot be read; trying again", "error", err)
			_ = pause(ctx, 500*time.Millisecond)
		}
	}
}

// pullStandard keeps one pull request at the server and renews it only after
// the job is done.
func (w *Worker) pullStandard(ctx context.Context, work func(jetstream.Msg)) error {
	// The shortest heartbeat: after a lost connection the request is renewed within seconds.
	it, err := w.standard.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(10*time.Second),
		jetstream.PullHeartbeat(time.Second))
	if err != nil {
		return err
	}
	defer w.giveBackRest(it)
	for {
		msg, err := it.Next(jetstream.NextContext(ctx))
		switch {
		case err == nil:
			work(msg)
		case errors.Is(err, jetstream.ErrNoHeartbeat) && ctx.Err() == nil: // the next Next pulls again
		default:
			return err
		}
	}
}

// giveBackRest hands back a message that came while the slot was stopping.
func (w *Worker) giveBackRest(it jetstream.MessagesContext) {
	it.Drain()
	for {
		msg, err := it.Next()
		if err != nil {
			return
		}
		_ = msg.Nak() // fresh from the queue; if it is lost, the lease runs out
	}
}

const (
	slowEvery    = 250 * time.Millisecond // how often an idle slot looks for slow jobs
	standardWait = 500 * time.Millisecond // and how long it then waits for standard ones
)

// pullBoth prefers slow jobs, so that standard ones cannot starve them, and
// waits for standard ones in between.
func (w *Worker) pullBoth(ctx context.Context, work func(jetstream.Msg)) error {
	var looked time.Time
	for ctx.Err() == nil {
		if time.Since(looked) >= slowEvery {
			found, err := w.fetch(work, func() (jetstream.MessageBatch, error) { return w.slow.FetchNoWait(1) })
			if err != nil {
				return err
			}
			if found {
				continue
			}
			looked = time.Now()
		}
		_, err := w.fetch(work, func() (jetstream.MessageBatch, error) {
			return w.standard.Fetch(1, jetstream.FetchMaxWait(standardWait))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *Worker) fetch(work func(jetstream.Msg), pull func() (jetstream.MessageBatch, error)) (found bool, err error) {
	batch, err := pull()
	if err != nil {
		return false, err
	}
	for msg := range batch.Messages() {
		found = true
		work(msg)
	}
	if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
		return found, err
	}
	return found, nil
}
