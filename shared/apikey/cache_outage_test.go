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

// Whenever the database fails, a key in use works for at least twenty seconds more.
func TestKeyInUseWorksThroughOutage(t *testing.T) {
	for seconds := range 15 {
		t.Run("", func(t *testing.T) {
			bubble(t, apikey.CacheConfig{}, func(b *bundle) {
				key := b.create("ada")
				for range seconds {
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

func TestHangingStoreDelaysOneCallerForTimeout(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		b.store.set(func(f *fakeStore) { f.takes = time.Hour })
		lookupTime := func() time.Duration {
			began := time.Now()
			b.wantErr(apikey.Generate(), apikey.ErrUnavailable)
			return time.Since(began)
		}
		if d := lookupTime(); d != 250*time.Millisecond {
			b.t.Errorf("the first caller waited for %v", d)
		}
		b.queries()
		for range 10 {
			for range 20 {
				if d := lookupTime(); d != 0 {
					b.t.Errorf("a caller waited for %v after a fault", d)
				}
			}
			b.wantQueries(0)
			b.wait(time.Second)
			var all sync.WaitGroup
			for range 20 { // one of them asks the store
				all.Go(func() { b.wantErr(apikey.Generate(), apikey.ErrUnavailable) })
			}
			all.Wait()
			b.wantQueries(1)
		}
	})
}

func TestStoreRecovers(t *testing.T) {
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
			b.wantErr(apikey.Generate(), apikey.ErrInvalid) // every caller may ask the store again
			b.wait(30 * time.Second)
		}
		for _, line := range []string{"does not answer", "answers again"} {
			if n := strings.Count(b.log.String(), line); n != 3 {
				b.t.Errorf("%q was logged %d times in three outages", line, n)
			}
		}
	})
}

// The verdict that a key is invalid is used in an outage, too.
func TestInvalidVerdictIsUsedInOutage(t *testing.T) {
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

// When a caller leaves, the others still get the verdict, and the store does not
// count as unavailable.
func TestQueryGoesOnWhenCallerLeaves(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		b.store.set(func(f *fakeStore) { f.takes = 100 * time.Millisecond })
		ctx, leave := context.WithTimeout(b.t.Context(), 10*time.Millisecond)
		defer leave()
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := b.cache.Lookup(ctx, key); !errors.Is(err, apikey.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
				b.t.Errorf("the caller that left got %v", err)
			}
		})
		b.wait(time.Millisecond)
		all.Go(func() { b.wantUser(key, "ada") })
		all.Wait()
		b.wantQueries(1)
		b.wantUser(b.create("bob"), "bob")
	})
}

// With a store that fails and recovers at random, no valid key is called invalid and
// no invalid key valid.
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
