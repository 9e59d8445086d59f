// Package analyticstest is the written contract of analytics.References as
// tests: every store runs [Exercise]. It also reads the stream for tests.
package analyticstest

import (
	"encoding/json"
	"testing"
	"time"

	"biom/shared/analytics"
	"biom/shared/broker"
	"biom/shared/testenv"
)

// NewStore makes an empty store whose clock is now.
type NewStore func(t testing.TB, now func() time.Time) analytics.References

// Exercise runs the conformance suite.
func Exercise(t *testing.T, newStore NewStore) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, *bundle){
		"from eligible to rated":        fromEligibleToRated,
		"unknown":                       unknown,
		"another rating":                anotherRating,
		"confirm without its claim":     confirmWithoutClaim,
		"adding again changes nothing":  addingAgain,
		"expiry is exact":               expiryIsExact,
		"expired ID is added anew":      expiredIsAddedAnew,
		"the oldest are evicted":        oldestAreEvicted,
		"expired ones make room":        expiredMakeRoom,
		"clock set back":                clockSetBack,
		"storm of ratings":              storm,
		"any text is an ID":             anyText,
		"mistakes are refused":          mistakes,
		"context has ended":             contextEnded,
		"parallel adding keeps the cap": parallelAdding,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := testenv.NewClock()
			test(t, &bundle{refs: newStore(t, clock.Now), clock: clock})
		})
	}
}

// Stored returns the events of a kind that are in the stream, oldest first;
// all of them when kind is "".
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
