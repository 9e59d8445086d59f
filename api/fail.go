package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// errGone says that nobody is left to be answered.
var errGone = errors.New("api: the client is gone")

// fail is the one place where an error becomes status, code, body, headers and
// a line in the log. To a client that is gone it aborts: returning would have
// net/http write an empty 200, which one that only ended its own half of the
// connection, or a proxy that still reads, takes for an answer.
func (s *Server) fail(c *call, err error) {
	if errors.Is(err, errGone) || errors.Is(err, context.Canceled) && c.Request.Context().Err() != nil {
		s.log(c, slog.LevelInfo, "the client left", 0, nil)
		panic(http.ErrAbortHandler)
	}
	p := problem.From(err)
	// The cause is logged, never the details.
	s.log(c, endpoint.Level(p), "request refused: "+string(p.Code), p.Status, p.Unwrap())
	if c.stream != nil {
		c.stream.fail(p)
		return
	}
	s.extend(c)
	if err := endpoint.Refuse(c.Writer, p, s.cfg.Now()); err != nil {
		s.log(c, slog.LevelDebug, "the answer was not taken", p.Status, err)
	}
}
