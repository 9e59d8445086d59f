package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/client"
)

func TestPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := pause(t.Context(), time.Hour); err != nil || time.Since(start) != time.Hour {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := pause(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Hour+time.Minute {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
	})
}

func TestNextWait(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{0: 1e9, 1: 2e9, 3: 8e9, 4: longestWait, 1000: longestWait} {
		if got := nextWait(client.ErrIncomplete, attempt); got != want {
			t.Errorf("attempt %d: %s, want %s", attempt, got, want)
		}
	}
	if got := nextWait(&client.Error{Status: 429, RetryAfter: time.Hour}, 0); got != time.Hour {
		t.Errorf("got %s", got)
	}
}
