package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/problem"
	"biom/shared/quota"
	"biom/shared/share"
	"biom/shared/testenv"
)

// queueReplicas are two replicas, a and b, on one queue, one quota store and one clock.
type queueReplicas struct {
	a, b      *bundle
	clientOfA *job.Client
	connect   func() *broker.Conn          // for an operator
	newClient func() *job.Client           // for a replica that the test kills
	flush     map[*job.Client]func() error // of its connection
	jobs      *atomic.Int64                // number of jobs that the worker has begun
	ahead     *atomic.Int64                // how far the replicas' clocks are ahead of the real time
}

// setupReplicas returns two replicas whose worker runs handle.
func setupReplicas(t *testing.T, handle job.Handler, change ...func(*api.Config)) queueReplicas {
	t.Helper()
	connect := jobtest.Embedded(t)
	keys := jobtest.Keys(t)
	r := queueReplicas{connect: connect, jobs: new(atomic.Int64), ahead: new(atomic.Int64), flush: map[*job.Client]func() error{}}
	r.newClient = func() *job.Client {
		conn := connect()
		client, err := job.NewClient(t.Context(), conn, job.ClientConfig{
			Keys: keys, Sweep: 100 * time.Millisecond,
			Streams: job.StreamOptions{Lease: 2 * time.Minute}, // on a slow machine, 6 s pass without a renewal
		})
		if err != nil {
			t.Fatal(err)
		}
		r.flush[client] = conn.NATS.Flush
		return client
	}
	onQueue := func() func(*api.Config) {
		client := r.newClient()
		t.Cleanup(client.Close)
		if r.clientOfA == nil {
			r.clientOfA = client
		}
		return func(c *api.Config) {
			c.Queue, c.Requests = api.Jobs(client), client
			c.Now = func() time.Time { return time.Now().Add(time.Duration(r.ahead.Load())) }
		}
	}
	r.a = setup(t, append([]func(*api.Config){onQueue()}, change...)...)
	r.b = setup(t, onQueue(), func(c *api.Config) { c.Quota, c.Shares = r.a.quota, r.a.shares })
	r.b.quota, r.b.shares = r.a.quota, r.a.shares
	worker, err := job.NewWorker(t.Context(), connect(), job.WorkerConfig{Keys: keys, Concurrency: 8, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		r.jobs.Add(1)
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

// close closes a client, as a process does when it ends. It returns when the server
// knows: before that, a request to the client would wait for an answer.
func (r queueReplicas) close(t *testing.T, client *job.Client) {
	t.Helper()
	client.Close()
	if err := r.flush[client](); err != nil {
		t.Error(err)
	}
}

// pausedExtractor is an extractor that starts the provider calls, sends to reached, and
// waits for proceed.
func pausedExtractor(reached chan<- struct{}, proceed <-chan struct{}) job.Handler {
	return func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		reached <- struct{}{}
		select {
		case <-proceed:
			return extractedResult(), nil
		case <-ctx.Done():
			return job.Result{}, context.Cause(ctx)
		}
	}
}

// TestRepeatsInParallel: fifty parallel repeats of one upload, at two replicas, make
// one job, one charge, one share, and get the same response.
func TestRepeatsInParallel(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 50), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed))
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
	close(proceed)
	posts.Wait()
	if len(answers) != 1 || r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d different responses, %d jobs, %v credits", len(answers), r.jobs.Load(), r.a.used(quota.BiomAI))
	}
	resp, body := r.b.post(upload("other-name.pdf", []byte(pdf), "biompin", "true"), "Idempotency-Key", "k-1")
	if answers[strings.TrimSpace(string(body))] != 50 || resp.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("later: %d %s", resp.StatusCode, body)
	}
}

// TestRepeatOfOtherContent: which differences under one key are refused and which do
// not matter.
func TestRepeatOfOtherContent(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
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
	if r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 1 {
		t.Errorf("%v credits, %d jobs", r.a.used(quota.BiomAI), r.jobs.Load())
	}
	r.a.keys["ada"] = apikey.Record{User: "ada", Limits: apikey.DefaultLimits()}
	resp, body = r.a.post(upload("a.pdf", []byte(pdf+" ")), "Idempotency-Key", "k", "Authorization", "Bearer ada")
	if checkReport(t, resp, body); resp.Header.Get("X-Request-ID") == first {
		t.Error("another caller got the response")
	}
}

