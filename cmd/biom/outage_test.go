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

// traffic sends requests of several kinds until it is stopped, and keeps every
// response.
type traffic struct {
	t    *testing.T
	stop chan struct{}
	done sync.WaitGroup

	mu      sync.Mutex
	replies map[string][]reply // kind → responses
}

func newTraffic(t *testing.T) *traffic {
	return &traffic{t: t, stop: make(chan struct{}), replies: map[string][]reply{}}
}

// send starts n callers, which send until the traffic is stopped. Each sends at most 50 requests
// a second, because cheap ones would keep every core busy.
func (tr *traffic) send(kind string, n int, f func(i int) (reply, error)) {
	for i := range n {
		tr.done.Go(func() {
			tick := time.NewTicker(20 * time.Millisecond)
			defer tick.Stop()
			for round := 0; ; round++ {
				select {
				case <-tr.stop:
					return
				case <-tick.C:
				}
				r, err := f(i + n*round)
				if err != nil {
					tr.t.Errorf("%s: %v", kind, err)
					return
				}
				tr.note(kind, r)
			}
		})
	}
}

// note keeps a response.
func (tr *traffic) note(kind string, r reply) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.replies[kind] = append(tr.replies[kind], r)
}

// count returns how many responses of a kind have a status.
func (tr *traffic) count(kind string, status int) (n int) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for k, replies := range tr.replies {
		for _, r := range replies {
			if kind == k && r.status == status {
				n++
			}
		}
	}
	return n
}

// await waits until more responses of a kind have a status.
func (tr *traffic) await(kind string, status, more int) {
	tr.t.Helper()
	want := tr.count(kind, status) + more
	testenv.Await(tr.t, fmt.Sprintf("%d answers %d of %s", more, status, kind), func() bool { return tr.count(kind, status) >= want })
}

// end stops the traffic. It fails the test for every response that is not allowed, or
// that came so late that the request must have hung.
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
		if longest > maxTestWait {
			tr.t.Errorf("%s: a response took %v", kind, longest)
		}
	}
}

// allows reports whether a response has one of the statuses. A 503 must say when
// to try again.
func allows(statuses []int, r reply) bool {
	for _, s := range statuses {
		if s == r.status {
			return s != http.StatusServiceUnavailable || r.header.Get("Retry-After") != ""
		}
	}
	return false
}

// pdfs sends documents, three at a time.
func (tr *traffic) pdfs(c *caller) {
	tr.send("pdf", 3, func(i int) (reply, error) { return c.upload("a.pdf", document(i, "")) })
}

// jsons sends reports as JSON, two at a time.
func (tr *traffic) jsons(c *caller) {
	tr.send("json", 2, func(int) (reply, error) { return c.upload("a.json", report("p")) })
}

// gets sends GET requests, one at a time.
func (tr *traffic) gets(kind string, c *caller, path string) {
	tr.send(kind, 1, func(int) (reply, error) { return c.do(http.MethodGet, path, "", nil) })
}

var generous = []string{trustUs, "BIOM_QUOTA_BIOMAI=1000000", "BIOM_QUOTA_BIOMJSON=1000000", "BIOM_QUOTA_RETRIEVE=1000000"}

// outage is how a server becomes unavailable and available again.
type outage struct{ begin, end func(testing.TB) }

func outages(s *testenv.Server) map[string]outage {
	return map[string]outage{
		"stopped": {s.Stop, s.Start}, "killed": {s.Kill, s.Start}, "half-open": {s.Pause, s.Resume},
	}
}

// outageStoreTimeout is the time limit of the stores where Redis is half-open:
// twice the usual one, for busy machines.
const outageStoreTimeout = 500 * time.Millisecond

func TestLongSurvivesRedisOutages(t *testing.T) {
	survivesRedisOutages(t, 20, "stopped", "killed", "half-open")
}

