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
	"time"

	"biom/exporter"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// large is a request whose archive does not fit into the buffers of sockets.
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

// begin sends a request over a connection that reads no more than it must, and
// returns the answer when its headers are there.
func (c *client) begin(body []byte) (*net.TCPConn, *http.Response) {
	c.t.Helper()
	conn := c.dial().(*net.TCPConn)
	if err := conn.SetReadBuffer(64 << 10); err != nil {
		c.t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", endpoint.ExportPath, len(body), body)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		c.t.Fatal(resp.StatusCode)
	}
	return conn, resp
}

// A reader so slow that the archive takes far longer than the patience for one
// piece of it gets the whole.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	c := setup(t, func(c *exporter.Config) { c.WriteTimeout = 2 * time.Second })
	body := large(t)
	_, resp := c.begin(body)
	var archive bytes.Buffer
	began := time.Now()
	for {
		_, err := io.CopyN(&archive, resp.Body, 128<<10)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("after %d bytes: %v", archive.Len(), err)
		}
		time.Sleep(60 * time.Millisecond) // being slow is what is tested
	}
	if n := len(unzip(t, archive.Bytes()).names); n != 402 {
		t.Errorf("%d files", n)
	}
	t.Logf("%d bytes in %v", archive.Len(), time.Since(began))
}

// Who takes nothing any more is let go, and never gets a short archive that
// looks whole.
func TestReaderThatStops(t *testing.T) {
	t.Parallel()
	c := setup(t, func(c *exporter.Config) { c.WriteTimeout = 200 * time.Millisecond })
	_, resp := c.begin(large(t))
	c.log.await(t, "an export was cut")
	archive, err := io.ReadAll(resp.Body)
	if err == nil {
		t.Errorf("%d bytes, and the end of an answer", len(archive))
	}
}

// A client that leaves ends the work, before the first byte and after.
func TestLeavingClient(t *testing.T) {
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

// failing takes some bytes and then none.
type failing struct {
	sink

	most int
}

func (w *failing) Write(p []byte) (int, error) {
	if w.n+len(p) > w.most {
		return 0, errors.New("no more")
	}
	return w.sink.Write(p)
}

// Whatever fails after the first byte aborts, wherever it happens.
func TestCutNeverEndsWell(t *testing.T) {
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
	for most := 0; most < whole.n; most += 500 {
		func() {
			defer func() {
				if p := recover(); p != any(http.ErrAbortHandler) {
					t.Errorf("after %d of %d bytes: %v", most, whole.n, p)
				}
			}()
			err := e.Export(&failing{sink{header: http.Header{}}, most}, request(t, text))
			t.Errorf("after %d bytes it returned %v", most, err)
		}()
	}
}

// More at once than there is memory for are told to come back.
func TestCrowd(t *testing.T) {
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
	for wait := time.Now().Add(10 * time.Second); ; {
		again, b := c.post(body(t, 10))
		if again.StatusCode == http.StatusOK {
			return
		}
		if time.Now().After(wait) {
			t.Fatalf("%d %s", again.StatusCode, b)
		}
	}
}

// Many at once, each with its own names: what is reused is never shared.
func TestTogether(t *testing.T) {
	t.Parallel()
	e, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	export := func(text []byte) []byte {
		out := &sink{header: http.Header{}, keep: true}
		endpoint.Begin(out.header, "id")
		if err := e.Export(out, request(t, text)); err != nil {
			t.Error(err)
		}
		return out.kept.Bytes()
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

// Nothing is left in the temporary directory or in memory's, and nothing of
// what is sent is logged or said.
func TestNothingIsLeft(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	c := setup(t, func(c *exporter.Config) { c.MaxResponses, c.MaxBody = 20_000, 100<<20 })
	r := response(1)
	r.Data.Patient.ID = new(canary)
	items := make([]item, 6000) // more than excelize keeps in the heap
	for i := range items {
		items[i] = item{r, canary + ".pdf"}
	}
	watched := make(chan int)
	stop := make(chan struct{})
	go func() {
		most := 0
		for {
			most = max(most, inMemoryFiles(t))
			select {
			case <-stop:
				watched <- most
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

// A fault of ours is a 500 in the standard body, and the log has the stack
// only.
func TestPanic(t *testing.T) {
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

// Shutdown waits for what is under way, and cuts it at its deadline.
func TestShutdown(t *testing.T) {
	t.Parallel()
	log := &logBuffer{}
	e, err := exporter.New(exporter.Config{Log: log.logger()})
	if err != nil {
		t.Fatal(err)
	}
	s := exporter.NewServer(e)
	c := &client{t: t, log: log}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.url = "http://" + l.Addr().String()
	var served sync.WaitGroup
	served.Go(func() { _ = s.HTTP().Serve(l) })
	_, resp := c.begin(large(t))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); err == nil {
		t.Error("an export was under way, and nobody says so")
	}
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("the archive came to an end")
	}
	log.await(t, "an export was cut")
	served.Wait()
}
