package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"biom/shared/testenv"
)

// exporter starts `biom exporter` and returns its URL.
func (r *rig) exporter(env ...string) (string, *process) {
	r.t.Helper()
	p := r.start(append([]string{"BIOM_LISTEN=127.0.0.1:0"}, env...), "exporter")
	_, at, _ := strings.Cut(p.out.await(r.t, "http://"), "http://")
	return "http://" + at, p
}

// exportBody is a request to export n reports with every field.
func exportBody(t *testing.T, n int) []byte {
	t.Helper()
	sample, err := os.ReadFile(samples + "/iolmaster700-en-01.expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var report map[string]any
	if err := json.Unmarshal(sample, &report); err != nil {
		t.Fatal(err)
	}
	delete(report, "tags")
	report["metadata"] = map[string]any{
		"request_id": "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b0ab", "schema_version": "1.1.0", "app_version": "1",
		"extraction": map[string]any{"method": "AI", "llm": "m", "timestamp": "2026-03-14T10:00:00Z"},
	}
	items := make([]any, n)
	for i := range items {
		items[i] = map[string]any{"json_data": report, "filename": fmt.Sprintf("canary-report-%d.pdf", i)}
	}
	body, err := json.Marshal(map[string]any{"responses": items})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func export(t *testing.T, url string, body []byte) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Post(url+"/api/v1/biom/export", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, answer
}

func filesIn(t *testing.T, archive []byte) int {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatalf("%v: %.200s", err, archive)
	}
	return len(z.File)
}

// An exporter works in the process of biom serve, and as a deployment of its own that
// is killed and started again.
func TestExportThroughTheService(t *testing.T) {
	r := alone(t)
	at, separate := r.exporter("EXPORT_MAX_RESPONSES=5")
	inProcess, _ := r.serve(t.TempDir(), "EXPORT_MAX_RESPONSES=5", "EXPORT_MAX_BODY_SIZE=20kB")
	forwarding, front := r.serve(t.TempDir(), "BIOM_EXPORTER_URL="+at)
	body := exportBody(t, 5)
	for where, url := range map[string]string{"in process": inProcess, "the exporter itself": at, "forwarding": forwarding} {
		if resp, archive := export(t, url, body); resp.StatusCode != http.StatusOK || filesIn(t, archive) != 7 {
			t.Errorf("%s: %d", where, resp.StatusCode)
		}
		if resp, answer := export(t, url, exportBody(t, 6)); resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %s", where, resp.StatusCode, answer)
		}
	}
	if resp, answer := export(t, inProcess, append(body, make([]byte, 20_000)...)); resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	separate.kill()
	if resp, answer := export(t, forwarding, body); resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	r.exporter("BIOM_LISTEN=" + strings.TrimPrefix(at, "http://"))
	if resp, answer := export(t, forwarding, body); resp.StatusCode != http.StatusOK {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	for _, p := range []*process{front, separate} {
		if strings.Contains(p.out.String(), "canary") {
			t.Errorf("a file's name is in the log:\n%s", p.out)
		}
	}
}

// A wrong address is refused at the start, with the name of the variable.
func TestExporterAddressIsChecked(t *testing.T) {
	r := alone(t)
	p := r.start([]string{"BIOM_LISTEN=127.0.0.1:0", "BIOM_DATA=" + t.TempDir(), "BIOM_EXPORTER_URL=exporter:8080"}, "serve")
	p.out.await(t, "BIOM_EXPORTER_URL")
	<-p.ended
}

func TestExporterWithLittleMemory(t *testing.T) { exporterWithLittleMemory(t, 2) }

func TestLongExporterWithLittleMemory(t *testing.T) { exporterWithLittleMemory(t, 8) }

// exporterWithLittleMemory exports 1,000 reports, several times at once, in a
// process that may use 256 MiB. The system refuses it more memory, which would
// kill it.
func exporterWithLittleMemory(t *testing.T, exports int) {
	r := alone(t)
	r.executable = testenv.Biom(t) // without the race detector, which needs memory of its own
	url, p := r.exporter("GOMEMLIMIT=256MiB")
	if out, err := exec.Command("prlimit", "--pid", strconv.Itoa(p.Process.Pid), "--data=268435456:268435456").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	body := exportBody(t, 1000)
	done := make(chan string, exports)
	began := time.Now()
	for range cap(done) {
		go func() {
			resp, err := http.Post(url+"/api/v1/biom/export", "application/json", bytes.NewReader(body))
			if err != nil {
				done <- err.Error()
				return
			}
			defer resp.Body.Close()
			archive, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != http.StatusOK {
				done <- fmt.Sprintf("%d %v", resp.StatusCode, err)
				return
			}
			if z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err != nil || len(z.File) != 1002 {
				done <- fmt.Sprint("no whole archive: ", err)
				return
			}
			done <- ""
		}()
	}
	for range cap(done) {
		if fault := <-done; fault != "" {
			t.Error(fault)
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	peak := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if kB, _ := strconv.Atoi(string(peak[1])); kB > 256<<10 {
		t.Errorf("%d kB resident at most", kB)
	}
	t.Logf("%d exports of %d bytes in %v, at most %s kB resident", cap(done), len(body), time.Since(began), peak[1])
}
