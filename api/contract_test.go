package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/job"
)

// The tests in this file pin the wire contract: clients rely on these responses byte
// for byte.

const (
	eyeNull = `{"AL":null,"ACD":null,"K1_magnitude":null,"K1_axis":null,"K2_magnitude":null,"K2_axis":null,"WTW":null,"LT":null,"CCT":null,"lens_status":null,"post_refractive":null,"keratometric_index":null}`

	jsonResponse = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"exam_date":null,` +
		`"patient":{"name":"JD","id":null,"date_of_birth":null,"gender":null},` +
		`"right_eye":{"AL":23.4,"ACD":null,"K1_magnitude":43.1,"K1_axis":10,"K2_magnitude":44.2,"K2_axis":100,"WTW":null,"LT":null,"CCT":545,"lens_status":null,"post_refractive":null,"keratometric_index":null},` +
		`"left_eye":` + eyeNull + `},"extra_data":null,` +
		`"metadata":{"request_id":"<id>","schema_version":"1.1.0","app_version":"1.2.3",` +
		`"extraction":{"method":"DIRECT","timestamp":"2026-03-01T12:00:00.000Z","input_schema_version":"1.1.0","source_app":null,"source_version":null}},"biompin":null}`

	aiResponse = `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"exam_date":null,` +
		`"patient":{"name":null,"id":null,"date_of_birth":null,"gender":null},` +
		`"right_eye":{"AL":23.45,"ACD":null,"K1_magnitude":null,"K1_axis":null,"K2_magnitude":null,"K2_axis":null,"WTW":null,"LT":null,"CCT":545,"lens_status":null,"post_refractive":null,"keratometric_index":null},` +
		`"left_eye":` + eyeNull + `},"extra_data":null,` +
		`"metadata":{"request_id":"<id>","schema_version":"1.1.0","app_version":"1.2.3",` +
		`"extraction":{"method":"AI","timestamp":"2026-03-01T12:00:00.000Z","byok":false,"llm":"test-model","input_schema_version":null}},"biompin":null}`
)

func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func atNoon(c *api.Config) { c.Now = noon }

func TestContractJSON(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon)
	resp, body := b.post(upload("report.json", document()))
	checkResponse(t, resp, body, http.StatusOK, jsonResponse)
	if n := b.used("biomjson"); n != 1 {
		t.Errorf("%v credits used", n)
	}
}

func TestContractAI(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon)
	resp, body := b.post(upload("report.pdf", []byte(pdf)))
	checkResponse(t, resp, body, http.StatusOK, aiResponse)
	if n := b.used("biomai"); n != 1 {
		t.Errorf("%v credits used", n)
	}
}

func TestContractErrors(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon, func(c *api.Config) { c.Limits.BiomJSON = 2 })
	b.post(upload("a.json", document()))
	resp, body := b.post(upload("a.json", document()))
	checkResponse(t, resp, body, http.StatusTooManyRequests, `{"success":false,"error":{"code":"RATE_LIMIT_EXCEEDED",`+
		`"message":"Your quota for this kind of request is used up. Credits come back 24 hours after they were used; Retry-After says when there is enough for this request.",`+
		`"request_id":"<id>","timestamp":"2026-03-01T12:00:00.000Z","details":{"bucket":"biomjson"}}}`)
	if n := resp.Header.Get("Retry-After"); n != "86400" {
		t.Errorf("Retry-After: %s", n)
	}

	resp, body = b.post(upload("a.json", document("23.4", `"23.4"`, "545", "545.5")))
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(body), `"code":"REQUEST_VALIDATION_ERROR"`) ||
		!strings.Contains(string(body), `"details":{"errors":[{"path":"data.right_eye.AL","message":"`) ||
		!strings.Contains(string(body), `{"path":"data.right_eye.CCT","message":"`) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}

	resp, body = b.get("/api/v1/nothing?api_key=" + canary)
	checkResponse(t, resp, body, http.StatusNotFound, `{"success":false,"error":{"code":"NOT_FOUND",`+
		`"message":"There is no such route. The routes are listed at /openapi.json.",`+
		`"request_id":"<id>","timestamp":"2026-03-01T12:00:00.000Z","details":null}}`)

	resp, body = b.do(http.MethodDelete, processPath)
	checkResponse(t, resp, body, http.StatusMethodNotAllowed, `{"success":false,"error":{"code":"HTTP_ERROR",`+
		`"message":"This route does not take this method; it takes POST, OPTIONS.",`+
		`"request_id":"<id>","timestamp":"2026-03-01T12:00:00.000Z","details":null}}`)
	if allow := resp.Header.Get("Allow"); allow != "POST, OPTIONS" {
		t.Errorf("Allow: %s", allow)
	}
}

func TestContractStream(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		w.progress <- new(event(job.StagePreparing, 0.2))
		w.progress <- new(event(job.StageExtracting, 0.3))
		w.progress <- new(event(job.StageValidating, 0.85))
		w.result <- new(extractedResult())
	}
	resp, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	id := resp.Header.Get("X-Request-ID")
	at := `,"timestamp":"2026-03-01T12:00:00.000Z"}` + "\n\n"
	want := "event: progress\nid: 1\ndata: " + `{"request_id":"<id>","stage":"accepted","progress":0.05,"message":"The report was accepted"` + at +
		"event: progress\nid: 2\ndata: " + `{"request_id":"<id>","stage":"queued","progress":0.1,"message":"Waiting for a worker"` + at +
		"event: progress\nid: 3\ndata: " + `{"request_id":"<id>","stage":"preparing","progress":0.2,"message":"m"` + at +
		"event: progress\nid: 4\ndata: " + `{"request_id":"<id>","stage":"extracting","progress":0.3,"message":"m"` + at +
		"event: progress\nid: 5\ndata: " + `{"request_id":"<id>","stage":"validating","progress":0.85,"message":"m"` + at +
		"event: result\nid: 6\ndata: " + aiResponse + "\n\n"
	if got := strings.ReplaceAll(string(body), id, "<id>"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for header, want := range map[string]string{
		"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := resp.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
}

// checkResponse fails the test unless the response has the status, the body and the
// headers of every response. "<id>" in want stands for the request ID.
func checkResponse(t *testing.T, resp *http.Response, body []byte, status int, want string) {
	t.Helper()
	got := strings.ReplaceAll(string(body), resp.Header.Get("X-Request-ID"), "<id>")
	if resp.StatusCode != status || got != want {
		t.Errorf("%d\ngot  %s\nwant %s", resp.StatusCode, got, want)
	}
	for header, want := range map[string]string{
		"Content-Type": "application/json", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
		"Access-Control-Allow-Origin":   "*",
		"Access-Control-Expose-Headers": "Retry-After, X-Request-ID, X-Biom-Withheld, X-Biom-Ignored, X-API-Key-Status, Idempotency-Replayed, Location, Preference-Applied, ETag",
	} {
		if got := resp.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
}
