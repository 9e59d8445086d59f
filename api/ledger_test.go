package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"biom/api"
	"biom/api/web/openapitest"
	"biom/shared/job"
	"biom/shared/quota"
)

// awayStore is a quota store that can be away.
type awayStore struct {
	quota.Store
	mu      sync.Mutex
	mode    mode
	charges int // how often it was asked
	refunds int
}

type mode int

const (
	up      mode = iota
	refuses      // fails at once
	hangs        // half open: no answer within any time
	forgets      // charges, and its reply is lost
)

func (s *awayStore) set(m mode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mode = m
}

func (s *awayStore) Charge(ctx context.Context, id string, lines ...quota.Line) (quota.Verdict, error) {
	m := s.asked(&s.charges)
	if m == forgets {
		_, _ = s.Store.Charge(ctx, id, lines...)
	}
	if err := m.err(ctx); err != nil {
		return quota.Verdict{}, err
	}
	return s.Store.Charge(ctx, id, lines...)
}

func (s *awayStore) Refund(ctx context.Context, id string) error {
	if err := s.asked(&s.refunds).err(ctx); err != nil {
		return err
	}
	return s.Store.Refund(ctx, id)
}

func (s *awayStore) asked(n *int) mode {
	s.mu.Lock()
	defer s.mu.Unlock()
	*n++
	return s.mode
}

func (s *awayStore) count() (charges, refunds int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.charges, s.refunds
}

func (m mode) err(ctx context.Context) error {
	switch m {
	case up:
		return nil
	case hangs:
		<-ctx.Done()
		return ctx.Err()
	}
	return errStore
}

// offline is a server without a listener, in a bubble whose time passes when
// everybody waits.
type offline struct {
	t      *testing.T
	server *api.Server
	queue  *fakeQueue
	quota  *awayStore
	shares *fakeShares
	checks *fakeProviders
}

// inBubble runs a test with a server that is shut down at its end, which
// settles every charge.
func inBubble(t *testing.T, test func(*offline), change ...func(*api.Config)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &offline{t: t, queue: newFakeQueue(), quota: &awayStore{Store: quota.NewMemory()}, shares: newFakeShares(), checks: &fakeProviders{}}
		cfg := api.Config{
			Queue: o.queue, Quota: o.quota, Shares: o.shares, Keys: fakeKeys{}, Providers: o.checks, Export: noExport{},
			AppVersion: "1.2.3", Model: "test-model", Limits: api.PublicLimits(),
		}
		for _, f := range change {
			f(&cfg)
		}
		var err error
		if o.server, err = api.New(cfg); err != nil {
			t.Fatal(err)
		}
		test(o)
		o.quota.set(up)
		if err := o.server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// send asks and returns the answer and how long it took.
func (o *offline) send(r *http.Request) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	r.RemoteAddr = "192.0.2.1:1"
	start := time.Now()
	rec := record(o.server, r)
	openapitest.Check(o.t, r, rec.Code, rec.Header(), rec.Body.Bytes())
	return rec, time.Since(start)
}

func (o *offline) process(f *form, headers ...string) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.send(f.request(o.t.Context(), o.t, "", headers...))
}

func (o *offline) json() (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.process(upload("a.json", document()))
}

func (o *offline) ai(headers ...string) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.process(upload("a.pdf", []byte(pdf)), headers...)
}

var ownKey = []string{"X-Provider-API-Key", "k"}

// want fails the test unless the answer has the status, in time.
func (o *offline) want(what string, status int, within time.Duration) func(*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return func(rec *httptest.ResponseRecorder, took time.Duration) {
		o.t.Helper()
		if rec.Code != status || took > within {
			o.t.Errorf("%s: %d after %v, want %d within %v\n%s", what, rec.Code, took, status, within, rec.Body)
		}
		if status == http.StatusServiceUnavailable && rec.Header().Get("Retry-After") == "" {
			o.t.Errorf("%s: no Retry-After", what)
		}
	}
}

const quotaTime = 250 * time.Millisecond

