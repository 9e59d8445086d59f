package testenv

import (
	"testing"
	"time"
)

// Await looks until it is so, for what gives no signal: other processes, the
// state of a server. It fails the test after thirty seconds.
func Await(t testing.TB, what string, so func() bool) {
	t.Helper()
	late := time.NewTimer(30 * time.Second)
	defer late.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-late.C:
			t.Fatalf("waited in vain for %s", what)
		case <-tick.C:
		}
	}
}
