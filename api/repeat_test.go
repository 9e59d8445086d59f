package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/problem"
	"biom/shared/quota"
)

// repeating are two replicas on one queue, one quota store and one clock, and
// the job client of the second. The worker is handle.
type repeating struct {
	a, b  *bundle
	first *job.Client        // of a
	third func() *job.Client // of a replica that is to be killed
	calls *atomic.Int64      // of handle
	late  *atomic.Int64      // how far the replicas' clocks are ahead
}

func setupRepeats(t *testing.T, handle job.Handler, change ...func(*api.Config)) repeating {
	t.Helper()
	connect := jobtest.Embedded(t)
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	r := repeating{calls: new(atomic.Int64), late: new(atomic.Int64)}
	r.third = func() *job.Client {
		client, err := job.NewClient(t.Context(), connect(), job.ClientConfig{Keys: keys, Sweep: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		return client
	}
	one := func() func(*api.Config) {
		client := r.third()
		t.Cleanup(client.Close)
		if r.first == nil {
			r.first = client
		}
		return func(c *api.Config) {
			c.Queue, c.Repeats = api.Jobs(client), client
			c.Now = func() time.Time { return time.Now().Add(time.Duration(r.late.Load())) }
		}
	}
	r.a = setup(t, append(change, one())...)
	r.b = setup(t, one(), func(c *api.Config) { c.Quota, c.Shares = r.a.quota, r.a.shares })
	r.b.quota, r.b.shares = r.a.quota, r.a.shares
	worker, err := job.NewWorker(t.Context(), connect(), job.WorkerConfig{Keys: keys, Concurrency: 8, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		r.calls.Add(1)
		return handle(ctx, d)
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = worker.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
	return r
}

// waits is an extractor that goes on when it is told to.
func waits(reached chan<- struct{}, goOn <-chan struct{}) job.Handler {
	return func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		reached <- struct{}{}
		select {
		case <-goOn:
			return extracted(), nil
		case <-ctx.Done():
			return job.Result{}, context.Cause(ctx)
		}
	}
}

// Fifty parallel repeats of one upload, at two replicas, are one job, one
// charge, one share and one answer.
func TestRepeatsInParallel(t *testing.T) {
	t.Parallel()
	reached, goOn := make(chan struct{}, 50), make(chan struct{})
	r := setupRepeats(t, waits(reached, goOn))
	var mu sync.Mutex
	answers := map[string]int{}
	var posts sync.WaitGroup
	for i := range 50 {
		posts.Go(func() {
			resp, body := []*bundle{r.a, r.b}[i%2].post(upload("a.pdf", []byte(pdf), "biompin", "true", "stream", []string{"false", "true"}[i/2%2]), "Idempotency-Key", "k-1")
			if i/2%2 == 1 {
				body = lastEvent(body)
			}
			checkReport(t, resp, body)
			mu.Lock()
			defer mu.Unlock()
			answers[strings.TrimSpace(string(body))]++
		})
	}
	receive(t, reached, "job")
	close(goOn)
	posts.Wait()
	if len(answers) != 1 || r.calls.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d different answers, %d jobs, %v credits", len(answers), r.calls.Load(), r.a.used(quota.BiomAI))
	}
	resp, body := r.b.post(upload("other-name.pdf", []byte(pdf), "biompin", "true"), "Idempotency-Key", "k-1")
	if answers[strings.TrimSpace(string(body))] != 50 || resp.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("later: %d %s", resp.StatusCode, body)
	}
}

// What makes a request another one under the same key, and what does not.
func TestRepeatOfOtherContent(t *testing.T) {
	t.Parallel()
	r := setupRepeats(t, extractor)
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	first := resp.Header.Get("X-Request-ID")
	for name, c := range map[string]struct {
		form    *form
		headers []string
		same    bool
	}{
		"another name":         {upload("b.pdf", []byte(pdf)), nil, true},
		"streamed":             {upload("a.pdf", []byte(pdf), "stream", "true"), nil, true},
		"other bytes":          {upload("a.pdf", []byte(pdf+" ")), nil, false},
		"slow":                 {upload("a.pdf", []byte(pdf), "service_tier", "slow"), nil, false},
		"with a share":         {upload("a.pdf", []byte(pdf), "biompin", "true"), nil, false},
		"the caller's own key": {upload("a.pdf", []byte(pdf)), []string{"X-Provider-API-Key", "sk-1"}, false},
		"a JSON document":      {upload("a.json", document()), nil, false},
	} {
		resp, body := r.b.post(c.form, append(c.headers, "Idempotency-Key", "k")...)
		if got := resp.Header.Get("X-Request-ID") == first; got != c.same || !c.same && resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
	if r.a.used(quota.BiomAI) != 1 || r.calls.Load() != 1 {
		t.Errorf("%v credits, %d jobs", r.a.used(quota.BiomAI), r.calls.Load())
	}
	r.a.keys["ada"] = apikey.Record{User: "ada", Limits: apikey.DefaultLimits()}
	resp, body = r.a.post(upload("a.pdf", []byte(pdf+" ")), "Idempotency-Key", "k", "Authorization", "Bearer ada")
	if checkReport(t, resp, body); resp.Header.Get("X-Request-ID") == first {
		t.Error("another caller got the answer")
	}
}

func TestBadIdempotencyKeys(t *testing.T) {
	t.Parallel()
	r := setupRepeats(t, extractor)
	for name, headers := range map[string][]string{
		"empty": {"Idempotency-Key", " "}, "too long": {"Idempotency-Key", strings.Repeat("k", 256)},
		"not ASCII": {"Idempotency-Key", "schlüssel"}, "twice": {"Idempotency-Key", "a", "Idempotency-Key", "b"},
	} {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf)), headers...)
		if resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
	r.a.uncharged()
}

