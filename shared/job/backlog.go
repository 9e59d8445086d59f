package job

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

const (
	// observeEvery is the time between two observations of a queue.
	observeEvery = time.Second
	// minObserved is how long a queue must be observed before its rate means
	// anything.
	minObserved = 3 * time.Second
)

// backlog estimates how long a new job would wait in a queue: the number of
// waiting jobs, divided by the rate at which workers have taken jobs since the
// queue was last empty.
type backlog struct {
	consumer jetstream.Consumer

	mu          sync.Mutex
	waiting     uint64    // jobs that no worker has taken
	busySince   time.Time // since when jobs have been waiting; zero: none is waiting
	takenBefore uint64    // jobs that workers had taken at busySince
	rate        float64   // jobs a second that workers have taken since busySince
	observed    time.Time // when the latest observation was made
}

// watch observes the queue until ctx ends.
func (b *backlog) watch(ctx context.Context) {
	for clock.Sleep(ctx, observeEvery) == nil {
		if info, err := b.consumer.Info(ctx); err == nil {
			b.observe(time.Now(), info.NumPending, info.Delivered.Consumer)
		}
	}
}

// observe records an observation at the time now. waiting is the number of jobs in
// the queue, taken is the number of jobs that workers have taken since the consumer
// was created.
func (b *backlog) observe(now time.Time, waiting, taken uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting, b.observed = waiting, now
	switch {
	case waiting == 0:
		b.busySince = time.Time{}
	case b.busySince.IsZero(), taken < b.takenBefore: // fewer than before: the consumer was deleted and created again
		b.busySince, b.takenBefore, b.rate = now, taken, 0
	default:
		b.rate = float64(taken-b.takenBefore) / now.Sub(b.busySince).Seconds()
	}
}

// overloaded is [Client.Overloaded] for this queue.
func (b *backlog) overloaded(limit time.Duration) (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busySince.IsZero() {
		return 0, false
	}
	busy := b.observed.Sub(b.busySince)
	if b.rate == 0 { // there is no worker, or none has taken a job
		return limit / 2, busy >= limit
	}
	if busy < minObserved {
		return 0, false
	}
	wait := time.Duration(float64(b.waiting) / b.rate * float64(time.Second))
	return max(wait-limit, time.Second), wait > limit
}
