package api

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

const processPath = "/api/v1/biom/process"

// process serves POST /api/v1/biom/process: it accepts a request, has it worked on, and
// shows it to its client.
func (s *Server) process(c *call) error {
	uploaded, err := s.gate.Read(c.Writer, c.Request, func() string { return string(s.caller(c).subject) })
	if err != nil {
		return err
	}
	r := s.newRequest(c.id, s.caller(c), uploaded, c.Request.Header)
	r.span = trace.SpanFromContext(c.Request.Context())
	c.attrs = append(c.attrs, slog.String("engine", r.engine()))
	if r.header.Tier != "" {
		c.attrs = append(c.attrs, slog.String("tier", string(r.header.Tier)))
	}
	id, err := s.comeBack(c, r)
	if err != nil {
		uploaded.Release()
		return err
	}
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	s.runs.Go(func() {
		defer r.upload.Release()
		r.journal.end(s.guarded(c.FullPath(), r, func() ending {
			if id != "" {
				return s.runIdempotent(ctx, r, id, contentHash(c.Request.Header, uploaded))
			}
			return s.run(ctx, r)
		}))
	})
	if p := preferences(c.Request.Header); r.durable != nil && p.async {
		err = s.showAccepted(c, r, p)
	} else {
		err = s.watch(c, r.journal, uploaded.Stream)
	}
	r.journal.leave(cancel)
	return err
}

// comeBack returns the ID of a request to which its client can come back, "" for any other one. It
// makes the request durable if its client asks for that.
func (s *Server) comeBack(c *call, r *request) (id string, err error) {
	key, err := idempotencyKey(c.Request.Header)
	if err != nil || s.cfg.Requests == nil {
		return "", err
	}
	async := preferences(c.Request.Header).async
	durable := async || r.upload.Batch != "" || r.upload.Callback != ""
	if key != "" || durable { // of a user: for a stranger it would be another request
		if _, err := s.user(c); err != nil {
			return "", err
		}
	}
	switch {
	case key != "":
		id = s.cfg.Requests.RepeatedID(string(r.caller.subject), key)
	case durable:
		id = s.cfg.Requests.NewRequestID()
		client := c.Request.Context() // c must not be used after its handler has returned
		r.left = func() bool { return client.Err() != nil }
	}
	if !durable {
		return id, nil
	}
	if err := s.checkCallback(c, r); err != nil {
		return "", err
	}
	s.makeDurable(r, id, async)
	return id, s.enterBatch(c, r)
}

// guarded works on a request. If that panics, the request ends with a 500.
func (s *Server) guarded(route string, r *request, work func() ending) (e ending) {
	defer func() {
		if cause := recover(); cause != nil {
			e = ending{err: s.responder.Panicked(r.header.ID, route, cause)}
		}
	}()
	return work()
}
