package sharetest

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"biom/shared/share"
)

func thirdDestroys(t *testing.T, b *bundle) {
	created := b.create(t)
	other := b.create(t)
	b.wantNone(t, Wrong(t, created.Code, 1), false)
	b.wantNone(t, Wrong(t, created.Code, 2), false)
	b.wantNone(t, Wrong(t, created.Code, 999_999), true)
	b.wantNone(t, Wrong(t, created.Code, 4), false)
	b.wantNone(t, created.Code, false)
	b.wantTried(t, created.Code, 3)
	b.wantFound(t, other.Code)
}

func rightBetweenWrong(t *testing.T, b *bundle) {
	created := b.create(t)
	for n := range share.MaxFailures {
		b.wantFound(t, created.Code)
		b.wantNone(t, Wrong(t, created.Code, n+1), n == share.MaxFailures-1)
	}
	b.wantNone(t, created.Code, false)
}

// wrongAtOnce guesses wrong numbers, each guesser a few, through both stores at once.
func wrongAtOnce(guessers, guesses int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		created := b.create(t)
		var g errgroup.Group
		var destroyed atomic.Int32
		for i := range guessers {
			store := b.tries.Wrap(b.stores[i%2])
			g.Go(func() error {
				for range guesses {
					a, err := store.Try(t.Context(), created.Code.ID(), b.clock.Now(), func([]byte) bool { return false })
					if err != nil {
						return err
					}
					if a.Destroyed {
						destroyed.Add(1)
					}
				}
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		b.wantTried(t, created.Code, 3)
		if n := destroyed.Load(); n != 1 {
			t.Errorf("destroyed %d times", n)
		}
		b.wantNone(t, created.Code, false)
		b.wantCount(t, 0)
	}
}

// rightAtOnce retrieves with the right number many times at once. This neither
// counts as a failure nor resets the failures before it.
func rightAtOnce(retrievals int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		created := b.create(t)
		b.wantNone(t, Wrong(t, created.Code, 1), false)
		b.wantNone(t, Wrong(t, created.Code, 2), false)
		var g errgroup.Group
		for i := range retrievals {
			g.Go(func() error {
				_, err := b.shares[i%2].Retrieve(t.Context(), "caller", created.Code)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		b.wantNone(t, Wrong(t, created.Code, 3), true)
	}
}

// rightAndWrong tries right and wrong numbers at once, half of each.
func rightAndWrong(tries int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		created := b.create(t)
		var g errgroup.Group
		var wrong, opened atomic.Int32
		for i := range tries {
			g.Go(func() error {
				right := i%2 == 0
				a, err := b.stores[i/2%2].Try(t.Context(), created.Code.ID(), b.clock.Now(), func(payload []byte) bool {
					if len(payload) == 12+len(document)+16 && !right { // the record, not a decoy
						wrong.Add(1)
					}
					return right
				})
				if a.Opened {
					opened.Add(1)
				}
				return err
			})
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		if wrong.Load() != 3 {
			t.Errorf("%d wrong numbers were tried, want 3 (%d right ones opened)", wrong.Load(), opened.Load())
		}
		b.wantNone(t, created.Code, false)
	}
}

// hangUp guesses wrong numbers and ends the context in the middle of each
// retrieval, at every step in turn. All guesses are counted nevertheless.
func hangUp(guesses int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		created := b.create(t)
		at := []share.Step{share.StepHash, share.StepLock, share.StepTry, share.StepWrite}
		destroyed := 0
		for n := range guesses {
			ctx, cancel := context.WithCancel(t.Context())
			b.steps.observe(func(s share.Step) {
				if s == at[n%len(at)] {
					cancel()
				}
			})
			_, err := b.shares[n%2].Retrieve(ctx, "caller", Wrong(t, created.Code, n+1))
			cancel()
			if !errors.Is(err, share.ErrNotFound) {
				t.Fatal(err)
			}
			if errors.Is(err, share.ErrDestroyed) {
				destroyed = n + 1
			}
		}
		b.wantTried(t, created.Code, 3)
		if destroyed != 3 {
			t.Errorf("destroyed by guess %d, want the third", destroyed)
		}
		b.steps.observe(nil)
		b.wantNone(t, created.Code, false)
	}
}

// noVerdictUncommitted checks that the right number opens nothing if the try
// cannot be committed. Otherwise wrong numbers could be tried without being
// counted.
func noVerdictUncommitted(t *testing.T, b *bundle) {
	created := b.create(t)
	for _, right := range []bool{true, false, true, false, true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		a, err := b.stores[0].Try(ctx, created.Code.ID(), b.clock.Now(), func([]byte) bool {
			cancel()
			return right
		})
		if err == nil || a != (share.Attempt{}) {
			t.Errorf("right %v: attempt %+v, %v", right, a, err)
		}
	}
	b.wantFound(t, created.Code)
}

// sameSteps checks that every retrieval takes the same steps, with any outcome.
func sameSteps(t *testing.T, b *bundle) {
	expired, alsoExpired := b.create(t), b.create(t)
	b.clock.Advance(share.DefaultTTL / 2)
	valid, destroyed := b.create(t), b.create(t)
	b.clock.Advance(share.DefaultTTL / 2)
	for n := range share.MaxFailures {
		b.wantNone(t, Wrong(t, destroyed.Code, n+1), n == share.MaxFailures-1)
	}
	b.steps.sinceLast()
	want := []share.Step{share.StepHash, share.StepLock, share.StepTry, share.StepWrite}
	for name, code := range map[string]share.Code{
		"right":                   valid.Code,
		"wrong number":            Wrong(t, valid.Code, 1),
		"second wrong number":     Wrong(t, valid.Code, 2),
		"destroyed":               destroyed.Code,
		"expired":                 expired.Code,
		"expired, wrong number":   Wrong(t, alsoExpired.Code, 1),
		"unknown":                 Code(t, "zoo-abandon-000000"),
		"words not of the list":   Code(t, "xyzzy-q-000000"),
		"words that are too long": Code(t, "abcdefghijklmnopqrstuvwxyzabcdef-a-000000"),
	} {
		_, err := b.shares[0].Retrieve(t.Context(), "caller", code)
		if (err == nil) != (name == "right") || err != nil && !errors.Is(err, share.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
		if got := b.steps.sinceLast(); !slices.Equal(got, want) {
			t.Errorf("%s: steps %v, want %v", name, got, want)
		}
	}
}

func contextEnded(t *testing.T, b *bundle) {
	created := b.create(t)
	b.steps.sinceLast()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err1 := b.shares[0].Create(ctx, "caller", []byte(document))
	_, err2 := b.shares[0].Retrieve(ctx, "caller", created.Code)
	_, err3 := b.shares[0].Count(ctx)
	_, err4 := b.stores[0].Purge(ctx, b.clock.Now())
	for i, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if got := b.steps.sinceLast(); len(got) != 0 {
		t.Errorf("steps %v", got)
	}
	b.wantFound(t, created.Code)
}
