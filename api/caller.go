package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
)

// caller is who sends a request: a user with a valid service key, or an
// address. Every request is charged to exactly one subject.
type caller struct {
	subject quota.Subject // whose quota is charged
	limits  Limits
	public  bool // the request has no valid service key

	key  keyStatus
	user string // the user of a valid key, else ""
}

// keyStatus is what is known about the service key of a request. The last two
// are values of the response header X-API-Key-Status.
type keyStatus string

const (
	keyNone    keyStatus = ""
	keyValid   keyStatus = "valid"
	keyInvalid keyStatus = "invalid"
	keyUnknown keyStatus = "unknown" // the key store did not answer
)

// authType returns the auth_type of a usage response and the Auth of analytics
// events.
func (c caller) authType() string {
	if c.public {
		return "public"
	}
	return "authenticated"
}

// caller returns who sent the request. The key is looked up once for each
// request. An invalid service key does not fail the request: the response says
// so in X-API-Key-Status. Therefore caller must be called before a stream opens.
func (s *Server) caller(c *call) caller {
	if c.caller == nil {
		caller := s.identify(c)
		if caller.key == keyInvalid || caller.key == keyUnknown {
			c.Writer.Header().Set(headerKeyStatus, string(caller.key))
		}
		c.caller = &caller
	}
	return *c.caller
}

// user returns the user of the service key of a request, "" if it has no valid one. If the key store
// did not answer, it returns a problem: an answer as for a stranger would be taken for final.
func (s *Server) user(c *call) (string, error) {
	caller := s.caller(c)
	if caller.key == keyUnknown {
		return "", problem.Unavailable(keyRetry, "The service key cannot be checked at the moment. Try again shortly.")
	}
	return caller.user, nil
}

// identify looks up the service key of a request.
func (s *Server) identify(c *call) caller {
	public := caller{
		subject: quota.Address(clientAddress(c.Request, s.cfg.TrustedProxies)),
		limits:  s.cfg.Limits,
		public:  true,
	}
	key, given := serviceKey(c.Request)
	if !given {
		return public
	}
	// The lookup does not use the request's context: if the client left, the
	// lookup would fail and the request would be charged to the address.
	record, err := s.cfg.Keys.Lookup(context.Background(), key)
	switch {
	case err == nil:
		return caller{subject: quota.User(record.User), limits: limitsOf(record.Limits), key: keyValid, user: record.User}
	case errors.Is(err, apikey.ErrInvalid):
		public.key = keyInvalid
	default:
		public.key = keyUnknown
	}
	return public
}

// callerOf returns the caller of a durable request that was charged before.
func callerOf(d job.Durable) caller {
	return caller{subject: quota.Subject(d.Subject), public: d.User == "", user: d.User}
}

func limitsOf(l apikey.Limits) Limits {
	return Limits{
		BiomAI: quota.Credits(l.BiomAI), BiomAIBYOK: quota.Credits(l.BiomAIBYOK),
		BiomJSON: quota.Credits(l.BiomJSON), Retrieve: quota.Credits(l.Retrieve),
	}
}

// serviceKey returns the service key of a request and reports whether one was
// given. The Authorization header takes precedence over the query parameter, unless
// its scheme is not Bearer: that may be a proxy's. Several different keys, a malformed
// query that names the parameter, and a header of another scheme alone give the key "",
// which no user has. The key must never be echoed or logged.
func serviceKey(r *http.Request) (key string, given bool) {
	keys, otherScheme := bearerKeys(r.Header["Authorization"])
	if len(keys) == 0 && r.URL.RawQuery != "" {
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil { // routes with query parameters of their own refuse the request
			return "", otherScheme || strings.Contains(r.URL.RawQuery, queryKey)
		}
		keys = slices.DeleteFunc(q[queryKey], func(k string) bool { return k == "" })
	}
	for _, k := range keys {
		if k != keys[0] {
			return "", true
		}
	}
	if len(keys) == 0 {
		return "", otherScheme
	}
	return keys[0], true
}

// bearerKeys returns the keys in the values of Authorization, and reports whether
// there is a value of another scheme than Bearer.
func bearerKeys(values []string) (keys []string, otherScheme bool) {
	for _, v := range values {
		scheme, token := v, ""
		if i := strings.IndexAny(v, " \t"); i >= 0 {
			scheme, token = v[:i], strings.TrimSpace(v[i:])
		}
		if strings.EqualFold(scheme, "Bearer") {
			keys = append(keys, token)
		} else if scheme != "" {
			otherScheme = true
		}
	}
	return keys, otherScheme
}

// queryKey is the query parameter of the service key.
const queryKey = "api_key"
