package api

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
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
	stream *stream // nil until a stream is opened
	who    *caller // nil until the caller was identified

	biompin bool // the request asks for a share of the response

	charge   string // the request ID of the charge: the call's own, or that of the request that it continues
	charged  bool
	withheld []string

	claim *job.Claim // of an idempotent request; nil for others
	left  bool       // the claim is left to the next repeat
}

// answersAs gives the response the ID of another request.
func (c *call) answersAs(id string) {
	c.id = id
	c.Writer.Header().Set(endpoint.RequestID, id)
}

// exchange returns what a responder must know of the call.
func (c *call) exchange() endpoint.Exchange {
	x := endpoint.Exchange{Writer: c.Writer, Request: c.Request, Route: c.FullPath()}
	if c.stream != nil {
		x.Stream = c.stream.fail
	} else {
		x.Begun = c.Writer.Written()
	}
	return x
}

// errGone is what a handler returns when the client is gone.
var errGone = endpoint.ErrClientGone

// handler serves a route. If it returns an error, the server's responder answers
// the request.
type handler func(*call) error

// serve adapts a handler to gin.
func (s *Server) serve(h handler) gin.HandlerFunc {
	return func(g *gin.Context) {
		id := uuid.NewString()
		c := &call{Context: g, id: id, charge: id}
		endpoint.Begin(g.Writer.Header(), c.id)
		if !s.life.TryRLock() {
			g.Writer.Header().Set("Connection", "close")
			endpoint.Drain(c.Writer, c.Request)
			s.responder.Fail(c.exchange(), stopping())
			return
		}
		defer s.life.RUnlock()
		s.responder.Serve(c.exchange, func() error { return h(c) })
	}
}

func stopping() *problem.Problem {
	return problem.Unavailable(time.Second, "The service is being restarted. Try again in a moment.")
}

// json answers with body as JSON.
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

// extend gives a slow route time to write its response.
func (s *Server) extend(c *call) {
	rc := http.NewResponseController(c.Writer)
	_ = rc.SetWriteDeadline(time.Now().Add(s.cfg.WriteTimeout)) // the recorders of tests have no deadlines
}

// log writes a log line about the call, see [endpoint.Responder.Log].
func (s *Server) log(c *call, level slog.Level, message string, status int, err error) {
	s.responder.Log(c.exchange(), level, message, status, err)
}
