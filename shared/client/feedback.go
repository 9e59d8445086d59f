package client

import "context"

// Rating says whether an extraction was correct.
type Rating string

// The ratings.
const (
	Accurate   Rating = "accurate"
	Inaccurate Rating = "inaccurate"
)

// Feedback rates an extraction within 24 hours. requestID is the
// metadata.request_id of the response to the extraction itself, not of a later
// retrieval. The first rating is final: the same rating again succeeds, another
// one is an [*Error] with status 409.
func (c *Client) Feedback(ctx context.Context, requestID string, rating Rating) error {
	req, err := c.postRequest(ctx, "/api/v1/biom/feedback", struct {
		RequestID string `json:"request_id"`
		Rating    Rating `json:"rating"`
	}{requestID, rating})
	if err != nil {
		return err
	}
	var out struct{}
	return c.doJSON(req, &out)
}
