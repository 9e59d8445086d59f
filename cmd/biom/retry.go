package main

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"biom/shared/client"
)

// retrier repeats what the service could not do at the moment. All files of a
// batch share one, so that a service which is gone is waited for once and not
// once for each file.
type retrier struct {
	patience time.Duration // how long to wait for one thing, altogether
	pause    func(context.Context, time.Duration) error

	met    atomic.Bool // the service has answered: before that, nobody there is a mistake in the address
	gaveUp atomic.Bool // patience was of no use; until the service works again nobody else waits
}

// do calls try until it succeeds, fails for good, or patience is over. waiting
// is told of each wait.
func (r *retrier) do(ctx context.Context, try func() error, waiting func(time.Duration, error)) error {
	var waited time.Duration
	for attempt := 0; ; attempt++ {
		err := try()
		if err == nil {
			r.works()
			return nil
		}
		if ctx.Err() != nil || !client.Retryable(err) {
			return err
		}
		if _, ok := errors.AsType[*client.Error](err); ok {
			r.met.Store(true)
		}
		next := nextWait(err, attempt)
		if waited+next > r.allowed(err) {
			if waited > 0 {
				r.gaveUp.Store(true)
			}
			return err
		}
		waited += next
		waiting(next, err)
		if err := r.pause(ctx, next); err != nil {
			return err
		}
	}
}

// works notes that the service does its work.
func (r *retrier) works() {
	r.met.Store(true)
	r.gaveUp.Store(false)
}

func (r *retrier) allowed(err error) time.Duration {
	connecting, ok := errors.AsType[*net.OpError](err)
	if nobody := ok && connecting.Op == "dial"; r.gaveUp.Load() || nobody && !r.met.Load() {
		return 0
	}
	return r.patience
}

// longestWait is the most between two tries to which the service gave no time:
// a restart takes seconds.
const longestWait = 15 * time.Second

// nextWait is what the service asked for, else twice as long each time.
func nextWait(err error, attempt int) time.Duration {
	if e, ok := errors.AsType[*client.Error](err); ok && e.RetryAfter > 0 {
		return e.RetryAfter
	}
	return min(time.Second<<min(attempt, 10), longestWait)
}
