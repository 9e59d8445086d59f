package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/cmd/internal/batch"
	"biom/shared/biometry"
)

const tooLate = `{"status":504,"error":{"code":"EXTRACTION_TIMEOUT","message":"30 s were not enough.","request_id":"r-504"}}`

func TestProcessAsyncSavesTheResponses(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.env = map[string]string{"BIOM_API_KEY": "service-key"}
	f.withheld = []biometry.Withheld{illegible}
	p := runProcess(t, f, t.Context(), []string{"a.pdf"}, "--async", "--share", "--batch=monday", "--callback=clinic")
	if p.failure != nil {
		t.Fatal(p.failure)
	}
	if want := "a.pdf %PDF of a.pdf share=true tier=standard stream=false key=Bearer service-key provider="; !slices.Equal(f.seen, []string{want}) {
		t.Errorf("sent %q", f.seen)
	}
	if j := f.jobs.byID[f.jobs.ids[0]]; j.batch != "monday" || j.callback != "clinic" || len(j.key) != 64 {
		t.Errorf("job %+v", j)
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "a.pdf.biom.json"))
	if err != nil {
		t.Fatal(err)
	}
	at := runProcess(t, f, t.Context(), []string{"a.pdf"}).dir
	if want, err := os.ReadFile(filepath.Join(at, "a.pdf.biom.json")); err != nil || string(text) != string(want) {
		t.Errorf("saved\n%s, without --async\n%s, %v", text, want, err)
	}
	if got := p.files(t, ""); len(got) != 1 {
		t.Errorf("left %v", got)
	}
	p.says(t, &p.err, "a.pdf  sending  0%\n", "a.pdf  queued  10%\n", "a.pdf  extracting  30%\n", "a.pdf  result  100%\n")
	p.says(t, &p.out, "Right (OD)", "left AL (not legible): read, but not with certainty", "1 processed, 0 failed, in ")
}

// Everything is submitted, also while the first job is still waited for.
func TestProcessAsyncSubmitsWithoutWaiting(t *testing.T) {
	t.Parallel()
	names := []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"}
	f := newFakeService(t)
	f.jobs.state = func(*fakeJob, int) (string, string) { // with fewer submitted the test would hang
		if len(f.jobs.ids) < len(names) {
			return "running", ""
		}
		return "succeeded", ""
	}
	p := runProcess(t, f, t.Context(), names, "--async", "-j1")
	if p.failure != nil || len(p.files(t, "")) != len(names) {
		t.Errorf("got %v, %v", p.failure, p.files(t, ""))
	}
	f.chargedOnce(t, names...)
}

// stoppedAsync runs the command until it has submitted and noted all files, and fetched n of
// them.
func stoppedAsync(t *testing.T, f *fakeService, names []string, n int) *processing {
	t.Helper()
	p := &processing{dir: t.TempDir()}
	ctx, stop := context.WithCancel(t.Context())
	f.jobs.state = func(j *fakeJob, asked int) (string, string) {
		if slices.Index(f.jobs.ids, j.id) < n {
			return "succeeded", ""
		}
		if noted, err := batch.Submitted(p.dir); err != nil || len(noted) == len(names)-n {
			stop()
		}
		return "running", ""
	}
	p.again(t, f, ctx, append([]string{"--async", "-j1"}, p.write(t, names)...)...)
	f.jobs.state = nil
	return p
}

func TestProcessAsyncIsResumed(t *testing.T) {
	t.Parallel()
	names := []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf"}
	f := newFakeService(t)
	p := stoppedAsync(t, f, names, 1)
	if want := "stopped: 3 to go; run the same command again to continue"; p.failure == nil || p.failure.Error() != want {
		t.Errorf("got %v", p.failure)
	}
	if got := p.files(t, ""); len(got) != 4 || got[3] != "a.pdf.biom.json" {
		t.Errorf("left %v", got)
	}
	f.seen = nil
	for _, name := range p.files(t, "")[:3] {
		if info, err := os.Stat(filepath.Join(p.dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err) // the IDs of jobs are secrets
		}
	}
	p.write(t, []string{"e.pdf"}) // was not submitted
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil || len(f.seen) != 1 || !strings.HasPrefix(f.seen[0], "e.pdf ") {
		t.Errorf("got %v, sent %q", p.failure, f.seen)
	}
	p.says(t, &p.out, "4 processed, 1 saved before, 0 failed")
	f.chargedOnce(t, append(names, "e.pdf")...)
	if got := p.files(t, ""); len(got) != 5 {
		t.Errorf("left %v", got)
	}
}

