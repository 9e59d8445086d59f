package api

import (
	"encoding/json"
	"net/http"
	"sync/atomic"

	"biom/shared/biometry"
)

// statusCache holds the body of the last status response. A body stays valid until
// the database ID changes.
type statusCache struct {
	cfg  Config
	last atomic.Pointer[statusBody]
}

// statusBody is an encoded body and the database ID in it.
type statusBody struct {
	dbID string
	json []byte
}

// status serves GET /api/v1/status. Clients may poll it often, so it calls no other
// part of the service.
func (s *Server) status(c *call) error {
	body, err := s.statusCache.body()
	if err != nil {
		return err
	}
	s.write(c, http.StatusOK, body)
	return nil
}

// body returns the current body.
func (sc *statusCache) body() ([]byte, error) {
	dbID := sc.cfg.Shares.DBID()
	if b := sc.last.Load(); b != nil && b.dbID == dbID {
		return b.json, nil
	}
	text, err := json.Marshal(struct {
		Status        string  `json:"status"`
		ProviderLLM   string  `json:"provider_llm"`
		Environment   string  `json:"environment"`
		AppVersion    string  `json:"app_version"`
		SchemaVersion string  `json:"schema_version"`
		DBID          *string `json:"db_id"`
	}{"operational", sc.cfg.Model, sc.cfg.Environment, sc.cfg.AppVersion, biometry.SchemaVersion, nilIfEmpty(dbID)})
	if err == nil {
		sc.last.Store(&statusBody{dbID, text})
	}
	return text, err
}

// nilIfEmpty returns a pointer to s, nil if s is "".
func nilIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
