package api_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/admission"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
)

func TestChargedBucketAndCredits(t *testing.T) {
	t.Parallel()
	key := []string{"X-Provider-API-Key", canary + "-key"}
	for name, c := range map[string]struct {
		form   *form
		header []string
		bucket quota.Bucket
		want   float64
	}{
		"AI":                  {upload("a.pdf", []byte(pdf)), nil, quota.BiomAI, 1},
		"AI slow":             {upload("a.pdf", []byte(pdf), "service_tier", "slow"), nil, quota.BiomAI, 0.5},
		"own key":             {upload("a.pdf", []byte(pdf)), key, quota.BiomAIBYOK, 1},
		"own key slow":        {upload("a.pdf", []byte(pdf), "service_tier", "slow"), key, quota.BiomAIBYOK, 0.5},
		"JSON":                {upload("a.json", document()), nil, quota.BiomJSON, 1},
		"JSON ignores key":    {upload("a.json", document()), []string{"X-Provider-API-Key", "not a key"}, quota.BiomJSON, 1},
		"JSON ignores tier":   {upload("a.json", document(), "service_tier", "slow"), nil, quota.BiomJSON, 1},
		"JSON ignores blanks": {upload("a.json", document()), []string{"X-Provider-API-Key", " "}, quota.BiomJSON, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			resp, body := b.post(c.form, c.header...)
			if resp.StatusCode != http.StatusOK {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			for _, bucket := range []quota.Bucket{quota.BiomAI, quota.BiomAIBYOK, quota.BiomJSON} {
				want := 0.0
				if bucket == c.bucket {
					want = c.want
				}
				if got := b.used(bucket); got != want {
					t.Errorf("%s: %v credits, want %v", bucket, got, want)
				}
			}
			if byok := strings.Contains(string(body), `"byok":true`); byok != (c.bucket == quota.BiomAIBYOK) {
				t.Errorf("byok %v: %s", byok, body)
			}
		})
	}
}

func TestJobHoldsTheUpload(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon)
	resp, _ := b.post(upload("r.PNG", png(), "service_tier", "slow"), "X-Provider-API-Key", "sk-1")
	j := <-b.queue.submitted
	want := job.Header{ID: resp.Header.Get("X-Request-ID"), Tier: job.Slow, Accepted: noon(), Deadline: noon().Add(10 * time.Minute), CallerKind: job.OwnProviders, Work: admission.Work{Medium: "picture", Pages: 1}}
	if j.Header != want || j.Kind != "png" || j.ProviderKey != "sk-1" || j.Filename != "r.PNG" || string(j.File) != string(png()) {
		t.Errorf("%+v", j.Header)
	}
	if id := receive(t, b.queue.closed, "end of the ticket"); id != j.ID {
		t.Error(id)
	}
}

func png() []byte { return pngDeclaring(10, 10) }

func TestRefusalWhenQuotaIsUsedUp(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Limits.BiomAI = 2 })
	slow := func() (*http.Response, []byte) {
		return b.post(upload("a.pdf", []byte(pdf), "service_tier", "slow", "stream", "true"))
	}
	for range 2 {
		if resp, body := slow(); resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	resp, body := slow()
	checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
	if resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if n := len(b.queue.submitted); n != 2 {
		t.Errorf("%d jobs queued", n)
	}
	if resp, body := b.post(upload("a.pdf", []byte(pdf)), "X-Provider-API-Key", "k"); resp.StatusCode != http.StatusOK {
		t.Errorf("own key: %d %s", resp.StatusCode, body)
	}
}

func TestCapacityLimits(t *testing.T) {
	t.Parallel()
	for name, set := range map[quota.Bucket]func(*api.Config){
		quota.Capacity:       func(c *api.Config) { c.Capacity = 2 },
		quota.CapacityPublic: func(c *api.Config) { c.Capacity, c.CapacityPublic = 200, 2 },
	} {
		b := setup(t, set)
		b.post(upload("a.pdf", []byte(pdf)))
		resp, body := b.post(upload("a.pdf", []byte(pdf)))
		checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
		if !strings.Contains(string(body), fmt.Sprintf(`"bucket":%q`, name)) {
			t.Errorf("%s", body)
		}
		if n := b.used(quota.BiomAI); n != 1 {
			t.Errorf("%v credits of the caller: all or none", n)
		}
		if n := b.usedBy(quota.Capacity, quota.All); n != 1 {
			t.Errorf("%v credits of capacity", n)
		}
		if resp, _ := b.post(upload("a.pdf", []byte(pdf)), "X-Provider-API-Key", "k"); resp.StatusCode != http.StatusOK {
			t.Errorf("own key: %d", resp.StatusCode)
		}
	}
}

