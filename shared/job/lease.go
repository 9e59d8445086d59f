package job

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// lease is the time in which a delivery belongs to this worker: duration, counted
// from the last renewal that the server confirmed. After that the server may
// deliver the job to another worker, and an ack or nak of ours could end that
// delivery.
type lease struct {
	msg      jetstream.Msg
	extend   extendFunc
	duration time.Duration
	start    time.Time
	renewed  atomic.Int64 // when the last confirmed renewal was sent, in nanoseconds since start
}

// An extendFunc asks the server to start the lease of a message anew, and
// returns nil if the server has agreed.
type extendFunc func(ctx context.Context, msg jetstream.Msg) error

// requestExtension returns the extendFunc for a connection. It sends JetStream's
// "in progress" as a request: msg.InProgress would not wait for the server.
func requestExtension(conn *nats.Conn) extendFunc {
	return func(ctx context.Context, msg jetstream.Msg) error {
		_, err := conn.RequestWithContext(ctx, msg.Reply(), []byte("+WPI"))
		return err
	}
}

func newLease(msg jetstream.Msg, duration time.Duration, extend extendFunc) *lease {
	return &lease{msg: msg, extend: extend, duration: duration, start: time.Now()}
}

func (l *lease) renewEvery() time.Duration { return l.duration / 3 }

// held reports whether the delivery certainly belongs to this worker still. It
// allows one second for the way of a message to the server. The clock it uses
// also runs while the process is stopped.
func (l *lease) held() bool {
	return time.Since(l.start)-time.Duration(l.renewed.Load()) < l.duration-time.Second
}

// keep renews the lease in the background until stop is called or ctx ends. stop
// returns after the last renewal has ended.
//
// The work on a job goes on if its lease is lost: the election of a new leader
// can take longer than a lease, and only the first result is stored anyway.
func (l *lease) keep(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.renewUntilDone(ctx)
	}()
	return func() { cancel(); <-ended }
}

func (l *lease) renewUntilDone(ctx context.Context) {
	tick := time.NewTicker(l.renewEvery())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.renew(ctx)
		}
	}
}

// renew renews the lease, and counts the renewal only if the server confirmed
// it. A lost lease stays lost, because another worker may have the job. It is
// renewed nevertheless: if no other worker has the job yet, none will get it.
func (l *lease) renew(ctx context.Context) {
	sent, held := time.Since(l.start), l.held()
	ctx, cancel := context.WithTimeout(ctx, l.renewEvery())
	defer cancel()
	if err := l.extend(ctx, l.msg); err == nil && held {
		l.renewed.Store(int64(sent))
	}
}

// requeue returns the job to the queue, for a delivery after delay. It does
// nothing if the lease may be lost.
func (l *lease) requeue(delay time.Duration) {
	if l.held() {
		_ = l.msg.NakWithDelay(delay) // if this message is lost, the lease expires
	}
}

// remove removes the job from the queue and waits for the server's confirmation.
// It may be called without a lease, but only if the job has a result or has been
// ended: then no other delivery of it is of use.
func (l *lease) remove(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.duration)
	defer cancel()
	return l.msg.DoubleAck(ctx)
}
