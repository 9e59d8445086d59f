package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// watch shows a request to its client until the request has ended: its progress, if the
// client asked for a stream, and how it ended. If the client leaves, it returns errGone.
func (s *Server) watch(c *call, j *journal, streamed bool) error {
	return s.watchFrom(c, j, streamed, 0)
}

// watchFrom is watch for a client that has seen the first events.
func (s *Server) watchFrom(c *call, j *journal, streamed bool, seen int) error {
	var heartbeats <-chan time.Time
	for shown := seen; ; {
		v := j.from(shown)
		if streamed && len(v.events) > 0 && c.stream == nil {
			s.openStream(c, v)
		}
		if c.stream != nil && heartbeats == nil {
			ticker := time.NewTicker(s.cfg.Heartbeat)
			defer ticker.Stop()
			heartbeats = ticker.C
		}
		if c.stream != nil {
			if err := c.stream.progress(v.events); err != nil {
				return err
			}
		}
		shown += len(v.events)
		if v.ending != nil {
			return s.respond(c, v)
		}
		select {
		case <-v.changed:
		case <-heartbeats:
			if err := c.stream.heartbeat(); err != nil {
				return err
			}
		case <-c.Request.Context().Done():
			return errGone
		}
	}
}

// respond tells the client how a request ended.
func (s *Server) respond(c *call, v view) error {
	c.setRequest(v.id, v.replayed && v.ending.err == nil)
	if v.ending.err != nil {
		return v.ending.err
	}
	if c.stream != nil {
		return c.stream.end(v.ending.outcome)
	}
	s.tellJob(c, v)
	outcome := v.ending.outcome
	if outcome.RetryAfter > 0 {
		c.Writer.Header().Set("Retry-After", strconv.Itoa(outcome.RetryAfter))
	}
	if len(outcome.Withheld) > 0 {
		c.Writer.Header().Set(headerWithheld, strings.Join(outcome.Withheld, ", "))
	}
	if len(outcome.Ignored) > 0 { // a stream has no such header: its headers are sent before the document is read
		c.Writer.Header().Set(headerIgnored, strings.Join(outcome.Ignored, ", "))
	}
	s.extendWriteDeadline(c)
	s.write(c, outcome.Status, outcome.Body)
	return nil
}

// tellJob names the job of a durable request to its client.
func (s *Server) tellJob(c *call, v view) {
	if v.kept != nil {
		c.Writer.Header().Set("Location", jobsPath+v.kept.Durable.ID)
	}
}

// openStream sends the headers of a stream. From here on errors are sent as events.
func (s *Server) openStream(c *call, v view) {
	c.setRequest(v.id, v.replayed)
	s.tellJob(c, v)
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // else nginx would buffer the events
	out := c.Writer.(interface{ Unwrap() http.ResponseWriter }).Unwrap()
	c.Writer.WriteHeaderNow()
	s.metrics.streams.Inc()
	c.stream = &stream{id: v.id, out: out, control: http.NewResponseController(out), timeout: s.cfg.WriteTimeout, now: s.cfg.Now}
}

// closeStream counts a stream as closed, if the response was one.
func (s *Server) closeStream(c *call) {
	if c.stream != nil {
		s.metrics.streams.Dec()
	}
}

// leave ends what must not go on when the client has left: it cancels the request, and
// waits until it has ended, unless it goes on without its client.
func (j *journal) leave(cancel context.CancelFunc) {
	cancel()
	for {
		v := j.from(0)
		if v.detached || v.ending != nil {
			return
		}
		<-v.changed
	}
}
