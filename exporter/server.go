package exporter

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// Server serves an Exporter in a process that does nothing else.
type Server struct {
	exporter  *Exporter
	responder endpoint.Responder
	http      *http.Server
}

// VersionHeader is the header of a Server's responses with the version of its program. Callers of the API do
// not get it.
const VersionHeader = "X-Exporter-Version"

// NewServer returns a Server. The caller starts it with a listener: see [Server.HTTP].
func NewServer(e *Exporter) *Server {
	s := &Server{
		exporter:  e,
		responder: endpoint.Responder{Logger: e.cfg.Log, Now: e.cfg.Now, WriteTimeout: e.cfg.WriteTimeout, Served: e.requests.Observe},
	}
	s.http = endpoint.NewServer(s.Handler(), e.cfg.Log)
	return s
}

// HTTP returns the HTTP server, so that the caller can call its Serve.
// [Server.Shutdown] ends it.
func (s *Server) HTTP() *http.Server { return s.http }

// Shutdown stops accepting requests and waits for those in flight until ctx
// ends; then it cuts them off and returns an error.
func (s *Server) Shutdown(ctx context.Context) error {
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("exporter: exports were still under way: %w", err), s.http.Close())
	}
	return nil
}

// Handler returns the handler of every request, which serves
// POST /api/v1/biom/export.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint.SetHeaders(w.Header(), uuid.NewString())
		w.Header().Set(VersionHeader, s.exporter.cfg.Version)
		s.responder.Serve(
			func() endpoint.Exchange {
				return endpoint.Exchange{Writer: w, Request: r, Route: route(r), Status: success(r), Begun: archiveBegun(w)}
			},
			func() error { return s.serve(w, r) },
		)
	})
}

// route returns the path of a request, if there is such a route.
func route(r *http.Request) string {
	if r.URL.Path == endpoint.ExportPath {
		return endpoint.ExportPath
	}
	return ""
}

// success returns the status of a request that does not fail.
func success(r *http.Request) int {
	if r.Method == http.MethodOptions {
		return http.StatusNoContent
	}
	return http.StatusOK
}

// archiveBegun reports whether the response is an archive. net/http does not tell
// whether anything was written, so an archive counts as begun once Export has set its
// headers.
func archiveBegun(w http.ResponseWriter) bool { return w.Header().Get("Content-Disposition") != "" }

// serve passes a request to the exporter, or refuses it if its path or method is
// another one.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	const methods = http.MethodPost + ", " + http.MethodOptions
	switch {
	case r.URL.Path != endpoint.ExportPath:
		return problem.New(http.StatusNotFound, problem.NotFound,
			"There is no such route: this is the exporter, which serves %s.", endpoint.ExportPath)
	case r.Method == http.MethodOptions:
		endpoint.Preflight(w, methods)
		return nil
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", methods)
		return endpoint.MethodNotAllowed(w)
	}
	if err := endpoint.RefuseEncoding(w, r); err != nil {
		return err
	}
	return s.exporter.Export(w, r)
}
