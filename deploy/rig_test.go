package deploy_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"biom/shared/testenv"
)

// cluster is a running deploy/cluster.
type cluster struct {
	*child
	dir string
	url string // of its proxy
}

// clusterDir makes a directory for a cluster. The accounts of its parts may enter it. Its
// name has a form that testenv removes later if this process is killed.
func clusterDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", fmt.Sprintf("biom-test-%d-", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func startCluster(t *testing.T, dir string, env ...string) *cluster {
	t.Helper()
	c, serving := launchCluster(t, dir, env...)
	serving()
	return c
}

// launchCluster starts deploy/cluster. serving waits until the cluster serves.
func launchCluster(t *testing.T, dir string, env ...string) (c *cluster, serving func()) {
	t.Helper()
	cmd := exec.Command("./cluster", dir)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "BIOM_") }) // the defaults
	cmd.Env = append(cmd.Env, env...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c = &cluster{child: launch(t, cmd), dir: dir}
	return c, func() {
		t.Helper()
		line, _ := bufio.NewReader(stdout).ReadString('\n')
		_, url, ok := strings.Cut(strings.TrimSpace(line), "serving on ")
		if !ok {
			c.end(syscall.SIGTERM)
			c.showLogs(t)
			t.Fatalf("deploy/cluster: %s%s", line, &c.errors)
		}
		c.url = url
	}
}

func (c *cluster) showLogs(t *testing.T) {
	t.Helper()
	for name, text := range c.logs(t) {
		t.Logf("%s:\n%s", name, text[max(0, len(text)-4000):])
	}
}

// logs returns the logs of all parts by their names.
func (c *cluster) logs(t *testing.T) map[string]string {
	t.Helper()
	logs := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(c.dir, "log", "*"))
	for _, file := range files {
		logs[filepath.Base(file)] = readFile(t, file)
	}
	return logs
}

// pids returns the process IDs of the parts whose names begin with prefix.
func (c *cluster) pids(t *testing.T, prefix string) (pids []int) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(c.dir, "run", prefix+"*"))
	for _, file := range files {
		pid, err := strconv.Atoi(strings.TrimSpace(readFile(t, file)))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

func (c *cluster) signalWorkers(t *testing.T, signal syscall.Signal) {
	t.Helper()
	pids := c.pids(t, "worker-")
	if len(pids) != 3 {
		t.Fatalf("%d workers", len(pids))
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, signal); err != nil {
			t.Fatal(err)
		}
	}
}

// awaitEnd waits until none of the processes runs.
func awaitEnd(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		testenv.Await(t, fmt.Sprintf("the end of process %d", pid), func() bool { return !alive(pid) })
	}
}

// alive reports whether a process runs. A zombie, which has ended but whose parent has
// not waited for it, does not run.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

const sample = "../testdata/samples/iolmaster700-en-01.pdf"

// upload uploads content as a file. fields are names and values of form fields in turn.
func upload(t *testing.T, url, name string, content []byte, fields ...string) *http.Response {
	t.Helper()
	return do(t, uploadRequest(t.Context(), t, url, name, content, fields...))
}

func uploadRequest(ctx context.Context, t *testing.T, url, name string, content []byte, fields ...string) *http.Request {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for i := 0; i < len(fields); i += 2 {
		_ = w.WriteField(fields[i], fields[i+1])
	}
	part, _ := w.CreateFormFile("file", name)
	_, _ = part.Write(content)
	_ = w.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/v1/biom/process", &form)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	return req
}

func do(t *testing.T, req *http.Request) *http.Response {
	t.Helper()
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// get sends a GET request. headers are names and values in turn.
func get(t *testing.T, url string, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return do(t, req)
}

// read decodes a JSON body. It fails the test unless the response has the status.
func read[T any](t *testing.T, res *http.Response, status int) (body T) {
	t.Helper()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("status %d, want %d: %s", res.StatusCode, status, text)
	}
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return body
}

// document is the part of a StandardAPIResponse that these tests check.
type document struct {
	Data struct {
		Biometer struct {
			DeviceName string `json:"device_name"`
		}
	}
	BiomPIN *struct{ Pin string } `json:"biompin"`
}

// failure is the part of an error body that these tests check.
type failure struct {
	Error struct {
		Code      string
		Message   string
		RequestID string `json:"request_id"`
	}
}

// firstEvent returns how long the first event of a stream took. The workers are stopped
// until then, so that the event must arrive before the end of the stream. It reads the
// stream to its end.
func (c *cluster) firstEvent(t *testing.T, url string) (took time.Duration) {
	t.Helper()
	c.signalWorkers(t, syscall.SIGSTOP)
	resume := func() { c.signalWorkers(t, syscall.SIGCONT) }
	begin := time.Now()
	res := upload(t, url, "report.pdf", []byte(readFile(t, sample)), "stream", "true")
	events := bufio.NewScanner(res.Body)
	var seen, other []string
	for events.Scan() {
		name, ok := strings.CutPrefix(events.Text(), "event: ")
		if !ok {
			other = append(other, events.Text())
			continue
		}
		if seen = append(seen, name); len(seen) == 1 {
			took = time.Since(begin)
			resume()
		}
	}
	if len(seen) == 0 {
		resume()
	}
	if len(seen) < 3 || seen[0] != "progress" || seen[len(seen)-1] != "result" {
		t.Errorf("status %d, events %v, other lines:\n%s", res.StatusCode, seen, strings.Join(other, "\n"))
	}
	return took
}