// survivesRedisOutages makes Redis unavailable under load, each time until some
// responses of each kind have come. Requests get the documented response, nothing
// hangs, the service recovers by itself, and no charge is lost or doubled. Redis
// writes every change to its append-only file at once.
func survivesRedisOutages(t *testing.T, responses int, names ...string) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	r := newRig(t)
	r.redis, r.storeTimeout = server.URL(), outageStoreTimeout
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	extraction := c.extraction()
	spent := r.usedOf(c)

	for _, name := range names {
		outage := outages(&server.Server)[name]
		tr := newTraffic(t)
		tr.pdfs(c)
		tr.jsons(newCaller(t, url))
		tr.gets("retrieve", newCaller(t, url), retrievePath(code))
		tr.gets("usage", newCaller(t, url), "/api/v1/biom/usage")
		tr.gets("status", newCaller(t, url), "/api/v1/status")
		tr.await("pdf", http.StatusOK, responses)

		outage.begin(t)
		tr.await("pdf", http.StatusServiceUnavailable, responses) // reading it would cost the deployment's money
		tr.await("usage", http.StatusServiceUnavailable, 5)
		tr.await("json", http.StatusOK, responses)
		tr.await("retrieve", http.StatusOK, 2)
		if got := c.feedback(extraction, "accurate"); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: feedback: status %d", name, got.status)
		}
		outage.end(t)
		tr.await("pdf", http.StatusOK, responses)
		tr.await("usage", http.StatusOK, 5)
		tr.end(map[string][]int{
			"pdf": {200, 503}, "json": {200}, "retrieve": {200}, "usage": {200, 503}, "status": {200},
		})
		spent += float64(tr.count("pdf", http.StatusOK))
		testenv.Await(t, fmt.Sprintf("%s: %v credits", name, spent), func() bool { return r.usedOf(c) == spent })
	}
	c.patientFeedback(extraction, "accurate").want(t, http.StatusOK)
}

// extraction has a document read and returns the ID of the request.
func (c *caller) extraction() (id string) {
	c.t.Helper()
	r := patiently(func() reply { return c.process("a.pdf", document(1, "")) })
	return r.want(c.t, http.StatusOK).header.Get("X-Request-ID")
}

// A charge was sent to a Redis that does not answer, and its request was refused.
// It does not count when Redis answers again, even if the api that would refund it
// was killed.
func TestRefusedChargesDoNotCountLater(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	r := newRig(t)
	r.redis, r.storeTimeout = server.URL(), outageStoreTimeout
	url, api := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	const atOnce = 8
	many(atOnce, atOnce, func(i int) { // so that the connections are open
		patiently(func() reply { return c.process("a.pdf", document(i, "")) }).want(t, http.StatusOK)
	})
	server.Pause(t)
	many(atOnce, atOnce, func(i int) { c.process("a.pdf", document(i, "")).want(t, http.StatusServiceUnavailable) })
	api.kill()
	<-time.After(2500 * time.Millisecond) // by Redis's own clock a charge is too late after 2 s
	server.Resume(t)
	if used := r.usedOf(c); used != atOnce {
		t.Errorf("%v credits are charged, not %d", used, atOnce)
	}
}

// usedOf returns how much of biomai a caller has used, as Redis itself has it.
func (r *rig) usedOf(c *caller) float64 {
	r.t.Helper()
	opts, err := redis.ParseURL(r.redis)
	if err != nil {
		r.t.Fatal(err)
	}
	client := redis.NewClient(opts)
	defer client.Close()
	subject := quota.Address(netip.MustParseAddr(c.headers.Get("X-Forwarded-For")))
	u, err := r.quotas(client).Usage(r.t.Context(), quota.BiomAI, subject)
	if err != nil {
		r.t.Fatal(err)
	}
	return u.Used.Whole()
}

func TestLongSurvivesPostgresOutages(t *testing.T) {
	survivesPostgresOutages(t, "stopped", "killed", "half-open")
}

