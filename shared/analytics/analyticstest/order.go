package analyticstest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"biom/shared/analytics"
)

// All at the same time: the first added is the oldest.
func oldestAreEvicted(t *testing.T, b *bundle) {
	b.add(t, "rated", "claimed", "eligible", "next")
	b.wantClaim(t, "rated", analytics.Accurate, false, nil)
	b.confirm(t, "rated", analytics.Accurate)
	b.wantClaim(t, "claimed", analytics.Accurate, false, nil)
	for i := range analytics.MaxReferences - 4 {
		b.add(t, fmt.Sprint(i))
	}
	b.wantClaim(t, "rated", analytics.Accurate, true, nil)
	b.add(t, "rated") // it is no younger for that
	for i, id := range []string{"rated", "claimed", "eligible"} {
		b.add(t, fmt.Sprint("more", i))
		b.wantClaim(t, id, analytics.Accurate, false, analytics.ErrUnknown)
		b.wantClaim(t, "next", analytics.Accurate, false, nil)
	}
}

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

// Nobody's time is cut short, and the order stays that of adding.
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
	left := 0
	for n := range adders * each {
		_, err := b.refs.Claim(t.Context(), fmt.Sprint(n/each, "-", n%each), analytics.Accurate)
		if err == nil {
			left++
		} else if !errors.Is(err, analytics.ErrUnknown) {
			t.Fatal(err)
		}
	}
	if left != analytics.MaxReferences {
		t.Errorf("%d references are kept, want %d", left, analytics.MaxReferences)
	}
}
