package api_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEachRequestHasOneLine: whatever becomes of a request, the log has one line about it, which does
// not quote it. That no log holds a canary is checked at the end of every test.
func TestEachRequestHasOneLine(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	process := "method=POST route=/api/v1/biom/process status="
	for _, c := range []struct {
		send func() (*http.Response, []byte)
		want string
	}{
		{func() (*http.Response, []byte) { return b.post(upload("canary.json", document(), "biompin", "true")) }, `level=INFO msg="request served" ` + process + "200 engine=json"},
		{func() (*http.Response, []byte) { return b.post(upload("canary.json", []byte("CANARY"))) }, `level=INFO msg="request refused: FILE_VALIDATION_ERROR" ` + process + "400 engine=json"},
		{func() (*http.Response, []byte) {
			return b.post(upload("canary.pdf", []byte(pdf), "stream", "true", "service_tier", "slow"), "X-Provider-API-Key", "canary")
		}, `level=INFO msg="request served" ` + process + "200 engine=ai tier=slow"},
		{func() (*http.Response, []byte) { return b.retrieve(pin) }, `level=INFO msg="request served" method=GET route=/api/v1/biom/retrieve status=200`},
		{func() (*http.Response, []byte) { return b.retrieve("canary-abandon-000000") }, `level=INFO msg="request refused: NOT_FOUND" method=GET route=/api/v1/biom/retrieve status=404`},
		{func() (*http.Response, []byte) { return b.get("/api/v1/status") }, `level=DEBUG msg="request served" method=GET route=/api/v1/status status=200`},
	} {
		resp, _ := c.send()
		id := resp.Header.Get("X-Request-ID")
		lines := b.linesOf(id)
		if len(lines) != 1 || !strings.Contains(normal(lines[0]), c.want) || !strings.Contains(lines[0], " duration=") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), c.want)
		}
	}
}

// linesOf waits until the log has a line about a request, which is written after its answer, and returns
// all of them.
func (b *bundle) linesOf(id string) (lines []string) {
	b.t.Helper()
	for begin := time.Now(); !b.log.contains("request_id="+id) && time.Since(begin) < waitLimit; {
		runtime.Gosched()
	}
	for line := range strings.Lines(b.log.String()) {
		if strings.Contains(line, "request_id="+id) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// normal returns a line without its time, request ID and duration.
func normal(line string) string {
	var kept []string
	for word := range strings.FieldsSeq(line) {
		if !strings.HasPrefix(word, "time=") && !strings.HasPrefix(word, "request_id=") && !strings.HasPrefix(word, "duration=") {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}
