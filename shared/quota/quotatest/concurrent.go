package quotatest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"biom/shared/quota"
)

// concurrentCharges charges from many goroutines at once, with different costs, at a
// limit of 50 credits.
func concurrentCharges(goroutines, each int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		const limit = 100
		var allowed atomic.Int64
		charges(t, goroutines, each, func(ctx context.Context, i int) error {
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
}

// concurrentLines makes charges on one of three buckets and on a capacity that
// all share, and refunds every second one. Afterwards the sums must agree: every
// charge and every refund has changed both of its lines.
func concurrentLines(goroutines, each int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		var charged atomic.Int64
		charges(t, goroutines, each, func(ctx context.Context, i int) error {
			id, own := b.newID(), []quota.Bucket{quota.BiomAI, quota.BiomJSON, quota.Retrieve}[i%3]
			v, err := b.Store.Charge(ctx, id, line(own, standard, 200), line(quota.Capacity, standard, 400))
			if !v.Allowed {
				return err
			}
			if i%2 == 0 {
				return errors.Join(err, b.Store.Refund(ctx, id))
			}
			charged.Add(int64(standard))
			return err
		})
		want := quota.Credits(charged.Load())
		b.wantUsed(t, quota.Capacity, want)
		sum := b.usage(t, quota.BiomAI).Used + b.usage(t, quota.BiomJSON).Used + b.usage(t, quota.Retrieve).Used
		if sum != want || want > 400 || want < 300 {
			t.Errorf("own buckets hold %v, capacity %v credits", sum, want)
		}
	}
}

// charges calls f many times from each of many goroutines, with another i each time.
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

// repliesLost loses the reply to each charge after the charge was made, and tries
// again with the same ID. Each charge must count once.
func repliesLost(n int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		limit, failures := quota.Credits(n)*standard, 0
		for i := range n {
			id := b.newID()
			if b.LoseReplies != nil {
				b.LoseReplies(1 + i%4) // the driver retries some itself, others fail
			} else if _, err := b.Store.Charge(t.Context(), id, line(quota.BiomJSON, standard, limit)); err != nil {
				t.Fatal(err)
			}
			for {
				v, err := b.Store.Charge(t.Context(), id, line(quota.BiomJSON, standard, limit))
				if err == nil {
					if !v.Allowed {
						t.Fatalf("charge %d: %+v", i, v)
					}
					break
				}
				if failures++; failures > 5*n {
					t.Fatal(err)
				}
			}
		}
		if b.LoseReplies != nil && failures == 0 {
			t.Error("no charge failed because of a lost reply")
		}
		b.wantUsed(t, quota.BiomJSON, limit)
	}
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
