package callback_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/callback"
	"biom/shared/job"
)

// The schedule survives a restart of everything, also if the server has forgotten when the events are to
// be handed out: it is in the events.
func TestScheduleSurvivesRestart(t *testing.T) {
	t.Parallel()
	scheduleSurvives(t, func(b *bundle) {
		js := b.connect().JS
		b.await("the end of the last attempt's message", func() bool { // which the server would hand out again
			stream, err := js.Stream(b.Context(), callback.Stream)
			return err == nil && stream.CachedInfo().State.Msgs == 1
		})
		if err := js.DeleteConsumer(b.Context(), callback.Stream, "deliver"); err != nil {
			b.Fatal(err)
		}
	}, 5*time.Second, 20*time.Second, 65*time.Second, 200*time.Second)
}

// After a restart the server looks at the waiting events when AckWait, a minute, has passed.
func TestLongScheduleSurvivesRestart(t *testing.T) {
	t.Parallel()
	scheduleSurvives(t, func(*bundle) {}, 5*time.Second)
}

// scheduleSurvives restarts everything before each attempt. attempts are the times after the first one.
func scheduleSurvives(t *testing.T, beforeRestart func(*bundle), attempts ...time.Duration) {
	t.Helper()
	b := setup(t)
	r := newReceiver(t, status(503)).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, stop := b.run()
	began := b.clock.Now()
	b.queue(d, b.event())
	for i, after := range attempts {
		if n := b.waitNote(); n.outcome != "failed" || n.next.Sub(began) != after {
			t.Fatalf("%s, next after %v", n.outcome, n.next.Sub(began))
		}
		stop()
		beforeRestart(b)
		b.nats.Stop(t)
		b.nats.Start(t)
		_, stop = b.run()
		b.clock.Advance(began.Add(after).Sub(b.clock.Now()) - time.Second)
		b.awaitDeliveries(3)
		if posts := len(r.received()); posts != i+1 || len(b.notes) > 0 {
			t.Errorf("%d posts a second before the next one", posts)
		}
		b.clock.Advance(time.Second)
	}
	b.waitNote()
	if posts := len(r.received()); posts != len(attempts)+1 {
		t.Errorf("%d posts", posts)
	}
}

// awaitDeliveries waits until the server has delivered n messages more.
func (b *bundle) awaitDeliveries(n uint64) {
	b.Helper()
	conn := b.connect()
	var first *jetstream.ConsumerInfo
	b.await("deliveries", func() bool {
		cons, err := conn.JS.Consumer(b.Context(), callback.Stream, "deliver")
		if err == nil && first == nil {
			first = cons.CachedInfo()
		}
		return err == nil && cons.CachedInfo().Delivered.Consumer >= first.Delivered.Consumer+n
	})
}

// An endpoint that does not answer has few posts at a time, and delays no other one.
func TestSlowEndpointDelaysNoOther(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.test.AnswerTimeout = time.Hour // however long a busy machine takes for the other posts
	var atOnce, most atomic.Int32
	release := make(chan struct{})
	slow := newReceiver(t, func(_ http.ResponseWriter, req *http.Request) {
		n := atOnce.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		select {
		case <-release:
		case <-req.Context().Done():
		}
		atOnce.Add(-1)
	}).open(t)
	quick := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", slow.at("127.0.0.1"))
	b.allow("bob", "erp", quick.at("127.0.0.1"))
	d, _ := b.run()
	const backlog = 30
	for range backlog {
		b.queue(d, b.event())
	}
	for range 10 {
		e := b.event()
		e.User, e.Endpoint = "bob", "erp"
		b.queue(d, e)
		if n := b.waitNote(); n.outcome != "delivered" { // those of ada do not end
			t.Fatal(n)
		}
	}
	if n := len(quick.received()); n != 10 {
		t.Errorf("%d posts to the quick endpoint", n)
	}
	close(release)
	for range backlog {
		if n := b.waitNote(); n.outcome != "delivered" {
			t.Fatal(n)
		}
	}
	b.wantQueue(0)
	if n := most.Load(); n != callback.PlacesOfEndpoint {
		t.Errorf("%d posts to the slow endpoint at once", n)
	}
}

