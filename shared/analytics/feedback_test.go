package analytics_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/analytics"
	"biom/shared/analytics/analyticstest"
	"biom/shared/broker"
	"biom/shared/job/jobtest"
	"biom/shared/testenv"
)

// sender passes events on to another Sender. While lose is set, it returns an error
// although the event was stored.
type sender struct {
	analytics.Sender
	lose atomic.Bool
	sent atomic.Int64
}

func (s *sender) Send(ctx context.Context, e analytics.Event, id string) error {
	s.sent.Add(1)
	err := s.Sender.Send(ctx, e, id)
	if s.lose.Load() {
		return errors.New("the reply was lost")
	}
	return err
}

// unconfirming are References whose Confirm fails.
type unconfirming struct{ analytics.References }

func (unconfirming) Confirm(context.Context, string, analytics.Rating) error {
	return errors.New("no connection")
}

// bundle is the environment of one test.
type bundle struct {
	*analytics.Feedback
	refs   analytics.References
	sender *sender
	conn   *broker.Conn
	id     string // ID of an extraction that may be rated
}

func setup(t *testing.T, refs analytics.References) *bundle {
	t.Helper()
	connect := jobtest.Embedded(t)
	b := &bundle{conn: connect(), refs: refs, id: uuid.NewString()}
	b.sender = &sender{Sender: newPublisher(t, b.conn, nil)}
	b.Feedback = analytics.NewFeedback(refs, b.sender, testenv.NewClock().Now)
	b.SetTimeout(slow)
	if err := b.Add(t.Context(), b.id); err != nil {
		t.Fatal(err)
	}
	return b
}

// want rates the extraction and checks the error.
func (b *bundle) want(t *testing.T, r analytics.Rating, want error) {
	t.Helper()
	wantRate(t, b.Feedback, b.id, r, want)
}

func wantRate(t *testing.T, f *analytics.Feedback, id string, r analytics.Rating, want error) {
	t.Helper()
	began := time.Now()
	if err := f.Rate(t.Context(), uuid.NewString(), id, r); !errors.Is(err, want) {
		t.Errorf("rate %s: %v, want %v", r, err, want)
	}
	if d := time.Since(began); d > slow {
		t.Errorf("rate took %v", d)
	}
}

// wantOne checks that the stream has one event, with this rating.
func (b *bundle) wantOne(t *testing.T, r analytics.Rating) analytics.Event {
	t.Helper()
	got := analyticstest.Stored(t, b.conn, "")
	if len(got) != 1 || got[0].Kind != analytics.KindFeedback || got[0].Outcome != string(r) || got[0].ProcessRequestID != b.id {
		t.Fatalf("stored %+v", got)
	}
	return got[0]
}

func TestRatingIsStoredOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, analytics.NewMemory())
	if err := b.Rate(t.Context(), "feedback-request", strings.ToUpper(b.id), analytics.Accurate); err != nil {
		t.Fatal(err)
	}
	b.want(t, analytics.Accurate, nil)
	b.want(t, analytics.Inaccurate, analytics.ErrRated)
	want := analytics.Event{
		Kind: analytics.KindFeedback, Time: testenv.NewClock().Now().UTC(),
		RequestID: "feedback-request", ProcessRequestID: b.id, Outcome: "accurate",
	}
	if got := b.wantOne(t, analytics.Accurate); got != want {
		t.Errorf("stored %+v", got)
	}
	if n := b.sender.sent.Load(); n != 1 {
		t.Errorf("sent %d times", n)
	}
	wantRate(t, b.Feedback, uuid.NewString(), analytics.Accurate, analytics.ErrUnknown)
	if b.Rate(t.Context(), "f", b.id, "good") == nil {
		t.Error("an invalid rating is accepted")
	}
}

func TestRatingAfterLostReply(t *testing.T) {
	t.Parallel()
	b := setup(t, analytics.NewMemory())
	b.sender.lose.Store(true)
	b.want(t, analytics.Inaccurate, analytics.ErrUnavailable)
	b.want(t, analytics.Inaccurate, analytics.ErrUnavailable)
	b.sender.lose.Store(false)
	b.want(t, analytics.Accurate, analytics.ErrRated)
	b.want(t, analytics.Inaccurate, nil)
	b.wantOne(t, analytics.Inaccurate)
}

func TestRatingWhenConfirmFails(t *testing.T) {
	t.Parallel()
	b := setup(t, unconfirming{analytics.NewMemory()})
	b.want(t, analytics.Accurate, nil)
	b.want(t, analytics.Accurate, nil)
	b.want(t, analytics.Inaccurate, analytics.ErrRated)
	b.wantOne(t, analytics.Accurate)
}

// A rating is confirmed although its caller hangs up while the event is stored.
func TestRatingIsConfirmedWhenCallerHangsUp(t *testing.T) {
	t.Parallel()
	b := setup(t, analytics.NewMemory())
	ctx, hangUp := context.WithCancel(t.Context())
	f := analytics.NewFeedback(b.refs, afterSend{b.sender, hangUp}, nil)
	f.SetTimeout(slow)
	if err := f.Rate(ctx, "f", b.id, analytics.Accurate); err != nil {
		t.Error(err)
	}
	if done, err := b.refs.Claim(t.Context(), b.id, analytics.Accurate); !done || err != nil {
		t.Error(done, err)
	}
}

// afterSend calls do after each Send.
type afterSend struct {
	analytics.Sender
	do func()
}

func (a afterSend) Send(ctx context.Context, e analytics.Event, id string) error {
	defer a.do()
	return a.Sender.Send(ctx, e, id)
}

// Two api processes with one Redis and one stream get many ratings at once. If all
// ratings of an extraction are equal, all succeed. If they differ, those with one
// rating succeed. In both cases one event is stored.
func TestParallelRatingsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	url, connect := testenv.Redis(t), jobtest.Embedded(t)
	var apis [2]*analytics.Feedback
	for i := range apis {
		apis[i] = analytics.NewFeedback(analytics.NewRedis(connectRedis(t, url)), newPublisher(t, connect(), nil), nil)
		apis[i].SetTimeout(slow)
	}
	same, mixed := uuid.NewString(), uuid.NewString()
	if err := errors.Join(apis[0].Add(t.Context(), same), apis[1].Add(t.Context(), mixed)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			if err := apis[i%2].Rate(t.Context(), uuid.NewString(), same, analytics.Accurate); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			r := []analytics.Rating{analytics.Accurate, analytics.Inaccurate}[i/2%2]
			if err := apis[i%2].Rate(t.Context(), uuid.NewString(), mixed, r); err != nil && !errors.Is(err, analytics.ErrRated) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	stored := map[string]int{}
	for _, e := range analyticstest.Stored(t, connect(), analytics.KindFeedback) {
		stored[e.ProcessRequestID]++
	}
	if stored[same] != 1 || stored[mixed] != 1 {
		t.Errorf("stored %v", stored)
	}
}
