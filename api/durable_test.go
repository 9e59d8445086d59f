package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
	"biom/shared/share"
)

// jobBody is the body of a job.
type jobBody struct {
	ID            string
	Status        string
	Stage         string
	Progress      float64
	QueuePosition int `json:"queue_position"`
	Filename      string
	Ended         string
	Withheld      []string
	Response      json.RawMessage
	Problem       *struct {
		Status     int
		RetryAfter int `json:"retry_after"`
		Error      problem.Error
	}
}

func decodeJob(t *testing.T, body []byte) (j jobBody) {
	t.Helper()
	if err := json.Unmarshal(body, &j); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return j
}

// submit uploads a report whose client does not wait, and returns its job.
func submit(t *testing.T, b *bundle, f *form, headers ...string) jobBody {
	t.Helper()
	resp, body := b.post(f, append(headers, "Prefer", "respond-async")...)
	if resp.StatusCode != http.StatusAccepted || resp.Header.Get("Preference-Applied") != "respond-async" {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	j := decodeJob(t, body)
	if resp.Header.Get("Location") != "/api/v1/biom/jobs/"+j.ID || j.ID == resp.Header.Get("X-Request-ID") {
		t.Errorf("location %q, job %s", resp.Header.Get("Location"), j.ID)
	}
	return j
}

// awaitJob polls a job until it has ended.
func awaitJob(t *testing.T, b *bundle, id string, headers ...string) jobBody {
	t.Helper()
	for {
		resp, body := b.get("/api/v1/biom/jobs/"+id+"?wait=60", headers...)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
		if j := decodeJob(t, body); j.Ended != "" {
			return j
		}
	}
}

// TestJob: a report whose client does not wait is read once, charged once, and looks the same
// from both replicas.
func TestJob(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	submitted := submit(t, r.a, upload("a.pdf", []byte(pdf)))
	if submitted.Status != "queued" && submitted.Status != "running" || submitted.Filename != "a.pdf" {
		t.Errorf("%+v", submitted)
	}
	for _, b := range []*bundle{r.b, r.a} {
		j := awaitJob(t, b, submitted.ID)
		if j.Status != "succeeded" || j.Progress != 1 {
			t.Errorf("%+v", j)
		}
		resp, body := b.get("/api/v1/biom/jobs/" + j.ID + "/result")
		if checkReport(t, resp, body); !bytes.Equal(bytes.TrimSpace(body), j.Response) {
			t.Errorf("the result is %s, the job's response %s", body, j.Response)
		}
		tag := etagOf(t, b, j.ID)
		if resp, _ := b.get("/api/v1/biom/jobs/"+j.ID, "If-None-Match", tag); resp.StatusCode != http.StatusNotModified {
			t.Errorf("with its ETag: %d", resp.StatusCode)
		}
	}
	if r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
	}
	for _, b := range []*bundle{r.a, r.b} {
		if b.log.contains(submitted.ID) {
			t.Error("the log holds the job's ID")
		}
	}
}

func etagOf(t *testing.T, b *bundle, id string) string {
	t.Helper()
	resp, _ := b.get("/api/v1/biom/jobs/" + id)
	return resp.Header.Get("ETag")
}

// TestJobOfJSON: a document in JSON is a job too.
func TestJobOfJSON(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	j := awaitJob(t, r.b, submit(t, r.a, upload("a.json", document())).ID)
	if j.Status != "succeeded" || r.a.used(quota.BiomJSON) != 1 {
		t.Errorf("%+v, %v credits", j, r.a.used(quota.BiomJSON))
	}
	resp, body := r.a.post(upload("a.json", []byte(`{"data": {}}`)), "Prefer", "respond-async")
	if resp.StatusCode != http.StatusUnprocessableEntity || resp.Header.Get("Location") != "" {
		t.Errorf("a bad document: %d %s", resp.StatusCode, body)
	}
}

