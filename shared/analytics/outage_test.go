package analytics_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/analytics"
	"biom/shared/analytics/analyticstest"
	"biom/shared/job/jobtest"
	"biom/shared/testenv"
)

// While NATS is stopped, a rating fails with ErrUnavailable. When NATS runs again, the
// same rating succeeds and another one does not.
func TestRatingWhileNATSIsStopped(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t)
	conn := connect(t, n)
	b := &bundle{id: uuid.NewString(), conn: conn, refs: analytics.NewMemory()}
	b.Feedback = analytics.NewFeedback(b.refs, newDefaultPublisher(t, conn, nil), nil)
	b.SetTimeout(slow)
	if err := b.Add(t.Context(), b.id); err != nil {
		t.Fatal(err)
	}
	n.Stop(t)
	b.want(t, analytics.Accurate, analytics.ErrUnavailable)
	b.want(t, analytics.Inaccurate, analytics.ErrRated)
	n.Start(t)
	testenv.Await(t, "the rating", func() bool { return b.Rate(t.Context(), "f", b.id, analytics.Accurate) == nil })
	b.want(t, analytics.Inaccurate, analytics.ErrRated)
	b.wantOne(t, analytics.Accurate)
}

// A restarted NATS still knows the message IDs: a rating that is sent again is stored
// once.
func TestRatingRepeatedAfterRestartOfNATS(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t)
	conn := connect(t, n)
	p := newDefaultPublisher(t, conn, nil)
	send := func() bool { return p.Send(t.Context(), extraction("a"), "a") == nil }
	testenv.Await(t, "the rating", send)
	n.Stop(t)
	n.Start(t)
	testenv.Await(t, "the repeated rating", send)
	if got := analyticstest.Stored(t, conn, ""); len(got) != 1 {
		t.Errorf("stored %+v", got)
	}
}

// If NATS has lost its data, the stream is created again.
func TestNATSRestartedWithoutData(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t)
	conn := connect(t, n)
	b := &bundle{id: uuid.NewString(), conn: conn, refs: analytics.NewMemory()}
	b.Feedback = analytics.NewFeedback(b.refs, newDefaultPublisher(t, conn, nil), nil)
	b.SetTimeout(slow)
	if err := b.Add(t.Context(), b.id); err != nil {
		t.Fatal(err)
	}
	n.Stop(t)
	n.Options.StoreDir = t.TempDir()
	n.Start(t)
	testenv.Await(t, "the rating", func() bool { return b.Rate(t.Context(), "f", b.id, analytics.Accurate) == nil })
	b.wantOne(t, analytics.Accurate)
}

// While Redis is stopped or half-open, a rating fails with ErrUnavailable and nothing
// is stored. When Redis is available again, the rating succeeds.
func TestRatingWhileRedisIsUnavailable(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct {
		begin, end func(*testenv.RedisServer, testing.TB)
	}{
		"stopped":   {(*testenv.RedisServer).Stop, (*testenv.RedisServer).Start},
		"half-open": {(*testenv.RedisServer).Pause, (*testenv.RedisServer).Resume},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
			b := setup(t, analytics.NewRedis(connectRedis(t, server.URL())))
			b.SetTimeout(250 * time.Millisecond)
			outage.begin(server, t)
			b.want(t, analytics.Accurate, analytics.ErrUnavailable)
			if err := b.Add(t.Context(), uuid.NewString()); err == nil {
				t.Error("added without Redis")
			}
			if got := analyticstest.Stored(t, b.conn, ""); len(got) != 0 {
				t.Errorf("stored %+v", got)
			}
			outage.end(server, t)
			b.SetTimeout(slow)
			testenv.Await(t, "the rating", func() bool { return b.Rate(t.Context(), "f", b.id, analytics.Accurate) == nil })
			b.wantOne(t, analytics.Accurate)
		})
	}
}

// BenchmarkRate measures a rating with a real Redis and NATS.
func BenchmarkRate(b *testing.B) {
	refs := analytics.NewRedis(connectRedis(b, testenv.Redis(b)))
	f := analytics.NewFeedback(refs, newPublisher(b, jobtest.Embedded(b)(), nil), nil)
	for b.Loop() {
		id := uuid.NewString()
		if err := f.Add(b.Context(), id); err != nil {
			b.Fatal(err)
		}
		if err := f.Rate(b.Context(), "f", id, analytics.Accurate); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEmit measures how long an event delays the request that emits it.
func BenchmarkEmit(b *testing.B) {
	p := newPublisher(b, jobtest.Embedded(b)(), nil)
	for b.Loop() {
		p.Emit(extraction("a"))
	}
}