func TestBadIdempotencyKeys(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
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

// TestRepeatAfterAFailure: a failure that was charged is replayed like a success. After
// one that was not charged the request is processed anew.
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
			r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
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
			if r.jobs.Load() != c.calls || r.a.used(quota.BiomAI) != c.credits {
				t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

func TestRepeatOfAJSONDocument(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	var bodies []string
	for _, b := range []*bundle{r.a, r.b, r.b} {
		resp, body := b.post(upload("a.json", document(), "biompin", "true"), "Idempotency-Key", "k")
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
		bodies = append(bodies, string(body))
	}
	if len(slices.Compact(bodies)) != 1 || r.a.used(quota.BiomJSON) != 1 {
		t.Errorf("%d responses, %v credits", len(slices.Compact(bodies)), r.a.used(quota.BiomJSON))
	}
	for range 2 { // an invalid document is not charged, so no outcome is stored
		resp, body := r.a.post(upload("a.json", []byte("{}")), "Idempotency-Key", "bad")
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
		if resp.Header.Get("Idempotency-Replayed") != "" {
			t.Error("the refusal was stored")
		}
	}
}

// interruptedShares is a store of shares that calls interrupt before it makes a share.
type interruptedShares struct {
	*fakeShares
	interrupt func()
}

func (s interruptedShares) Create(ctx context.Context, caller string, document []byte) (share.Created, error) {
	s.interrupt()
	return s.fakeShares.Create(ctx, caller, document)
}

// TestRepeatAfterAnOutage: the outcome of a request could not be stored when its client got it, because the
// queue was away. A later repeat gets the same response, and makes no second share.
func TestRepeatAfterAnOutage(t *testing.T) {
	t.Parallel()
	server := testenv.StartNATS(t)
	conn, err := broker.Connect(t.Context(), broker.Config{URL: server.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	keys := jobtest.Keys(t)
	client, err := job.NewClient(t.Context(), conn, job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	var once sync.Once
	b := setup(t, func(c *api.Config) {
		c.Queue, c.Requests, c.RecordTimeout = api.Jobs(client), client, 2*time.Second // as in production
		c.Shares = interruptedShares{c.Shares.(*fakeShares), func() { once.Do(func() { server.Stop(t) }) }}
	})
	send := func() (*http.Response, []byte) {
		return b.post(upload("a.json", document(), "biompin", "true"), "Idempotency-Key", "k")
	}
	resp, first := send()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", resp.StatusCode, first)
	}
	server.Start(t)
	testenv.Await(t, "a repeat that is answered", func() bool {
		resp, body := send()
		if resp.StatusCode == http.StatusOK && (string(body) != string(first) || resp.Header.Get("Idempotency-Replayed") == "") {
			t.Fatalf("another response:\n%s\n%s", first, body)
		}
		return resp.StatusCode == http.StatusOK
	})
	if n := b.used(quota.BiomJSON); n != 1 {
		t.Errorf("%v credits", n)
	}
}

// outdatedRepeats is a store of claims whose readers learn of a record only when it has changed.
type outdatedRepeats struct {
	api.Requests
	change func()
}

func (r outdatedRepeats) ReadClaim(ctx context.Context, name string) (*job.Claim, error) {
	claim, err := r.Requests.ReadClaim(ctx, name)
	r.change()
	return claim, err
}

// TestRepeatWhileItsOwnerEnds: a repeat has read that the owner works on the request. When it asks the owner,
// that has stored its outcome and left. The repeat gets that outcome, and the charge for it stands.
func TestRepeatWhileItsOwnerEnds(t *testing.T) {
	t.Parallel()
	reached, proceed, answered := make(chan struct{}, 1), make(chan struct{}), make(chan []byte, 1)
	var once sync.Once
	var first []byte
	r := setupReplicas(t, extractor, func(c *api.Config) {
		c.Shares = interruptedShares{c.Shares.(*fakeShares), func() { reached <- struct{}{}; <-proceed }}
		c.Requests = outdatedRepeats{c.Requests, func() {
			once.Do(func() { close(proceed); first = receive(t, answered, "answer of the owner") })
		}}
	})
	send := func() []byte {
		_, body := r.a.post(upload("a.json", document(), "biompin", "true"), "Idempotency-Key", "k")
		return body
	}
	go func() { answered <- send() }()
	receive(t, reached, "owner")
	if repeated := send(); string(repeated) != string(first) {
		t.Errorf("two responses:\n%s\n%s", first, repeated)
	}
	if n := r.a.used(quota.BiomJSON); n != 1 {
		t.Errorf("%v credits", n)
	}
}

// TestIdempotentRequestOutlivesItsClient: the job goes on when the client leaves, and
// a repeat gets the response.
func TestIdempotentRequestOutlivesItsClient(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"false", "true"} {
		reached, proceed := make(chan struct{}, 2), make(chan struct{})
		r := setupReplicas(t, pausedExtractor(reached, proceed))
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			resp, err := r.a.client.Do(upload("a.pdf", []byte(pdf), "stream", stream).request(ctx, t, r.a.url, "Idempotency-Key", "k"))
			if err == nil {
				_, err = resp.Body.Read(make([]byte, 1))
				for err == nil {
					_, err = resp.Body.Read(make([]byte, 1<<10))
				}
				resp.Body.Close()
			}
			ended <- err
		}()
		receive(t, reached, "job")
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("stream %s: %v", stream, err)
		}
		close(proceed)
		resp, body := r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		checkReport(t, resp, body)
		if r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
			t.Errorf("stream %s: %d jobs, %v credits", stream, r.jobs.Load(), r.a.used(quota.BiomAI))
		}
	}
}