// TestJobThatFails: the job holds the problem, with the status that the request would have had. A
// failure without a provider call costs nothing, and a repeat with the same Idempotency-Key reads the
// document again.
func TestJobThatFails(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, func(context.Context, *job.Delivery) (job.Result, error) {
		return job.Result{Problem: problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no").With("reason", "gave_up").Retry(7 * time.Second)}, nil
	})
	for range 2 {
		j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID)
		if j.Status != "failed" || j.Problem.Status != 500 || j.Problem.RetryAfter != 7 || j.Problem.Error.Code != problem.ExtractionFailed {
			t.Errorf("%+v", j)
		}
		resp, body := r.b.get("/api/v1/biom/jobs/" + j.ID + "/result")
		if resp.StatusCode != 500 || resp.Header.Get("Retry-After") != "7" {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}
	if r.jobs.Load() != 2 {
		t.Errorf("%d jobs", r.jobs.Load())
	}
	r.a.uncharged()
}

// TestJobWithWait: a client that waits a little gets the ordinary response if the report is read by
// then, else the job.
func TestJobWithWait(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{}, 2)
	r := setupReplicas(t, pausedExtractor(reached, proceed))
	proceed <- struct{}{}
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Prefer", `respond-async, wait=60`)
	checkReport(t, resp, body)
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Location"), "/api/v1/biom/jobs/") {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	resp, body = r.a.post(upload("a.pdf", []byte(pdf)), "Prefer", `respond-async, wait=1`)
	if resp.StatusCode != http.StatusAccepted || resp.Header.Get("Preference-Applied") != "respond-async, wait=1" || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	proceed <- struct{}{}
	awaitJob(t, r.b, decodeJob(t, body).ID)
}

// lateCopies passes first what was published about an earlier record of the same name: that it was deleted.
type lateCopies struct{ api.Requests }

func (l lateCopies) Watch(ctx context.Context, name string) (<-chan *job.Claim, func(), error) {
	changes, stop, err := l.Requests.Watch(ctx, name)
	all := make(chan *job.Claim)
	ended := make(chan struct{})
	go func() {
		for now := (*job.Claim)(nil); ; {
			select {
			case all <- now:
			case <-ended:
				return
			}
			select {
			case now = <-changes:
			case <-ended:
				return
			}
		}
	}()
	return all, func() { close(ended); stop() }, err
}

// TestJobWithLateCopies: a repeat of a refused request made the job. That the record of the first try was deleted
// is heard of late, after the repeat's was stored.
func TestJobWithLateCopies(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) { c.Requests = lateCopies{c.Requests} })
	submitted := submit(t, r.a, upload("a.pdf", []byte(pdf)))
	<-reached
	if resp, body := r.a.get("/api/v1/biom/jobs/" + submitted.ID + "?wait=1"); resp.StatusCode != http.StatusOK {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	proceed <- struct{}{}
	if j := awaitJob(t, r.a, submitted.ID); j.Status != "succeeded" {
		t.Errorf("%+v", j)
	}
}

// TestJobBelongsToItsUser: a job that was made with a service key is shown to its user only; one
// without, to everybody who knows its ID.
func TestJobBelongsToItsUser(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	for _, b := range []*bundle{r.a, r.b} {
		for _, user := range []string{"ada", "bob"} {
			b.keys[user] = apikey.Record{User: user, Limits: apikey.DefaultLimits()}
		}
	}
	j := submit(t, r.a, upload("a.pdf", []byte(pdf)), "Authorization", "Bearer ada")
	awaitJob(t, r.b, j.ID, "Authorization", "Bearer ada")
	for _, path := range []string{j.ID, j.ID + "/events", j.ID + "/result", j.ID + "0", strings.ToUpper(j.ID), "nothing", strings.Repeat("0", 32)} {
		for _, headers := range [][]string{nil, {"Authorization", "Bearer bob"}, {"Authorization", "Bearer unknown"}} {
			if resp, body := r.b.get("/api/v1/biom/jobs/"+path, headers...); resp.StatusCode != http.StatusNotFound {
				t.Errorf("%s with %v: %d %s", path, headers, resp.StatusCode, body)
			}
		}
	}
	for _, path := range []string{"jobs/" + j.ID, "jobs/" + j.ID + "/events", "jobs/" + j.ID + "/result", "batches/monday"} {
		resp, body := r.b.get("/api/v1/biom/"+path, "Authorization", "Bearer unavailable") // a client must not take this for final
		checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	}
	if resp, _ := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+j.ID, "Authorization", "Bearer bob"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("deleted by another user: %d", resp.StatusCode)
	}
	awaitJob(t, r.b, j.ID, "Authorization", "Bearer ada")
}

