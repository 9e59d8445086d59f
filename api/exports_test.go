package api_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/api"
	"biom/exporter"
)

// noExport is for servers that nobody asks for an export.
type noExport struct{}

func (noExport) Export(http.ResponseWriter, *http.Request) error {
	return errors.New("this test exports nothing")
}

const exportPath = "/api/v1/biom/export"

// exportBody is a request to export n times what process answers.
func exportBody(n int) []byte {
	one := `{"filename":"a.pdf","json_data":` + strings.ReplaceAll(aiAnswer, "<id>", known) + `}`
	return []byte(`{"responses":[` + strings.Repeat(one+",", n-1) + one + `]}`)
}

func (b *bundle) export(body []byte) (*http.Response, []byte) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+exportPath, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp, b.body(resp)
}

// away is an exporter of its own on a free port, and an api that forwards to
// it.
func away(t *testing.T) (*bundle, *httptest.Server) {
	t.Helper()
	e, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := httptest.NewUnstartedServer(nil)
	elsewhere.Config = exporter.NewServer(e).HTTP()
	elsewhere.Start()
	t.Cleanup(elsewhere.Close)
	return forwarding(t, elsewhere.URL), elsewhere
}

func forwarding(t *testing.T, url string) *bundle {
	t.Helper()
	f, err := api.NewForward(url)
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, atNoon, func(c *api.Config) { c.Export = f })
}

// In this process or elsewhere, an export is the same: what is in it, every
// refusal, and every header.
func TestExport(t *testing.T) {
	t.Parallel()
	elsewhere, _ := away(t)
	for where, b := range map[string]*bundle{"in process": setup(t, atNoon), "elsewhere": elsewhere} {
		resp, body := b.export(exportBody(3))
		z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v %.200s", where, resp.StatusCode, err, body)
		}
		if len(z.File) != 5 || z.File[0].Name != "biom-export-20260301-120000.csv" || z.File[4].Name != "biom-20260301-iolmaster700-3.json" {
			t.Errorf("%s: %d files", where, len(z.File))
		}
		for header, want := range map[string]string{
			"Content-Type": "application/zip", "Content-Disposition": `attachment; filename="biom-export-20260301-120000.zip"`,
			"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*",
		} {
			if got := resp.Header.Values(header); len(got) != 1 || got[0] != want {
				t.Errorf("%s: %s: %q", where, header, got)
			}
		}
		for name, c := range map[string]struct {
			body   string
			status int
			code   string
		}{
			"empty responses": {`{"responses":[]}`, 400, "HTTP_ERROR"},
			"too many":        {string(exportBody(1001)), 413, "PAYLOAD_TOO_LARGE"},
			"no JSON":         {`{`, 422, "REQUEST_VALIDATION_ERROR"},
			"too large":       {strings.Repeat(" ", 10<<20+1), 413, "PAYLOAD_TOO_LARGE"},
		} {
			resp, body := b.export([]byte(c.body))
			if !bytes.Contains(body, []byte(`"code":"`+c.code+`"`)) || resp.StatusCode != c.status {
				t.Errorf("%s: %s: %d %s", where, name, resp.StatusCode, body)
			}
		}
		head := "POST " + exportPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
		for name, c := range map[string]struct {
			text   string
			status int
		}{
			"neither header":         {head + "\r\n", 411},
			"chunked":                {head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411},
			"chunked, with a length": {head + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411},
			"a length of 0":          {head + "Content-Length: 0\r\n\r\n", 422},
			"no content type":        {strings.Split(head, "Content-Type")[0] + "Content-Length: 2\r\n\r\n{}", 422},
		} {
			resp, body := b.raw(c.text)
			if resp.StatusCode != c.status || !strings.Contains(body, resp.Header.Get("X-Request-ID")) {
				t.Errorf("%s: %s: %d %s", where, name, resp.StatusCode, body)
			}
		}
		b.uncharged()
	}
}

