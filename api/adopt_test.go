package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/api"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
)

// dying returns a replica that a test kills by r.close(client). change makes it break off where the
// test wants it to.
func (r queueReplicas) dying(t *testing.T, change ...func(*api.Config)) (dying *bundle, client *job.Client) {
	t.Helper()
	client = r.newClient()
	return setup(t, append([]func(*api.Config){func(c *api.Config) {
		c.Queue, c.Requests, c.Quota, c.Shares = api.Jobs(client), client, r.a.quota, r.a.shares
	}}, change...)...), client
}

// unconfirmedTakeOver is a store that takes the first request over, but does not confirm it.
type unconfirmedTakeOver struct {
	api.Requests
	calls *atomic.Int64
}

func (u unconfirmedTakeOver) TakeOver(ctx context.Context, orphan *job.Claim, r job.ClaimRecord) (*job.Claim, error) {
	claim, err := u.Requests.TakeOver(ctx, orphan, r)
	if u.calls.Add(1) == 1 && err == nil {
		return nil, errBroken
	}
	return claim, err
}

// TestAdoptionThatIsNotConfirmed: the record says that the adopting api is the owner, so no other one
// would adopt the job. It must find out that it is.
func TestAdoptionThatIsNotConfirmed(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
		c.Requests = unconfirmedTakeOver{c.Requests, new(atomic.Int64)}
	})
	dying, client := r.dying(t)
	j := submit(t, dying, upload("a.pdf", []byte(pdf)))
	receive(t, reached, "job")
	r.close(t, client)
	defer adopting(r.a)()
	close(proceed)
	if done := awaitJob(t, r.b, j.ID); done.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 1 {
		t.Errorf("%+v, %v credits, %d jobs", done, r.a.used(quota.BiomAI), r.jobs.Load())
	}
}

// vanishedJob is a queue that does not confirm the first job, which did not enter, and refuses the second.
type vanishedJob struct {
	api.Queue
	submitted *atomic.Int64
}

func (q vanishedJob) Submit(ctx context.Context, j job.Job) (api.Ticket, error) {
	switch q.submitted.Add(1) {
	case 1:
		return api.Ticket{}, job.ErrUncertain
	case 2:
		return api.Ticket{}, job.ErrNotQueued
	}
	return q.Queue.Submit(ctx, j)
}

// TestJobThatWasPerhapsQueued: a job whose queueing was not confirmed goes on if it was queued, and is
// queued again if not.
func TestJobThatWasPerhapsQueued(t *testing.T) {
	t.Parallel()
	for name, queue := range map[string]func(q api.Queue, reached <-chan struct{}) api.Queue{
		"queued": func(q api.Queue, reached <-chan struct{}) api.Queue {
			return lossyQueue{q, new(atomic.Int64), reached}
		},
		"not queued": func(q api.Queue, _ <-chan struct{}) api.Queue { return vanishedJob{q, new(atomic.Int64)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, proceed := make(chan struct{}, 2), make(chan struct{})
			r := setupReplicas(t, pausedExtractor(reached, proceed), func(c *api.Config) {
				c.Queue, c.Requests = queue(c.Queue, reached), tardyRequests{c.Requests, sync.OnceFunc(func() { close(proceed) })}
			})
			j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf))).ID)
			if j.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 1 {
				t.Errorf("%+v, %v credits, %d jobs", j, r.a.used(quota.BiomAI), r.jobs.Load())
			}
			claim, err := r.clientOfA.ReadClaim(t.Context(), r.clientOfA.RequestName(j.ID))
			if err != nil {
				t.Fatal(err)
			}
			isQueued := func(e job.Event) bool { return e.Stage == job.StageQueued }
			events := claim.Durable.Events
			if first := slices.IndexFunc(events, isQueued); slices.ContainsFunc(events[first+1:], isQueued) {
				t.Errorf("%+v", events)
			}
		})
	}
}

// withoutRefunds is a quota store that makes no refund as long as the api that uses it lives.
type withoutRefunds struct {
	quota.Store
	alive context.Context
}

func (w withoutRefunds) Refund(ctx context.Context, id string) error {
	if w.alive.Err() == nil {
		return errStore
	}
	return w.Store.Refund(ctx, id)
}

// TestRepeatBeforeTheRefund: an api dies when it has stored a failure, before it has refunded the charge.
// A repeat that comes before another api has adopted the job must not leave it charged twice.
func TestRepeatBeforeTheRefund(t *testing.T) {
	t.Parallel()
	failed := new(atomic.Bool)
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if !failed.Swap(true) {
			return job.Result{Problem: problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no")}, nil
		}
		return extractor(ctx, d)
	})
	alive, die := context.WithCancel(t.Context())
	defer die()
	dying, client := r.dying(t, func(c *api.Config) { c.Quota = withoutRefunds{r.a.quota, alive} })
	if j := awaitJob(t, r.b, submit(t, dying, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID); j.Status != "failed" {
		t.Errorf("%+v", j)
	}
	r.close(t, client)
	if j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID); j.Status != "succeeded" {
		t.Errorf("%+v", j)
	}
	if n := r.a.used(quota.BiomAI); n != 1 {
		t.Errorf("%v credits", n)
	}
}

