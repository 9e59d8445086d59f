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

// The ways in which a delivery ends. The handler returned a result or an error, which decide whether the job leaves
// the queue or is delivered again.
const (
	endReport    = "report"    // a report, and the api has not cancelled the job: store it, remove the job
	endProblem   = "problem"   // the same with an error for the caller
	endStopped   = "stopped"   // this worker stops: requeue, do not count the attempt
	endCancelled = "cancelled" // the api has cancelled the job, its deadline has passed, or ErrAbandoned: remove the job
	endDead      = "dead"      // ErrExhausted: give the job up, remove it
	endRetried   = "retried"   // any other error: requeue
)

// outcomeOf returns how a delivery ends whose handler returned r and err.
func outcomeOf(ctx context.Context, r Result, err error) string {
	cause := context.Cause(ctx)
	switch {
	case err == nil && !errors.Is(cause, errCancelled): // also if the deadline has passed meanwhile
		if r.Problem != nil {
			return endProblem
		}
		return endReport
	case errors.Is(cause, errStopping):
		return endStopped
	case cause != nil, errors.Is(err, ErrAbandoned):
		return endCancelled
	case errors.Is(err, ErrExhausted):
		return endDead
	}
	return endRetried
}

// endDelivery ends a delivery after its handler has returned r and err.
func (w *Worker) endDelivery(ctx context.Context, d *Delivery, r Result, err error) {
	outcome := outcomeOf(ctx, r, err)
	d.noteEnd(outcome, r)
	switch outcome {
	case endReport, endProblem:
		err = w.finish(d, r)
	case endStopped:
		err = d.requeueInterrupted()
	case endCancelled:
		err = d.lease.remove(context.Background())
	case endDead:
		err = w.giveUp(d)
	default:
		d.lease.requeue(time.Second)
	}
	if err != nil {
		w.cfg.Log.Warn("a job did not end as it should; the queue will hand it out again",
			"request_id", d.ID, "delivery", d.Deliveries, "error", err)
	}
}

// requeueInterrupted requeues a job that the stop of this worker broke off.
func (d *Delivery) requeueInterrupted() error {
	err := d.worker.conn.Once(context.Background(), d.uncountAttempt)
	d.lease.requeue(0)
	return err
}

// finish stores the result, if the job has none, and removes the job from the
// queue.
func (w *Worker) finish(d *Delivery, r Result) error {
	ctx, cancel := context.WithTimeout(context.Background(), w.conn.RetryTime())
	defer cancel()
	r.Started = d.started
	if !d.started {
		// This delivery made no provider call, but an earlier one may have. If
		// none has, the charge is refunded, so no later delivery may start one.
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
	return d.lease.remove(ctx)
}

// giveUp ends a job that was started too often: it writes the dead record, stores
// a failure as the result, and removes the job from the queue.
func (w *Worker) giveUp(d *Delivery) error {
	if err := w.writeDead(d, fmt.Sprintf("started %d times without a result", MaxAttempts)); err != nil {
		return err
	}
	return w.finish(d, Result{Problem: extractionFailed("gave_up")})
}

// writeDead writes the dead record of a job.
func (w *Worker) writeDead(d *Delivery, reason string) error {
	ctx, cancel := context.WithTimeout(context.Background(), w.conn.RetryTime())
	defer cancel()
	s, _, err := w.records.readStarted(ctx, d.ID)
	if err != nil {
		return err
	}
	data, err := json.Marshal(Dead{d.Header, reason, d.Deliveries, s.Attempts, time.Now().UTC()})
	if err != nil {
		return err
	}
	for {
		err := w.conn.Once(ctx, func(ctx context.Context) error {
			_, err := w.conn.JS.Publish(ctx, subjectDead+d.ID, data, jetstream.WithMsgID(d.ID))
			return err
		})
		if err == nil || !broker.Temporary(err) || clock.Sleep(ctx, 100*time.Millisecond) != nil {
			return err
		}
	}
}
