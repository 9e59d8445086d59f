package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"biom/shared/biometry"
)

// Retrieved is what a share code stands for.
type Retrieved struct {
	Response *biometry.Response
	// Raw is the response as the service sent it, with members that this
	// client does not know: what to save.
	Raw json.RawMessage
	Info
}

// Retrieve returns the response behind a share code such as
// word-word-123456. An unknown, expired or destroyed share is an [*Error] with
// status 404, and so is a wrong number: the third one destroys the share.
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
	raw, err := c.wholeBody(ctx, res)
	if err != nil {
		return nil, err
	}
	response, err := parseResponse(raw)
	if err != nil {
		return nil, err
	}
	out := &Retrieved{Response: response, Raw: raw}
	out.read(res.Header)
	return out, nil
}
