package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/cmd/internal/display"
)

const busy = `{"success":false,"error":{"code":"INTERNAL_ERROR","message":"The queue is full.","request_id":"r-503"}}`

// chargedOnce fails unless exactly the files names were charged, each once.
func (f *fakeService) chargedOnce(t *testing.T, names ...string) {
	t.Helper()
	want := map[string]int{}
	for _, name := range names {
		want[name] = 1
	}
	if !maps.Equal(f.charged, want) {
		t.Errorf("charged %v, want each of %v once", f.charged, names)
	}
}

func TestProcessTriesAgain(t *testing.T) {
	t.Parallel()
	abort := func(w http.ResponseWriter) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		fail func(w http.ResponseWriter, f *fakeService)
		want []time.Duration
	}{
		"when the service says": {func(w http.ResponseWriter, _ *fakeService) {
			w.Header().Set("Retry-After", "7")
			fakeJSON(w, 503, busy)
		}, []time.Duration{7 * time.Second, 7 * time.Second}},
		"when a stream says": {func(w http.ResponseWriter, f *fakeService) {
			f.stream(w, "a", "event: error\ndata: "+strings.Replace(busy, "{", `{"status":503,"retry_after":9,`, 1)+"\n\n")
		}, []time.Duration{9 * time.Second, 9 * time.Second}},
		"after a quota": {func(w http.ResponseWriter, _ *fakeService) {
			w.Header().Set("Retry-After", "3")
			fakeJSON(w, 429, busy)
		}, []time.Duration{3 * time.Second, 3 * time.Second}},
		"after a proxy's page":      {func(w http.ResponseWriter, _ *fakeService) { w.WriteHeader(502) }, []time.Duration{time.Second, 2 * time.Second}},
		"after a cut stream":        {func(w http.ResponseWriter, f *fakeService) { f.stream(w, "a", "") }, []time.Duration{time.Second, 2 * time.Second}},
		"after a killed connection": {func(w http.ResponseWriter, f *fakeService) { f.stream(w, "a", ""); abort(w) }, []time.Duration{time.Second, 2 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFakeService(t)
			f.fail = func(w http.ResponseWriter, _ string, try int) bool {
				if try <= 2 {
					c.fail(w, f)
				}
				return try <= 2
			}
			p := runProcess(t, f, t.Context(), []string{"a.pdf"})
			if p.failure != nil || !slices.Equal(f.waits, c.want) || f.attempts["a.pdf"] != 3 {
				t.Errorf("got %v after %v, %d tries", p.failure, f.waits, f.attempts["a.pdf"])
			}
			f.chargedOnce(t, "a.pdf")
			for _, sent := range f.seen {
				if sent != f.seen[0] || !strings.HasPrefix(sent, "a.pdf %PDF of a.pdf ") {
					t.Errorf("sent %q, %q before", sent, f.seen[0])
				}
			}
			p.says(t, &p.err, "a.pdf  waiting  next try in "+display.Wait(c.want[1])+": ")
			if got := p.files(t, ""); !slices.Equal(got, []string{"a.pdf.biom.json"}) {
				t.Errorf("left %v", got)
			}
		})
	}
}

func TestProcessDoesNotRepeatRefusedFiles(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := runProcess(t, f, t.Context(), []string{"late.pdf", "faulty.pdf", "quota.pdf"})
	if p.failure == nil || len(f.waits) != 0 || len(f.seen) != 3 {
		t.Errorf("got %v, waits %v, sent %v", p.failure, f.waits, f.seen)
	}
	if got := p.files(t, ""); len(got) != 0 {
		t.Errorf("left %v", got)
	}
	first := maps.Clone(f.keys)
	p.again(t, f, t.Context(), "DIR/late.pdf")
	if len(f.keys) != len(first)+1 {
		t.Error("a file whose failure was told is asked for under the same key, which would tell the same")
	}
}

