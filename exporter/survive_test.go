package exporter_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"biom/exporter"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// large returns a request whose archive does not fit into the buffers of sockets.
func large(t testing.TB) []byte {
	t.Helper()
	largeOnce.Do(func() { largeBody = makeLarge(t) })
	return largeBody
}

var (
	largeOnce sync.Once
	largeBody []byte
)

func makeLarge(t testing.TB) []byte {
	t.Helper()
	items := make([]item, 400)
	noise := rand.NewChaCha8([32]byte{})
	for i := range items {
		r := response(i)
		text := make([]byte, 15_000)
		_, _ = noise.Read(text)
		r.ExtraData.Notes = new(base64.StdEncoding.EncodeToString(text))
		items[i] = item{r, "a.pdf"}
	}
	return bodyOf(t, items)
}

// begin sends a request over a connection with a small buffer, and returns the
// response when its headers have arrived.
func (c *client) begin(body []byte) (net.Conn, *http.Response) {
	c.t.Helper()
	conn := c.connect()
	if conn, ok := conn.(*net.TCPConn); ok {
		if err := conn.SetReadBuffer(64 << 10); err != nil {
			c.t.Fatal(err)
		}
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", endpoint.ExportPath, len(body), body)
	resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 64<<10), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		c.t.Fatal(resp.StatusCode)
	}
	return conn, resp
}

// A client that takes far longer for the archive than the time limit for 8 KiB gets
// all of it.
func TestSlowReaderGetsWholeArchive(t *testing.T) {
	t.Parallel()
	body := large(t)
	synctest.Test(t, func(t *testing.T) { testSlowReader(t, body) })
}

func testSlowReader(t *testing.T, body []byte) {
	c := setupInBubble(t, func(c *exporter.Config) { c.WriteTimeout = 10 * time.Second })
	_, resp := c.begin(body)
	var archive bytes.Buffer
	began := time.Now()
	for {
		_, err := io.CopyN(&archive, resp.Body, 8<<10)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("after %d bytes: %v", archive.Len(), err)
		}
		time.Sleep(4 * time.Second) // of the fake clock
	}
	if took := time.Since(began); took < 10*time.Minute {
		t.Errorf("the client was not slow: it took %v", took)
	}
	if n := len(unzip(t, archive.Bytes()).names); n != 402 {
		t.Errorf("%d files", n)
	}
	t.Logf("%d bytes in %v", archive.Len(), time.Since(began))
}

// The connection of a client that stops reading is cut, and its short archive does
// not look complete.
func TestReaderThatStopsIsCutOff(t *testing.T) {
	t.Parallel()
	body := large(t)
	synctest.Test(t, func(t *testing.T) { testReaderThatStops(t, body) })
}

func testReaderThatStops(t *testing.T, body []byte) {
	c := setupInBubble(t, func(c *exporter.Config) { c.WriteTimeout = 10 * time.Second })
	_, resp := c.begin(body)
	began := time.Now()
	c.log.await(t, "an export was cut")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the connection was cut after %v", took)
	}
	archive, err := io.ReadAll(resp.Body)
	if err == nil {
		t.Errorf("%d bytes, and the end of a response", len(archive))
	}
}

// A client that leaves ends the export, before the first byte and after.
func TestLeavingClientEndsExport(t *testing.T) {
	t.Parallel()
	c := setup(t)
	conn, _ := c.begin(large(t))
	_ = conn.Close()
	c.log.await(t, "an export was cut")

	e, err := exporter.New(exporter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := &sink{header: http.Header{}}
	if err := e.Export(out, request(t, body(t, 1000)).WithContext(ctx)); !errors.Is(err, context.Canceled) || out.n > 0 {
		t.Errorf("%v, %d bytes", err, out.n)
	}
}

func request(t testing.TB, body []byte) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, endpoint.ExportPath, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Content-Length", fmt.Sprint(len(body)))
	return r
}

// failing is a response whose writes fail after a number of bytes.
type failing struct {
	sink

	limit int
}

func (w *failing) Write(p []byte) (int, error) {
	if w.n+len(p) > w.limit {
		return 0, errors.New("no more")
	}
	return w.sink.Write(p)
}

