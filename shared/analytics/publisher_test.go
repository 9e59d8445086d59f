package analytics_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/analytics"
	"biom/shared/analytics/analyticstest"
	"biom/shared/broker"
	"biom/shared/job/jobtest"
	"biom/shared/testenv"
)

func extraction(id string) analytics.Event {
	return analytics.Event{Kind: analytics.KindExtraction, RequestID: id, Outcome: "success"}
}

// requests returns the number of different requests with an event in the stream.
func requests(t *testing.T, conn *broker.Conn) int {
	t.Helper()
	ids := map[string]bool{}
	for _, e := range analyticstest.Stored(t, conn, "") {
		ids[e.RequestID] = true
	}
	return len(ids)
}

func TestStreamConfig(t *testing.T) {
	t.Parallel()
	conn := jobtest.Embedded(t)()
	newPublisher(t, conn, nil)
	newPublisher(t, conn, nil) // several processes may start
	s, err := conn.JS.Stream(t.Context(), "BIOM_ANALYTICS")
	if err != nil {
		t.Fatal(err)
	}
	c := s.CachedInfo().Config
	if !slices.Equal(c.Subjects, []string{"biom.analytics.>"}) || c.Storage != jetstream.FileStorage || c.MaxAge != 30*24*time.Hour ||
		c.Duplicates != 24*time.Hour || c.MaxBytes <= 0 || c.Discard != jetstream.DiscardOld || c.Retention != jetstream.LimitsPolicy {
		t.Errorf("stream %+v", c)
	}
}

func TestEventsAreStored(t *testing.T) {
	t.Parallel()
	conn := jobtest.Embedded(t)()
	p := newPublisher(t, conn, nil)
	at := time.Date(2026, 3, 1, 13, 0, 0, 0, time.FixedZone("", 3600))
	full := analytics.Event{
		Kind: analytics.KindExtraction, Time: at, RequestID: "r", Outcome: "EXTRACTION_FAILED", Reason: "x", Bucket: "biomai",
		Auth: "public", Tier: "slow", BYOK: true, Model: "local", Device: "Argos", Withheld: 2, DurationMS: 5, Count: 1,
	}
	began := time.Now()
	p.Emit(full)
	p.Emit(analytics.Event{Kind: analytics.KindShareExpired, RequestID: "s", Count: 3})
	p.Close(t.Context())
	full.Time = at.UTC()
	if got := analyticstest.Stored(t, conn, analytics.KindExtraction); len(got) != 1 || got[0] != full {
		t.Errorf("stored %+v", got)
	}
	got := analyticstest.Stored(t, conn, analytics.KindShareExpired)
	if len(got) != 1 || got[0].Time.Before(began.Add(-time.Second)) || got[0].Time.Location() != time.UTC {
		t.Errorf("stored %+v", got)
	}
}

func TestClosePublishesWaitingEvents(t *testing.T) {
	t.Parallel()
	conn := jobtest.Embedded(t)()
	var log transcript
	p := newPublisher(t, conn, log.logger())
	var group sync.WaitGroup
	for i := range 10 {
		group.Go(func() {
			for n := range 100 {
				p.Emit(extraction(fmt.Sprint(i, "-", n)))
			}
		})
	}
	group.Wait()
	p.Close(t.Context())
	if n := requests(t, conn); n != 1000 || log.String() != "" {
		t.Errorf("%d events are stored; log: %s", n, &log)
	}
	p.Emit(extraction("late"))
	p.Close(t.Context()) // closing twice is allowed
}

// While NATS is unavailable Emit does not wait. The newest events are lost, and the
// log says how many.
func TestEmitNeverWaits(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t)
	conn := connect(t, n)
	var log transcript
	p := newDefaultPublisher(t, conn, log.logger())
	n.Stop(t)
	began := time.Now()
	for i := range 20_000 {
		p.Emit(extraction(fmt.Sprint(i)))
	}
	if d := time.Since(began); d > slow {
		t.Errorf("20,000 events took %v", d)
	}
	n.Start(t)
	p.Close(t.Context())
	stored := requests(t, connect(t, n))
	if stored < 4096 || stored > 4200 {
		t.Errorf("%d events are stored, want about as many as can wait", stored)
	}
	if want := fmt.Sprintf("count=%d", 20_000-stored); !strings.Contains(log.String(), want) {
		t.Errorf("log %s, want %s", &log, want)
	}
}

