package retry

import (
	"context"
	"testing"
	"time"

	"biom/shared/client"
)

func TestNextWait(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{0: 1e9, 1: 2e9, 3: 8e9, 4: maxWait, 1000: maxWait} {
		if got := nextWait(client.ErrIncomplete, attempt); got != want {
			t.Errorf("attempt %d: %s, want %s", attempt, got, want)
		}
	}
	if got := nextWait(&client.Error{Status: 429, RetryAfter: time.Hour}, 0); got != time.Hour {
		t.Errorf("got %s", got)
	}
}

// A request that is refused for want of room is repeated as long as others succeed.
func TestDoWaitsWhileTheServiceWorks(t *testing.T) {
	t.Parallel()
	busy := &client.Error{Status: 503, RetryAfter: 4 * time.Second}
	for _, c := range []struct{ othersSucceed, want int }{{0, 2}, {7, 7 + 1}} {
		waits := 0
		r := New(10*time.Second, func(context.Context, time.Duration) error { waits++; return nil })
		tries := 0
		err := r.Do(t.Context(), func() error {
			if tries++; tries <= c.othersSucceed {
				_ = r.Do(t.Context(), func() error { return nil }, nil)
			}
			r.Answered() // this does not count: a request that is accepted and then fails would go on for ever
			return busy
		}, func(time.Duration, error) {})
		if err == nil || waits != c.want {
			t.Errorf("%d waits, want %d, %v", waits, c.want, err)
		}
	}
}