// A connection to a receiver that accepts it and then is silent is closed when its post has failed.
func TestSilentHandshake(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.test.AnswerTimeout = 100 * time.Millisecond
	listener, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	b.allow("ada", "crm", "https://"+listener.Addr().String())
	d, _ := b.run()
	b.queue(d, b.event())
	latest := time.Now().Add(2 * time.Minute)
	_ = listener.SetDeadline(latest)
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if n := b.waitNote(); n.outcome != "failed" {
		t.Error(n)
	}
	_ = conn.SetReadDeadline(latest)
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Errorf("the connection stays open: %v", err)
	}
}

// Several apis deliver each event once. An event that is queued again is not posted again.
func TestEventsAreDeliveredOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	one, _ := b.run()
	other, _ := b.run()
	const events = 50
	for range events {
		e := b.event()
		b.queue(one, e)
		b.queue(other, e)
		b.queue(one, e)
	}
	ids := map[string]bool{}
	for range events {
		b.waitNote()
	}
	b.wantQueue(0)
	for _, p := range r.received() {
		ids[p.header.Get("webhook-id")] = true
	}
	if posts := len(r.received()); posts != events || len(ids) != events {
		t.Errorf("%d posts of %d events, want %d", posts, len(ids), events)
	}
}

// hanging is a receiver that does not answer until it is told to.
type hanging struct {
	arrived chan<- struct{} // gets a message for each post
	ends    atomic.Bool
}

func hangs() (h *hanging, arrived <-chan struct{}) {
	posts := make(chan struct{}, 10)
	return &hanging{arrived: posts}, posts
}

func (h *hanging) serve(_ http.ResponseWriter, r *http.Request) {
	h.arrived <- struct{}{}
	if !h.ends.Load() {
		<-r.Context().Done()
	}
}

// A deliverer that stops breaks off its posts. The next one makes them at once, and the attempt that
// was broken off does not count.
func TestStopBreaksOffPosts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	hang, arrived := hangs()
	r := newReceiver(t, hang.serve).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, stop := b.run()
	b.queue(d, b.event())
	<-arrived
	stop()
	hang.ends.Store(true)
	b.run()
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Error(n)
	}
	b.wantQueue(0)
}

func TestRemovedEndpoint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d, _ := b.run()
	for name, e := range map[string]callback.Event{"no such user": {User: "eve", Endpoint: "crm"}, "no such endpoint": {User: "ada", Endpoint: "crm"}} {
		e.ID, e.JobID, e.Status, e.Time = strings.ReplaceAll(name, " ", "-"), "job-1", callback.Failed, b.clock.Now()
		b.queue(d, e)
		if n := b.waitNote(); n.outcome != "given_up" {
			t.Errorf("%s: %v", name, n)
		}
	}
	list, err := callback.RecentFailures(t.Context(), b.cfg.Store, b.clock.Now())
	if err != nil || len(list) != 2 || list[0].Reason != "the endpoint was removed" || list[1].Attempts != 0 {
		t.Errorf("kept %+v, %v", list, err)
	}
}

