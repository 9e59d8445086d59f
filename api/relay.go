package api

import (
	"time"

	"biom/shared/job"
)

// relay waits for a job's end and passes its progress on. One select holds the
// whole wait, streamed or not.
func (s *Server) relay(c *call, h job.Header, t Ticket) (*job.Result, error) {
	deadline := time.NewTimer(h.Deadline.Sub(s.cfg.Now()))
	defer deadline.Stop()
	beat, stop := s.heartbeat(c)
	defer stop()
	gone := c.Request.Context().Done()
	for {
		var err error
		select {
		case r := <-t.Result:
			c.rest(t)
			return &r, nil
		case e := <-t.Progress:
			err = c.stream.progress(e)
		case <-beat:
			err = c.stream.beat()
		case <-deadline.C:
			return s.abandon(c, h, s.timedOut(h))
		case <-s.cutting.Done():
			if c.claim != nil { // whoever asks next goes on with it
				c.left = true
				return nil, stopping()
			}
			return s.abandon(c, h, stopping())
		case <-gone:
			return s.abandon(c, h, errGone)
		}
		if err != nil {
			return s.abandon(c, h, errGone)
		}
	}
}

// heartbeat ticks for streams; who waits for one answer hears nothing anyway.
func (s *Server) heartbeat(c *call) (<-chan time.Time, func()) {
	if c.stream == nil {
		return nil, func() {}
	}
	t := time.NewTicker(s.cfg.Heartbeat)
	return t.C, t.Stop
}

// rest passes on the progress that came before the result but was not read
// yet. What was lost on its way is not made up.
func (c *call) rest(t Ticket) {
	for {
		select {
		case e := <-t.Progress:
			if c.stream.progress(e) != nil {
				return // sending the result will fail in its turn
			}
		default:
			return
		}
	}
}
