package keyring_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"biom/shared/problem"
	"biom/worker/llm/keyring"
)

// clock is a time that tests move.
type clock struct{ time.Time }

func setup(names ...string) (*keyring.Ring[string], *clock) {
	now := &clock{time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)}
	return keyring.New(keyring.Config{
		Now: func() time.Time { return now.Time }, Jitter: func() float64 { return 0 },
	}, names...), now
}

// takes wants the next turn to be name's.
func takes(t *testing.T, r *keyring.Ring[string], name string) *keyring.Key[string] {
	t.Helper()
	if err := r.Ready(); err != nil {
		t.Fatal(err)
	}
	k, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if k.Client != name {
		t.Fatalf("the turn is %s's, want %s", k.Client, name)
	}
	return k
}

// none wants no usable key, and returns for how long.
func none(t *testing.T, r *keyring.Ring[string]) time.Duration {
	t.Helper()
	k, err := r.Next()
	var p *problem.Problem
	if k != nil || !errors.As(err, &p) || p.Status != 503 || p.Code != problem.Internal || p.RetrySeconds() < 1 {
		t.Fatalf("got %v, %v; want a 503 with Retry-After", k, err)
	}
	if r.Ready() == nil {
		t.Error("Ready does not agree with Next")
	}
	return p.RetryAfter
}

func TestTurns(t *testing.T) {
	t.Parallel()
	r, _ := setup("a", "b", "c")
	for _, name := range []string{"a", "b", "c", "a"} {
		takes(t, r, name)
	}
	takes(t, r, "b").Rejected()
	for _, name := range []string{"c", "a", "c", "a"} {
		takes(t, r, name)
	}
}

func TestNoKeys(t *testing.T) {
	t.Parallel()
	r, _ := setup()
	none(t, r)
}

// How long the only key rests after what the vendor says of it.
func TestPauses(t *testing.T) {
	t.Parallel()
	type key = keyring.Key[string]
	limited := func(after time.Duration) func(*key) { return func(k *key) { k.Limited(after) } }
	for name, c := range map[string]struct {
		after []func(*key)
		want  time.Duration
	}{
		"429 with a hint":          {[]func(*key){limited(37 * time.Second)}, 37 * time.Second},
		"429 without":              {[]func(*key){limited(0)}, 500 * time.Millisecond},
		"many at once are one":     {[]func(*key){limited(0), limited(0), limited(0)}, 500 * time.Millisecond},
		"a later hint counts":      {[]func(*key){limited(0), limited(9 * time.Second)}, 9 * time.Second},
		"a shorter one does not":   {[]func(*key){limited(9 * time.Second), limited(time.Second)}, 9 * time.Second},
		"401 or 403":               {[]func(*key){(*key).Rejected}, 10 * time.Minute},
		"429 after 403":            {[]func(*key){(*key).Rejected, limited(time.Second)}, 10 * time.Minute},
		"an older call's success":  {[]func(*key){(*key).Rejected, (*key).Accepted}, 10 * time.Minute},
		"a hint beyond all reason": {[]func(*key){limited(1e6 * time.Hour)}, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, now := setup("a")
			k := takes(t, r, "a")
			for _, f := range c.after {
				f(k)
			}
			if got := none(t, r); got != c.want {
				t.Errorf("paused for %v, want %v", got, c.want)
			}
			now.Time = now.Add(c.want)
			takes(t, r, "a")
		})
	}
}

// Hints that are too short do not keep the pauses so.
func TestPausesDoubleUntilACallIsAccepted(t *testing.T) {
	t.Parallel()
	r, now := setup("a")
	want := 500 * time.Millisecond
	for i := range 12 {
		takes(t, r, "a").Limited(time.Duration(i%2) * 50 * time.Millisecond)
		got := none(t, r)
		if got != want {
			t.Fatalf("paused for %v, want %v", got, want)
		}
		now.Time = now.Add(got)
		want = min(2*want, time.Minute)
	}
	takes(t, r, "a").Accepted()
	takes(t, r, "a").Limited(0)
	if got := none(t, r); got != 500*time.Millisecond {
		t.Errorf("paused for %v after an accepted call", got)
	}
}

func TestJitterShortens(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r := keyring.New(keyring.Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0.5 }, First: time.Second}, "a")
	takes(t, r, "a").Limited(0)
	if got := none(t, r); got != 750*time.Millisecond {
		t.Errorf("paused for %v", got)
	}
}

// The one that is free first says when to come back.
func TestSoonest(t *testing.T) {
	t.Parallel()
	r, _ := setup("a", "b", "c")
	takes(t, r, "a").Rejected()
	takes(t, r, "b").Limited(7 * time.Second)
	takes(t, r, "c").Limited(8 * time.Second)
	if got := none(t, r); got != 7*time.Second {
		t.Errorf("come back in %v", got)
	}
}

func TestStorm(t *testing.T) {
	t.Parallel()
	r := keyring.New(keyring.Config{First: time.Microsecond}, "a", "b", "c")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 500 {
				if k, err := r.Next(); err == nil {
					[]func(){k.Accepted, func() { k.Limited(0) }, func() { k.Limited(time.Microsecond) }}[i%3]()
				}
			}
		})
	}
	wg.Wait()
}
