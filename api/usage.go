package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"biom/api/upload"
	"biom/shared/problem"
	"biom/shared/quota"
)

// usageBody is the answer of usage.
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

// engineUsage is one bucket: credits, and whole seconds until the oldest
// charge leaves the window.
type engineUsage struct {
	Used            float64 `json:"used"`
	Limit           float64 `json:"limit"`
	ResetsInSeconds int     `json:"resets_in_seconds"`
}

// keyUsage is what is said of a key.
type keyUsage struct {
	Provided bool    `json:"provided"`
	Valid    *bool   `json:"valid,omitempty"`
	UserID   *string `json:"user_id,omitempty"`
}

// usage serves GET /api/v1/biom/usage. It charges nothing. What it cannot find
// out it does not guess: 503.
func (s *Server) usage(c *call) error {
	validate, err := wantsValidation(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	key, err := providerKey(c.Request.Header)
	if err != nil {
		return err
	}
	who := s.caller(c)
	if who.key == keyUnknown {
		return problem.Unavailable(keyRetry, "Service keys cannot be checked at the moment. Try again shortly.")
	}
	body := usageBody{AuthType: who.auth(), UserID: orNil(who.user)}
	if err := s.countEngines(c.Request.Context(), who, &body); err != nil {
		return err
	}
	body.Keys.Service = keyUsage{Provided: who.key != keyNone, UserID: orNil(who.user)}
	if who.key != keyNone {
		body.Keys.Service.Valid = new(who.key == keyValid)
	}
	body.Keys.Provider.Provided = key != ""
	if validate && key != "" {
		valid, err := s.providerKeys.valid(c.Request.Context(), key)
		if err != nil {
			return problem.Unavailable(keyRetry, "The provider key cannot be checked at the moment. Try again shortly.").Because(err)
		}
		body.Keys.Provider.Valid = &valid
	}
	return s.json(c, http.StatusOK, body)
}

// keyRetry is when keys that could not be checked are worth another try.
const keyRetry = 5 * time.Second

const queryValidate = "validate"

func wantsValidation(query string) (validate bool, err error) {
	q, err := url.ParseQuery(query)
	if err != nil { // it quotes the query
		return false, malformedQuery()
	}
	switch values := q[queryValidate]; {
	case len(values) == 0:
	case len(values) > 1:
		return false, badQuery(queryValidate, "must be given once")
	case !upload.Boolean(values[0], &validate):
		return false, badQuery(queryValidate, upload.WantBoolean)
	}
	return validate, nil
}

func (s *Server) countEngines(ctx context.Context, who caller, body *usageBody) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.QuotaTimeout)
	defer cancel()
	for _, e := range []struct {
		bucket quota.Bucket
		limit  quota.Credits
		to     *engineUsage
	}{
		{quota.BiomAI, who.limits.BiomAI, &body.Engines.BiomAI},
		{quota.BiomAIBYOK, who.limits.BiomAIBYOK, &body.Engines.BiomAIBYOK},
		{quota.BiomJSON, who.limits.BiomJSON, &body.Engines.BiomJSON},
		{quota.Retrieve, who.limits.Retrieve, &body.Engines.Retrieve},
	} {
		u, err := s.cfg.Quota.Usage(ctx, e.bucket, who.subject)
		if err != nil {
			return problem.Unavailable(quotaRetry, "Quotas cannot be read at the moment. Try again shortly.").Because(err)
		}
		*e.to = engineUsage{u.Used.Whole(), e.limit.Whole(), int((u.ResetsIn + time.Second - 1) / time.Second)}
	}
	return nil
}
