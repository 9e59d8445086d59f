package keyring_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"biom/shared/problem"
	"biom/worker/llm/keyring"
)

// clock is a time that a test moves.
type clock struct{ time.Time }

func setup(names ...string) (*keyring.Ring[string], *clock) {
	now := &clock{time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)}
	return keyring.New(keyring.Config{
		Now: func() time.Time { return now.Time }, Jitter: func() float64 { return 0 },
	}, names...), now
}

// next expects the next key to be the one with the given name.
func next(t *testing.T, r *keyring.Ring[string], name string) *keyring.Key[string] {
	t.Helper()
	if err := r.Ready(); err != nil {
		t.Fatal(err)
	}
	k, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if k.Client != name {
		t.Fatalf("the next key is %s, want %s", k.Client, name)
	}
	return k
}

// noneUsable expects that no key is usable, and returns for how long.
func noneUsable(t *testing.T, r *keyring.Ring[string]) time.Duration {
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

func TestNextRotatesUsableKeys(t *testing.T) {
	t.Parallel()
	r, _ := setup("a", "b", "c")
	for _, name := range []string{"a", "b", "c", "a"} {
		next(t, r, name)
	}
	next(t, r, "b").Rejected()
	for _, name := range []string{"c", "a", "c", "a"} {
		next(t, r, name)
	}
}

func TestNextWithoutKeys(t *testing.T) {
	t.Parallel()
	r, _ := setup()
	noneUsable(t, r)
}

// TestPauses checks how long a key is paused after the responses of the vendor.
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
			k := next(t, r, "a")
			for _, f := range c.after {
				f(k)
			}
			if got := noneUsable(t, r); got != c.want {
				t.Errorf("paused for %v, want %v", got, c.want)
			}
			now.Time = now.Add(c.want)
			next(t, r, "a")
		})
	}
}

// TestPausesDoubleUntilACallIsAccepted also after times from the vendor that are too
// short.
func TestPausesDoubleUntilACallIsAccepted(t *testing.T) {
	t.Parallel()
	r, now := setup("a")
	want := 500 * time.Millisecond
	for i := range 12 {
		next(t, r, "a").Limited(time.Duration(i%2) * 50 * time.Millisecond)
		got := noneUsable(t, r)
		if got != want {
			t.Fatalf("paused for %v, want %v", got, want)
		}
		now.Time = now.Add(got)
		want = min(2*want, time.Minute)
	}
	next(t, r, "a").Accepted()
	next(t, r, "a").Limited(0)
	if got := noneUsable(t, r); got != 500*time.Millisecond {
		t.Errorf("paused for %v after an accepted call", got)
	}
}

func TestJitterShortens(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r := keyring.New(keyring.Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0.5 }, FirstPause: time.Second}, "a")
	next(t, r, "a").Limited(0)
	if got := noneUsable(t, r); got != 750*time.Millisecond {
		t.Errorf("paused for %v", got)
	}
}

// TestRetryAfterIsThatOfTheFirstUsableKey pauses three keys for different times.
func TestRetryAfterIsThatOfTheFirstUsableKey(t *testing.T) {
	t.Parallel()
	r, _ := setup("a", "b", "c")
	next(t, r, "a").Rejected()
	next(t, r, "b").Limited(7 * time.Second)
	next(t, r, "c").Limited(8 * time.Second)
	if got := noneUsable(t, r); got != 7*time.Second {
		t.Errorf("retry after %v", got)
	}
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	r := keyring.New(keyring.Config{FirstPause: time.Microsecond}, "a", "b", "c")
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
