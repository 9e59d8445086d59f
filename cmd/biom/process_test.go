package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
)

func TestProcessSavesWhatTheServiceSent(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.env = map[string]string{"BIOM_API_KEY": "service-key\n", "BIOM_PROVIDER_KEY": "provider-key"}
	p := runProcess(t, f, t.Context(), []string{"a.pdf"}, "--share", "--tier=slow")
	if p.failure != nil {
		t.Fatal(p.failure)
	}
	if want := "a.pdf %PDF of a.pdf share=true tier=slow stream=true key=Bearer service-key provider=provider-key"; !slices.Equal(f.seen, []string{want}) {
		t.Errorf("sent %q", f.seen)
	}
	path := filepath.Join(p.dir, "a.pdf.biom.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Later string }
	if err := json.Unmarshal(text, &got); err != nil || got.Later != "<&>" {
		t.Errorf("saved %s (%v)", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	p.says(t, &p.err, "a.pdf  accepted  10%\n", "a.pdf  extracting  30%\n", "a.pdf  result  100%\n")
	p.says(t, &p.out, "Share code  none: it could not be made", "Saved as "+path, "1 processed, 0 failed, in ")
}

func TestProcessReportsEveryFailure(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	names := []string{"a.pdf", "quota.pdf", "faulty.json", "late.pdf", "cut.pdf", "missing.pdf", "b.pdf"}
	p := runProcess(t, f, t.Context(), names, "--out=DIR/out", "-j2")
	if p.failure == nil || p.failure.Error() != "5 of 7 files failed" {
		t.Errorf("got %v", p.failure)
	}
	// The file whose stream was cut off can be resumed.
	if got := p.files(t, "out"); len(got) != 3 || !strings.HasSuffix(got[0], ".try") || !slices.Equal(got[1:], []string{"a.pdf.biom.json", "b.pdf.biom.json"}) {
		t.Errorf("saved %v", got)
	}
	p.says(t, &p.out,
		"Not processed, the quota is used up: 25 credits are used up. Try again in 3 h 20 min.\n    429 RATE_LIMIT_EXCEEDED, request r-429\n",
		"Refused: The document is not valid.\n    data.right_eye.AL must be between 14 and 40 mm\n    is odd\n    422 REQUEST_VALIDATION_ERROR, request r-422\n",
		"Not processed in time: 30 s were not enough.\n    504 EXTRACTION_TIMEOUT, request r-504\n",
		"the connection ended before the result came. It may have been processed all the same",
		"missing.pdf: no such file or directory",
		"2 processed, 5 failed, in ")
	p.says(t, &p.err, "quota.pdf  failed  429 RATE_LIMIT_EXCEEDED")
	if a, b := strings.Index(p.out.String(), "/a.pdf "), strings.Index(p.out.String(), "/b.pdf "); a < 0 || b < a {
		t.Error("results are not in the order of the arguments")
	}
}

func TestProcessSendsAFewAtOnce(t *testing.T) {
	t.Parallel()
	const atOnce = 3
	f := newFakeService(t)
	together := make(chan struct{})
	now, most := 0, 0
	f.onUpload = func() { // blocks until three uploads have begun: with fewer at once the test would hang
		f.mu.Lock()
		now++
		most = max(most, now)
		last := now == atOnce
		wait := together
		if last {
			now, together = 0, make(chan struct{})
			close(wait)
		}
		f.mu.Unlock()
		<-wait
	}
	p := runProcess(t, f, t.Context(), []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"}, "--concurrency=3")
	if p.failure != nil || most != atOnce || len(f.seen) != 6 {
		t.Errorf("got %v, %d at once, %d sent", p.failure, most, len(f.seen))
	}
}

func TestProcessIsStopped(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	ctx, stop := context.WithCancel(t.Context())
	f.onUpload = stop
	p := runProcess(t, f, ctx, []string{"cut.pdf", "b.pdf", "c.pdf"}, "-j1")
	if p.failure == nil || len(f.seen) > 1 {
		t.Errorf("got %v, sent %v", p.failure, f.seen)
	}
	if want := "stopped: 3 to go; run the same command again to continue"; p.failure.Error() != want {
		t.Errorf("got %v", p.failure)
	}
	p.says(t, &p.out, "0 processed, 0 failed, 3 to go")
	if strings.Contains(p.out.String(), ".pdf") {
		t.Errorf("the files are listed:\n%s", p.out.String())
	}
	if got := p.files(t, ""); len(got) != 1 || !strings.HasSuffix(got[0], ".try") {
		t.Errorf("left behind: %v", got)
	}
}

func TestProcessRefusesBeforeItSends(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	for want, args := range map[string][]string{
		"would both be saved as": {"--out=DIR/out", "DIR/x/a.pdf"},
		"at least 1":             {"--concurrency=0"},
		"no http":                {"--server=localhost:8080"},
		"1 of 1 files failed":    {"--server=http://127.0.0.1:1", "DIR/a.pdf", "DIR"}, // the same file three times is one
	} {
		p := runProcess(t, f, t.Context(), []string{"a.pdf"}, args...)
		switch {
		case p.failure == nil:
			t.Errorf("%s: no error", want)
		case want == "1 of 1 files failed":
			p.says(t, &p.out, "no answer from the server", "Is it running?")
		case want == "no http":
			want = "is not an http or https address"
			fallthrough
		default:
			if !strings.Contains(p.failure.Error(), want) {
				t.Errorf("got %v, want %q", p.failure, want)
			}
		}
	}
	if len(f.seen) != 0 {
		t.Errorf("sent %v", f.seen)
	}
}

func TestProcessNamesAnIgnoredKey(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.header = http.Header{"X-Api-Key-Status": {"invalid"}}
	f.withheld = []biometry.Withheld{{Field: "left_eye.AL", Reason: biometry.NotLegible}}
	p := runProcess(t, f, t.Context(), []string{"a.pdf"})
	p.says(t, &p.out, "The service key was not accepted", "left AL (not legible): read, but not with certainty", "23.50       withheld")
}