func TestAllowed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.allow("ada", "crm", "https://hooks.test")
	d := b.deliverer()
	for endpoint, want := range map[[2]string]bool{{"ada", "crm"}: true, {"ada", "erp"}: false, {"bob", "crm"}: false, {"", ""}: false} {
		if got, err := d.Allowed(t.Context(), endpoint[0], endpoint[1]); err != nil || got != want {
			t.Errorf("%v: %v, %v", endpoint, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := d.Allowed(ctx, "ada", "crm"); err == nil || got {
		t.Errorf("without the database: %v, %v", got, err)
	}
}

// failingStore fails while it is down.
type failingStore struct {
	callback.Store

	down  atomic.Bool
	calls chan string // while it is down
}

var errDown = errors.New("connection refused")

func (s *failingStore) Find(ctx context.Context, user, name string) (callback.Endpoint, error) {
	if s.down.Load() {
		s.calls <- "find"
		return callback.Endpoint{}, errDown
	}
	return s.Store.Find(ctx, user, name)
}

func (s *failingStore) Fail(ctx context.Context, f callback.Failure) error {
	if s.down.Load() {
		s.calls <- "fail"
		return errDown
	}
	return s.Store.Fail(ctx, f)
}

// While the database does not answer, events wait and no attempt is counted.
func TestDatabaseIsDown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, status(http.StatusGone)).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	store := &failingStore{Store: b.cfg.Store, calls: make(chan string, 1000)}
	b.cfg.Store = store
	store.down.Store(true)
	d, _ := b.run()
	b.queue(d, b.event())
	for range 3 {
		if call := <-store.calls; call != "find" {
			t.Errorf("%s", call)
		}
	}
	if posts := r.received(); len(posts) != 0 {
		t.Errorf("%d posts to an unknown address", len(posts))
	}
	store.down.Store(false)
	if n := b.waitNote(); n.outcome != "given_up" {
		t.Error(n)
	}
	b.wantQueue(0)
	if list, err := callback.RecentFailures(t.Context(), store, b.clock.Now()); err != nil || len(list) != 1 || list[0].Attempts != 1 {
		t.Errorf("kept %+v, %v", list, err)
	}
}

// An event is not forgotten before its failure is kept.
func TestFailureIsKept(t *testing.T) {
	t.Parallel()
	b := setup(t)
	store := &failingStore{Store: b.cfg.Store, calls: make(chan string, 1000)}
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		store.down.Store(true) // after the endpoint was found
		w.WriteHeader(http.StatusGone)
	}).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	b.cfg.Store = store
	d, _ := b.run()
	b.queue(d, b.event())
	if call := <-store.calls; call != "fail" {
		t.Errorf("%s", call)
	}
	<-store.calls // it came back
	b.wantQueue(1)
}

// Old failures are removed.
func TestFailuresAreForgotten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for id, age := range map[string]time.Duration{"old": 7*24*time.Hour + time.Second, "recent": 7*24*time.Hour - time.Second} {
		f := callback.Failure{ID: id, User: "ada", Endpoint: "crm", Status: "failed", Ended: b.clock.Now(), Failed: b.clock.Now().Add(-age)}
		if err := b.cfg.Store.Fail(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	b.run()
	b.await("the removal", func() bool {
		all, err := b.cfg.Store.Failures(t.Context(), time.Time{})
		return err == nil && len(all) == 1 && all[0].ID == "recent"
	})
}

// When the job key is replaced, the secrets are sealed with the new one, and events that were sealed
// with the old one are delivered. An event whose key is unknown waits.
func TestJobKeyIsReplaced(t *testing.T) {
	t.Parallel()
	b := setup(t)
	older, newer := job.NewKey(), job.NewKey()
	b.cfg.Sealer = box(t, older)
	r := newReceiver(t, nil).open(t)
	secret := b.allow("ada", "crm", r.at("127.0.0.1"))
	former := b.deliverer()
	b.queue(former, b.event())
	b.cfg.Now = time.Now // for the library that verifies

	b.cfg.Sealer = box(t, newer+","+older)
	_, stop := b.run()
	b.await("the new seal", func() bool {
		e, err := b.cfg.Store.Find(t.Context(), "ada", "crm")
		return err == nil && b.cfg.Sealer.Current(e.Secret)
	})
	b.waitNote()
	stop()

	b.cfg.Sealer = box(t, newer)
	d, _ := b.run()
	b.queue(former, b.event())
	b.await("the warning", func() bool { return strings.Contains(b.log.String(), "does not open with BIOM_JOB_KEY") })
	b.queue(d, b.event())
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Error(n)
	}
	b.wantQueue(1)
	var posts []signed
	for _, p := range r.received() {
		posts = append(posts, signedOf(p, secret))
	}
	if got := verify(t, posts...); strings.Join(got, ", ") != "genuine job.succeeded, genuine job.succeeded" {
		t.Errorf("the library says %q", got)
	}
}

