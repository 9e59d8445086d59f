package api_test

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"biom/api"
	"biom/shared/analytics"
	"biom/shared/job"
	"biom/shared/problem"
)

// fakeEvents collects the emitted events.
type fakeEvents struct {
	mu  sync.Mutex
	all []analytics.Event
}

var _ api.Events = (*fakeEvents)(nil)

func (f *fakeEvents) Emit(e analytics.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, e)
}

// check fails the test unless exactly these events were emitted, all for the request
// id, since the last check.
func (f *fakeEvents) check(t *testing.T, id string, want ...analytics.Event) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range want {
		want[i].Time, want[i].RequestID = cmp.Or(want[i].Time, noon()), id
	}
	if !slices.Equal(f.all, want) {
		t.Errorf("emitted\n%+v\nwant\n%+v", f.all, want)
	}
	f.all = nil
}

func TestExtractionEvents(t *testing.T) {
	t.Parallel()
	end := func(change func(*job.Result)) func(*fakeQueue) {
		return func(q *fakeQueue) {
			r := extractedResult()
			change(&r)
			q.work = func(_ job.Job, w ticketWriter) { w.result <- new(r) }
		}
	}
	failed := func(reason string) func(*fakeQueue) {
		return end(func(r *job.Result) {
			r.Report, r.Problem = nil, problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no").With("reason", reason)
		})
	}
	for name, c := range map[string]struct {
		form    *form
		headers []string
		queue   func(*fakeQueue)
		want    analytics.Event
	}{
		"success": {upload("a.pdf", []byte(pdf)), nil, end(func(*job.Result) {}),
			analytics.Event{Outcome: "success", Tier: "standard", Model: "test-model", Device: "IOLMaster700"}},
		"slow, own key, doubtful": {upload("a.pdf", []byte(pdf), "service_tier", "slow", "stream", "true"), ownKey,
			end(func(r *job.Result) { r.Withheld = []string{"data.right_eye.AL", "data.right_eye.CCT"} }),
			analytics.Event{Outcome: "success", Tier: "slow", BYOK: true, Model: "test-model", Device: "IOLMaster700", Withheld: 2}},
		"failed": {upload("a.pdf", []byte(pdf)), nil, failed("provider_unavailable"),
			analytics.Event{Outcome: "EXTRACTION_FAILED", Reason: "provider_unavailable", Tier: "standard", Model: "test-model"}},
		"not queued": {upload("a.pdf", []byte(pdf)), nil, func(q *fakeQueue) { q.submitErr = job.ErrNotQueued },
			analytics.Event{Outcome: "INTERNAL_ERROR", Tier: "standard"}},
		"queue fails": {upload("a.pdf", []byte(pdf)), nil, func(q *fakeQueue) { q.submitErr = errors.New(canary) },
			analytics.Event{Outcome: "INTERNAL_ERROR", Tier: "standard"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := &fakeEvents{}
			b := setup(t, atNoon, func(cfg *api.Config) { cfg.Events, cfg.Log = events, nil })
			c.queue(b.queue)
			resp, _ := b.post(c.form, c.headers...)
			c.want.Kind, c.want.Auth = analytics.KindExtraction, "public"
			events.check(t, resp.Header.Get("X-Request-ID"), c.want)
		})
	}
}

// TestExtractionDuration: it counts from acceptance.
func TestExtractionDuration(t *testing.T) {
	events := &fakeEvents{}
	inBubble(t, func(o *offline) {
		o.queue.work = func(_ job.Job, w ticketWriter) {
			time.Sleep(1234 * time.Millisecond)
			w.result <- new(extractedResult())
		}
		o.ai()
		if len(events.all) != 1 || events.all[0].DurationMS != 1234 {
			t.Errorf("%+v", events.all)
		}
	}, func(c *api.Config) { c.Events = events })
}

func TestValidationEvents(t *testing.T) {
	t.Parallel()
	events := &fakeEvents{}
	b := setup(t, atNoon, func(c *api.Config) { c.Events, c.Limits.BiomJSON = events, 2 })
	for _, c := range []struct {
		form *form
		want analytics.Event
	}{
		{upload("a.json", document("23.4", "99")), analytics.Event{Kind: analytics.KindValidation, Outcome: "REQUEST_VALIDATION_ERROR", Auth: "public", Count: 1}},
		{upload("a.json", []byte("{")), analytics.Event{Kind: analytics.KindValidation, Outcome: "FILE_VALIDATION_ERROR", Auth: "public", Count: 1}},
		{upload("a.json", document()), analytics.Event{Kind: analytics.KindValidation, Outcome: "success", Auth: "public", Device: "Argos"}},
		{upload("a.json", document()), analytics.Event{Kind: analytics.KindRefused, Bucket: "biomjson", Auth: "public", Count: 1}},
	} {
		resp, _ := b.post(c.form)
		events.check(t, resp.Header.Get("X-Request-ID"), c.want)
	}
}

// TestFreeEventsAreThrottled: requests that cost nothing must not fill the event stream.
func TestFreeEventsAreThrottled(t *testing.T) {
	t.Parallel()
	events, clock := &fakeEvents{}, &manualClock{}
	b := setup(t, func(c *api.Config) { c.Events, c.Now, c.Limits.BiomJSON = events, clock.now, 0 })
	refused := func(times int) (last string) {
		for range times {
			resp, _ := b.post(upload("a.json", document()))
			last = resp.Header.Get("X-Request-ID")
		}
		return last
	}
	want := analytics.Event{Kind: analytics.KindRefused, Bucket: "biomjson", Auth: "public", Count: 1}
	events.check(t, refused(1), want)
	refused(30)
	clock.add(time.Second)
	want.Count, want.Time = 31, clock.now()
	events.check(t, refused(1), want)
	refused(5)
	if len(events.all) != 0 {
		t.Errorf("emitted %+v", events.all)
	}
}

func TestRequestsWithoutEvents(t *testing.T) {
	t.Parallel()
	events := &fakeEvents{}
	b := setup(t, func(c *api.Config) { c.Events = events })
	b.get("/api/v1/status")
	b.get(healthPath)
	b.get("/nothing")
	b.rate("{}", "application/json")
	b.queue.overload = time.Second
	b.post(upload("a.pdf", []byte(pdf)))
	b.post(upload("a.pdf", []byte("")))
	events.check(t, "")
}