// A failure after the first byte aborts the handler, at whichever byte it happens.
func TestFailureAfterFirstByteAborts(t *testing.T) {
	t.Parallel()
	e, err := exporter.New(exporter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	text := body(t, 3)
	whole := &sink{header: http.Header{}}
	if err := e.Export(whole, request(t, text)); err != nil {
		t.Fatal(err)
	}
	for limit := 0; limit < whole.n; limit += 500 {
		func() {
			defer func() {
				if p := recover(); p != any(http.ErrAbortHandler) {
					t.Errorf("after %d of %d bytes: %v", limit, whole.n, p)
				}
			}()
			err := e.Export(&failing{sink{header: http.Header{}}, limit}, request(t, text))
			t.Errorf("after %d bytes it returned %v", limit, err)
		}()
	}
}

// An export for which there is no memory is refused with a Retry-After, and accepted
// once there is.
func TestExportWithoutMemoryIsRefused(t *testing.T) {
	t.Parallel()
	text := large(t)
	c := setup(t, func(c *exporter.Config) { c.Memory, c.MaxBody = len(text)+100, len(text) })
	conn, _ := c.begin(text)
	refused, b := c.post(body(t, 10))
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") != "5" {
		t.Errorf("%d %s", refused.StatusCode, b)
	}
	_ = conn.Close()
	c.log.await(t, "an export was cut")
	for deadline := time.Now().Add(testTimeout); ; { // the memory is returned after the log line
		again, b := c.post(body(t, 10))
		if again.StatusCode == http.StatusOK {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d %s", again.StatusCode, b)
		}
	}
}

// Exports at the same time do not mix their contents.
func TestConcurrentExports(t *testing.T) {
	t.Parallel()
	e, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	export := func(text []byte) []byte {
		out := &sink{header: http.Header{}, store: true}
		endpoint.SetHeaders(out.header, "id")
		if err := e.Export(out, request(t, text)); err != nil {
			t.Error(err)
		}
		return out.body.Bytes()
	}
	var all sync.WaitGroup
	for i := range 8 {
		text := bodyOf(t, []item{{response(i), fmt.Sprintf("%d.pdf", i)}, {response(i + 100), "a.pdf"}})
		want := unzip(t, export(text))
		all.Go(func() {
			for range 5 {
				got := unzip(t, export(text))
				for name, content := range want.content {
					if !bytes.Equal(got.content[name], content) {
						t.Errorf("%s differs", name)
					}
				}
			}
		})
	}
	all.Wait()
}

// An export leaves nothing in the temporary directories on disk and in memory, and no
// content of a request is logged or quoted.
func TestExportLeavesNothing(t *testing.T) { testExportLeavesNothing(t, 10) }

// 6000 reports are more than excelize keeps in the heap.
func TestLongExportLeavesNothing(t *testing.T) { testExportLeavesNothing(t, 6000) }

func testExportLeavesNothing(t *testing.T, reports int) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	c := setup(t, func(c *exporter.Config) { c.MaxResponses, c.MaxBody = 20_000, 100<<20 })
	r := response(1)
	r.Data.Patient.ID = new(canary)
	items := make([]item, reports)
	for i := range items {
		items[i] = item{r, canary + ".pdf"}
	}
	watched := make(chan int)
	stop := make(chan struct{})
	go func() {
		highest := 0
		for {
			highest = max(highest, inMemoryFiles(t))
			select {
			case <-stop:
				watched <- highest
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	if resp, b := c.post(bodyOf(t, items, "xlsx")); resp.StatusCode != http.StatusOK {
		t.Errorf("%d %.300s", resp.StatusCode, b)
	}
	close(stop)
	t.Logf("at most %d directories in memory", <-watched)
	if resp, b := c.post(bodyOf(t, append(items[:1:1], item{map[string]any{"data": canary}, canary}), canary)); resp.StatusCode != 422 || bytes.Contains(b, []byte(canary)) {
		t.Errorf("%d %s", resp.StatusCode, b)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 || inMemoryFiles(t) > 0 {
		t.Errorf("left: %v, %v, %d in memory", left, err, inMemoryFiles(t))
	}
}

// inMemoryFiles returns how many directories of exports are in memory.
func inMemoryFiles(t *testing.T) (n int) {
	t.Helper()
	entries, _ := os.ReadDir("/dev/shm") // not everywhere
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "biom-export-") {
			n++
		}
	}
	return n
}

// A panic is answered with 500 in the standard body. The log has its stack, but not
// its value.
func TestPanicIsInternalError(t *testing.T) {
	t.Parallel()
	calls := 0
	c := setup(t, func(c *exporter.Config) {
		c.Now = func() time.Time {
			if calls++; calls == 1 {
				panic(canary)
			}
			return noon()
		}
	})
	resp, b := c.post(body(t, 1))
	if resp.StatusCode != http.StatusInternalServerError || !bytes.Contains(b, []byte(`"code":"`+string(problem.Internal)+`"`)) {
		t.Errorf("%d %s", resp.StatusCode, b)
	}
	if !strings.Contains(c.log.String(), "survive_test.go") {
		t.Errorf("no stack in the log:\n%s", c.log)
	}
}

// Shutdown waits for exports in flight, and cuts them off at its deadline.
func TestShutdownCutsExportsAtDeadline(t *testing.T) {
	t.Parallel()
	c, s := newClient(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.dial = func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	var served sync.WaitGroup
	served.Go(func() { _ = s.HTTP().Serve(l) })
	_, resp := c.begin(large(t))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); err == nil {
		t.Error("Shutdown returned no error, though an export was in flight")
	}
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("the archive is complete")
	}
	c.log.await(t, "an export was cut")
	served.Wait()
}
