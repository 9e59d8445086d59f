// Package clock holds what several packages need to do with time.
package clock

import (
	"context"
	"time"
)

// Sleep waits for d and returns nil, or returns the cause of ctx's end as soon as ctx ends.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
