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

func TestSleepReturnsTheCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("stopping")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := clock.Sleep(ctx, time.Hour); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}
