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

// emit tells the analytics of what happened in a request. It never waits, and
// says nothing where analytics is off.
func (s *Server) emit(c *call, e analytics.Event) {
	if s.cfg.Events == nil {
		return
	}
	e.Time, e.RequestID = s.cfg.Now().UTC(), c.id
	s.cfg.Events.Emit(e)
}

// crowds joins events that cost a caller nothing, and so may come in any
// number: one of a kind goes out each second, and counts those before it.
type crowds struct {
	mu    sync.Mutex
	since map[analytics.Event]crowd // the event but for its time and request → what was held back
}

type crowd struct {
	told time.Time
	held int
}

// crowdEvery is how often one of a crowd goes out.
const crowdEvery = time.Second

// emitCrowd is emit for such events.
func (s *Server) emitCrowd(c *call, e analytics.Event) {
	if n := s.crowds.join(e, s.cfg.Now()); n > 0 {
		e.Count = n
		s.emit(c, e)
	}
}

// join returns how many events one that goes out now stands for; 0: it is held
// back. There are as many kinds as there are buckets and error codes.
func (w *crowds) join(e analytics.Event, now time.Time) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since == nil {
		w.since = map[analytics.Event]crowd{}
	}
	was := w.since[e]
	was.held++
	if !was.told.IsZero() && now.Sub(was.told) < crowdEvery {
		w.since[e] = was
		return 0
	}
	w.since[e] = crowd{told: now}
	return was.held
}

// Outcomes that are no error code.
const (
	outcomeSuccess   = "success"
	outcomeCancelled = "cancelled" // the caller left
)

// emitExtraction tells how a charged extraction ended: with a result, which
// may be a problem, or an error of ours.
func (s *Server) emitExtraction(c *call, h job.Header, byok bool, r *job.Result, err error) {
	e := analytics.Event{
		Kind: analytics.KindExtraction, Auth: c.auth(), Tier: string(h.Tier), BYOK: byok,
		DurationMS: s.cfg.Now().Sub(h.Accepted).Milliseconds(),
	}
	if err == nil {
		e.Model, e.Withheld = r.Model, len(r.Withheld)
		if r.Problem != nil {
			err = r.Problem
		} else {
			e.Device = r.Report.Biometer.DeviceName
		}
	}
	e.Outcome, e.Reason = outcome(err)
	s.emit(c, e)
}

// emitValidation tells how an uploaded JSON document was found.
func (s *Server) emitValidation(c *call, resp *biometry.Response, err error) {
	e := analytics.Event{Kind: analytics.KindValidation, Auth: c.auth()}
	if err == nil {
		e.Device = resp.Data.Biometer.DeviceName
	}
	if e.Outcome, e.Reason = outcome(err); err != nil {
		s.emitCrowd(c, e)
		return
	}
	s.emit(c, e)
}

// outcome is what an error comes to: its code, and the reason in its details.
func outcome(err error) (outcome, reason string) {
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

// auth is what is known of the caller: nothing where nobody had to ask.
func (c *call) auth() string {
	if c.who == nil {
		return ""
	}
	return c.who.auth()
}
