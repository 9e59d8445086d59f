package client

import "context"

// Health is the response of GET /api/v1/health.
type Health struct {
	Status                 // its member Status is operational, degraded or error
	ProviderConnected bool `json:"provider_api_connected"` // the deployment's provider responds and accepts its keys
	DBConnected       bool `json:"db_connected"`
	DBRecords         *int `json:"db_records"` // number of active shares; nil if not known
}

// Health makes the service check its provider and its database, which takes
// longer than [Client.Status].
func (c *Client) Health(ctx context.Context) (*Health, error) {
	var out Health
	if err := c.get(ctx, "/api/v1/health", nil, nil, &out); err != nil {
		return nil, err
	}
	return &out, nil
}
