package quotatest

import (
	"testing"
	"time"

	"biom/shared/quota"
)

func expiryIsExact(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(time.Millisecond)
	b.mustAllow(t, "two", line(quota.BiomAI, slow, 50))
	b.clock.Advance(quota.Window - 2*time.Millisecond)
	b.wantUsed(t, quota.BiomAI, 3)
	b.clock.Advance(time.Millisecond) // t + Window of the first
	b.wantUsed(t, quota.BiomAI, 1)
	b.mustAllow(t, "three", ai)
	b.wantUsed(t, quota.BiomAI, 3)
	b.clock.Advance(time.Millisecond)
	b.wantUsed(t, quota.BiomAI, 2)
	b.clock.Advance(quota.Window)
	b.wantUsed(t, quota.BiomAI, 0)
}

func usage(t *testing.T, b *bundle) {
	if got := b.usage(t, quota.BiomAI); got != (quota.Usage{}) {
		t.Errorf("usage of nothing = %+v", got)
	}
	b.mustAllow(t, "one", line(quota.BiomAI, standard, 50))
	b.clock.Advance(90 * time.Minute)
	b.mustAllow(t, "two", line(quota.BiomAI, slow, 50))
	want := quota.Usage{Used: 3, ResetsIn: quota.Window - 90*time.Minute}
	for range 2 { // Usage changes nothing
		if got := b.usage(t, quota.BiomAI); got != want {
			t.Errorf("usage = %+v, want %+v", got, want)
		}
	}
	b.clock.Advance(want.ResetsIn)
	want = quota.Usage{Used: 1, ResetsIn: 90 * time.Minute}
	if got := b.usage(t, quota.BiomAI); got != want {
		t.Errorf("usage = %+v, want %+v", got, want)
	}
}

// limitLowered charges with a limit below what is used already, as after the limit
// of a service key was lowered. Many entries must leave before there is room.
func limitLowered(t *testing.T, b *bundle) {
	const entries = 600
	for range entries {
		b.mustAllow(t, b.newID(), line(quota.BiomJSON, standard, 2*entries))
		b.clock.Advance(1500 * time.Millisecond)
	}
	l := line(quota.BiomJSON, standard, 20)
	v := b.charge(t, l)
	// All entries but nine have to leave; the last of them to leave was made 10 steps ago.
	if want := quota.Window - 10*1500*time.Millisecond; v.RetryAfter != want {
		t.Errorf("retry after %v, want %v", v.RetryAfter, want)
	}
	b.wantExact(t, v, l)
}

// wantExact checks RetryAfter: a charge is allowed when it has passed, and refused
// one second earlier.
func (b *bundle) wantExact(t *testing.T, v quota.Verdict, lines ...quota.Line) {
	t.Helper()
	if v.Allowed || v.RetryAfter < time.Second || v.RetryAfter%time.Second != 0 {
		t.Fatalf("verdict %+v", v)
	}
	b.clock.Advance(v.RetryAfter - time.Second)
	if early := b.charge(t, lines...); early.Allowed || early.RetryAfter != time.Second {
		t.Fatalf("a second before %v: %+v", v.RetryAfter, early)
	}
	b.clock.Advance(time.Second)
	if due := b.charge(t, lines...); !due.Allowed {
		t.Fatalf("after %v: %+v", v.RetryAfter, due)
	}
}

// clockSetBack checks that the limit holds after the clock was set back. Entries may
// then count for longer.
func clockSetBack(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 6)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(-10 * time.Minute)
	b.mustAllow(t, "two", ai)
	b.mustAllow(t, "three", ai)
	if v := b.charge(t, ai); v.Allowed {
		t.Error("the limit does not hold")
	}
	b.refund(t, "two")
	b.wantUsed(t, quota.BiomAI, 4)
	b.mustAllow(t, "four", ai)
	two := line(quota.BiomAI, 2*standard, 6)
	b.wantExact(t, b.charge(t, two), two)
	b.clock.Advance(quota.Window + 10*time.Minute)
	b.wantUsed(t, quota.BiomAI, 0)
}
