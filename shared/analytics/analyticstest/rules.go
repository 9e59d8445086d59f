package analyticstest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/analytics"
	"biom/shared/testenv"
)

// bundle is the environment of one test.
type bundle struct {
	refs  analytics.References
	clock *testenv.Clock
}

func (b *bundle) add(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := b.refs.Add(t.Context(), id); err != nil {
			t.Fatalf("add %s: %v", id, err)
		}
	}
}

// wantClaim claims a rating and checks the result. want is nil, ErrUnknown or
// ErrRated.
func (b *bundle) wantClaim(t *testing.T, id string, r analytics.Rating, wantDone bool, want error) {
	t.Helper()
	done, err := b.refs.Claim(t.Context(), id, r)
	if done != wantDone || !errors.Is(err, want) {
		t.Errorf("claim %s of %.40q: %v, %v; want %v, %v", r, id, done, err, wantDone, want)
	}
}

func (b *bundle) confirm(t *testing.T, id string, r analytics.Rating) {
	t.Helper()
	if err := b.refs.Confirm(t.Context(), id, r); err != nil {
		t.Errorf("confirm %s: %v", id, err)
	}
}

func fromEligibleToRated(t *testing.T, b *bundle) {
	for id, r := range map[string]analytics.Rating{"a": analytics.Accurate, "b": analytics.Inaccurate} {
		b.add(t, id)
		b.wantClaim(t, id, r, false, nil)
		b.wantClaim(t, id, r, false, nil)
		b.confirm(t, id, r)
		b.confirm(t, id, r)
		b.wantClaim(t, id, r, true, nil)
	}
}

func unknown(t *testing.T, b *bundle) {
	b.wantClaim(t, "a", analytics.Accurate, false, analytics.ErrUnknown)
	b.confirm(t, "a", analytics.Accurate)
	b.wantClaim(t, "a", analytics.Accurate, false, analytics.ErrUnknown)
	b.add(t, "a")
	b.wantClaim(t, "A", analytics.Accurate, false, analytics.ErrUnknown)
}

func anotherRating(t *testing.T, b *bundle) {
	b.add(t, "a")
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
	b.wantClaim(t, "a", analytics.Accurate, false, analytics.ErrRated)
	b.confirm(t, "a", analytics.Inaccurate)
	b.wantClaim(t, "a", analytics.Accurate, false, analytics.ErrRated)
	b.wantClaim(t, "a", analytics.Inaccurate, true, nil)
}

func confirmWithoutClaim(t *testing.T, b *bundle) {
	b.add(t, "a")
	b.confirm(t, "a", analytics.Accurate)
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
	b.confirm(t, "a", analytics.Accurate)
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
}

func addingAgain(t *testing.T, b *bundle) {
	b.add(t, "a")
	b.wantClaim(t, "a", analytics.Accurate, false, nil)
	b.confirm(t, "a", analytics.Accurate)
	b.clock.Advance(time.Hour)
	b.add(t, "a")
	b.wantClaim(t, "a", analytics.Accurate, true, nil)
	b.clock.Advance(analytics.ReferenceTTL - time.Hour)
	b.wantClaim(t, "a", analytics.Accurate, false, analytics.ErrUnknown)
}

func expiryIsExact(t *testing.T, b *bundle) {
	for _, id := range []string{"eligible", "claimed", "rated"} {
		b.add(t, id)
		if id != "eligible" {
			b.wantClaim(t, id, analytics.Accurate, false, nil)
		}
		if id == "rated" {
			b.confirm(t, id, analytics.Accurate)
		}
		b.clock.Advance(analytics.ReferenceTTL - time.Millisecond)
		b.wantClaim(t, id, analytics.Accurate, id == "rated", nil)
		b.clock.Advance(time.Millisecond)
		b.wantClaim(t, id, analytics.Accurate, false, analytics.ErrUnknown)
		b.wantClaim(t, id, analytics.Inaccurate, false, analytics.ErrUnknown)
	}
}

func expiredIsAddedAnew(t *testing.T, b *bundle) {
	b.add(t, "a")
	b.wantClaim(t, "a", analytics.Accurate, false, nil)
	b.clock.Advance(analytics.ReferenceTTL)
	b.confirm(t, "a", analytics.Accurate)
	b.add(t, "a")
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
	b.clock.Advance(analytics.ReferenceTTL - time.Millisecond)
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
}

// concurrentClaims claims different ratings at once. The claims of one rating succeed,
// and those of the other fail.
func concurrentClaims(t *testing.T, b *bundle) {
	b.add(t, "a")
	var won [2]atomic.Int64
	var group sync.WaitGroup
	for i := range 200 {
		group.Go(func() {
			r := []analytics.Rating{analytics.Accurate, analytics.Inaccurate}[i%2]
			done, err := b.refs.Claim(t.Context(), "a", r)
			switch {
			case err == nil && !done:
				won[i%2].Add(1)
			case !errors.Is(err, analytics.ErrRated):
				t.Errorf("claim: %v, %v", done, err)
			}
		})
	}
	group.Wait()
	if a, i := won[0].Load(), won[1].Load(); a+i != 100 || a*i != 0 {
		t.Errorf("%d accurate and %d inaccurate ratings were claimed", a, i)
	}
}

func anyText(t *testing.T, b *bundle) {
	ids := []string{"a", "A", "a ", "a:b", "a\x00", "a\n", "é", "e\u0301", "\xff", "\xfe", "{a}", "*", "0b1e2c4e-7e2f-4b5d-9a1c-2f3e4d5c6b7a"}
	for _, id := range ids {
		b.wantClaim(t, id, analytics.Accurate, false, analytics.ErrUnknown)
		b.add(t, id)
		b.wantClaim(t, id, analytics.Accurate, false, nil)
	}
}

func mistakes(t *testing.T, b *bundle) {
	b.add(t, "a")
	if b.refs.Add(t.Context(), "") == nil {
		t.Error("a reference without an ID was added")
	}
	for _, c := range []struct {
		id     string
		rating analytics.Rating
	}{{"", analytics.Accurate}, {"a", ""}, {"a", "Accurate"}, {"a", "good"}} {
		_, err := b.refs.Claim(t.Context(), c.id, c.rating)
		if err == nil || errors.Is(err, analytics.ErrUnknown) || errors.Is(err, analytics.ErrRated) {
			t.Errorf("claim %q of %q: %v", c.rating, c.id, err)
		}
		if b.refs.Confirm(t.Context(), c.id, c.rating) == nil {
			t.Errorf("confirm %q of %q is no error", c.rating, c.id)
		}
	}
	b.wantClaim(t, "a", analytics.Accurate, false, nil)
}

func contextEnded(t *testing.T, b *bundle) {
	b.add(t, "a")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.refs.Claim(ended, "a", analytics.Accurate)
	for _, err := range []error{err, b.refs.Add(ended, "b"), b.refs.Confirm(ended, "a", analytics.Accurate)} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
	b.wantClaim(t, "a", analytics.Inaccurate, false, nil)
	b.wantClaim(t, "b", analytics.Inaccurate, false, analytics.ErrUnknown)
}
