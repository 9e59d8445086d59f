package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Status is what GET /api/v1/status answers.
type Status struct {
	Status        string  `json:"status"`
	ProviderLLM   string  `json:"provider_llm"`
	Environment   string  `json:"environment"`
	AppVersion    string  `json:"app_version"`
	SchemaVersion string  `json:"schema_version"`
	DBID          *string `json:"db_id"` // changes when the shares are wiped; nil if not known
}

// Status asks how the service is. It costs the service next to nothing.
func (c *Client) Status(ctx context.Context) (*Status, error) {
	req, err := c.request(ctx, http.MethodGet, "/api/v1/status", nil)
	if err != nil {
		return nil, err
	}
	res, err := c.do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	raw, err := c.wholeBody(ctx, res)
	if err != nil {
		return nil, err
	}
	var out Status
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("client: the server's status cannot be read: %w", err)
	}
	return &out, nil
}
