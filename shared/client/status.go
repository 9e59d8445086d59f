package client

import "context"

// Status is the response of GET /api/v1/status.
type Status struct {
	Status        string  `json:"status"`
	ProviderLLM   string  `json:"provider_llm"`
	Environment   string  `json:"environment"`
	AppVersion    string  `json:"app_version"`
	SchemaVersion string  `json:"schema_version"`
	DBID          *string `json:"db_id"` // ID of the store with the shares: it changes when the store is emptied; nil if not known
}

// Status returns the state and the versions of the service. The service checks
// nothing for it, so it may be called often.
func (c *Client) Status(ctx context.Context) (*Status, error) {
	var out Status
	if err := c.get(ctx, "/api/v1/status", nil, nil, &out); err != nil {
		return nil, err
	}
	return &out, nil
}
