package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"biom/api/web/docs"
)

// The programs in JavaScript do in a browser, on a page of another site, what
// the documentation says.
func TestLongDocsJavaScript(t *testing.T) {
	bin, n := programs(t), 0
	for _, page := range documentation(t).Pages {
		for _, f := range page.Fences {
			name, ok := strings.CutPrefix(f.Info, "js ")
			if !ok || strings.HasSuffix(name, ".mjs") { // for Node: TestDocsExamples runs it
				continue
			}
			n++
			t.Run(name, func(t *testing.T) {
				r := newReader(t, 50+n, bin)
				r.background("biom serve\n", "…serving on http://localhost:8080…")
				got := inBrowser(t, r.toTest.Replace(f.Code), filepath.Join(r.dir, "report.pdf"))
				checkProgram(t, page, got)
			})
		}
	}
	if n == 0 {
		t.Error("no program in JavaScript was found")
	}
}

// told is the outcome of a program's process(file, onProgress).
type told struct {
	Result json.RawMessage
	Steps  []string
	Failed string
}

func checkProgram(t *testing.T, page *docs.Page, got told) {
	t.Helper()
	if got.Failed != "" || !strings.Contains(string(got.Result), `"right_eye":{"AL":23.83,`) {
		t.Errorf("got %s %s", got.Result, got.Failed)
	}
	want := []string{"accepted", "queued", "preparing", "extracting", "validating"}
	if page.Name == "events" && !slices.Equal(got.Steps, want) {
		t.Errorf("steps %v, want %v", got.Steps, want)
	}
}

// runner is a page that has a program process a file and reports the outcome.
const runner = `<!doctype html><meta charset="utf-8"><script type="module">
const told = { Steps: [] };
try {
	const { process } = await import("/program.js");
	const file = new File([await (await fetch("/report.pdf")).blob()], "report.pdf");
	told.Result = await process(file, (e) => told.Steps.push(e.stage));
} catch (e) {
	told.Failed = String(e);
}
await fetch("/told", { method: "POST", body: JSON.stringify(told) });
</script>`

// inBrowser opens a page that runs a program.
func inBrowser(t *testing.T, program, report string) (got told) {
	t.Helper()
	bodies := make(chan []byte, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, runner) })
	mux.HandleFunc("GET /program.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, program)
	})
	mux.Handle("GET /client/", http.StripPrefix("/client/", http.FileServer(http.Dir(filepath.Join(typescript, "dist")))))
	mux.HandleFunc("GET /report.pdf", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, report) })
	mux.HandleFunc("POST /told", func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // an incomplete body is no JSON, which is reported below
		bodies <- body
	})
	site := httptest.NewServer(mux)
	defer site.Close()
	defer browse(t, site.URL)()
	select {
	case body := <-bodies:
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
	case <-time.After(maxTestWait):
		t.Fatal("the program did not end")
	}
	return got
}

// browse opens an address in Chromium. end kills all its processes.
func browse(t *testing.T, url string) (end func()) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is missing: run deploy/setup test")
	}
	profile, err := os.MkdirTemp("", fmt.Sprintf("biom-test-%d-", os.Getpid())) // testenv removes it if this process is killed
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--remote-debugging-port=0", "--user-data-dir="+profile, url) // without a port Chromium prints the page instead
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		_ = os.RemoveAll(profile)
	}
}
