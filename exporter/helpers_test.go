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

// response is a report with every field, made up from a number.
func response(i int) *biometry.Response {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	between := func(lo, span float64) *float64 { return new(float64(int((lo+span*r.Float64())*100)) / 100) }
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
			Extraction: biometry.Extraction{Method: biometry.MethodAI, Timestamp: "2026-03-14T10:00:00Z", LLM: "test-model"},
		},
		Biompin: &biometry.Share{Pin: new("abandon-ability-123456"), ExpiresAt: new("2026-04-14T10:00:00Z"), DBID: new("db")},
	}
}

// item is one of responses.
type item struct {
	JSONData any    `json:"json_data"`
	Filename string `json:"filename"`
}

// body is a request for n made-up reports.
func body(t testing.TB, n int, formats ...string) []byte {
	t.Helper()
	items := make([]item, n)
	for i := range items {
		items[i] = item{response(i), fmt.Sprintf("report_%05d.pdf", i)}
	}
	return bodyOf(t, items, formats...)
}

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

// client is a server of its own on a real listener. Every answer is held
// against the OpenAPI document.
type client struct {
	t    *testing.T
	url  string
	log  *logBuffer
	http *http.Client
}

// canary stands in names and values that must not be logged.
const canary = "CANARY"

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func setup(t *testing.T, change ...func(*exporter.Config)) *client {
	t.Helper()
	c := &client{t: t, log: &logBuffer{}, http: openapitest.Client(t)}
	cfg := exporter.Config{Now: noon, Log: c.log.logger()}
	for _, f := range change {
		f(&cfg)
	}
	e, err := exporter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.url = serve(t, exporter.NewServer(e))
	t.Cleanup(func() {
		if strings.Contains(strings.ToUpper(c.log.String()), canary) {
			t.Errorf("the log holds what it must not:\n%s", c.log)
		}
	})
	return c
}

func serve(t *testing.T, s *exporter.Server) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { _ = s.HTTP().Serve(l) })
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		served.Wait()
	})
	return "http://" + l.Addr().String()
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

// files are those of an archive.
type files struct {
	names   []string
	content map[string][]byte
}

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

// with is the one file with an extension.
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

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func check(t testing.TB, r *http.Request, resp *http.Response, b []byte) {
	t.Helper()
	openapitest.Check(t, r, resp.StatusCode, resp.Header, b)
}

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

// await waits for a line of the log.
func (l *logBuffer) await(t testing.TB, what string) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); !strings.Contains(l.String(), what); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("no %q in the log:\n%s", what, l)
		}
	}
}
