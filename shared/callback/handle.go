package callback

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	storeTimeout = 10 * time.Second // for one call of the store
	storeNap     = 10 * time.Second // after a call that failed
	// unreadableFor is how long a message is kept that opens with none of the keys. Another api
	// may have its key.
	unreadableFor = 24 * time.Hour
)

// handle does what is due for one message. It is the only place that ends a message or puts it
// back, in one of these ways.
func (d *Deliverer) handle(ctx context.Context, msg jetstream.Msg) {
	if ctx.Err() != nil {
		_ = msg.Nak()
		return
	}
	p, err := openPending(d.cfg.Sealer, msg.Data())
	if err != nil {
		d.keepUnreadable(msg)
		return
	}
	if wait := p.Next.Sub(d.cfg.Now()); wait > 0 {
		d.nap(msg, wait)
		return
	}
	leave, wait := d.places.take(p.Event.User + "\x00" + p.Event.Endpoint)
	if leave == nil {
		d.nap(msg, wait)
		return
	}
	defer leave()
	d.attempt(ctx, msg, p)
}

// attempt posts an event.
func (d *Deliverer) attempt(ctx context.Context, msg jetstream.Msg, p pending) {
	to, err := d.find(ctx, p.Event)
	if err != nil && !errors.Is(err, ErrNoEndpoint) {
		d.nap(msg, storeNap)
		return
	}
	if p.First.IsZero() {
		p.First = d.cfg.Now()
	}
	reason := reasonRemoved
	if err == nil {
		reason = d.post(ctx, to, p.Event)
		p.Attempts++
	}
	switch {
	case reason == "":
		_ = msg.Ack() // if it is lost, the event is posted again
		d.note(delivered, time.Time{})
	case ctx.Err() != nil: // we broke it off
		_ = msg.Nak()
	case reason == reasonGone || reason == reasonRemoved:
		d.giveUp(ctx, msg, p, reason)
	default:
		d.retry(ctx, msg, p, reason)
	}
}

// find returns the endpoint of an event.
func (d *Deliverer) find(ctx context.Context, e Event) (Endpoint, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return d.cfg.Store.Find(ctx, e.User, e.Endpoint)
}

// retry stores when the event is posted again, in a new message in place of this one.
func (d *Deliverer) retry(ctx context.Context, msg jetstream.Msg, p pending, reason string) {
	now := d.cfg.Now()
	if p.Next = retryAt(p.First, now, p.Attempts, d.cfg.random()); p.Next.IsZero() {
		d.giveUp(ctx, msg, p, reason)
		return
	}
	if err := d.publish(ctx, p); err != nil { // then this attempt does not count
		d.nap(msg, p.Next.Sub(now))
		return
	}
	_ = msg.Ack()
	d.note(failed, p.Next)
}

// giveUp keeps the event as a failure and removes it from the queue.
func (d *Deliverer) giveUp(ctx context.Context, msg jetstream.Msg, p pending, reason string) {
	if err := d.keepFailure(ctx, p, reason); err != nil {
		d.nap(msg, storeNap)
		return
	}
	_ = msg.Ack()
}

// keepFailure stores that an event is given up.
func (d *Deliverer) keepFailure(ctx context.Context, p pending, reason string) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	e := p.Event
	err := d.cfg.Store.Fail(ctx, Failure{
		ID: e.ID, User: e.User, Endpoint: e.Endpoint, Status: e.Status, Ended: e.Time, Failed: d.cfg.Now(), Attempts: p.Attempts, Reason: reason,
	})
	if err != nil {
		return err
	}
	d.cfg.Log.Warn("a callback was given up; biom queue failed-callbacks lists it", "reason", reason)
	d.note(givenUp, time.Time{})
	return nil
}

// keepUnreadable puts a message back that opens with none of the keys, for a day.
func (d *Deliverer) keepUnreadable(msg jetstream.Msg) {
	meta, err := msg.Metadata()
	if err == nil && d.cfg.Now().Sub(meta.Timestamp) > unreadableFor {
		d.cfg.Log.Error("a callback was dropped: it does not open with BIOM_JOB_KEY")
		_ = msg.Term()
		return
	}
	d.unreadable.Do(func() {
		d.cfg.Log.Warn("a callback waits that does not open with BIOM_JOB_KEY: is a former key missing?")
	})
	d.nap(msg, time.Minute)
}

// nap puts a message back for a time.
func (d *Deliverer) nap(msg jetstream.Msg, wait time.Duration) {
	_ = msg.NakWithDelay(min(wait, d.cfg.longestNap)) // if it is lost, the message comes back after ackWait
}