// The batch waits once for a service that stays unavailable, not once for each
// file.
func TestProcessGivesUp(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.fail = func(w http.ResponseWriter, name string, _ int) bool {
		if name == "a.pdf" {
			return false
		}
		fakeJSON(w, 503, busy)
		return true
	}
	p := runProcess(t, f, t.Context(), []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf"}, "-j1", "--retry-for=20s")
	if p.failure == nil || p.failure.Error() != "3 of 4 files failed" {
		t.Errorf("got %v", p.failure)
	}
	if want := []time.Duration{1e9, 2e9, 4e9, 8e9}; !slices.Equal(f.waits, want) {
		t.Errorf("waited %v, want %v", f.waits, want)
	}
	p.says(t, &p.out, "Not processed, the service is busy: The queue is full.")
}

func TestProcessNoticesThatTheServiceIsBack(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.fail = func(w http.ResponseWriter, name string, try int) bool {
		if bad := name == "a.pdf" || name == "c.pdf" && try == 1; !bad {
			return false
		}
		fakeJSON(w, 503, busy)
		return true
	}
	p := runProcess(t, f, t.Context(), []string{"a.pdf", "b.pdf", "c.pdf"}, "-j1", "--retry-for=2s")
	if p.failure == nil || p.failure.Error() != "1 of 3 files failed" {
		t.Errorf("got %v", p.failure)
	}
}

// The service is killed when half of the files are processed and others are in
// progress, and is started again after some waits.
func TestProcessSurvivesARestartedServer(t *testing.T) {
	t.Parallel()
	const files, atOnce = 40, 4
	f := newFakeService(t)
	var names []string
	for i := range files {
		names = append(names, fmt.Sprintf("file%02d.pdf", i))
	}
	var kill, rise sync.Once
	var done int
	f.fail = func(w http.ResponseWriter, name string, _ int) bool {
		f.mu.Lock()
		done++
		half := done == files/2
		f.mu.Unlock()
		if half {
			f.stream(w, name, "") // accepted and charged, then cut off
			kill.Do(f.shutDown)
		}
		return half
	}
	f.onWait = func(time.Duration) { rise.Do(func() { f.restart(t) }) }
	p := runProcess(t, f, t.Context(), names, fmt.Sprintf("-j%d", atOnce))
	if p.failure != nil {
		t.Fatalf("%v\n%s", p.failure, &p.out)
	}
	f.chargedOnce(t, names...)
	if got := p.files(t, ""); len(got) != files {
		t.Errorf("%d files saved: %v", len(got), got)
	}
	if len(f.waits) == 0 {
		t.Error("nothing went wrong")
	}
}

// After Ctrl-C or a crash the saved responses stay, and the same command resumes
// the files that were in progress.
func TestProcessIsResumed(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	ctx, stop := context.WithCancel(t.Context())
	f.fail = func(w http.ResponseWriter, name string, try int) bool {
		if name != "b.pdf" || try > 1 {
			return false
		}
		f.stream(w, "b", "")
		stop()
		return true
	}
	names := []string{"a.pdf", "b.pdf", "c.pdf"}
	p := runProcess(t, f, ctx, names, "-j1")
	if p.failure == nil || p.failure.Error() != "stopped: 2 to go; run the same command again to continue" {
		t.Errorf("got %v", p.failure)
	}
	p.says(t, &p.out, "1 processed, 0 failed, 2 to go")
	if got := p.files(t, ""); len(got) != 2 || got[1] != "a.pdf.biom.json" {
		t.Errorf("left %v", got)
	}
	p.again(t, f, t.Context(), "DIR/a.pdf", "DIR/./b.pdf", "DIR/../"+filepath.Base(p.dir)+"/c.pdf") // other paths of the same files
	if p.failure != nil {
		t.Error(p.failure)
	}
	p.says(t, &p.out, "2 processed, 1 saved before, 0 failed")
	f.chargedOnce(t, names...)
	if got := p.files(t, ""); !slices.Equal(got, []string{"a.pdf.biom.json", "b.pdf.biom.json", "c.pdf.biom.json"}) {
		t.Errorf("left %v", got)
	}
}

func TestProcessIsStoppedWhileItWaits(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	ctx, stop := context.WithCancel(t.Context())
	f.onWait = func(time.Duration) { stop() }
	p := runProcess(t, f, ctx, []string{"cut.pdf"})
	if p.failure == nil || f.attempts["cut.pdf"] != 1 {
		t.Errorf("got %v after %d tries", p.failure, f.attempts["cut.pdf"])
	}
	p.says(t, &p.out, "0 failed, 1 to go")
}
