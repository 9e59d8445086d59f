package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"biom/shared/problem"
)

// Delivery is one job in a worker's hands.
type Delivery struct {
	Job
	Deliveries uint64 // how often the queue has handed out this job, this time included

	worker  *Worker
	lease   *lease
	token   string // tells this delivery's own started record from another's
	started bool   // this delivery's Start succeeded
}

// Start records that a provider call begins: from here on the charge stands.
// ErrAbandoned: the job has ended, nothing may be called. ErrExhausted: it was
// started MaxAttempts times before.
func (d *Delivery) Start(ctx context.Context) error {
	err := d.worker.records.setStarted(ctx, d.ID, func(s started) (started, error) {
		switch {
		case s.Ended:
			return s, ErrAbandoned
		case s.Delivery == d.token:
			return s, nil // our own write, whose answer was lost
		case s.Attempts >= MaxAttempts:
			return s, ErrExhausted
		}
		return started{Started: true, Attempts: s.Attempts + 1, Delivery: d.token}, nil
	})
	d.started = err == nil
	return err
}

// unstart takes back the attempt of a job that our own stop interrupted: it is
// no sign of a job that kills workers. The charge stands nevertheless.
func (d *Delivery) unstart(ctx context.Context) error {
	return d.worker.records.setStarted(ctx, d.ID, func(s started) (started, error) {
		if s.Delivery == d.token {
			s.Attempts, s.Delivery = max(0, s.Attempts-1), ""
		}
		return s, nil
	})
}

// Progress tells the caller what happens; ID, time and the share of the work
// that is done are filled in.
func (d *Delivery) Progress(e Event) {
	e.RequestID, e.Timestamp, e.Progress = d.ID, time.Now().UTC(), StageProgress(e.Stage)
	if data, err := json.Marshal(e); err == nil {
		_ = d.worker.conn.NATS.Publish(subjectProgress+d.API+"."+d.ID, data) // may be lost
	}
}

// StageProgress is how much of the work is done when stage begins, 0 to 1.
func StageProgress(stage string) float64 {
	switch stage {
	case StageAccepted:
		return 0.05
	case StageQueued:
		return 0.1
	case StagePreparing:
		return 0.2
	case StageExtracting:
		return 0.3
	case StageValidating:
		return 0.85
	case StageSharing:
		return 0.95
	}
	return 0
}

// work takes one message from delivery to its end.
func (w *Worker) work(msg jetstream.Msg) {
	d, err := w.receive(msg)
	if err != nil {
		w.cfg.Log.Error("a job cannot be worked on", "request_id", d.ID, "error", err)
	}
	if d.lease == nil { // dealt with
		return
	}
	ctx, cancel := context.WithDeadline(context.Background(), d.Deadline)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	w.enter(d, end)
	defer w.leave(d)
	go d.lease.keep(ctx)

	leaveRoom, err := w.enterRoom(ctx, d)
	if err != nil {
		d.lease.giveBack(0)
		return
	}
	defer leaveRoom()
	result, err := w.handle(ctx, d)
	w.settle(ctx, d, result, err)
}

var errClosed = errors.New("job: another job of this worker must run alone")

// enterRoom lets the job run beside others, or alone if it is its last
// attempt. A job that kills its worker takes along whatever runs beside it,
// and those are delivered again beside it; by running alone at last, the
// innocent succeed and only the culprit is given up. Slow jobs would hold up
// the others for too long.
func (w *Worker) enterRoom(ctx context.Context, d *Delivery) (leave func(), err error) {
	if d.Deliveries >= MaxAttempts && d.Tier == Standard {
		// If the record cannot be read, Start will say so.
		if s, _, err := w.records.started(ctx, d.ID); err == nil && s.Attempts == MaxAttempts-1 {
			return w.room.alone(ctx)
		}
	}
	if !w.room.enter() {
		return nil, errClosed
	}
	return w.room.leave, nil
}

func (w *Worker) enter(d *Delivery, end context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[d] = end
}

func (w *Worker) leave(d *Delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, d)
}

// handle calls the handler. A panic is a fault of ours with this one document;
// it must not take the other jobs of this process with it.
func (w *Worker) handle(ctx context.Context, d *Delivery) (r Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The stack only: the panic's value may quote the document.
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

// receive opens a message. A delivery without a lease is one that has been
// dealt with.
func (w *Worker) receive(msg jetstream.Msg) (*Delivery, error) {
	d := &Delivery{worker: w, token: nuid.Next()}
	l := newLease(w.conn.NATS, msg)
	meta, err := msg.Metadata()
	if err != nil {
		return d, err
	}
	d.Deliveries = meta.NumDelivered
	if d.Header, err = openHeader(msg.Data()); err != nil {
		d.ID = fmt.Sprintf("sequence-%d", meta.Sequence.Stream)
		return d, errors.Join(err, w.bury(d, "the header cannot be read"), msg.Term())
	}
	if over, err := w.over(d); over || err != nil {
		if over {
			err = errors.Join(err, l.done(context.Background()))
		}
		return d, err
	}
	j, err := open(w.cfg.Keys, msg.Data())
	if err != nil {
		l.giveBack(time.Second) // another worker may hold the key
		return d, err
	}
	d.Job, d.lease = j, l
	return d, nil
}

// over reports whether nothing is left to do for a job: its time has passed,
// or (delivered again) its result stands.
func (w *Worker) over(d *Delivery) (bool, error) {
	late := !time.Now().Before(d.Deadline)
	if d.Deliveries == 1 {
		return late, nil
	}
	result, err := w.records.result(context.Background(), d.API, d.ID)
	if err != nil || result != nil {
		return result != nil, err
	}
	if late {
		return true, w.bury(d, "its time ran out after it was delivered again")
	}
	return false, nil
}
