package api

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

const processPath = "/api/v1/biom/process"

// process serves POST /api/v1/biom/process: it accepts a request, has it worked on, and
// shows it to its client.
//
// Two goroutines of each stream wait: the one that works on the request, and this one. Half of the memory
// of a stream is their stacks, of which Go halves those that are used to less than a quarter. So what is
// large stands in functions that return before the wait.
func (s *Server) process(c *call) error {
	r, id, err := s.accept(c)
	if err != nil {
		return err
	}
	cancel := s.begin(c, r, id)
	defer cancel()
	if streamed := r.upload.Stream; r.durable != nil && preferences(c.Request.Header).async {
		err = s.showAccepted(c, r)
	} else {
		err = s.watch(c, r.journal, streamed)
	}
	r.journal.leave(cancel)
	return err
}

// accept reads the upload of a call. It returns the request, and its ID if its client can come back to it, else "".
func (s *Server) accept(c *call) (r *request, id string, err error) {
	uploaded, err := s.gate.Read(c.Writer, c.Request, func() string { return string(s.caller(c).subject) })
	if err != nil {
		return nil, "", err
	}
	r = s.newRequest(c.id, s.caller(c), uploaded, c.Request.Header)
	r.span = trace.SpanFromContext(c.Request.Context())
	c.attrs = append(c.attrs, slog.String("engine", r.engine()))
	if r.header.Tier != "" {
		c.attrs = append(c.attrs, slog.String("tier", string(r.header.Tier)))
	}
	if id, err = s.comeBack(c, r); err != nil {
		uploaded.Release()
		return nil, "", err
	}
	return r, id, nil
}

// begin has a request worked on, until it ends or cancel is called.
func (s *Server) begin(c *call, r *request, id string) (cancel context.CancelFunc) {
	ctx, cancel := context.WithCancel(c.Request.Context())
	route, work := c.FullPath(), func() ending { return s.run(ctx, r) }
	if id != "" {
		content := contentHash(c.Request.Header, r.upload)
		work = func() ending { return s.runIdempotent(ctx, r, id, content) }
	}
	s.runs.Go(func() {
		defer r.upload.Release()
		r.journal.end(s.guarded(route, r, work))
	})
	return cancel
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
