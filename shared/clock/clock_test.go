package clock_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/clock"
)

func TestSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := clock.Sleep(t.Context(), time.Hour); err != nil || time.Since(start) != time.Hour {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := clock.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Hour+time.Minute {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
	})
}

func TestGap(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct{ took, other, gap, around time.Duration }{
		"equal, at once":     {0, 0, 0, 0},
		"equal, after 2 s":   {2 * time.Second, time.Second, 0, time.Second},
		"ahead, after 2 s":   {2 * time.Second, time.Minute + time.Second, time.Minute, time.Second},
		"behind, after 10 s": {10 * time.Second, 5*time.Second - time.Hour, -time.Hour, 5 * time.Second},
	} {
		gap, around := clock.Gap(asked.Add(c.other), asked, func() time.Time { return asked.Add(c.took) })
		if gap != c.gap || around != c.around {
			t.Errorf("%s: %v, exact to %v", name, gap, around)
		}
	}
}

func TestSleepReturnsTheCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("stopping")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := clock.Sleep(ctx, time.Hour); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}
