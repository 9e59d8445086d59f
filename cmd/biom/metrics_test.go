package main

import (
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"biom/shared/telemetry/telemetrytest"
	"biom/worker/llm/llmtest"
)

// TestMetricsAreThoseDocumented uses a running service in every way that has a metric, and compares
// what it shows with the documentation page.
func TestMetricsAreThoseDocumented(t *testing.T) {
	t.Parallel()
	p := newPractice(t, alone(t), openaiProvider, serverKeys(1), llmtest.Config{}, "BIOM_EXTRACT_TIMEOUT=2m", "BIOM_QUOTA_BIOMJSON=1")
	sample := sheetOf(t, samples+"/iolmaster700-en-01.pdf")
	code := p.share(report("canary-patient"))
	p.process("canary.json", report("canary-patient")).want(t, http.StatusTooManyRequests)
	p.process("canary.pdf", sample.numbered(1)).want(t, http.StatusOK)
	p.process("canary.pdf", sample.numbered(2), "stream", "true").want(t, http.StatusOK)
	p.process("canary.pdf", []byte("%PDF-canary")).want(t, http.StatusBadRequest)
	p.retrieve(code).want(t, http.StatusOK)
	p.retrieve(wrong(code)).want(t, http.StatusNotFound)
	if resp, body := export(t, p.url, exportBody(t, 1)); resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	text := body(t, "http://"+p.admin+"/metrics")
	telemetrytest.Parse(t, text).Expect(t, telemetrytest.Samples{
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="200"}`: 3,
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="400"}`: 1,
		`biom_http_requests_total{method="POST",route="/api/v1/biom/process",status="429"}`: 1,
		`biom_http_requests_total{method="GET",route="/api/v1/biom/retrieve",status="200"}`: 1,
		`biom_job_deliveries_total{outcome="report",reason="",tier="standard"}`:             2,
		`biom_provider_calls_total{outcome="answered",provider="openai"}`:                   2,
		`biom_queue_wait_seconds_count{tier="standard"}`:                                    2,
		`biom_shares_total{outcome="made"}`:                                                 1,
		`biom_share_retrievals_total{outcome="not_found"}`:                                  1,
		`biom_exports_total{outcome="complete"}`:                                            1,
		`biom_part_up{part="NATS"}`:                                                         1,
		`biom_part_up{part="database"}`:                                                     1,
		`biom_worker_slots`:                                                                 16,
		`biom_queue_jobs{state="waiting",tier="slow"}`:                                      0,
		`biom_dead_jobs`: 0,
	})
	for _, secret := range []string{"canary", code, p.headers.Get("X-Forwarded-For")} {
		if strings.Contains(strings.ToLower(text), secret) {
			t.Errorf("the metrics hold %q", secret)
		}
	}
	families := parseMetrics(t, text)
	shown := map[string][]string{}
	for name, family := range families {
		if strings.HasPrefix(name, "biom_") {
			shown[name] = labelsOf(family)
		}
	}
	if documented := documentedMetrics(t); !maps.EqualFunc(shown, documented, slices.Equal) {
		t.Errorf("shown, and not documented so:\n%v\ndocumented, and not shown so:\n%v", without(shown, documented), without(documented, shown))
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		t.Errorf("%s: %s", problem.Metric, problem.Text)
	}
}

func parseMetrics(t *testing.T, text string) map[string]*dto.MetricFamily {
	t.Helper()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// labelsOf returns the names of the labels of a metric, sorted.
func labelsOf(family *dto.MetricFamily) []string {
	names := map[string]bool{}
	for _, m := range family.GetMetric() {
		for _, l := range m.GetLabel() {
			names[l.GetName()] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

var (
	metricRow = regexp.MustCompile("(?m)^\\| `(biom_[a-z_]+)` \\|([^|]*)\\|")
	inCode    = regexp.MustCompile("`([^`]+)`")
)

// documentedMetrics returns the labels of the metrics on the documentation page.
func documentedMetrics(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("../../api/web/docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	metrics := map[string][]string{}
	for _, row := range metricRow.FindAllStringSubmatch(string(page), -1) {
		var labels []string
		for _, label := range inCode.FindAllStringSubmatch(row[2], -1) {
			labels = append(labels, label[1])
		}
		slices.Sort(labels)
		metrics[row[1]] = labels
	}
	return metrics
}

// without returns the metrics of a that b has not with the same labels.
func without(a, b map[string][]string) map[string][]string {
	rest := map[string][]string{}
	for name, labels := range a {
		if other, found := b[name]; !found || !slices.Equal(labels, other) {
			rest[name] = labels
		}
	}
	return rest
}
