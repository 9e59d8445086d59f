// Package telemetrytest reads metrics in tests.
package telemetrytest

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
)

// Samples are the values of metrics, by names with labels as in the format of Prometheus, such as
// biom_charges_total{bucket="biomai"}.
type Samples map[string]float64

// Gather reads the metrics of a registry.
func Gather(t testing.TB, g prometheus.Gatherer) Samples {
	t.Helper()
	families, err := g.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(&text, f); err != nil {
			t.Fatal(err)
		}
	}
	return Parse(t, text.String())
}

// Parse reads metrics in the format of Prometheus.
func Parse(t testing.TB, text string) Samples {
	t.Helper()
	samples := Samples{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, value, found := cutLast(line)
		number, err := strconv.ParseFloat(value, 64)
		if !found || err != nil {
			t.Fatalf("not a metric: %q", line)
		}
		samples[name] = number
	}
	return samples
}

func cutLast(line string) (before, after string, found bool) {
	i := strings.LastIndexByte(line, ' ')
	if i < 0 {
		return line, "", false
	}
	return line[:i], line[i+1:], true
}

// Expect fails the test for each sample that has another value than in want; one that is missing counts as 0.
func (s Samples) Expect(t testing.TB, want Samples) {
	t.Helper()
	for name, value := range want {
		if s[name] != value {
			t.Errorf("%s is %v, want %v", name, s[name], value)
		}
	}
	if t.Failed() {
		for name, value := range s {
			if strings.HasPrefix(name, "biom_") && value != 0 && !strings.Contains(name, "_bucket{") {
				t.Logf("%s %v", name, value)
			}
		}
	}
}
