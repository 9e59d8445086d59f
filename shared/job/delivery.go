package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"biom/shared/problem"
)

// Delivery is one hand-out of a job to this worker.
type Delivery struct {
	Job
	Deliveries uint64 // how often the queue has handed out this job, including this time

	worker  *Worker
	lease   *lease       // nil: there is nothing to do for this delivery
	token   string       // a random ID, by which this delivery recognises its own started record
	started bool         // Start has succeeded
	attempt atomic.Int64 // the number of the attempt that Start has begun; 0: none
	passage passage
}

// Start records that a provider call begins. If it returns nil, the charge
// stands from now on. If it returns an error, no provider call may be made:
// ErrAbandoned means that the job has ended, ErrExhausted that it was started
// MaxAttempts times before.
func (d *Delivery) Start(ctx context.Context) error {
	err := d.worker.records.updateStarted(ctx, d.ID, func(s startedRecord) (startedRecord, error) {
		switch {
		case s.Ended:
			return s, ErrAbandoned
		case s.Delivery == d.token:
			return s, nil // we wrote it, but the confirmation was lost
		case s.Attempts >= MaxAttempts:
			return s, ErrExhausted
		}
		d.attempt.Store(int64(s.Attempts) + 1)
		return startedRecord{Started: true, Attempts: s.Attempts + 1, Delivery: d.token}, nil
	})
	d.started = err == nil
	return err
}

// uncountAttempt takes this delivery's attempt out of the count, because the attempt
// ended with the stop of this worker, which the document did not cause. The charge
// stands nevertheless.
func (d *Delivery) uncountAttempt(ctx context.Context) error {
	return d.worker.records.updateStarted(ctx, d.ID, func(s startedRecord) (startedRecord, error) {
		if s.Delivery == d.token {
			s.Attempts, s.Delivery = max(0, s.Attempts-1), ""
		}
		return s, nil
	})
}

// Progress sends an event to the caller. It sets the event's RequestID,
// Timestamp and Progress. An event may be lost.
func (d *Delivery) Progress(e Event) {
	d.enter(e.Stage)
	e.RequestID, e.Timestamp, e.Progress = d.ID, time.Now().UTC(), StageProgress(e.Stage)
	if data, err := json.Marshal(e); err == nil {
		_ = d.worker.conn.NATS.Publish(subjectProgress+d.API+"."+d.ID, data)
	}
}

// work does everything for one message of the queue, from its delivery to the
// end of the delivery.
func (w *Worker) work(msg jetstream.Msg) {
	d, err := w.receive(msg)
	if err != nil {
		w.cfg.Log.Error("a job cannot be worked on", "request_id", d.ID, "error", err)
	}
	if d.lease == nil {
		return
	}
	ctx, cancel := context.WithDeadline(context.Background(), d.Deadline)
	defer cancel()
	ctx, traced := d.traced(ctx, msg)
	defer func() { traced(err) }()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	w.addRunning(d, end)
	defer w.removeRunning(d)
	stopRenewing := d.lease.keep(ctx)
	defer stopRenewing()

	unlock, err := w.lock(ctx, d)
	if err != nil {
		d.lease.requeue(0)
		return
	}
	defer unlock()
	result, err := w.handle(ctx, d)
	w.endDelivery(ctx, d, result, err)
}

var errLocked = errors.New("job: another job of this worker must run alone")

// lock lets a job run beside other jobs, or alone if this is its last attempt.
//
// The reason: a document that kills its worker also kills the jobs beside it, and
// after that they may all be delivered to one worker again. If the last attempt
// of each runs alone, only the document at fault is given up. Slow jobs never
// run alone: the other jobs would have to wait too long.
func (w *Worker) lock(ctx context.Context, d *Delivery) (unlock func(), err error) {
	if d.Deliveries >= MaxAttempts && d.Tier == Standard {
		// If the record cannot be read, Start will return the error.
		if s, _, err := w.records.readStarted(ctx, d.ID); err == nil && s.Attempts == MaxAttempts-1 {
			return w.jobs.lockExclusive(ctx)
		}
	}
	if !w.jobs.tryShared() {
		return nil, errLocked
	}
	return w.jobs.unlockShared, nil
}

