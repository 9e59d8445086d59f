package testenv

import (
	"testing"
	"time"
)

// Await polls until condition returns true. It is for conditions that give no
// signal: the state of another process or of a server. It fails the test after
// two minutes; event is what the failure says was waited for.
func Await(t testing.TB, event string, condition func() bool) {
	t.Helper()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-timer.C:
			t.Fatalf("waited in vain for %s", event)
		case <-tick.C:
		}
	}
}
