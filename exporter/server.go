package exporter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// Path is the route of the export.
const Path = "/api/v1/biom/export"

// Server serves an Exporter by itself, in a process that does nothing else.
type Server struct {
	exporter *Exporter
	http     *http.Server
}

// NewServer returns a Server, to be given a listener by way of [Server.HTTP].
func NewServer(e *Exporter) *Server {
	s := &Server{exporter: e}
	s.http = &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		// For what is refused; exports set their own, and these end them.
		ReadTimeout:    15 * time.Second,
		WriteTimeout:   30 * time.Second,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(e.cfg.Log.Handler(), slog.LevelWarn),
	}
	return s
}

// HTTP returns the server; [Server.Shutdown] ends it.
func (s *Server) HTTP() *http.Server { return s.http }

// Shutdown stops accepting and lets what is under way come to its end while
// ctx lasts; then it cuts it.
func (s *Server) Shutdown(ctx context.Context) error {
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("exporter: exports were still under way: %w", err), s.http.Close())
	}
	return nil
}

// Handler serves the route, as the api does for its own.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint.Begin(w.Header(), uuid.NewString())
		defer s.recover(w, r)
		if err := s.serve(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	const methods = http.MethodPost + ", " + http.MethodOptions
	switch {
	case r.URL.Path != Path:
		endpoint.Drain(w, r)
		return problem.New(http.StatusNotFound, problem.NotFound, "There is no such route: this is the exporter, which serves %s.", Path)
	case r.Method == http.MethodOptions:
		endpoint.Preflight(w, methods)
		return nil
	case r.Method != http.MethodPost:
		endpoint.Drain(w, r)
		w.Header().Set("Allow", methods)
		return problem.New(http.StatusMethodNotAllowed, problem.HTTP, "This route does not take this method; it takes %s.", methods)
	}
	return s.exporter.Export(w, r)
}

// fail answers what was refused or failed. To a client that is gone it aborts:
// returning would write an empty 200.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		s.log(w, slog.LevelInfo, "the client left", nil)
		panic(http.ErrAbortHandler)
	}
	p := problem.From(err)
	s.log(w, endpoint.Level(p), "request refused: "+string(p.Code), p.Unwrap(), slog.Int("status", p.Status))
	cfg := &s.exporter.cfg
	if err := endpoint.Refuse(endpoint.NewWriter(w, cfg.WriteTimeout), p, cfg.Now()); err != nil {
		s.log(w, slog.LevelDebug, "the answer was not taken", err)
	}
}

// recover answers a panic. The log gets the stack only, because the panic's
// value may quote a report.
func (s *Server) recover(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == any(http.ErrAbortHandler) {
		panic(p)
	}
	s.log(w, slog.LevelError, "a handler panicked", nil, slog.String("type", fmt.Sprintf("%T", p)), slog.String("stack", string(debug.Stack())))
	if w.Header().Get("Content-Disposition") != "" { // an archive has begun: better cut than well-formed and wrong
		panic(http.ErrAbortHandler)
	}
	s.fail(w, r, fmt.Errorf("panic of type %T", p))
}

// log never holds what a request held.
func (s *Server) log(w http.ResponseWriter, level slog.Level, what string, err error, more ...slog.Attr) {
	attrs := append([]slog.Attr{slog.String("request_id", w.Header().Get(endpoint.RequestID))}, more...)
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	s.exporter.cfg.Log.LogAttrs(context.Background(), level, what, attrs...)
}
