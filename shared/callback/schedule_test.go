package callback_test

import (
	"math"
	"testing"
	"time"

	"biom/shared/callback"
)

func TestSchedule(t *testing.T) {
	t.Parallel()
	first := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now, want := first, []time.Duration{
		5 * time.Second, 15 * time.Second, 45 * time.Second, 135 * time.Second, 405 * time.Second, 1215 * time.Second, 3645 * time.Second,
		2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour, 2 * time.Hour,
		2 * time.Hour, 24*time.Hour - 22*time.Hour - 5465*time.Second,
	}
	for n, pause := range want {
		next := callback.RetryAt(first, now, n+1, 0)
		if got := next.Sub(now); got != pause {
			t.Errorf("after attempt %d: %v, want %v", n+1, got, pause)
		}
		now = next
	}
	if !now.Equal(first.Add(24 * time.Hour)) {
		t.Errorf("the last attempt is at %v", now)
	}
	for _, late := range []time.Duration{24 * time.Hour, 1000 * time.Hour} {
		if next := callback.RetryAt(first, first.Add(late), 3, 0); !next.IsZero() {
			t.Errorf("after %v: another attempt at %v", late, next)
		}
	}
	if next := callback.RetryAt(first, first, 6, 0.8); next.Sub(first) != 1215*time.Second*8/10 {
		t.Errorf("with jitter: %v", next.Sub(first))
	}
}

// By chance an event has 20 to 24 attempts: pauses only become shorter.
func TestAttempts(t *testing.T) {
	t.Parallel()
	first := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for want, random := range map[int]float64{20: 0, 24: math.Nextafter(1, 0)} {
		n := 1
		for next := callback.RetryAt(first, first, n, random); !next.IsZero(); next = callback.RetryAt(first, next, n, random) {
			n++
		}
		if n != want {
			t.Errorf("%d attempts, want %d", n, want)
		}
	}
}

// An endpoint has four places. An event that finds none is told a later time than the one before it.
func TestPlaces(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p := callback.NewPlaces(func() time.Time { return now })
	var leave []func()
	take := func(endpoint string, want time.Duration) {
		t.Helper()
		l, wait := p.Take(endpoint)
		if (l == nil) != (want > 0) || wait != want {
			t.Fatalf("%s: got a place %v, or waits %v, want %v", endpoint, l != nil, wait, want)
		}
		if l != nil {
			leave = append(leave, l)
		}
	}
	for range callback.PlacesOfEndpoint {
		take("slow", 0)
	}
	take("slow", 250*time.Millisecond) // nothing is known yet: a second for each post
	take("slow", 500*time.Millisecond)
	take("other", 0)
	now = now.Add(8 * time.Second)
	leave[0]()
	take("slow", 0)
	take("slow", 2*time.Second) // the last post took 8 s
	take("slow", 4*time.Second)
	now = now.Add(time.Second)
	take("slow", 5*time.Second)
	for _, l := range leave[1:] {
		l()
	}
	for range callback.PlacesOfEndpoint {
		take("slow", 0)
	}
}
