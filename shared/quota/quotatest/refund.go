package quotatest

import (
	"errors"
	"testing"
	"time"

	"biom/shared/quota"
)

func refundOnce(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(time.Minute)
	b.mustAllow(t, "two", ai)
	b.refund(t, "one")
	b.wantUsed(t, quota.BiomAI, 2)
	b.refund(t, "one")
	b.wantUsed(t, quota.BiomAI, 2)
	if got := b.usage(t, quota.BiomAI).ResetsIn; got != quota.Window {
		t.Errorf("resets in %v: the entry of the other charge was removed", got)
	}
	b.wantRefunded(t, "one", ai)
	b.wantUsed(t, quota.BiomAI, 2)
}

// wantRefunded checks that a refunded charge is neither made again nor allowed.
func (b *bundle) wantRefunded(t *testing.T, id string, lines ...quota.Line) {
	t.Helper()
	if v, err := b.Store.Charge(t.Context(), id, lines...); !errors.Is(err, quota.ErrRefunded) || v != (quota.Verdict{}) {
		t.Errorf("charge of refunded %s = %+v, %v", id, v, err)
	}
}

func refundAfterRetry(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	for range 4 {
		b.mustAllow(t, "one", ai)
	}
	b.refund(t, "one")
	b.wantUsed(t, quota.BiomAI, 0)
	if got := b.usage(t, quota.BiomAI); got != (quota.Usage{}) {
		t.Errorf("usage of an empty bucket = %+v", got)
	}
}

// refundAmongEquals refunds some of several charges with the same time and cost,
// whose entries in the log are equal.
func refundAmongEquals(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	for _, id := range []string{"one", "two", "three"} {
		b.mustAllow(t, id, ai)
	}
	b.mustAllow(t, "half", line(quota.BiomAI, slow, 50))
	for _, id := range []string{"two", "two", "one"} {
		b.refund(t, id)
	}
	b.wantUsed(t, quota.BiomAI, 3)
	b.refund(t, "three")
	b.wantUsed(t, quota.BiomAI, 1)
}

func refundHalfAllLines(t *testing.T, b *bundle) {
	b.mustAllow(t, "whole", line(quota.BiomAI, standard, 50), line(quota.Capacity, standard, 50))
	b.mustAllow(t, "half", line(quota.BiomAI, slow, 50), line(quota.Capacity, slow, 50))
	b.refund(t, "half")
	b.wantUsed(t, quota.BiomAI, 2)
	b.wantUsed(t, quota.Capacity, 2)
}

// refundUnknown refunds an ID before it is charged: a charge whose caller gave up
// waiting may arrive after its refund.
func refundUnknown(t *testing.T, b *bundle) {
	b.refund(t, "late")
	b.wantRefunded(t, "late", line(quota.BiomAI, standard, 50))
	b.wantUsed(t, quota.BiomAI, 0)
	b.clock.Advance(quota.ChargeMemory)
	b.mustAllow(t, "late", line(quota.BiomAI, standard, 50))
}

func refundAfterWindow(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(quota.Window)
	b.mustAllow(t, "two", ai)
	b.refund(t, "one")
	b.wantUsed(t, quota.BiomAI, 2)
}

func refundGivesRoom(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 4)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(time.Second)
	b.mustAllow(t, "two", ai)
	b.refund(t, "one")
	b.mustAllow(t, "three", ai)
	// The oldest entry is now that of "two", from this second.
	if v := b.charge(t, ai); v.RetryAfter != quota.Window {
		t.Errorf("verdict %+v", v)
	}
}
