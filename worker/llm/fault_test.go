package llm_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/worker/llm"
	"biom/worker/provider"
)

func TestFaultOfResponse(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	const (
		key     = provider.ReasonKeyRejected
		limit   = provider.ReasonRateLimited
		failed  = provider.ReasonUnavailable
		hint    = `{"error":{"code":429,"details":[{"@type":"x"},{"retryDelay":"37.5s"}]}}`
		badKey  = `{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`
		noFunds = `{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}`
		noRoom  = `{"error":{"code":"resource_unavailable"}}`
		noTemp  = `{"error":{"code":"unsupported_value","param":"temperature"}}`
		noTier  = `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"Invalid value at 'service_tier' for Jane Doe"}}`
		noThink = `{"error":{"code":400,"message":"Thinking level is not supported for this model.","status":"INVALID_ARGUMENT"}}`
		noMax   = `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}`
		noModel = `{"error":{"code":"unsupported_value","param":"messages[0].content <Jane Doe>"}}`
	)
	for name, c := range map[string]struct {
		status int
		header string
		body   string
		want   llm.Fault
	}{
		"401":                        {401, "", "", llm.Fault{Reason: key}},
		"402":                        {402, "", "", llm.Fault{Reason: key}},
		"403":                        {403, "", "<html>", llm.Fault{Reason: key}},
		"400 of a key, as Gemini":    {400, "", badKey, llm.Fault{Reason: key}},
		"429":                        {429, "", "", llm.Fault{Reason: limit}},
		"429, seconds":               {429, "Retry-After: 7", "", llm.Fault{Reason: limit, Retry: 7 * time.Second}},
		"429, milliseconds":          {429, "Retry-After-Ms: 1500", "", llm.Fault{Reason: limit, Retry: 1500 * time.Millisecond}},
		"429, a date":                {429, "Retry-After: Sat, 14 Mar 2026 12:01:00 GMT", "", llm.Fault{Reason: limit, Retry: time.Minute}},
		"429, a date gone by":        {429, "Retry-After: Sat, 14 Mar 2026 11:01:00 GMT", "", llm.Fault{Reason: limit}},
		"429, nonsense":              {429, "Retry-After: soon", "[1", llm.Fault{Reason: limit}},
		"429, in the body":           {429, "", hint, llm.Fault{Reason: limit, Retry: 37500 * time.Millisecond}},
		"429, the longer of two":     {429, "Retry-After: 60", hint, llm.Fault{Reason: limit, Retry: time.Minute}},
		"429 without funds":          {429, "", noFunds, llm.Fault{Reason: limit, Retry: time.Hour}},
		"429 of the discounted tier": {429, "", noRoom, llm.Fault{Reason: failed, Transient: true}},
		"500":                        {500, "", "", llm.Fault{Reason: failed, Transient: true}},
		"503 with a hint":            {503, "Retry-After: 3", "", llm.Fault{Reason: failed, Transient: true, Retry: 3 * time.Second}},
		"408":                        {408, "", "", llm.Fault{Reason: failed, Transient: true}},
		"400":                        {400, "", "", llm.Fault{Reason: failed}},
		"400 of a parameter":         {400, "", noTemp, llm.Fault{Reason: failed, Param: "temperature"}},
		"400 of one in words":        {400, "", noTier, llm.Fault{Reason: failed, Param: "service_tier"}},
		"400 of one with a space":    {400, "", noThink, llm.Fault{Reason: failed, Param: "thinking_level"}},
		"400 of one of another name": {400, "", noMax, llm.Fault{Reason: failed, Param: "max_tokens"}},
		"400 of what is not ours":    {400, "", noModel, llm.Fault{Reason: failed}},
		"404":                        {404, "", "", llm.Fault{Reason: failed}},
		"a redirect":                 {307, "Location: https://elsewhere.example", "", llm.Fault{Reason: failed}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := http.Header{}
			if name, value, ok := strings.Cut(c.header, ": "); ok {
				header.Set(name, value)
			}
			got := llm.FaultOf(&http.Response{StatusCode: c.status, Header: header, Body: io.NopCloser(strings.NewReader(c.body))}, now)
			c.want.Status = c.status
			if *got != c.want {
				t.Errorf("got %+v, want %+v", *got, c.want)
			}
		})
	}
}

// TestTransportBoundsBodies expects that no body is read beyond its limit, whether or
// not its length is announced, and that a redirect is not followed.
func TestTransportBoundsBodies(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10<<20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/announced":
			w.Header().Set("Content-Length", "10485760")
			_, _ = io.WriteString(w, long)
		case "/long":
			_, _ = io.WriteString(w, long)
		case "/full":
			_, _ = io.WriteString(w, long[:1<<20])
		case "/failed":
			w.WriteHeader(500)
			_, _ = io.WriteString(w, long)
		case "/away":
			http.Redirect(w, r, "/full", http.StatusTemporaryRedirect)
		}
	}))
	t.Cleanup(server.Close)
	client := llm.HTTP()
	t.Cleanup(client.CloseIdleConnections)
	for path, want := range map[string]string{
		"/announced": provider.ReasonInvalidOutput, "/long": provider.ReasonInvalidOutput, "/full": "",
		"/failed": provider.ReasonUnavailable, "/away": provider.ReasonUnavailable,
	} {
		res, err := client.Get(server.URL + path)
		n := 0
		if err == nil {
			var text []byte
			text, err = io.ReadAll(res.Body)
			n = len(text)
			res.Body.Close()
		}
		got := ""
		if f, ok := errors.AsType[*llm.Fault](err); ok {
			got = f.Reason
		} else if err != nil {
			t.Error(err)
		}
		if got != want || n > 1<<20 {
			t.Errorf("%s: got %q after %d bytes, want %q", path, got, n, want)
		}
	}
}

// TestCallsShareOneHTTP2Connection makes 200 calls at once.
func TestCallsShareOneHTTP2Connection(t *testing.T) {
	t.Parallel()
	const calls = 200
	var connections atomic.Int64
	var together sync.WaitGroup
	together.Add(calls)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/together" {
			together.Done()
			together.Wait()
		}
		_, _ = io.WriteString(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	client := llm.HTTPS(server.Client().Transport.(*http.Transport).TLSClientConfig)
	t.Cleanup(client.CloseIdleConnections)
	get := func(path string) {
		res, err := client.Get(server.URL + path)
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		if proto, err := io.ReadAll(res.Body); err != nil || string(proto) != "HTTP/2.0" {
			t.Errorf("%s, %v", proto, err)
		}
	}
	get("/first")
	var done sync.WaitGroup
	for range calls {
		done.Go(func() { get("/together") })
	}
	done.Wait()
	if got := connections.Load(); got != 1 {
		t.Errorf("%d connections were opened", got)
	}
}