// claimOf claims an upload of the test's own address for a client.
func (r queueReplicas) claimOf(t *testing.T, client *job.Client, key string, file []byte) *job.Claim {
	t.Helper()
	now := time.Now().UTC()
	h := job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(5 * time.Minute)}
	subject := quota.Address(netip.MustParseAddr("127.0.0.1"))
	claim, err := client.Claim(t.Context(), client.RequestName(client.RepeatedID(string(subject), key)), job.ClaimRecord{
		ContentHash: api.ContentHash(http.Header{}, "pdf", file), Header: h, Expires: h.Deadline.Add(5 * time.Second),
	})
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

// crashedClaim makes the claim of an api that was killed: after its charge or not,
// with the charge recorded in the claim or not, with the job in the queue or not.
func (r queueReplicas) crashedClaim(t *testing.T, key string, file []byte, charged, recorded, queued bool) job.Header {
	t.Helper()
	client := r.newClient()
	defer r.close(t, client)
	claim := r.claimOf(t, client, key, file)
	h := claim.Header
	subject := quota.Address(netip.MustParseAddr("127.0.0.1"))
	if charged {
		if _, err := r.a.quota.Charge(t.Context(), h.ID, quota.Line{Bucket: quota.BiomAI, Subject: subject, Cost: 2, Limit: 50}); err != nil {
			t.Fatal(err)
		}
	}
	if recorded {
		if err := claim.NoteCharge(t.Context(), h.ID); err != nil {
			t.Fatal(err)
		}
	}
	if queued {
		ticket, err := client.Submit(t.Context(), job.Job{Header: h, Kind: "pdf", File: file})
		if err != nil {
			t.Fatal(err)
		}
		ticket.Close()
	}
	return claim.Header
}