// Failures that were charged are answers like others; what cost nothing is
// tried again.
func TestRepeatAfterAFailure(t *testing.T) {
	t.Parallel()
	refusal := problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no").With("reason", "model_refused").Retry(7 * time.Second)
	for name, c := range map[string]struct {
		started bool
		calls   int64
		credits float64
	}{"charged": {true, 1, 1}, "not charged": {false, 3, 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setupRepeats(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
				if c.started {
					if err := d.Start(ctx); err != nil {
						return job.Result{}, err
					}
				}
				return job.Result{Problem: refusal}, nil
			})
			for i, b := range []*bundle{r.a, r.b, r.a} {
				form := upload("a.pdf", []byte(pdf))
				if i == 2 {
					form = upload("a.pdf", []byte(pdf), "stream", "true")
				}
				resp, body := b.post(form, "Idempotency-Key", "k")
				if i == 2 {
					if event := string(lastEvent(body)); !strings.Contains(event, `"status":500`) || !strings.Contains(event, "model_refused") {
						t.Error(event)
					}
					continue
				}
				checkRefusal(t, resp, body, http.StatusInternalServerError, "EXTRACTION_FAILED")
				if resp.Header.Get("Retry-After") != map[bool]string{true: "7"}[i == 0 || !c.started] || !strings.Contains(string(body), "model_refused") {
					t.Errorf("%v %s", resp.Header, body)
				}
			}
			if r.calls.Load() != c.calls || r.a.used(quota.BiomAI) != c.credits {
				t.Errorf("%d jobs, %v credits", r.calls.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

func TestRepeatOfAJSONDocument(t *testing.T) {
	t.Parallel()
	r := setupRepeats(t, extractor)
	var bodies []string
	for _, b := range []*bundle{r.a, r.b, r.b} {
		resp, body := b.post(upload("a.json", document(), "biompin", "true"), "Idempotency-Key", "k")
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
		bodies = append(bodies, string(body))
	}
	if len(slices.Compact(bodies)) != 1 || r.a.used(quota.BiomJSON) != 1 {
		t.Errorf("%d answers, %v credits", len(slices.Compact(bodies)), r.a.used(quota.BiomJSON))
	}
	for range 2 { // invalid: nothing is charged or kept
		resp, body := r.a.post(upload("a.json", []byte("{}")), "Idempotency-Key", "bad")
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
		if resp.Header.Get("Idempotency-Replayed") != "" {
			t.Error("kept")
		}
	}
}

// A job goes on when its client leaves, and its repeat gets the answer.
func TestTheClientLeavesARepeatableRequest(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"false", "true"} {
		reached, goOn := make(chan struct{}, 2), make(chan struct{})
		r := setupRepeats(t, waits(reached, goOn))
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() {
			resp, err := r.a.client.Do(upload("a.pdf", []byte(pdf), "stream", stream).request(ctx, t, r.a.url, "Idempotency-Key", "k"))
			if err == nil {
				_, err = resp.Body.Read(make([]byte, 1))
				for err == nil {
					_, err = resp.Body.Read(make([]byte, 1<<10))
				}
				resp.Body.Close()
			}
			left <- err
		}()
		receive(t, reached, "job")
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("stream %s: %v", stream, err)
		}
		close(goOn)
		resp, body := r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		checkReport(t, resp, body)
		if r.calls.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
			t.Errorf("stream %s: %d jobs, %v credits", stream, r.calls.Load(), r.a.used(quota.BiomAI))
		}
	}
}

// claim leaves a request behind as an api does that was killed, with its job
// in the queue or not.
func (r repeating) claim(t *testing.T, key string, charged, noted, queued bool) job.Header {
	t.Helper()
	client := r.third()
	defer client.Close()
	now := time.Now().UTC()
	h := job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(30 * time.Second)}
	me := quota.Address(netip.MustParseAddr("127.0.0.1"))
	if charged {
		if _, err := r.a.quota.Charge(t.Context(), h.ID, quota.Line{Bucket: quota.BiomAI, Subject: me, Cost: 2, Limit: 50}); err != nil {
			t.Fatal(err)
		}
	}
	claim, err := client.Claim(t.Context(), client.Name(string(me), key), job.Repeat{
		Content: api.ContentOf(http.Header{}, "pdf", []byte(pdf)), Header: h, Kept: h.Deadline.Add(25 * time.Second),
	})
	if err != nil {
		t.Fatal(err)
	}
	if noted {
		if err := claim.Charged(t.Context(), h.ID); err != nil {
			t.Fatal(err)
		}
	}
	if queued {
		ticket, err := client.Submit(t.Context(), job.Job{Header: h, Kind: "pdf", File: []byte(pdf)})
		if err != nil {
			t.Fatal(err)
		}
		ticket.Close()
	}
	return claim.Header
}

