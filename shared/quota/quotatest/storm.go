package quotatest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"biom/shared/quota"
)

// storm: 20,000 charges from 200 goroutines at a limit
// of 50 credits, costs mixed.
func storm(t *testing.T, b *bundle) {
	const limit = 100
	var allowed atomic.Int64
	charges(t, 200, 100, func(ctx context.Context, i int) error {
		cost := quota.Credits(1 + i%2)
		v, err := b.Store.Charge(ctx, b.newID(), line(quota.BiomAI, cost, limit))
		if v.Allowed {
			allowed.Add(int64(cost))
		}
		return err
	})
	if got := quota.Credits(allowed.Load()); got != limit {
		t.Errorf("allowed %v credits, want %v", got, quota.Credits(limit))
	}
	b.wantUsed(t, quota.BiomAI, limit)
}

// Every charge takes its own bucket, every second one is refunded, all share a
// capacity: no line may be left behind.
func stormOnManyLines(t *testing.T, b *bundle) {
	var kept atomic.Int64
	charges(t, 20, 50, func(ctx context.Context, i int) error {
		id, own := b.newID(), []quota.Bucket{quota.BiomAI, quota.BiomJSON, quota.Retrieve}[i%3]
		v, err := b.Store.Charge(ctx, id, line(own, standard, 200), line(quota.Capacity, standard, 400))
		if !v.Allowed {
			return err
		}
		if i%2 == 0 {
			return errors.Join(err, b.Store.Refund(ctx, id))
		}
		kept.Add(int64(standard))
		return err
	})
	want := quota.Credits(kept.Load())
	b.wantUsed(t, quota.Capacity, want)
	sum := b.usage(t, quota.BiomAI).Used + b.usage(t, quota.BiomJSON).Used + b.usage(t, quota.Retrieve).Used
	if sum != want || want > 400 || want < 300 {
		t.Errorf("own buckets hold %v, capacity %v credits", sum, want)
	}
}

// charges runs f from many goroutines at once.
func charges(t *testing.T, goroutines, each int, f func(ctx context.Context, i int) error) {
	t.Helper()
	g, ctx := errgroup.WithContext(t.Context())
	for n := range goroutines {
		g.Go(func() error {
			for i := range each {
				if err := f(ctx, n*each+i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}

// repliesLost: 1,000 replies lost after the charge took
// effect, tried again with the same ID.
func repliesLost(t *testing.T, b *bundle) {
	surfaced := 0
	for i := range 1000 {
		id := b.newID()
		if b.LoseReplies != nil {
			b.LoseReplies(1 + i%4) // some the driver mends itself, some reach its caller
		} else if _, err := b.Store.Charge(t.Context(), id, line(quota.BiomJSON, standard, 2000)); err != nil {
			t.Fatal(err)
		}
		for {
			v, err := b.Store.Charge(t.Context(), id, line(quota.BiomJSON, standard, 2000))
			if err == nil {
				if !v.Allowed {
					t.Fatalf("charge %d: %+v", i, v)
				}
				break
			}
			if surfaced++; surfaced > 5000 {
				t.Fatal(err)
			}
		}
	}
	if b.LoseReplies != nil && surfaced == 0 {
		t.Error("no lost reply reached the caller")
	}
	b.wantUsed(t, quota.BiomJSON, 2000)
}

func contextEnded(t *testing.T, b *bundle) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err1 := b.Store.Charge(ctx, "one", line(quota.BiomAI, standard, 50))
	err2 := b.Store.Refund(ctx, "two")
	_, err3 := b.Store.Usage(ctx, quota.BiomAI, "user:ada")
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v", err)
		}
	}
	b.wantUsed(t, quota.BiomAI, 0)
	b.mustAllow(t, "two", line(quota.BiomAI, standard, 50))
}
