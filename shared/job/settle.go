package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// settle ends a delivery: the one place that steers the queue.
func (w *Worker) settle(ctx context.Context, d *Delivery, r Result, err error) {
	cause := context.Cause(ctx)
	switch {
	case err == nil && !errors.Is(cause, errCancelled): // even if the time ran out just now
		err = w.finish(d, r)
	case errors.Is(cause, errStopping):
		err = d.interrupted()
	case cause != nil, errors.Is(err, ErrAbandoned): // the api has ended it
		err = d.lease.done(context.Background())
	case errors.Is(err, ErrExhausted):
		err = w.giveUp(d)
	default:
		d.lease.giveBack(time.Second)
	}
	if err != nil {
		w.cfg.Log.Warn("a job did not end as it should; the queue will hand it out again",
			"request_id", d.ID, "delivery", d.Deliveries, "error", err)
	}
}

// interrupted gives back what our own stop broke off.
func (d *Delivery) interrupted() error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	err := d.unstart(ctx)
	d.lease.giveBack(0)
	return err
}

// finish publishes the result, unless there is one, and takes the job out of
// the queue.
func (w *Worker) finish(d *Delivery, r Result) error {
	ctx, cancel := context.WithTimeout(context.Background(), publishFor)
	defer cancel()
	r.Started = d.started
	if !d.started {
		// An earlier delivery may have started it, and a later one must not:
		// the charge is about to be taken back.
		var err error
		if r.Started, err = w.records.end(ctx, d.ID); err != nil {
			return err
		}
	}
	r.At = time.Now().UTC()
	data, err := sealResult(w.cfg.Keys, d.Header, r)
	if err != nil {
		return err
	}
	if err := w.records.writeResult(ctx, d.Header, data); err != nil {
		return err
	}
	return d.lease.done(ctx)
}

// giveUp ends a job that was started too often: recorded, answered, gone.
func (w *Worker) giveUp(d *Delivery) error {
	if err := w.bury(d, fmt.Sprintf("started %d times without a result", MaxAttempts)); err != nil {
		return err
	}
	return w.finish(d, Result{Problem: extractionFailed("gave_up")})
}

// bury writes the record of a dead job.
func (w *Worker) bury(d *Delivery, reason string) error {
	ctx, cancel := context.WithTimeout(context.Background(), publishFor)
	defer cancel()
	s, _, err := w.records.started(ctx, d.ID)
	if err != nil {
		return err
	}
	data, err := json.Marshal(Dead{d.Header, reason, d.Deliveries, s.Attempts, time.Now().UTC()})
	if err != nil {
		return err
	}
	for {
		err := once(ctx, func(ctx context.Context) error {
			_, err := w.conn.JS.Publish(ctx, subjectDead+d.ID, data, jetstream.WithMsgID(d.ID))
			return err
		})
		if err == nil || !broker.Passing(err) || clock.Sleep(ctx, 100*time.Millisecond) != nil {
			return err
		}
	}
}
