package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"biom/cmd/internal/goldentest"
	"biom/shared/biometry"
)

// outcomes runs a batch that has every possible outcome, in the order of the
// arguments.
func outcomes(t *testing.T, flags ...string) (p *processing, output string) {
	t.Helper()
	f := newFakeService(t)
	f.withheld = []biometry.Withheld{{Field: "left_eye.AL", Reason: biometry.NotLegible}, {Field: "right_eye.K1_axis", Reason: biometry.ReadingsDiffer}}
	p = &processing{dir: t.TempDir()}
	p.write(t, []string{"before.pdf", "a\u009b\u202e.pdf", "quota.pdf", "faulty.json", "late.pdf", "busy.pdf", "blocked.pdf"})
	p.again(t, f, t.Context(), "DIR/before.pdf")
	if err := os.Mkdir(filepath.Join(p.dir, "blocked.pdf.biom.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	f.fail = func(w http.ResponseWriter, name string, try int) bool {
		if name == "busy.pdf" && try == 1 {
			w.Header().Set("Retry-After", "5")
			fakeJSON(w, 503, busy)
			return true
		}
		return false
	}
	args := append(append([]string{"-j1", "--share"}, flags...), "DIR/before.pdf", "DIR/a\u009b\u202e.pdf", "DIR/quota.pdf", "DIR/faulty.json", "DIR/late.pdf", "DIR/busy.pdf", "DIR/missing.pdf", "DIR/blocked.pdf")
	p.again(t, f, t.Context(), args...)
	if p.failure == nil || p.failure.Error() != "5 of 8 files failed" {
		t.Errorf("got %v", p.failure)
	}
	return p, strings.ReplaceAll(p.out.String(), p.dir, "reports")
}

func TestProcessJSON(t *testing.T) {
	t.Parallel()
	p, output := outcomes(t, "--json")
	goldentest.Compare(t, "testdata/golden/process.jsonl.golden", output)
	if p.err.Len() != 0 {
		t.Errorf("beside the JSON: %s", &p.err)
	}
	for line := range bytes.Lines([]byte(output)) {
		if !json.Valid(line) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

// A stopped batch has a line for each file.
func TestProcessJSONIsStopped(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	ctx, stop := context.WithCancel(t.Context())
	f.onUpload = stop
	p := runProcess(t, f, ctx, []string{"cut.pdf", "b.pdf", "c.pdf"}, "-j1", "--json")
	if p.failure == nil || strings.Count(p.out.String(), `{"event":"stopped",`) != 3 || !strings.Contains(p.out.String(), `{"event":"summary","processed":0,"saved_before":0,"failed":0,"to_go":3,`) {
		t.Errorf("got %v\n%s", p.failure, &p.out)
	}
}

func TestProcessSummary(t *testing.T) {
	t.Parallel()
	p, output := outcomes(t)
	goldentest.Compare(t, "testdata/golden/process.golden", regexp.MustCompile(` {3,}`).ReplaceAllString(output, "  ")) // the width of a column depends on the directory's name
	goldentest.Compare(t, "testdata/golden/process.stderr.golden", strings.ReplaceAll(p.err.String(), p.dir, "reports"))
}

func TestProcessShowsTheEyesOfSeveralFiles(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := runProcess(t, f, t.Context(), []string{"a.pdf", "b.pdf"}, "--eyes")
	if strings.Count(p.out.String(), "Right (OD)") != 2 {
		t.Error(p.out.String())
	}
	p.again(t, f, t.Context(), "DIR/a.pdf", "DIR/b.pdf")
	if strings.Contains(p.out.String(), "Right (OD)") {
		t.Error(p.out.String())
	}
}