// TestJobForAResult: an api dies when the job of an idempotent request has a result. A repeat whose client
// does not wait gets that result.
func TestJobForAResult(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	close(proceed)
	r := setupReplicas(t, pausedExtractor(reached, proceed))
	h := r.crashedClaim(t, "k", []byte(pdf), true, true, true)
	receive(t, reached, "job")
	eventually(t, func() bool {
		fate, err := r.clientOfA.Fate(t.Context(), h)
		return err == nil && fate.Result != nil
	})
	resp, body := r.a.post(upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k", "Prefer", "respond-async")
	checkReport(t, resp, body)
	if n := r.a.used(quota.BiomAI); n != 1 || r.jobs.Load() != 1 {
		t.Errorf("%v credits, %d jobs", n, r.jobs.Load())
	}
}

// TestRepeatOfADeletedJob: the owner of a job dies when it has ended it for its client, before it has
// deleted the record. A repeat makes a new job.
func TestRepeatOfADeletedJob(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	client := r.newClient()
	claim := r.claimOf(t, client, "k", []byte(pdf))
	err := claim.Change(t.Context(), func(record *job.ClaimRecord) {
		record.Durable = &job.Durable{Kept: true, Forgotten: true, Forget: record.Expires}
	})
	if err != nil {
		t.Fatal(err)
	}
	r.close(t, client)
	j := awaitJob(t, r.b, submit(t, r.a, upload("a.pdf", []byte(pdf)), "Idempotency-Key", "k").ID)
	if j.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 1 {
		t.Errorf("%+v, %v credits, %d jobs", j, r.a.used(quota.BiomAI), r.jobs.Load())
	}
}

// lostUpload is a store that has lost an upload.
type lostUpload struct{ api.Requests }

func (lostUpload) ReadUpload(context.Context, string) ([]byte, error) { return nil, nil }

// orphanedDocument leaves a JSON document of an api that was killed, with a charge for it.
func (r queueReplicas) orphanedDocument(t *testing.T, change func(*job.ClaimRecord)) (id string) {
	t.Helper()
	client, ctx := r.newClient(), t.Context()
	h := job.Header{ID: uuid.NewString(), Accepted: time.Now(), Deadline: time.Now()}
	id = client.NewRequestID()
	subject := quota.Address(netip.MustParseAddr("127.0.0.1"))
	if _, err := r.a.quota.Charge(ctx, h.ID, quota.Line{Bucket: quota.BiomJSON, Subject: subject, Cost: 2, Limit: 50}); err != nil {
		t.Fatal(err)
	}
	name := client.RequestName(id)
	number, err := client.KeepUpload(ctx, name, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	record := job.ClaimRecord{Header: h, Charge: h.ID, Durable: &job.Durable{
		ID: id, Kept: true, Created: h.Accepted, Forget: h.Accepted.Add(time.Hour), Subject: string(subject), Waits: true, Kind: "json", Upload: number,
	}}
	change(&record)
	if _, err = client.Claim(ctx, name, record); err != nil {
		t.Fatal(err)
	}
	if err := client.BeOwner(ctx); err != nil {
		t.Fatal(err)
	}
	r.close(t, client)
	return id
}

// TestAdoptionAfterTwoCrashes: an api was killed after its charge, and another one when it had taken the request
// over, before it had accepted it. The api that ends the request refunds the first charge.
func TestAdoptionAfterTwoCrashes(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	r.orphanedDocument(t, func(record *job.ClaimRecord) {
		record.Durable.Kept, record.Header.ID, record.Charge, record.FormerCharge = false, uuid.NewString(), "", record.Charge
	})
	defer adopting(r.a)()
	eventually(t, func() bool { return r.a.used(quota.BiomJSON) == 0 && uploads(t, r) == 0 })
}

// TestLostUpload: the upload of a JSON document is lost. Its job fails, and costs nothing.
func TestLostUpload(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor, func(c *api.Config) { c.Requests = lostUpload{c.Requests} })
	id := r.orphanedDocument(t, func(*job.ClaimRecord) {})
	defer adopting(r.a)()
	if j := awaitJob(t, r.b, id); j.Status != "failed" || j.Problem.Status != http.StatusInternalServerError {
		text, _ := json.Marshal(j)
		t.Errorf("%s", text)
	}
	eventually(t, func() bool { return r.a.used(quota.BiomJSON) == 0 && uploads(t, r) == 0 })
}

// unavailableOnce is an extractor that cannot read the first document yet. It tells that when the test proceeds.
func unavailableOnce(reached chan<- struct{}, proceed <-chan struct{}) job.Handler {
	failed := new(atomic.Bool)
	return func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if failed.Swap(true) {
			return extractor(ctx, d)
		}
		reached <- struct{}{}
		<-proceed
		return job.Result{Problem: problem.Unavailable(time.Millisecond, "All provider keys are paused.")}, nil
	}
}

// TestJobOfAPausedKey: a worker cannot read a document at the moment. A job is queued again instead of ending
// with 503, also if its api dies meanwhile.
func TestJobOfAPausedKey(t *testing.T) {
	t.Parallel()
	for _, dies := range []bool{false, true} {
		t.Run(map[bool]string{true: "adopted", false: "requeued"}[dies], func(t *testing.T) {
			t.Parallel()
			reached, proceed := make(chan struct{}, 1), make(chan struct{})
			r := setupReplicas(t, unavailableOnce(reached, proceed))
			first, client := r.dying(t)
			j := submit(t, first, upload("a.pdf", []byte(pdf)))
			receive(t, reached, "job")
			if dies {
				r.close(t, client)
			} else {
				defer client.Close()
			}
			close(proceed)
			if dies {
				claim, err := r.clientOfA.ReadClaim(t.Context(), r.clientOfA.RequestName(j.ID))
				if err != nil {
					t.Fatal(err)
				}
				eventually(t, func() bool {
					fate, err := r.clientOfA.Fate(t.Context(), claim.Header)
					return err == nil && fate.Result != nil
				})
				defer adopting(r.a)()
			}
			if done := awaitJob(t, r.b, j.ID); done.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 || r.jobs.Load() != 2 {
				t.Errorf("%+v, %v credits, %d jobs", done, r.a.used(quota.BiomAI), r.jobs.Load())
			}
		})
	}
}