// TestRepeatAfterACrash: repeats take over the request of an api that was killed, at once.
// If its job has a result, they get that under the old request ID. Else the request is
// processed anew. It is charged once in any case.
func TestRepeatAfterACrash(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ charged, recorded, hasResult, refunded bool }{
		"with the result of its job": {true, true, true, false}, "charged and recorded": {true, true, false, false},
		"charged, not recorded": {true, false, false, false}, "before the charge": {false, false, false, false},
		"charged, recorded and refunded": {true, true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setupReplicas(t, extractor)
			h := r.crashedClaim(t, "k", []byte(pdf), c.charged, c.recorded, c.hasResult)
			if c.refunded {
				if err := r.a.quota.Refund(t.Context(), h.ID); err != nil {
					t.Fatal(err)
				}
			}
			if c.hasResult {
				testenv.Await(t, "the job's result", func() bool {
					fate, err := r.clientOfA.Fate(t.Context(), h)
					return err == nil && fate.Result != nil
				})
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
			if same := slices.Compact(ids); len(same) != 1 || (same[0] == h.ID) != c.hasResult {
				t.Errorf("request IDs %v, that of the killed api was %s", ids, h.ID)
			}
			if r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
				t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

// overloadedQueue is a queue that reports to be overloaded.
type overloadedQueue struct{ api.Queue }

func (overloadedQueue) Forecast(string, job.Header) (time.Duration, bool) {
	return time.Second, true
}

// announcedRepeats says when a request has become a follower.
type announcedRepeats struct {
	api.Requests
	following chan<- struct{}
}

func (r announcedRepeats) Follow(ctx context.Context, h job.Header) (<-chan *job.Event, func(), error) {
	r.following <- struct{}{}
	return r.Requests.Follow(ctx, h)
}

// TestRepeatThatCannotTakeOver: an api was killed, and its job was started and has no
// result when the claim expires. The follower that takes the request over cannot
// make a new job. The next repeat makes one, and the request is charged once.
func TestRepeatThatCannotTakeOver(t *testing.T) {
	t.Parallel()
	large := slices.Concat([]byte(pdf[:9]), make([]byte, 2<<20), []byte(pdf[9:]))
	for name, c := range map[string]struct {
		file       []byte
		overloaded bool
	}{
		"its upload was released": {large, false}, "the queue is overloaded": {[]byte(pdf), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, proceed, following := make(chan struct{}, 2), make(chan struct{}), make(chan struct{}, 1)
			r := setupReplicas(t, pausedExtractor(reached, proceed), func(cfg *api.Config) {
				cfg.Requests = announcedRepeats{cfg.Requests, following}
				if c.overloaded {
					cfg.Queue = overloadedQueue{cfg.Queue}
				}
			})
			r.crashedClaim(t, "k", c.file, true, true, true)
			receive(t, reached, "job")
			var follower sync.WaitGroup
			follower.Go(func() {
				if resp, body := r.a.post(upload("a.pdf", c.file), "Idempotency-Key", "k"); resp.StatusCode != http.StatusServiceUnavailable {
					t.Errorf("status %d: %s", resp.StatusCode, body)
				}
			})
			receive(t, following, "follower")
			r.ahead.Store(int64(10 * time.Minute))
			follower.Wait()
			close(proceed)
			resp, body := r.b.post(upload("a.pdf", c.file), "Idempotency-Key", "k")
			checkReport(t, resp, body)
			if r.jobs.Load() != 2 || r.a.used(quota.BiomAI) != 1 {
				t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

// brokenQueue is a queue that takes no job while it is broken, and whose first
// Abandon after a refused job fails.
type brokenQueue struct {
	api.Queue
	broken           *atomic.Bool
	refused, abandon *atomic.Int64
}

var errBroken = errors.New("the queue does not answer")

func (q brokenQueue) Submit(ctx context.Context, j job.Job) (api.Ticket, error) {
	if q.broken.Load() {
		q.refused.Add(1)
		return api.Ticket{}, errBroken
	}
	return q.Queue.Submit(ctx, j)
}

func (q brokenQueue) Abandon(ctx context.Context, h job.Header) (job.Fate, error) {
	if q.refused.Load() == 1 && q.abandon.Add(1) == 1 {
		return job.Fate{}, errBroken
	}
	return q.Queue.Abandon(ctx, h)
}

// lossyQueue is a queue whose first job enters, while its confirmation is lost.
type lossyQueue struct {
	api.Queue
	submitted *atomic.Int64
	started   <-chan struct{}
}

func (q lossyQueue) Submit(ctx context.Context, j job.Job) (api.Ticket, error) {
	ticket, err := q.Queue.Submit(ctx, j)
	if err == nil && q.submitted.Add(1) == 1 {
		<-q.started
		ticket.Close()
		return api.Ticket{}, job.ErrUncertain
	}
	return ticket, err
}

// TestRepeatOfA503: a job was started although the queue did not confirm it. The client is
// told to try again, so its repeat must not get that answer once more, but a result, for the
// charge that stands.
func TestRepeatOfA503(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
		c.Queue = lossyQueue{c.Queue, new(atomic.Int64), reached}
	})
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	if checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR"); resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	close(proceed)
	for _, b := range []*bundle{r.b, r.a} {
		resp, body = b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		checkReport(t, resp, body)
	}
	// The first job may have ended with a result before it was cancelled. Then there is no second one.
	if n := r.a.used(quota.BiomAI); n != 1 || r.jobs.Load() > 2 {
		t.Errorf("%v credits, %d jobs", n, r.jobs.Load())
	}
}

// unconfirmedRepeats is a store of claims that stores claims, but does not confirm them, and
// cannot be read either.
type unconfirmedRepeats struct{ api.Requests }

func (r unconfirmedRepeats) Claim(ctx context.Context, name string, record job.ClaimRecord) (*job.Claim, error) {
	if _, err := r.Requests.Claim(ctx, name, record); err != nil {
		return nil, err
	}
	return nil, errBroken
}

func (unconfirmedRepeats) ReadClaim(context.Context, string) (*job.Claim, error) {
	return nil, errBroken
}

// TestRepeatOfAnUnconfirmedClaim: a claim was stored, but the api that made it does not know and
// gives the request up. Its repeat must not wait for that api until the claim expires.
func TestRepeatOfAnUnconfirmedClaim(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Requests = unconfirmedRepeats{c.Requests} })
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	resp, body = r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	if n := r.a.used(quota.BiomAI); n != 1 || r.jobs.Load() != 1 {
		t.Errorf("%v credits, %d jobs", n, r.jobs.Load())
	}
}

// killedTakingOver is a store of claims of an api that is killed when it has taken a request over.
type killedTakingOver struct{ api.Requests }

func (r killedTakingOver) TakeOver(ctx context.Context, orphan *job.Claim, record job.ClaimRecord) (*job.Claim, error) {
	if _, err := r.Requests.TakeOver(ctx, orphan, record); err != nil {
		return nil, err
	}
	return nil, errBroken
}

// TestRepeatAfterTwoCrashes: an api was killed after its charge, and another one when it had taken the
// request over. The first charge is refunded all the same.
func TestRepeatAfterTwoCrashes(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Requests = killedTakingOver{c.Requests} })
	r.crashedClaim(t, "k", []byte(pdf), true, false, false)
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	resp, body = r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	if n := r.a.used(quota.BiomAI); n != 1 || r.jobs.Load() != 1 {
		t.Errorf("%v credits, %d jobs", n, r.jobs.Load())
	}
}

// TestFollowerOfA503: the owner's job was started, but the queue did not confirm it, so the
// owner answers 503 and lets its claim expire. A repeat that follows it meanwhile takes the
// request over at once, for the charge that stands.
func TestFollowerOfA503(t *testing.T) {
	t.Parallel()
	reached, proceed, following, lost := make(chan struct{}, 2), make(chan struct{}), make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
		c.Queue = lossyQueue{c.Queue, new(atomic.Int64), lost}
		c.Requests = announcedRepeats{c.Requests, following}
	})
	var posts sync.WaitGroup
	posts.Go(func() {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	})
	receive(t, reached, "job")
	posts.Go(func() {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		checkReport(t, resp, body)
	})
	receive(t, following, "follower")
	close(lost)
	receive(t, reached, "second job") // the first one has no result yet, which the repeat could have got instead
	close(proceed)
	posts.Wait()
	if n := r.a.used(quota.BiomAI); n != 1 || r.jobs.Load() != 2 {
		t.Errorf("%v credits, %d jobs", n, r.jobs.Load())
	}
}