// What was begun in one way goes on in the other, under the same key.
func TestProcessAsyncIsResumedWithoutIt(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf"}, 0)
	p.again(t, f, t.Context(), "DIR")
	if p.failure != nil || len(p.files(t, "")) != 1 {
		t.Errorf("got %v, left %v", p.failure, p.files(t, ""))
	}
	f.chargedOnce(t, "a.pdf")

	f = newFakeService(t)
	f.fail = func(w http.ResponseWriter, _ string, try int) bool {
		if try == 1 {
			f.stream(w, "a", "")
		}
		return try == 1
	}
	p = runProcess(t, f, t.Context(), []string{"a.pdf"}, "--retry-for=0s")
	if p.failure == nil {
		t.Error("the stream was not cut")
	}
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil {
		t.Error(p.failure)
	}
	f.chargedOnce(t, "a.pdf")
}

// The service accepts a report, and the connection breaks before it can say so.
func TestProcessAsyncRepeatsASubmissionUnderItsKey(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.fail = func(w http.ResponseWriter, _ string, try int) bool {
		switch try {
		case 1:
			panic(http.ErrAbortHandler)
		case 2, 3:
			w.Header().Set("Retry-After", "7")
			fakeJSON(w, map[int]int{2: 503, 3: 429}[try], busy)
		}
		return try < 4
	}
	p := runProcess(t, f, t.Context(), []string{"a.pdf"}, "--async")
	if want := []time.Duration{1e9, 7e9, 7e9}; p.failure != nil || !slices.Equal(f.waits, want) {
		t.Errorf("got %v after %v", p.failure, f.waits)
	}
	f.chargedOnce(t, "a.pdf")
}

// A job that has expired is submitted again under its key. The service may still know the
// response.
func TestProcessAsyncSubmitsAForgottenJobAgain(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf", "b.pdf"}, 0)
	f.forgetJobs()
	f.jobs.expired = map[string]bool{"b.pdf": true}
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil || len(f.seen) != 4 || len(p.files(t, "")) != 2 {
		t.Errorf("got %v, sent %q, left %v\n%s", p.failure, f.seen, p.files(t, ""), &p.out)
	}
	p.says(t, &p.err, "a.pdf  waiting  sent again: the service no longer has the job: it has expired or was cancelled\n")
	f.chargedOnce(t, "a.pdf", "b.pdf")
}

// failing returns a state of jobs of which those in names fail while they are asked for the
// first n times, and the others succeed.
func failing(problem string, n int, names ...string) func(*fakeJob, int) (string, string) {
	return func(j *fakeJob, asked int) (string, string) {
		if slices.Contains(names, j.name) && asked <= n {
			return "failed", problem
		}
		return "succeeded", ""
	}
}

var busyJob = strings.Replace(busy, "{", `{"status":503,"retry_after":9,`, 1)

func TestProcessAsyncSubmitsAgainWhatTheServiceWasTooBusyFor(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.jobs.state = failing(busyJob, 1, "a.pdf")
	p := runProcess(t, f, t.Context(), []string{"a.pdf"}, "--async")
	if p.failure != nil || !slices.Equal(f.waits, []time.Duration{9 * time.Second}) {
		t.Errorf("got %v after %v", p.failure, f.waits)
	}
	p.says(t, &p.err, "a.pdf  waiting  next try in 9 s: 503", "a.pdf  result  100%")
	f.chargedOnce(t, "a.pdf")

	f = newFakeService(t) // a service that tells the same under the same key
	f.jobs.state = func(j *fakeJob, _ int) (string, string) {
		return failing(busyJob, 1, "a.pdf")(j, slices.Index(f.jobs.ids, j.id)+1)
	}
	p = runProcess(t, f, t.Context(), []string{"a.pdf"}, "--async")
	if p.failure != nil || len(f.keys) != 2 {
		t.Errorf("got %v, %d keys", p.failure, len(f.keys))
	}

	f = newFakeService(t)
	f.jobs.state = failing(busyJob, 100, "a.pdf")
	p = runProcess(t, f, t.Context(), []string{"a.pdf"}, "--async", "--retry-for=30s")
	if want := []time.Duration{9e9, 9e9, 9e9}; p.failure == nil || !slices.Equal(f.waits, want) {
		t.Errorf("got %v after %v", p.failure, f.waits)
	}
}

func TestProcessAsyncReportsFailedJobs(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.jobs.state = failing(tooLate, 100, "late.pdf")
	p := runProcess(t, f, t.Context(), []string{"late.pdf", "a.pdf"}, "--async", "-j1")
	if p.failure == nil || p.failure.Error() != "1 of 2 files failed" {
		t.Errorf("got %v", p.failure)
	}
	p.says(t, &p.out, "Not processed in time: 30 s were not enough.\n    504 EXTRACTION_TIMEOUT, request r-504\n")
	if got := p.files(t, ""); !slices.Equal(got, []string{"a.pdf.biom.json"}) {
		t.Errorf("left %v", got)
	}
	p.again(t, f, t.Context(), "--async", "DIR/late.pdf")
	if len(f.keys) != 3 {
		t.Error("a file whose failure was told is submitted under the same key, which would tell the same")
	}
}

