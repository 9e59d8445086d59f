package deploy_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/testenv"
)

// roomy are settings under which a load is not refused.
var roomy = []string{"BIOM_QUOTA_BIOMAI=1000000", "BIOM_QUOTA_BIOMJSON=1000000", "BIOM_QUOTA_RETRIEVE=1000000", "BIOM_EXTRACT_TIMEOUT=2m"}

// load sends requests of several kinds through the proxy until it is stopped.
type load struct {
	t    *testing.T
	c    *cluster
	code string        // of a share
	stop chan struct{} // closed: the requests in flight are the last ones
	done sync.WaitGroup

	mu       sync.Mutex
	outcomes map[string]int // kind and outcome → number
	failures []string
	longest  time.Duration // of a single request
}

// result is how a single request ended.
type result struct {
	status     int
	body       []byte
	retryAfter string
	location   string
	err        error
}

// startLoad starts 50 clients. Each always has a request in flight, or waits for Retry-After.
func startLoad(t *testing.T, c *cluster, code string) *load {
	t.Helper()
	l := &load{t: t, c: c, code: code, stop: make(chan struct{}), outcomes: map[string]int{}}
	for kind, clients := range map[string]int{"json": 8, "pdf": 12, "stream": 8, "keyed": 10, "async": 6, "retrieve": 6} {
		for range clients {
			l.done.Go(func() {
				for {
					select {
					case <-l.stop:
						return
					default:
						l.note(kind, l.request(kind))
					}
				}
			})
		}
	}
	return l
}

func (l *load) note(kind, outcome string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcomes[kind+" "+outcome]++
	if outcome != "right" && outcome != "right after repeats" && len(l.failures) < 20 {
		l.failures = append(l.failures, kind+": "+outcome)
	}
}

// request sends one request, again where the contract allows it, and says how it ended. Every 503
// with Retry-After may be repeated under the same Idempotency-Key. Without a key only a refusal
// that says that nothing was charged may be repeated, and the retrieval of a share.
func (l *load) request(kind string) string {
	key := ""
	if kind == "keyed" || kind == "async" {
		key = uuid.NewString()
	}
	for repeats := 0; ; repeats++ {
		begin := time.Now()
		got := l.send(kind, key)
		l.mu.Lock()
		l.longest = max(l.longest, time.Since(begin))
		l.mu.Unlock()
		switch {
		case got.err == nil && got.right(kind):
			if kind == "async" && !l.jobEnds(got.location) {
				return "the job did not end right: " + got.location
			}
			if repeats > 0 {
				return "right after repeats"
			}
			return "right"
		case got.err == nil && got.status == http.StatusServiceUnavailable && got.retryAfter != "" && repeats < 60 &&
			(key != "" || kind == "retrieve" || bytes.Contains(got.body, []byte("othing was charged"))):
			l.mu.Lock()
			l.outcomes[kind+" 503, repeated"]++
			l.mu.Unlock()
			time.Sleep(time.Second) // the Retry-After of an outage
		default:
			return fmt.Sprintf("status %d, %v: %.300s", got.status, got.err, got.body)
		}
	}
}

// right reports whether a response is the one that its kind of request must get.
func (r result) right(kind string) bool {
	if kind == "async" {
		return r.status == http.StatusAccepted && r.location != ""
	}
	return r.status == http.StatusOK && bytes.Contains(r.body, []byte(`"AL"`)) && (kind != "stream" || bytes.Contains(r.body, []byte("event: result")))
}

