package api

import (
	"math"

	"biom/shared/quota"
)

// The outcomes that are stored for a caller's idempotent requests have a budget,
// so that no caller can fill the room that all of them share. It is counted in
// quota.Outcomes, as a line of the request's charge: so it is exact across
// replicas, costs no round trip, and comes back with a refund. An ordinary outcome
// is paid at once. What a larger one takes beyond that is charged when it is known,
// whether the budget has it or not, because the request is done by then: it counts
// against the caller's next requests.
const (
	// ordinaryOutcome is what every idempotent request pays, in KiB. A report with
	// all values and a few remarks has about 2.
	ordinaryOutcome quota.Credits = 4
	// outcomeRoom is the room in KiB that each half credit of a caller's limits
	// gives. As no request costs less, a caller with ordinary outcomes uses up its
	// credits before its room.
	outcomeRoom = ordinaryOutcome
)

// outcomeLine returns the line of a charge for an outcome of a size in KiB.
func outcomeLine(caller caller, size quota.Credits) quota.Line {
	l := caller.limits
	return quotaLine(quota.Outcomes, caller.subject, size, (l.BiomAI+l.BiomAIBYOK+l.BiomJSON)*outcomeRoom)
}

// chargeLargeOutcome charges what an outcome takes beyond an ordinary one.
func (s *Server) chargeLargeOutcome(r *request, body []byte) {
	size := quota.Credits(len(body)+1<<10-1) >> 10
	if size <= ordinaryOutcome {
		return
	}
	line := outcomeLine(r.caller, size-ordinaryOutcome)
	line.Limit = math.MaxInt32
	id := r.charge.id + "/outcome"
	if _, err := s.ledger.charge(id, []quota.Line{line}); err != nil {
		_, _ = s.ledger.chargeFallback(id, []quota.Line{line}) // fails only for a charge that no store can keep
	}
}