// When the context of Close ends, the waiting events are lost, which is logged.
func TestCloseEndsWithContext(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t)
	var log transcript
	p := newPublisher(t, connect(t, n), log.logger())
	n.Stop(t)
	for i := range 100 {
		p.Emit(extraction(fmt.Sprint(i)))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	p.Close(ctx)
	if d := time.Since(began); d > slow {
		t.Errorf("close took %v", d)
	}
	if !strings.Contains(log.String(), "count=100") {
		t.Errorf("log %s", &log)
	}
}

func TestDeletedStreamIsCreatedAgain(t *testing.T) {
	t.Parallel()
	conn := jobtest.Embedded(t)()
	p := newPublisher(t, conn, nil)
	for range 2 {
		if err := conn.JS.DeleteStream(t.Context(), analytics.Stream); err != nil {
			t.Fatal(err)
		}
		testenv.Await(t, "a rating to pass", func() bool {
			return p.Send(t.Context(), extraction("a"), "a") == nil
		})
		if got := analyticstest.Stored(t, conn, ""); len(got) != 1 {
			t.Errorf("stored %+v", got)
		}
	}
}

// The service starts although the stream cannot be created, and creates it later.
func TestStartWithoutJetStream(t *testing.T) {
	t.Parallel()
	n := testenv.StartNATS(t, func(o *server.Options) { o.JetStream = false })
	conn := connect(t, n)
	var log transcript
	began := time.Now()
	p := newDefaultPublisher(t, conn, log.logger())
	if d := time.Since(began); d > slow {
		t.Errorf("the start took %v", d)
	}
	p.Emit(extraction("early"))
	if err := p.Send(t.Context(), extraction("a"), "a"); err == nil {
		t.Error("sent without a stream")
	}
	if err := n.Server.EnableJetStream(&server.JetStreamConfig{StoreDir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	testenv.Await(t, "the stream", func() bool {
		return p.Send(t.Context(), extraction("b"), "b") == nil
	})
	p.Close(t.Context())
	if got := analyticstest.Stored(t, conn, ""); len(got) != 2 {
		t.Errorf("stored %+v; log: %s", got, &log)
	}
}

func TestSendIsStoredOnce(t *testing.T) {
	t.Parallel()
	connect := jobtest.Embedded(t)
	var group sync.WaitGroup
	for range 2 {
		p := newPublisher(t, connect(), nil)
		for range 20 {
			group.Go(func() {
				if err := p.Send(t.Context(), extraction("a"), "a"); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	if got := analyticstest.Stored(t, connect(), ""); len(got) != 1 {
		t.Errorf("%d stored", len(got))
	}
}

// Send fails if another stream stores the event, or if only an ordinary subscriber
// gets it.
func TestSendFailsWithoutTheStream(t *testing.T) {
	t.Parallel()
	conn := jobtest.Embedded(t)()
	p := newDefaultPublisher(t, conn, nil)
	subject := "biom.analytics." + string(analytics.KindExtraction)
	send := func() error {
		began := time.Now()
		err := p.Send(t.Context(), extraction("a"), "a")
		if d := time.Since(began); d > slow {
			t.Errorf("send took %v", d)
		}
		return err
	}
	if _, err := conn.JS.UpdateStream(t.Context(), jetstream.StreamConfig{
		Name: analytics.Stream, Subjects: []string{"elsewhere"}, Duplicates: analytics.ReferenceTTL,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.JS.CreateStream(t.Context(), jetstream.StreamConfig{Name: "OTHER", Subjects: []string{subject}}); err != nil {
		t.Fatal(err)
	}
	if err := send(); err == nil {
		t.Error("sent, though another stream stored the event")
	}
	if err := conn.JS.DeleteStream(t.Context(), "OTHER"); err != nil {
		t.Fatal(err)
	}
	sub, err := conn.NATS.Subscribe(subject, func(*nats.Msg) {})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := send(); err == nil {
		t.Error("sent, though no stream stored the event")
	}
}