// send sends one request and reads its response.
func (l *load) send(kind, key string) result {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	var req *http.Request
	switch kind {
	case "json":
		req = uploadRequest(ctx, l.t, l.c.url, "report.json", []byte(jsonReport))
	case "retrieve":
		req, _ = http.NewRequestWithContext(ctx, http.MethodGet, l.c.url+"/api/v1/biom/retrieve?biom_pin="+l.code, nil)
	case "stream":
		req = uploadRequest(ctx, l.t, l.c.url, "report.pdf", []byte(readFile(l.t, sample)), "stream", "true")
	default:
		req = uploadRequest(ctx, l.t, l.c.url, "report.pdf", []byte(readFile(l.t, sample)))
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	if kind == "async" {
		req.Header.Set("Prefer", "respond-async")
	}
	return exchange(req)
}

func exchange(req *http.Request) (r result) {
	res, err := patient.Do(req)
	if err != nil {
		return result{err: err}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return result{res.StatusCode, body, res.Header.Get("Retry-After"), res.Header.Get("Location"), err}
}

const jsonReport = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"Jane Doe","id":"p"},"right_eye":{"AL":23.4},"left_eye":{}}}`

// patient waits for as long as a request's context.
var patient = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// jobEnds waits until a job has ended and reports whether it has a result.
func (l *load) jobEnds(location string) bool {
	for range 180 {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, l.c.url+location, nil)
		if err != nil {
			return false
		}
		req.Header.Set("Prefer", "wait=10")
		got := exchange(req)
		switch {
		case got.err == nil && got.status == http.StatusOK && bytes.Contains(got.body, []byte(`"AL"`)):
			return true
		case got.err != nil || got.status != http.StatusOK && got.status != http.StatusAccepted && got.status != http.StatusServiceUnavailable:
			l.note("async", fmt.Sprintf("status %d, %v: %.300s", got.status, got.err, got.body))
			return false
		}
		time.Sleep(time.Second)
	}
	return false
}

// end stops the load, prints its outcomes and fails the test for each request that failed.
func (l *load) end() {
	l.t.Helper()
	close(l.stop)
	l.done.Wait()
	for _, outcome := range slices.Sorted(maps.Keys(l.outcomes)) {
		if len(outcome) < 60 {
			l.t.Logf("%6d × %s", l.outcomes[outcome], outcome)
		}
	}
	l.t.Logf("the longest request took %v", l.longest.Round(time.Millisecond))
	for _, f := range l.failures {
		l.t.Error(f)
	}
}

// order runs deploy/cluster with a command for the running cluster.
func (c *cluster) order(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("./cluster", append([]string{c.dir}, args...)...).CombinedOutput()
	if err != nil {
		c.showLogs(t)
		t.Fatalf("deploy/cluster %v: %v: %s", args, err, out)
	}
	return string(out)
}

// TestLongRollingRestart restarts every part under 50 requests in flight. None may fail.
func TestLongRollingRestart(t *testing.T) {
	c := startCluster(t, clusterDir(t), roomy...)
	l := startLoad(t, c, c.makeShare(t).BiomPIN.Pin)
	before := c.runs(t)
	c.testOrderInPieces(t)
	begin := time.Now()
	t.Logf("roll:\n%s", c.order(t, "roll"))
	t.Logf("the roll took %v", time.Since(begin).Round(time.Second))
	l.end()
	for name, pid := range c.runs(t) {
		if name != "proxy" && pid == before[name] { // the proxy's master process stays
			t.Errorf("%s was not restarted", name)
		}
	}
	if out, err := exec.Command("./cluster", c.dir, "restart", "api-9").CombinedOutput(); err == nil || !strings.Contains(string(out), "no part is named api-9") {
		t.Errorf("a restart of an unknown part: %v: %s", err, out)
	}
}

// testOrderInPieces sends a command for the running cluster in two pieces, with more time between them than the
// cluster waits for one.
func (c *cluster) testOrderInPieces(t *testing.T) {
	t.Helper()
	answer := filepath.Join(c.dir, "answer-12345")
	if err := syscall.Mkfifo(answer, 0o600); err != nil {
		t.Fatal(err)
	}
	var pipes [2]*os.File
	for i, path := range []string{answer, filepath.Join(c.dir, "control")} {
		var err error
		if pipes[i], err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			t.Fatal(err)
		}
		defer pipes[i].Close()
	}
	for _, piece := range []string{"123", "45 restart api-9\n"} {
		if _, err := pipes[1].WriteString(piece); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1500 * time.Millisecond)
	}
	if err := pipes[0].SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(pipes[0]).ReadString('\n')
	if err != nil || !strings.Contains(line, "no part is named api-9") {
		t.Errorf("%q, %v", line, err)
	}
}

// runs returns the process IDs of all parts.
func (c *cluster) runs(t *testing.T) map[string]int {
	t.Helper()
	pids := map[string]int{}
	files, _ := filepath.Glob(filepath.Join(c.dir, "run", "*"))
	for _, file := range files {
		pids[filepath.Base(file)] = c.pids(t, filepath.Base(file))[0]
	}
	return pids
}

// TestLongHungAPI stops an api in its tracks under load. Its clients get an answer within 30 s, which
// does not claim that nothing was charged, and a repeat with the same Idempotency-Key succeeds.
func TestLongHungAPI(t *testing.T) {
	c := startCluster(t, clusterDir(t), roomy...)
	l := &load{t: t, c: c, outcomes: map[string]int{}}
	api := c.pids(t, "api-1")[0]
	hung := func(kill func()) {
		const clients = 20
		answers := make(chan result, clients)
		keys := make([]string, clients)
		c.signalWorkers(t, syscall.SIGSTOP) // so that all requests are in flight
		for i := range keys {
			keys[i] = uuid.NewString()
			go func() { answers <- l.send("keyed", keys[i]) }()
		}
		testenv.Await(t, "the charges", func() bool { return c.used(t) >= clients })
		kill()
		c.signalWorkers(t, syscall.SIGCONT)
		begin, broken := time.Now(), 0
		for range clients {
			got := <-answers
			if got.right("keyed") {
				continue
			}
			broken++
			var body failure
			if err := json.Unmarshal(got.body, &body); err != nil || got.status != http.StatusServiceUnavailable || got.retryAfter == "" ||
				!strings.Contains(body.Error.Message, "may have been carried out and charged") || !strings.Contains(body.Error.Message, "same Idempotency-Key") {
				t.Errorf("status %d, %v: %s", got.status, got.err, got.body)
			}
		}
		took := time.Since(begin)
		t.Logf("%d of %d requests were cut, all answered after %v", broken, clients, took.Round(time.Millisecond))
		if broken == 0 {
			t.Error("the api had no requests")
		}
		if took > 30*time.Second {
			t.Errorf("a client waited for %v", took)
		}
		before := c.used(t)
		for _, key := range keys {
			testenv.Await(t, "the result of a repeat", func() bool { return l.send("keyed", key).right("keyed") })
		}
		if used := c.used(t); used != before || used > 2*clients {
			t.Errorf("%v credits are used, %v before the repeats", used, before)
		}
	}
	hung(func() { _ = syscall.Kill(api, syscall.SIGSTOP) })
	_ = syscall.Kill(api, syscall.SIGKILL) // the cluster starts it again
	testenv.Await(t, "another process of the api", func() bool { pid := c.pids(t, "api-1")[0]; return pid != api && alive(pid) })
	c.order(t, "restart", "worker-1") // returns when all parts work
}
