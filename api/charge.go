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

// charge is what a request pays. It is made once, and settled once, when it is known
// whether a provider call was started.
type charge struct {
	id string // in the quota store: the request ID, or that of the request that was taken over
	// made says that the store has the charge.
	made bool
	// spent says that a provider call was started for an earlier job of the request, which
	// was taken over. The charge then stands whatever becomes of this job.
	spent bool
	// counts says that the charge stands, or is not yet decided, for the work that is
	// done now, and not only for that of a former owner of the request.
	counts bool
}

// fate is what is known of a request's job when the api does not wait for it any longer.
type fate int

const (
	notStarted fate = iota // no provider call was started: the charge is refunded
	started                // a provider call was started: the charge stands
	unknown                // the queue does not answer: the settler decides
	goesOn                 // the job goes on, and the next repeat of the request decides
)

// settle settles the charge of a request, whose work has ended with err.
func (s *Server) settle(r *request, f fate, err error) {
	switch f {
	case started:
	case notStarted:
		s.refund(r)
	case goesOn:
		r.endedElsewhere = true
	case unknown:
		s.leaveToSettler(r, problem.From(err))
	}
}

// refund gives back what a request was charged, unless a provider call was started for an
// earlier job of it: then the next repeat uses the charge. That of a durable request is given back
// when its outcome is stored.
func (s *Server) refund(r *request) {
	r.charge.counts = false
	if !r.charge.made || r.charge.spent || r.endedElsewhere {
		return
	}
	if r.charge.made = false; !r.kept() {
		s.settler.refund(r.charge.id)
	}
}

// credit is one credit of the specification. Buckets count in half credits.
const credit quota.Credits = 2

// chargeJSON charges one credit for a valid JSON document.
func (s *Server) chargeJSON(r *request) error {
	return s.chargeRequest(r, quotaLine(quota.BiomJSON, r.caller.subject, credit, r.caller.limits.BiomJSON))
}

// chargeExtraction charges an extraction. With the caller's own provider key it
// charges the bucket for those (BYOK). Otherwise it charges the caller's bucket
// and the internal capacity: all of them or none.
func (s *Server) chargeExtraction(r *request) error {
	cost, caller := credit, r.caller
	if r.header.Tier == job.Slow {
		cost = credit / 2
	}
	if r.providerKey != "" {
		return s.chargeRequest(r, quotaLine(quota.BiomAIBYOK, caller.subject, cost, caller.limits.BiomAIBYOK))
	}
	lines := []quota.Line{quotaLine(quota.BiomAI, caller.subject, cost, caller.limits.BiomAI)}
	if s.cfg.Capacity > 0 {
		lines = append(lines, quotaLine(quota.Capacity, quota.All, cost, s.cfg.Capacity))
	}
	if s.cfg.CapacityPublic > 0 && caller.public {
		lines = append(lines, quotaLine(quota.CapacityPublic, quota.All, cost, s.cfg.CapacityPublic))
	}
	return s.chargeRequest(r, lines...)
}

func quotaLine(b quota.Bucket, subject quota.Subject, cost, limit quota.Credits) quota.Line {
	return quota.Line{Bucket: b, Subject: subject, Cost: cost, Limit: limit}
}

// chargeRequest makes the charge of a request, unless a former owner of it has.
func (s *Server) chargeRequest(r *request, lines ...quota.Line) error {
	if !r.charge.made {
		if r.claim != nil {
			lines = append(lines, outcomeLine(r.caller, ordinaryOutcome))
		}
		if err := s.charge(r.charge.id, r.caller, lines...); err != nil {
			return err
		}
		r.charge.made = true
		s.recordCharge(r)
	}
	r.charge.counts = true
	return nil
}

// charge charges all lines under an ID, or returns a problem and charges none. If the
// quota store does not answer, it may have charged nevertheless; the settler then
// refunds the store's part, whatever becomes of the request.
func (s *Server) charge(id string, by caller, lines ...quota.Line) error {
	verdict, err := s.ledger.charge(id, lines)
	if errors.Is(err, errUncertain) {
		s.settler.settleLater(settlement{chargeID: id, storeOnly: true})
	}
	if err != nil && !atDeploymentsExpense(lines) {
		verdict, err = s.ledger.chargeFallback(id, lines)
	}
	if err != nil {
		return problem.Unavailable(quotaRetry, "Quotas cannot be checked at the moment. Nothing was charged; try again shortly.").Because(err)
	}
	if !verdict.Allowed {
		s.metrics.refusals.WithLabelValues(string(verdict.Refused)).Inc()
		s.emitThrottled(id, analytics.Event{Kind: analytics.KindRefused, Bucket: string(verdict.Refused), Auth: by.authType()})
		return quotaExceeded(verdict)
	}
	s.metrics.charged(lines)
	return nil
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