// TestJobExpires: the outcome is kept for the time that is set, counted from the end.
func TestJobExpires(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID)
	r.ahead.Store(int64(59 * time.Minute))
	if resp, _ := r.b.get("/api/v1/biom/jobs/" + j.ID); resp.StatusCode != http.StatusOK {
		t.Errorf("before it expires: %d", resp.StatusCode)
	}
	r.ahead.Store(int64(61 * time.Minute))
	for _, path := range []string{"", "/events", "/result"} {
		if resp, _ := r.b.get("/api/v1/biom/jobs/" + j.ID + path); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s after it has expired: %d", path, resp.StatusCode)
		}
	}
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k", "Prefer", "respond-async")
	if checkReport(t, resp, body); resp.StatusCode != http.StatusOK || r.jobs.Load() != 1 {
		t.Errorf("a repeat of an expired job: %d, %d jobs", resp.StatusCode, r.jobs.Load())
	}
}

// TestRepeatedJob: repeats with the same Idempotency-Key get the same job, also in parallel and from
// both replicas, and a repeat that waits gets its response.
func TestRepeatedJob(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 1), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed))
	ids := make(chan string, 20)
	for i := range 20 {
		go func() {
			_, body := []*bundle{r.a, r.b}[i%2].post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k", "Prefer", "respond-async")
			ids <- decodeJob(t, body).ID
		}()
	}
	id := receive(t, ids, "job")
	for range 19 {
		if other := receive(t, ids, "job"); other != id {
			t.Errorf("jobs %s and %s", id, other)
		}
	}
	close(proceed)
	j := awaitJob(t, r.a, id)
	resp, body := r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	if checkReport(t, resp, body); !bytes.Equal(bytes.TrimSpace(body), j.Response) || resp.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
	}
}

// TestDeletedJob: a job that is deleted is cancelled, also through another replica, and is unknown
// from then on. It is charged only if it was started.
func TestDeletedJob(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start   bool
		credits float64
	}{"before it was started": {false, 0}, "after it was started": {true, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, cancelled := make(chan struct{}, 1), make(chan struct{}, 1)
			r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
				if c.start {
					if err := d.Start(ctx); err != nil {
						return job.Result{}, err
					}
				}
				reached <- struct{}{}
				<-ctx.Done()
				cancelled <- struct{}{}
				return job.Result{}, context.Cause(ctx)
			})
			stop := adopting(r.a, r.b)
			defer stop()
			j := submit(t, r.a, upload("a.pdf", []byte(pdf)))
			receive(t, reached, "job")
			if resp, body := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+j.ID); resp.StatusCode != http.StatusNoContent || len(body) > 0 {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			for _, method := range []string{http.MethodGet, http.MethodDelete} {
				if resp, _ := r.a.do(method, "/api/v1/biom/jobs/"+j.ID); resp.StatusCode != http.StatusNotFound {
					t.Errorf("%s: %d", method, resp.StatusCode)
				}
			}
			receive(t, cancelled, "cancellation")
			eventually(t, func() bool { return r.a.used(quota.BiomAI) == c.credits && uploads(t, r) == 0 })
		})
	}
}

// TestDeletedJobThatHasEnded: its outcome is gone, and a repeat makes a new job.
func TestDeletedJobThatHasEnded(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	for range 2 {
		j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID)
		if resp, body := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+j.ID); resp.StatusCode != http.StatusNoContent {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	if r.jobs.Load() != 2 || r.a.used(quota.BiomAI) != 2 {
		t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
	}
}

