// Package clock holds what several packages need to do with time.
package clock

import (
	"context"
	"time"
)

// Gap returns by how much another clock is ahead of now, and to which duration that is exact. other is what it
// said when it was asked, which was from asked until now.
func Gap(other, asked time.Time, now func() time.Time) (gap, around time.Duration) {
	around = now().Sub(asked) / 2
	return other.Sub(asked.Add(around)), around
}

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
