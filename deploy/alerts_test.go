package deploy_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	alertName  = regexp.MustCompile(`(?m)^ +- alert: (\w+)$`)
	metricName = regexp.MustCompile(`biom_[a-z_]+`)
)

// TestAlertRules has promtool test the rules, and checks that each has a test, a runbook, and only
// metrics that exist.
func TestAlertRules(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"check", "rules", "prometheus/alerts.yml"}, {"test", "rules", "prometheus/alerts_test.yml"}} {
		out, err := exec.Command("promtool", args...).CombinedOutput()
		if err != nil {
			t.Errorf("promtool %v: %v; promtool is installed by: deploy/setup test\n%s", args, err, out)
		}
	}
	rules, tests, runbook := readFile(t, "prometheus/alerts.yml"), readFile(t, "prometheus/alerts_test.yml"), readFile(t, "../api/web/docs/alerts.md")
	alerts := alertName.FindAllStringSubmatch(rules, -1)
	if len(alerts) < 15 {
		t.Fatalf("only %d alerts were found", len(alerts))
	}
	for _, alert := range alerts {
		name := alert[1]
		if !strings.Contains(tests, `alertname="`+name+`"`) {
			t.Errorf("%s has no test", name)
		}
		_, section, found := strings.Cut(runbook, "\n## "+name+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !found || !strings.Contains(section, "**Look at**") || !strings.Contains(section, "**Do:**") {
			t.Errorf("%s has no entry in alerts.md that says what it means, what to look at, and what to do", name)
		}
		if !strings.Contains(rules, "/docs/alerts#"+strings.ToLower(name)+"}") {
			t.Errorf("%s does not name its runbook", name)
		}
	}
	if n := strings.Count(runbook, "\n## "); n != len(alerts) {
		t.Errorf("%d alerts and %d runbooks", len(alerts), n)
	}
	expectMetrics(t, rules)
}

// expectMetrics fails the test for each name in text that is not on the page of metrics.
func expectMetrics(t *testing.T, text string) {
	t.Helper()
	page := readFile(t, "../api/web/docs/metrics.md")
	for _, name := range metricName.FindAllString(text, -1) {
		for _, suffix := range []string{"_bucket", "_count", "_sum"} {
			name = strings.TrimSuffix(name, suffix)
		}
		if !strings.Contains(page, "| `"+name+"` |") {
			t.Errorf("%s is not in metrics.md", name)
		}
	}
}