// Whoever asks next ends what a killed api began: from its result under the
// old request ID, or, where there is none in time, anew charged once.
func TestRepeatAfterACrash(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ charged, noted, queued bool }{
		"with the job in the queue": {true, true, true}, "charged and noted": {true, true, false},
		"charged and no more": {true, false, false}, "before the charge": {false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setupRepeats(t, extractor)
			h := r.claim(t, "k", c.charged, c.noted, c.queued)
			if !c.queued { // nobody can know that there is no job, before its time is over
				r.late.Store(int64(time.Minute))
			}
			var posts sync.WaitGroup
			ids := make([]string, 4)
			for i := range ids {
				posts.Go(func() {
					resp, body := []*bundle{r.a, r.b}[i%2].post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
					checkReport(t, resp, body)
					ids[i] = resp.Header.Get("X-Request-ID")
				})
			}
			posts.Wait()
			if same := slices.Compact(ids); len(same) != 1 || (same[0] == h.ID) != c.queued {
				t.Errorf("answers %v, the first request was %s", ids, h.ID)
			}
			if r.calls.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
				t.Errorf("%d jobs, %v credits", r.calls.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

// At shutdown a job that may be asked for again is not ended.
func TestShutdownLeavesARepeatableJob(t *testing.T) {
	t.Parallel()
	reached, goOn := make(chan struct{}, 2), make(chan struct{})
	r := setupRepeats(t, waits(reached, goOn), func(c *api.Config) { c.Grace = time.Millisecond })
	answered := make(chan int, 1)
	go func() {
		resp, _ := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		answered <- resp.StatusCode
	}()
	receive(t, reached, "job")
	if err := r.a.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if status := <-answered; status != http.StatusServiceUnavailable {
		t.Errorf("told %d", status)
	}
	r.first.Close() // as a process does then
	close(goOn)
	resp, body := r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	if r.calls.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d jobs, %v credits", r.calls.Load(), r.a.used(quota.BiomAI))
	}
}

// Followers of a stream hear what the first one hears.
func TestFollowedProgress(t *testing.T) {
	t.Parallel()
	reached, told, goOn := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	r := setupRepeats(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		reached <- struct{}{}
		<-told
		d.Progress(job.Event{Stage: job.StageExtracting, Message: "Reading", Attempt: 1})
		<-goOn
		return extracted(), nil
	})
	var first sync.WaitGroup
	first.Go(func() { r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k") })
	receive(t, reached, "job")
	resp := r.b.begin(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"), "Idempotency-Key", "k")
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	next := func() (e struct {
		RequestID string `json:"request_id"`
		Stage     string `json:"stage"`
		Data      any    `json:"data"`
	}) {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &e); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
		return e
	}
	if e := next(); e.Stage != "accepted" || e.RequestID != resp.Header.Get("X-Request-ID") {
		t.Errorf("%+v", e)
	}
	close(told)
	if e := next(); e.Stage != "extracting" {
		t.Errorf("%+v", e)
	}
	close(goOn)
	if e := next(); e.Data == nil {
		t.Errorf("%+v", e)
	}
	first.Wait()
}
