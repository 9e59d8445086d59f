package api

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"biom/shared/endpoint"
	"biom/shared/job"
	"biom/shared/problem"
)

// call is one request on its way through a handler.
type call struct {
	*gin.Context
	id     string
	stream *stream // nil while nothing was streamed
	who    *caller // nil until it was asked for

	biompin bool // a share of the response is asked for

	charge   string // the ID that it is charged under: its own, or that of the request which it goes on with
	charged  bool
	withheld []string

	claim *job.Claim // of a request that may come again; nil: it may not
	left  bool       // it is left to its next repeat
}

// answersAs gives the answer another request's ID.
func (c *call) answersAs(id string) {
	c.id = id
	c.Writer.Header().Set(endpoint.RequestID, id)
}

// handler serves a route. What it returns is answered by fail.
type handler func(*call) error

// serve makes a handler one of gin's.
func (s *Server) serve(h handler) gin.HandlerFunc {
	return func(g *gin.Context) {
		id := uuid.NewString()
		c := &call{Context: g, id: id, charge: id}
		endpoint.Begin(g.Writer.Header(), c.id)
		if !s.life.TryRLock() {
			g.Writer.Header().Set("Connection", "close")
			endpoint.Drain(c.Writer, c.Request)
			s.fail(c, stopping())
			return
		}
		defer s.life.RUnlock()
		defer s.recover(c)
		if err := h(c); err != nil {
			s.fail(c, err)
		}
	}
}

func stopping() *problem.Problem {
	return problem.Unavailable(time.Second, "The service is being restarted. Try again in a moment.")
}

// recover answers a panic: a fault of ours in this one request. The log gets
// the stack only, because the panic's value may quote a document.
func (s *Server) recover(c *call) {
	p := recover()
	if p == nil {
		return
	}
	if p == any(http.ErrAbortHandler) {
		panic(p)
	}
	s.cfg.Log.Error("a handler panicked", "request_id", c.id, "route", c.FullPath(),
		"type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
	if c.stream == nil && c.Writer.Written() {
		panic(http.ErrAbortHandler) // better cut than well-formed and wrong
	}
	s.fail(c, fmt.Errorf("panic of type %T", p))
}

// json answers with a body.
func (s *Server) json(c *call, status int, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("api: answer: %w", err)
	}
	s.write(c, status, b)
	return nil
}

func (s *Server) write(c *call, status int, body []byte) {
	endpoint.JSON(c.Writer.Header())
	c.Writer.WriteHeader(status)
	if _, err := c.Writer.Write(body); err != nil {
		s.log(c, slog.LevelDebug, "the answer was not taken", status, err)
	}
}

// extend gives a slow route time to write its answer.
func (s *Server) extend(c *call) {
	rc := http.NewResponseController(c.Writer)
	_ = rc.SetWriteDeadline(time.Now().Add(s.cfg.WriteTimeout)) // without deadlines in tests
}

// log never holds a query string, a share code, a key, a file name or a
// report's value.
func (s *Server) log(c *call, level slog.Level, what string, status int, err error) {
	attrs := []slog.Attr{
		slog.String("request_id", c.id), slog.String("method", c.Request.Method),
		slog.String("route", c.FullPath()), slog.Int("status", status),
	}
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	s.cfg.Log.LogAttrs(context.Background(), level, what, attrs...)
}
