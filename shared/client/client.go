package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The headers of the API.
const (
	headerProviderKey = "X-Provider-Api-Key"
	headerKeyStatus   = "X-Api-Key-Status" // why the service key was not used: invalid or unknown
	headerRequestID   = "X-Request-ID"
	headerWithheld    = "X-Biom-Withheld" // paths of withheld values
	headerRetryAfter  = "Retry-After"
	headerIdempotency = "Idempotency-Key"
	headerReplayed    = "Idempotency-Replayed"
	headerPrefer      = "Prefer"
	headerLocation    = "Location" // of the job as which a request is kept
	headerLastEventID = "Last-Event-ID"
)

// Client calls one service. It may be used by several goroutines at once.
type Client struct {
	base      *url.URL
	http      *http.Client
	userAgent string
	idle      time.Duration // Config.StreamIdle
	retryFor  time.Duration // Config.RetryFor
	// These functions hold the keys. A function's variables are never printed, so
	// that printing a Client in any way does not show a key.
	authorize         func(http.Header)
	authorizeProvider func(http.Header)
	redact            func(string) string
}

// New returns a Client. The error names the field of cfg that is not valid, and
// never repeats its value.
func New(cfg Config) (*Client, error) {
	base, err := cfg.parseBaseURL()
	if err != nil {
		return nil, err
	}
	service, err := cleanKey("APIKey", cfg.APIKey)
	if err != nil {
		return nil, err
	}
	provider, err := cleanKey("ProviderKey", cfg.ProviderKey)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, http: withoutRedirects(cfg.HTTPClient), userAgent: cfg.UserAgent, idle: cfg.StreamIdle, retryFor: cfg.RetryFor}
	if c.userAgent == "" {
		c.userAgent = "biom-go-client"
	}
	if c.idle <= 0 {
		c.idle = DefaultStreamIdle
	}
	if c.retryFor <= 0 {
		c.retryFor = DefaultRetryFor
	}
	c.setKeys(service, provider)
	return c, nil
}

// withoutRedirects returns a copy of h that does not follow redirects: they
// become responses. net/http would send X-Provider-API-Key on to another host.
// If h is nil, it returns a client with its own connection pool.
func withoutRedirects(h *http.Client) *http.Client {
	if h == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConnsPerHost = 32 // with the default of 2, most connections of a batch are closed after each request
		h = &http.Client{Transport: transport}
	}
	clone := *h
	clone.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &clone
}

// minSecretLength is the length in bytes from which a key is removed from
// messages. All real keys are longer; removing a short test value would make
// messages unreadable.
const minSecretLength = 8

// setKeys sets the functions that add the keys to a request, and the one that
// removes them from a message of the server.
func (c *Client) setKeys(service, provider string) {
	c.authorize = func(h http.Header) {
		if service != "" {
			h.Set("Authorization", "Bearer "+service)
		}
	}
	c.authorizeProvider = func(h http.Header) {
		if provider != "" {
			h.Set(headerProviderKey, provider)
		}
	}
	c.redact = func(s string) string {
		for _, k := range []string{service, provider} {
			if len(k) >= minSecretLength {
				s = strings.ReplaceAll(s, k, "[key]")
			}
		}
		return s
	}
}

// Close closes idle connections. The Client can still be used.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// request returns a request to a path of the service.
func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), body)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	return req, nil
}

// do sends req. A response with another status than 200, or than those in also,
// becomes an [*Error].
func (c *Client) do(req *http.Request, also ...int) (*http.Response, error) {
	res, err := c.roundTrip(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK && !slices.Contains(also, res.StatusCode) {
		defer res.Body.Close()
		return nil, c.responseError(res)
	}
	return res, nil
}

// roundTrip sends req and returns the response, whatever its status is.
func (c *Client) roundTrip(req *http.Request) (*http.Response, error) {
	res, err := c.http.Do(req)
	if err != nil {
		return nil, unreachableError(req.Context(), err)
	}
	return res, nil
}

// get sends GET path and reads the JSON response into out. addKeys adds the keys
// that the route needs; nil: none.
func (c *Client) get(ctx context.Context, path string, query url.Values, addKeys func(http.Header), out any) error {
	req, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	req.URL.RawQuery = query.Encode()
	if addKeys != nil {
		addKeys(req.Header)
	}
	return c.doJSON(req, out)
}

// postRequest returns a request that posts body as JSON.
func (c *Client) postRequest(ctx context.Context, path string, body any) (*http.Request, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	req, err := c.request(ctx, http.MethodPost, path, bytes.NewReader(raw)) // sets Content-Length, which the routes require
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

// doJSON sends req and reads the JSON response into out.
func (c *Client) doJSON(req *http.Request, out any) error {
	res, err := c.do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := c.readJSONBody(req.Context(), res)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("client: the server's answer cannot be read: %w", err)
	}
	return nil
}

// ErrUnreachable says that there was no response: the service cannot be reached,
// or the connection broke before it responded.
var ErrUnreachable = errors.New("client: no answer from the server")

// unreachableError returns the error of a request without a response. If ctx has
// ended, the error is its cause and not the failure that this caused.
func unreachableError(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), ErrSilent):
		return fmt.Errorf("%w: %w", ErrUnreachable, ErrSilent)
	case ctx.Err() != nil:
		return fmt.Errorf("client: %w", context.Cause(ctx))
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without the method and the URL: the query may hold a share code
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
