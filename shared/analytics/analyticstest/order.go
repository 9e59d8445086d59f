package analyticstest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"biom/shared/analytics"
)

// oldestAreEvicted fills the store. All references are added at the same time; the
// oldest is the one that was added first.
func oldestAreEvicted(t *testing.T, b *bundle) {
	b.add(t, "rated", "claimed", "eligible", "next")
	b.wantClaim(t, "rated", analytics.Accurate, false, nil)
	b.confirm(t, "rated", analytics.Accurate)
	b.wantClaim(t, "claimed", analytics.Accurate, false, nil)
	for i := range analytics.MaxReferences - 4 {
		b.add(t, fmt.Sprint(i))
	}
	b.wantClaim(t, "rated", analytics.Accurate, true, nil)
	b.add(t, "rated") // adding it again does not make it younger
	for i, id := range []string{"rated", "claimed", "eligible"} {
		b.add(t, fmt.Sprint("more", i))
		b.wantClaim(t, id, analytics.Accurate, false, analytics.ErrUnknown)
		b.wantClaim(t, "next", analytics.Accurate, false, nil)
	}
}

// expiredMakeRoom checks that expired references do not count against the limit.
func expiredMakeRoom(t *testing.T, b *bundle) {
	for i := range analytics.MaxReferences / 2 {
		b.add(t, fmt.Sprint("old", i))
	}
	b.clock.Advance(analytics.ReferenceTTL + time.Millisecond)
	for i := range analytics.MaxReferences {
		b.add(t, fmt.Sprint(i))
	}
	b.wantClaim(t, "0", analytics.Accurate, false, nil)
	b.wantClaim(t, "old0", analytics.Accurate, false, analytics.ErrUnknown)
}

// clockSetBack checks that no reference expires early, and that they are evicted in
// the order in which they were added.
func clockSetBack(t *testing.T, b *bundle) {
	b.add(t, "first")
	b.clock.Advance(-time.Hour)
	b.add(t, "second")
	b.clock.Advance(analytics.ReferenceTTL - time.Millisecond)
	b.wantClaim(t, "first", analytics.Accurate, false, nil)
	b.wantClaim(t, "second", analytics.Accurate, false, nil)
	for i := range analytics.MaxReferences - 1 {
		b.add(t, fmt.Sprint(i))
	}
	b.wantClaim(t, "first", analytics.Accurate, false, analytics.ErrUnknown)
	b.wantClaim(t, "second", analytics.Accurate, false, nil)
}

// parallelAdding adds more references than the limit, from many goroutines at once.
func parallelAdding(t *testing.T, b *bundle) {
	const adders, each = 12, 1000
	var group sync.WaitGroup
	for a := range adders {
		group.Go(func() {
			for i := range each {
				if err := b.refs.Add(t.Context(), fmt.Sprint(a, "-", i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	remaining := 0
	for n := range adders * each {
		_, err := b.refs.Claim(t.Context(), fmt.Sprint(n/each, "-", n%each), analytics.Accurate)
		if err == nil {
			remaining++
		} else if !errors.Is(err, analytics.ErrUnknown) {
			t.Fatal(err)
		}
	}
	if remaining != analytics.MaxReferences {
		t.Errorf("%d references remain, want %d", remaining, analytics.MaxReferences)
	}
}
