package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"biom/shared/biometry"
)

// Retrieved is a response that the service has stored: a shared one, or the result of a
// job.
type Retrieved struct {
	Response *biometry.Response
	// Raw is the response as the service sent it. Save this form: it also has the
	// members that this client does not know.
	Raw json.RawMessage
	Info
}

// Retrieve returns the response that was shared under a share code such as
// word-word-123456. An unknown, expired or destroyed share is an [*Error] with
// status 404. So is a code with a wrong number; the third wrong number destroys
// the share.
func (c *Client) Retrieve(ctx context.Context, code string) (*Retrieved, error) {
	req, err := c.request(ctx, http.MethodGet, "/api/v1/biom/retrieve", nil)
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = url.Values{"biom_pin": {code}}.Encode()
	c.authorize(req.Header)
	res, err := c.do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return c.readRetrieved(ctx, res)
}

// readRetrieved reads a stored response.
func (c *Client) readRetrieved(ctx context.Context, res *http.Response) (*Retrieved, error) {
	response, raw, err := c.readResponse(ctx, res)
	if err != nil {
		return nil, err
	}
	out := &Retrieved{Response: response, Raw: raw}
	out.setFromHeader(res.Header)
	return out, nil
}
