package client

import "context"

// Health is what GET /api/v1/health answers.
type Health struct {
	Status                 // its Status is operational, degraded or error
	ProviderConnected bool `json:"provider_api_connected"` // the deployment's provider answers and accepts its keys
	DBConnected       bool `json:"db_connected"`
	DBRecords         *int `json:"db_records"` // active shares; nil if not known
}

// Health asks the service to try its provider and its database, which takes
// longer than [Client.Status].
func (c *Client) Health(ctx context.Context) (*Health, error) {
	var out Health
	if err := c.get(ctx, "/api/v1/health", nil, nil, &out); err != nil {
		return nil, err
	}
	return &out, nil
}
