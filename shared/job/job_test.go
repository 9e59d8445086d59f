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
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"biom/shared/biometry"
	"biom/shared/broker"
	"biom/shared/clock"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/problem"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// waitAtMost is how long a test waits for something that must happen.
const waitAtMost = 2 * time.Minute

// streamOptions give deliveries a lease that also lasts while a busy machine
// stands still for some time.
var streamOptions = job.StreamOptions{Lease: 30 * time.Second}

// bundle is a client and the means to start workers, on a NATS server of their own.
type bundle struct {
	t       *testing.T
	connect func() *broker.Conn
	conn    *broker.Conn
	keys    *job.Keyring
	client  *job.Client
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, connect: jobtest.Embedded(t), keys: jobtest.Keys(t)}
	b.conn = b.connect()
	var err error
	b.client, err = job.NewClient(t.Context(), b.conn, job.ClientConfig{
		Keys: b.keys, Streams: streamOptions, Sweep: 100 * time.Millisecond, CheckTimeout: waitAtMost, Log: logger(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.client.Close)
	return b
}

// newClient returns another client, as another api has one.
func (b *bundle) newClient() *job.Client {
	b.t.Helper()
	c, err := job.NewClient(b.t.Context(), b.connect(), job.ClientConfig{Keys: b.keys, Streams: streamOptions, Log: logger(b.t)})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(c.Close)
	return c
}

// lagging is a server of a cluster that learns late which streams another process has made.
type lagging struct {
	jetstream.JetStream
	asked map[string]int
}

func (l *lagging) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if l.asked[name]++; l.asked[name] <= 2 {
		return nil, jetstream.ErrStreamNotFound
	}
	return l.JetStream.Stream(ctx, name)
}

// Of two apis that start with a new cluster, one may be told that the queue is there, and then by another server that
// it is not. It once ended.
func TestClientOfQueueThatAnotherOneIsMaking(t *testing.T) {
	t.Parallel()
	b := setup(t)
	conn := b.connect()
	conn.JS = &lagging{conn.JS, map[string]int{}}
	c, err := job.NewClient(t.Context(), conn, job.ClientConfig{Keys: b.keys, Streams: streamOptions, Log: logger(t)})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// work starts a worker. It stops when the test ends or stop is called.
func (b *bundle) work(cfg job.WorkerConfig) (stop func()) {
	b.t.Helper()
	return b.workOn(b.connect(), cfg)
}

// workOn starts a worker on a connection.
func (b *bundle) workOn(conn *broker.Conn, cfg job.WorkerConfig) (stop func()) {
	b.t.Helper()
	cfg.CheckTimeout = waitAtMost
	cfg.PullWait = 100 * time.Millisecond // the end of each test waits for it
	if cfg.Keys == nil {
		cfg.Keys = b.keys
	}
	if cfg.Log == nil {
		cfg.Log = logger(b.t)
	}
	w, err := job.NewWorker(b.t.Context(), conn, cfg)
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

// newJob returns a job whose deadline no test reaches.
func newJob() job.Job {
	now := time.Now()
	return job.Job{
		Header: job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(10 * time.Minute)},
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

// await returns the job's result.
func (b *bundle) await(ticket *job.Ticket) job.Result {
	b.t.Helper()
	select {
	case r := <-ticket.Result:
		return *r
	case <-time.After(waitAtMost):
		b.t.Fatal("no result")
		return job.Result{}
	}
}

// queued returns the number of jobs in the queue.
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
	b.awaitCondition("an empty queue", func() bool { return b.queued() == 0 })
}

// awaitCondition asks the server until condition is true.
func (b *bundle) awaitCondition(description string, condition func() bool) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), waitAtMost)
	defer cancel()
	for !condition() {
		if clock.Sleep(ctx, 5*time.Millisecond) != nil {
			b.t.Fatalf("no sign of %s within %v", description, waitAtMost)
		}
	}
}

// report is a handler that starts a provider call and returns a report.
func report(ctx context.Context, d *job.Delivery) (job.Result, error) {
	if err := d.Start(ctx); err != nil {
		return job.Result{}, err
	}
	return job.Result{Report: &biometry.Report{Biometer: biometry.Biometer{DeviceName: "Other", Manufacturer: "Other"}}, Model: "m"}, nil
}

func TestWorkerGetsWholeJobAndClientItsResult(t *testing.T) {
	t.Parallel()
	b := setup(t)
	got := make(chan job.Job, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		got <- d.Job
		d.Progress(job.Event{Stage: job.StagePreparing, Message: "m"})
		return report(ctx, d)
	}})
	j := newJob()
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
	case <-time.After(waitAtMost):
		t.Error("no progress")
	}
	b.awaitEmptyQueue()
}

func TestFailureWithoutStartIsNotStarted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "a password").With("reason", "password_protected")}, nil
	}})
	r := b.await(b.submit(newJob()))
	if r.Started || r.Problem == nil || r.Problem.Status != 400 || r.Problem.Details["reason"] != "password_protected" {
		t.Errorf("result %+v", r)
	}
}

func TestAbandonBeforeStartForbidsStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	prepared, abandoned, startError := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		close(prepared)
		<-abandoned
		// Without ctx, as if the cancel message were lost: the started record decides.
		err := d.Start(context.WithoutCancel(ctx))
		startError <- err
		return job.Result{}, err
	}})
	ticket := b.submit(newJob())
	<-prepared
	fate, err := b.client.Abandon(t.Context(), ticket.Header)
	if err != nil || fate.Started || fate.Result != nil {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	close(abandoned)
	if err := <-startError; !errors.Is(err, job.ErrAbandoned) {
		t.Errorf("Start: %v", err)
	}
	b.awaitEmptyQueue()
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || fate.Started {
		t.Errorf("abandoned again: %+v, %v", fate, err)
	}
}

