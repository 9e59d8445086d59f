package client

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// Rating says whether an extraction was right.
type Rating string

// The ratings.
const (
	Accurate   Rating = "accurate"
	Inaccurate Rating = "inaccurate"
)

// Feedback rates an extraction by the metadata.request_id of its own response,
// not of a retrieval, within 24 hours. The first rating is final: the same one
// again succeeds, another is an [*Error] with status 409.
func (c *Client) Feedback(ctx context.Context, requestID string, rating Rating) error {
	body, err := json.Marshal(struct {
		RequestID string `json:"request_id"`
		Rating    Rating `json:"rating"`
	}{requestID, rating})
	if err != nil {
		return err
	}
	req, err := c.request(ctx, http.MethodPost, "/api/v1/biom/feedback", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	var out struct{}
	return c.readJSON(req, &out)
}
