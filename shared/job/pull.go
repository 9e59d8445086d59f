package job

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
	"biom/shared/outage"
)

// slowEvery is the time after which a worker with a free slot asks for a slow job again.
const slowEvery = 250 * time.Millisecond

// takeJobs takes jobs from the queue until ctx ends, and works on each in a goroutine of running.
//
// It asks for one job at a time, and only while a slot is free. So an idle worker has one request
// waiting at the queue, however many slots it has: the queue holds 512 of them. And no job waits in a
// worker that has no slot for it: its lease would expire there. While a job must run alone, the other
// jobs are left in the queue for other workers.
func (w *Worker) takeJobs(ctx context.Context, running *sync.WaitGroup) {
	slots := newSlots(w.cfg.Concurrency)
	queue := queueReader{standard: w.standard, slow: w.slow, longest: w.cfg.PullWait}
	unreadable := outage.Log{To: w.cfg.Log, Fails: "the queue cannot be read; trying again", Works: "the queue can be read again"}
	for slots.await(ctx) == nil && w.jobs.awaitShared(ctx) == nil {
		msg, slow, err := queue.next(slots.freeForSlow())
		if err != nil && ctx.Err() != nil {
			return
		}
		if pause := unreadable.Note(err); pause > 0 {
			_ = clock.Sleep(ctx, pause)
		}
		if msg == nil {
			continue
		}
		free := slots.take(slow)
		running.Go(func() { defer free(); w.work(msg) })
	}
}

// slots counts the jobs that a worker works on. Only one goroutine takes slots.
type slots struct {
	all, slow chan struct{} // have an element for each slot that is taken
}

// newSlots returns n slots. At most a quarter of them, but at least one, are for slow jobs.
func newSlots(n int) slots {
	return slots{make(chan struct{}, n), make(chan struct{}, max(1, n/4))}
}

// await waits until a slot is free.
func (s slots) await(ctx context.Context) error {
	select {
	case s.all <- struct{}{}:
		<-s.all
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s slots) freeForSlow() bool { return len(s.slow) < cap(s.slow) }

// take takes a free slot until free is called.
func (s slots) take(slow bool) (free func()) {
	s.all <- struct{}{}
	if !slow {
		return func() { <-s.all }
	}
	s.slow <- struct{}{}
	return func() { <-s.slow; <-s.all }
}

// queueReader reads the queues of both tiers.
type queueReader struct {
	standard, slow jetstream.Consumer
	longest        time.Duration // how long a request waits for a job at most
	wait           time.Duration // how long the latest request waited in vain; 0: it found a job
	checked        time.Time     // when the latest request found no slow job
}

// next returns a job, or nil if there is none. With mayBeSlow it looks for a slow job first, at most
// every slowEvery while there is none, so that many standard jobs cannot keep slow ones waiting. While
// there is nothing to do it waits longer each time: the server looks at all waiting requests for each
// new one.
//
// Only the server ends the wait for a job, not a context of ours: a job that is on its way to us at
// that moment would be unknown here, and nobody would work on it until its lease expires.
func (q *queueReader) next(mayBeSlow bool) (msg jetstream.Msg, slow bool, err error) {
	longest := q.longest
	if mayBeSlow {
		longest /= 2 // so that a slow job is soon found
		if time.Since(q.checked) >= slowEvery {
			if msg, err = first(q.slow.FetchNoWait(1)); msg != nil || err != nil {
				q.wait = 0
				return msg, true, err
			}
			q.checked = time.Now()
		}
	}
	q.wait = min(max(2*q.wait, q.longest/8), longest)
	if msg, err = first(q.standard.Fetch(1, jetstream.FetchMaxWait(q.wait))); msg != nil {
		q.wait = 0
	}
	return msg, false, err
}

// first returns the message of a batch of at most one, or nil if there is none.
func first(batch jetstream.MessageBatch, err error) (jetstream.Msg, error) {
	if err != nil {
		return nil, err
	}
	if msg, found := <-batch.Messages(); found {
		return msg, nil
	}
	if err := batch.Error(); !errors.Is(err, jetstream.ErrNoMessages) {
		return nil, err
	}
	return nil, nil
}
