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

// sender passes on to the stream, and loses the answers while lose is set.
type sender struct {
	analytics.Sender
	lose atomic.Bool
	sent atomic.Int64
}

func (s *sender) Send(ctx context.Context, e analytics.Event, id string) error {
	s.sent.Add(1)
	err := s.Sender.Send(ctx, e, id)
	if s.lose.Load() {
		return errors.New("the answer was lost")
	}
	return err
}

// forgetful fails to confirm.
type forgetful struct{ analytics.References }

func (forgetful) Confirm(context.Context, string, analytics.Rating) error {
	return errors.New("no connection")
}

type bundle struct {
	*analytics.Feedback
	refs   analytics.References
	sender *sender
	conn   *broker.Conn
	id     string // an extraction that may be rated
}

func setup(t *testing.T, refs analytics.References) *bundle {
	t.Helper()
	connect := jobtest.Embedded(t)
	b := &bundle{conn: connect(), refs: refs, id: uuid.NewString()}
	b.sender = &sender{Sender: newPublisher(t, b.conn, nil)}
	b.Feedback = analytics.NewFeedback(refs, b.sender, testenv.NewClock().Now)
	if err := b.Add(t.Context(), b.id); err != nil {
		t.Fatal(err)
	}
	return b
}

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
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("rate took %v", d)
	}
}

// wantOne wants exactly this outcome in the stream.
func (b *bundle) wantOne(t *testing.T, r analytics.Rating) analytics.Event {
	t.Helper()
	got := analyticstest.Stored(t, b.conn, "")
	if len(got) != 1 || got[0].Kind != analytics.KindFeedback || got[0].Outcome != string(r) || got[0].ProcessRequestID != b.id {
		t.Fatalf("stored %+v", got)
	}
	return got[0]
}

func TestRating(t *testing.T) {
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
		t.Error("a rating of any name is taken")
	}
}

func TestLostAnswer(t *testing.T) {
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

func TestConfirmFails(t *testing.T) {
	t.Parallel()
	b := setup(t, forgetful{analytics.NewMemory()})
	b.want(t, analytics.Accurate, nil)
	b.want(t, analytics.Accurate, nil)
	b.want(t, analytics.Inaccurate, analytics.ErrRated)
	b.wantOne(t, analytics.Accurate)
}

// A caller that hangs up while its event is stored does not leave it unconfirmed.
func TestHungUpWhileSending(t *testing.T) {
	t.Parallel()
	b := setup(t, analytics.NewMemory())
	ctx, hangUp := context.WithCancel(t.Context())
	f := analytics.NewFeedback(b.refs, after{b.sender, hangUp}, nil)
	if err := f.Rate(ctx, "f", b.id, analytics.Accurate); err != nil {
		t.Error(err)
	}
	if done, err := b.refs.Claim(t.Context(), b.id, analytics.Accurate); !done || err != nil {
		t.Error(done, err)
	}
}

type after struct {
	analytics.Sender
	do func()
}

func (a after) Send(ctx context.Context, e analytics.Event, id string) error {
	defer a.do()
	return a.Sender.Send(ctx, e, id)
}

// insist rates again while that is not available: on a busy machine Redis may
// take longer than it is given.
func insist(t *testing.T, f *analytics.Feedback, id string, r analytics.Rating) (err error) {
	testenv.Await(t, "an answer", func() bool {
		err = f.Rate(t.Context(), uuid.NewString(), id, r)
		return !errors.Is(err, analytics.ErrUnavailable)
	})
	return err
}

// Two api processes, one Redis, one stream: of any number of equal ratings all
// succeed and one is stored; of different ones, one kind.
func TestParallelRatingsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	url, connect := testenv.Redis(t), jobtest.Embedded(t)
	var apis [2]*analytics.Feedback
	for i := range apis {
		apis[i] = analytics.NewFeedback(analytics.NewRedis(connectRedis(t, url)), newPublisher(t, connect(), nil), nil)
	}
	same, mixed := uuid.NewString(), uuid.NewString()
	if err := errors.Join(apis[0].Add(t.Context(), same), apis[1].Add(t.Context(), mixed)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			if err := insist(t, apis[i%2], same, analytics.Accurate); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			r := []analytics.Rating{analytics.Accurate, analytics.Inaccurate}[i/2%2]
			if err := insist(t, apis[i%2], mixed, r); err != nil && !errors.Is(err, analytics.ErrRated) {
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
