package api_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"biom/api"
	"biom/shared/job"
	"biom/shared/quota"
)

// slowUploads is a store that confirms an upload only when the test proceeds.
type slowUploads struct {
	api.Requests
	reached, proceed chan struct{}
}

func (s slowUploads) KeepUpload(ctx context.Context, name string, file []byte) (uint64, error) {
	number, err := s.Requests.KeepUpload(ctx, name, file)
	s.reached <- struct{}{}
	<-s.proceed
	return number, err
}

// TestClientThatLeavesBeforeItKnowsItsJob: nobody knows the ID of its job, so that is not kept, and costs
// nothing.
func TestClientThatLeavesBeforeItKnowsItsJob(t *testing.T) {
	t.Parallel()
	s := slowUploads{reached: make(chan struct{}), proceed: make(chan struct{})}
	r := setupReplicas(t, extractor, func(c *api.Config) { s.Requests = c.Requests; c.Requests = s })
	ctx, leave := context.WithCancel(t.Context())
	var left sync.WaitGroup
	left.Go(func() {
		f := upload("b.pdf", []byte(pdf))
		if resp, err := r.a.client.Do(f.request(ctx, t, r.a.url, "Prefer", "respond-async")); err == nil {
			resp.Body.Close()
			t.Error("the client did not leave")
		}
	})
	receive(t, s.reached, "upload")
	leave()
	left.Wait()
	eventually(t, func() bool { return r.a.log.contains("the client left") })
	close(s.proceed)
	eventually(t, func() bool { return r.a.used(quota.BiomAI) == 0 && uploads(t, r) == 0 })
	if r.jobs.Load() > 0 {
		t.Error("the job was kept")
	}
}

// unreadableRecords is a store whose records cannot be read, but can be written.
type unreadableRecords struct {
	api.Requests
	broken *atomic.Bool
}

func (u unreadableRecords) ReadClaim(ctx context.Context, name string) (*job.Claim, error) {
	if u.broken.Load() {
		return nil, errBroken
	}
	return u.Requests.ReadClaim(ctx, name)
}

func (u unreadableRecords) Watch(ctx context.Context, name string) (<-chan *job.Claim, func(), error) {
	if u.broken.Load() {
		return nil, nil, errBroken
	}
	return u.Requests.Watch(ctx, name)
}

// TestAcceptedJobThatCannotBeRead: a job was accepted and charged, and then the store does not answer. The client
// must learn the job's ID: if it sent the report again, that would be charged again.
func TestAcceptedJobThatCannotBeRead(t *testing.T) {
	t.Parallel()
	broken := new(atomic.Bool)
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Requests = unreadableRecords{c.Requests, broken} })
	for _, prefer := range []string{"respond-async", "respond-async, wait=60"} {
		broken.Store(true)
		resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Prefer", prefer)
		if resp.StatusCode != http.StatusAccepted || resp.Header.Get("Retry-After") == "" || resp.Header.Get("Preference-Applied") != prefer {
			t.Fatalf("%s: %d %v %s", prefer, resp.StatusCode, resp.Header, body)
		}
		j := decodeJob(t, body)
		if location := resp.Header.Get("Location"); location != "/api/v1/biom/jobs/"+j.ID || j.ID == "" {
			t.Errorf("%s: %s, %+v", prefer, location, j)
		}
		broken.Store(false)
		if done := awaitJob(t, r.b, j.ID); done.Status != "succeeded" {
			t.Errorf("%s: %+v", prefer, done)
		}
	}
	broken.Store(true)
	resp, body := r.a.post(upload("a.pdf", []byte(pdf), "stream", "true"), "Prefer", "respond-async")
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Location"), "/api/v1/biom/jobs/") {
		t.Errorf("a stream: %d %v %s", resp.StatusCode, resp.Header, body)
	}
	broken.Store(false)
	awaitJob(t, r.b, strings.TrimPrefix(resp.Header.Get("Location"), "/api/v1/biom/jobs/"))
}

// TestKeyThatCannotBeChecked: a request that its client can come back to belongs to the user of its service key.
// While keys cannot be checked, it is refused: as that of a stranger it would be another request, and be
// charged again, or be refused for good.
func TestKeyThatCannotBeChecked(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Callbacks = &fakeCallbacks{} })
	unavailable := []string{"Authorization", "Bearer unavailable"}
	for name, c := range map[string]struct {
		options []string
		headers []string
	}{
		"Idempotency-Key": {nil, []string{"Idempotency-Key", "k"}}, "callback": {[]string{"callback", "clinic"}, nil},
		"batch": {[]string{"batch", "monday"}, nil}, "job": {nil, []string{"Prefer", "respond-async"}},
	} {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf), c.options...), append(c.headers, unavailable...)...)
		t.Log(name)
		if checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR"); resp.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	r.a.uncharged()
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), unavailable...)
	checkReport(t, resp, body)
}

// refusedRecords is a store that takes no records as long as they may be one byte long: from the first upload on,
// until the test calls limit.
type refusedRecords struct {
	api.Requests
	limit func(bytes int32)
}

func (s refusedRecords) KeepUpload(ctx context.Context, name string, file []byte) (uint64, error) {
	number, err := s.Requests.KeepUpload(ctx, name, file)
	s.limit(1)
	return number, err
}

// TestRefusedRequestIsNeverAccepted: the record that says that a request was accepted is refused, and so is the
// request. It is removed later, when records can be written again. Until it is, a repeat at another api must not
// read that it was accepted: its client would wait for a job that is about to vanish.
func TestRefusedRequestIsNeverAccepted(t *testing.T) {
	t.Parallel()
	var r queueReplicas
	limit := func(bytes int32) {
		js := r.connect().JS
		stream, err := js.Stream(t.Context(), "KV_"+job.BucketRequests)
		if err == nil {
			config := stream.CachedInfo().Config
			config.MaxMsgSize = bytes
			_, err = js.UpdateStream(t.Context(), config)
		}
		if err != nil {
			t.Error(err)
		}
	}
	stored := make(chan *job.Claim, 1)
	removed := func(name string) {
		record, err := r.clientOfA.ReadClaim(t.Context(), name)
		if err != nil || record == nil {
			t.Error(record, err)
		}
		stored <- record
	}
	r = setupReplicas(t, extractor, func(c *api.Config) {
		c.Requests = hookedUploads{refusedRecords{c.Requests, limit}, removed}
	})
	report := func() *form { return upload("a.pdf", []byte(pdf)) }
	resp, body := r.a.post(report(), "Prefer", "respond-async", "Idempotency-Key", "k")
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "Nothing was charged") {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	limit(-1)
	if record := receive(t, stored, "removal"); record.Durable.Kept {
		t.Error("a request that was refused is accepted in its record")
	}
	if j := awaitJob(t, r.b, submit(t, r.b, report(), "Idempotency-Key", "k").ID); j.Status != "succeeded" {
		t.Errorf("%+v", j)
	}
	if n := r.a.used(quota.BiomAI); n != 1 {
		t.Errorf("%v credits", n)
	}
}
