package api

import "context"

// process serves POST /api/v1/biom/process: it accepts a request, has it worked on, and
// shows it to its client.
func (s *Server) process(c *call) error {
	uploaded, err := s.gate.Read(c.Writer, c.Request, func() string { return string(s.caller(c).subject) })
	if err != nil {
		return err
	}
	key, err := idempotencyKey(c.Request.Header)
	if err != nil {
		uploaded.Release()
		return err
	}
	r := s.newRequest(c.id, s.caller(c), uploaded, c.Request.Header)
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	s.runs.Go(func() {
		defer r.upload.Release()
		r.journal.end(s.guarded(c.FullPath(), r, func() ending {
			if key != "" && s.cfg.Repeats != nil {
				return s.runIdempotent(ctx, r, key, contentHash(c.Request.Header, uploaded))
			}
			return s.run(ctx, r)
		}))
	})
	err = s.watch(c, r.journal, uploaded.Stream)
	r.journal.leave(cancel)
	return err
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
