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

// maxAnswer is far above any response of the service.
const maxAnswer = 8 << 20

// Process sends a report and waits for the response.
func (c *Client) Process(ctx context.Context, u Upload) (*biometry.Response, error) {
	res, err := c.send(ctx, &u, false)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	raw, err := c.wholeBody(ctx, res)
	if err != nil {
		return nil, err
	}
	return parseResponse(raw)
}

// send posts u to POST /api/v1/biom/process.
func (c *Client) send(ctx context.Context, u *Upload, stream bool) (*http.Response, error) {
	if err := u.check(); err != nil {
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
	if u.IdempotencyKey != "" {
		req.Header.Set(headerIdempotency, u.IdempotencyKey)
	}
	if stream {
		req.Header.Set("Accept-Encoding", "identity") // a proxy that compresses holds events back
	}
	res, err := c.do(req)
	if err != nil {
		form.gate.close()
		return nil, err
	}
	res.Body = closing{res.Body, form.gate}
	if u.Info != nil {
		u.Info.read(res.Header)
	}
	return res, nil
}

// read takes what h says of the answer.
func (i *Info) read(h http.Header) {
	*i = Info{h.Get(headerRequestID), list(h.Values(headerWithheld)), h.Get(headerKeyStatus)}
}

// list reads a header that holds a list.
func list(values []string) (out []string) {
	for v := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// wholeBody reads a JSON answer.
func (c *Client) wholeBody(ctx context.Context, res *http.Response) ([]byte, error) {
	if !answers(res, "application/json") {
		return nil, c.refusal(res)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, brokenOff(ctx, err)
	case len(raw) > maxAnswer:
		return nil, fmt.Errorf("client: the answer is longer than %d bytes", maxAnswer)
	}
	return raw, nil
}

// answers reports that res says it is of a media type.
func answers(res *http.Response, want string) bool {
	media, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && media == want
}

// parseResponse reads a StandardAPIResponse. Errors name a field at most and
// repeat no value: it is about a patient, and errors are logged.
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