// TestJobEvents: a stream that is cut after any event, and continued at the other replica, is equal
// to one that was not cut, during the job and after its end.
func TestJobEvents(t *testing.T) {
	t.Parallel()
	steps := make(chan struct{})
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		for _, stage := range []string{job.StagePreparing, job.StageExtracting, job.StageValidating} {
			if stage == job.StageExtracting {
				if err := d.Start(ctx); err != nil {
					return job.Result{}, err
				}
			}
			<-steps
			d.Progress(job.Event{Stage: stage, Message: stage})
		}
		<-steps
		return extractedResult(), nil
	})
	stream := r.a.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true", "biompin", "true"), "Prefer", "respond-async")
	location := stream.Header.Get("Location")
	if stream.StatusCode != http.StatusOK || !strings.HasPrefix(location, "/api/v1/biom/jobs/") {
		t.Fatalf("%d %v", stream.StatusCode, stream.Header)
	}
	// Each of these streams begins when so many events were sent, and sees the rest.
	type cut struct {
		after int
		rest  chan []byte
	}
	var cuts []cut
	follow := func(after int) {
		rest := make(chan []byte, 1)
		cuts = append(cuts, cut{after, rest})
		go func() {
			_, body := r.b.get(location+"/events", "Last-Event-ID", fmt.Sprint(after))
			rest <- body
		}()
	}
	events := newEventReader(t, stream.Body)
	for n := 1; ; n++ {
		e := events.next()
		if follow(n); n >= 2 && n <= 5 {
			steps <- struct{}{}
		}
		if strings.HasPrefix(e, "event: result") {
			break
		}
	}
	whole := events.all()
	for _, c := range cuts {
		want := strings.Join(events.seen[c.after:], "")
		if got := string(receive(t, c.rest, "rest of the stream")); withoutHeartbeats(got) != want {
			t.Errorf("after event %d: %q, want %q", c.after, got, want)
		}
	}
	for _, b := range []*bundle{r.a, r.b} {
		if _, body := b.get(location + "/events"); withoutHeartbeats(string(body)) != whole {
			t.Errorf("after the end: %s, want %s", body, whole)
		}
		if resp, _ := b.get(location+"/events", "Last-Event-ID", fmt.Sprint(len(events.seen))); resp.StatusCode != http.StatusNoContent {
			t.Errorf("after the last event: %d", resp.StatusCode)
		}
	}
	got := stages(t, []byte(whole))
	if !slices.Equal(got, []string{"accepted", "queued", "preparing", "extracting", "validating", "sharing", "result"}) {
		t.Error(got)
	}
}

// TestAdoptedJob: an api dies at any stage of its job. Another one goes on, and the report is read
// once more at most, charged once, and has one result.
func TestAdoptedJob(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handle func(ctx context.Context, d *job.Delivery, reached chan<- struct{}, proceed <-chan struct{}) (job.Result, error)
		jobs   int64
	}{
		"being prepared": {func(ctx context.Context, d *job.Delivery, reached chan<- struct{}, proceed <-chan struct{}) (job.Result, error) {
			reached <- struct{}{}
			select {
			case <-proceed:
			case <-ctx.Done():
				return job.Result{}, context.Cause(ctx)
			}
			return extractor(ctx, d)
		}, 2},
		"started": {pausedStarted, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, proceed := make(chan struct{}, 2), make(chan struct{})
			r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
				return c.handle(ctx, d, reached, proceed)
			})
			client := r.newClient()
			dying := setup(t, func(cfg *api.Config) {
				cfg.Queue, cfg.Requests, cfg.Quota, cfg.Shares = api.Jobs(client), client, r.a.quota, r.a.shares
			})
			j := submit(t, dying, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
			receive(t, reached, "job")
			r.close(t, client)
			defer adopting(r.b)()
			for range c.jobs - 1 {
				receive(t, reached, "new job")
			}
			close(proceed)
			done := awaitJob(t, r.a, j.ID)
			if done.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != c.jobs {
				t.Errorf("%+v, %v credits, %d jobs", done, r.a.used(quota.BiomAI), r.jobs.Load())
			}
			if again := submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k"); again.ID != j.ID || again.Status != "succeeded" {
				t.Errorf("%+v", again)
			}
		})
	}
}

// TestShutdownHandsJobsOver: an api that is stopped does not wait for its jobs. It ends the streams of those who
// follow them, and another api goes on with the jobs: nothing is read or charged twice.
func TestShutdownHandsJobsOver(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed))
	client := r.newClient()
	stopped := setup(t, func(cfg *api.Config) {
		cfg.Queue, cfg.Requests, cfg.Quota, cfg.Shares = api.Jobs(client), client, r.a.quota, r.a.shares
	})
	stream := stopped.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"), "Prefer", "respond-async")
	defer stream.Body.Close()
	location := stream.Header.Get("Location")
	events := newEventReader(t, stream.Body)
	for e := ""; !strings.Contains(e, "queued"); {
		e = events.next()
	}
	receive(t, reached, "job")
	if err := stopped.server.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(stream.Body); err == nil && strings.Contains(string(rest), "event: error") {
		t.Errorf("the stream ended with %s", rest)
	}
	r.close(t, client)
	defer adopting(r.b)()
	close(proceed)
	_, rest := r.b.get(location+"/events", "Last-Event-ID", fmt.Sprint(len(events.seen)))
	if !strings.Contains(string(rest), "event: result") || r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%s, %d jobs, %v credits", rest, r.jobs.Load(), r.a.used(quota.BiomAI))
	}
}

