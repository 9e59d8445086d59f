package retry

import (
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
