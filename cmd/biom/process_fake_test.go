package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"biom/shared/biometry"
)

// fakeService answers uploads as the service does. The name of a file decides the
// answer. Like the service it charges an idempotency key only once.
type fakeService struct {
	*httptest.Server
	mu          sync.Mutex
	seen        []string // the form of each upload
	keys        map[string]int
	charged     map[string]int // by file name
	attempts    map[string]int // by file name
	onUpload    func()         // called inside each upload
	fail        func(w http.ResponseWriter, name string, attempt int) (answered bool)
	onWait      func(time.Duration) // called instead of waiting
	waits       []time.Duration
	header      http.Header
	withheld    []biometry.Withheld // in every report
	env         map[string]string   // of the command
	otherRoutes http.Handler        // of other routes
	jobs        fakeJobs
}

func newFakeService(t *testing.T) *fakeService {
	f := &fakeService{
		keys: map[string]int{}, charged: map[string]int{}, attempts: map[string]int{}, onUpload: func() {}, onWait: func(time.Duration) {},
		fail: func(http.ResponseWriter, string, int) bool { return false },
	}
	f.jobs.init()
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, jobsPath) {
		f.serveJob(w, r)
		return
	}
	if r.URL.Path != "/api/v1/biom/process" {
		f.mu.Lock()
		other := f.otherRoutes
		f.mu.Unlock()
		other.ServeHTTP(w, r)
		return
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	content, _ := io.ReadAll(file)
	try := f.note(header.Filename, r.Header.Get("Idempotency-Key"), fmt.Sprintf("%s %s share=%s tier=%s stream=%s key=%s provider=%s", header.Filename, content, r.FormValue("biompin"),
		r.FormValue("service_tier"), r.FormValue("stream"), r.Header.Get("Authorization"), r.Header.Get("X-Provider-Api-Key")))
	f.onUpload()
	if f.fail(w, header.Filename, try) {
		return
	}
	if r.Header.Get("Prefer") == "respond-async" {
		f.acceptJob(w, header.Filename, r)
		return
	}
	f.answer(w, header.Filename)
}

func (f *fakeService) answer(w http.ResponseWriter, filename string) {
	switch name, _, _ := strings.Cut(filename, "."); name {
	case "quota":
		w.Header().Set("Retry-After", "12000")
		fakeJSON(w, 429, `{"success":false,"error":{"code":"RATE_LIMIT_EXCEEDED","message":"25 credits are used up.","request_id":"r-429","details":null}}`)
	case "faulty":
		fakeJSON(w, 422, `{"success":false,"error":{"code":"REQUEST_VALIDATION_ERROR","message":"The document is not valid.","request_id":"r-422",`+
			`"details":{"errors":[{"path":"data.right_eye.AL","message":"must be between 14 and 40 mm"},{"path":"","message":"is odd"}]}}}`)
	case "late":
		f.stream(w, "late", `event: error`+"\n"+`data: {"status":504,"success":false,"error":{"code":"EXTRACTION_TIMEOUT","message":"30 s were not enough.","request_id":"r-504"}}`+"\n\n")
	case "cut":
		f.stream(w, "cut", "")
	default:
		f.stream(w, name, "id: 4\nevent: result\ndata: "+fakeResponse(name, f.withheld...)+"\n\n")
	}
}

// note records an upload and returns the number of the attempt for its file, from 1.
func (f *fakeService) note(name, key, form string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, form)
	if f.keys[key]++; f.keys[key] == 1 {
		f.charged[name]++
	}
	f.attempts[name]++
	return f.attempts[name]
}

// pause records a wait and returns at once.
func (f *fakeService) pause(ctx context.Context, d time.Duration) error {
	f.mu.Lock()
	f.waits = append(f.waits, d)
	f.mu.Unlock()
	f.onWait(d)
	return ctx.Err()
}

// shutDown ends the service and all its connections; restart starts it at the same
// address.
func (f *fakeService) shutDown() {
	f.Listener.Close()
	f.CloseClientConnections()
}

func (f *fakeService) restart(t *testing.T) {
	l, err := net.Listen("tcp", f.Listener.Addr().String())
	if err != nil {
		t.Error(err)
		return
	}
	second := &httptest.Server{Listener: l, Config: &http.Server{Handler: f}}
	second.Start()
	t.Cleanup(second.Close)
}

func fakeJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func (f *fakeService) stream(w http.ResponseWriter, name, end string) {
	maps.Copy(w.Header(), f.header)
	w.Header().Set("Content-Type", "text/event-stream")
	for i, stage := range []string{"accepted", "queued", "extracting"} {
		fmt.Fprintf(w, "id: %d\nevent: progress\ndata: {\"request_id\":\"r-%s\",\"stage\":%q,\"progress\":0.%d,\"message\":\"m\"}\n\n: ping\n\n", i, name, stage, 1+i)
	}
	_, _ = io.WriteString(w, end)
}

// fakeResponse returns a response for a patient. It has a member of a later
// version, which must be saved too.
func fakeResponse(name string, withheld ...biometry.Withheld) string {
	var r biometry.Response
	al := 23.5
	r.Data.Biometer = biometry.Biometer{DeviceName: "Argos", Manufacturer: "Alcon"}
	r.Data.Patient.Name, r.Data.RightEye.AL = &name, &al
	r.Metadata = biometry.Metadata{RequestID: "r-" + name, Extraction: biometry.Extraction{Method: biometry.MethodAI, LLM: "local", Timestamp: "2026-01-02T03:04:05Z", Withheld: withheld}}
	text, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return strings.Replace(string(text), "{", `{"later":"<&>",`, 1)
}

// processing is a run of the command on files in a directory of its own.
type processing struct {
	dir      string
	out, err strings.Builder
	failure  error
}

func runProcess(t *testing.T, f *fakeService, ctx context.Context, names []string, flags ...string) *processing {
	t.Helper()
	p := &processing{dir: t.TempDir()}
	p.again(t, f, ctx, append(flags, p.write(t, names)...)...)
	return p
}

// write makes the files and returns their paths.
func (p *processing) write(t *testing.T, names []string) (paths []string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(p.dir, name)
		paths = append(paths, path)
		if name == "missing.pdf" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("%PDF of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// again runs the command. DIR in an argument stands for the directory.
func (p *processing) again(t *testing.T, f *fakeService, ctx context.Context, args ...string) {
	t.Helper()
	args = append([]string{"--server", f.URL}, args...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", p.dir)
	}
	var command processCmd
	parser, err := kong.New(&command)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	p.out.Reset()
	p.err.Reset()
	p.failure = command.Run(f.terminal(ctx, &p.out, &p.err))
}

// terminal returns a terminal whose clock stands still.
func (f *fakeService) terminal(ctx context.Context, out, err io.Writer) *terminal {
	p := testProcess(out, err)
	p.Getenv = func(name string) string { return f.env[name] }
	p.Pause = f.pause
	p.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	return &terminal{Process: p, ctx: ctx, log: slog.New(slog.DiscardHandler)}
}

// files returns the names of the files that the command has made.
func (p *processing) files(t *testing.T, sub string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(p.dir, sub))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), "biom") {
			names = append(names, e.Name())
		}
	}
	return names
}

func (p *processing) says(t *testing.T, where *strings.Builder, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(where.String(), want) {
			t.Errorf("%q is not in:\n%s", want, where)
		}
	}
}
