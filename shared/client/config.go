package client

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultStreamIdle is four of the service's heartbeats.
const DefaultStreamIdle = time.Minute

// Config says where the service is and who calls it.
type Config struct {
	// BaseURL is the service's address, such as https://biom.example.org. A
	// path is kept, for a service behind a prefix. Required.
	BaseURL string
	// APIKey is the caller's service key. Empty: the public limits.
	APIKey string `json:"-"`
	// ProviderKey is the caller's own key for the LLM provider, sent with
	// documents. Empty: the deployment's provider.
	ProviderKey string `json:"-"`
	// HTTPClient sends the requests. Its Timeout would end streams as well, so
	// it should have none, and its CheckRedirect is not used. Nil: a client
	// with a pool of its own.
	HTTPClient *http.Client
	// UserAgent names the calling program. Empty: "biom-go-client".
	UserAgent string
	// StreamIdle is how long a stream may be silent before its connection
	// counts as lost. 0: [DefaultStreamIdle].
	StreamIdle time.Duration
}

// String shows no key.
func (c Config) String() string { return "client.Config for " + hideUser(c.BaseURL) }

// GoString shows no key.
func (c Config) GoString() string { return c.String() }

// hideUser cuts what may be a password from an address that is to be shown.
func hideUser(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host + u.Path
	}
	return "an address that is no URL"
}

// base reads BaseURL. Its value is not part of errors: people put keys there.
func (c Config) base() (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(c.BaseURL))
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("client: Config.BaseURL is not an http or https address; write it as http://localhost:8080")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("client: Config.BaseURL must hold no user, query or fragment; keys belong in Config.APIKey and Config.ProviderKey")
	}
	return u, nil
}

// key reads a key as it comes from an environment or a file, with the line end
// that these may leave.
func key(field, value string) (string, error) {
	value = strings.TrimSpace(value)
	if !visible(value) {
		return "", fmt.Errorf("client: Config.%s holds characters that no key has: check for a line break or a quotation mark", field)
	}
	return value, nil
}

// visible reports that s is made of visible ASCII characters alone, as a header
// may hold them.
func visible(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}
