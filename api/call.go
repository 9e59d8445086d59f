package api

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// call is one HTTP exchange: a request, and the response to it.
type call struct {
	*gin.Context

	// id is the request ID, in the header X-Request-ID and in the body. A repeat of
	// an idempotent request takes the ID of the request that it repeats.
	id string
	// stream is nil unless, and until, the response is a stream.
	stream *stream
	// attrs are added to the call's log line.
	attrs []slog.Attr
	// caller is nil until Server.caller has identified the caller.
	caller *caller
}

// setRequest gives the response the ID of the request that it belongs to. replayed says that
// this is an earlier request.
func (c *call) setRequest(id string, replayed bool) {
	c.id = id
	if c.stream != nil {
		c.stream.id = id
		return
	}
	h := c.Writer.Header()
	h.Set(endpoint.RequestID, id)
	if replayed {
		h.Set(headerReplayed, "true")
	}
}

// exchange returns what the responder needs to know about the call.
func (c *call) exchange() endpoint.Exchange {
	x := endpoint.Exchange{Writer: c.Writer, Request: c.Request, Route: c.FullPath(), Status: c.Writer.Status(), Attrs: c.attrs, Quiet: !strings.HasPrefix(c.FullPath(), "/api/v1/biom/")}
	if c.stream != nil {
		x.Stream = c.stream.fail
	} else {
		x.Begun = c.Writer.Written()
	}
	return x
}

// errGone is the error of a handler whose client has disconnected.
var errGone = endpoint.ErrClientGone

// handler serves a route. If it returns an error, Server.responder responds to the
// request.
type handler func(*call) error

// serve adapts a handler to gin.
func (s *Server) serve(h handler) gin.HandlerFunc {
	return func(g *gin.Context) {
		defer traced(g)()
		c := &call{Context: g, id: uuid.NewString()}
		endpoint.SetHeaders(g.Writer.Header(), c.id)
		h := h
		if s.inFlight.TryRLock() {
			defer s.inFlight.RUnlock()
		} else {
			g.Writer.Header().Set("Connection", "close")
			h = func(*call) error { return stopping() }
		}
		defer s.closeStream(c)
		s.responder.Serve(c.exchange, func() error { return h(c) })
	}
}

// stopping returns the problem for requests that come, or are aborted, while the
// server stops.
func stopping() *problem.Problem {
	return problem.Unavailable(time.Second, "The service is being restarted. Try again in a moment.")
}

// json responds with body as JSON.
func (s *Server) json(c *call, status int, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("api: answer: %w", err)
	}
	s.write(c, status, b)
	return nil
}

// write responds with body, which is JSON.
func (s *Server) write(c *call, status int, body []byte) {
	endpoint.JSON(c.Writer.Header())
	c.Writer.WriteHeader(status)
	if _, err := c.Writer.Write(body); err != nil {
		s.log(c, slog.LevelDebug, "the answer was not taken", status, err)
	}
}

// extendWriteDeadline sets the write deadline anew, so that a slow handler has the full time to
// write its response.
func (s *Server) extendWriteDeadline(c *call) {
	rc := http.NewResponseController(c.Writer)
	_ = rc.SetWriteDeadline(time.Now().Add(s.cfg.WriteTimeout)) // response recorders of tests do not support it
}

// log writes a log line about the call, see [endpoint.Responder.Log].
func (s *Server) log(c *call, level slog.Level, message string, status int, err error) {
	s.responder.Log(c.exchange(), level, message, status, err)
}
