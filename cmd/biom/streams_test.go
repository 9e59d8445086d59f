package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"biom/shared/testenv"
)

// streamsOpen is how many streams of each kind TestLongStreamsTakeLittleMemory opens.
const streamsOpen = 5000

// An open stream takes at most 45 KB of an api's heap and stacks: that of an upload whose report is being
// read, and that of the events of a job of another api. The api is a process of its own, built like a release. What
// it had at rest is subtracted, and what remains divided by the number of streams. Run it with -v for the table,
// which also has the resident memory: that includes up to 64 MiB of garbage, however many streams there are, see package memory.
//
// About 24 KB are those of net/http: buffers of 4, 4 and 2 KB, the stack of a connection (8 KB, because the goroutine that serves it waits
// in frames of more than 2 KB), that of the goroutine which notices that a client leaves (2 KB), the request and its headers.
// With BIOM_STREAM_PROFILES=DIR the profiles of heap and goroutines are written there.
func TestLongStreamsTakeLittleMemory(t *testing.T) { // not parallel: it measures memory
	allowFiles(t, 2*streamsOpen+1000)
	r := newRig(t)
	rig := r.executable
	r.executable = testenv.Biom(t)
	owner, _ := r.api(trustUs, "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_LOG_LEVEL=error")
	uploads, uploadsAPI := r.measuredAPI()
	follows, followsAPI := r.measuredAPI()
	r.executable = rig
	r.worker("BIOM_RIG_DELAY=10m", "BIOM_LOG_LEVEL=error", fmt.Sprintf("BIOM_WORKER_CONCURRENCY=%d", 2*streamsOpen))

	for _, c := range []struct {
		name string
		api  *measuredAPI
		open func(i int) (net.Conn, error)
	}{
		{"uploads", uploadsAPI, func(i int) (net.Conn, error) { return openUpload(uploads, i) }},
		{"events of jobs", followsAPI, func(i int) (net.Conn, error) {
			job, err := submitJob(owner, i)
			if err != nil {
				return nil, err
			}
			return openEvents(follows, job)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range 32 { // what is made once, at the first request
				conn, err := c.open(1e6 + i)
				if err != nil {
					t.Fatal(err)
				}
				conn.Close()
			}
			before := c.api.memory(t)
			conns := make([]net.Conn, streamsOpen)
			t.Cleanup(func() {
				for _, conn := range conns {
					if conn != nil {
						conn.Close()
					}
				}
			})
			many(streamsOpen, 32, func(i int) {
				var err error
				if conns[i], err = c.open(i); err != nil {
					t.Error(err)
				}
			})
			if t.Failed() {
				return
			}
			after := c.api.memory(t)
			if dir := os.Getenv("BIOM_STREAM_PROFILES"); dir != "" {
				c.api.profiles(t, dir, c.name)
			}
			each := after.minus(before).dividedBy(streamsOpen)
			t.Logf("at rest:     %s", before)
			t.Logf("with %d:   %s", streamsOpen, after)
			t.Logf("each stream: %s", each)
			if used := each.heap + each.stacks; used > 45_000 {
				t.Errorf("%.1f KB of heap and stacks for each stream, at most 45 are allowed", used/1e3)
			}
		})
	}
}

// allowFiles lets this process and those that it starts open n files.
func allowFiles(t *testing.T, n uint64) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur < n {
		limit.Cur, limit.Max = n, max(limit.Max, n)
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatalf("the test needs %d open files; allow them with `ulimit -Hn %d`: %v", n, n, err)
		}
	}
}

// measuredAPI is an api whose memory is measured.
type measuredAPI struct {
	*process
	admin string // URL
}

func (r *rig) measuredAPI() (string, *measuredAPI) {
	r.t.Helper()
	admin := adminAddress()
	url, p := r.api(trustUs, "BIOM_EXTRACT_TIMEOUT=10m", "BIOM_LOG_LEVEL=error", "BIOM_ADMIN_LISTEN="+admin)
	return url, &measuredAPI{p, "http://" + admin}
}

// memoryUse is what a process uses: bytes, and a number of goroutines.
type memoryUse struct{ resident, heap, stacks, goroutines float64 }

func (m memoryUse) minus(o memoryUse) memoryUse {
	return memoryUse{m.resident - o.resident, m.heap - o.heap, m.stacks - o.stacks, m.goroutines - o.goroutines}
}

