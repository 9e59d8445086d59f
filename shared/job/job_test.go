package job_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"biom/shared/biometry"
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/problem"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// bundle is an api and a way to start workers on a NATS server of their own.
type bundle struct {
	t       *testing.T
	connect func() *broker.Conn
	conn    *broker.Conn
	keys    *job.Keyring
	client  *job.Client
}

func setup(t *testing.T) *bundle {
	t.Helper()
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{t: t, connect: jobtest.Embedded(t), keys: keys}
	b.conn = b.connect()
	b.client, err = job.NewClient(t.Context(), b.conn, job.ClientConfig{Keys: keys, Sweep: 100 * time.Millisecond, Log: logger(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.client.Close)
	return b
}

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// work starts a worker that stops with the test, or when stop is called.
func (b *bundle) work(cfg job.WorkerConfig) (stop func()) {
	b.t.Helper()
	if cfg.Keys == nil {
		cfg.Keys = b.keys
	}
	if cfg.Log == nil {
		cfg.Log = logger(b.t)
	}
	w, err := job.NewWorker(b.t.Context(), b.connect(), cfg)
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = w.Run(ctx) }()
	stop = func() { cancel(); <-ended }
	b.t.Cleanup(stop)
	return stop
}

func newJob(limit time.Duration) job.Job {
	now := time.Now()
	return job.Job{
		Header: job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(limit)},
		Kind:   "pdf", Filename: "Müller.pdf", ProviderKey: "secret-provider-key", File: []byte("%PDF canary"),
	}
}

func (b *bundle) submit(j job.Job) *job.Ticket {
	b.t.Helper()
	ticket, err := b.client.Submit(b.t.Context(), j)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(ticket.Close)
	return ticket
}

func (b *bundle) await(ticket *job.Ticket) job.Result {
	b.t.Helper()
	select {
	case r := <-ticket.Result:
		return r
	case <-time.After(40 * time.Second):
		b.t.Fatal("no result")
		return job.Result{}
	}
}

// queued is how many jobs are in the queue.
func (b *bundle) queued() uint64 {
	b.t.Helper()
	s, err := b.conn.JS.Stream(b.t.Context(), job.StreamJobs)
	if err != nil {
		b.t.Fatal(err)
	}
	info, err := s.Info(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return info.State.Msgs
}

func (b *bundle) awaitEmptyQueue() {
	b.t.Helper()
	testenv.Await(b.t, "an empty queue", func() bool { return b.queued() == 0 })
}

// report is a handler that starts and succeeds.
func report(ctx context.Context, d *job.Delivery) (job.Result, error) {
	if err := d.Start(ctx); err != nil {
		return job.Result{}, err
	}
	return job.Result{Report: &biometry.Report{Biometer: biometry.Biometer{DeviceName: "Other", Manufacturer: "Other"}}, Model: "m"}, nil
}

func TestJobReachesTheWorkerWholeAndItsResultTheApi(t *testing.T) {
	t.Parallel()
	b := setup(t)
	got := make(chan job.Job, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		got <- d.Job
		d.Progress(job.Event{Stage: job.StagePreparing, Message: "m"})
		return report(ctx, d)
	}})
	j := newJob(30 * time.Second)
	ticket := b.submit(j)
	r := b.await(ticket)
	seen := <-got
	if string(seen.File) != string(j.File) || seen.Filename != j.Filename || seen.ProviderKey != j.ProviderKey || seen.Kind != j.Kind {
		t.Errorf("the worker saw %+v", seen)
	}
	if r.Report == nil || !r.Started || r.Model != "m" || r.At.IsZero() {
		t.Errorf("result %+v", r)
	}
	select {
	case e := <-ticket.Progress:
		if e.Stage != job.StagePreparing || e.RequestID != j.ID || e.Progress != job.StageProgress(job.StagePreparing) {
			t.Errorf("event %+v", e)
		}
	case <-time.After(5 * time.Second):
		t.Error("no progress")
	}
	b.awaitEmptyQueue()
}

func TestFailureBeforeStartIsNotStarted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "a password").With("reason", "password_protected")}, nil
	}})
	r := b.await(b.submit(newJob(30 * time.Second)))
	if r.Started || r.Problem == nil || r.Problem.Status != 400 || r.Problem.Details["reason"] != "password_protected" {
		t.Errorf("result %+v", r)
	}
}

func TestAbandonedBeforeStartIsNeverStarted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	prepared, abandoned, outcome := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		close(prepared)
		<-abandoned
		// Without ctx, as if the cancel message were lost: the record decides.
		err := d.Start(context.WithoutCancel(ctx))
		outcome <- err
		return job.Result{}, err
	}})
	ticket := b.submit(newJob(30 * time.Second))
	<-prepared
	fate, err := b.client.Abandon(t.Context(), ticket.Header)
	if err != nil || fate.Started || fate.Result != nil {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	close(abandoned)
	if err := <-outcome; !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start: %v", err)
	}
	b.awaitEmptyQueue()
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || fate.Started {
		t.Errorf("asked again: %+v, %v", fate, err)
	}
}

func TestAbandonedAfterStartIsCancelledAndTheChargeStands(t *testing.T) {
	t.Parallel()
	b := setup(t)
	started, ended := make(chan struct{}), make(chan error, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return job.Result{}, ctx.Err()
	}})
	ticket := b.submit(newJob(time.Minute))
	<-started
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	<-ended
	b.awaitEmptyQueue()
}

func TestAbandonFindsAResultThatWasInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Handle: report})
	ticket := b.submit(newJob(time.Minute))
	b.await(ticket)
	fate, err := b.client.Abandon(t.Context(), ticket.Header)
	if err != nil || fate.Result == nil || fate.Result.Report == nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
}

func TestJobPastItsDeadlineIsDropped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	late := newJob(-time.Second)
	ticket := b.submit(late)
	b.work(job.WorkerConfig{Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		t.Error("a job past its deadline was handled")
		return job.Result{}, errors.New("late")
	}})
	b.awaitEmptyQueue()
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || fate.Started {
		t.Errorf("fate %+v, %v", fate, err)
	}
}

func TestStopGivesBackAtOnceAndDoesNotCount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ticket := b.submit(newJob(time.Minute))
	for range job.MaxAttempts + 1 { // more often than a job may be started
		started := make(chan struct{})
		stop := b.work(job.WorkerConfig{Concurrency: 1, Grace: time.Millisecond,
			Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
				if err := d.Start(ctx); err != nil {
					t.Errorf("Start: %v", err)
				}
				close(started)
				<-ctx.Done()
				return job.Result{}, ctx.Err()
			}})
		<-started
		stop()
	}
	b.work(job.WorkerConfig{Handle: report})
	begin := time.Now()
	if r := b.await(ticket); r.Report == nil || !r.Started {
		t.Errorf("result %+v", r)
	}
	if waited := time.Since(begin); waited > 5*time.Second {
		t.Errorf("the job came back after %v: it waited for its lease to run out", waited)
	}
}

func TestErrorGivesTheJobToAnotherTry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var tries int
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if tries++; tries == 1 {
			return job.Result{}, errors.New("passing")
		}
		return report(ctx, d)
	}})
	if r := b.await(b.submit(newJob(time.Minute))); r.Report == nil {
		t.Errorf("result %+v", r)
	}
}

func TestPanicEndsTheJobAndNotTheWorker(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if d.Kind == "gif" {
			panic("of the document")
		}
		return report(ctx, d)
	}})
	bad := newJob(time.Minute)
	bad.Kind = "gif"
	if r := b.await(b.submit(bad)); r.Problem == nil || r.Problem.Code != problem.ExtractionFailed {
		t.Errorf("result %+v", r)
	}
	if r := b.await(b.submit(newJob(time.Minute))); r.Report == nil {
		t.Errorf("the next job: %+v", r)
	}
}

func TestJobStartedTooOftenIsDeadAndAnswered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	starts := 0
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		starts++
		return job.Result{}, errors.New("no result")
	}})
	ticket := b.submit(newJob(time.Minute))
	r := b.await(ticket)
	if r.Problem == nil || r.Problem.Details["reason"] != "gave_up" || !r.Started || starts != job.MaxAttempts {
		t.Errorf("after %d starts: %+v", starts, r)
	}
	b.awaitEmptyQueue()
	var dead []job.Dead
	for d, err := range job.DeadJobs(t.Context(), b.conn) {
		if err != nil {
			t.Fatal(err)
		}
		dead = append(dead, d)
	}
	if len(dead) != 1 || dead[0].ID != ticket.Header.ID || dead[0].Attempts != job.MaxAttempts {
		t.Errorf("dead jobs: %+v", dead)
	}
}

func TestWorkerWithoutTheKeyLeavesTheJobToAnother(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	stop := b.work(job.WorkerConfig{Keys: other, Concurrency: 1, Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		t.Error("a job was opened with the wrong key")
		return job.Result{}, errors.New("impossible")
	}})
	ticket := b.submit(newJob(time.Minute))
	b.work(job.WorkerConfig{Handle: report})
	if r := b.await(ticket); r.Report == nil {
		t.Errorf("result %+v", r)
	}
	stop()
}

func TestSlowJobsTakeAQuarterOfTheSlots(t *testing.T) {
	t.Parallel()
	b := setup(t)
	running, release := make(chan struct{}, 100), make(chan struct{})
	b.work(job.WorkerConfig{Concurrency: 8, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if d.Tier == job.Slow {
			running <- struct{}{}
			<-release
		}
		return report(ctx, d)
	}})
	var tickets []*job.Ticket
	for range 8 {
		j := newJob(time.Minute)
		j.Tier = job.Slow
		tickets = append(tickets, b.submit(j))
	}
	<-running
	<-running
	for range 20 { // standard jobs find room meanwhile
		b.await(b.submit(newJob(time.Minute)))
	}
	if n := len(running); n != 0 {
		t.Errorf("%d more slow jobs than a quarter of the slots run", n)
	}
	close(release)
	for _, ticket := range tickets {
		b.await(ticket)
	}
}

func TestNothingReadableRestsInTheQueue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := newJob(time.Minute)
	b.submit(j)
	s, err := b.conn.JS.Stream(t.Context(), job.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := s.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	whole := fmt.Sprint(string(msg.Data), msg.Header)
	for _, secret := range []string{j.Filename, j.ProviderKey, "canary"} {
		if strings.Contains(whole, secret) {
			t.Errorf("%q is readable in the queue", secret)
		}
	}
}
