package doctor_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"biom/cmd/internal/doctor"
	"biom/shared/analytics"
	"biom/shared/broker"
	"biom/shared/callback"
	"biom/shared/job"
	"biom/shared/testenv"
)

// maxMessage is the size of the largest message in these tests.
const maxMessage = 16 << 20

func apiNeeds(url string) doctor.NATS {
	return doctor.NATS{
		URL: url, Role: "api", MaxMessage: maxMessage, Replicas: 1, Streams: append(job.Streams(), callback.Stream, analytics.Stream), Now: time.Now,
		Needs: slices.Concat(job.ClientRights(), callback.Rights(), analytics.Rights()), NeedsNot: job.ClientNeedsNot(),
	}
}

func workerNeeds(url string) doctor.NATS {
	return doctor.NATS{
		URL: url, Role: "worker", MaxMessage: maxMessage, Streams: job.Streams(), Now: time.Now,
		Needs: job.WorkerRights(), NeedsNot: job.WorkerNeedsNot(),
	}
}

func checkNATS(t *testing.T, cfg doctor.NATS) *doctor.Report {
	t.Helper()
	r := &doctor.Report{}
	if conn := r.NATS(t.Context(), cfg); conn != nil {
		conn.Close()
	}
	return r
}

func connect(t *testing.T, url string) *broker.Conn {
	t.Helper()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: url, RequestTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// makeQueue makes the streams as an api does.
func makeQueue(t *testing.T, url string, keys *job.Keyring) {
	t.Helper()
	c, err := job.NewClient(t.Context(), connect(t, url), job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func newKeys(t *testing.T) *job.Keyring {
	t.Helper()
	keys, err := job.ParseKeys(job.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// oneServer are the checks that find fault with a single server that is not monitored.
var oneServer = []string{"NATS replicas", "NATS sync_interval", "NATS disk"}

func TestNATS(t *testing.T) {
	t.Parallel()
	s := testenv.StartClusterNATS(t)
	want(t, checkNATS(t, workerNeeds(s.URLOf(testenv.Worker))), "NATS streams", doctor.Warning, "BIOM_JOBS", "Start an api")
	want(t, checkNATS(t, apiNeeds(s.URLOf(testenv.API))), "NATS clock", doctor.NotChecked, "Start an api")
	makeQueue(t, s.URLOf(testenv.API), newKeys(t))
	wantSound(t, checkNATS(t, apiNeeds(s.URLOf(testenv.API))), oneServer...)
	wantSound(t, checkNATS(t, workerNeeds(s.URLOf(testenv.Worker))), oneServer...)

	want(t, checkNATS(t, apiNeeds(s.URLOf(testenv.Worker))), "NATS rights", doctor.Problem, "may not", "submit jobs (publish to biom.jobs.doctor", "deploy/nats.conf")
	want(t, checkNATS(t, workerNeeds(s.URLOf(testenv.API))), "NATS rights", doctor.Problem, "take jobs (publish to $JS.API.CONSUMER.MSG.NEXT.BIOM_JOBS.extract-standard")
	want(t, checkNATS(t, apiNeeds(s.URLOf(testenv.Admin))), "NATS rights", doctor.Warning, "it may also", "take and read jobs", "Limit the user")
	want(t, checkNATS(t, workerNeeds(s.URLOf(testenv.Admin))), "NATS rights", doctor.Warning, "submit jobs", "delete streams")

	cfg := apiNeeds(s.URLOf(testenv.API))
	cfg.MaxMessage = 33 << 20
	want(t, checkNATS(t, cfg), "NATS max_payload", doctor.Problem, "32.0 MiB", "33.0 MiB", "max_payload: 34603008")
	cfg = apiNeeds(s.URLOf(testenv.API))
	cfg.Replicas = 3
	want(t, checkNATS(t, cfg), "NATS replicas", doctor.Problem, "BIOM_QUEUE_REPLICAS is 3, and 1 answer")
	cfg.Now = ahead(-3 * time.Second)
	want(t, checkNATS(t, cfg), "NATS clock", doctor.Problem, "3s ahead")

	want(t, checkNATS(t, apiNeeds(strings.Replace(s.URLOf(testenv.API), "api:api@", "api:s3cret@", 1))), "NATS servers", doctor.Problem, "Authorization", "BIOM_NATS_URL")
	want(t, checkNATS(t, apiNeeds(s.URLOf(testenv.API)+",nats://127.0.0.1:1")), "NATS servers", doctor.Problem, "127.0.0.1:1: it does not answer")
	want(t, checkNATS(t, apiNeeds("nats://u:s3cret@\x00")), "NATS servers", doctor.Problem, "BIOM_NATS_URL: not a URL")
}

// TestProbingChangesNothing: the questions for rights, asked by a user who has all of them, leave every
// message and every consumer as it was.
func TestProbingChangesNothing(t *testing.T) {
	t.Parallel()
	s := testenv.StartClusterNATS(t)
	makeQueue(t, s.URLOf(testenv.API), newKeys(t))
	conn := connect(t, s.URLOf(testenv.Admin))
	for _, cfg := range []jetstream.StreamConfig{
		{Name: callback.Stream, Subjects: []string{"biom.callbacks.*"}, Retention: jetstream.WorkQueuePolicy},
		{Name: analytics.Stream, Subjects: []string{"biom.analytics.>"}},
	} {
		if _, err := conn.JS.CreateStream(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.JS.CreateConsumer(t.Context(), callback.Stream, jetstream.ConsumerConfig{Durable: "deliver", AckPolicy: jetstream.AckExplicitPolicy}); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{
		"biom.jobs.standard", "biom.jobs.slow", "biom.started.r", "biom.results.a.r", "biom.dead.r", "biom.uploads.file.r", "biom.uploads.owner.a", "biom.aside.r",
		"biom.batches.b.r", "biom.callbacks.e", "biom.analytics.x", "$KV.BIOM_REQUESTS.r",
	} {
		if _, err := conn.JS.Publish(t.Context(), subject, []byte("x")); err != nil {
			t.Fatalf("%s: %v", subject, err)
		}
	}
	before := queueState(t, conn)
	rights := slices.Concat(job.ClientRights(), job.WorkerRights(), callback.Rights(), analytics.Rights(), job.ClientNeedsNot(), job.WorkerNeedsNot())
	if missing, err := conn.NoRight(t.Context(), rights); err != nil || len(missing) > 0 {
		t.Fatalf("%v, %v", missing, err)
	}
	if after := queueState(t, conn); !reflect.DeepEqual(before, after) {
		t.Errorf("before\n%v\nafter\n%v", before, after)
	}
}

// queueState returns what is in each stream and how far each consumer is.
func queueState(t *testing.T, conn *broker.Conn) map[string]any {
	t.Helper()
	state := map[string]any{}
	streams := conn.JS.ListStreams(t.Context())
	for info := range streams.Info() {
		state[info.Config.Name] = []any{info.State, info.Config}
		stream, err := conn.JS.Stream(t.Context(), info.Config.Name)
		if err != nil {
			t.Fatal(err)
		}
		for c := range stream.ListConsumers(t.Context()).Info() {
			state[info.Config.Name+"."+c.Name] = []any{c.Config, c.Delivered.Stream, c.AckFloor.Stream, c.NumAckPending, c.NumRedelivered}
		}
	}
	if err := streams.Err(); err != nil || len(state) < 11 {
		t.Fatalf("%v, %v", err, slices.Collect(maps.Keys(state)))
	}
	return state
}

// TestRightsAreThoseOfTheConfiguration: each right that deploy/nats.conf gives to a role is one that the
// role says it needs. That it has all that it needs is shown by TestNATS.
func TestRightsAreThoseOfTheConfiguration(t *testing.T) {
	t.Parallel()
	s := testenv.StartClusterNATS(t)
	for _, u := range s.Options.Users {
		needs, ok := map[string][]broker.Right{testenv.API: apiNeeds("").Needs, testenv.Worker: job.WorkerRights()}[u.Username]
		if !ok {
			continue
		}
		for _, pattern := range u.Permissions.Publish.Allow {
			if pattern != "$JS.API.INFO" && pattern != "biom.callbacks" && // of every client of JetStream; of earlier apis
				!slices.ContainsFunc(needs, func(r broker.Right) bool { return !r.Subscribe && server.SubjectsCollide(pattern, r.Subject) }) {
				t.Errorf("%s may publish to %s, which it does not need", u.Username, pattern)
			}
		}
		for _, pattern := range u.Permissions.Subscribe.Allow {
			if !strings.HasPrefix(pattern, "_INBOX.") && !slices.ContainsFunc(needs, func(r broker.Right) bool { return r.Subscribe && server.SubjectsCollide(pattern, r.Subject) }) {
				t.Errorf("%s may subscribe to %s, which it does not need", u.Username, pattern)
			}
		}
	}
}

func TestNATSWithoutUsersAndJetStream(t *testing.T) {
	t.Parallel()
	s := testenv.StartNATS(t, func(o *server.Options) { o.MaxPayload = 1 << 20 })
	r := checkNATS(t, apiNeeds(s.URL()))
	want(t, r, "NATS rights", doctor.Warning, "wants no user", "deploy/nats.conf")
	want(t, r, "NATS max_payload", doctor.Problem, "1.0 MiB")
	s = testenv.StartNATS(t, func(o *server.Options) { o.JetStream = false })
	want(t, checkNATS(t, apiNeeds(s.URL())), "JetStream", doctor.Problem, "not enabled", "jetstream {}")
}

func TestNATSMonitoring(t *testing.T) {
	t.Parallel()
	monitored := func(change func(*server.Options)) *doctor.Report {
		s := testenv.StartNATS(t, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", -1 }, change)
		makeQueue(t, s.URL(), newKeys(t))
		cfg := apiNeeds(s.URL())
		cfg.Monitors = []string{"http://" + s.Server.MonitorAddr().String() + "/"}
		return checkNATS(t, cfg)
	}
	want(t, monitored(func(*server.Options) {}), "NATS sync_interval", doctor.Warning, "2m0s", "sync_interval: always")
	r := monitored(func(o *server.Options) { o.SyncAlways = true })
	want(t, r, "NATS sync_interval", doctor.OK, "always")
	want(t, r, "NATS disk", doctor.OK, "may store", "the streams may grow to")

	s := testenv.StartNATS(t)
	cfg := apiNeeds(s.URL())
	cfg.Monitors = []string{"http://127.0.0.1:1"}
	want(t, checkNATS(t, cfg), "NATS monitoring", doctor.NotChecked, "refused", "--nats-monitor")
}

func TestFullStream(t *testing.T) {
	t.Parallel()
	s := testenv.StartNATS(t)
	c, err := job.NewClient(t.Context(), connect(t, s.URL()), job.ClientConfig{Keys: newKeys(t), Streams: job.StreamOptions{MaxBytes: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := connect(t, s.URL()).JS.Publish(t.Context(), "biom.jobs.standard", make([]byte, 1<<20-1000)); err != nil {
		t.Fatal(err)
	}
	want(t, checkNATS(t, apiNeeds(s.URL())), "NATS streams", doctor.Problem, "BIOM_JOBS is full", "BIOM_QUEUE_BYTES")
}

// startWorker starts a worker whose provider is ready, or not.
func startWorker(t *testing.T, url string, keys *job.Keyring, version string, state job.ProviderState) (stop func()) {
	t.Helper()
	w, err := job.NewWorker(t.Context(), connect(t, url), job.WorkerConfig{
		Keys: keys, Version: version, Handle: func(context.Context, *job.Delivery) (job.Result, error) { return job.Result{}, context.Canceled },
		Check: func(context.Context, string) (job.ProviderState, error) { return state, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = func() { cancel(); <-ended; ended <- nil }
	t.Cleanup(stop)
	return stop
}

func TestWorkers(t *testing.T) {
	t.Parallel()
	s := testenv.StartNATS(t)
	keys := newKeys(t)
	makeQueue(t, s.URL(), keys)
	conn := connect(t, s.URL())
	ask := func(version string, now func() time.Time) *doctor.Report {
		r := &doctor.Report{}
		r.Workers(t.Context(), conn, keys, version, now)
		return r
	}
	want(t, ask("v1", time.Now), "Workers", doctor.Warning, "none listens", "Start biom worker")

	stop := startWorker(t, s.URL(), keys, "v1", job.ProviderState{Valid: true})
	testenv.Await(t, "the worker", func() bool { return len(ask("v1", time.Now).Findings) > 1 })
	wantSound(t, ask("v1", time.Now))
	want(t, ask("v2", time.Now), "Workers", doctor.Warning, `"v1"`, "v2")
	want(t, ask("v1", ahead(-time.Minute)), "Workers' clocks", doctor.Problem, "1m0s ahead")
	stop()
	stop = startWorker(t, s.URL(), keys, "v1", job.ProviderState{})
	testenv.Await(t, "the worker", func() bool { return len(ask("v1", time.Now).Findings) > 1 })
	want(t, ask("v1", time.Now), "Workers' provider", doctor.Warning, "biom doctor worker")
	stop()
}

// TestUnequalKeys: a worker with another job key does not answer, and its results do not open.
func TestUnequalKeys(t *testing.T) {
	t.Parallel()
	s := testenv.StartNATS(t)
	keys, other := newKeys(t), newKeys(t)
	makeQueue(t, s.URL(), keys)
	conn := connect(t, s.URL())
	results := func(k *job.Keyring) *doctor.Report {
		r := &doctor.Report{}
		r.Results(t.Context(), conn, k)
		return r
	}
	want(t, results(keys), "Job key", doctor.NotChecked, "no result")
	sealed, err := boxOf(t, other).Seal([]byte("a result"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.JS.Publish(t.Context(), "biom.results.a.r", sealed); err != nil {
		t.Fatal(err)
	}
	want(t, results(keys), "Job key", doctor.Problem, "does not open", "BIOM_JOB_KEY")

	if _, err := conn.NATS.QueueSubscribeSync("biom.provider.check", "workers"); err != nil { // as a worker that cannot open what it gets
		t.Fatal(err)
	}
	if err := conn.NATS.Flush(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	r := &doctor.Report{}
	r.Workers(ctx, conn, keys, "v1", time.Now)
	want(t, r, "Workers", doctor.Problem, "did not answer", "the same BIOM_JOB_KEY")
}

func boxOf(t *testing.T, keys *job.Keyring) *job.Box {
	t.Helper()
	box, err := keys.Box("test")
	if err != nil {
		t.Fatal(err)
	}
	return box
}
