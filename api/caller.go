package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"biom/shared/apikey"
	"biom/shared/quota"
)

// caller is who is charged, and within which limits. Every request counts in
// one subject only.
type caller struct {
	subject quota.Subject
	limits  Limits
	public  bool // no valid service key

	key  keyStatus
	user string // of a valid key
}

// keyStatus is what is known of the service key that a request came with.
type keyStatus string

const (
	keyNone    keyStatus = ""
	keyValid   keyStatus = "valid"
	keyInvalid keyStatus = "invalid"
	keyUnknown keyStatus = "unknown" // the key store could not be asked
)

// auth is auth_type of usage, and Auth of analytics events.
func (w caller) auth() string {
	if w.public {
		return "public"
	}
	return "authenticated"
}

// caller tells who calls. A key is looked up once for a request, and one that
// is of no use is told of in a header: so call it before a stream opens.
func (s *Server) caller(c *call) caller {
	if c.who == nil {
		who := s.identify(c)
		if who.key == keyInvalid || who.key == keyUnknown {
			c.Writer.Header().Set(headerKeyStatus, string(who.key))
		}
		c.who = &who
	}
	return *c.who
}

// keyTimeout is the most that a key store may hold a request.
const keyTimeout = time.Second

func (s *Server) identify(c *call) caller {
	who := caller{
		subject: quota.Address(clientAddress(c.Request, s.cfg.TrustedProxies)),
		limits:  s.cfg.Limits,
		public:  true,
	}
	key, given := serviceKey(c.Request)
	if !given {
		return who
	}
	// Not the request's context: who hangs up would be taken for somebody whose
	// key cannot be looked up, and be charged as that.
	ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
	defer cancel()
	r, err := s.cfg.Keys.Lookup(ctx, key)
	switch {
	case err == nil:
		return caller{subject: quota.User(r.User), limits: limitsOf(r.Limits), key: keyValid, user: r.User}
	case errors.Is(err, apikey.ErrInvalid):
		who.key = keyInvalid
	default:
		who.key = keyUnknown
	}
	return who
}

func limitsOf(l apikey.Limits) Limits {
	return Limits{
		BiomAI: quota.Credits(l.BiomAI), BiomAIBYOK: quota.Credits(l.BiomAIBYOK),
		BiomJSON: quota.Credits(l.BiomJSON), Retrieve: quota.Credits(l.Retrieve),
	}
}

// serviceKey reads the service key of a request. Of a header and a parameter
// the header wins. What cannot be a key, and keys that contradict each other,
// are the key "", which is nobody's. It is never echoed or logged.
func serviceKey(r *http.Request) (key string, given bool) {
	var keys []string
	for _, v := range r.Header["Authorization"] {
		scheme, token := v, ""
		if i := strings.IndexAny(v, " \t"); i >= 0 {
			scheme, token = v[:i], strings.TrimSpace(v[i:])
		}
		if strings.EqualFold(scheme, "Bearer") { // the other schemes are not ours
			keys = append(keys, token)
		}
	}
	if len(keys) == 0 && r.URL.RawQuery != "" {
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil { // routes with parameters of their own refuse it
			return "", strings.Contains(r.URL.RawQuery, queryKey)
		}
		keys = q[queryKey]
	}
	for _, k := range keys {
		if k != keys[0] {
			return "", true
		}
	}
	if len(keys) == 0 {
		return "", false
	}
	return keys[0], true
}

// queryKey is the query parameter of the service key.
const queryKey = "api_key"