func TestAbandonAfterStartCancelsAndChargeStands(t *testing.T) {
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
	ticket := b.submit(newJob())
	<-started
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
	<-ended
	b.awaitEmptyQueue()
}

func TestAbandonReturnsStoredResult(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Handle: report})
	ticket := b.submit(newJob())
	b.await(ticket)
	fate, err := b.client.Abandon(t.Context(), ticket.Header)
	if err != nil || fate.Result == nil || fate.Result.Report == nil || !fate.Started {
		t.Fatalf("fate %+v, %v", fate, err)
	}
}

func TestExpiredJobIsDropped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	expired := newJob()
	expired.Deadline = time.Now().Add(-time.Second)
	ticket := b.submit(expired)
	b.work(job.WorkerConfig{Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		t.Error("a job past its deadline was handled")
		return job.Result{}, errors.New("late")
	}})
	b.awaitEmptyQueue()
	if fate, err := b.client.Abandon(t.Context(), ticket.Header); err != nil || fate.Started {
		t.Errorf("fate %+v, %v", fate, err)
	}
}

// A worker that stops requeues its job at once, without waiting for the lease to
// expire, and takes the attempt out of the count.
func TestStopRequeuesJobAndDoesNotCountAttempt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	requeues, err := b.conn.NATS.SubscribeSync("$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED.BIOM_JOBS.extract-standard")
	if err != nil {
		t.Fatal(err)
	}
	ticket := b.submit(newJob())
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
		if _, err := requeues.NextMsg(waitAtMost); err != nil {
			t.Fatalf("the stopped worker did not requeue its job: %v", err)
		}
	}
	b.work(job.WorkerConfig{Handle: report})
	if r := b.await(ticket); r.Report == nil || !r.Started {
		t.Errorf("result %+v", r)
	}
}

func TestJobIsTriedAgainAfterError(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var tries int
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if tries++; tries == 1 {
			return job.Result{}, errors.New("temporary")
		}
		return report(ctx, d)
	}})
	if r := b.await(b.submit(newJob())); r.Report == nil {
		t.Errorf("result %+v", r)
	}
}

func TestPanicFailsOnlyItsJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.work(job.WorkerConfig{Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if d.Kind == "gif" {
			panic("of the document")
		}
		return report(ctx, d)
	}})
	broken := newJob()
	broken.Kind = "gif"
	if r := b.await(b.submit(broken)); r.Problem == nil || r.Problem.Code != problem.ExtractionFailed {
		t.Errorf("result %+v", r)
	}
	if r := b.await(b.submit(newJob())); r.Report == nil {
		t.Errorf("the next job: %+v", r)
	}
}

func TestJobIsGivenUpAfterMaxAttempts(t *testing.T) {
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
	ticket := b.submit(newJob())
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

func TestWorkerWithoutKeyRequeuesJob(t *testing.T) {
	t.Parallel()
	b := setup(t)
	otherKeys := jobtest.Keys(t)
	stop := b.work(job.WorkerConfig{Keys: otherKeys, Concurrency: 1, Handle: func(context.Context, *job.Delivery) (job.Result, error) {
		t.Error("a job was opened with the wrong key")
		return job.Result{}, errors.New("impossible")
	}})
	ticket := b.submit(newJob())
	b.work(job.WorkerConfig{Handle: report})
	if r := b.await(ticket); r.Report == nil {
		t.Errorf("result %+v", r)
	}
	stop()
}

func TestSlowJobsUseOnlyAQuarterOfTheSlots(t *testing.T) {
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
		j := newJob()
		j.Tier = job.Slow
		tickets = append(tickets, b.submit(j))
	}
	<-running
	<-running
	for range 20 { // standard jobs still run
		b.await(b.submit(newJob()))
	}
	if n := len(running); n != 0 {
		t.Errorf("%d slow jobs run in more than a quarter of the slots", n)
	}
	close(release)
	for _, ticket := range tickets {
		b.await(ticket)
	}
}

func TestQueuedJobIsEncrypted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := newJob()
	b.submit(j)
	s, err := b.conn.JS.Stream(t.Context(), job.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := s.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	message := fmt.Sprint(string(msg.Data), msg.Header)
	for _, secret := range []string{j.Filename, j.ProviderKey, "canary"} {
		if strings.Contains(message, secret) {
			t.Errorf("%q is readable in the queue", secret)
		}
	}
}

// TestJobWhoseFileIsMissing: it is not dropped while it may still be worked on; a job that has ended is.
func TestJobWhoseFileIsMissing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	files := make(chan string, 1)
	b.work(job.WorkerConfig{Handle: func(_ context.Context, d *job.Delivery) (job.Result, error) {
		files <- string(d.File)
		return job.Result{Report: &biometry.Report{}}, nil
	}})
	waiting := newJob()
	waiting.Upload, waiting.File = b.client.RequestName(b.client.NewRequestID()), nil
	ticket := b.submit(waiting)
	ended := newJob()
	ended.Upload, ended.File = b.client.RequestName(b.client.NewRequestID()), nil
	if _, err := b.client.Abandon(t.Context(), ended.Header); err != nil {
		t.Fatal(err)
	}
	b.submit(ended)
	queue, err := b.conn.JS.Stream(t.Context(), job.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	testenv.Await(t, "the end of the job that has ended", func() bool {
		info, err := queue.Info(t.Context())
		return err == nil && info.State.Msgs == 1
	})
	if _, err := b.client.KeepUpload(t.Context(), waiting.Upload, []byte("file")); err != nil {
		t.Fatal(err)
	}
	if r := b.await(ticket); r.Report == nil || <-files != "file" {
		t.Errorf("%+v", r)
	}
}