// TestRefundUnlessProviderCallWasStarted: for every way in which an extraction can end.
func TestRefundUnlessProviderCallWasStarted(t *testing.T) {
	t.Parallel()
	failed := problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no")
	paused := problem.Unavailable(7*time.Second, "no key")
	password := problem.New(http.StatusBadRequest, problem.FileValidation, "password")
	result := func(p *problem.Problem, started bool) *job.Result {
		r := extractedResult()
		r.Problem, r.Started = p, started
		if p != nil {
			r.Report = nil
		}
		return &r
	}
	for name, c := range map[string]struct {
		result    *job.Result
		submitErr error
		fate      job.Fate
		limit     time.Duration
		status    int
		code      string
		retry     string
		charged   float64
	}{
		"report":                            {result: result(nil, true), status: 200, charged: 1},
		"failed after the call":             {result: result(failed, true), status: 500, code: "EXTRACTION_FAILED", charged: 1},
		"no usable key":                     {result: result(paused, false), status: 503, code: "INTERNAL_ERROR", retry: "7"},
		"a PDF that needs a password":       {result: result(password, false), status: 400, code: "FILE_VALIDATION_ERROR"},
		"not queued":                        {submitErr: job.ErrNotQueued, status: 503, code: "INTERNAL_ERROR", retry: "10"},
		"uncertain, not started":            {submitErr: job.ErrUncertain, status: 503, code: "INTERNAL_ERROR", retry: "10"},
		"uncertain, started":                {submitErr: job.ErrUncertain, fate: job.Fate{Started: true}, status: 503, code: "INTERNAL_ERROR", retry: "10", charged: 1},
		"uncertain, ended":                  {submitErr: job.ErrUncertain, fate: job.Fate{Started: true, Result: result(nil, true)}, status: 200, charged: 1},
		"late, not started":                 {limit: time.Millisecond, status: 504, code: "EXTRACTION_TIMEOUT"},
		"late, started":                     {limit: time.Millisecond, fate: job.Fate{Started: true}, status: 504, code: "EXTRACTION_TIMEOUT", charged: 1},
		"late, but the result is there":     {limit: time.Millisecond, fate: job.Fate{Started: true, Result: result(nil, true)}, status: 200, charged: 1},
		"late, and it ended without a call": {limit: time.Millisecond, fate: job.Fate{Result: result(password, false)}, status: 400, code: "FILE_VALIDATION_ERROR"},
	} {
		for _, stream := range []string{"false", "true"} {
			t.Run(name+", stream "+stream, func(t *testing.T) {
				t.Parallel()
				b := setup(t, func(cfg *api.Config) { cfg.ExtractTimeout = c.limit })
				b.queue.submitErr = wrapped(c.submitErr)
				b.queue.fate = func(job.Header) (job.Fate, error) { return c.fate, nil }
				b.queue.work = func(_ job.Job, w ticketWriter) {
					if c.result != nil {
						w.result <- c.result
					}
				}
				resp, body := b.post(upload("a.pdf", []byte(pdf), "stream", stream))
				checkEnd(t, resp, body, c.status, c.code, c.retry)
				if n := b.used(quota.BiomAI); n != c.charged {
					t.Errorf("%v credits are charged, want %v", n, c.charged)
				}
			})
		}
	}
}

// wrapped returns err wrapped together with another error, nil if err is nil.
func wrapped(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", err, errors.New("the server"))
}

// checkEnd fails the test unless the response, streamed or not, ends with the
// status, the error code and the Retry-After.
func checkEnd(t *testing.T, resp *http.Response, body []byte, status int, code, retry string) {
	t.Helper()
	if resp.Header.Get("Content-Type") != "text/event-stream" {
		if resp.StatusCode != status || code != "" && !strings.Contains(string(body), `"code":"`+code+`"`) {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
		if got := resp.Header.Get("Retry-After"); got != retry {
			t.Errorf("Retry-After %q, want %q", got, retry)
		}
		return
	}
	events := strings.Split(strings.TrimSuffix(string(body), "\n\n"), "\n\n")
	last := events[len(events)-1]
	want := "event: result\n"
	if status != http.StatusOK {
		want = "event: error\n"
	}
	if !strings.HasPrefix(last, want) {
		t.Errorf("the stream ends with %s", last)
	}
	for _, part := range []string{field(`"status":`, status, status != 200), field(`"code":`, `"`+code+`"`, code != ""), field(`"retry_after":`, retry, retry != "")} {
		if !strings.Contains(last, part) {
			t.Errorf("no %s in %s", part, last)
		}
	}
}

// field returns the text of a JSON member, "" unless wanted.
func field(name string, value any, wanted bool) string {
	if !wanted {
		return ""
	}
	return name + fmt.Sprint(value)
}

func TestOverloadIsRefusedBeforeCharge(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.overload = 90 * time.Second
	resp, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if n := resp.Header.Get("Retry-After"); n != "90" {
		t.Errorf("Retry-After %s", n)
	}
	b.uncharged()
}

// TestLimitOfZeroRefusesEveryRequest: a limit of 0 has no default.
func TestLimitOfZeroRefusesEveryRequest(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Limits = api.Limits{} })
	resp, body := b.post(upload("a.json", document()))
	checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
}

// TestCallerKind: what an operator sees of a job's caller.
func TestCallerKind(t *testing.T) {
	t.Parallel()
	const serviceKey, ownKey = "Authorization", "X-Provider-API-Key"
	for want, header := range map[job.CallerKind][]string{
		job.Public: nil, job.KeyHolder: {serviceKey, "Bearer key"}, job.OwnProviders: {serviceKey, "Bearer key", ownKey, "k"},
	} {
		b := setup(t)
		b.keys["key"] = apikey.Record{User: "ada", Limits: apikey.DefaultLimits()}
		b.post(upload("a.pdf", []byte(pdf)), header...)
		if got := (<-b.queue.submitted).CallerKind; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
