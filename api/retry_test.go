package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"biom/api"
	"biom/shared/callback"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// deadly is a handler that fails like a worker that is killed while it reads, as long as kills is set.
func deadly(kills *atomic.Bool) job.Handler {
	return func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if !kills.Load() {
			return extractor(ctx, d)
		}
		d.Progress(job.Event{Stage: job.StagePreparing})
		return job.Result{}, errors.Join(d.Start(ctx), errors.New("no result")) // d.Start says at last that it was too often
	}
}

// dead returns the dead record of the job of a durable request.
func (r queueReplicas) dead(t *testing.T, id string) job.Dead {
	t.Helper()
	claim, err := r.clientOfA.ReadClaim(t.Context(), r.clientOfA.RequestName(id))
	if err != nil || claim == nil {
		t.Fatalf("%v, %v", claim, err)
	}
	d, err := job.FindDead(t.Context(), r.connect(), claim.Header.ID)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// aside returns how many files are set aside for a retry.
func (r queueReplicas) aside(t *testing.T) uint64 {
	t.Helper()
	stream, err := r.connect().JS.Stream(t.Context(), job.StreamAside)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

// TestDeadJobIsRetried: its caller sees it go on, gets the result in the end, and pays once.
func TestDeadJobIsRetried(t *testing.T) {
	t.Parallel()
	kills := new(atomic.Bool)
	kills.Store(true)
	f := &fakeCallbacks{queued: make(chan callback.Event, 2), failed: true}
	r := setupReplicas(t, deadly(kills), func(c *api.Config) { c.Callbacks = f })
	withUsers(r)
	defer adopting(r.a)()
	form := func() *form { return upload("a.pdf", []byte(pdf), "callback", "clinic", "batch", "monday") }
	headers := append([]string{"Idempotency-Key", "k"}, asAda...)
	j := submit(t, r.a, form(), headers...)
	if failed := awaitJob(t, r.a, j.ID, asAda...); failed.Status != "failed" || failed.Problem.Error.Details["reason"] != "gave_up" {
		t.Fatalf("%+v", failed)
	}
	eventually(t, func() bool { return uploads(t, r) == 0 && r.aside(t) == 1 })
	record := r.dead(t, j.ID)

	kills.Store(false)
	request, err := job.Retry(t.Context(), r.connect(), record)
	if err != nil || request == record.ID {
		t.Fatalf("%q, %v", request, err)
	}
	done := awaitJob(t, r.b, j.ID, asAda...)
	if done.Status != "succeeded" || !strings.Contains(string(done.Response), request) || r.a.usedBy(quota.BiomAI, "user:ada") != 1 {
		t.Errorf("%+v, %v credits, response %s", done, r.a.usedBy(quota.BiomAI, "user:ada"), done.Response)
	}
	_, stream := r.b.get("/api/v1/biom/jobs/"+j.ID+"/events", asAda...)
	if got := slices.Compact(stages(t, stream)); !slices.Equal(got, []string{"accepted", "queued", "preparing", "queued", "preparing", "extracting", "validating", "result"}) {
		t.Errorf("events %v", got)
	}
	if again := awaitJob(t, r.a, submit(t, r.a, form(), headers...).ID, asAda...); again.Status != "succeeded" {
		t.Errorf("a repeat is %+v", again)
	}
	first, second := receive(t, f.queued, "event"), receive(t, f.queued, "event")
	if first.Status != callback.Failed || second.Status != callback.Succeeded || first.ID == second.ID {
		t.Errorf("callbacks %+v and %+v", first, second)
	}
	if listed := getBatch(t, r.b, ""); len(listed.Jobs) != 1 || listed.Jobs[0].Status != "succeeded" {
		t.Errorf("the batch is %+v", listed)
	}
	if _, err := job.FindDead(t.Context(), r.connect(), record.ID); !errors.Is(err, job.ErrNotDead) {
		t.Errorf("the job is still dead: %v", err)
	}
	eventually(t, func() bool { return uploads(t, r) == 0 && r.aside(t) == 0 })
	if _, err := job.Retry(t.Context(), r.connect(), record); err == nil || !strings.Contains(err.Error(), "once more, or was since") {
		t.Errorf("a second retry: %v", err)
	}
}

// TestFilesOfDeadJobs: which are kept for a retry, and that they go with the request.
func TestFilesOfDeadJobs(t *testing.T) {
	t.Parallel()
	kills := new(atomic.Bool)
	kills.Store(true)
	r := setupReplicas(t, deadly(kills))
	defer adopting(r.a)()
	kept := submit(t, r.a, upload("a.pdf", []byte(pdf)))
	withOwnKey := submit(t, r.a, upload("a.pdf", []byte(pdf)), "X-Provider-API-Key", "k")
	purged := submit(t, r.a, upload("a.pdf", []byte(pdf)))
	resp, _ := r.a.post(upload("a.pdf", []byte(pdf))) // a plain request
	plain, err := job.FindDead(t.Context(), r.connect(), resp.Header.Get("X-Request-ID"))
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range []jobBody{kept, withOwnKey, purged} {
		awaitJob(t, r.a, j.ID)
	}
	eventually(t, func() bool { return uploads(t, r) == 0 && r.aside(t) == 2 })
	for want, d := range map[string]job.Dead{"told to send the report again": plain, "own provider key": r.dead(t, withOwnKey.ID)} {
		if _, err := job.Retry(t.Context(), r.connect(), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	record := r.dead(t, purged.ID)
	if err := job.PurgeDead(t.Context(), r.connect(), record); err != nil || r.aside(t) != 1 {
		t.Errorf("after the purge %d files are kept: %v", r.aside(t), err)
	}
	if _, err := job.Retry(t.Context(), r.connect(), record); err == nil || !strings.Contains(err.Error(), "its file is not kept") {
		t.Errorf("without a file: %v", err)
	}
	record = r.dead(t, kept.ID)
	if resp, _ := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+kept.ID); resp.StatusCode != http.StatusNoContent || r.aside(t) != 0 {
		t.Errorf("after the deletion (%d) %d files are kept", resp.StatusCode, r.aside(t))
	}
	if _, err := job.Retry(t.Context(), r.connect(), record); err == nil || !strings.Contains(err.Error(), "outcome is not kept") {
		t.Errorf("after the deletion: %v", err)
	}
}

// TestRetriesThatAreRefused: a request whose job is not dead, or was not charged.
func TestRetriesThatAreRefused(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 1), make(chan struct{})
	defer close(proceed)
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		no := problem.New(http.StatusInternalServerError, problem.ExtractionFailed, "no")
		switch d.Filename {
		case "running.pdf":
			d.Progress(job.Event{Stage: job.StagePreparing}) // so that the next job has its turn
			reached <- struct{}{}
			<-proceed
		case "charged.pdf":
			return job.Result{Problem: no}, d.Start(ctx)
		case "refunded.pdf":
			return job.Result{Problem: no}, nil
		}
		return extractor(ctx, d)
	})
	defer adopting(r.a)()
	for name, want := range map[string]string{
		"running.pdf": "it is being read once more", "charged.pdf": "its file is not kept", "good.pdf": "its file is not kept",
		"refunded.pdf": "nothing was charged",
	} {
		id := submit(t, r.b, upload(name, []byte(pdf))).ID
		requestName := r.clientOfA.RequestName(id)
		if name == "running.pdf" {
			receive(t, reached, "job")
			eventually(t, func() bool { // its progress is on record, which no retry has changed then
				claim, err := r.clientOfA.ReadClaim(t.Context(), requestName)
				return err == nil && slices.ContainsFunc(claim.Durable.Events, func(e job.Event) bool { return e.Stage == job.StagePreparing })
			})
		} else {
			awaitJob(t, r.b, id)
		}
		claim, err := r.clientOfA.ReadClaim(t.Context(), requestName)
		if err != nil {
			t.Fatal(err)
		}
		before, err := json.Marshal(claim.ClaimRecord)
		if err != nil {
			t.Fatal(err)
		}
		d := job.Dead{Header: claim.Header}
		d.Upload = requestName
		if _, err := job.Retry(t.Context(), r.connect(), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		claim, err = r.clientOfA.ReadClaim(t.Context(), requestName)
		if after, marshalErr := json.Marshal(claim.ClaimRecord); err != nil || marshalErr != nil || string(after) != string(before) {
			t.Errorf("%s: %v, the record has changed from\n%s to\n%s", name, err, before, after)
		}
	}
}

// TestLateJobIsSetAside: a job whose time ran out may have died, too.
func TestLateJobIsSetAside(t *testing.T) {
	t.Parallel()
	begun, ahead := make(chan struct{}, 1), new(atomic.Int64)
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		d.Progress(job.Event{Stage: job.StagePreparing})
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		begun <- struct{}{}
		<-ctx.Done()
		return job.Result{}, ctx.Err()
	}, func(c *api.Config) {
		c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		c.Queue = waitingQueue{c.Queue, func(j job.Job) {
			receive(t, begun, "job")
			testenv.Await(t, "the worker's progress", func() bool { return !j.Place.Untaken() })
			ahead.Store(int64(time.Hour))
		}}
	})
	j := awaitJob(t, r.a, submit(t, r.a, upload("a.pdf", []byte(pdf))).ID)
	if j.Status != "failed" || j.Problem.Status != http.StatusGatewayTimeout {
		t.Errorf("%+v", j)
	}
	eventually(t, func() bool { return uploads(t, r) == 0 && r.aside(t) == 1 })
}

