package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/broker"
	"biom/shared/job"
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
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	o := &operated{t: t, server: testenv.StartClusterNATS(t), keys: keys}
	o.client, err = job.NewClient(t.Context(), o.connect(testenv.API), job.ClientConfig{Keys: keys, Streams: job.StreamOptions{Lease: 30 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.client.Close)
	return o
}

// connect connects a user, who must lack no right.
func (o *operated) connect(user string) *broker.Conn {
	o.t.Helper()
	var log lockedLines
	conn, err := broker.Connect(o.t.Context(), broker.Config{
		URL: o.server.URLOf(user), Wait: maxTestWait, RequestTimeout: time.Minute, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() {
		conn.Close()
		if log.count() > 0 {
			o.t.Errorf("%s: %s", user, log.first())
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

// submit puts a job into the queue.
func (o *operated) submit(tier job.Tier) *job.Ticket {
	o.t.Helper()
	now := time.Now()
	ticket, err := o.client.Submit(o.t.Context(), job.Job{
		Header: job.Header{ID: uuid.NewString(), Tier: tier, Accepted: now, Deadline: now.Add(10 * time.Minute)},
		Kind:   "pdf", Filename: "CANARY.pdf", File: []byte("%PDF"),
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
		ids = append(ids, o.submit(job.Slow).Header.ID)
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