// countedRepeats counts the claims that were not left.
type countedRepeats struct {
	api.Requests
	open *atomic.Int64
}

func (r countedRepeats) Claim(ctx context.Context, name string, record job.ClaimRecord) (*job.Claim, error) {
	r.open.Add(1)
	return r.Requests.Claim(ctx, name, record)
}

func (r countedRepeats) TakeOver(ctx context.Context, orphan *job.Claim, record job.ClaimRecord) (*job.Claim, error) {
	r.open.Add(1)
	return r.Requests.TakeOver(ctx, orphan, record)
}

func (r countedRepeats) Leave(id string) {
	r.open.Add(-1)
	r.Requests.Leave(id)
}

// TestStandingChargeWithoutAJob: an api was killed after its job was started. The jobs
// of the two repeats that take the request over cannot be queued: of the first the
// settler finds that out, of the second the api itself. The charge stands all the same,
// and the third repeat is processed for it. Every claim is left in the end.
func TestStandingChargeWithoutAJob(t *testing.T) {
	t.Parallel()
	reached, proceed, broken, open := make(chan struct{}, 2), make(chan struct{}), new(atomic.Bool), new(atomic.Int64)
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
		c.Requests = countedRepeats{c.Requests, open}
		c.Queue = brokenQueue{c.Queue, broken, new(atomic.Int64), new(atomic.Int64)}
	})
	r.crashedClaim(t, "k", []byte(pdf), true, true, true)
	receive(t, reached, "job")
	r.ahead.Store(int64(10 * time.Minute))
	broken.Store(true)
	for range 2 {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
		if resp.StatusCode != http.StatusServiceUnavailable || r.a.used(quota.BiomAI) != 1 {
			t.Errorf("status %d, %v credits: %s", resp.StatusCode, r.a.used(quota.BiomAI), body)
		}
	}
	broken.Store(false)
	close(proceed)
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	if r.jobs.Load() != 2 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
	}
	testenv.Await(t, "every claim to be left", func() bool { return open.Load() == 0 })
}

