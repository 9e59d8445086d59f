package apikey_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/apikey"
)

func TestMalformedKeysCauseNoQuery(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		for _, key := range malformed() {
			b.wantErr(key, apikey.ErrInvalid)
		}
		b.wantQueries(0)
	})
}

func TestVerdictsAreRemembered(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key, unknown := b.create("ada"), apikey.Generate()
		for range 100 {
			b.wantUser(key, "ada")
			b.wantErr(unknown, apikey.ErrInvalid)
		}
		b.wantQueries(2)
	})
}

func TestCreatedKeyWorksAtOnce(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		b.wantErr(apikey.Generate(), apikey.ErrInvalid)
		for i := range 100 {
			user := fmt.Sprint("user-", i)
			b.wantUser(b.create(user), user)
		}
	})
}

// A key that is revoked right after it was found works for 30 seconds at most,
// whether it is in use or not.
func TestRevokedKeyStops(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		idle, used := b.create("ada"), b.create("bob")
		b.store.set(func(f *fakeStore) { f.takes = 200 * time.Millisecond })
		began := time.Now()
		b.wantUser(idle, "ada")
		b.revoke(idle)
		b.wait(30*time.Second - time.Since(began) - time.Millisecond)
		b.wantUser(idle, "ada")
		b.wait(time.Millisecond)
		b.wantErr(idle, apikey.ErrInvalid)

		began = time.Now()
		b.wantUser(used, "bob")
		b.revoke(used)
		for time.Since(began) <= 10*time.Second {
			b.wantUser(used, "bob")
			b.wait(200 * time.Millisecond)
		}
		b.wantErr(used, apikey.ErrInvalid)
	})
}

func TestRefreshDelaysNoCaller(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		b.wantUser(key, "ada")
		b.wantQueries(1)
		b.store.set(func(f *fakeStore) { f.takes = 100 * time.Millisecond })
		b.wait(10 * time.Second)
		began := time.Now()
		for range 50 {
			b.wantUser(key, "ada")
		}
		if d := time.Since(began); d != 0 {
			b.t.Errorf("callers waited for %v", d)
		}
		b.wantQueries(1)
		for range 5 * 60 { // five minutes in use: no caller waits, one query every ten seconds
			began := time.Now()
			b.wantUser(key, "ada")
			if time.Since(began) != 0 {
				b.t.Error("a caller waited")
			}
			b.wait(time.Second)
		}
		if n := b.queries(); n < 25 || n > 31 {
			b.t.Errorf("%d queries in five minutes", n)
		}
	})
}

func TestConcurrentCallersShareOneQuery(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		b.store.set(func(f *fakeStore) { f.takes = 100 * time.Millisecond })
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { b.wantUser(key, "ada") })
		}
		all.Wait()
		b.wantQueries(1)
	})
}

// Invalid keys, which anybody can make up, neither fill the memory nor displace
// valid ones.
func TestRememberedVerdictsAreLimited(t *testing.T) {
	const limit = 100
	bubble(t, apikey.CacheConfig{Entries: limit}, func(b *bundle) {
		key := b.create("ada")
		b.wantUser(key, "ada")
		for range 20 * limit {
			b.wantErr(apikey.Generate(), apikey.ErrInvalid)
		}
		b.queries()
		b.wantUser(key, "ada")
		b.wantQueries(0)
		for i := range 3 * limit {
			user := fmt.Sprint("user-", i)
			b.wantUser(b.create(user), user)
		}
		if valid, invalid := b.cache.Sizes(); valid != limit || invalid != limit {
			b.t.Errorf("%d valid and %d invalid keys are remembered, want %d of each", valid, invalid, limit)
		}
	})
}

// When a key is found to be revoked, its old verdict is removed.
func TestNewVerdictReplacesOldOne(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key := b.create("ada")
		b.wantUser(key, "ada")
		b.revoke(key)
		b.wait(30 * time.Second)
		b.wantErr(key, apikey.ErrInvalid)
		if valid, invalid := b.cache.Sizes(); valid != 0 || invalid != 1 {
			b.t.Errorf("%d valid, %d invalid", valid, invalid)
		}
	})
}

func TestClose(t *testing.T) {
	bubble(t, apikey.CacheConfig{}, func(b *bundle) {
		key, other := b.create("ada"), b.create("bob")
		b.wantUser(key, "ada")
		b.store.set(func(f *fakeStore) { f.takes = time.Hour })
		b.wait(15 * time.Second)
		began := time.Now()
		b.wantUser(key, "ada") // starts a query in the background, which Close cancels
		_ = b.cache.Close()
		_ = b.cache.Close()
		b.wantUser(key, "ada")
		b.wantErr(other, apikey.ErrUnavailable)
		if d := time.Since(began); d != 0 {
			b.t.Errorf("closing took %v", d)
		}
		if strings.Contains(b.log.String(), "does not answer") {
			b.t.Errorf("Close was logged as a fault of the store: %s", &b.log)
		}
	})
}
