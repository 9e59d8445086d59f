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

// textLog returns a logger that writes lines of text to w.
func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// record calls the server's handler and records the response.
func record(s *api.Server, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, r)
	return rec
}

// extraWithNotes returns extra data.
func extraWithNotes() *biometry.Extra {
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
			"Access-Control-Allow-Headers": "Authorization, X-Provider-API-Key, Content-Type, Content-Encoding, Idempotency-Key, Prefer, If-None-Match, Last-Event-ID",
		} {
			if got := resp.Header.Get(header); got != want {
				t.Errorf("%s: %s: %q", path, header, got)
			}
		}
	}
}

// TestPanicIsAnswered: with 500 and the standard body. The stack is logged, the value
// of the panic is not.
func TestPanicIsAnswered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(job.Job, ticketWriter) { panic(canary) }
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	checkRefusal(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR")
	resp, body = b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	checkEnd(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR", "")
	if !b.log.contains("fake_queue_test.go") {
		t.Errorf("no stack in the log:\n%s", b.log)
	}
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	b.uncharged()
}

// TestLogHoldsNoInput: setup looks for the canary in the log when the test ends.
func TestLogHoldsNoInput(t *testing.T) {
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

// raw sends text on a new connection and returns the response.
func (b *bundle) raw(text string) (*http.Response, string) {
	b.t.Helper()
	conn := dial(b.t, b)
	go func() { _, _ = io.WriteString(conn, text) }() // the server may stop reading
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

// TestUnknownRouteReadsTheBody: the client sees the refusal although it is still
// sending, and its connection can be reused.
func TestUnknownRouteReadsTheBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := strings.Repeat("x", 4<<20)
	for head, status := range map[string]int{
		"POST /nowhere":      http.StatusNotFound,
		"PUT " + processPath: http.StatusMethodNotAllowed,
	} {
		resp, text := b.raw(head + " HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n\r\n" + body)
		if resp.StatusCode != status || resp.Close {
			t.Errorf("%s: %d, closed %v: %s", head, resp.StatusCode, resp.Close, text)
		}
	}
}

// TestRefusedByNetHTTP: net/http refuses these requests itself, in plain text,
// before a handler runs.
func TestRefusedByNetHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := "POST " + processPath + " HTTP/1.1\r\nHost: x\r\n"
	headOf := func(length int) string { // a request without a body
		head, end := "GET /api/v1/status HTTP/1.1\r\nHost: x\r\nX: ", "\r\n\r\n"
		return head + strings.Repeat("x", length-len(head)-len(end)) + end
	}
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"headers of 1 byte more":      {headOf(16<<10 + 1), 431},
		"headers of 20 KB":            {headOf(20_000), 431},
		"unknown transfer encoding":   {post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
		"two lengths":                 {post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
		"length +2":                   {post + "Content-Length: +2\r\n\r\nxx", 400},
		"length -1":                   {post + "Content-Length: -1\r\n\r\n", 400},
		"NUL in a key header":         {post + "X-Provider-API-Key: a\x00b\r\nContent-Length: 0\r\n\r\n", 400},
		"bare CR in a key header":     {post + "X-Provider-API-Key: a\rb\r\nContent-Length: 0\r\n\r\n", 400},
		"not HTTP":                    {"hello\r\n\r\n", 400},
		"headers of 16 KiB are taken": {headOf(16 << 10), 200},
	} {
		if resp, body := b.raw(c.text); resp.StatusCode != c.status {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
}

// TestIncompleteUploads: bodies that end too early, stop coming, or are too long.
func TestIncompleteUploads(t *testing.T) {
	head := "POST " + processPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
	part := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n" + pdf
	inNetBubble(t, func(b *bundle) {
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
	})
}

// chunks returns a chunked body that begins with first and has about n bytes more.
func chunks(first string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%x\r\n%s\r\n", len(first), first)
	chunk := strings.Repeat("x", 64<<10)
	for range n / len(chunk) {
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(chunk), chunk)
	}
	return b.String()
}

// TestConnectionIsReused: the deadlines of a request do not outlive it, and a
// refused upload does not close its connection.
func TestConnectionIsReused(t *testing.T) {
	inNetBubble(t, func(b *bundle) {
		conn := dial(b.t, b)
		in := bufio.NewReader(conn)
		send := func(f *form) *http.Response {
			sent := make(chan error, 1) // a refusal comes while the request is being sent
			go func() { sent <- f.request(b.t.Context(), b.t, b.url).Write(conn) }()
			resp, err := http.ReadResponse(in, nil)
			if err != nil {
				b.t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				b.t.Fatal(err)
			}
			if err := <-sent; err != nil {
				b.t.Fatal(err)
			}
			return resp
		}
		for i, f := range []*form{
			upload("a.pdf", []byte(pdf), "stream", "true"), upload("a.docx", make([]byte, 1<<20)),
			upload("a.pdf", make([]byte, uploadLimit+1)), upload("a.pdf", make([]byte, uploadLimit+2<<20)), upload("a.json", document()),
		} {
			if i > 0 {
				time.Sleep(time.Minute) // every deadline of the last request passes
			}
			if resp := send(f); resp.Close {
				b.t.Errorf("response %d closes the connection", i)
			}
		}
	})
}

// TestSlowClientGetsItsRefusal: a client with a slow line can send all of a refused upload, and then sees
// the answer; one that sends next to nothing is not waited for.
func TestSlowClientGetsItsRefusal(t *testing.T) {
	const mib = 1 << 20
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n", processPath, 10*mib)
	for name, c := range map[string]struct {
		every time.Duration // for each MiB
		whole bool
	}{
		"262 kbit/s": {32 * time.Second, true},
		"84 kbit/s":  {100 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			inNetBubble(t, func(b *bundle) {
				conn := dial(b.t, b)
				sent := make(chan error, 1)
				go func() {
					_, err := io.WriteString(conn, head)
					for n := 0; n < 10*mib && err == nil; n += mib / 32 {
						time.Sleep(c.every / 32)
						_, err = conn.Write(make([]byte, mib/32))
					}
					sent <- err
				}()
				resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil || resp.StatusCode != http.StatusUnprocessableEntity {
					b.t.Fatal(resp, err)
				}
				if _, err := io.Copy(io.Discard, resp.Body); err != nil {
					b.t.Fatal(err)
				}
				if err := <-sent; (err == nil) != c.whole {
					b.t.Errorf("the rest of the body: %v", err)
				}
			})
		})
	}
}

// TestExpectContinue: a client that waits for "100 Continue" is refused before it
// sends the body.
func TestExpectContinue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, _ := b.raw("POST " + processPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n" +
		"Content-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n")
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(resp.StatusCode)
	}
}

// TestHandlerWithoutServer: the handler works with a ResponseWriter that has no
// deadlines.
func TestHandlerWithoutServer(t *testing.T) {
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
