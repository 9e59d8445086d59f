package client_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/client"
	"biom/shared/problem"
)

// serveRoute returns a client of a server with one route, which returns body.
func serveRoute(t *testing.T, route, body string, check func(*http.Request)) *client.Client {
	t.Helper()
	return setup(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Method + " " + r.URL.String(); got != route {
			t.Errorf("got %s, want %s", got, route)
		}
		check(r)
		w.Header().Set("X-Api-Key-Status", "unknown")
		writeJSON(w, 200, body)
	})
}

// expectKeys returns a check that a request has the service key, the provider
// key, both or none.
func expectKeys(t *testing.T, service, provider bool) func(*http.Request) {
	return func(r *http.Request) {
		if r.Header.Get("Authorization") != "" != service || r.Header.Get("X-Provider-Api-Key") != "" != provider {
			t.Errorf("keys: %v", r.Header)
		}
	}
}

func TestRetrieveReturnsTheResponse(t *testing.T) {
	t.Parallel()
	c := serveRoute(t, "GET /api/v1/biom/retrieve?biom_pin=a+b%26c-1", response, expectKeys(t, true, false))
	got, err := c.Retrieve(t.Context(), "a b&c-1")
	if err != nil || *got.Response.Data.RightEye.AL != 23.45 || string(got.Raw) != response || got.KeyStatus != "unknown" {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestUsageReturnsAllMembers(t *testing.T) {
	t.Parallel()
	const body = `{"auth_type":"authenticated","user_id":"clinic","engines":{"biomai":{"used":0.5,"limit":300,"resets_in_seconds":90},"biomai_byok":{"used":0,"limit":1,"resets_in_seconds":0},` +
		`"biomjson":{"used":0,"limit":2,"resets_in_seconds":0},"retrieve":{"used":0,"limit":3,"resets_in_seconds":0}},"keys":{"service":{"provided":true,"valid":true,"user_id":"clinic"},"provider":{"provided":true}}}`
	for validate, route := range map[bool]string{false: "GET /api/v1/biom/usage", true: "GET /api/v1/biom/usage?validate=true"} {
		got, err := serveRoute(t, route, body, expectKeys(t, true, true)).Usage(t.Context(), validate)
		if err != nil || *got.UserID != "clinic" || got.Engines.BiomAI.Used != 0.5 || got.Engines.BiomAI.ResetsIn() != 90*time.Second ||
			got.Engines.Retrieve.Limit != 3 || !*got.Keys.Service.Valid || !got.Keys.Provider.Provided || got.Keys.Provider.Valid != nil {
			t.Errorf("got %+v, %v", got, err)
		}
		if again, err := json.Marshal(got); err != nil || string(again) != body {
			t.Errorf("got %s, %v", again, err)
		}
	}
}

func TestHealthReturnsAllMembers(t *testing.T) {
	t.Parallel()
	c := serveRoute(t, "GET /api/v1/health", `{"status":"degraded","provider_api_connected":false,"db_connected":true,"db_records":2,"provider_llm":"local","db_id":"d"}`, expectKeys(t, false, false))
	got, err := c.Health(t.Context())
	if err != nil || got.Status.Status != "degraded" || got.ProviderConnected || !got.DBConnected || *got.DBRecords != 2 || *got.DBID != "d" {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestFeedbackSendsTheRating(t *testing.T) {
	t.Parallel()
	c := serveRoute(t, "POST /api/v1/biom/feedback", `{"success":true}`, func(r *http.Request) {
		expectKeys(t, false, false)(r)
		body, err := io.ReadAll(r.Body)
		if want := `{"request_id":"r\"1","rating":"inaccurate"}`; err != nil || string(body) != want || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("got %s, %v", body, err)
		}
	})
	if err := c.Feedback(t.Context(), `r"1`, client.Inaccurate); err != nil {
		t.Fatal(err)
	}
}

// callAllButProcess calls every route except process.
func callAllButProcess(ctx context.Context, c *client.Client) map[string]error {
	_, retrieve := c.Retrieve(ctx, "word-word-123456")
	_, usage := c.Usage(ctx, true)
	_, status := c.Status(ctx)
	_, health := c.Health(ctx)
	_, job := c.Job(ctx, "0a1b")
	_, result := c.JobResult(ctx, "0a1b")
	_, batch := c.Batch(ctx, "monday", client.BatchQuery{})
	return map[string]error{
		"job": job, "job result": result, "cancel job": c.CancelJob(ctx, "0a1b"), "batch": batch,
		"retrieve": retrieve, "usage": usage, "status": status, "health": health,
		"feedback": c.Feedback(ctx, "r-1", client.Accurate), "export": c.Export(ctx, oneReport, io.Discard),
	}
}

var oneReport = client.Export{Responses: []client.SavedResponse{{Response: json.RawMessage(response), Filename: "a.pdf"}}}

func TestEveryCallReturnsTheServicesError(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "5")
		writeJSON(w, 503, `{"success":false,"error":{"code":"INTERNAL_ERROR","message":"busy","request_id":"r-1","details":{"reason":"why"}}}`)
	})
	for name, err := range callAllButProcess(t.Context(), c) {
		e, ok := errors.AsType[*client.Error](err)
		if !ok || e.Status != 503 || e.Code != problem.Internal || e.RetryAfter != 5*time.Second || e.Reason() != "why" || !client.Retryable(err) {
			t.Errorf("%s: got %#v", name, err)
		}
	}
}