// The ID in header, body and both logs is one.
func TestExportRequestID(t *testing.T) {
	t.Parallel()
	elsewhere, _ := away(t)
	for where, b := range map[string]*bundle{"in process": setup(t), "elsewhere": elsewhere} {
		resp, body := b.export([]byte(`{"responses":[]}`))
		ids := resp.Header.Values("X-Request-ID")
		var answer struct {
			Error struct {
				RequestID string `json:"request_id"`
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil || len(ids) != 1 || answer.Error.RequestID != ids[0] {
			t.Errorf("%s: %q, %s", where, ids, body)
		}
	}
}

// Bodies that lie about their length or come too slowly are the client's
// fault, wherever the exporter is.
func TestExportCutBody(t *testing.T) {
	t.Parallel()
	elsewhere, _ := away(t)
	for where, b := range map[string]*bundle{"in process": setup(t), "elsewhere": elsewhere} {
		conn := dial(t, b).(*net.TCPConn)
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{}", exportPath)
		if err := conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusBadRequest || !bytes.Contains(body, []byte("Content-Length is invalid")) {
			t.Errorf("%s: %d %s", where, resp.StatusCode, body)
		}
	}
}

// An exporter that is away, or something else in its place: 503, soon, and the
// connection goes on.
func TestExporterAway(t *testing.T) {
	t.Parallel()
	b, elsewhere := away(t)
	elsewhere.Close()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad gateway", http.StatusBadGateway) }))
	t.Cleanup(other.Close)
	half := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(half.Close)
	for what, b := range map[string]*bundle{"closed": b, "a proxy": forwarding(t, other.URL), "cut": forwarding(t, half.URL)} {
		for range 3 {
			began := time.Now()
			resp, body := b.export(exportBody(500))
			checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
			if resp.Header.Get("Retry-After") != "5" || time.Since(began) > 20*time.Second {
				t.Errorf("%s: Retry-After: %q after %v", what, resp.Header.Get("Retry-After"), time.Since(began))
			}
		}
	}
}

// An archive that ends early on its way is cut for the client too.
func TestExporterLostInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w http.ResponseWriter){
		"aborted":          func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"less than length": func(w http.ResponseWriter) {},
	} {
		elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("X-Request-ID", known)
			w.Header().Set("Content-Type", "application/zip")
			if name == "less than length" {
				w.Header().Set("Content-Length", "1000000")
			}
			_, _ = w.Write(bytes.Repeat([]byte("PK"), 50_000))
			_ = http.NewResponseController(w).Flush()
			end(w)
		}))
		t.Cleanup(elsewhere.Close)
		b := forwarding(t, elsewhere.URL)
		resp, err := http.Post(b.url+exportPath, "application/json", bytes.NewReader(exportBody(1)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err == nil {
			t.Errorf("%s: %d bytes, and the end of an answer", name, len(got))
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// A client that leaves ends the work elsewhere.
func TestForwardedClientLeaves(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	var once sync.Once
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		once.Do(func() { close(ended) })
	}))
	t.Cleanup(elsewhere.Close)
	b := forwarding(t, elsewhere.URL)
	conn := dial(t, b)
	text := exportBody(1)
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", exportPath, len(text), text)
	time.Sleep(50 * time.Millisecond) // it is under way; there is no signal for that
	_ = conn.Close()
	receive(t, ended, "end of the work")
}

func TestForwardAddress(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "exporter:8080", "ftp://x", "http://", "http://x/path", "http://x?a=b", "http://a b"} {
		if _, err := api.NewForward(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := api.NewForward("http://exporter:8080/"); err != nil {
		t.Error(err)
	}
}

// The api's own stop ends exports with the rest.
func TestExportAtShutdown(t *testing.T) {
	t.Parallel()
	held, began := make(chan struct{}), make(chan struct{})
	b := setup(t, func(c *api.Config) {
		c.Grace = 50 * time.Millisecond
		c.Export = exportFunc(func(_ http.ResponseWriter, r *http.Request) error {
			close(began)
			<-r.Context().Done()
			close(held)
			return r.Context().Err()
		})
	})
	answered := make(chan int, 1)
	go func() {
		resp, err := http.Post(b.url+exportPath, "application/json", strings.NewReader("{}"))
		if err != nil {
			answered <- 0
			return
		}
		_ = resp.Body.Close()
		answered <- resp.StatusCode
	}()
	receive(t, began, "export")
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	receive(t, held, "end")
	if status := receive(t, answered, "answer"); status != http.StatusServiceUnavailable {
		t.Error(status)
	}
}

type exportFunc func(http.ResponseWriter, *http.Request) error

func (f exportFunc) Export(w http.ResponseWriter, r *http.Request) error { return f(w, r) }