// TestDiscardedRequest: an api died before it had accepted a request. Nothing is left of it, and nothing
// is charged.
func TestDiscardedRequest(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	client := r.newClient()
	ctx := t.Context()
	name := client.RequestName(client.NewRequestID())
	charge := uuid.NewString()
	_, err := client.Claim(ctx, name, job.ClaimRecord{Header: job.Header{ID: charge, Tier: job.Standard}, Durable: &job.Durable{Waits: true}})
	subject := quota.Address(netip.MustParseAddr("127.0.0.1"))
	_, err2 := r.a.quota.Charge(ctx, charge, quota.Line{Bucket: quota.BiomAI, Subject: subject, Cost: 2, Limit: 50})
	_, err3 := client.KeepUpload(ctx, name, []byte(pdf))
	if err := errors.Join(err, err2, err3, client.BeOwner(ctx)); err != nil {
		t.Fatal(err)
	}
	r.close(t, client)
	defer adopting(r.a, r.b)()
	eventually(t, func() bool {
		record, err := r.clientOfA.ReadClaim(ctx, name)
		return err == nil && record == nil && r.a.used(quota.BiomAI) == 0 && uploads(t, r) == 0
	})
}

// tardyRequests has a worker that starts a job just before it is withdrawn.
type tardyRequests struct {
	api.Requests

	beforeWithdrawal func()
}

func (r tardyRequests) Withdraw(ctx context.Context, h job.Header) (job.Fate, error) {
	r.beforeWithdrawal()
	return r.Requests.Withdraw(ctx, h)
}

// TestAdoptedJobThatIsStartedMeanwhile: a worker starts the job of a dead api just before another one ends it
// for a new one. The result of that job is taken.
func TestAdoptedJobThatIsStartedMeanwhile(t *testing.T) {
	t.Parallel()
	reached, start, started, proceed := make(chan struct{}, 1), make(chan struct{}), make(chan struct{}, 1), make(chan struct{})
	startNow := sync.OnceFunc(func() {
		close(start)
		<-started
		close(proceed)
	})
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		reached <- struct{}{}
		<-start
		return pausedExtractor(started, proceed)(ctx, d)
	}, func(c *api.Config) { c.Requests = tardyRequests{c.Requests, startNow} })
	dying, client := r.dying(t)
	j := submit(t, dying, upload("a.pdf", []byte(pdf)))
	receive(t, reached, "job")
	r.close(t, client)
	defer adopting(r.a)()
	if done := awaitJob(t, r.b, j.ID); done.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 1 {
		t.Errorf("%+v, %v credits, %d jobs", done, r.a.used(quota.BiomAI), r.jobs.Load())
	}
}

func pausedStarted(ctx context.Context, d *job.Delivery, reached chan<- struct{}, proceed <-chan struct{}) (job.Result, error) {
	return pausedExtractor(reached, proceed)(ctx, d)
}

// adopting makes replicas adopt the requests of apis that have died, until stop is called.
func adopting(bundles ...*bundle) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{}, len(bundles))
	for _, b := range bundles {
		go func() { b.server.Adopt(ctx); done <- struct{}{} }()
	}
	return func() {
		cancel()
		for range bundles {
			<-done
		}
	}
}

// uploads returns how many uploads of durable requests are stored.
func uploads(t *testing.T, r queueReplicas) int {
	t.Helper()
	n, err := r.clientOfA.Uploads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// eventually waits until a condition holds.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for limit := time.Now().Add(waitLimit); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("it did not come to that")
		}
	}
}

// eventReader reads the events of a stream.
type eventReader struct {
	t    *testing.T
	body io.Reader
	read []byte
	seen []string
}

