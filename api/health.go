package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"biom/shared/biometry"
)

// checkup asks the parts that health tells of. Whoever comes while it asks
// waits for the same answer, and it is kept for a moment: health is public and
// unlimited, and must not become a way to make us call the provider.
type checkup struct {
	cfg Config

	mu   sync.Mutex // held while the parts are asked
	last vitals
	at   time.Time // when the last answer was there
}

const (
	probeTimeout = 2 * time.Second // of each part
	vitalsFresh  = 2 * time.Second
)

// vitals is what the parts answered.
type vitals struct {
	provider bool
	records  *int   // nil: the database does not answer
	dbID     string // as known when they were counted
}

// health serves GET /api/v1/health. It answers 200 whatever it finds.
func (s *Server) health(c *call) error {
	v := s.checkup.vitals()
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
		v.status(), v.provider, v.records != nil, v.records,
		s.cfg.Model, s.cfg.Environment, s.cfg.AppVersion, biometry.SchemaVersion, orNil(v.dbID),
	})
}

func (v vitals) status() string {
	switch {
	case v.provider && v.records != nil:
		return "operational"
	case v.provider || v.records != nil:
		return "degraded"
	}
	return "error"
}

func (p *checkup) vitals() vitals {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.at.IsZero() && p.cfg.Now().Sub(p.at) < vitalsFresh {
		return p.last
	}
	p.last = p.ask()
	p.at = p.cfg.Now()
	return p.last
}

// ask probes the parts at once. Not in the request's context: others wait for
// the answer too.
func (p *checkup) ask() (v vitals) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	var asked sync.WaitGroup
	asked.Go(func() {
		state, err := p.cfg.Providers.CheckProvider(ctx, "")
		v.provider = err == nil && state.Valid
		p.tell("provider", err)
	})
	asked.Go(func() {
		n, err := p.cfg.Shares.Count(ctx)
		if err == nil {
			v.records = &n
		}
		p.tell("share database", err)
	})
	asked.Wait()
	v.dbID = p.cfg.Shares.DBID()
	return v
}

func (p *checkup) tell(part string, err error) {
	if err != nil {
		p.cfg.Log.Warn("health: a part does not answer", "part", part, "error", err)
	}
}