// When the job key was replaced and the former one is lost, a rotation mends the endpoint, also one that kept the
// secret of before. What does not sign any more is removed.
func TestRotationMendsALostJobKey(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Now = time.Now // for the library that verifies
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	lost := b.endpoint("crm")
	b.cfg.Sealer = box(t, job.NewKey())
	next, secret, err := callback.Rotated(b.cfg.Sealer, lost, time.Now())
	if err != nil || next.Previous != nil {
		t.Errorf("the secret that does not open is kept (%v)", err)
	}
	next.Previous = lost.Secret // as it was before
	b.allow("ada", "erp", r.at("127.0.0.1"))
	old := b.endpoint("erp")
	late, _, err := callback.Rotated(b.cfg.Sealer, old, time.Now().Add(-25*time.Hour))
	late.Previous = lost.Secret
	for _, err := range []error{err, b.cfg.Store.Replace(t.Context(), lost, next), b.cfg.Store.Replace(t.Context(), old, late)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d := b.deliverer()
	b.queue(d, b.event())
	b.run()
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Fatal(n)
	}
	if got := verify(t, signedOf(r.received()[0], secret)); got[0] != "genuine job.succeeded" {
		t.Errorf("the library says %q", got)
	}
	b.await("the removal", func() bool { return b.endpoint("crm").Previous == nil && b.endpoint("erp").Previous == nil })
	if log := b.log.String(); log != "" {
		t.Error(log)
	}
}

// An event whose key stays unknown is dropped after a day, and the log says so.
func TestUnreadableEventIsDropped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue(b.deliverer(), b.event())
	b.cfg.Sealer = box(t, job.NewKey())
	stored := time.Now() // the server's clock; ours is the test's
	b.clock.Advance(stored.Add(24*time.Hour - time.Minute).Sub(b.clock.Now()))
	b.run()
	b.await("the warning", func() bool { return strings.Contains(b.log.String(), "a callback waits") })
	b.awaitDeliveries(3)
	b.wantQueue(1)
	b.clock.Advance(time.Hour)
	b.wantQueue(0)
	if !strings.Contains(b.log.String(), "a callback was dropped") {
		t.Error("nothing was logged")
	}
}

// What finds the queue full is given up at once. The queue takes events again when there is room. An event whose next attempt
// cannot be stored is not lost.
func TestFullQueue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	fill, wrong := make(chan struct{}), wrongTwice()
	r := newReceiver(t, func(w http.ResponseWriter, req *http.Request) { <-fill; wrong(w, req) }).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	b.queue(d, b.event())
	b.awaitDeliveries(0) // Run has made the stream as it should be
	stream, err := b.connect().JS.Stream(t.Context(), callback.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.MaxBytes = 1000
	if _, err := b.connect().JS.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	b.queue(d, b.event())
	if n := b.waitNote(); n.outcome != "given_up" {
		t.Error(n)
	}
	kept, err := callback.RecentFailures(t.Context(), b.cfg.Store, b.clock.Now())
	if err != nil || len(kept) != 1 || kept[0].Reason != "too many callbacks wait" {
		t.Errorf("kept %+v (%v)", kept, err)
	}
	close(fill)
	if n := b.waitNote(); n.outcome != "delivered" { // the time of its next attempt finds no room, so it is tried again without it
		t.Errorf("%v after %d posts", n, len(r.received()))
	}
	b.wantQueue(0)
	b.queue(d, b.event())
	if n := b.waitNote(); n.outcome != "delivered" || len(r.received()) != 4 {
		t.Errorf("%v after %d posts", n, len(r.received()))
	}
}