func TestEveryCallReportsAnUnreachableServer(t *testing.T) {
	t.Parallel()
	c := unreachable(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range callAllButProcess(t.Context(), c) {
		if !errors.Is(err, client.ErrUnreachable) || strings.Contains(err.Error(), "word-word") {
			t.Errorf("%s: got %v", name, err) // the share code is a secret
		}
		expectNoKeys(t, err.Error())
	}
	for name, err := range callAllButProcess(ended, c) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestEveryCallRefusesOtherJSON(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, `["x"]`) })
	for name, err := range callAllButProcess(t.Context(), c) {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestIdempotencyKeyIsSentAndValidated(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "k-1"} {
		c := setup(t, func(w http.ResponseWriter, r *http.Request) {
			if got, ok := r.Header["Idempotency-Key"]; ok != (key != "") || ok && got[0] != key {
				t.Errorf("got %v, want %q", got, key)
			}
			writeJSON(w, 200, response)
		})
		u := report()
		u.IdempotencyKey = key
		if _, err := c.Process(t.Context(), u); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"a b", "a\r\nX-Evil: 1", "ü", strings.Repeat("x", 256)} {
		u := report()
		u.IdempotencyKey = bad
		if _, err := setup(t, nil).Process(t.Context(), u); err == nil || !strings.Contains(err.Error(), "Upload.IdempotencyKey") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}

func TestRetryableErrors(t *testing.T) {
	t.Parallel()
	failed := func(status int, code problem.Code) error {
		return fmt.Errorf("wrapped: %w", &client.Error{Status: status, Code: code})
	}
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{failed(429, problem.RateLimitExceeded), true},
		{failed(503, problem.Internal), true},
		{failed(503, ""), true},
		{failed(408, problem.HTTP), true},
		{failed(502, ""), true},
		{failed(504, ""), true},
		{failed(504, problem.ExtractionTimeout), false},
		{failed(500, problem.ExtractionFailed), false},
		{failed(500, ""), false},
		{failed(422, problem.RequestValidation), false},
		{client.ErrUnreachable, true},
		{fmt.Errorf("%w: %w", client.ErrIncomplete, client.ErrSilent), true},
		{fmt.Errorf("%w: %w", client.ErrUnreachable, &tls.CertificateVerificationError{Err: io.EOF}), false},
		{fmt.Errorf("%w: %w", client.ErrUnreachable, http.ErrSchemeMismatch), false},
		{fmt.Errorf("%w: %w", client.ErrUnreachable, tls.RecordHeaderError{}), false},
		{context.Canceled, false},
		{os.ErrPermission, false},
	} {
		if got := client.Retryable(c.err); got != c.want {
			t.Errorf("%v: got %t", c.err, got)
		}
	}
}

// A certificate that nobody signed, and a server without TLS, do not change.
func TestWrongAddressIsNotRetryable(t *testing.T) {
	t.Parallel()
	secure := httptest.NewUnstartedServer(nil)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for _, address := range []string{secure.URL, strings.Replace(plain.URL, "http:", "https:", 1)} {
		c, err := client.New(client.Config{BaseURL: address})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Status(t.Context()); !errors.Is(err, client.ErrUnreachable) || client.Retryable(err) {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

func TestExportWritesTheArchive(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		want := `{"responses":[{"json_data":` + response + `,"filename":"a.pdf"}],"formats":["csv","xlsx"]}`
		if err != nil || string(body) != want || r.ContentLength != int64(len(body)) || r.Header.Get("Content-Type") != "application/json" || len(r.TransferEncoding) > 0 {
			t.Errorf("%s %s: got %s, %v", r.Method, r.URL, body, r.Header)
		}
		expectKeys(t, false, false)(r)
		w.Header().Set("Content-Type", "application/zip")
		archive := zip.NewWriter(w)
		for i := range 3 {
			part, _ := archive.Create(fmt.Sprint(i))
			_, _ = part.Write(bytes.Repeat([]byte("x"), 100_000))
			_ = archive.Flush()
			_ = http.NewResponseController(w).Flush()
		}
		archive.Close()
	})
	e := oneReport
	e.Formats = []client.Format{client.CSV, client.XLSX}
	var out bytes.Buffer
	if err := c.Export(t.Context(), e, &out); err != nil {
		t.Fatal(err)
	}
	if archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len())); err != nil || len(archive.File) != 3 {
		t.Errorf("got %d bytes, %v", out.Len(), err)
	}
}

func TestExportRefusesInvalidResponses(t *testing.T) {
	t.Parallel()
	c := setup(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	for want, e := range map[string]client.Export{
		"Responses is empty":       {},
		"Responses[1] is not JSON": {Responses: []client.SavedResponse{oneReport.Responses[0], {Response: json.RawMessage(`{`)}}},
		"Responses[0] is not JSON": {Responses: []client.SavedResponse{{}}},
	} {
		if err := c.Export(t.Context(), e, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// failingWriter is a writer such as a full disk.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, os.ErrPermission }

func TestExportReportsBrokenConnectionAndFailingWriter(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/zip")
		_, _ = io.WriteString(w, "PK")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if err := c.Export(t.Context(), oneReport, io.Discard); !errors.Is(err, client.ErrIncomplete) || !client.Retryable(err) {
		t.Errorf("the connection breaks: got %v", err)
	}
	if err := c.Export(t.Context(), oneReport, failingWriter{}); !errors.Is(err, os.ErrPermission) || client.Retryable(err) {
		t.Errorf("the writer fails: got %v", err)
	}
}

func TestExportEndsWhenTheServerIsSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, err := client.New(client.Config{BaseURL: "http://fake", HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			body := io.MultiReader(strings.NewReader("PK"), blockedReader{r.Context()})
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/zip"}}, Body: io.NopCloser(body)}, nil
		})}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Export(t.Context(), oneReport, io.Discard); !errors.Is(err, client.ErrSilent) || !errors.Is(err, client.ErrIncomplete) {
			t.Fatalf("got %v", err)
		}
	})
}
