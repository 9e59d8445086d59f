package share_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/share"
	"biom/shared/share/sharetest"
)

// gated returns a function that retrieves a share, and the largest number of
// derivations that ran at the same time. A derivation takes a second.
func gated(t *testing.T, g *share.Gate) (retrieve func(context.Context) error, peak *atomic.Int32) {
	var running atomic.Int32
	peak = new(atomic.Int32)
	s := newShares(t, share.Config{
		Gate: g,
		Derive: func(secret, salt []byte) []byte {
			peak.Store(max(peak.Load(), running.Add(1)))
			defer running.Add(-1)
			time.Sleep(time.Second)
			return sharetest.Derive(secret, salt)
		},
		Store: &fakeStore{try: func(context.Context, func([]byte) bool) (share.Attempt, error) { return share.Attempt{}, nil }},
	})
	code := sharetest.Code(t, "able-able-000000")
	return func(ctx context.Context) error {
		_, err := s.Retrieve(ctx, code)
		return err
	}, peak
}

// retrieveMany begins n retrievals at once. It returns how many of them ended in
// which way and, if they were refused, after which time.
func retrieveMany(t *testing.T, n int, retrieve func(context.Context) error) map[string]int {
	t.Helper()
	type end struct {
		err  error
		took time.Duration
	}
	ends := make(chan end, n)
	began := time.Now()
	for range n {
		go func() {
			err := retrieve(t.Context())
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
		retrieve, peak := gated(t, share.NewGate(2, 6, time.Minute))
		got := retrieveMany(t, 10, retrieve)
		if got["answered"] != 8 || got["busy after 0s"] != 2 || peak.Load() != 2 {
			t.Errorf("%v, %d at once", got, peak.Load())
		}
	})
}

func TestGateTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, _ := gated(t, share.NewGate(1, 0, 2500*time.Millisecond))
		got := retrieveMany(t, 10, retrieve)
		if got["answered"] != 3 || got["busy after 2.5s"] != 7 {
			t.Error(got)
		}
		if got := retrieveMany(t, 1, retrieve); got["answered"] != 1 {
			t.Error("nothing is admitted any more")
		}
	})
}

func TestGateOfDefaultSize(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, peak := gated(t, share.NewGate(0, 0, 0))
		got := retrieveMany(t, 400, retrieve)
		cores := int(peak.Load())
		if got["busy after 0s"] != 400-256-cores || got["answered"] > 16*cores || got["busy after 15s"] == 0 {
			t.Errorf("%v on %d cores", got, cores)
		}
	})
}

// The context of a retrieval ends its wait at the gate, but not the derivation and
// the try after it.
func TestContextEndsWaitAtGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, _ := gated(t, share.NewGate(1, 1, time.Minute))
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		first, second := make(chan error), make(chan error)
		go func() { first <- retrieve(ctx) }()
		synctest.Wait()
		go func() { second <- retrieve(ctx) }()
		if err := <-second; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the waiting retrieval returned %v", err)
		}
		if err := <-first; !errors.Is(err, share.ErrNotFound) {
			t.Errorf("the admitted retrieval returned %v", err)
		}
	})
}
