package api

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"biom/api/web"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// routes returns the handler of all routes.
func (s *Server) routes() http.Handler {
	g := gin.New()
	g.HandleMethodNotAllowed = true
	g.RedirectTrailingSlash = false
	g.RedirectFixedPath = false
	g.ForwardedByClientIP = false // see clientAddress
	g.NoRoute(s.serve(s.noPage))
	g.NoMethod(s.serve(noMethod))

	s.route(g, processPath, post(s.process))
	s.route(g, jobsPath+":id", get(s.job), del(s.deleteJob))
	s.route(g, jobsPath+":id/events", get(s.jobEvents))
	s.route(g, jobsPath+":id/result", get(s.jobResult))
	s.route(g, batchesPath+":batch", get(s.batch))
	s.route(g, batchesPath+":batch/events", get(s.batchEvents))
	s.route(g, "/api/v1/biom/retrieve", get(s.retrieve))
	s.route(g, "/api/v1/biom/feedback", post(s.feedback))
	s.route(g, endpoint.ExportPath, post(s.export))
	s.route(g, "/api/v1/biom/usage", get(s.usage))
	s.route(g, "/api/v1/status", get(s.status))
	s.route(g, "/api/v1/health", get(s.health))
	s.route(g, mcpPath, post(s.mcp).taking("Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"))
	s.route(g, "/openapi.json", get(s.page))
	for _, path := range web.Routes() {
		s.route(g, path, get(s.page))
	}
	return g
}

// withoutSlash returns a handler that serves a route of the API also with a slash at the
// end of its path. A redirect would repeat keys and share codes in the address, and lose
// the body of a POST with many clients.
func withoutSlash(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path, ok := strings.CutSuffix(r.URL.Path, "/"); ok && strings.HasPrefix(path, "/api/") {
			u := *r.URL
			u.Path, u.RawPath = path, ""
			without := *r
			without.URL = &u
			r = &without
		}
		h.ServeHTTP(w, r)
	})
}

// method is what a route does with a method.
type method struct {
	names   []string
	handle  handler
	headers []string // that browsers may send, in addition to those of every route
}

// taking returns m, which also takes these headers from browsers.
func (m method) taking(headers ...string) method {
	m.headers = headers
	return m
}

// get is what a route does with GET, and with HEAD.
func get(h handler) method {
	return method{names: []string{http.MethodGet, http.MethodHead}, handle: h}
}

func post(h handler) method { return method{names: []string{http.MethodPost}, handle: decodable(h)} }

func del(h handler) method { return method{names: []string{http.MethodDelete}, handle: h} }

// route adds a route and its OPTIONS route, for the preflight requests of browsers
// on other sites.
func (s *Server) route(g *gin.Engine, path string, methods ...method) {
	var names, headers []string
	for _, m := range methods {
		names, headers = append(names, m.names...), append(headers, m.headers...)
		for _, name := range m.names {
			g.Handle(name, path, s.serve(m.handle))
		}
	}
	g.OPTIONS(path, s.serve(preflight(strings.Join(append(names, http.MethodOptions), ", "), headers...)))
}

// decodable adapts a handler that reads a body: it refuses bodies whose
// Content-Encoding is not supported.
func decodable(h handler) handler {
	return func(c *call) error {
		if err := endpoint.RefuseEncoding(c.Writer, c.Request); err != nil {
			return err
		}
		return h(c)
	}
}

// preflight serves OPTIONS of a route that takes methods, and headers beside those of every route.
func preflight(methods string, headers ...string) handler {
	return func(c *call) error {
		endpoint.Preflight(c.Writer, methods, headers...)
		return nil
	}
}

// noPage serves every path that has no route. A browser may have added a slash to the
// address of a page.
func (s *Server) noPage(c *call) error {
	isGet := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead
	if isGet && s.site.RedirectSlash(c.Writer, c.Request) {
		return nil
	}
	return noRoute(c)
}

// noRoute returns the problem for a path that has no route.
func noRoute(*call) error {
	return problem.New(http.StatusNotFound, problem.NotFound, "There is no such route. The routes are listed at /openapi.json.")
}

// noMethod serves the methods that a route does not take. gin has set Allow.
func noMethod(c *call) error { return endpoint.MethodNotAllowed(c.Writer) }