func TestProcessAsyncReportsRefusals(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.fail = func(w http.ResponseWriter, name string, _ int) bool {
		if name == "a.pdf" {
			return false
		}
		f.answer(w, name)
		return true
	}
	p := runProcess(t, f, t.Context(), []string{"faulty.pdf", "quota.pdf", "missing.pdf", "a.pdf"}, "--async")
	if p.failure == nil || p.failure.Error() != "3 of 4 files failed" {
		t.Errorf("got %v", p.failure)
	}
	p.says(t, &p.out, "Not processed, the quota is used up", "Refused: The document is not valid.", "missing.pdf: no such file or directory", "1 processed, 3 failed")
	if got := p.files(t, ""); !slices.Equal(got, []string{"a.pdf.biom.json"}) {
		t.Errorf("left %v", got)
	}
}

// A file that was changed after its submission is another report.
func TestProcessAsyncSendsAChangedFile(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf"}, 0)
	if err := os.WriteFile(filepath.Join(p.dir, "a.pdf"), []byte("%PDF of somebody else"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.seen = nil
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil || len(f.seen) != 1 || !strings.HasPrefix(f.seen[0], "a.pdf %PDF of somebody else ") || len(f.keys) != 2 {
		t.Errorf("got %v, sent %q under %d keys", p.failure, f.seen, len(f.keys))
	}
}

func TestProcessAsyncOfAServiceWithoutJobs(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.fail = func(w http.ResponseWriter, name string, _ int) bool {
		fakeJSON(w, 200, fakeResponse(name, illegible))
		return true
	}
	p := runProcess(t, f, t.Context(), []string{"a.pdf", "b.pdf"}, "--async")
	if got := p.files(t, ""); p.failure != nil || !slices.Equal(got, []string{"a.pdf.biom.json", "b.pdf.biom.json"}) {
		t.Errorf("got %v, left %v", p.failure, got)
	}
}

// A service that is away while its jobs are waited for is waited for, too.
func TestProcessAsyncSurvivesARestartedServer(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("file%02d.pdf", i))
	}
	down, up := false, false
	f.jobs.state = func(j *fakeJob, asked int) (string, string) {
		if j.name == names[20] && !down {
			down = true
			go f.shutDown()
			panic(http.ErrAbortHandler)
		}
		return "succeeded", ""
	}
	f.onWait = func(time.Duration) {
		f.mu.Lock()
		rise := down && !up
		up = up || rise
		f.mu.Unlock()
		if rise {
			f.restart(t)
		}
	}
	p := runProcess(t, f, t.Context(), names, "--async")
	if p.failure != nil || len(f.waits) == 0 {
		t.Fatalf("%v after %v\n%s", p.failure, f.waits, &p.out)
	}
	f.chargedOnce(t, names...)
	if got := p.files(t, ""); len(got) != len(names) {
		t.Errorf("%d files saved: %v", len(got), got)
	}
}

// runJobs runs a command below `biom jobs`. DIR in an argument stands for the directory.
func (p *processing) runJobs(t *testing.T, f *fakeService, args ...string) {
	t.Helper()
	args = append([]string{"jobs", args[0], "--server", f.URL}, args[1:]...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", p.dir)
	}
	p.out.Reset()
	p.err.Reset()
	process := f.terminal(t.Context(), &p.out, &p.err).Process
	p.failure = runWith(t.Context(), args, process, options{providers: builtInProviders})
}

func TestJobsWaitOfADirectory(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"x/a.pdf", "x/b.pdf", "c.pdf"}, 0)
	f.seen = nil
	p.runJobs(t, f, "wait", "DIR")
	if p.failure != nil || len(f.seen) != 0 {
		t.Errorf("got %v, sent %q", p.failure, f.seen)
	}
	p.says(t, &p.out, "/x/a.pdf  saved", "3 processed, 0 failed")
	if got := append(p.files(t, ""), p.files(t, "x")...); !slices.Equal(got, []string{"c.pdf.biom.json", "a.pdf.biom.json", "b.pdf.biom.json"}) {
		t.Errorf("left %v", got)
	}
	p.runJobs(t, f, "wait", "DIR")
	if p.failure != nil || !strings.HasPrefix(p.out.String(), "0 processed, 0 failed") {
		t.Errorf("got %v\n%s", p.failure, &p.out)
	}
}

// The command has no report to submit again.
func TestJobsWaitOfAForgottenJob(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf"}, 0)
	f.forgetJobs()
	p.runJobs(t, f, "wait", "DIR")
	if p.failure == nil {
		t.Error("no error")
	}
	p.says(t, &p.out, "There is no such job.")
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil {
		t.Error(p.failure)
	}
}

