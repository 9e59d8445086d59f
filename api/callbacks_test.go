package api_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"biom/api"
	"biom/shared/callback"
)

// fakeCallbacks has one endpoint: ada's endpoint "clinic".
type fakeCallbacks struct {
	mu     sync.Mutex
	failed bool // Queue has failed once
	down   bool // Allowed fails
	queued chan callback.Event
}

func (f *fakeCallbacks) Allowed(_ context.Context, user, name string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down {
		return false, errors.New("the store is away")
	}
	return user == "ada" && name == "clinic", nil
}

func (f *fakeCallbacks) Queue(_ context.Context, e callback.Event) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.failed {
		f.failed = true
		return errors.New("no queue")
	}
	f.queued <- e
	return nil
}

// TestCallbackIsQueued: when a job with a callback has ended, also one that failed, its event is queued, once
// more if that fails.
func TestCallbackIsQueued(t *testing.T) {
	t.Parallel()
	f := &fakeCallbacks{queued: make(chan callback.Event, 2)}
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Callbacks = f })
	withUsers(r)
	j := submit(t, r.a, upload("a.pdf", []byte(pdf), "callback", "clinic", "batch", "monday"), asAda...)
	e := receive(t, f.queued, "event")
	if e.User != "ada" || e.Endpoint != "clinic" || e.JobID != j.ID || e.Status != callback.Succeeded || e.Batch != "monday" || e.ID == "" || e.Time.IsZero() {
		t.Errorf("%+v", e)
	}
	if awaitJob(t, r.b, j.ID, asAda...).Ended == "" {
		t.Error("it was called before the job had ended")
	}
}

// TestBadCallbacks: an endpoint must be one that the operator has allowed for the user.
func TestBadCallbacks(t *testing.T) {
	t.Parallel()
	f := &fakeCallbacks{}
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Callbacks = f })
	withUsers(r)
	for name, c := range map[string]struct {
		endpoint string
		headers  []string
	}{
		"no service key": {"clinic", nil}, "another user": {"clinic", []string{"Authorization", "Bearer bob"}},
		"an unknown one": {"home", asAda}, "an address": {"https://example.org/", asAda},
	} {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf), "callback", c.endpoint), c.headers...)
		t.Log(name)
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
	}
	f.down = true
	resp, body := r.a.post(upload("a.pdf", []byte(pdf), "callback", "clinic"), asAda...)
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if r.jobs.Load() != 0 {
		t.Errorf("%d jobs", r.jobs.Load())
	}
}
