package client

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultStreamIdle is the default of [Config.StreamIdle]: four intervals of the
// service's heartbeat.
const DefaultStreamIdle = time.Minute

// DefaultRetryFor is the default of [Config.RetryFor]. A service restarts in seconds.
const DefaultRetryFor = 10 * time.Minute

// Config holds the address of the service, the keys of the caller, and options.
type Config struct {
	// BaseURL is the service's address, such as https://biom.example.org. It may
	// have a path, for a service behind a prefix, but no user, query or fragment.
	// Required.
	BaseURL string
	// APIKey is the caller's service key. Empty: the quota of public callers.
	APIKey string `json:"-"`
	// ProviderKey is the caller's own key for the provider. Empty: the deployment's
	// key is used.
	ProviderKey string `json:"-"`
	// HTTPClient sends the requests. It should have no Timeout, which would end
	// streams too. Its CheckRedirect is not used. Nil: a client with its own
	// connection pool.
	HTTPClient *http.Client
	// UserAgent names the calling program. Empty: "biom-go-client".
	UserAgent string
	// StreamIdle is how long a stream may deliver nothing before the request ends
	// with [ErrSilent]. 0 or less: [DefaultStreamIdle].
	StreamIdle time.Duration
	// RetryFor is how long WaitJob, JobEvents and BatchEvents go on while the service
	// cannot be reached or is busy, from the first failure on. 0 or less: [DefaultRetryFor].
	RetryFor time.Duration
}

// String returns the address without credentials. It shows no key.
func (c Config) String() string { return "client.Config for " + withoutCredentials(c.BaseURL) }

// GoString returns the same as String.
func (c Config) GoString() string { return c.String() }

// withoutCredentials returns an address without the parts that may hold a
// password or a key: user, query and fragment.
func withoutCredentials(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host + u.Path
	}
	return "an address that is no URL"
}

// parseBaseURL reads BaseURL. The errors do not repeat its value, because people
// put keys there by mistake.
func (c Config) parseBaseURL() (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(c.BaseURL))
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("client: Config.BaseURL is not an http or https address; write it as http://localhost:8080")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("client: Config.BaseURL must hold no user, query or fragment; keys belong in Config.APIKey and Config.ProviderKey")
	}
	return u, nil
}

// cleanKey returns a key without the line end that a file or a variable may have
// left on it. The error names the field of Config.
func cleanKey(field, value string) (string, error) {
	value = strings.TrimSpace(value)
	if !isVisibleASCII(value) {
		return "", fmt.Errorf("client: Config.%s holds characters that no key has: check for a line break or a quotation mark", field)
	}
	return value, nil
}

// isVisibleASCII reports whether s has only visible ASCII characters, which a
// header may hold.
func isVisibleASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
