package main

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"

	"biom/shared/analytics"
	"biom/shared/broker"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// patience is how soon a caller has an answer when a store is away, and some
// room for a machine that is busy with other tests.
const patience = 3*time.Second + 2*time.Second

// traffic sends requests of one kind, a few at a time, until it is stopped,
// and keeps every answer.
type traffic struct {
	t        *testing.T
	patience time.Duration
	stop     chan struct{}
	done     sync.WaitGroup

	mu      sync.Mutex
	replies map[string][]reply // kind → answers
}

func newTraffic(t *testing.T) *traffic {
	return &traffic{t: t, patience: patience, stop: make(chan struct{}), replies: map[string][]reply{}}
}

// send keeps n callers sending.
func (tr *traffic) send(kind string, n int, f func(i int) (reply, error)) {
	for i := range n {
		tr.done.Go(func() {
			for round := 0; ; round++ {
				select {
				case <-tr.stop:
					return
				default:
				}
				r, err := f(i + n*round)
				if err != nil {
					tr.t.Errorf("%s: %v", kind, err)
					return
				}
				tr.mu.Lock()
				tr.replies[kind] = append(tr.replies[kind], r)
				tr.mu.Unlock()
			}
		})
	}
}

// count is how many answers of a kind have a status; of any kind if it is "".
func (tr *traffic) count(kind string, status int) (n int) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for k, replies := range tr.replies {
		for _, r := range replies {
			if (kind == "" || kind == k) && r.status == status {
				n++
			}
		}
	}
	return n
}

// await waits until so many more answers of a kind have a status.
func (tr *traffic) await(kind string, status, more int) {
	tr.t.Helper()
	want := tr.count(kind, status) + more
	testenv.Await(tr.t, fmt.Sprintf("%d answers %d of %s", more, status, kind), func() bool { return tr.count(kind, status) >= want })
}

// end stops the traffic and holds every answer against what is allowed.
func (tr *traffic) end(allowed map[string][]int) {
	tr.t.Helper()
	close(tr.stop)
	tr.done.Wait()
	for kind, replies := range tr.replies {
		statuses, longest := map[int]int{}, time.Duration(0)
		for _, r := range replies {
			statuses[r.status]++
			longest = max(longest, r.took)
			if !allows(allowed[kind], r) {
				tr.t.Errorf("%s: status %d, Retry-After %q: %s", kind, r.status, r.header.Get("Retry-After"), r.body)
			}
		}
		tr.t.Logf("%s: %v, the longest took %v", kind, statuses, longest)
		if longest > tr.patience {
			tr.t.Errorf("%s: an answer took %v", kind, longest)
		}
	}
}

// allows: a 503 says when to come back.
func allows(statuses []int, r reply) bool {
	for _, s := range statuses {
		if s == r.status {
			return s != http.StatusServiceUnavailable || r.header.Get("Retry-After") != ""
		}
	}
	return false
}

// pdfs, jsons and so on are kinds of traffic from one caller each.
func (tr *traffic) pdfs(c *caller) {
	tr.send("pdf", 3, func(i int) (reply, error) { return c.upload("a.pdf", document(i, "")) })
}

func (tr *traffic) jsons(c *caller) {
	tr.send("json", 2, func(int) (reply, error) { return c.upload("a.json", report("p")) })
}

// gets leaves a moment between two, or the cheap ones would take every core.
func (tr *traffic) gets(kind string, c *caller, path string) {
	tick := time.NewTicker(5 * time.Millisecond)
	tr.t.Cleanup(tick.Stop)
	tr.send(kind, 1, func(int) (reply, error) {
		<-tick.C
		return c.do(http.MethodGet, path, "", nil)
	})
}

var generous = []string{trustUs, "BIOM_QUOTA_BIOMAI=1000000", "BIOM_QUOTA_BIOMJSON=1000000", "BIOM_QUOTA_RETRIEVE=1000000"}

// outage is how a server goes away and comes back.
type outage struct{ begin, end func(testing.TB) }

func outages(s *testenv.Server) map[string]outage {
	return map[string]outage{
		"stopped": {s.Stop, s.Start}, "killed": {s.Kill, s.Start}, "half-open": {s.Pause, s.Resume},
	}
}

