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
	statusCache       statusCache
	healthCheck       healthCheck
	eventThrottle     eventThrottle
	providerKeyChecks *providerKeyChecks

	// life is read-locked by every request under way: who locks it waits for
	// them, and whoever comes later is turned away.
	life sync.RWMutex
	idle func() <-chan struct{} // closed when nobody has a read lock any more

	cutting context.Context // ends when requests under way must end
	cut     context.CancelFunc
	stop    sync.Once
	last    error // of the first Shutdown

	mu      sync.Mutex
	servers []*http.Server
}

// gin would print its routes on every start, and the mode is global.
func init() { gin.SetMode(gin.ReleaseMode) }

// New returns a Server, or an error that names each unusable field and how to
// mend it.
func New(cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, ledger: newLedger(cfg), statusCache: statusCache{cfg: cfg}, healthCheck: healthCheck{cfg: cfg}}
	s.responder = endpoint.Responder{Logger: cfg.Log, Now: cfg.Now, WriteTimeout: cfg.WriteTimeout, LogRoute: true}
	s.settler = newSettler(cfg, s.ledger)
	s.cutting, s.cut = context.WithCancel(context.Background())
	s.providerKeyChecks = newProviderKeyChecks(cfg)
	s.idle = sync.OnceValue(s.untilIdle)
	s.gate = upload.Gate{MaxFile: cfg.MaxUpload, Pace: cfg.ReadTimeout, Budget: endpoint.NewBudget(cfg.UploadMemory)}
	s.site = web.New(cfg.MaxUpload)
	s.handler = s.routes()
	return s, nil
}

// Handler serves the API. Over [Server.HTTP] it also has deadlines.
func (s *Server) Handler() http.Handler { return s.handler }

// HTTP returns a server for the API, to be given a listener. [Server.Shutdown]
// ends it.
func (s *Server) HTTP() *http.Server {
	h := endpoint.NewServer(s.handler, s.cfg.Log)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers = append(s.servers, h)
	return h
}

// Shutdown stops accepting, gives requests under way the grace period to end
// with their results, then ends them, and waits until no handler runs and no
// charge is left to be settled. ctx bounds the waiting; handlers get a few
// seconds more to tell their callers.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop.Do(func() { s.last = s.shutdown(ctx) })
	return s.last
}

func (s *Server) shutdown(ctx context.Context) error {
	grace, cancel := context.WithTimeout(ctx, s.cfg.Grace)
	defer cancel()
	if s.quiet(grace) != nil {
		s.cut()
		// The handlers still have to say so to their callers.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cutTime)
		defer cancel()
		if err := s.quiet(last); err != nil {
			s.closeServers()
			s.settler.stop()
			return fmt.Errorf("api: requests were still under way: %w", err)
		}
	}
	s.closeServers()
	return s.settler.shutdown(ctx)
}

// cutTime is how long a handler may take to end once it was told to.
const cutTime = 5 * time.Second

// quiet waits until the servers are closed and no handler runs.
func (s *Server) quiet(ctx context.Context) error {
	var closing sync.WaitGroup
	errs := make([]error, len(s.all()))
	for i, h := range s.all() {
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

// untilIdle returns what is closed once no handler runs. From then on nobody
// is served any more.
func (s *Server) untilIdle() <-chan struct{} {
	idle := make(chan struct{})
	go func() {
		s.life.Lock()
		close(idle)
	}()
	return idle
}

func (s *Server) all() []*http.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servers
}

func (s *Server) closeServers() {
	for _, h := range s.all() {
		_ = h.Close() // what is left of idle connections
	}
}