// hangingRepeats is a store of claims that stops answering once a request has become a
// follower.
type hangingRepeats struct {
	api.Requests
	hangs *atomic.Bool
}

func (r hangingRepeats) Follow(ctx context.Context, h job.Header) (<-chan *job.Event, func(), error) {
	defer r.hangs.Store(true)
	return r.Requests.Follow(ctx, h)
}

func (r hangingRepeats) ReadClaim(ctx context.Context, name string) (*job.Claim, error) {
	if r.hangs.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return r.Requests.ReadClaim(ctx, name)
}

// TestRepeatIsAnsweredInTime: the api that works on a request does not end it, or the
// queue stops answering. A repeat gets 503 when its own time limit has passed, although
// the claim and the time limits of the accesses to its record last for minutes.
func TestRepeatIsAnsweredInTime(t *testing.T) {
	t.Parallel()
	for name, hangs := range map[string]bool{"the owner does not end": false, "the queue does not answer": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setupReplicas(t, extractor, func(c *api.Config) {
				c.ExtractTimeout = 100 * time.Millisecond
				if hangs {
					c.Requests = hangingRepeats{c.Requests, new(atomic.Bool)}
				}
			})
			owner := r.newClient()
			t.Cleanup(owner.Close)
			r.claimOf(t, owner, "k", []byte(pdf))
			for _, stream := range []string{"false", "true"} {
				resp, body := r.a.post(upload("a.pdf", []byte(pdf), "stream", stream), "Idempotency-Key", "k")
				if stream == "true" && resp.StatusCode == http.StatusOK {
					if event := string(lastEvent(body)); !strings.Contains(event, `"status":503`) || !strings.Contains(event, `"retry_after":10`) {
						t.Error(event)
					}
					continue
				}
				if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
					t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
				}
			}
			if r.jobs.Load() != 0 || r.a.used(quota.BiomAI) != 0 {
				t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
			}
		})
	}
}