// Redis, with an append-only file that is synced always, is stopped, half-open
// and killed under load: requests get the documented answer soon, nothing
// hangs, the service recovers by itself, and no charge is lost or doubled.
func TestSurvivesRedisOutages(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	r := newRig(t)
	r.redis = server.URL()
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	fed := c.process("a.pdf", document(1, "")).want(t, http.StatusOK).header.Get("X-Request-ID")
	spent := c.used("biomai")

	for name, outage := range outages(&server.Server) {
		tr := newTraffic(t)
		tr.pdfs(c)
		tr.jsons(newCaller(t, url))
		tr.gets("retrieve", newCaller(t, url), retrievePath(code))
		tr.gets("usage", newCaller(t, url), "/api/v1/biom/usage")
		tr.gets("status", newCaller(t, url), "/api/v1/status")
		tr.await("pdf", http.StatusOK, 20)

		outage.begin(t)
		tr.await("pdf", http.StatusServiceUnavailable, 20) // it would spend our money
		tr.await("usage", http.StatusServiceUnavailable, 5)
		tr.await("json", http.StatusOK, 20)
		tr.await("retrieve", http.StatusOK, 2)
		if got := c.feedback(fed, "accurate"); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: feedback: status %d", name, got.status)
		}
		outage.end(t)
		tr.await("pdf", http.StatusOK, 20)
		tr.await("usage", http.StatusOK, 5)
		tr.end(map[string][]int{
			"pdf": {200, 503}, "json": {200}, "retrieve": {200}, "usage": {200, 503}, "status": {200},
		})
		spent += float64(tr.count("pdf", http.StatusOK))
		testenv.Await(t, fmt.Sprintf("%s: %v credits", name, spent), func() bool { return usedOf(t, r.redis, c) == spent })
	}
	c.feedback(fed, "accurate").want(t, http.StatusOK)
}

// A charge that was sent to a Redis that does not answer, and was refused to
// its caller, does not count when Redis wakes, even if nobody is left to take
// it back.
func TestRefusedChargesDoNotCountLater(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	r := newRig(t)
	r.redis = server.URL()
	url, api := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	const atOnce = 8
	many(atOnce, atOnce, func(i int) { c.process("a.pdf", document(i, "")).want(t, http.StatusOK) }) // warm connections
	server.Pause(t)
	many(atOnce, atOnce, func(i int) { c.process("a.pdf", document(i, "")).want(t, http.StatusServiceUnavailable) })
	api.kill()
	<-time.After(2500 * time.Millisecond) // Redis's own clock is the subject
	server.Resume(t)
	if used := usedOf(t, r.redis, c); used != atOnce {
		t.Errorf("%v credits are charged, not %d", used, atOnce)
	}
}

// usedOf asks Redis itself what a caller has used of biomai.
func usedOf(t *testing.T, url string, c *caller) float64 {
	t.Helper()
	opts, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(opts)
	defer client.Close()
	who := quota.Address(netip.MustParseAddr(c.headers.Get("X-Forwarded-For")))
	u, err := quota.NewRedis(client).Usage(t.Context(), quota.BiomAI, who)
	if err != nil {
		t.Fatal(err)
	}
	return u.Used.Whole()
}

// Postgres is stopped, half-open and killed under load: no false 404, no hang,
// processing goes on without a share.
func TestSurvivesPostgresOutages(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	r := newRig(t)
	r.database = server.URL()
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	id := statusOf(t, url)["db_id"]

	for name, outage := range outages(&server.Server) {
		tr := newTraffic(t)
		tr.gets("retrieve", newCaller(t, url), retrievePath(code))
		tr.gets("health", newCaller(t, url), "/api/v1/health")
		tr.gets("status", newCaller(t, url), "/api/v1/status")
		sharing := newCaller(t, url)
		tr.send("share", 1, func(int) (reply, error) { return sharing.upload("a.json", report("p"), "biompin", "true") })
		tr.await("retrieve", http.StatusOK, 3)

		outage.begin(t)
		tr.await("retrieve", http.StatusServiceUnavailable, 3)
		var degraded map[string]any // a probe is shared for two seconds
		testenv.Await(t, "health to notice", func() bool {
			degraded = c.get("/api/v1/health").object(t)
			return degraded["status"] != "operational"
		})
		if degraded["status"] != "degraded" || degraded["db_connected"] != false || degraded["db_records"] != nil || degraded["db_id"] != id {
			t.Errorf("%s: health %v", name, degraded)
		}
		tr.await("share", http.StatusOK, 2)
		outage.end(t)
		tr.await("retrieve", http.StatusOK, 3)
		tr.end(map[string][]int{"retrieve": {200, 503}, "health": {200}, "status": {200}, "share": {200}})
		r.retrievable(c, tr)
	}
	if again := statusOf(t, url)["db_id"]; again != id {
		t.Errorf("db_id was %v, is %v", id, again)
	}
	testenv.Await(t, "health to recover", func() bool { return c.get("/api/v1/health").object(t)["status"] == "operational" })
}

// retrievable: a code that was handed out works, whatever happened around it.
func (r *rig) retrievable(c *caller, tr *traffic) {
	tr.t.Helper()
	codes, none := 0, 0
	for _, made := range tr.replies["share"] {
		code, _ := member(made.object(tr.t), "biompin", "pin").(string)
		if code == "" {
			none++
			continue
		}
		if codes++; codes%4 == 1 || none > 0 { // each costs an Argon2id
			c.retrieve(code).want(tr.t, http.StatusOK)
		}
	}
	tr.t.Logf("%d shares made, %d requests without", codes, none)
	if codes == 0 || none == 0 {
		tr.t.Errorf("%d shares made, %d not: nothing was interrupted", codes, none)
	}
}

