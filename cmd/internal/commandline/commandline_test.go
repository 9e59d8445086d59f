package commandline_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"biom/cmd/internal/commandline"
)

func TestPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := commandline.Pause(t.Context(), time.Hour); err != nil || time.Since(start) != time.Hour {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := commandline.Pause(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Hour+time.Minute {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
	})
}
