package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"

	"biom/shared/biometry"
)

// fakeService speaks the contract of process. The name of a file decides what
// it answers.
type fakeService struct {
	*httptest.Server
	mu     sync.Mutex
	seen   []string // the form of each upload
	meet   func()   // called inside each upload
	header http.Header
}

func newFakeService(t *testing.T) *fakeService {
	f := &fakeService{meet: func() {}}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	content, _ := io.ReadAll(file)
	f.note(fmt.Sprintf("%s %s share=%s tier=%s stream=%s key=%s provider=%s", header.Filename, content, r.FormValue("biompin"),
		r.FormValue("service_tier"), r.FormValue("stream"), r.Header.Get("Authorization"), r.Header.Get("X-Provider-Api-Key")))
	f.meet()
	switch name, _, _ := strings.Cut(header.Filename, "."); name {
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
		f.stream(w, name, "id: 4\nevent: result\ndata: "+fakeResponse(name)+"\n\n")
	}
}

func (f *fakeService) note(s string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, s)
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

// fakeResponse is a response whose patient is called name, with a member of a
// later version.
func fakeResponse(name string) string {
	var r biometry.Response
	al := 23.5
	r.Data.Biometer = biometry.Biometer{DeviceName: "Argos", Manufacturer: "Alcon"}
	r.Data.Patient.Name, r.Data.RightEye.AL = &name, &al
	r.Metadata = biometry.Metadata{RequestID: "r-" + name, Extraction: biometry.Extraction{Method: biometry.MethodAI, LLM: "local", Timestamp: "2026-01-02T03:04:05Z"}}
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
	args := append([]string{"process", "--server", f.URL}, flags...)
	for _, name := range names {
		args = append(args, filepath.Join(p.dir, name))
		if name == "missing.pdf" {
			continue
		}
		if err := os.WriteFile(args[len(args)-1], []byte("%PDF of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", p.dir)
	}
	var commands struct {
		Process processCmd `cmd:""`
	}
	parser, err := kong.New(&commands)
	if err != nil {
		t.Fatal(err)
	}
	command, err := parser.Parse(args)
	if err != nil {
		t.Fatal(err)
	}
	p.failure = command.Run(&terminal{ctx: ctx, stdout: &p.out, stderr: &p.err, log: slog.New(slog.DiscardHandler)})
	return p
}

// files are the names in the run's directory that its uploads did not bring.
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
