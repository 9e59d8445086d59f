package doctor_test

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/cmd/internal/doctor"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

// want expects a finding of a check in a state whose line contains words.
func want(t *testing.T, r *doctor.Report, check string, state doctor.State, words ...string) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Check != check || f.State != state {
			continue
		}
		if (f.State == doctor.OK) != (f.Remedy == "") {
			t.Errorf("%s: the remedy is %q", f.Line(), f.Remedy)
		}
		missing := false
		for _, w := range words {
			missing = missing || !strings.Contains(f.Line(), w)
		}
		if !missing {
			return
		}
	}
	t.Errorf("want %s: %s with %q, got\n%s", check, state, words, text(r))
}

// wantSound expects that nothing is wrong.
func wantSound(t *testing.T, r *doctor.Report, except ...string) {
	t.Helper()
	excused := strings.Join(except, ", ")
	for _, f := range r.Findings {
		if f.State != doctor.OK && !strings.Contains(excused, f.Check) {
			t.Errorf("%s", f.Line())
		}
	}
	if len(r.Findings) == 0 {
		t.Error("nothing was checked")
	}
}

func text(r *doctor.Report) string {
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, f.Line())
	}
	return strings.Join(lines, "\n")
}

// ahead returns a clock that is fast.
func ahead(by time.Duration) func() time.Time {
	return func() time.Time { return time.Now().Add(by) }
}