func (w *Worker) addRunning(d *Delivery, end context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[d] = end
}

func (w *Worker) removeRunning(d *Delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, d)
}

// handle calls the handler. It turns a panic into a failure result, so that one
// document cannot end the other jobs of this process.
func (w *Worker) handle(ctx context.Context, d *Delivery) (r Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The log gets the type and the stack, not the value: the value may quote the document.
			w.cfg.Log.Error("extraction panicked", "request_id", d.ID, "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			r, err = Result{Problem: extractionFailed("internal_error")}, nil
		}
	}()
	return w.cfg.Handle(ctx, d)
}

func extractionFailed(reason string) *problem.Problem {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report could not be read because of a fault on our side. Try again; if it persists, report the request ID.").
		With("reason", reason)
}

// receive opens a message. If there is nothing to do for the job, or its message
// cannot be opened, the returned delivery has no lease: receive has then ended
// the delivery, or left it to the queue to deliver the job again.
func (w *Worker) receive(msg jetstream.Msg) (*Delivery, error) {
	d := &Delivery{worker: w, token: nuid.Next(), passage: passage{began: time.Now()}}
	l := newLease(msg, w.leaseTime, w.extend)
	meta, err := msg.Metadata()
	if err != nil {
		return d, err
	}
	d.Deliveries = meta.NumDelivered
	if d.Header, err = openHeader(msg.Data()); err != nil {
		d.ID = fmt.Sprintf("sequence-%d", meta.Sequence.Stream)
		return d, errors.Join(err, w.writeDead(d, "the header cannot be read"), msg.Term())
	}
	if finished, err := w.finished(d, time.Since(meta.Timestamp) > w.cfg.checkAfter); finished || err != nil {
		if finished {
			err = errors.Join(err, l.remove(context.Background()))
		}
		return d, err
	}
	j, err := open(w.cfg.Keys, msg.Data())
	if err != nil {
		l.requeue(time.Second) // another worker may have the key
		return d, err
	}
	if j.Upload != "" {
		if j.File, err = w.uploads.read(context.Background(), j.Upload); err != nil {
			l.requeue(time.Second)
			return d, err
		}
		if j.File == nil {
			return d, w.endWithoutFile(d, l)
		}
	}
	if d.Deliveries > 1 {
		w.metrics.redeliveries.WithLabelValues(string(j.Tier)).Inc()
	}
	d.Job, d.lease = j, l
	return d, nil
}

// endWithoutFile ends a delivery whose file is not stored. That is so if the request has ended; else the job is
// delivered again until its time has passed, and then there is a dead record of it.
func (w *Worker) endWithoutFile(d *Delivery, l *lease) error {
	s, _, err := w.records.readStarted(context.Background(), d.ID)
	if err == nil && s.Ended {
		return l.remove(context.Background())
	}
	l.requeue(time.Second)
	return err
}

// abandonedAfter is how long a job must have waited in the queue for the worker to look first
// whether the api has given it up. The look costs a round trip.
const abandonedAfter = time.Second

// finished reports whether there is nothing to do for a job: its deadline has
// passed, the api gave it up while it waited in the queue, or an earlier delivery stored its
// result.
func (w *Worker) finished(d *Delivery, waited bool) (bool, error) {
	expired := !time.Now().Before(d.Deadline)
	if d.Deliveries == 1 {
		if expired || !waited {
			return expired, nil
		}
		s, _, err := w.records.readStarted(context.Background(), d.ID)
		return s.Ended, err
	}
	result, err := w.records.readResult(context.Background(), d.API, d.ID)
	if err != nil || result != nil {
		return result != nil, err
	}
	if expired {
		return true, w.writeDead(d, "its time ran out after it was delivered again")
	}
	return false, nil
}
