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

// credit is one credit in the unit of the buckets.
const credit quota.Credits = 2

// chargeJSON consumes a validated document's credit.
func (s *Server) chargeJSON(c *call) error {
	who := s.caller(c)
	return s.charge(c, line(quota.BiomJSON, who.subject, credit, who.limits.BiomJSON))
}

// chargeExtraction consumes what an extraction costs: with the caller's own
// provider key in the bucket for those, else in the shared one and in the
// internal capacity, all or none.
func (s *Server) chargeExtraction(c *call, tier job.Tier, byok bool) error {
	cost, who := credit, s.caller(c)
	if tier == job.Slow {
		cost = credit / 2
	}
	if byok {
		return s.charge(c, line(quota.BiomAIBYOK, who.subject, cost, who.limits.BiomAIBYOK))
	}
	lines := []quota.Line{line(quota.BiomAI, who.subject, cost, who.limits.BiomAI)}
	if s.cfg.Capacity > 0 {
		lines = append(lines, line(quota.Capacity, quota.All, cost, s.cfg.Capacity))
	}
	if s.cfg.CapacityPublic > 0 && who.public {
		lines = append(lines, line(quota.CapacityPublic, quota.All, cost, s.cfg.CapacityPublic))
	}
	return s.charge(c, lines...)
}

func line(b quota.Bucket, who quota.Subject, cost, limit quota.Credits) quota.Line {
	return quota.Line{Bucket: b, Subject: who, Cost: cost, Limit: limit}
}

// charge consumes all lines or refuses. A store that does not answer may have
// consumed all the same, so that is taken back, whatever happens here.
func (s *Server) charge(c *call, lines ...quota.Line) error {
	if c.claim != nil && c.claim.Charge != "" { // whoever was killed over it has made it
		c.charge, c.charged = c.claim.Charge, true
		return nil
	}
	v, err := s.ledger.charge(c.charge, lines)
	if errors.Is(err, errUncertain) {
		s.settler.later(settlement{id: c.charge, uncertain: true})
	}
	if err != nil && !spendsOurMoney(lines) {
		v, err = s.ledger.chargeSpare(c.charge, lines)
	}
	if err != nil {
		return problem.Unavailable(quotaRetry, "Quotas cannot be checked at the moment. Nothing was charged; try again shortly.").Because(err)
	}
	if !v.Allowed {
		s.emitCrowd(c, analytics.Event{Kind: analytics.KindRefused, Bucket: string(v.Refused), Auth: s.caller(c).auth()})
		return exceeded(v)
	}
	c.charged = true
	s.noteCharge(c)
	return nil
}

// refund takes back what the request was charged, unless an earlier attempt at
// it has led to a provider call.
func (s *Server) refund(c *call) {
	if c.claim != nil && c.claim.Spent {
		return
	}
	c.charged = false
	s.settler.refund(c.charge)
}

// quotaRetry is when a store that did not answer is worth another try.
const quotaRetry = 5 * time.Second

func exceeded(v quota.Verdict) error {
	what := "Your quota for this kind of request is used up"
	if v.Refused == quota.Capacity || v.Refused == quota.CapacityPublic {
		what = "The service has reached its capacity for today; an extraction with your own provider key is not affected"
	}
	return problem.New(http.StatusTooManyRequests, problem.RateLimitExceeded,
		"%s. Credits come back 24 hours after they were used; Retry-After says when there is enough for this request.", what).
		With("bucket", string(v.Refused)).Retry(max(v.RetryAfter, time.Second))
}
