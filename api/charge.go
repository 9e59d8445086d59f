package api

import (
	"errors"
	"net/http"
	"time"

	"biom/shared/analytics"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
)

// credit is one credit of the specification. Buckets count in half credits.
const credit quota.Credits = 2

// chargeJSON charges one credit for a valid JSON document.
func (s *Server) chargeJSON(c *call) error {
	caller := s.caller(c)
	return s.charge(c, quotaLine(quota.BiomJSON, caller.subject, credit, caller.limits.BiomJSON))
}

// chargeExtraction charges an extraction. With the caller's own provider key it
// charges the bucket for those (BYOK). Otherwise it charges the caller's bucket
// and the internal capacity: all of them or none.
func (s *Server) chargeExtraction(c *call, tier job.Tier, byok bool) error {
	cost, caller := credit, s.caller(c)
	if tier == job.Slow {
		cost = credit / 2
	}
	if byok {
		return s.charge(c, quotaLine(quota.BiomAIBYOK, caller.subject, cost, caller.limits.BiomAIBYOK))
	}
	lines := []quota.Line{quotaLine(quota.BiomAI, caller.subject, cost, caller.limits.BiomAI)}
	if s.cfg.Capacity > 0 {
		lines = append(lines, quotaLine(quota.Capacity, quota.All, cost, s.cfg.Capacity))
	}
	if s.cfg.CapacityPublic > 0 && caller.public {
		lines = append(lines, quotaLine(quota.CapacityPublic, quota.All, cost, s.cfg.CapacityPublic))
	}
	return s.charge(c, lines...)
}

func quotaLine(b quota.Bucket, subject quota.Subject, cost, limit quota.Credits) quota.Line {
	return quota.Line{Bucket: b, Subject: subject, Cost: cost, Limit: limit}
}

// charge charges all lines or returns a problem and charges none. If the quota
// store does not answer, it may have charged nevertheless; the settler then
// refunds the store's part, whatever becomes of the request.
func (s *Server) charge(c *call, lines ...quota.Line) error {
	if c.claim != nil && c.claim.Charge != "" { // a former owner of the claim has charged the request
		c.chargeID, c.charged = c.claim.Charge, true
		return nil
	}
	if c.claim != nil {
		lines = append(lines, outcomeLine(s.caller(c), ordinaryOutcome))
	}
	verdict, err := s.ledger.charge(c.chargeID, lines)
	if errors.Is(err, errUncertain) {
		s.settler.settleLater(settlement{chargeID: c.chargeID, storeOnly: true})
	}
	if err != nil && !atDeploymentsExpense(lines) {
		verdict, err = s.ledger.chargeFallback(c.chargeID, lines)
	}
	if err != nil {
		return problem.Unavailable(quotaRetry, "Quotas cannot be checked at the moment. Nothing was charged; try again shortly.").Because(err)
	}
	if !verdict.Allowed {
		s.emitThrottled(c, analytics.Event{Kind: analytics.KindRefused, Bucket: string(verdict.Refused), Auth: s.caller(c).authType()})
		return quotaExceeded(verdict)
	}
	c.charged = true
	s.recordCharge(c)
	return nil
}

// refund gives back what the request was charged, unless an earlier attempt at
// the same request has started a provider call: then the next repeat uses the charge.
func (s *Server) refund(c *call) {
	c.charged = false
	if c.claim != nil && c.claim.ChargeStands {
		return
	}
	s.settler.refund(c.chargeID)
}

// quotaRetry is the Retry-After when the quota store does not answer.
const quotaRetry = 5 * time.Second

const creditsReturn = "Credits come back 24 hours after they were used"

// quotaExceeded returns the problem for a refused charge.
func quotaExceeded(verdict quota.Verdict) error {
	message := "Your quota for this kind of request is used up. " + creditsReturn
	switch verdict.Refused {
	case quota.Capacity, quota.CapacityPublic:
		message = "The service has reached its capacity for today; an extraction with your own provider key is not affected. " + creditsReturn
	case quota.Outcomes:
		message = "The responses that are kept for your requests with an Idempotency-Key take up all your room; a request without that header is not affected. Room comes back 24 hours after it was taken"
	}
	return problem.New(http.StatusTooManyRequests, problem.RateLimitExceeded,
		"%s; Retry-After says when there is enough for this request.", message).
		With("bucket", string(verdict.Refused)).Retry(max(verdict.RetryAfter, time.Second))
}