// An endpoint that is down leaves room for the events of others. Its own are given up when too many wait.
func TestFullQueueOfAnEndpoint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.test.PerEndpoint = 2
	hang, arrived := hangs()
	down, up := newReceiver(t, hang.serve).open(t), newReceiver(t, nil).open(t)
	b.allow("ada", "crm", down.at("127.0.0.1"))
	b.allow("bob", "hooks", up.at("127.0.0.1"))
	d, _ := b.run()
	b.queue(d, b.event())
	<-arrived
	b.queue(d, b.event())
	b.queue(d, b.event())
	if n := b.waitNote(); n.outcome != "given_up" {
		t.Error(n)
	}
	kept, err := callback.RecentFailures(t.Context(), b.cfg.Store, b.clock.Now())
	if err != nil || len(kept) != 1 || kept[0].Reason != "too many callbacks wait" || kept[0].User != "ada" {
		t.Errorf("kept %+v (%v)", kept, err)
	}
	other := b.event()
	other.User, other.Endpoint = "bob", "hooks"
	b.queue(d, other)
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Error(n)
	}
}

// An event that waits since a former version, under the one subject of then, is delivered.
func TestEventOfAFormerVersion(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	conn := b.connect()
	if _, err := conn.JS.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: callback.Stream, Subjects: []string{"biom.callbacks"}, Retention: jetstream.WorkQueuePolicy, MaxBytes: 256 << 20, Discard: jetstream.DiscardNew,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.JS.Publish(t.Context(), "biom.callbacks", callback.Sealed(t, b.cfg.Sealer, b.event())); err != nil {
		t.Fatal(err)
	}
	d, _ := b.run()
	b.queue(d, b.event())
	for range 2 {
		if n := b.waitNote(); n.outcome != "delivered" {
			t.Error(n)
		}
	}
	b.wantQueue(0)
}

// An api that dies while it posts leaves its event to the others, a minute later.
func TestLongDeathWhilePosting(t *testing.T) {
	t.Parallel()
	b := setup(t)
	hang, arrived := hangs()
	r := newReceiver(t, hang.serve).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	conn := b.connect()
	dying := b.delivererOn(conn)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { dying.Run(ctx) })
	b.queue(dying, b.event())
	<-arrived
	conn.Close() // as if it were killed: nothing is given back
	hang.ends.Store(true)
	b.run()
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Error(n)
	}
	cancel()
	running.Wait()
	b.wantQueue(0)
	posts := r.received()
	if len(posts) != 2 || posts[0].header.Get("webhook-id") != posts[1].header.Get("webhook-id") {
		t.Errorf("%d posts", len(posts))
	}
}

// Attempts are counted by their outcome.
func TestMetrics(t *testing.T) {
	t.Parallel()
	b := setup(t)
	registry := prometheus.NewRegistry()
	b.cfg.Metrics = registry
	r := newReceiver(t, wrongTwice()).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	b.queue(d, b.event())
	b.last(func(time.Duration) {})
	e := b.event()
	e.Endpoint = "none"
	b.queue(d, e)
	b.waitNote()
	families, err := registry.Gather()
	if err != nil || len(families) != 1 || families[0].GetName() != "biom_callbacks_total" {
		t.Fatalf("%v, %v", families, err)
	}
	got := map[string]float64{}
	for _, m := range families[0].GetMetric() {
		got[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
	}
	if want := map[string]float64{"delivered": 1, "failed": 2, "given_up": 1}; !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}

// A secret signs only posts to its own address: somebody who can write to the database cannot have
// others signed.
func TestSecretBelongsToItsEndpoint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, nil).open(t)
	e, _, err := callback.NewEndpoint(b.cfg.Sealer, "ada", "crm", "https://hooks.test", b.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	e.URL = r.at("127.0.0.1")
	if err := b.cfg.Store.Add(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	d, _ := b.run()
	event := b.event()
	b.queue(d, event)
	if outcome, after := b.last(func(time.Duration) {}); outcome != "given_up" || after != day {
		t.Errorf("%s after %v", outcome, after)
	}
	b.wantFailure("the secret does not open with BIOM_JOB_KEY; biom keys callbacks rotate makes a new one", event)
	if posts := len(r.received()); posts != 0 {
		t.Errorf("%d posts", posts)
	}
}

func TestEventsAreChecked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.deliverer()
	for name, spoil := range map[string]func(*callback.Event){
		"no ID":            func(e *callback.Event) { e.ID = "" },
		"full stop in ID":  func(e *callback.Event) { e.ID = "a.b" },
		"line break in ID": func(e *callback.Event) { e.ID = "a\nb" },
		"long ID":          func(e *callback.Event) { e.ID = strings.Repeat("x", 101) },
		"no user":          func(e *callback.Event) { e.User = "" },
		"no endpoint":      func(e *callback.Event) { e.Endpoint = "" },
		"no job":           func(e *callback.Event) { e.JobID = "" },
		"no time":          func(e *callback.Event) { e.Time = time.Time{} },
		"running":          func(e *callback.Event) { e.Status = "running" },
	} {
		e := b.event()
		spoil(&e)
		if err := d.Queue(t.Context(), e); err == nil {
			t.Errorf("%s: queued", name)
		}
	}
	b.wantQueue(0)
}

