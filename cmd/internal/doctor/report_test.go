package doctor_test

import (
	"encoding/json"
	"strings"
	"testing"

	"biom/cmd/internal/doctor"
)

func TestReport(t *testing.T) {
	t.Parallel()
	var shown []string
	r := &doctor.Report{Show: func(f doctor.Finding) { shown = append(shown, f.Line()) }}
	r.OK("One", "%d answer", 3)
	r.Warn("Two", "Do this.", "it is\n\tso\x1b[2J")
	r.Problem("Three", "Do that.", "wrong")
	r.NotChecked("Four", "Look.", "hidden")
	lines := strings.ReplaceAll(`ok           One                  3 answer
warning      Two                  it is; so\uFFFD[2J. Do this.
problem      Three                wrong. Do that.
not checked  Four                 hidden. Look.`, `\uFFFD`, "\uFFFD")
	if got := strings.Join(shown, "\n"); got != lines {
		t.Errorf("got\n%s\nwant\n%s", got, lines)
	}
	if got := r.Summary(); got != "1 problem, 1 warning, 1 ok, 1 not checked" {
		t.Error(got)
	}
	var out strings.Builder
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Problems, Warnings int
		NotChecked         int `json:"not_checked"`
		Findings           []doctor.Finding
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Problems != 1 || got.Warnings != 1 || got.NotChecked != 1 || len(got.Findings) != 4 || got.Findings[2] != r.Findings[2] {
		t.Errorf("got %s", &out)
	}
}
