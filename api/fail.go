package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

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
	s.logFailure(c, p)
	if c.stream != nil {
		c.stream.fail(p)
		return
	}
	h := c.Writer.Header()
	if n := p.RetrySeconds(); n > 0 {
		h.Set("Retry-After", strconv.Itoa(n))
	}
	if p.Status == http.StatusRequestTimeout {
		h.Set("Connection", "close") // the rest of the body is not waited for
	}
	s.extend(c)
	if err := s.json(c, p.Status, p.Body(c.id, s.cfg.Now())); err != nil {
		panic(http.ErrAbortHandler) // a problem that is no JSON: the caller sees a broken answer, not a wrong one
	}
}

// logFailure: what the caller did wrong is of no interest to the operator,
// what we did wrong is. The cause is logged, never the details.
func (s *Server) logFailure(c *call, p *problem.Problem) {
	level := slog.LevelInfo
	switch {
	case p.Code == problem.ExtractionFailed: // of this document, or with this caller's key; the worker has told why
	case p.Status == http.StatusInternalServerError:
		level = slog.LevelError
	case p.Status > http.StatusInternalServerError:
		level = slog.LevelWarn
	}
	s.log(c, level, "request refused: "+string(p.Code), p.Status, p.Unwrap())
}
