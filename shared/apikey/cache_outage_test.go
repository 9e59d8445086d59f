package apikey_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/apikey"
)

// Whenever the database dies, a key in use is good for twenty seconds more.
func TestKeyInUseOutlivesTheDatabase(t *testing.T) {
	for dies := range 15 {
		t.Run("", func(t *testing.T) {
			bubble(t, apikey.CacheConfig{}, func(b *bundle) {
				key := b.create("ada")
				for range dies {
					b.wantUser(key, "ada")
					b.wait(time.Second)
				}
				b.wantUser(key, "ada")
				b.wait(0)
				b.store.set(func(f *fakeStore) { f.err = errDown })
				for range 20 {
					b.wantUser(key, "ada")
					b.wait(999 * time.Millisecond)
				}
				b.wait(30 * time.Second)
				b.wantErr(key, apikey.ErrUnavailable)
				b.wantErr(key, errDown)
			})
		})
	}
}

func TestHangingStoreHoldsFewAndNotForLong(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		b.store.set(func(f *fakeStore) { f.takes = time.Hour })
		took := func() time.Duration {
			began := time.Now()
			b.wantErr(apikey.Generate(), apikey.ErrUnavailable)
			return time.Since(began)
		}
		if d := took(); d != 250*time.Millisecond {
			b.t.Errorf("the first caller waited for %v", d)
		}
		b.questions()
		for range 10 {
			for range 20 {
				if d := took(); d != 0 {
					b.t.Errorf("a caller waited for %v after a fault", d)
				}
			}
			b.wantQuestions(0)
			b.wait(time.Second)
			var all sync.WaitGroup
			for range 20 { // one of them tries
				all.Go(func() { b.wantErr(apikey.Generate(), apikey.ErrUnavailable) })
			}
			all.Wait()
			b.wantQuestions(1)
		}
	})
}

func TestRecovery(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		for range 3 {
			b.store.set(func(f *fakeStore) { f.err = errDown })
			for range 5 {
				b.wantErr(key, apikey.ErrUnavailable)
				b.wait(700 * time.Millisecond)
			}
			b.store.set(func(f *fakeStore) { f.err = nil })
			b.wait(time.Second)
			b.wantUser(key, "ada")
			b.wantErr(apikey.Generate(), apikey.ErrInvalid) // at once: it answers again
			b.wait(30 * time.Second)
		}
		for _, line := range []string{"does not answer", "answers again"} {
			if n := strings.Count(b.log.String(), line); n != 3 {
				b.t.Errorf("%q was logged %d times in three outages", line, n)
			}
		}
	})
}

// A revoked key that was seen to be so is invalid, not unknown, for a while.
func TestRefusalOutlivesTheDatabase(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := apikey.Generate()
		b.wantErr(key, apikey.ErrInvalid)
		b.store.set(func(f *fakeStore) { f.err = errDown })
		b.wait(29 * time.Second)
		b.wantErr(key, apikey.ErrInvalid)
		b.wait(time.Second)
		b.wantErr(key, apikey.ErrUnavailable)
	})
}

// Who leaves neither takes the answer from the others nor makes the store
// look dead.
func TestCallerLeaves(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		b.store.set(func(f *fakeStore) { f.takes = 100 * time.Millisecond })
		ctx, leave := context.WithTimeout(b.t.Context(), 10*time.Millisecond)
		defer leave()
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := b.cache.Lookup(ctx, key); !errors.Is(err, apikey.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
				b.t.Errorf("who left got %v", err)
			}
		})
		b.wait(time.Millisecond)
		all.Go(func() { b.wantUser(key, "ada") })
		all.Wait()
		b.wantQuestions(1)
		b.wantUser(b.create("bob"), "bob")
	})
}

// Under a store that comes and goes a valid key is never called invalid, nor an
// invalid one valid.
func TestNoFalseVerdicts(t *testing.T) {
	bubble(t, apikey.CacheConfig{Entries: 4}, func(b *bundle) {
		good := []string{b.create("ada"), b.create("ada"), b.create("ada"), b.create("ada"), b.create("ada"), b.create("ada")}
		bad := apikey.Generate()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for range 200 {
					if r, err := b.cache.Lookup(b.t.Context(), good[rand.IntN(len(good))]); errors.Is(err, apikey.ErrInvalid) || err == nil && r.User != "ada" {
						b.t.Errorf("a valid key: %v, %v", r, err)
					}
					if _, err := b.cache.Lookup(b.t.Context(), bad); err == nil {
						b.t.Error("an invalid key is valid")
					}
					time.Sleep(time.Duration(rand.IntN(500)) * time.Millisecond) // fake
				}
			})
		}
		all.Go(func() {
			for range 100 {
				b.store.set(func(f *fakeStore) {
					f.err, f.takes = []error{nil, errDown}[rand.IntN(2)], time.Duration(rand.IntN(400))*time.Millisecond
				})
				time.Sleep(400 * time.Millisecond) // fake
			}
		})
		all.Wait()
	})
}
