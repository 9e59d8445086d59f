package api_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/quota"
)

func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

func record(s *api.Server, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, r)
	return rec
}

func noted() *biometry.Extra {
	note := "note"
	return &biometry.Extra{Notes: &note}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	_, err := api.New(api.Config{MaxUpload: -1, ExtractTimeoutSlow: time.Hour})
	for _, part := range []string{"Config.Queue is required", "Config.Quota is required", "Config.AppVersion", "Config.Model", "BIOM_MAX_UPLOAD", "1h0m0s is too long"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("no %q in %v", part, err)
		}
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for path, methods := range map[string]string{processPath: "POST, OPTIONS", "/api/v1/status": "GET, HEAD, OPTIONS"} {
		resp, _ := b.do(http.MethodOptions, path)
		if resp.StatusCode != http.StatusNoContent {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
		for header, want := range map[string]string{
			"Access-Control-Allow-Origin":  "*",
			"Access-Control-Allow-Methods": methods,
			"Access-Control-Allow-Headers": "Authorization, X-Provider-API-Key, Content-Type, Idempotency-Key",
		} {
			if got := resp.Header.Get(header); got != want {
				t.Errorf("%s: %s: %q", path, header, got)
			}
		}
	}
}

// TestPanic: 500 in the standard body, the stack in the log, nothing of the
// panic's value.
func TestPanic(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(job.Job, tickets) { panic(canary) }
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	checkRefusal(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR")
	resp, body = b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	checkEnd(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR", "")
	if !b.log.contains("fakequeue_test.go") {
		t.Errorf("no stack in the log:\n%s", b.log)
	}
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	b.uncharged()
}

// TestLogHoldsNothing of what a caller sent. The canary is looked for when the
// test ends.
func TestLogHoldsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.get("/api/v1/status?api_key=" + canary)
	b.get("/api/v1/biom/retrieve?biom_pin=" + canary)
	b.post(upload(canary+".pdf", []byte(pdf)), "X-Provider-API-Key", canary)
	b.post(upload(canary+".json", document("Argos", canary)))
	b.post(newForm().part(canary, nil).fields(canary, canary))
	if !b.log.contains("request refused") {
		t.Errorf("the log holds nothing at all:\n%s", b.log)
	}
}

// raw sends bytes as they are and returns the answer.
func (b *bundle) raw(text string) (*http.Response, string) {
	b.t.Helper()
	conn := dial(b.t, b)
	go func() { _, _ = io.WriteString(conn, text) }() // it may be cut off
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp, string(body)
}

// TestRefusedByNetHTTP: what net/http refuses before a handler runs keeps its
// plain text.
func TestRefusedByNetHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := "POST " + processPath + " HTTP/1.1\r\nHost: x\r\n"
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"headers over 20 KiB":         {post + "X: " + strings.Repeat("x", 21<<10) + "\r\n\r\n", 431},
		"unknown transfer encoding":   {post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
		"two lengths":                 {post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
		"length +2":                   {post + "Content-Length: +2\r\n\r\nxx", 400},
		"length -1":                   {post + "Content-Length: -1\r\n\r\n", 400},
		"NUL in a key header":         {post + "X-Provider-API-Key: a\x00b\r\nContent-Length: 0\r\n\r\n", 400},
		"bare CR in a key header":     {post + "X-Provider-API-Key: a\rb\r\nContent-Length: 0\r\n\r\n", 400},
		"not HTTP":                    {"hello\r\n\r\n", 400},
		"headers of 15 KiB are taken": {"GET /api/v1/status HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 15<<10) + "\r\n\r\n", 200},
	} {
		if resp, body := b.raw(c.text); resp.StatusCode != c.status {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
}

// TestCutBodies: a length of 10, a body of 2, then the end or silence.
func TestCutBodies(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.ReadTimeout = 50 * time.Millisecond })
	head := "POST " + processPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
	part := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n" + pdf
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"silence after 2 bytes":     {head + "Content-Length: 10\r\n\r\n--", 408},
		"silence in the file":       {head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(part)+1000, part), 408},
		"silence, chunked":          {head + "Transfer-Encoding: chunked\r\n\r\n2\r\n--\r\n", 408},
		"bad chunk":                 {head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
		"chunked, without its end":  {head + fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(part), part), 400},
		"16 MiB chunked, then more": {head + "Transfer-Encoding: chunked\r\n\r\n" + chunks(part, 16<<20) + "0\r\n\r\n", 413},
	} {
		resp, body := b.raw(c.text)
		if resp.StatusCode != c.status || !strings.HasPrefix(body, `{"success":false,`) {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
	b.uncharged()
}

func chunks(first string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%x\r\n%s\r\n", len(first), first)
	chunk := strings.Repeat("x", 64<<10)
	for range n / len(chunk) {
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(chunk), chunk)
	}
	return b.String()
}

// TestConnectionIsKept: deadlines of one request do not outlive it, and a
// refused upload does not cost its connection.
func TestConnectionIsKept(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.ReadTimeout, c.WriteTimeout = 200*time.Millisecond, 200*time.Millisecond })
	conn := dial(t, b)
	in := bufio.NewReader(conn)
	send := func(f *form) *http.Response {
		t.Helper()
		if err := f.request(t.Context(), t, b.url).Write(conn); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		return resp
	}
	for i, f := range []*form{
		upload("a.pdf", []byte(pdf), "stream", "true"), upload("a.docx", make([]byte, 1<<20)),
		upload("a.pdf", make([]byte, limit+1)), upload("a.pdf", make([]byte, limit+2<<20)), upload("a.json", document()),
	} {
		if i > 0 {
			time.Sleep(250 * time.Millisecond) // deadlines pass; there is no signal for that
		}
		if resp := send(f); resp.Close {
			t.Errorf("answer %d closes the connection", i)
		}
	}
}

// TestExpectContinue: who asks first is refused before it sends.
func TestExpectContinue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, _ := b.raw("POST " + processPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n" +
		"Content-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n")
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(resp.StatusCode)
	}
}

// TestHandlerAlone: without a server of ours there are no deadlines, and
// everything else works.
func TestHandlerAlone(t *testing.T) {
	t.Parallel()
	s, err := api.New(api.Config{Queue: newFakeQueue(), Quota: quota.NewMemory(), Shares: newFakeShares(), Keys: fakeKeys{}, Providers: &fakeProviders{}, Export: noExport{}, AppVersion: "1", Model: "m", Limits: api.PublicLimits()})
	if err != nil {
		t.Fatal(err)
	}
	if rec := record(s, upload("a.json", document(), "stream", "true").request(t.Context(), t, "")); rec.Code != http.StatusOK {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if rec := record(s, httptest.NewRequest(http.MethodGet, "/api/v1/status", nil)); rec.Code != http.StatusServiceUnavailable {
		t.Errorf("after Shutdown: %d", rec.Code)
	}
}
