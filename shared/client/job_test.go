package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/client"
	"biom/shared/problem"
)

// Bodies of jobs.
const (
	jobHead   = `{"id":"6f1c","stage":"queued","progress":0.1,"filename":"report.pdf","created":"2026-11-22T12:00:00.000Z","expires":"2026-11-22T13:00:00.000Z","of_a_later_version":1,`
	queued    = jobHead + `"status":"queued","queue_position":12,"batch":"monday"}`
	running   = jobHead + `"status":"running"}`
	succeeded = jobHead + `"status":"succeeded","ended":"2026-11-22T12:00:07.500Z","withheld":["right_eye.ACD"],"response":` + response + `}`
	failed    = jobHead + `"status":"failed","ended":"2026-11-22T12:00:07.500Z","problem":{"status":503,"retry_after":5,"success":false,` +
		`"error":{"code":"INTERNAL_ERROR","message":"busy ` + providerKey + `","request_id":"r-1","details":{"reason":"why"}}}}`
	notFound = `{"success":false,"error":{"code":"NOT_FOUND","message":"There is no such job.","request_id":"r-1"}}`
)

// answerWith returns a handler that answers with a status, a body and headers, given as
// name, value, name, value.
func answerWith(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		writeJSON(w, status, body)
	}
}

func TestSubmitSendsThePreferenceAndReturnsTheJob(t *testing.T) {
	t.Parallel()
	for wait, prefer := range map[time.Duration]string{0: "respond-async", 10 * time.Second: "respond-async, wait=10", time.Millisecond: "respond-async, wait=1"} {
		c := setup(t, func(w http.ResponseWriter, r *http.Request) {
			if got := r.Header.Get("Prefer"); got != prefer || r.Header.Get("Idempotency-Key") != "k-1" {
				t.Errorf("headers: %v", r.Header)
			}
			expectKeys(t, true, true)(r)
			if got := readForm(t, r).fields; got["batch"] != "monday" || got["callback"] != "clinic" || got["stream"] != "false" {
				t.Errorf("fields: %v", got)
			}
			answerWith(202, queued, "Location", "/api/v1/biom/jobs/6f1c", "X-Api-Key-Status", "invalid")(w, r)
		})
		var info client.Info
		u := report()
		u.IdempotencyKey, u.Batch, u.Callback, u.Wait, u.Info = "k-1", "monday", "clinic", wait, &info
		job, err := c.Submit(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		if job.ID != "6f1c" || job.Status != client.JobQueued || job.Stage != "queued" || job.Progress != 0.1 || job.QueuePosition != 12 || job.Batch != "monday" ||
			job.Filename != "report.pdf" || job.Created.Hour() != 12 || job.Expires.Hour() != 13 || !job.Ended.IsZero() || job.HasEnded() {
			t.Errorf("got %+v", job)
		}
		if info.JobID != "6f1c" || info.KeyStatus != "invalid" {
			t.Errorf("info: %+v", info)
		}
	}
}

// A request that ends while Submit waits has the response of a request without a job,
// and the job's address.
func TestSubmitReturnsTheJobThatHasEnded(t *testing.T) {
	t.Parallel()
	const at = "/prefix/api/v1/biom/jobs/6f1c"
	job, err := setup(t, answerWith(200, response, "Location", at, "X-Biom-Withheld", "right_eye.ACD")).Submit(t.Context(), report())
	if err != nil || job.ID != "6f1c" || job.Status != client.JobSucceeded || *job.Response.Data.RightEye.AL != 23.45 || string(job.Raw) != response || job.Withheld[0] != "right_eye.ACD" {
		t.Errorf("got %+v, %v", job, err)
	}
	const refused = `{"success":false,"error":{"code":"EXTRACTION_TIMEOUT","message":"too long","request_id":"r-1"}}`
	job, err = setup(t, answerWith(504, refused, "Location", at)).Submit(t.Context(), report())
	if err != nil || job.ID != "6f1c" || job.Status != client.JobFailed || job.Problem.Status != 504 || job.Problem.Code != problem.ExtractionTimeout {
		t.Errorf("got %+v, %v", job, err)
	}
	job, err = setup(t, answerWith(504, refused, "Location", "https://elsewhere.example.org/")).Submit(t.Context(), report())
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != 504 || job != nil {
		t.Errorf("no job was made: got %+v, %v", job, err)
	}
	job, err = setup(t, answerWith(200, response)).Submit(t.Context(), report()) // a service without jobs
	if err != nil || job.ID != "" || !job.HasEnded() || job.Response == nil {
		t.Errorf("got %+v, %v", job, err)
	}
}

func TestUploadRefusesInvalidOptionsOfAJob(t *testing.T) {
	t.Parallel()
	c := setup(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	for want, change := range map[string]func(*client.Upload){
		"Upload.Wait":      func(u *client.Upload) { u.Wait = time.Minute + 1 },
		"Upload.Wait must": func(u *client.Upload) { u.Wait = -1 },
	} {
		u := report()
		change(&u)
		if _, err := c.Submit(t.Context(), u); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestJobHasTheResponseOrTheProblem(t *testing.T) {
	t.Parallel()
	job, err := serveRoute(t, "GET /api/v1/biom/jobs/6f1c", succeeded, expectKeys(t, true, false)).Job(t.Context(), "6f1c")
	if err != nil || !job.HasEnded() || job.Problem != nil || *job.Response.Data.RightEye.CCT != 545 || string(job.Raw) != response ||
		!reflect.DeepEqual(job.Withheld, []string{"right_eye.ACD"}) || job.Ended.Sub(job.Created) != 7500*time.Millisecond {
		t.Errorf("got %+v, %v", job, err)
	}
	job, err = serveRoute(t, "GET /api/v1/biom/jobs/6f1c", failed, expectKeys(t, true, false)).Job(t.Context(), "6f1c")
	want := client.Error{Status: 503, Code: problem.Internal, Message: "busy [key]", RequestID: "r-1", RetryAfter: 5 * time.Second, Details: client.Details{"reason": []byte(`"why"`)}}
	if err != nil || !job.HasEnded() || job.Response != nil || !reflect.DeepEqual(*job.Problem, want) {
		t.Errorf("got %+v, %v", job, err)
	}
	for _, body := range []string{`{}`, `null`, `{"id":"a/b","status":"queued"}`, strings.Replace(succeeded, response, "{}", 1), strings.Replace(succeeded, `"response"`, `"x"`, 1)} {
		if _, err := setup(t, answerWith(200, body)).Job(t.Context(), "6f1c"); err == nil {
			t.Errorf("%.60s: no error", body)
		}
	}
	for _, body := range []string{jobHead + `"status":"failed"}`, jobHead + `"status":"failed","problem":7}`} {
		if job, err := setup(t, answerWith(200, body)).Job(t.Context(), "6f1c"); err != nil || job.Problem == nil || job.Problem.Status != 500 {
			t.Errorf("got %+v, %v", job, err)
		}
	}
}

// An ID or a name cannot lead to another address.
func TestIDsAndNamesAreChecked(t *testing.T) {
	t.Parallel()
	c := setup(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("sent %s", r.URL) })
	for _, id := range []string{"", ".", "..", "a/b", "../../status", "a?b", "a b", "%2e%2e", "ä", strings.Repeat("a", 129)} {
		_, job := c.Job(t.Context(), id)
		_, wait := c.WaitJob(t.Context(), id)
		_, result := c.JobResult(t.Context(), id)
		errs := []error{job, wait, result, c.CancelJob(t.Context(), id)}
		for _, err := range c.JobEvents(t.Context(), id, "") {
			errs = append(errs, err)
		}
		for i, err := range errs {
			if err == nil || id != "" && id != "." && id != ".." && strings.Contains(err.Error(), id) {
				t.Errorf("ID %q, call %d: got %v", id, i, err)
			}
		}
	}
	for _, name := range []string{"", ".", "..", "a/b", "a b", "ä", strings.Repeat("a", 101)} {
		_, batch := c.Batch(t.Context(), name, client.BatchQuery{})
		if batch == nil {
			t.Errorf("batch %q: no error", name)
		}
		for _, err := range c.BatchEvents(t.Context(), name, "") {
			if err == nil {
				t.Errorf("events of batch %q: no error", name)
			}
		}
	}
}

// exchange is a request as a server without a network sees it: what it received, when,
// and with what it answers.
type exchange func(r *http.Request) (*http.Response, error)

// conversation returns a client that gets one exchange after another, and a function
// that returns the time of each since the beginning. More requests fail the test.
func conversation(t *testing.T, exchanges ...exchange) (c *client.Client, times func() []time.Duration) {
	t.Helper()
	begin, seen := time.Now(), []time.Duration{}
	transport := roundTrip(func(r *http.Request) (*http.Response, error) {
		if len(seen) == len(exchanges) {
			t.Errorf("one request too many: %s %s", r.Method, r.URL)
			return nil, io.ErrUnexpectedEOF
		}
		seen = append(seen, time.Since(begin))
		return exchanges[len(seen)-1](r)
	})
	c, err := client.New(client.Config{BaseURL: "http://fake", HTTPClient: &http.Client{Transport: transport}, RetryFor: 2 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return c, func() []time.Duration {
		if len(seen) != len(exchanges) {
			t.Errorf("%d of %d requests were made", len(seen), len(exchanges))
		}
		return seen
	}
}

// says returns an exchange whose answer has a status, a body and headers.
func says(status int, body string, headers ...string) exchange {
	return func(*http.Request) (*http.Response, error) {
		res := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}
		for i := 0; i < len(headers); i += 2 {
			res.Header.Set(headers[i], headers[i+1])
		}
		return res, nil
	}
}

// after delays an exchange.
func after(d time.Duration, then exchange) exchange {
	return func(r *http.Request) (*http.Response, error) {
		select {
		case <-time.After(d):
			return then(r)
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}

func refusesConnection(*http.Request) (*http.Response, error) { return nil, io.ErrClosedPipe }

// expectRequest returns an exchange that also checks the request.
func expectRequest(t *testing.T, url, header, value string, then exchange) exchange {
	return func(r *http.Request) (*http.Response, error) {
		if r.URL.RequestURI() != url || r.Header.Get(header) != value {
			t.Errorf("got %s with %s %q, want %s with %q", r.URL, header, r.Header.Get(header), url, value)
		}
		return then(r)
	}
}

const seconds = time.Second

func TestWaitJobGetsOverInterruptions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, times := conversation(t,
			expectRequest(t, "/api/v1/biom/jobs/6f1c?wait=30", "If-None-Match", "", after(30*seconds, says(200, queued, "Retry-After", "2"))),
			says(200, queued, "Retry-After", "2"),   // a service that stops answers early
			refusesConnection,                       // it is down
			says(502, "<html>", "Content-Type", ""), // so says its proxy
			says(503, failed, "Retry-After", "7"),   // it starts
			after(300*seconds, refusesConnection),   // the connection is dead
			after(3*seconds, says(200, running)),
			refusesConnection, // another outage
			says(200, succeeded))
		job, err := c.WaitJob(t.Context(), "6f1c")
		if err != nil || job.Response == nil {
			t.Errorf("got %+v, %v", job, err)
		}
		if got, want := fmt.Sprint(times()), "[0s 30s 32s 33s 35s 42s 2m20s 2m23s 2m24s]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestWaitJobGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dead := after(300*seconds, refusesConnection)
		c, times := conversation(t, dead, dead, dead)
		_, err := c.WaitJob(t.Context(), "6f1c")
		if !errors.Is(err, client.ErrSilent) || !errors.Is(err, client.ErrUnreachable) || !client.Retryable(err) {
			t.Errorf("got %v", err)
		}
		if got, want := fmt.Sprint(times()), "[0s 1m31s 3m3s]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestWaitJobEndsWithAnAnswerThatStays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, times := conversation(t, says(404, notFound))
		_, err := c.WaitJob(t.Context(), "6f1c")
		if e, ok := errors.AsType[*client.Error](err); !ok || e.Code != problem.NotFound {
			t.Errorf("got %v", err)
		}
		times()
		c, times = conversation(t, says(200, failed))
		if job, err := c.WaitJob(t.Context(), "6f1c"); err != nil || job.Problem == nil {
			t.Errorf("got %+v, %v", job, err) // the job's own problem is a result
		}
		times()
		c, times = conversation(t, says(503, failed, "Retry-After", "3600"))
		if _, err := c.WaitJob(t.Context(), "6f1c"); err == nil {
			t.Error("waits longer than RetryFor")
		}
		times()
		ctx, cancel := context.WithTimeout(t.Context(), 10*seconds)
		defer cancel()
		c, times = conversation(t, refusesConnection, refusesConnection, refusesConnection, refusesConnection)
		if _, err := c.WaitJob(ctx, "6f1c"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		times()
	})
}

func TestPollJobReturnsEachChange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const poll = "/api/v1/biom/jobs/6f1c?wait=30"
		c, times := conversation(t,
			says(200, queued, "Etag", `"1"`),
			expectRequest(t, poll, "If-None-Match", `"1"`, after(3*seconds, says(200, running, "Etag", `"2"`))),
			expectRequest(t, poll, "If-None-Match", `"2"`, after(30*seconds, says(304, "", "Retry-After", "2"))),
			expectRequest(t, poll, "If-None-Match", `"2"`, says(304, "", "Retry-After", "2")), // a service that stops
			expectRequest(t, poll, "If-None-Match", `"2"`, says(200, succeeded)))
		job, err := c.Job(t.Context(), "6f1c")
		var states []client.JobStatus
		for err == nil && !job.HasEnded() {
			states = append(states, job.Status)
			job, err = c.PollJob(t.Context(), job)
		}
		if err != nil || fmt.Sprint(states) != "[queued running running running]" || job.Response == nil {
			t.Errorf("got %v, then %+v, %v", states, job, err)
		}
		if got, want := fmt.Sprint(times()), "[0s 0s 3s 33s 35s]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestJobResult(t *testing.T) {
	t.Parallel()
	c := serveRoute(t, "GET /api/v1/biom/jobs/6f1c/result", response, expectKeys(t, true, false))
	if got, err := c.JobResult(t.Context(), "6f1c"); err != nil || string(got.Raw) != response || *got.Response.Data.RightEye.AL != 23.45 {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := setup(t, answerWith(202, queued)).JobResult(t.Context(), "6f1c"); !errors.Is(err, client.ErrNotEnded) || got != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	_, err := setup(t, answerWith(404, notFound)).JobResult(t.Context(), "6f1c")
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Code != problem.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestCancelJob(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Method + " " + r.URL.String(); got != "DELETE /api/v1/biom/jobs/6f1c" {
			t.Error(got)
		}
		expectKeys(t, true, false)(r)
		w.WriteHeader(http.StatusNoContent)
	})
	if err := c.CancelJob(t.Context(), "6f1c"); err != nil {
		t.Error(err)
	}
	for status, body := range map[int]string{404: notFound, 200: "{}"} { // 200: from something between
		err := setup(t, answerWith(status, body)).CancelJob(t.Context(), "6f1c")
		if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != status {
			t.Errorf("got %v", err)
		}
	}
}

// Whatever a server answers, a job has an ID, and if it has ended, either a complete
// response or a problem.
func FuzzJob(f *testing.F) {
	var body []byte
	c, err := client.New(client.Config{BaseURL: "http://fake", HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		return says(200, string(body))(r)
	})}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{queued, succeeded, failed, `{"id":"a","status":"failed","problem":{"retry_after":1e999,"error":{}}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		body = answer
		job, err := c.Job(t.Context(), "6f1c")
		if err == nil && (job.ID == "" || job.HasEnded() && (job.Response == nil) == (job.Problem == nil)) {
			t.Fatalf("got %+v", job)
		}
	})
}
