package api_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/api"
	"biom/shared/job"
	"biom/shared/quota"
)

// outageStore is a quota store that can be unavailable.
type outageStore struct {
	quota.Store
	mu      sync.Mutex
	mode    storeMode
	charges int // number of calls of Charge
	refunds int // number of calls of Refund
}

// storeMode is how an outageStore behaves.
type storeMode int

const (
	storeWorks      storeMode = iota
	storeRefuses              // every call fails at once
	storeHangs                // a half-open connection: no call returns before its context ends
	storeLosesReply           // Charge charges, and every call fails
)

func (s *outageStore) set(m storeMode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mode = m
}

func (s *outageStore) Charge(ctx context.Context, id string, lines ...quota.Line) (quota.Verdict, error) {
	m := s.countCall(&s.charges)
	if m == storeLosesReply {
		_, _ = s.Store.Charge(ctx, id, lines...)
	}
	if err := m.err(ctx); err != nil {
		return quota.Verdict{}, err
	}
	return s.Store.Charge(ctx, id, lines...)
}

func (s *outageStore) Refund(ctx context.Context, id string) error {
	if err := s.countCall(&s.refunds).err(ctx); err != nil {
		return err
	}
	return s.Store.Refund(ctx, id)
}

func (s *outageStore) countCall(n *int) storeMode {
	s.mu.Lock()
	defer s.mu.Unlock()
	*n++
	return s.mode
}

// calls returns how often the store was called.
func (s *outageStore) calls() (charges, refunds int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.charges, s.refunds
}

// err returns how a call ends in this mode.
func (m storeMode) err(ctx context.Context) error {
	switch m {
	case storeWorks:
		return nil
	case storeHangs:
		<-ctx.Done()
		return ctx.Err()
	}
	return errStore
}

// quotaTimeout is the default of Config.QuotaTimeout.
const quotaTimeout = 250 * time.Millisecond

// TestQuotaStoreUnavailable: while the store does not answer, extraction with the
// deployment's keys is refused. Other requests are counted in memory under the
// same limits, and these counts are not moved to the store afterwards.
func TestQuotaStoreUnavailable(t *testing.T) {
	for name, m := range map[string]storeMode{"refuses": storeRefuses, "hangs": storeHangs, "loses the reply": storeLosesReply} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(o *offline) {
				o.quota.set(m)
				o.want("extraction", http.StatusServiceUnavailable, quotaTimeout)(o.ai())
				for range 2 {
					o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
					o.want("JSON", http.StatusOK, 0)(o.json())
				}
				o.want("own key, used up", http.StatusTooManyRequests, 0)(o.ai(ownKey...))
				o.want("JSON, used up", http.StatusTooManyRequests, 0)(o.json())
				o.want("extraction still", http.StatusServiceUnavailable, 0)(o.ai())
				o.quota.set(storeWorks)
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

// TestHalfOpenStoreIsAskedOnceASecond: only the request that asks it waits.
func TestHalfOpenStoreIsAskedOnceASecond(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(storeHangs)
		o.want("the first", http.StatusOK, quotaTimeout)(o.json())
		for range 50 {
			o.want("another", http.StatusOK, 0)(o.json())
			o.want("extraction", http.StatusServiceUnavailable, 0)(o.ai())
		}
		if n, _ := o.quota.calls(); n != 1 {
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
		if n, _ := o.quota.calls(); n > 2 || slow > 1 {
			t.Errorf("asked %d times, %d waited", n, slow)
		}
	})
}

// TestChargeWithLostReplyIsRefunded: the store has charged a request that was then
// counted in memory too, so the store's part is refunded.
func TestChargeWithLostReplyIsRefunded(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(storeLosesReply)
		o.want("JSON", http.StatusOK, 0)(o.json())
		time.Sleep(time.Second)
		o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
		o.quota.set(storeWorks)
		time.Sleep(time.Minute) // the settler refunds in this time
		for _, b := range []quota.Bucket{quota.BiomJSON, quota.BiomAIBYOK} {
			if u, _ := o.quota.Usage(t.Context(), b, "ip:192.0.2.1"); u.Used != 0 {
				t.Errorf("%s: %v credits are charged", b, u.Used)
			}
		}
	})
}

// TestRefundReachesFallback: a charge in memory is refunded in memory.
func TestRefundReachesFallback(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.quota.set(storeHangs)
		o.queue.submitErr = job.ErrNotQueued
		o.want("not queued", http.StatusServiceUnavailable, quotaTimeout)(o.ai(ownKey...))
		o.queue.submitErr = nil
		o.want("own key", http.StatusOK, 0)(o.ai(ownKey...))
		o.want("own key, used up", http.StatusTooManyRequests, 0)(o.ai(ownKey...))
	}, func(c *api.Config) { c.Limits.BiomAIBYOK = 2 })
}

// TestRefundDoesNotWaitForUnavailableStore: the first refund meets the time limit,
// and the charge is refunded in the background.
func TestRefundDoesNotWaitForUnavailableStore(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.queue.work = func(_ job.Job, w ticketWriter) {
			o.quota.set(storeHangs)
			r := extractedResult()
			r.Started = false
			w.result <- new(r)
		}
		o.want("the first one waits", http.StatusOK, quotaTimeout)(o.ai())
		o.quota.set(storeWorks)
		time.Sleep(time.Minute)
		if u, _ := o.quota.Usage(t.Context(), quota.BiomAI, "ip:192.0.2.1"); u.Used != 0 {
			t.Errorf("%v credits are charged", u.Used)
		}
	})
}

// TestOutageIsLoggedOnce: one line when it begins and one when it ends.
func TestOutageIsLoggedOnce(t *testing.T) {
	log := &logBuffer{}
	inBubble(t, func(o *offline) {
		o.quota.set(storeRefuses)
		for range 5 {
			o.json()
			time.Sleep(time.Second)
		}
		o.quota.set(storeWorks)
		o.json()
		for _, line := range []string{"the quota store does not answer", "the quota store answers again"} {
			if n := strings.Count(log.String(), line); n != 1 {
				t.Errorf("%q is logged %d times", line, n)
			}
		}
	}, func(c *api.Config) { c.Log = textLog(log) })
}