func newEventReader(t *testing.T, body io.Reader) *eventReader { return &eventReader{t: t, body: body} }

// next returns the next event as it was sent.
func (r *eventReader) next() string {
	r.t.Helper()
	for {
		if event, rest, ok := strings.Cut(string(r.read), "\n\n"); ok {
			r.read = []byte(rest)
			if event += "\n\n"; strings.HasPrefix(event, "event:") {
				r.seen = append(r.seen, event)
				return event
			}
			continue
		}
		chunk := make([]byte, 4096)
		n, err := r.body.Read(chunk)
		r.read = append(r.read, chunk[:n]...)
		if err != nil && n == 0 {
			r.t.Fatalf("the stream ended with %v after %q", err, r.seen)
		}
	}
}

// all returns the events so far.
func (r *eventReader) all() string { return strings.Join(r.seen, "") }

func withoutHeartbeats(stream string) string { return strings.ReplaceAll(stream, ":\n\n", "") }

// TestJobRoom: the files of one caller's jobs cannot take up all the room, and give it back when
// they have ended.
func TestJobRoom(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 4), make(chan struct{}, 4)
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) { c.JobBytes = int64(9 * len(pdf)) })
	first := submit(t, r.a, upload("a.pdf", []byte(pdf)))
	submit(t, r.a, upload("b.pdf", []byte(pdf)))
	resp, body := r.a.post(upload("c.pdf", []byte(pdf)), "Prefer", "respond-async")
	if checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR"); r.a.used(quota.BiomAI) != 2 {
		t.Errorf("%v credits", r.a.used(quota.BiomAI))
	}
	proceed <- struct{}{}
	proceed <- struct{}{}
	awaitJob(t, r.b, first.ID)
	eventually(t, func() bool {
		resp, _ := r.a.post(upload("c.pdf", []byte(pdf)), "Prefer", "respond-async")
		return resp.StatusCode == http.StatusAccepted
	})
	close(proceed)
}

// TestJobAfterAPanic: a panic after the extraction ends the job with a 500, and its room is given back.
func TestJobAfterAPanic(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Shares, c.JobBytes = panickingShares{c.Shares}, int64(4*len(pdf)) })
	for range 2 {
		j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf), "biompin", "true")).ID)
		if j.Status != "failed" || j.Problem.Status != http.StatusInternalServerError {
			t.Errorf("%+v", j)
		}
		eventually(t, func() bool { return uploads(t, r) == 0 })
	}
}

// panickingShares panics instead of making a share.
type panickingShares struct{ api.Shares }

func (panickingShares) Create(context.Context, string, []byte) (share.Created, error) {
	panic("a fault")
}

// hookedUploads is a store that calls beforeDrop before it deletes an upload.
type hookedUploads struct {
	api.Requests
	beforeDrop func(name string)
}

func (h hookedUploads) DropUpload(ctx context.Context, name string, number uint64) error {
	h.beforeDrop(name)
	return h.Requests.DropUpload(ctx, name, number)
}

// TestRepeatWhileAJobIsErased: a repeat takes the record of a deleted job over, before its former owner has erased
// the job. The repeat's job stays.
func TestRepeatWhileAJobIsErased(t *testing.T) {
	t.Parallel()
	reached, erased := make(chan struct{}, 1), make(chan string, 1)
	var r queueReplicas
	takeOver := func(name string) {
		other := r.newClient()
		defer other.Close()
		deleted, err := other.ReadClaim(t.Context(), name)
		if err == nil {
			_, err = other.TakeOver(t.Context(), deleted, job.ClaimRecord{Header: job.Header{ID: uuid.NewString()}, Durable: &job.Durable{Kept: true}})
		}
		if err != nil {
			t.Error(err)
		}
		erased <- name
	}
	r = setupReplicas(t, pausedExtractor(reached, nil), func(c *api.Config) { c.Requests = hookedUploads{c.Requests, takeOver} })
	defer adopting(r.a)()
	j := submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	receive(t, reached, "job")
	if resp, body := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+j.ID); resp.StatusCode != http.StatusNoContent {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	name := receive(t, erased, "erasure")
	if err := r.a.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if record, err := r.clientOfA.ReadClaim(t.Context(), name); err != nil || record == nil {
		t.Errorf("%v, %v", record, err)
	}
}
