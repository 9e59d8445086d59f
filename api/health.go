package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"biom/shared/biometry"
	"biom/shared/outage"
)

const (
	probeTimeout = 2 * time.Second // for each part
	healthTTL    = 2 * time.Second // how long a healthState is reused
)

// healthCheck probes the provider, the share database and the queue. Health is public and
// not rate limited, but many requests must not cause many calls to the provider.
// Therefore requests that come during a probe wait for its result, and a result is
// reused for healthTTL.
type healthCheck struct {
	cfg Config

	provider, database, queue outage.Log

	mu       sync.Mutex // held during a probe
	last     healthState
	probedAt time.Time // when last was complete
}

// healthState is the result of one probe of all parts.
type healthState struct {
	provider bool   // the provider accepts the deployment's key
	records  *int   // number of shares; nil: the database does not answer
	queue    bool   // jobs can be queued
	dbID     string // the last known database ID after the probe
}

// health serves GET /api/v1/health. The status is always 200.
func (s *Server) health(c *call) error {
	state := s.healthCheck.state()
	return s.json(c, http.StatusOK, struct {
		Status        string  `json:"status"`
		Provider      bool    `json:"provider_api_connected"`
		Database      bool    `json:"db_connected"`
		Records       *int    `json:"db_records"`
		ProviderLLM   string  `json:"provider_llm"`
		Environment   string  `json:"environment"`
		AppVersion    string  `json:"app_version"`
		SchemaVersion string  `json:"schema_version"`
		DBID          *string `json:"db_id"`
	}{
		state.status(), state.provider, state.records != nil, state.records,
		s.cfg.Model, s.cfg.Environment, s.cfg.AppVersion, biometry.SchemaVersion, nilIfEmpty(state.dbID),
	})
}

// status returns the word that sums up the state.
func (h healthState) status() string {
	switch {
	case h.provider && h.records != nil && h.queue:
		return "operational"
	case h.provider || h.records != nil:
		return "degraded"
	}
	return "error"
}

// state returns the last result if it is fresh, else that of a new probe.
func (h *healthCheck) state() healthState {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.probedAt.IsZero() && h.cfg.Now().Sub(h.probedAt) < healthTTL {
		return h.last
	}
	h.last = h.probe()
	h.probedAt = h.cfg.Now()
	return h.last
}

func newHealthCheck(cfg Config) *healthCheck {
	newLog := func(part string) outage.Log {
		return outage.Log{To: cfg.Log.With("part", part), Fails: "health: a part does not answer", Works: "health: a part answers again"}
	}
	return &healthCheck{cfg: cfg, provider: newLog("provider"), database: newLog("share database"), queue: newLog("queue")}
}

// probe calls the parts in parallel. It does not use the request's context,
// because other requests wait for the same result.
func (h *healthCheck) probe() (state healthState) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	var probes sync.WaitGroup
	probes.Go(func() {
		answer, err := h.cfg.Providers.CheckProvider(ctx, "")
		state.provider = err == nil && answer.Valid
		h.provider.Note(err)
	})
	probes.Go(func() {
		n, err := h.cfg.Shares.Count(ctx)
		if err == nil {
			state.records = &n
		}
		h.database.Note(err)
	})
	err := h.cfg.CanQueue(0)
	state.queue = err == nil
	h.queue.Note(err)
	probes.Wait()
	state.dbID = h.cfg.Shares.DBID()
	return state
}
