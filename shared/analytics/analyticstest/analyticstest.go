// Package analyticstest is the conformance suite of analytics.References. Every store
// runs [Exercise] and [ExerciseLong]. The package also reads the stream for tests.
package analyticstest

import (
	"encoding/json"
	"testing"
	"time"

	"biom/shared/analytics"
	"biom/shared/broker"
	"biom/shared/testenv"
)

// NewStore returns an empty store whose clock is now.
type NewStore func(t testing.TB, now func() time.Time) analytics.References

// Exercise runs the conformance suite without the tests of ExerciseLong.
func Exercise(t *testing.T, newStore NewStore) {
	t.Helper()
	run(t, newStore, map[string]func(*testing.T, *bundle){
		"from eligible to rated":       fromEligibleToRated,
		"unknown":                      unknown,
		"another rating":               anotherRating,
		"confirm without its claim":    confirmWithoutClaim,
		"adding again changes nothing": addingAgain,
		"expiry is exact":              expiryIsExact,
		"expired ID is added anew":     expiredIsAddedAnew,
		"concurrent claims":            concurrentClaims,
		"any text is an ID":            anyText,
		"mistakes are refused":         mistakes,
		"context has ended":            contextEnded,
	})
}

// ExerciseLong runs the tests that fill the store.
func ExerciseLong(t *testing.T, newStore NewStore) {
	t.Helper()
	run(t, newStore, map[string]func(*testing.T, *bundle){
		"the oldest are evicted":        oldestAreEvicted,
		"expired ones make room":        expiredMakeRoom,
		"clock set back":                clockSetBack,
		"parallel adding keeps the cap": parallelAdding,
	})
}

func run(t *testing.T, newStore NewStore, tests map[string]func(*testing.T, *bundle)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := testenv.NewClock()
			test(t, &bundle{refs: newStore(t, clock.Now), clock: clock})
		})
	}
}

// Stored returns the events of a kind that are in the stream, the oldest first. It
// returns events of all kinds if kind is "".
func Stored(t testing.TB, conn *broker.Conn, kind analytics.Kind) (events []analytics.Event) {
	t.Helper()
	stream, err := conn.JS.Stream(t.Context(), analytics.Stream)
	if err != nil {
		t.Fatalf("analyticstest: %v", err)
	}
	state := stream.CachedInfo().State
	for seq := max(state.FirstSeq, 1); seq <= state.LastSeq; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatalf("analyticstest: message %d: %v", seq, err)
		}
		var e analytics.Event
		if err := json.Unmarshal(m.Data, &e); err != nil {
			t.Fatalf("analyticstest: message %d: %v", seq, err)
		}
		if want := "biom.analytics." + string(e.Kind); m.Subject != want {
			t.Errorf("analyticstest: an event for %s came on %s", want, m.Subject)
		}
		if kind == "" || e.Kind == kind {
			events = append(events, e)
		}
	}
	return events
}
