package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Usage is the response of GET /api/v1/biom/usage: what a caller has used of its
// quotas, and whether its keys are valid.
type Usage struct {
	AuthType string  `json:"auth_type"` // public or authenticated
	UserID   *string `json:"user_id"`   // nil for public callers
	Engines  Engines `json:"engines"`
	Keys     Keys    `json:"keys"`
}

// Engines are the buckets of the quota, each with a window of 24 hours.
type Engines struct {
	BiomAI     EngineUsage `json:"biomai"`      // PDF and images at the deployment's expense
	BiomAIBYOK EngineUsage `json:"biomai_byok"` // PDF and images with the caller's provider key
	BiomJSON   EngineUsage `json:"biomjson"`    // validation of JSON
	Retrieve   EngineUsage `json:"retrieve"`    // retrieval of shares
}

// EngineUsage is one bucket. Used and Limit are credits.
type EngineUsage struct {
	Used            float64 `json:"used"`
	Limit           float64 `json:"limit"`
	ResetsInSeconds int     `json:"resets_in_seconds"`
}

// ResetsIn returns the time until the oldest charge leaves the window, 0 if there
// is none.
func (e EngineUsage) ResetsIn() time.Duration { return time.Duration(e.ResetsInSeconds) * time.Second }

// Keys says which keys came with the request, and whether they are valid.
type Keys struct {
	Service struct {
		Provided bool    `json:"provided"`
		Valid    *bool   `json:"valid,omitempty"`   // nil if none was provided
		UserID   *string `json:"user_id,omitempty"` // nil unless valid
	} `json:"service"`
	Provider struct {
		Provided bool  `json:"provided"`
		Valid    *bool `json:"valid,omitempty"` // nil unless validation was requested, and if the provider could not be asked
	} `json:"provider"`
}

// Usage returns what the caller has used of its quotas. If validate is true, the
// service asks the provider whether it accepts [Config.ProviderKey], which takes
// one or two seconds.
func (c *Client) Usage(ctx context.Context, validate bool) (*Usage, error) {
	query := url.Values{}
	if validate {
		query.Set("validate", "true")
	}
	var out Usage
	bothKeys := func(h http.Header) {
		c.authorize(h)
		c.authorizeProvider(h)
	}
	if err := c.get(ctx, "/api/v1/biom/usage", query, bothKeys, &out); err != nil {
		return nil, err
	}
	return &out, nil
}
