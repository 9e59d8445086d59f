// Package quotatest is the conformance suite of quota.Store. Every store runs
// [Exercise] and [ExerciseLong].
package quotatest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/quota"
	"biom/shared/testenv"
)

// Fixture is one store under test.
type Fixture struct {
	Store quota.Store
	// LoseReplies makes the store lose the next n replies, after the charge was
	// made. It is nil for stores without a connection that can lose them.
	LoseReplies func(n int)
}

// NewStore returns an empty store whose clock is now.
type NewStore func(t testing.TB, now func() time.Time) Fixture

// Exercise runs the conformance suite, its load tests with a small load.
func Exercise(t *testing.T, newStore NewStore) {
	t.Helper()
	run(t, newStore, map[string]func(*testing.T, *bundle){
		"limit is exact":                     limitIsExact,
		"half credits":                       halfCredits,
		"cost above the limit":               costAboveLimit,
		"lines are all or none":              allOrNone,
		"first full line is named":           firstFullLine,
		"same ID charges once":               sameIDChargesOnce,
		"ID is forgotten in time":            idIsForgotten,
		"refused ID is judged anew":          refusedIsJudgedAnew,
		"refund, once":                       refundOnce,
		"refund after a retry":               refundAfterRetry,
		"refund of one among equals":         refundAmongEquals,
		"refund of half a credit, all lines": refundHalfAllLines,
		"refund of an unknown ID":            refundUnknown,
		"refund after the window":            refundAfterWindow,
		"refund gives room":                  refundGivesRoom,
		"expiry is exact":                    expiryIsExact,
		"usage":                              usage,
		"retry-after, random logs":           randomLogs(300),
		"retry-after, limit lowered":         limitLowered,
		"clock set back":                     clockSetBack,
		"subjects are separate":              subjectsAreSeparate,
		"mistakes are refused":               mistakes,
		"context has ended":                  contextEnded,
		"concurrent charges":                 concurrentCharges(40, 10),
		"concurrent charges on many lines":   concurrentLines(20, 25),
		"replies lost":                       repliesLost(100),
	})
}

// ExerciseLong runs the load tests of the conformance suite with the full load.
func ExerciseLong(t *testing.T, newStore NewStore) {
	t.Helper()
	run(t, newStore, map[string]func(*testing.T, *bundle){
		"retry-after, random logs":         randomLogs(1500),
		"concurrent charges":               concurrentCharges(200, 100),
		"concurrent charges on many lines": concurrentLines(20, 50),
		"replies lost":                     repliesLost(1000),
	})
}

func run(t *testing.T, newStore NewStore, tests map[string]func(*testing.T, *bundle)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, setup(t, newStore))
		})
	}
}

// bundle is the environment of one test.
type bundle struct {
	Fixture
	clock *testenv.Clock
	ids   atomic.Int64
}

func setup(t *testing.T, newStore NewStore) *bundle {
	b := &bundle{clock: testenv.NewClock()}
	b.Fixture = newStore(t, b.clock.Now)
	return b
}

// The costs of extractions in the specification.
const (
	standard quota.Credits = 2
	slow     quota.Credits = 1
)

// line returns a line for the subject of all tests.
func line(bucket quota.Bucket, cost, limit quota.Credits) quota.Line {
	return quota.Line{Bucket: bucket, Subject: "user:ada", Cost: cost, Limit: limit}
}

func (b *bundle) newID() string { return fmt.Sprintf("charge-%d", b.ids.Add(1)) }

// charge charges under a new ID.
func (b *bundle) charge(t *testing.T, lines ...quota.Line) quota.Verdict {
	t.Helper()
	return b.chargeID(t, b.newID(), lines...)
}

func (b *bundle) chargeID(t *testing.T, id string, lines ...quota.Line) quota.Verdict {
	t.Helper()
	v, err := b.Store.Charge(t.Context(), id, lines...)
	if err != nil {
		t.Fatalf("charge %s: %v", id, err)
	}
	return v
}

// mustAllow charges and checks that the charge is allowed.
func (b *bundle) mustAllow(t *testing.T, id string, lines ...quota.Line) {
	t.Helper()
	if v := b.chargeID(t, id, lines...); v != (quota.Verdict{Allowed: true}) {
		t.Fatalf("charge %s = %+v, want it allowed", id, v)
	}
}

func (b *bundle) refund(t *testing.T, id string) {
	t.Helper()
	if err := b.Store.Refund(t.Context(), id); err != nil {
		t.Fatalf("refund %s: %v", id, err)
	}
}

func (b *bundle) usage(t *testing.T, bucket quota.Bucket) quota.Usage {
	t.Helper()
	u, err := b.Store.Usage(t.Context(), bucket, "user:ada")
	if err != nil {
		t.Fatalf("usage: %v", err)
	}
	return u
}

func (b *bundle) wantUsed(t *testing.T, bucket quota.Bucket, want quota.Credits) {
	t.Helper()
	if got := b.usage(t, bucket).Used; got != want {
		t.Errorf("%s: used %v credits, want %v", bucket, got, want)
	}
}