// TestQuotaStoreAway: what spends our money is refused, the rest goes on under
// the same limits, and nothing of it is carried over.
func TestQuotaStoreAway(t *testing.T) {
	for name, m := range map[string]mode{"refuses": refuses, "hangs": hangs, "forgets": forgets} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(o *offline) {
				o.quota.set(m)
				o.want("extraction", http.StatusServiceUnavailable, quotaTime)(o.ai())
				for range 2 {
					o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
					o.want("JSON", http.StatusOK, 0)(o.json())
				}
				o.want("own key, used up", http.StatusTooManyRequests, 0)(o.ai(ownKey...))
				o.want("JSON, used up", http.StatusTooManyRequests, 0)(o.json())
				o.want("extraction still", http.StatusServiceUnavailable, 0)(o.ai())
				o.quota.set(up)
				time.Sleep(time.Second)
				for range 2 {
					o.want("JSON at the store", http.StatusOK, 0)(o.json())
				}
				o.want("JSON at the store, used up", http.StatusTooManyRequests, 0)(o.json())
				o.want("extraction again", http.StatusOK, 0)(o.ai())
			}, func(c *api.Config) { c.Limits.BiomJSON, c.Limits.BiomAIBYOK = 4, 4 })
		})
	}
}

// TestHalfOpenStoreIsAskedOnceASecond: nobody else waits for it.
func TestHalfOpenStoreIsAskedOnceASecond(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(hangs)
		o.want("the first", http.StatusOK, quotaTime)(o.json())
		for range 50 {
			o.want("another", http.StatusOK, 0)(o.json())
			o.want("extraction", http.StatusServiceUnavailable, 0)(o.ai())
		}
		if n, _ := o.quota.count(); n != 1 {
			t.Errorf("asked %d times", n)
		}
		time.Sleep(2 * time.Second)
		var all sync.WaitGroup
		waited := make(chan time.Duration, 100)
		for range 100 {
			all.Go(func() {
				_, took := o.json()
				waited <- took
			})
		}
		all.Wait()
		close(waited)
		slow := 0
		for took := range waited {
			if took > 0 {
				slow++
			}
		}
		if n, _ := o.quota.count(); n > 2 || slow > 1 {
			t.Errorf("asked %d times, %d waited", n, slow)
		}
	})
}

// TestLostReplyIsTakenBack: the store has charged what was then counted in
// memory too.
func TestLostReplyIsTakenBack(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(forgets)
		o.want("JSON", http.StatusOK, 0)(o.json())
		time.Sleep(time.Second)
		o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
		o.quota.set(up)
		time.Sleep(time.Minute) // until it is settled
		for _, b := range []quota.Bucket{quota.BiomJSON, quota.BiomAIBYOK} {
			if u, _ := o.quota.Usage(t.Context(), b, "ip:192.0.2.1"); u.Used != 0 {
				t.Errorf("%s: %v credits are charged", b, u.Used)
			}
		}
	})
}

// TestRefundReachesMemory: a charge is taken back where it was made.
func TestRefundReachesMemory(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(hangs)
		o.queue.submitErr = job.ErrNotQueued
		o.want("not queued", http.StatusServiceUnavailable, quotaTime)(o.ai(ownKey...))
		o.queue.submitErr = nil
		o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
		o.want("own key, used up", http.StatusTooManyRequests, 0)(o.ai(ownKey...))
	}, func(c *api.Config) { c.Limits.BiomAIBYOK = 2 })
}

// TestRefundOfAStoreThatWentAway: the caller does not wait for it.
func TestRefundOfAStoreThatWentAway(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.queue.work = func(_ job.Job, w tickets) {
			o.quota.set(hangs)
			r := extracted()
			r.Started = false
			w.result <- r
		}
		o.want("the first finds out", http.StatusOK, quotaTime)(o.ai())
		o.quota.set(up)
		time.Sleep(time.Minute)
		if u, _ := o.quota.Usage(t.Context(), quota.BiomAI, "ip:192.0.2.1"); u.Used != 0 {
			t.Errorf("%v credits are charged", u.Used)
		}
	})
}

// TestOutageIsLoggedOnce: not for every request.
func TestOutageIsLoggedOnce(t *testing.T) {
	log := &logBuffer{}
	inBubble(t, func(o *offline) {
		o.quota.set(refuses)
		for range 5 {
			o.json()
			time.Sleep(time.Second)
		}
		o.quota.set(up)
		o.json()
		for _, line := range []string{"the quota store does not answer", "the quota store answers again"} {
			if n := strings.Count(log.String(), line); n != 1 {
				t.Errorf("%q is logged %d times", line, n)
			}
		}
	}, func(c *api.Config) { c.Log = textLog(log) })
}
