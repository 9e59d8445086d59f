package client

import "context"

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
	var out Status
	if err := c.get(ctx, "/api/v1/status", nil, nil, &out); err != nil {
		return nil, err
	}
	return &out, nil
}