// survivesPostgresOutages makes Postgres unavailable under load: no existing share
// gets a 404, no request hangs, and processing goes on without shares.
func survivesPostgresOutages(t *testing.T, names ...string) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	r := newRig(t)
	r.database = server.URL()
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	id := statusOf(t, url)["db_id"]

	for _, name := range names {
		outage := outages(&server.Server)[name]
		tr := newTraffic(t)
		tr.gets("retrieve", newCaller(t, url), retrievePath(code))
		tr.gets("health", newCaller(t, url), "/api/v1/health")
		tr.gets("status", newCaller(t, url), "/api/v1/status")
		sharing := newCaller(t, url)
		tr.send("share", 1, func(int) (reply, error) { return sharing.upload("a.json", report("p"), "biompin", "true") })
		tr.await("retrieve", http.StatusOK, 3)

		outage.begin(t)
		tr.await("retrieve", http.StatusServiceUnavailable, 3)
		var degraded map[string]any // the result of a probe is used for two seconds
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

// retrievable fails the test unless every share code that a caller received works.
func (r *rig) retrievable(c *caller, tr *traffic) {
	tr.t.Helper()
	codes, none := 0, 0
	for _, made := range tr.replies["share"] {
		code, _ := member(made.object(tr.t), "biompin", "pin").(string)
		if code == "" {
			none++
			continue
		}
		if codes++; codes%4 == 1 || none > 0 { // each needs an Argon2id
			patiently(func() reply { return c.retrieve(code) }).want(tr.t, http.StatusOK)
		}
	}
	tr.t.Logf("%d shares made, %d requests without", codes, none)
	if codes == 0 || none == 0 {
		tr.t.Errorf("%d shares made, %d not: nothing was interrupted", codes, none)
	}
}

// The service starts while Postgres is unavailable, and while its database does not
// exist yet.
func TestStartsBeforePostgres(t *testing.T) { startsBeforePostgres(t, 1) }

func TestLongStartsBeforePostgres(t *testing.T) { startsBeforePostgres(t, 3) }

func startsBeforePostgres(t *testing.T, apis int) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	server.Stop(t)
	r := newRig(t)
	r.database = strings.Replace(server.URL(), "/biom?", "/made_by_biom?", 1)
	var urls []string
	for range apis {
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
	patiently(func() reply { return c.at(urls[len(urls)-1]).retrieve(code) }).want(t, http.StatusOK)
}

func TestLongSurvivesNATSOutage(t *testing.T) { survivesNATSOutage(t, 10) }

// survivesNATSOutage stops NATS under load: extractions and ratings get 503, JSON
// and shares are served, only documents that were read stay charged, and the
// service recovers by itself.
func survivesNATSOutage(t *testing.T, responses int) {
	t.Parallel()
	queue := testenv.StartClusterNATS(t)
	r := newRig(t)
	r.nats = queue.URLOf(testenv.Operator)
	url, _ := r.api(generous...)
	r.worker("BIOM_RIG_DELAY=1ms")
	c := newCaller(t, url)
	code := c.share(report("p"))
	extraction := c.extraction()
	spent := c.used("biomai")

	tr := newTraffic(t)
	tr.pdfs(c)
	tr.jsons(newCaller(t, url))
	tr.gets("retrieve", newCaller(t, url), retrievePath(code))
	tr.gets("health", newCaller(t, url), "/api/v1/health")
	tr.await("pdf", http.StatusOK, responses)
	queue.Stop(t)
	refused := c.process("a.pdf", document(2, ""))
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") == "" || refused.took > maxTestWait {
		t.Errorf("an upload: status %d after %v", refused.status, refused.took)
	}
	tr.await("json", http.StatusOK, responses)
	tr.await("retrieve", http.StatusOK, 2)
	if got := c.feedback(extraction, "accurate"); got.status != http.StatusServiceUnavailable || got.took > maxTestWait {
		t.Errorf("feedback: status %d after %v", got.status, got.took)
	}
	testenv.Await(t, "health to notice", func() bool {
		got := c.get("/api/v1/health").object(t)
		return got["status"] == "degraded" && got["provider_api_connected"] == false
	})
	queue.Start(t)
	tr.await("pdf", http.StatusOK, responses)
	tr.end(map[string][]int{"pdf": {200, 503}, "json": {200}, "retrieve": {200}, "health": {200}})
	spent += float64(tr.count("pdf", http.StatusOK))
	testenv.Await(t, fmt.Sprintf("%v credits", spent), func() bool { return r.usedOf(c) == spent })
	c.patientFeedback(extraction, "accurate").want(t, http.StatusOK)
}

// While the analytics stream is unavailable, ratings get 503 and may be sent again.
// Everything else works.
func TestSurvivesLossOfAnalytics(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	url, _ := r.api(generous...)
	r.worker()
	c := newCaller(t, url)
	id := c.process("a.pdf", document(1, "")).want(t, http.StatusOK).header.Get("X-Request-ID")
	restore := r.withoutAnalytics(t)
	got := c.feedback(id, "inaccurate")
	if got.status != http.StatusServiceUnavailable || got.took > maxTestWait {
		t.Errorf("status %d after %v", got.status, got.took)
	}
	c.process("a.pdf", document(2, ""), "biompin", "true").want(t, http.StatusOK)
	restore()
	testenv.Await(t, "the rating to be taken", func() bool { return c.feedback(id, "inaccurate").status == http.StatusOK })
	c.patientFeedback(id, "accurate").want(t, http.StatusConflict)
	if n := r.subjects(analytics.Stream, "biom.analytics.feedback")["biom.analytics.feedback"]; n != 1 {
		t.Errorf("%d ratings were stored", n)
	}
}

// withoutAnalytics replaces the analytics stream by one that never answers, until
// restore.
func (r *rig) withoutAnalytics(t *testing.T) (restore func()) {
	t.Helper()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: r.natsAs(testenv.Admin)})
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
