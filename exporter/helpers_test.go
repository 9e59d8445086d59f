package exporter_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/api/web/openapitest"
	"biom/exporter"
	"biom/shared/biometry"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// response returns a response whose report has every field, made up from a number.
func response(i int) *biometry.Response {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	between := func(low, span float64) *float64 { return new(float64(int((low+span*r.Float64())*100)) / 100) }
	eye := func() biometry.Eye {
		axis := i % 90
		return biometry.Eye{
			AL: between(22, 4), ACD: between(2.5, 1), K1Magnitude: between(41, 2), K1Axis: new(axis), K2Magnitude: between(43.1, 2), K2Axis: new(axis + 90),
			WTW: between(11, 1.5), LT: between(4, 1), CCT: new(500 + i%100), LensStatus: new("Phakic"), PostRefractive: new("None"), KeratometricIndex: new(1.3375),
		}
	}
	posterior := func() biometry.Posterior {
		axis := i % 90
		return biometry.Posterior{
			PK1Magnitude: between(5, 0.5), PK1Axis: new(axis), PK2Magnitude: between(5.6, 0.5), PK2Axis: new(axis + 90),
			TK1Magnitude: between(41, 2), TK1Axis: new(axis), TK2Magnitude: between(43.1, 2), TK2Axis: new(axis + 90),
		}
	}
	return &biometry.Response{
		Data: biometry.Report{
			Biometer: biometry.Biometer{DeviceName: "IOLMaster700", Manufacturer: "Zeiss"}, ExamDate: new("2026-03-14"),
			Patient:  biometry.Patient{Name: new("AB"), ID: new(fmt.Sprintf("MRN-%05d", i)), DateOfBirth: new("1957-11-02"), Gender: new("Female")},
			RightEye: eye(), LeftEye: eye(),
		},
		ExtraData: &biometry.Extra{PosteriorKeratometry: &biometry.Posteriors{DeviceName: new("IOLMaster700"), RightEye: posterior(), LeftEye: posterior()}},
		Metadata: biometry.Metadata{
			RequestID: "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b001", SchemaVersion: biometry.SchemaVersion, AppVersion: "1.2.3",
			Extraction: biometry.Extraction{Method: biometry.MethodAI, Timestamp: "2026-03-14T10:00:00.000Z", LLM: "test-model"},
		},
		Biompin: &biometry.Share{Pin: new("abandon-ability-123456"), ExpiresAt: new("2026-04-14T10:00:00.000Z"), DBID: new("db")},
	}
}

// item is an element of responses.
type item struct {
	JSONData any    `json:"json_data"`
	Filename string `json:"filename"`
}

// body returns a request to export n made-up reports.
func body(t testing.TB, n int, formats ...string) []byte {
	t.Helper()
	items := make([]item, n)
	for i := range items {
		items[i] = item{response(i), fmt.Sprintf("report_%05d.pdf", i)}
	}
	return bodyOf(t, items, formats...)
}

// bodyOf returns a request to export items.
func bodyOf(t testing.TB, items []item, formats ...string) []byte {
	t.Helper()
	b, err := json.Marshal(struct {
		Responses []item   `json:"responses"`
		Formats   []string `json:"formats,omitempty"`
	}{items, formats})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// client is the client of an exporter of its own. It checks every response against
// the OpenAPI document.
type client struct {
	t    *testing.T
	log  *logBuffer
	http *http.Client
	url  string                   // of the exporter
	dial func() (net.Conn, error) // connects to the exporter
}

// canary stands in names and values that must not be logged.
const canary = "CANARY"

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// testTimeout is a time limit that no test reaches, not even on a slow machine.
const testTimeout = 2 * time.Minute

// setup returns a client of an exporter that listens on a port of its own.
func setup(t *testing.T, change ...func(*exporter.Config)) *client {
	t.Helper()
	c, server := newClient(t, change...)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.url = "http://" + l.Addr().String()
	c.dial = func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	serve(t, server, l)
	return c
}

// newClient returns an exporter's server and a client that is not connected to it.
// At the end of the test it looks for canaries in the log.
func newClient(t *testing.T, change ...func(*exporter.Config)) (*client, *exporter.Server) {
	t.Helper()
	c := &client{t: t, log: &logBuffer{}, http: openapitest.Client(t)}
	cfg := exporter.Config{Now: noon, Log: c.log.logger(), ReadTimeout: testTimeout, WriteTimeout: testTimeout}
	for _, f := range change {
		f(&cfg)
	}
	e, err := exporter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if strings.Contains(strings.ToUpper(c.log.String()), canary) {
			t.Errorf("the log holds what it must not:\n%s", c.log)
		}
	})
	return c, exporter.NewServer(e)
}

// serve serves s on l until the end of the test.
func serve(t *testing.T, s *exporter.Server, l net.Listener) {
	t.Helper()
	var served sync.WaitGroup
	served.Go(func() { _ = s.HTTP().Serve(l) })
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		served.Wait()
	})
}

// post sends a body with its length.
func (c *client) post(body []byte) (*http.Response, []byte) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.url+endpoint.ExportPath, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return c.do(r)
}

// do sends a request and returns the response and its body.
func (c *client) do(r *http.Request) (*http.Response, []byte) {
	c.t.Helper()
	resp, err := c.http.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp, b
}

// export posts items and returns the files of the archive, in order.
func (c *client) export(items []item, formats ...string) *files {
	c.t.Helper()
	resp, b := c.post(bodyOf(c.t, items, formats...))
	if resp.StatusCode != http.StatusOK {
		c.t.Fatalf("%d %s", resp.StatusCode, b)
	}
	return unzip(c.t, b)
}

// files are the files of an archive.
type files struct {
	names   []string
	content map[string][]byte
}

// unzip returns the files of an archive.
func unzip(t testing.TB, b []byte) *files {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	f := &files{content: map[string][]byte{}}
	for _, entry := range z.File {
		r, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		f.names = append(f.names, entry.Name)
		f.content[entry.Name] = content
	}
	return f
}

// with returns the first file with an extension.
func (f *files) with(t testing.TB, extension string) []byte {
	t.Helper()
	for _, name := range f.names {
		if strings.HasSuffix(name, extension) {
			return f.content[name]
		}
	}
	t.Fatalf("no %s in %v", extension, f.names)
	return nil
}

// logBuffer keeps the log, and lets tests wait for its lines.
type logBuffer struct {
	mu      sync.Mutex
	b       bytes.Buffer
	changed chan struct{} // closed by the next line; nil if nobody waits
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// check checks a response against the OpenAPI document.
func check(t testing.TB, r *http.Request, resp *http.Response, b []byte) {
	t.Helper()
	openapitest.Check(t, r, resp.StatusCode, resp.Header, b)
}

// asProblem returns the problem that err holds.
func asProblem(t testing.TB, err error) *problem.Problem {
	t.Helper()
	p, ok := errors.AsType[*problem.Problem](err)
	if !ok {
		t.Fatalf("no problem: %v", err)
	}
	return p
}

func (l *logBuffer) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// await waits until the log holds a text.
func (l *logBuffer) await(t testing.TB, text string) {
	t.Helper()
	timeout := time.After(testTimeout)
	for {
		l.mu.Lock()
		found := strings.Contains(l.b.String(), text)
		if l.changed == nil {
			l.changed = make(chan struct{})
		}
		changed := l.changed
		l.mu.Unlock()
		if found {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("no %q in the log:\n%s", text, l)
		}
	}
}
