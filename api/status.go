package api

import (
	"encoding/json"
	"net/http"
	"sync/atomic"

	"biom/shared/biometry"
)

// statusPage keeps the answer of status ready. It changes with the database ID
// only.
type statusPage struct {
	cfg  Config
	last atomic.Pointer[statusBody]
}

type statusBody struct {
	dbID string
	json []byte
}

// status serves GET /api/v1/status: for frequent polling, so it touches
// nothing.
func (s *Server) status(c *call) error {
	body, err := s.statuses.body()
	if err != nil {
		return err
	}
	s.write(c, http.StatusOK, body)
	return nil
}

func (p *statusPage) body() ([]byte, error) {
	id := p.cfg.Shares.DBID()
	if b := p.last.Load(); b != nil && b.dbID == id {
		return b.json, nil
	}
	text, err := json.Marshal(struct {
		Status        string  `json:"status"`
		ProviderLLM   string  `json:"provider_llm"`
		Environment   string  `json:"environment"`
		AppVersion    string  `json:"app_version"`
		SchemaVersion string  `json:"schema_version"`
		DBID          *string `json:"db_id"`
	}{"operational", p.cfg.Model, p.cfg.Environment, p.cfg.AppVersion, biometry.SchemaVersion, orNil(id)})
	if err == nil {
		p.last.Store(&statusBody{id, text})
	}
	return text, err
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
