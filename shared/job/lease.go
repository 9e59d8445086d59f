package job

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// jetstreamInProgress asks for another ackWait. jetstream.Msg can send it, but
// does not wait for the server's agreement.
var jetstreamInProgress = []byte("+WPI")

// lease is a worker's hold on a message. It lasts ackWait from the last sign
// of life that the server confirmed; from then on another worker may have the
// message, and an ack or nak of ours would hit theirs.
type lease struct {
	msg     jetstream.Msg
	conn    *nats.Conn
	renewed atomic.Int64 // nanoseconds since start
	start   time.Time
}

func newLease(conn *nats.Conn, msg jetstream.Msg) *lease {
	return &lease{msg: msg, conn: conn, start: time.Now()}
}

// held reports whether the lease certainly stands. The clock does not stop
// while the process is paused.
func (l *lease) held() bool {
	return time.Since(l.start)-time.Duration(l.renewed.Load()) < ackWait-time.Second
}

// keep renews the lease until ctx ends. Work goes on when the lease is lost: a
// leader election can take longer than a lease, and the first result stands
// whoever publishes it.
func (l *lease) keep(ctx context.Context) {
	tick := time.NewTicker(renewEvery)
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

// renew asks for more time and counts it only if the server agreed. A lease
// that was lost stays lost, because it may be another's by now; but if nobody
// took the job, asking keeps it from being handed out beside us.
func (l *lease) renew(ctx context.Context) {
	at, held := time.Since(l.start), l.held()
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	if _, err := l.conn.RequestWithContext(ctx, l.msg.Reply(), jetstreamInProgress); err == nil && held {
		l.renewed.Store(int64(at))
	}
}

// giveBack returns the job to the queue, for delivery after delay, if it is
// still ours.
func (l *lease) giveBack(delay time.Duration) {
	if l.held() {
		_ = l.msg.NakWithDelay(delay) // if it is lost, the lease runs out
	}
}

// done takes the job out of the queue, confirmed. A job whose result stands
// may be taken out by anyone.
func (l *lease) done(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ackWait)
	defer cancel()
	return l.msg.DoubleAck(ctx)
}
