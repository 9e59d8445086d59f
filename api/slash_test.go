package api_test

import (
	"net/http"
	"testing"

	"biom/api/web/openapitest"
)

// TestSlashAtTheEnd: routes of the API take it, and pages redirect.
func TestSlashAtTheEnd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// The paths with a slash are not in the OpenAPI document.
	client := &http.Client{
		Transport:     b.client.Transport.(*openapitest.Transport).Base,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, c := range []struct {
		method, path string
		status       int
		location     string
	}{
		{http.MethodGet, "/api/v1/status/", 200, ""},
		{http.MethodHead, "/api/v1/health/", 200, ""},
		{http.MethodGet, usagePath + "/?validate=maybe", 422, ""},
		{http.MethodPost, feedbackPath + "/", 415, ""},
		{http.MethodDelete, processPath + "/", 405, ""},
		{http.MethodOptions, processPath + "/", 204, ""},
		{http.MethodGet, "/api/v1/status//", 404, ""},
		{http.MethodGet, "/api/", 404, ""},
		{http.MethodGet, "/apidocs/", 301, "/apidocs"},
		{http.MethodGet, "/docs/errors/", 301, "/docs/errors"},
		{http.MethodHead, "/pin/able-zoo-123456/", 301, "/pin/able-zoo-123456"},
		{http.MethodPost, "/apidocs/", 404, ""},
		{http.MethodGet, "/nothing/", 404, ""},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, b.url+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body := b.body(resp)
		if resp.StatusCode != c.status || resp.Header.Get("Location") != c.location || resp.Header.Get("X-Request-ID") == "" {
			t.Errorf("%s %s: %d %s %s", c.method, c.path, resp.StatusCode, resp.Header.Get("Location"), body)
		}
	}
}
