// Package retry repeats requests that the service cannot serve at the moment.
package retry

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"biom/shared/client"
)

// Retrier repeats requests until they succeed or the time is used up. All files
// of a batch share one, so that the batch waits once for a service that is
// unavailable, and not once for each file.
type Retrier struct {
	timeout time.Duration
	pause   func(context.Context, time.Duration) error

	// answered is true once the service has answered. Before that, an address where
	// no server listens is taken for a mistake and not tried again.
	answered atomic.Bool
	// successes counts the requests that have succeeded. As long as others do, a request that is
	// refused is not given up: the service has no room for it yet.
	successes atomic.Int64
	// gaveUp is true after a request has waited in vain. Then no other request waits
	// until the service works again.
	gaveUp atomic.Bool
}

// New returns a Retrier. timeout limits the waits for one request since any other has
// succeeded; 0 means that nothing is repeated. pause waits, as clock.Sleep does.
func New(timeout time.Duration, pause func(context.Context, time.Duration) error) *Retrier {
	return &Retrier{timeout: timeout, pause: pause}
}

// Do calls try until it succeeds, until it fails with an error that a repetition
// would not change, or until the next wait would exceed the timeout. It calls waiting
// before each wait, with the length and the cause of the wait.
func (r *Retrier) Do(ctx context.Context, try func() error, waiting func(wait time.Duration, cause error)) error {
	var waited time.Duration
	successes := r.successes.Load()
	for attempt := 0; ; attempt++ {
		err := try()
		if now := r.successes.Load(); now != successes {
			successes, waited = now, 0
		}
		if err == nil {
			r.Answered()
			r.successes.Add(1)
			return nil
		}
		if ctx.Err() != nil || !client.Retryable(err) {
			return err
		}
		if _, ok := errors.AsType[*client.Error](err); ok {
			r.answered.Store(true)
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

// Answered notes that the service is there and takes requests.
func (r *Retrier) Answered() {
	r.answered.Store(true)
	r.gaveUp.Store(false)
}

// allowed returns how long a request that failed with err may wait, altogether.
func (r *Retrier) allowed(err error) time.Duration {
	network, ok := errors.AsType[*net.OpError](err)
	notListening := ok && network.Op == "dial"
	if r.gaveUp.Load() || notListening && !r.answered.Load() {
		return 0
	}
	return r.timeout
}

// maxWait limits a wait whose length the service did not name. A restart of the
// service takes seconds.
const maxWait = 15 * time.Second

// nextWait returns the wait that the service asked for, else one that doubles
// with each attempt.
func nextWait(err error, attempt int) time.Duration {
	if e, ok := errors.AsType[*client.Error](err); ok && e.RetryAfter > 0 {
		return e.RetryAfter
	}
	return min(time.Second<<min(attempt, 10), maxWait)
}
