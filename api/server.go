package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"biom/api/upload"
	"biom/api/web"
	"biom/shared/endpoint"
	"biom/shared/job"
)

// Server is the HTTP front end.
type Server struct {
	cfg               Config
	gate              upload.Gate
	site              *web.Site
	handler           http.Handler
	responder         endpoint.Responder
	ledger            *ledger
	settler           *settler
	metrics           *metrics
	statusCache       statusCache
	healthCheck       *healthCheck
	eventThrottle     eventThrottle
	providerKeyChecks *providerKeyChecks
	agentTools        http.Handler

	// inFlight is read-locked by every request in flight. Its write lock is taken
	// once, at shutdown: that waits for these requests, and from then on new
	// requests are refused.
	inFlight sync.RWMutex
	runs     sync.WaitGroup         // the requests that are being worked on, also without their clients
	idle     func() <-chan struct{} // calls waitIdle, only once

	abortCtx context.Context // ends when the requests in flight must end
	abort    context.CancelFunc

	owned         owned // the durable requests that this process works on
	jobRoom       *jobRoom
	batchSizes    batchSizes
	handOver      context.Context // ends when other apis shall go on with them
	startHandOver context.CancelFunc

	shutdownOnce sync.Once
	shutdownErr  error

	mu      sync.Mutex
	servers []*http.Server // all that HTTP has returned
}

// In its default mode gin prints the routes at every start. The mode is a global variable.
func init() { gin.SetMode(gin.ReleaseMode) }

// New returns a Server, or an error that names each invalid field of cfg and how to
// correct it.
func New(cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, ledger: newLedger(cfg), statusCache: statusCache{cfg: cfg}, healthCheck: newHealthCheck(cfg)}
	var err error
	if s.metrics, err = newMetrics(cfg.Metrics); err != nil {
		return nil, err
	}
	s.responder = endpoint.Responder{Logger: cfg.Log, Now: cfg.Now, WriteTimeout: cfg.WriteTimeout, LogRoute: true, Served: s.metrics.requests.Observe}
	s.settler = newSettler(cfg, s.ledger, s.metrics)
	s.jobRoom = newJobRoom(cfg.JobBytes)
	s.abortCtx, s.abort = context.WithCancel(context.Background())
	s.handOver, s.startHandOver = context.WithCancel(context.Background())
	s.providerKeyChecks = newProviderKeyChecks(cfg)
	s.idle = sync.OnceValue(s.waitIdle)
	s.gate = upload.Gate{
		MaxFile: cfg.MaxUpload, ReadTimeout: cfg.ReadTimeout, Room: job.SealRoom,
		Budget: upload.NewBudget(cfg.UploadMemory / 5 * 4), // a fifth is for the copies that are on their way into the queue
	}
	s.site = web.New(cfg.MaxUpload)
	if s.agentTools, err = newAgentTools(s); err != nil {
		return nil, err
	}
	s.handler = withoutSlash(s.routes())
	return s, s.metrics.watch(s)
}

// Handler returns the handler of all routes. Its requests have time limits for reading
// and writing only in a server of [Server.HTTP].
func (s *Server) Handler() http.Handler { return s.handler }

// Ready returns why the server takes no documents at the moment, or nil if it does.
func (s *Server) Ready() error { return s.cfg.CanQueue(0) }

// HTTP returns an http.Server for the API, which the caller starts on a listener.
// [Server.Shutdown] stops it.
func (s *Server) HTTP() *http.Server {
	h := endpoint.NewServer(s.handler, s.cfg.Log)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers = append(s.servers, h)
	return h
}

// Shutdown stops accepting connections and waits for the requests in flight. After
// the grace period it aborts them. Then it waits until no handler runs and all
// charges are settled. ctx bounds the wait; after its end, handlers still get
// abortTimeout to respond.
func (s *Server) Shutdown(ctx context.Context) error {
	s.shutdownOnce.Do(func() { s.shutdownErr = s.shutdown(ctx) })
	return s.shutdownErr
}

func (s *Server) shutdown(ctx context.Context) error {
	s.startHandOver()
	grace, cancel := context.WithTimeout(ctx, s.cfg.Grace)
	defer cancel()
	if s.drain(grace) != nil {
		s.abort()
		aborting, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortTimeout)
		defer cancel()
		if err := s.drain(aborting); err != nil {
			s.closeServers()
			s.settler.stop()
			return fmt.Errorf("api: requests were still under way: %w", err)
		}
	}
	s.closeServers()
	return s.settler.shutdown(ctx)
}

// abortTimeout is how long an aborted handler may take to respond and return.
const abortTimeout = 5 * time.Second

// drain waits until the servers are closed and no handler runs.
func (s *Server) drain(ctx context.Context) error {
	var closing sync.WaitGroup
	errs := make([]error, len(s.httpServers()))
	for i, h := range s.httpServers() {
		closing.Go(func() { errs[i] = h.Shutdown(ctx) })
	}
	closing.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	select {
	case <-s.idle():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waitIdle returns a channel that is closed when no handler runs and no request is worked
// on. Requests that come later are refused.
func (s *Server) waitIdle() <-chan struct{} {
	idle := make(chan struct{})
	go func() {
		s.inFlight.Lock()
		s.runs.Wait()
		close(idle)
	}()
	return idle
}

// httpServers returns all servers that HTTP has returned.
func (s *Server) httpServers() []*http.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servers
}

// closeServers closes the remaining connections.
func (s *Server) closeServers() {
	for _, h := range s.httpServers() {
		_ = h.Close()
	}
}
