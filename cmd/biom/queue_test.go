package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/admission"
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/telemetry/telemetrytest"
	"biom/shared/testenv"
)

// operated is the queue of a cluster, whose api and worker are in this process. Each role is the user of
// NATS that it is on a cluster.
type operated struct {
	t      *testing.T
	server *testenv.NATSServer
	keys   *job.Keyring
	client *job.Client
}

func newOperated(t *testing.T) *operated {
	t.Helper()
	o := &operated{t: t, server: testenv.StartClusterNATS(t), keys: jobtest.Keys(t)}
	var err error
	o.client, err = job.NewClient(t.Context(), o.connect(testenv.API), job.ClientConfig{Keys: o.keys, Streams: job.StreamOptions{Lease: 30 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.client.Close)
	return o
}

// connect connects a user, who must lack no right.
func (o *operated) connect(user string) *broker.Conn {
	o.t.Helper()
	var log telemetrytest.Log
	conn := jobtest.Connect(o.t, broker.Config{
		URL: o.server.URLOf(user), Wait: maxTestWait, RequestTimeout: time.Minute, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	o.t.Cleanup(func() {
		conn.Close()
		if log.Count("") > 0 {
			o.t.Errorf("%s: %s", user, &log)
		}
	})
	return conn
}

// work starts a worker. It stops when the test ends or stop is called.
func (o *operated) work(cfg job.WorkerConfig) (stop func()) {
	o.t.Helper()
	cfg.Keys, cfg.PullWait = o.keys, 100*time.Millisecond
	w, err := job.NewWorker(o.t.Context(), o.connect(testenv.Worker), cfg)
	if err != nil {
		o.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = w.Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	o.t.Cleanup(stop)
	return stop
}

func newHeader(from job.CallerKind, tier job.Tier) job.Header {
	now := time.Now()
	return job.Header{ID: uuid.NewString(), Tier: tier, Accepted: now, Deadline: now.Add(10 * time.Minute), CallerKind: from}
}

// join has a job wait for its turn.
func (o *operated) join(from job.CallerKind, tier job.Tier) *admission.Place {
	place := o.client.Join("CANARY", newHeader(from, tier))
	o.t.Cleanup(place.Leave)
	return place
}

// submitAs puts a job into the queue.
func (o *operated) submitAs(from job.CallerKind, tier job.Tier) *job.Ticket {
	o.t.Helper()
	h := newHeader(from, tier)
	ticket, err := o.client.Submit(o.t.Context(), job.Job{
		Header: h, Kind: "pdf", Filename: "CANARY.pdf", File: []byte("%PDF"), Place: o.client.Join("CANARY "+string(from), h),
	})
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(ticket.Close)
	return ticket
}

// giveUp has n jobs given up, and returns the IDs of their requests.
func (o *operated) giveUp(n int) (ids []string) {
	o.t.Helper()
	stop := o.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		return job.Result{}, errors.New("no result")
	}})
	defer stop()
	for range n {
		ids = append(ids, o.submitAs(job.Public, job.Slow).Header.ID)
	}
	testenv.Await(o.t, "dead jobs", func() bool { return strings.Count(o.queue("dead"), "\n") == n+1 })
	return ids
}

// queue runs a command as the operator and returns what it prints.
func (o *operated) queue(args ...string) string {
	o.t.Helper()
	out, err := o.tryQueue(args...)
	if err != nil {
		o.t.Fatalf("queue %v: %v", args, err)
	}
	return out
}

func (o *operated) tryQueue(args ...string) (string, error) {
	var out strings.Builder
	args = append(append([]string{"queue"}, args...), "--nats-url="+o.server.URLOf(testenv.Operator))
	err := runBiom(o.t.Context(), args, &out, io.Discard)
	return out.String(), err
}

func TestOperatorPurgesDeadJobs(t *testing.T) {
	t.Parallel()
	o := newOperated(t)
	ids := o.giveUp(3)
	row := regexp.MustCompile(`(?m)^` + ids[1] + ` +slow +20\d\d-\S+Z +\d+ +3 +started 3 times without a result$`)
	if out := o.queue("dead"); !row.MatchString(out) {
		t.Errorf("printed\n%s", out)
	}
	const why = " is not retried: nothing is kept of it: its caller waited for the answer, and was told to send the report again\n"
	if out, err := o.tryQueue("retry", ids[0]); err == nil || err.Error() != "1 of 1 job not retried" || out != ids[0]+why {
		t.Errorf("retry printed %s, %v", out, err)
	}
	for want, args := range map[string][]string{
		"name requests":           {"purge"},
		"or give --all":           {"purge", "--all", "--yes", ids[0]},
		"--all needs --yes":       {"purge", "--all"},
		"no job of the request x": {"purge", ids[0], "x"},
		"no job of the request *": {"purge", "*"},
	} {
		if out, err := o.tryQueue(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: printed %s, %v", args, out, err)
		}
	}
	if out := o.queue("purge", ids[1]); out != "1 dead job purged\n" {
		t.Errorf("printed %s", out)
	}
	if out := o.queue("dead"); strings.Contains(out, ids[1]) || strings.Count(out, "\n") != 3 {
		t.Errorf("after the purge of %s:\n%s", ids[1], out)
	}
	if out := o.queue("purge", "--all", "--yes"); out != "2 dead jobs purged\n" {
		t.Errorf("printed %s", out)
	}
	if out := o.queue("dead"); strings.Count(out, "\n") != 1 {
		t.Errorf("after the purge of all:\n%s", out)
	}
}

// TestOperatorSeesTheQueue: a job that is being read, one that waits for a worker, and one that waits for its turn.
func TestOperatorSeesTheQueue(t *testing.T) {
	t.Parallel()
	o := newOperated(t)
	reading, goOn := make(chan struct{}), make(chan struct{})
	t.Cleanup(o.work(job.WorkerConfig{
		Concurrency: 1, Version: "v1", Model: "a-model", Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
			d.Progress(job.Event{Stage: job.StagePreparing})
			err := d.Start(ctx)
			reading <- struct{}{}
			<-goOn
			return job.Result{}, errors.Join(err, ctx.Err())
		},
	}))
	t.Cleanup(func() { close(goOn) })
	first := o.submitAs(job.KeyHolder, job.Standard)
	<-reading
	o.submitAs(job.OwnProviders, job.Slow)
	o.join(job.Public, job.Standard)
	o.join(job.Public, job.Standard) // whose turn comes when the one before it is taken

	var v queueView
	testenv.Await(t, "the answers of api and worker", func() bool {
		if err := json.Unmarshal([]byte(o.queue("--json", "--within=1s")), &v); err != nil {
			t.Fatal(err)
		}
		return len(v.Parts) == 2
	})
	api, worker := v.Parts[0], v.Parts[1]
	if worker.Role != job.RoleWorker || worker.Version != "v1" || worker.Model != "a-model" || worker.Slots != 1 || len(worker.Running) != 1 {
		t.Fatalf("the worker is %+v", worker)
	}
	running := worker.Running[0]
	if age := running.Age; age <= 0 || age > maxTestWait.Seconds() {
		t.Errorf("the job is %v s old", age)
	}
	if running.Age = 0; running != (job.Running{RequestID: first.Header.ID, Tier: job.Standard, Caller: job.KeyHolder, Stage: job.StagePreparing, Delivery: 1, Attempt: 1}) {
		t.Errorf("the job is %+v", running)
	}
	for i := range api.Awaited {
		if a := &api.Awaited[i]; a.Oldest <= 0 {
			t.Errorf("%+v", *a)
		} else {
			a.Oldest = 0
		}
	}
	if want := []job.Awaited{
		{Tier: job.Standard, Caller: job.Public, InLine: 1, Queued: 1}, {Tier: job.Standard, Caller: job.KeyHolder, Running: 1},
		{Tier: job.Slow, Caller: job.OwnProviders, Queued: 1},
	}; !slices.Equal(api.Awaited, want) {
		t.Errorf("the api awaits %+v", api.Awaited)
	}
	if want := []job.TierState{{Tier: job.Standard, Running: 1}, {Tier: job.Slow, Waiting: 1}}; !slices.Equal(v.Queue.Tiers, want) {
		t.Errorf("the tiers are %+v", v.Queue.Tiers)
	}
	if q := v.Queue; q.Oldest <= 0 || q.Jobs.Bytes == 0 || q.Jobs.Limit != 1<<30 || q.Uploads.Limit != 4<<30 || q.Dead != 0 {
		t.Errorf("the queue is %+v", q)
	}
	if out := o.queue(); strings.Contains(out, "CANARY") || !strings.Contains(out, first.Header.ID) {
		t.Errorf("printed\n%s", out)
	}
}

func TestOperatorSeesThatNobodyWorks(t *testing.T) {
	t.Parallel()
	o := newOperated(t)
	o.client.Close()
	if out := o.queue("show", "--within=1s"); !strings.Contains(out, "\n0 apis and 0 workers have answered.\n") {
		t.Errorf("printed\n%s", out)
	}
}

func TestQueueTables(t *testing.T) {
	t.Parallel()
	v := queueView{
		Queue: job.QueueState{
			Tiers:  []job.TierState{{Tier: job.Standard, Waiting: 3, Running: 2}, {Tier: job.Slow}},
			Oldest: 75.2, Jobs: job.Room{Bytes: 12 << 20, Limit: 1 << 30}, Uploads: job.Room{Limit: 4 << 30}, Dead: 1,
		},
		Parts: []job.Part{
			{Role: job.RoleAPI, Process: "api-1/12", Version: "v1.2.3", Awaited: []job.Awaited{
				{Tier: job.Standard, Caller: job.Public, InLine: 5, Queued: 1, Running: 1, Oldest: 80},
				{Tier: job.Standard, Caller: job.KeyHolder, Running: 1, Oldest: 0.25},
			}},
			{Role: job.RoleAPI, Process: "api-2/13", Version: "v1.2.3", Awaited: []job.Awaited{
				{Tier: job.Standard, Caller: job.Public, InLine: 2, Queued: 2, Oldest: 9},
			}},
			{Role: job.RoleWorker, Process: "worker-1/14", Version: "v1.2.2", Model: "local", Slots: 4, Running: []job.Running{
				{RequestID: "3f1c2a94-0000-4000-8000-000000000001", Tier: job.Standard, Caller: job.Public, Stage: job.StageExtracting, Age: 80, Delivery: 2, Attempt: 2},
				{RequestID: "3f1c2a94-0000-4000-8000-000000000002", Tier: job.Standard, Caller: "\x1b[31m", Age: 0.25, Delivery: 1},
			}},
		},
	}
	const want = `TIER      WAITING  RUNNING  OLDEST
standard  3        2        1m20s
slow      0        0        –

jobs            12.0 of 1024 MiB
oldest          1m15s
stored uploads  0.0 of 4096 MiB
given up        1

TIER      CALLERS      IN LINE  QUEUED  RUNNING  OLDEST
standard  public       7        3       1        1m20s
standard  service key  0        0       1        300ms

API       VERSION
api-1/12  v1.2.3
api-2/13  v1.2.3

WORKER       VERSION  MODEL  BUSY  SLOTS
worker-1/14  v1.2.2   local  2     4

REQUEST                               TIER      CALLER  STAGE       AGE    DELIVERY  ATTEMPT  WORKER
3f1c2a94-0000-4000-8000-000000000001  standard  public  extracting  1m20s  2         2        worker-1/14
3f1c2a94-0000-4000-8000-000000000002  standard  �[31m   –           300ms  1         0        worker-1/14
`
	var out strings.Builder
	if err := v.write(&out); err != nil || out.String() != want {
		t.Errorf("%v, printed\n%s\nnot\n%s", err, &out, want)
	}
}
