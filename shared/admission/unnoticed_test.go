package admission_test

import (
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/admission"
)

// TestShortJobsNeedNoTurn has a caller send jobs of 2 ms and of 1 s: of the short ones as many may
// be queued as nobody notices, of the long ones one.
func TestShortJobsNeedNoTurn(t *testing.T) {
	t.Parallel()
	for service, want := range map[time.Duration]int{2 * time.Millisecond: 10, time.Second: 1, 500 * time.Microsecond: 32} {
		synctest.Test(t, func(t *testing.T) {
			line := admission.New()
			begin := func() *admission.Place {
				p := line.Join("a", time.Hour)
				<-p.Turn()
				p.Taken()
				p.Started()
				return p
			}
			defer begin().Leave() // a line forgets who has no job
			for range 40 {        // the mean becomes known, and the start window opens
				p := begin()
				time.Sleep(service)
				p.Ended()
				p.Leave()
			}
			var queued int
			var places []*admission.Place
			for range 40 {
				p := line.Join("a", time.Hour)
				places = append(places, p)
				select {
				case <-p.Turn():
					queued++
				default:
				}
			}
			for _, p := range places {
				p.Leave()
			}
			if queued != want {
				t.Errorf("jobs of %v: %d may be queued, not %d", service, queued, want)
			}
		})
	}
}