func TestJobsWaitOfIDs(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf", "b.pdf"}, 0)
	f.jobs.byID[f.jobs.ids[1]].name = "../../.ssh/b.pdf" // as another program may have named it
	if err := os.Mkdir(filepath.Join(p.dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.runJobs(t, f, "wait", "--out=DIR/out", f.jobs.ids[0], f.jobs.ids[1])
	if got := p.files(t, "out"); p.failure != nil || !slices.Equal(got, []string{"a.pdf.biom.json", "b.pdf.biom.json"}) {
		t.Errorf("got %v, left %v", p.failure, got)
	}
	p.runJobs(t, f, "wait", "--out=DIR/out", f.jobs.ids[0])
	if p.failure == nil || !strings.Contains(p.out.String(), "exists already") {
		t.Errorf("got %v\n%s", p.failure, &p.out)
	}
	p.runJobs(t, f, "wait", strings.Repeat("f", 32))
	if p.failure == nil || !strings.Contains(p.failure.Error(), "There is no such job.") {
		t.Errorf("got %v", p.failure)
	}
	p.runJobs(t, f, "wait", "DIR/reprots")
	if p.failure == nil || !strings.Contains(p.failure.Error(), "reprots is neither a directory nor the ID of a job") {
		t.Errorf("got %v", p.failure)
	}
}

func TestJobsCancel(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf", "b.pdf", "c.pdf"}, 0)
	delete(f.jobs.byID, f.jobs.ids[1])
	p.runJobs(t, f, "cancel", "DIR")
	slices.Sort(f.jobs.deleted)
	if p.failure != nil || !slices.Equal(f.jobs.deleted, []string{"a.pdf", "c.pdf"}) || p.out.String() != "2 jobs cancelled, 1 no longer there\n" {
		t.Errorf("got %v, deleted %v\n%s", p.failure, f.jobs.deleted, &p.out)
	}
	keys := len(f.keys)
	p.again(t, f, t.Context(), "--async", "DIR")
	if p.failure != nil || len(f.keys) != keys+3 {
		t.Errorf("got %v; %d keys: what was cancelled must be a new upload", p.failure, len(f.keys)-keys)
	}
	p.runJobs(t, f, "cancel", f.jobs.ids[3])
	if p.failure != nil || p.out.String() != "1 job cancelled\n" {
		t.Errorf("got %v\n%s", p.failure, &p.out)
	}
	f.shutDown()
	p.runJobs(t, f, "cancel", f.jobs.ids[4])
	if p.failure == nil || !strings.Contains(p.failure.Error(), "no answer from the server") {
		t.Errorf("got %v", p.failure)
	}
}

func TestJobsListOfADirectory(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := stoppedAsync(t, f, []string{"a.pdf", "b.pdf", "c.pdf"}, 0)
	delete(f.jobs.byID, f.jobs.ids[1])
	f.jobs.state = func(j *fakeJob, _ int) (string, string) {
		return map[string]string{"a.pdf": "running", "c.pdf": "queued"}[j.name], ""
	}
	p.runJobs(t, f, "list", "DIR")
	if p.failure != nil {
		t.Error(p.failure)
	}
	p.says(t, &p.out, "/a.pdf  running           30%", "/b.pdf  no longer there   0%        –", "/c.pdf  queued, number 3  10%", f.jobs.ids[0],
		"\n3 jobs, 1 queued, 1 running, 1 no longer there\n")
}

func TestJobsListOfABatch(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.env = map[string]string{"BIOM_API_KEY": "service-key"}
	f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer service-key" || r.URL.Path != "/api/v1/biom/batches/monday" || r.FormValue("status") != "failed" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		next, name := "c-1", "a.pdf"
		if r.FormValue("after") == "c-1" {
			next, name = "", "b\u202e.pdf"
		}
		fakeJSON(w, 200, fmt.Sprintf(`{"batch":"monday","total":3,"counts":{"succeeded":1,"failed":2},"next":%q,`+
			`"jobs":[{"id":"6f1c","status":"failed","filename":%q,"created":"2026-11-22T12:00:00.000Z","http_status":504}]}`, next, name))
	})
	p := &processing{dir: t.TempDir()}
	p.runJobs(t, f, "list", "--batch=monday", "--status=failed")
	if p.failure != nil {
		t.Error(p.failure)
	}
	p.says(t, &p.out, "a.pdf   failed  504   2026-11-2", "b\ufffd.pdf  failed  504", "  –      6f1c", "\n3 jobs, 1 succeeded, 2 failed\n")
	f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fakeJSON(w, 401, `{"error":{"code":"HTTP_ERROR","message":"A batch needs a service key."}}`)
	})
	p.runJobs(t, f, "list", "--batch=monday")
	if p.failure == nil || !strings.Contains(p.failure.Error(), "Refused: A batch needs a service key.") {
		t.Errorf("got %v", p.failure)
	}
}
