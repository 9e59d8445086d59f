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

// gated are shares whose derivation takes a second, behind a gate.
func gated(t *testing.T, g *share.Gate) (retrieve func(context.Context) error, most *atomic.Int32) {
	var inside atomic.Int32
	most = new(atomic.Int32)
	s := newShares(t, share.Config{
		Gate: g,
		Derive: func(secret, salt []byte) []byte {
			most.Store(max(most.Load(), inside.Add(1)))
			defer inside.Add(-1)
			time.Sleep(time.Second)
			return sharetest.Derive(secret, salt)
		},
		Store: &fake{try: func(context.Context, func([]byte) bool) (share.Attempt, error) { return share.Attempt{}, nil }},
	})
	code := sharetest.Code(t, "able-able-000000")
	return func(ctx context.Context) error {
		_, err := s.Retrieve(ctx, code)
		return err
	}, most
}

// retrieveMany begins n retrievals at once and returns how each ended, and when.
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

func TestGateAdmitsAFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, most := gated(t, share.NewGate(2, 6, time.Minute))
		got := retrieveMany(t, 10, retrieve)
		if got["answered"] != 8 || got["busy after 0s"] != 2 || most.Load() != 2 {
			t.Errorf("%v, %d at once", got, most.Load())
		}
	})
}

func TestGatePatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, _ := gated(t, share.NewGate(1, 0, 2500*time.Millisecond))
		got := retrieveMany(t, 10, retrieve)
		if got["answered"] != 3 || got["busy after 2.5s"] != 7 {
			t.Error(got)
		}
		if got := retrieveMany(t, 1, retrieve); got["answered"] != 1 {
			t.Error("nobody is admitted any more")
		}
	})
}

func TestGateOfDefaultSize(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		retrieve, most := gated(t, share.NewGate(0, 0, 0))
		got := retrieveMany(t, 400, retrieve)
		cores := int(most.Load())
		if got["busy after 0s"] != 400-256-cores || got["answered"] > 16*cores || got["busy after 15s"] == 0 {
			t.Errorf("%v on %d cores", got, cores)
		}
	})
}

// Whoever waits may leave; whoever was admitted is counted.
func TestGateLeave(t *testing.T) {
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
			t.Errorf("who left was told %v", err)
		}
		if err := <-first; !errors.Is(err, share.ErrNotFound) {
			t.Errorf("who was inside was told %v", err)
		}
	})
}