// A Postgres that is not there when the service starts is no reason not to
// start; neither is a database in it that nobody made yet.
func TestStartsBeforePostgres(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	server.Stop(t)
	r := newRig(t)
	r.database = strings.Replace(server.URL(), "/biom?", "/made_by_biom?", 1)
	var urls []string
	for range 3 {
		url, _ := r.api(generous...)
		urls = append(urls, url)
	}
	c := newCaller(t, urls[0])
	if got := c.process("a.json", report("p"), "biompin", "true").want(t, http.StatusOK).object(t); got["biompin"] != nil {
		t.Errorf("a share without a database: %v", got["biompin"])
	}
	c.retrieve("a-b-123456").want(t, http.StatusServiceUnavailable)
	if id := statusOf(t, urls[0])["db_id"]; id != nil {
		t.Errorf("db_id %v", id)
	}
	server.Start(t)
	for _, url := range urls {
		testenv.Await(t, "retrieval", func() bool { return c.at(url).retrieve("a-b-123456").status == http.StatusNotFound })
	}
	code := c.share(report("p"))
	c.at(urls[2]).retrieve(code).want(t, http.StatusOK)
}

// NATS is stopped under load: extraction and ratings are 503, JSON and shares
// go on, net nothing is charged that was not read, and it recovers by itself.
func TestSurvivesNATSOutage(t *testing.T) {
	t.Parallel()
	queue := testenv.StartNATS(t)
	r := newRig(t)
	r.nats = queue.URL()
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	fed := c.process("a.pdf", document(1, "")).want(t, http.StatusOK).header.Get("X-Request-ID")
	spent := c.used("biomai")

	tr := newTraffic(t)
	tr.pdfs(c)
	tr.patience = time.Minute // those that wait for a result when NATS goes wait on
	tr.jsons(newCaller(t, url))
	tr.gets("retrieve", newCaller(t, url), retrievePath(code))
	tr.gets("health", newCaller(t, url), "/api/v1/health")
	tr.await("pdf", http.StatusOK, 10)
	queue.Stop(t)
	refused := c.process("a.pdf", document(2, ""))
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") == "" || refused.took > 12*time.Second+patience {
		t.Errorf("an upload: status %d after %v", refused.status, refused.took)
	}
	tr.await("json", http.StatusOK, 10)
	tr.await("retrieve", http.StatusOK, 2)
	if got := c.feedback(fed, "accurate"); got.status != http.StatusServiceUnavailable || got.took > patience {
		t.Errorf("feedback: status %d after %v", got.status, got.took)
	}
	testenv.Await(t, "health to notice", func() bool {
		got := c.get("/api/v1/health").object(t)
		return got["status"] == "degraded" && got["provider_api_connected"] == false
	})
	queue.Start(t)
	tr.await("pdf", http.StatusOK, 10)
	tr.end(map[string][]int{"pdf": {200, 503}, "json": {200}, "retrieve": {200}, "health": {200}})
	spent += float64(tr.count("pdf", http.StatusOK))
	testenv.Await(t, fmt.Sprintf("%v credits", spent), func() bool { return usedOf(t, r.redis, c) == spent })
	c.feedback(fed, "accurate").want(t, http.StatusOK)
}

// The analytics stream is away: ratings are 503 and may be sent again; all
// else goes on.
func TestSurvivesLossOfAnalytics(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	url, _ := r.api(generous...)
	r.worker()
	c := newCaller(t, url)
	id := c.process("a.pdf", document(1, "")).want(t, http.StatusOK).header.Get("X-Request-ID")
	restore := r.withoutAnalytics(t)
	got := c.feedback(id, "inaccurate")
	if got.status != http.StatusServiceUnavailable || got.took > patience {
		t.Errorf("status %d after %v", got.status, got.took)
	}
	c.process("a.pdf", document(2, ""), "biompin", "true").want(t, http.StatusOK)
	restore()
	testenv.Await(t, "the rating to be taken", func() bool { return c.feedback(id, "inaccurate").status == http.StatusOK })
	c.feedback(id, "accurate").want(t, http.StatusConflict)
	if n := r.subjects(analytics.Stream, "biom.analytics.feedback")["biom.analytics.feedback"]; n != 1 {
		t.Errorf("%d ratings were stored", n)
	}
}

// withoutAnalytics puts a stream in the place of the analytics' that never
// answers, until restore.
func (r *rig) withoutAnalytics(t *testing.T) (restore func()) {
	t.Helper()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: r.nats})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if err := conn.JS.DeleteStream(t.Context(), analytics.Stream); err != nil {
		t.Fatal(err)
	}
	_, err = conn.JS.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "SILENT", Subjects: []string{"biom.analytics.>"}, NoAck: true, Storage: jetstream.MemoryStorage,
	})
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := conn.JS.DeleteStream(t.Context(), "SILENT"); err != nil {
			t.Fatal(err)
		}
	}
}
