package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"biom/worker/llm/llmtest"
)

// TestLongDashboards has a real Prometheus scrape a running service, in one process and as separate roles, and
// checks that every query of every dashboard returns data, and that Prometheus evaluates every alert.
func TestLongDashboards(t *testing.T) {
	t.Run("one process", func(t *testing.T) {
		p := newPractice(t, alone(t), openaiProvider, serverKeys(1), llmtest.Config{}, "BIOM_EXTRACT_TIMEOUT=2m")
		dashboardsHaveData(t, p, p.admin)
	})
	t.Run("separate roles", func(t *testing.T) {
		r, api, exporter := newRig(t), adminAddress(), adminAddress()
		p, settings := newVendor(t, openaiProvider, serverKeys(1), llmtest.Config{})
		exporterURL, _ := r.exporter("BIOM_ADMIN_LISTEN=" + exporter)
		url, _ := r.api(trustUs, "BIOM_ADMIN_LISTEN="+api, "BIOM_EXPORTER_URL="+exporterURL)
		r.worker(settings...)
		p.caller = newCaller(t, url)
		dashboardsHaveData(t, p, api, p.admin, exporter)
	})
}

// dashboardsHaveData checks the dashboards of a service whose admin listeners are at targets.
func dashboardsHaveData(t *testing.T, p *practice, targets ...string) {
	t.Helper()
	prometheus := startPrometheus(t, targets)
	sample := sheetOf(t, samples+"/iolmaster700-en-01.pdf")
	// The second round of requests is what the rates show.
	for round := range 2 {
		code := p.share(report("1"))
		p.retrieve(code).want(t, http.StatusOK)
		p.process("a.pdf", sample.numbered(round), "stream", "true").want(t, http.StatusOK)
		export(t, p.url, exportBody(t, 1))
		awaitData(t, prometheus, fmt.Sprintf(`biom_provider_calls_total{outcome="answered"} > %d`, round))
	}
	files, err := filepath.Glob("../../deploy/grafana/*.json")
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, expr := range queriesOf(t, file) {
			awaitData(t, prometheus, expr)
		}
	}
	if rules := body(t, prometheus+"/api/v1/rules"); !strings.Contains(rules, `"health":"ok"`) || strings.Contains(rules, `"health":"err"`) {
		t.Errorf("a rule cannot be evaluated: %s", rules)
	}
}

// startPrometheus starts a server that scrapes targets, and returns its address.
func startPrometheus(t *testing.T, targets []string) string {
	t.Helper()
	dir, address := t.TempDir(), adminAddress()
	config := fmt.Sprintf("global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [%q]\nscrape_configs: [{job_name: biom, static_configs: [{targets: [%s]}]}]\n",
		absolute(t, "../../deploy/prometheus/alerts.yml"), strings.Join(targets, ", "))
	if err := os.WriteFile(filepath.Join(dir, "prometheus.yml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := exec.LookPath("prometheus")
	if err != nil {
		t.Fatalf("%v; install it with: deploy/setup test", err)
	}
	p := &process{Cmd: exec.Command(path, "--config.file="+dir+"/prometheus.yml", "--storage.tsdb.path="+dir+"/data", "--web.listen-address="+address), out: newLines(), ended: make(chan struct{})}
	p.launch(t)
	p.out.await(t, "Server is ready")
	return "http://" + address
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// queriesOf returns the queries of a dashboard.
func queriesOf(t *testing.T, file string) (queries []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			queries = append(queries, target.Expr)
		}
	}
	if len(queries) < 8 {
		t.Fatalf("%s has only %d queries", file, len(queries))
	}
	return queries
}

// awaitData waits until a query returns data.
func awaitData(t *testing.T, prometheus, query string) {
	t.Helper()
	var answer struct {
		Status, Error string
		Data          struct{ Result []json.RawMessage }
	}
	for begin := time.Now(); time.Since(begin) < maxTestWait; time.Sleep(200 * time.Millisecond) {
		text := body(t, prometheus+"/api/v1/query?query="+url.QueryEscape(query))
		if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.Status != "success" {
			t.Fatalf("%s: %v %s", query, err, text)
		}
		if len(answer.Data.Result) > 0 {
			return
		}
	}
	t.Errorf("no data: %s", query)
}
