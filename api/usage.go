package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"biom/api/upload"
	"biom/shared/problem"
	"biom/shared/quota"
)

// usageBody is the body of a usage response.
type usageBody struct {
	AuthType string  `json:"auth_type"`
	UserID   *string `json:"user_id"`
	Engines  struct {
		BiomAI     engineUsage `json:"biomai"`
		BiomAIBYOK engineUsage `json:"biomai_byok"`
		BiomJSON   engineUsage `json:"biomjson"`
		Retrieve   engineUsage `json:"retrieve"`
	} `json:"engines"`
	Keys struct {
		Service  keyUsage `json:"service"`
		Provider keyUsage `json:"provider"`
	} `json:"keys"`
}

// engineUsage is the state of one bucket.
type engineUsage struct {
	Used            float64 `json:"used"`              // credits
	Limit           float64 `json:"limit"`             // credits
	ResetsInSeconds int     `json:"resets_in_seconds"` // until the oldest charge leaves the window, rounded up
}

// keyUsage tells whether a key was given and, as far as that is known, whether it is
// valid and who its user is.
type keyUsage struct {
	Provided bool      `json:"provided"`
	Valid    *validity `json:"valid,omitempty"` // nil: it was not asked for
	UserID   *string   `json:"user_id,omitempty"`
}

// validity is true, false, or null if it could not be found out.
type validity struct{ *bool }

func (v validity) MarshalJSON() ([]byte, error) { return json.Marshal(v.bool) }

// usage serves GET /api/v1/biom/usage. It charges nothing. If a store does not answer,
// the status is 503; if the provider does not, the validity of its key is null: the
// rest of the response is still of use. usage never guesses.
func (s *Server) usage(c *call) error {
	validate, err := wantsValidation(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	key, err := providerKey(c.Request.Header)
	if err != nil {
		return err
	}
	caller := s.caller(c)
	if caller.key == keyUnknown {
		return problem.Unavailable(keyRetry, "Service keys cannot be checked at the moment. Try again shortly.")
	}
	body := usageBody{AuthType: caller.authType(), UserID: nilIfEmpty(caller.user)}
	if err := s.readBuckets(c.Request.Context(), caller, &body); err != nil {
		return err
	}
	body.Keys.Service = keyUsage{Provided: caller.key != keyNone, UserID: nilIfEmpty(caller.user)}
	if caller.key != keyNone {
		body.Keys.Service.Valid = &validity{new(caller.key == keyValid)}
	}
	body.Keys.Provider.Provided = key != ""
	if validate && key != "" {
		body.Keys.Provider.Valid = &validity{}
		valid, err := s.providerKeyChecks.valid(c.Request.Context(), key)
		if err != nil {
			s.log(c, slog.LevelWarn, "a provider key could not be checked", http.StatusOK, err)
		} else {
			body.Keys.Provider.Valid.bool = &valid
		}
	}
	return s.json(c, http.StatusOK, body)
}

// keyRetry is the Retry-After when a key could not be checked.
const keyRetry = 5 * time.Second

// queryValidate is the query parameter that asks for a check of the provider key.
const queryValidate = "validate"

// wantsValidation reads the parameter validate of a query.
func wantsValidation(query string) (validate bool, err error) {
	q, err := url.ParseQuery(query)
	if err != nil { // is not returned, because it quotes the query
		return false, malformedQuery()
	}
	switch values := q[queryValidate]; {
	case len(values) == 0, len(values) == 1 && strings.TrimSpace(values[0]) == "":
	case len(values) > 1:
		return false, badQuery(queryValidate, "must be given once")
	case !upload.Boolean(values[0], &validate):
		return false, badQuery(queryValidate, upload.WantBoolean)
	}
	return validate, nil
}

// readBuckets fills in body.Engines.
func (s *Server) readBuckets(ctx context.Context, caller caller, body *usageBody) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.QuotaTimeout)
	defer cancel()
	for _, e := range []struct {
		bucket quota.Bucket
		limit  quota.Credits
		usage  *engineUsage
	}{
		{quota.BiomAI, caller.limits.BiomAI, &body.Engines.BiomAI},
		{quota.BiomAIBYOK, caller.limits.BiomAIBYOK, &body.Engines.BiomAIBYOK},
		{quota.BiomJSON, caller.limits.BiomJSON, &body.Engines.BiomJSON},
		{quota.Retrieve, caller.limits.Retrieve, &body.Engines.Retrieve},
	} {
		u, err := s.cfg.Quota.Usage(ctx, e.bucket, caller.subject)
		if err != nil {
			return problem.Unavailable(quotaRetry, "Quotas cannot be read at the moment. Try again shortly.").Because(err)
		}
		*e.usage = engineUsage{u.Used.Whole(), e.limit.Whole(), int((u.ResetsIn + time.Second - 1) / time.Second)}
	}
	return nil
}
