package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"biom/api"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/share"
	"biom/shared/telemetry/telemetrytest"
)

// metered returns a change that has a server show its metrics in r.
func metered(r *prometheus.Registry) func(*api.Config) {
	return func(c *api.Config) { c.Metrics = r }
}

func TestRequestsAreCounted(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	b := setupSharing(t, metered(registry), func(c *api.Config) { c.Limits.BiomAI = 4 })
	b.post(upload("a.json", document(), "biompin", "true"))
	b.post(upload("a.json", document("John Doe", "Canary"), "stream", "true"))
	b.post(upload("a.json", []byte("CANARY")))
	b.post(upload("a.pdf", []byte(pdf)))
	b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	b.post(upload("a.pdf", []byte(pdf)))                               // no credit is left
	b.post(upload("a.pdf", []byte(pdf)), "X-Provider-API-Key", "sk-1") // the caller's own key
	b.retrieve(pin)
	b.retrieve("canary-abandon-000000")
	b.get("/canary")
	b.get("/api/v1/biom/jobs/canary")
	b.do(http.MethodOptions, "/api/v1/status")

	samples := telemetrytest.Gather(t, registry)
	samples.Expect(t, telemetrytest.Samples{
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="200"}`: 5,
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="400"}`: 1,
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="429"}`: 1,
		`biom_http_requests_total{method="GET",route="/api/v1/biom/retrieve",status="200"}`: 1,
		`biom_http_requests_total{method="GET",route="/api/v1/biom/retrieve",status="404"}`: 1,
		`biom_http_requests_total{method="GET",route="none",status="404"}`:                  1,
		`biom_http_requests_total{method="GET",route="/api/v1/biom/jobs/:id",status="404"}`: 1,
		`biom_http_requests_total{method="OPTIONS",route="/api/v1/status",status="204"}`:    1,
		`biom_http_request_duration_seconds_count{route="/api/v1/biom/process"}`:            7,
		`biom_streams_open`: 0,
		`biom_results_total{engine="json",outcome="success",reason="",tier=""}`:                   2,
		`biom_results_total{engine="json",outcome="FILE_VALIDATION_ERROR",reason="",tier=""}`:     1,
		`biom_results_total{engine="ai",outcome="success",reason="",tier="standard"}`:             3,
		`biom_results_total{engine="ai",outcome="RATE_LIMIT_EXCEEDED",reason="",tier="standard"}`: 1,
		`biom_charges_total{bucket="biomjson"}`:                                                   2,
		`biom_charges_total{bucket="biomai"}`:                                                     2,
		`biom_charges_total{bucket="biomai_byok"}`:                                                1,
		`biom_credits_charged_total{bucket="biomai"}`:                                             2,
		`biom_quota_refusals_total{bucket="biomai"}`:                                              1,
		`biom_refunds_total`:                                         0,
		`biom_charges_pending`:                                       0,
		`biom_quota_store_available`:                                 1,
		`biom_shares_total{outcome="made"}`:                          1,
		`biom_share_retrievals_total{outcome="found"}`:               1,
		`biom_share_retrievals_total{outcome="not_found"}`:           1,
		`biom_stage_duration_seconds_count{stage="sharing",tier=""}`: 1,
		`biom_turn_wait_seconds_count{tier="standard"}`:              3,
		`biom_upload_bytes_held`:                                     0,
	})
	for name := range samples {
		if strings.Contains(strings.ToUpper(name), canary) {
			t.Errorf("a metric holds what it must not: %s", name)
		}
	}
	lint(t, registry)
}

// lint checks names and help texts against the conventions of Prometheus.
func lint(t *testing.T, g prometheus.Gatherer) {
	t.Helper()
	families, err := g.Gather()
	if err != nil {
		t.Fatal(err)
	}
	problems, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestFailuresAreCounted(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	b := setupSharing(t, metered(registry))
	results := []job.Result{
		{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "no").With("reason", "too_many_pages")},
		{Problem: problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no").With("reason", "unavailable"), Started: true},
	}
	b.queue.work = func(_ job.Job, w ticketWriter) { w.result <- new(results[0]); results = results[1:] }
	b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	b.post(upload("a.pdf", []byte(pdf), "service_tier", "slow"))
	b.shares.set(func(f *fakeShares) { f.err = share.ErrBusy })
	b.post(upload("a.json", document(), "biompin", "true"))
	b.shares.set(func(f *fakeShares) { f.err = share.ErrDestroyed })
	b.retrieve(pin)
	telemetrytest.Gather(t, registry).Expect(t, telemetrytest.Samples{
		// The status is that in the error event.
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="400"}`:                       1,
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="500"}`:                       1,
		`biom_results_total{engine="ai",outcome="FILE_VALIDATION_ERROR",reason="too_many_pages",tier="standard"}`: 1,
		`biom_results_total{engine="ai",outcome="EXTRACTION_FAILED",reason="unavailable",tier="slow"}`:            1,
		`biom_refunds_total`:                               1,
		`biom_credits_charged_total{bucket="biomai"}`:      1.5,
		`biom_shares_total{outcome="busy"}`:                1,
		`biom_share_retrievals_total{outcome="destroyed"}`: 1,
	})
}

func TestOpenStreamsAreCounted(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	b := setup(t, metered(registry))
	held := b.queue.hold()
	resp := b.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	defer resp.Body.Close()
	worker := receive(t, held, "job")
	samples := telemetrytest.Gather(t, registry)
	samples.Expect(t, telemetrytest.Samples{`biom_streams_open`: 1})
	worker.result <- new(extractedResult())
	b.body(resp)
}