func (m memoryUse) dividedBy(n float64) memoryUse {
	return memoryUse{m.resident / n, m.heap / n, m.stacks / n, m.goroutines / n}
}

func (m memoryUse) String() string {
	return fmt.Sprintf("resident %.1f KB, heap in use %.1f KB, stacks %.1f KB, goroutines %.2f", m.resident/1e3, m.heap/1e3, m.stacks/1e3, m.goroutines)
}

// memory returns what the api uses now. Two collections remove what is not used, and shrink the stacks.
func (a *measuredAPI) memory(t *testing.T) (m memoryUse) {
	t.Helper()
	for range 4 {
		a.get(t, "/debug/pprof/heap?gc=1")
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", a.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &m.resident); n == 1 {
			m.resident *= 1024
		}
	}
	for line := range strings.Lines(a.get(t, "/metrics")) {
		for name, value := range map[string]*float64{
			"go_memstats_heap_inuse_bytes": &m.heap, "go_memstats_stack_inuse_bytes": &m.stacks, "go_goroutines": &m.goroutines,
		} {
			_, _ = fmt.Sscanf(line, name+" %g", value)
		}
	}
	return m
}

func (a *measuredAPI) get(t *testing.T, path string) string {
	t.Helper()
	res, err := http.Get(a.admin + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", path, res.StatusCode, err)
	}
	return string(body)
}

// profiles writes the profiles of the heap and of the goroutines into a directory.
func (a *measuredAPI) profiles(t *testing.T, dir, name string) {
	t.Helper()
	for _, kind := range []string{"heap", "goroutine"} {
		if err := os.WriteFile(fmt.Sprintf("%s/%s-%s", dir, strings.ReplaceAll(name, " ", "-"), kind), []byte(a.get(t, "/debug/pprof/"+kind)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// openUpload uploads a document as a caller of its own, and returns the connection when the document is being read.
func openUpload(url string, i int) (net.Conn, error) {
	contentType, form := formOf("report.pdf", document(i, strings.Repeat("x", 100<<10)), "stream", "true")
	return askAgain(url, fmt.Sprintf("POST /api/v1/biom/process HTTP/1.1\r\nHost: biom\r\nX-Forwarded-For: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		addressOf(i), contentType, len(form), form))
}

// openEvents follows a job, and returns the connection when the document is being read.
func openEvents(url, job string) (net.Conn, error) {
	return askAgain(url, fmt.Sprintf("GET %s/events HTTP/1.1\r\nHost: biom\r\n\r\n", job))
}

// askAgain opens a stream. It asks again, as clients do, if the broker did not answer the api in time, which happens on a busy machine.
func askAgain(url, request string) (conn net.Conn, err error) {
	for range 10 {
		conn, err = openStream(url, request)
		if err == nil || !strings.Contains(err.Error(), "HTTP/1.1 503") {
			break
		}
	}
	return conn, err
}

func addressOf(i int) string { return fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255) }

// submitJob submits a job and returns its path.
func submitJob(url string, i int) (path string, err error) {
	contentType, form := formOf("report.pdf", document(i, ""))
	req, err := http.NewRequest(http.MethodPost, url+"/api/v1/biom/process", strings.NewReader(string(form)))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Prefer", "respond-async")
	req.Header.Set("X-Forwarded-For", addressOf(i))
	res, err := manyConnections.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusAccepted {
		return "", fmt.Errorf("status %d, %w: %s", res.StatusCode, err, body)
	}
	return res.Header.Get("Location"), nil
}

var manyConnections = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// lineBuffers are used by one stream after the other: only the memory of the api is of interest.
var lineBuffers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// openStream sends a request and reads its stream until the document is being read.
func openStream(url, request string) (net.Conn, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(conn, request); err != nil {
		conn.Close()
		return nil, err
	}
	in := lineBuffers.Get().(*bufio.Reader)
	defer lineBuffers.Put(in)
	in.Reset(conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil || strings.HasPrefix(line, "HTTP/1.1 ") && !strings.HasPrefix(line, "HTTP/1.1 200") {
			conn.Close()
			return nil, fmt.Errorf("%q, %w", line, err)
		}
		if strings.Contains(line, `"extracting"`) {
			return conn, nil
		}
	}
}
