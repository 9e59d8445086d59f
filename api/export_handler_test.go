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
	"testing"
	"time"

	"biom/api"
	"biom/exporter"
)

// noExport is for servers that get no export requests.
type noExport struct{}

func (noExport) Export(http.ResponseWriter, *http.Request) error {
	return errors.New("this test exports nothing")
}

const exportPath = "/api/v1/biom/export"

// exportBody returns the body of a request to export n responses of process.
func exportBody(n int) []byte {
	one := `{"filename":"a.pdf","json_data":` + strings.ReplaceAll(aiResponse, "<id>", knownID) + `}`
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

// setupForward returns an exporter on a port of its own, and an api that forwards to
// it.
func setupForward(t *testing.T, change ...func(*api.Config)) (*bundle, *httptest.Server) {
	t.Helper()
	e, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	remote := httptest.NewUnstartedServer(nil)
	remote.Config = exporter.NewServer(e).HTTP()
	remote.Start()
	t.Cleanup(remote.Close)
	return setupForwardTo(t, remote.URL, change...), remote
}

// setupForwardTo returns an api that forwards exports to url.
func setupForwardTo(t *testing.T, url string, change ...func(*api.Config)) *bundle {
	t.Helper()
	f, err := api.NewForward(url)
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, append(change, atNoon, func(c *api.Config) { c.Export = f.Patient() })...)
}

// TestExport: an exporter in this process and a remote one give the same archives,
// refusals and headers.
func TestExport(t *testing.T) {
	t.Parallel()
	remote, _ := setupForward(t)
	for where, b := range map[string]*bundle{"in process": setup(t, atNoon), "remote": remote} {
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

// TestExportRequestID: header and body have the same request ID.
func TestExportRequestID(t *testing.T) {
	t.Parallel()
	remote, _ := setupForward(t)
	for where, b := range map[string]*bundle{"in process": setup(t), "remote": remote} {
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

// TestExportOfIncompleteBody: a body shorter than its Content-Length is the client's
// fault, also with a remote exporter.
func TestExportOfIncompleteBody(t *testing.T) {
	t.Parallel()
	remote, _ := setupForward(t)
	for where, b := range map[string]*bundle{"in process": setup(t), "remote": remote} {
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

// TestExporterUnavailable: if the exporter does not answer, or something else answers in
// its place, the client gets 503 without a long wait.
func TestExporterUnavailable(t *testing.T) {
	t.Parallel()
	b, remote := setupForward(t)
	remote.Close()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad gateway", http.StatusBadGateway) }))
	t.Cleanup(other.Close)
	half := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(half.Close)
	for what, b := range map[string]*bundle{"closed": b, "a proxy": setupForwardTo(t, other.URL), "cut": setupForwardTo(t, half.URL)} {
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

// TestExporterLostMidArchive: if the archive ends early, the client's connection is
// aborted.
func TestExporterLostMidArchive(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w http.ResponseWriter){
		"aborted":          func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"less than length": func(w http.ResponseWriter) {},
	} {
		remote := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("X-Request-ID", knownID)
			w.Header().Set("Content-Type", "application/zip")
			if name == "less than length" {
				w.Header().Set("Content-Length", "1000000")
			}
			_, _ = w.Write(bytes.Repeat([]byte("PK"), 50_000))
			_ = http.NewResponseController(w).Flush()
			end(w)
		}))
		t.Cleanup(remote.Close)
		b := setupForwardTo(t, remote.URL)
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

// TestForwardedExportEndsWhenClientLeaves: the remote request ends too.
func TestForwardedExportEndsWhenClientLeaves(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}), make(chan struct{})
	remote := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(began)
		<-r.Context().Done()
		close(ended)
	}))
	t.Cleanup(remote.Close)
	b := setupForwardTo(t, remote.URL)
	conn := dial(t, b)
	text := exportBody(1)
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", exportPath, len(text), text)
	receive(t, began, "forwarded request")
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

// TestExportAtShutdown: after the grace period a running export ends with 503.
func TestExportAtShutdown(t *testing.T) {
	var ended, began chan struct{} // made in the bubble
	inNetBubble(t, func(b *bundle) {
		status := make(chan int, 1)
		go func() {
			resp, _ := b.export([]byte("{}"))
			status <- resp.StatusCode
		}()
		receive(b.t, began, "export")
		if err := b.server.Shutdown(b.t.Context()); err != nil {
			b.t.Error(err)
		}
		receive(b.t, ended, "end of the export")
		if got := receive(b.t, status, "response"); got != http.StatusServiceUnavailable {
			b.t.Error(got)
		}
	}, func(c *api.Config) {
		ended, began = make(chan struct{}), make(chan struct{})
		c.Export = exportFunc(func(_ http.ResponseWriter, r *http.Request) error {
			close(began)
			<-r.Context().Done()
			close(ended)
			return r.Context().Err()
		})
	})
}

// exportFunc is a function as api.Export.
type exportFunc func(http.ResponseWriter, *http.Request) error

func (f exportFunc) Export(w http.ResponseWriter, r *http.Request) error { return f(w, r) }
