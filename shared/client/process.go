package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"biom/shared/biometry"
)

// maxResponse is how many bytes of a response are read. The service's responses
// are far shorter.
const maxResponse = 8 << 20

// Process uploads a report and waits for the response. An error response is an
// [*Error].
func (c *Client) Process(ctx context.Context, u Upload) (*biometry.Response, error) {
	res, err := c.send(ctx, &u, false)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	response, _, err := c.readResponse(ctx, res)
	return response, err
}

// send sends u to POST /api/v1/biom/process. A response with another status than 200
// becomes an [*Error].
func (c *Client) send(ctx context.Context, u *Upload, stream bool) (*http.Response, error) {
	res, err := c.post(ctx, u, stream, "")
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		return nil, c.responseError(res)
	}
	if u.Info != nil {
		u.Info.setFromHeader(res.Header)
	}
	return res, nil
}

// post sends u to POST /api/v1/biom/process and returns the response, whatever its
// status is. prefer is the header Prefer; "" means none.
func (c *Client) post(ctx context.Context, u *Upload, stream bool, prefer string) (*http.Response, error) {
	if err := u.validate(); err != nil {
		return nil, err
	}
	form, err := newForm(u, stream)
	if err != nil {
		return nil, err
	}
	req, err := c.request(ctx, http.MethodPost, "/api/v1/biom/process", nil)
	if err != nil {
		return nil, err
	}
	form.attach(req)
	c.authorize(req.Header)
	c.authorizeProvider(req.Header)
	for name, value := range map[string]string{headerIdempotency: u.IdempotencyKey, headerPrefer: prefer} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if stream {
		req.Header.Set("Accept-Encoding", "identity") // a proxy that compresses delays events
	}
	res, err := c.roundTrip(req)
	if err != nil {
		form.gate.close()
		return nil, err
	}
	res.Body = gatedBody{res.Body, form.gate}
	return res, nil
}

// setFromHeader fills i from the headers of a response.
func (i *Info) setFromHeader(h http.Header) {
	*i = Info{
		RequestID: h.Get(headerRequestID), Withheld: splitList(h.Values(headerWithheld)), KeyStatus: h.Get(headerKeyStatus),
		Replayed: h.Get(headerReplayed) == "true", JobID: jobIDOf(h.Get(headerLocation)),
	}
}

// splitList returns the items of a header with a comma-separated list.
func splitList(values []string) (out []string) {
	for v := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// readResponse reads a StandardAPIResponse; raw is its JSON.
func (c *Client) readResponse(ctx context.Context, res *http.Response) (response *biometry.Response, raw []byte, err error) {
	raw, err = c.readJSONBody(ctx, res)
	if err != nil {
		return nil, nil, err
	}
	response, err = parseResponse(raw)
	return response, raw, err
}

// readJSONBody returns the body of a JSON response. Any other media type is an
// [*Error], because then the response is not from the service.
func (c *Client) readJSONBody(ctx context.Context, res *http.Response) ([]byte, error) {
	if !hasMediaType(res, "application/json") {
		return nil, c.responseError(res)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxResponse+1))
	switch {
	case err != nil:
		return nil, connectionError(ctx, err)
	case len(raw) > maxResponse:
		return nil, fmt.Errorf("client: the answer is longer than %d bytes", maxResponse)
	}
	return raw, nil
}

// hasMediaType reports whether the Content-Type of res is want.
func hasMediaType(res *http.Response, want string) bool {
	media, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && media == want
}

// parseResponse reads a StandardAPIResponse. Its errors may name a field but
// never repeat a value, because values are about a patient and errors are logged.
func parseResponse(raw []byte) (*biometry.Response, error) {
	var out biometry.Response
	err := json.Unmarshal(raw, &out)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, fmt.Errorf("client: the server's answer is no response that this client knows: %s is of another type", wrong.Field)
	}
	if err != nil || out.Metadata.RequestID == "" || out.Data.Biometer.DeviceName == "" {
		return nil, errors.New("client: the server's answer is not a complete response")
	}
	return &out, nil
}