// Nothing of an event can be read in the queue.
func TestQueueIsSealed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.deliverer()
	e := b.event()
	e.User, e.Endpoint = "ada-lovelace", "hospital-crm" // too long to stand by chance in an ID
	b.queue(d, e)
	stream, err := b.connect().JS.Stream(t.Context(), callback.Stream)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := stream.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{e.User, e.Endpoint, e.JobID, e.Batch, e.Status, e.Time.Format(time.DateOnly)} {
		if strings.Contains(string(msg.Data), secret) || strings.Contains(msg.Subject, secret) {
			t.Errorf("%s can be read", secret)
		}
	}
}

// Proxies of the environment are not used: they would dial for us what we must not dial.
func TestProxiesAreNotUsed(t *testing.T) {
	var proxied atomic.Int32
	proxy := newReceiver(t, func(http.ResponseWriter, *http.Request) { proxied.Add(1) }).open(t)
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.at("127.0.0.1"))
	}
	b := setup(t)
	b.cfg.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	b.names.set("example.com", "127.0.0.1")
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("example.com"))
	d, _ := b.run()
	b.queue(d, b.event())
	if n := b.waitNote(); n.outcome != "delivered" || proxied.Load() != 0 {
		t.Errorf("%v, %d requests to the proxy", n, proxied.Load())
	}
}

// An outage of the queue that is longer than the 30 s which one try takes is logged when it begins and when it
// ends.
func TestLongOutageIsLoggedOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	b.nats.Stop(t)
	b.awaitLine("cannot be read")
	b.nats.Start(t)
	b.awaitLine("can be read again")
	b.queue(d, b.event())
	b.waitNote()
	if n := strings.Count(b.log.String(), "cannot be read"); n != 1 {
		t.Errorf("one outage was logged %d times:\n%s", n, b.log)
	}
}

// awaitLine waits until something is logged.
func (b *bundle) awaitLine(text string) {
	b.Helper()
	for end := time.Now().Add(2 * time.Minute); !strings.Contains(b.log.String(), text); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("%q is not logged:\n%s", text, b.log)
		}
	}
}

// Without NATS, Queue tries until its caller leaves, and New says what is missing.
func TestQueueWithoutNATS(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.deliverer()
	b.nats.Stop(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := d.Queue(ctx, b.event()); err == nil {
		t.Error("queued")
	}
	var queued sync.WaitGroup
	queued.Go(func() { b.queue(d, b.event()) })
	b.nats.Start(t)
	queued.Wait()
	b.wantQueue(1)
	for _, cfg := range []callback.Config{{Store: b.cfg.Store}, {Sealer: b.cfg.Sealer}} {
		if _, err := callback.New(t.Context(), nil, cfg); err == nil {
			t.Error("a deliverer without a part")
		}
	}
}
