package api

import (
	"errors"
	"sync"
	"time"

	"biom/shared/analytics"
	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
)

// emit sends an analytics event about the request id. It never blocks, and does
// nothing if analytics is off.
func (s *Server) emit(id string, e analytics.Event) {
	if s.cfg.Events == nil {
		return
	}
	e.Time, e.RequestID = s.cfg.Now().UTC(), id
	s.cfg.Events.Emit(e)
}

// throttleInterval is the shortest time between two equal throttled events.
const throttleInterval = time.Second

// eventThrottle limits events about requests that cost the caller nothing, and
// so may come in any number. Of equal events one is sent in each
// throttleInterval; its Count includes those that were held back before it.
//
// The map stays small: its keys differ only in bucket, error code, reason and
// authentication.
type eventThrottle struct {
	mu   sync.Mutex
	sent map[analytics.Event]throttled // event without time and request ID → state
}

// throttled is the state of one kind of event.
type throttled struct {
	lastSent time.Time
	heldBack int // events since then
}

// emitThrottled sends an event, unless an equal one was sent just before.
func (s *Server) emitThrottled(id string, e analytics.Event) {
	if n := s.eventThrottle.add(e, s.cfg.Now()); n > 0 {
		e.Count = n
		s.emit(id, e)
	}
}

// add counts an event. It returns the Count with which the event must be sent
// now, or 0 if it is held back.
func (t *eventThrottle) add(e analytics.Event, now time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.sent == nil {
		t.sent = map[analytics.Event]throttled{}
	}
	state := t.sent[e]
	state.heldBack++
	if !state.lastSent.IsZero() && now.Sub(state.lastSent) < throttleInterval {
		t.sent[e] = state
		return 0
	}
	t.sent[e] = throttled{lastSent: now}
	return state.heldBack
}

// Outcomes of events that are not error codes.
const (
	outcomeSuccess   = "success"
	outcomeCancelled = "cancelled" // the client disconnected
)

// emitExtraction reports how a charged extraction ended: with a result, whose
// Problem may be set, or with an error of the api.
func (s *Server) emitExtraction(r *request, result *job.Result, err error) {
	e := analytics.Event{
		Kind: analytics.KindExtraction, Auth: r.caller.authType(), Tier: string(r.header.Tier), BYOK: r.providerKey != "",
		DurationMS: s.cfg.Now().Sub(r.header.Accepted).Milliseconds(),
	}
	if err == nil {
		e.Model, e.Withheld = result.Model, len(result.Withheld)
		if result.Problem != nil {
			err = result.Problem
		} else {
			e.Device = result.Report.Biometer.DeviceName
		}
	}
	e.Outcome, e.Reason = outcomeOf(err)
	s.emit(r.header.ID, e)
}

// emitValidation reports whether an uploaded JSON document was valid. report
// is nil if err is not.
func (s *Server) emitValidation(r *request, report *biometry.Response, err error) {
	e := analytics.Event{Kind: analytics.KindValidation, Auth: r.caller.authType()}
	if err == nil {
		e.Device = report.Data.Biometer.DeviceName
	}
	if e.Outcome, e.Reason = outcomeOf(err); err != nil {
		s.emitThrottled(r.header.ID, e)
		return
	}
	s.emit(r.header.ID, e)
}

// outcomeOf returns the outcome of an event about a request that ended with err:
// the error's code, and the reason in its details if there is one.
func outcomeOf(err error) (outcome, reason string) {
	switch {
	case err == nil:
		return outcomeSuccess, ""
	case errors.Is(err, errGone):
		return outcomeCancelled, ""
	}
	p := problem.From(err)
	reason, _ = p.Details["reason"].(string)
	return string(p.Code), reason
}