// TestRetryByAnAPIThatDies: another api adopts the job, which is still paid once.
func TestRetryByAnAPIThatDies(t *testing.T) {
	t.Parallel()
	kills := new(atomic.Bool)
	kills.Store(true)
	reached, proceed := make(chan struct{}, 1), make(chan struct{})
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if !kills.Load() {
			reached <- struct{}{}
			<-proceed
		}
		return deadly(kills)(ctx, d)
	})
	dying, client := r.dying(t)
	stop := adopting(dying)
	j := submit(t, dying, upload("a.pdf", []byte(pdf)))
	awaitJob(t, r.b, j.ID)
	eventually(t, func() bool { return r.aside(t) == 1 })
	kills.Store(false)
	if _, err := job.Retry(t.Context(), r.connect(), r.dead(t, j.ID)); err != nil {
		t.Fatal(err)
	}
	receive(t, reached, "job")
	stop()
	r.close(t, client)
	defer adopting(r.a)()
	close(proceed)
	if done := awaitJob(t, r.b, j.ID); done.Status != "succeeded" || r.a.used(quota.BiomAI) != 1 {
		t.Errorf("%+v, %v credits", done, r.a.used(quota.BiomAI))
	}
	eventually(t, func() bool { return uploads(t, r) == 0 })
}