// TestIdempotentJobOutlivesShutdown: its caller gets 503, the job goes on, and a repeat
// gets the response.
func TestIdempotentJobOutlivesShutdown(t *testing.T) {
	t.Parallel()
	for name, queue := range map[string]func(api.Queue) api.Queue{
		"while it is read":   func(q api.Queue) api.Queue { return q },
		"while it is queued": func(q api.Queue) api.Queue { return unconfirmedQueue{q} },
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); testShutdown(t, queue) })
	}
}

// unconfirmedQueue is a queue that takes jobs and does not confirm them.
type unconfirmedQueue struct{ api.Queue }

func (q unconfirmedQueue) Submit(ctx context.Context, j job.Job) (api.Ticket, error) {
	if ticket, err := q.Queue.Submit(ctx, j); err == nil {
		ticket.Close()
	}
	<-ctx.Done()
	return api.Ticket{}, fmt.Errorf("%w: %w", job.ErrUncertain, ctx.Err())
}

func testShutdown(t *testing.T, queue func(api.Queue) api.Queue) {
	t.Helper()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
		c.Grace, c.Queue = time.Millisecond, queue(c.Queue)
	})
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
		t.Errorf("status %d", status)
	}
	r.close(t, r.clientOfA)
	close(proceed)
	resp, body := r.b.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k")
	checkReport(t, resp, body)
	if r.jobs.Load() != 1 || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%d jobs, %v credits", r.jobs.Load(), r.a.used(quota.BiomAI))
	}
}

// TestFollowerStreamsProgress: the stream of a follower has the progress of the job.
func TestFollowerStreamsProgress(t *testing.T) {
	t.Parallel()
	reached, followed, proceed := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		reached <- struct{}{}
		<-followed
		d.Progress(job.Event{Stage: job.StageExtracting, Message: "Reading", Attempt: 1})
		<-proceed
		return extractedResult(), nil
	})
	var owner sync.WaitGroup
	owner.Go(func() { r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k") })
	receive(t, reached, "job")
	resp := r.b.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"), "Idempotency-Key", "k")
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
	close(followed)
	if e := next(); e.Stage != "extracting" {
		t.Errorf("%+v", e)
	}
	close(proceed)
	if e := next(); e.Data == nil {
		t.Errorf("%+v", e)
	}
	owner.Wait()
}

// TestBudgetOfOutcomes: a caller whose stored responses have used up its room gets 429 for
// further requests with an Idempotency-Key. Its requests without one, its repeats, and other
// callers are not affected.
func TestBudgetOfOutcomes(t *testing.T) {
	t.Parallel()
	small := func(c *api.Config) { c.Limits = api.Limits{BiomJSON: 20} } // room for 80 KiB
	r := setupReplicas(t, extractor, small)
	r.a.keys["ada"] = apikey.Record{User: "ada", Limits: apikey.Limits{BiomJSON: 20}}
	large := []byte(strings.TrimSuffix(string(document()), "}") + `,"extra_data":{"notes":"` + strings.Repeat("<", 10_000) + `"}}`)
	post := func(what string, want int, headers ...string) *http.Response {
		t.Helper()
		resp, body := r.a.post(upload("a.json", large), headers...)
		if resp.StatusCode != want {
			t.Errorf("%s: %d %.200s", what, resp.StatusCode, body)
		}
		if want == http.StatusTooManyRequests && (resp.Header.Get("Retry-After") == "" || !strings.Contains(string(body), `"bucket":"outcomes"`)) {
			t.Errorf("%s: %v %s", what, resp.Header, body)
		}
		return resp
	}
	post("the first", http.StatusOK, "Idempotency-Key", "1")
	post("the second", http.StatusOK, "Idempotency-Key", "2")
	post("the third", http.StatusTooManyRequests, "Idempotency-Key", "3")
	if resp := post("a repeat", http.StatusOK, "Idempotency-Key", "1"); resp.Header.Get("Idempotency-Replayed") != "true" {
		t.Error("the repeat was processed anew")
	}
	post("without the header", http.StatusOK)
	post("another caller", http.StatusOK, "Idempotency-Key", "1", "Authorization", "Bearer ada")
	if n := r.a.used(quota.BiomJSON); n != 3 {
		t.Errorf("%v credits", n)
	}
}
