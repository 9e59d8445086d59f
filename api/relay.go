package api

import (
	"time"

	"biom/shared/admission"
	"biom/shared/job"
)

// relay waits for the result of a job and passes the job's progress on to the
// client. It abandons the job if the client leaves, if the time limit passes, if no worker
// takes it early enough to end within the limit, or if
// the server aborts requests. Without a stream it ignores progress.
func (s *Server) relay(c *call, h job.Header, place *admission.Place, ticket Ticket) (*job.Result, error) {
	late := time.NewTimer(time.Until(place.Late()))
	defer late.Stop()
	deadline := time.NewTimer(h.Deadline.Sub(s.cfg.Now()))
	defer deadline.Stop()
	heartbeats, stop := s.heartbeats(c)
	defer stop()
	clientGone := c.Request.Context().Done()
	for {
		var err error
		select {
		case result := <-ticket.Result:
			c.relayRemaining(ticket)
			return &result, nil
		case e := <-ticket.Progress:
			err = c.stream.progress(e)
		case <-heartbeats:
			err = c.stream.heartbeat()
		case <-late.C:
			if place.Untaken() {
				return s.abandonLate(c, h, place)
			}
		case <-deadline.C:
			return s.abandonLate(c, h, place)
		case <-s.abortCtx.Done():
			return s.stopWaiting(c, h)
		case <-clientGone:
			return s.abandon(c, h, errGone)
		}
		if err != nil {
			return s.abandon(c, h, errGone)
		}
	}
}

// stopWaiting ends the wait for a job when the server stops. The job of an idempotent
// request goes on, and the next repeat takes the request over.
func (s *Server) stopWaiting(c *call, h job.Header) (*job.Result, error) {
	if c.claim != nil {
		c.endedElsewhere = true
		return nil, stopping()
	}
	return s.abandon(c, h, stopping())
}

// heartbeats returns a channel that ticks when a stream needs a heartbeat, and a
// function that stops it. Without a stream the channel never ticks.
func (s *Server) heartbeats(c *call) (<-chan time.Time, func()) {
	if c.stream == nil {
		return nil, func() {}
	}
	t := time.NewTicker(s.cfg.Heartbeat)
	return t.C, t.Stop
}

// relayRemaining passes on the progress that arrived before the result but was
// not read yet. Progress messages may be lost; they are not sent again.
func (c *call) relayRemaining(ticket Ticket) {
	for {
		select {
		case e := <-ticket.Progress:
			if c.stream.progress(e) != nil {
				return // sending the result will fail as well
			}
		default:
			return
		}
	}
}
