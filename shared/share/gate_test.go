package share_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/fair"
	"biom/shared/share"
	"biom/shared/share/sharetest"
)

// gated returns a function that retrieves a share for a caller, and the largest
// number of derivations that ran at the same time. A derivation takes a second.
func gated(t *testing.T, cfg share.Config) (retrieve func(ctx context.Context, caller string) error, peak *atomic.Int32) {
	var running atomic.Int32
	peak = new(atomic.Int32)
	cfg.Derive = func(secret, salt []byte) []byte {
		peak.Store(max(peak.Load(), running.Add(1)))
		defer running.Add(-1)
		time.Sleep(time.Second)
		return sharetest.Derive(secret, salt)
	}
	cfg.Store = &fakeStore{try: func(context.Context, func([]byte) bool) (share.Attempt, error) { return share.Attempt{}, nil }}
	s := newDefaultShares(t, cfg)
	code := sharetest.Code(t, "able-able-000000")
	return func(ctx context.Context, caller string) error {
		_, err := s.Retrieve(ctx, caller, code)
		return err
	}, peak
}

// retrieveMany begins n retrievals at once, spread over callers. It returns how many of
// them ended in which way and, if they were refused, after which time.
func retrieveMany(t *testing.T, n, callers int, retrieve func(context.Context, string) error) map[string]int {
	t.Helper()
	type end struct {
		err  error
		took time.Duration
	}
	ends := make(chan end, n)
	began := time.Now()
	for i := range n {
		go func() {
			err := retrieve(t.Context(), strconv.Itoa(i%callers))
			ends <- end{err, time.Since(began)}
		}()
	}
	got := map[string]int{}
	for range n {
		switch e := <-ends; {
		case errors.Is(e.err, share.ErrNotFound):
			got["answered"]++
		case errors.Is(e.err, share.ErrBusy):
			got["busy after "+e.took.String()]++
		default:
			t.Error(e.err)
		}
	}
	return got
}

func TestGateLimitsDerivations(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, peak := gated(t, share.Config{Gate: fair.NewGate(fair.Limits{Places: 2, Waiting: 6}), WaitTimeout: time.Minute})
		got := retrieveMany(t, 10, 1, retrieve)
		if got["answered"] != 8 || got["busy after 0s"] != 2 || peak.Load() != 2 {
			t.Errorf("%v, %d at once", got, peak.Load())
		}
	})
}

func TestGateTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, _ := gated(t, share.Config{Gate: fair.NewGate(fair.Limits{Places: 1}), WaitTimeout: 2500 * time.Millisecond})
		got := retrieveMany(t, 10, 1, retrieve)
		if got["answered"] != 3 || got["busy after 2.5s"] != 7 {
			t.Error(got)
		}
		if got := retrieveMany(t, 1, 1, retrieve); got["answered"] != 1 {
			t.Error("nothing is admitted any more")
		}
	})
}

func TestGateOfDefaultSize(t *testing.T) {
	t.Parallel()
	for callers, waiting := range map[int]int{1: 32, 2: 64, 50: 1024} {
		synctest.Test(t, func(t *testing.T) {
			retrieve, peak := gated(t, share.Config{})
			got := retrieveMany(t, 2000, callers, retrieve)
			cores := int(peak.Load())
			if got["busy after 0s"] != 2000-waiting-cores || got["answered"] > 16*cores || got["answered"]+got["busy after 15s"] != waiting+cores {
				t.Errorf("%d callers: %v on %d cores", callers, got, cores)
			}
		})
	}
}

// The context of a retrieval ends its wait at the gate, but not the derivation and
// the try after it.
func TestContextEndsWaitAtGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, _ := gated(t, share.Config{Gate: fair.NewGate(fair.Limits{Places: 1}), WaitTimeout: time.Minute})
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		first, second := make(chan error), make(chan error)
		go func() { first <- retrieve(ctx, "a") }()
		synctest.Wait()
		go func() { second <- retrieve(ctx, "b") }()
		if err := <-second; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the waiting retrieval returned %v", err)
		}
		if err := <-first; !errors.Is(err, share.ErrNotFound) {
			t.Errorf("the admitted retrieval returned %v", err)
		}
	})
}
