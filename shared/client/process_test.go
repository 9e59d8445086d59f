package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/client"
	"biom/shared/problem"
)

func TestProcessReturnsResponseAndInfo(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Method + " " + r.URL.String(); got != "POST /api/v1/biom/process" {
			t.Error(got)
		}
		if r.Header.Get("Authorization") != "Bearer "+serviceKey || r.Header.Get("X-Provider-Api-Key") != providerKey {
			t.Errorf("headers: %v", r.Header)
		}
		w.Header().Set("X-Request-ID", "r-1")
		w.Header().Set("X-Biom-Withheld", "right_eye.AL, left_eye.K1_axis")
		w.Header().Set("X-Api-Key-Status", "invalid")
		w.Header().Set("Idempotency-Replayed", "true")
		writeJSON(w, 200, response)
	})
	var info client.Info
	u := report()
	u.Info = &info
	got, err := c.Process(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if got.Metadata.RequestID != "r-1" || *got.Data.RightEye.AL != 23.45 || got.Data.LeftEye.AL != nil {
		t.Errorf("got %+v", got)
	}
	if info.RequestID != "r-1" || info.KeyStatus != "invalid" || !info.Replayed || !slices.Equal(info.Withheld, []string{"right_eye.AL", "left_eye.K1_axis"}) {
		t.Errorf("info: %+v", info)
	}
}

func TestKeysMayHaveALineEnd(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+serviceKey {
			t.Errorf("headers: %v", r.Header)
		}
		writeJSON(w, 200, response)
	}, func(cfg *client.Config) { cfg.APIKey += "\n" })
	if _, err := c.Process(t.Context(), report()); err != nil {
		t.Fatal(err)
	}
}

func TestErrorResponsesBecomeErrors(t *testing.T) {
	t.Parallel()
	const json, html, text = "application/json", "text/html; charset=utf-8", "text/plain; charset=utf-8"
	for _, c := range []struct {
		name, media, body, retry string
		status                   int
		want                     client.Error
	}{
		{"quota", json, `{"success":false,"error":{"code":"RATE_LIMIT_EXCEEDED","message":"Quota used up","request_id":"r-9","timestamp":"x","details":null}}`, "90", 429,
			client.Error{Status: 429, Code: problem.RateLimitExceeded, Message: "Quota used up", RequestID: "r-9", RetryAfter: 90 * time.Second}},
		{"detail", json, `{"detail":"Unknown code"}`, "", 404, client.Error{Status: 404, Message: "Unknown code", RequestID: "r-8"}},
		{"no message", json, `{"error":{"code":"HTTP_ERROR"}}`, "", 405,
			client.Error{Status: 405, Code: problem.HTTP, Message: "The service gave no reason", RequestID: "r-8"}},
		{"net/http", text, "431 Request Header Fields Too Large", "", 431,
			client.Error{Status: 431, Message: "431 Request Header Fields Too Large", RequestID: "r-8"}},
		{"text that steers a terminal", text, "\x1b[2Jgone\r\nmore", "", 400, client.Error{Status: 400, Message: "[2Jgone", RequestID: "r-8"}},
		{"a proxy's page", html, "<html>bad gateway</html>", "junk", 502, client.Error{Status: 502, RequestID: "r-8",
			Message: `The server answered "502 Bad Gateway" without the service's error body: something between may have answered in its place`}},
		{"a portal's page", html, "<html>log in</html>", "", 200, client.Error{Status: 200, RequestID: "r-8",
			Message: `The server answered "200 OK" without the service's error body: something between may have answered in its place`}},
		{"nothing", "", "", "-5", 503, client.Error{Status: 503, RequestID: "r-8",
			Message: `The server answered "503 Service Unavailable" without the service's error body: something between may have answered in its place`}},
		{"JSON of another kind", json, `{"error":"bad"}`, "", 500, client.Error{Status: 500, RequestID: "r-8",
			Message: `The server answered "500 Internal Server Error" without the service's error body: something between may have answered in its place`}},
		{"a key sent back", json, `{"error":{"code":"HTTP_ERROR","message":"bad ` + providerKey + `","request_id":"` + serviceKey + `"}}`, "", 400,
			client.Error{Status: 400, Code: problem.HTTP, Message: "bad [key]", RequestID: "[key]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cl := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.media)
				w.Header().Set("X-Request-ID", "r-8")
				w.Header().Set("Retry-After", c.retry)
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			for call, err := range processBothWays(t.Context(), cl) {
				got, ok := errors.AsType[*client.Error](err)
				if !ok || fmt.Sprintf("%#v", *got) != fmt.Sprintf("%#v", c.want) {
					t.Errorf("%s: got %#v (%v), want %#v", call, got, err, c.want)
				}
			}
		})
	}
}

// processBothWays sends a report with Process and ProcessStream and returns
// their errors.
func processBothWays(ctx context.Context, c *client.Client) map[string]error {
	_, err := c.Process(ctx, report())
	out := map[string]error{"Process": err}
	for _, err := range c.ProcessStream(ctx, report()) {
		out["ProcessStream"] = err
	}
	return out
}

func TestErrorHasFaultsAndReason(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 422, `{"success":false,"error":{"code":"REQUEST_VALIDATION_ERROR","message":"Two faults","request_id":"r-1",`+
			`"details":{"reason":"why","errors":[{"path":"data.right_eye.AL","message":"must be between 14 and 40 mm"},{"path":"data","message":"x"}]}}}`)
	})
	_, err := c.Process(t.Context(), report())
	e, ok := errors.AsType[*client.Error](err)
	if !ok || len(e.Faults()) != 2 || e.Faults()[0].Path != "data.right_eye.AL" || e.Reason() != "why" {
		t.Fatalf("got %#v", err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("followed") }))
	defer elsewhere.Close()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	})
	for call, err := range processBothWays(t.Context(), c) {
		if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != 307 || !strings.Contains(e.Message, "redirect") {
			t.Errorf("%s: got %v", call, err)
		}
	}
}

func TestProcessReportsAnUnreachableServer(t *testing.T) {
	t.Parallel()
	for call, err := range processBothWays(t.Context(), unreachable(t)) {
		if !errors.Is(err, client.ErrUnreachable) {
			t.Errorf("%s: got %v", call, err)
		}
		expectNoKeys(t, err.Error())
	}
}

func TestOtherJSONIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `null`, `[]`, `{"data":`, strings.Replace(response, "545", "545.25", 1)} {
		c := setup(t, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, body) })
		for call, err := range processBothWays(t.Context(), c) {
			if err == nil || strings.Contains(err.Error(), "545") {
				t.Errorf("%s of %.20s: got %v", call, body, err)
			}
		}
	}
}

func TestContextEndsTheRequest(t *testing.T) {
	t.Parallel()
	c := setup(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices that the client is gone only after it has read the body
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for call, err := range processBothWays(ctx, c) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v", call, err)
		}
	}
}

func TestStatusSendsNoKeys(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/prefix/api/v1/status" || r.Header.Get("Authorization") != "" || r.Header.Get("X-Provider-Api-Key") != "" {
			t.Errorf("%s with %v", r.URL, r.Header) // the route needs no keys, so none are sent
		}
		writeJSON(w, 200, `{"status":"operational","provider_llm":"local","environment":"test","app_version":"v1","schema_version":"1.1.0","db_id":null}`)
	}, func(cfg *client.Config) { cfg.BaseURL += "/prefix/" })
	got, err := c.Status(t.Context())
	if err != nil || got.Status != "operational" || got.ProviderLLM != "local" || got.DBID != nil {
		t.Fatalf("got %+v, %v", got, err)
	}
}
