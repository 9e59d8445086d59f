package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"biom/shared/clock"
)

// outage is a time in which requests for a job fail. Its zero value is the time before
// the first failure.
type outage struct {
	began    time.Time
	failures int
}

// maxPause limits a pause whose length the service did not name.
const maxPause = 15 * time.Second

// pause waits before a request that failed with err is sent again: as long as the
// service asks, else longer each time. It returns an error if a repeat would not help,
// or if the outage would then have lasted longer than limit.
func (o *outage) pause(ctx context.Context, err error, limit time.Duration) error {
	if !Retryable(err) {
		return err
	}
	if o.failures == 0 {
		o.began = time.Now()
	}
	wait := min(time.Second<<min(o.failures, 10), maxPause)
	if e, ok := errors.AsType[*Error](err); ok && e.RetryAfter > 0 {
		wait = e.RetryAfter
	}
	o.failures++
	if time.Since(o.began)+wait > limit {
		return err
	}
	return sleep(ctx, wait)
}

// sleep waits for d, or returns an error as soon as ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if err := clock.Sleep(ctx, d); err != nil {
		return fmt.Errorf("client: %w", err)
	}
	return nil
}
