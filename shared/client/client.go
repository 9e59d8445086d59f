package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The headers of the API, as Go's linters like them spelt.
const (
	headerProviderKey = "X-Provider-Api-Key"
	headerKeyStatus   = "X-Api-Key-Status" // the service key was not used: invalid, unknown
	headerRequestID   = "X-Request-ID"
	headerWithheld    = "X-Biom-Withheld" // paths of values that were read but not trusted
	headerRetryAfter  = "Retry-After"
	headerIdempotency = "Idempotency-Key"
)

// Client calls one service. It may be used by several goroutines at once.
type Client struct {
	base      *url.URL
	http      *http.Client
	userAgent string
	idle      time.Duration
	// The keys are behind functions, so that no way of printing a Client
	// shows them.
	authorize         func(http.Header)
	authorizeProvider func(http.Header)
	redact            func(string) string
}

// New returns a Client. The error names the field of cfg that cannot be used.
func New(cfg Config) (*Client, error) {
	base, err := cfg.base()
	if err != nil {
		return nil, err
	}
	service, err := key("APIKey", cfg.APIKey)
	if err != nil {
		return nil, err
	}
	provider, err := key("ProviderKey", cfg.ProviderKey)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, http: withoutRedirects(cfg.HTTPClient), userAgent: cfg.UserAgent, idle: cfg.StreamIdle}
	if c.userAgent == "" {
		c.userAgent = "biom-go-client"
	}
	if c.idle <= 0 {
		c.idle = DefaultStreamIdle
	}
	c.useKeys(service, provider)
	return c, nil
}

// withoutRedirects returns h, or a client with a pool of its own, that hands a
// redirect back as the answer. net/http would send X-Provider-API-Key on to
// another host.
func withoutRedirects(h *http.Client) *http.Client {
	if h == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConnsPerHost = 32 // the default of 2 closes most connections of a batch
		h = &http.Client{Transport: transport}
	}
	own := *h
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// shortestSecret is below any real key. Shorter ones are test values, and
// cutting those out would spoil every message.
const shortestSecret = 8

func (c *Client) useKeys(service, provider string) {
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
			if len(k) >= shortestSecret {
				s = strings.ReplaceAll(s, k, "[key]")
			}
		}
		return s
	}
}

// Close closes idle connections. A Client may be used after it.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), body)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	return req, nil
}

// do sends req. Any answer but 200 becomes an [*Error].
func (c *Client) do(req *http.Request) (*http.Response, error) {
	res, err := c.http.Do(req)
	if err != nil {
		return nil, unreachable(req.Context(), err)
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		return nil, c.refusal(res)
	}
	return res, nil
}

// get asks path and reads the JSON answer into out. keys puts the caller's keys
// on the request; nil: the route takes none, so they stay here.
func (c *Client) get(ctx context.Context, path string, query url.Values, keys func(http.Header), out any) error {
	req, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	req.URL.RawQuery = query.Encode()
	if keys != nil {
		keys(req.Header)
	}
	return c.readJSON(req, out)
}

// readJSON sends req and reads the JSON answer into out.
func (c *Client) readJSON(req *http.Request, out any) error {
	res, err := c.do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := c.wholeBody(req.Context(), res)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("client: the server's answer cannot be read: %w", err)
	}
	return nil
}

// ErrUnreachable says that no answer came: the service is not there, or the
// connection broke before it answered.
var ErrUnreachable = errors.New("client: no answer from the server")

// unreachable says why a request got no answer. When ctx has ended, why it
// ended matters and not what it broke.
func unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("client: %w", context.Cause(ctx))
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // the method and the address are the caller's own
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
