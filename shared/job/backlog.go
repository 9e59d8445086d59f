package job

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

const (
	backlogEvery = time.Second
	// Less history than this says nothing about how fast the queue drains.
	backlogEvidence = 3 * time.Second
)

// backlog estimates how long a new job would wait: what waits, divided by how
// fast the queue drained since it last ran dry.
type backlog struct {
	consumer jetstream.Consumer

	mu      sync.Mutex
	waiting uint64    // jobs that no worker has taken
	busy    time.Time // since when jobs have been waiting; zero: none wait
	taken   uint64    // by workers, when busy began
	rate    float64   // jobs a second since then
	seen    time.Time
}

func (b *backlog) watch(ctx context.Context) {
	for clock.Sleep(ctx, backlogEvery) == nil {
		if info, err := b.consumer.Info(ctx); err == nil {
			b.observe(time.Now(), info.NumPending, info.Delivered.Consumer)
		}
	}
}

// observe takes in that waiting jobs are left after the takenth was taken.
func (b *backlog) observe(now time.Time, waiting, taken uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting, b.seen = waiting, now
	switch {
	case waiting == 0:
		b.busy = time.Time{}
	case b.busy.IsZero(), taken < b.taken: // or the consumer was made anew
		b.busy, b.taken, b.rate = now, taken, 0
	default:
		b.rate = float64(taken-b.taken) / now.Sub(b.busy).Seconds()
	}
}

func (b *backlog) overloaded(limit time.Duration) (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy.IsZero() {
		return 0, false
	}
	observed := b.seen.Sub(b.busy)
	if b.rate == 0 { // no worker, or none that comes to an end
		return limit / 2, observed >= limit
	}
	if observed < backlogEvidence {
		return 0, false
	}
	wait := time.Duration(float64(b.waiting) / b.rate * float64(time.Second))
	return max(wait-limit, time.Second), wait > limit
}
