package apikey_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/apikey"
)

var errDown = errors.New("connection refused")

// fakeStore finds keys in a map, after a delay or with an error.
type fakeStore struct {
	mu      sync.Mutex
	keys    map[apikey.Hash]apikey.Record
	queries int
	err     error         // returned by every query, unless nil
	takes   time.Duration // the time that a query takes
}

func (f *fakeStore) Find(ctx context.Context, h apikey.Hash) (apikey.Record, error) {
	f.mu.Lock()
	f.queries++
	r, known := f.keys[h] // read at the beginning of the query
	err, takes := f.err, f.takes
	f.mu.Unlock()
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		return apikey.Record{}, ctx.Err()
	}
	switch {
	case err != nil:
		return apikey.Record{}, err
	case !known:
		return apikey.Record{}, apikey.ErrInvalid
	}
	return r, nil
}

// bundle is a cache on a fake store, in a synctest bubble, where time is fake, too.
type bundle struct {
	t     *testing.T
	store *fakeStore
	cache *apikey.Cache
	log   bytes.Buffer
}

// bubble runs a test in a synctest bubble: time passes only while every goroutine
// waits. It checks that no key was logged.
func bubble(t *testing.T, cfg apikey.CacheConfig, test func(*bundle)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &bundle{t: t, store: &fakeStore{keys: map[apikey.Hash]apikey.Record{}}}
		cfg.Store, cfg.Log = b.store, slog.New(slog.NewTextHandler(&b.log, nil))
		b.cache = apikey.NewCache(cfg)
		test(b)
		_ = b.cache.Close()
		if strings.Contains(b.log.String(), "biom_") {
			t.Errorf("a key was logged: %s", &b.log)
		}
	})
}

// create generates a key and stores it for user.
func (b *bundle) create(user string) (key string) {
	key = apikey.Generate()
	b.store.set(func(f *fakeStore) { f.keys[apikey.HashOf(key)] = apikey.Record{ID: "id-" + user, User: user} })
	return key
}

func (b *bundle) revoke(key string) {
	b.store.set(func(f *fakeStore) { delete(f.keys, apikey.HashOf(key)) })
}

func (f *fakeStore) set(change func(*fakeStore)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// queries returns the number of queries of the store since the last call.
func (b *bundle) queries() (n int) {
	synctest.Wait()
	b.store.set(func(f *fakeStore) { n, f.queries = f.queries, 0 })
	return n
}

func (b *bundle) wantQueries(n int) {
	b.t.Helper()
	if got := b.queries(); got != n {
		b.t.Errorf("the store was asked %d times, want %d", got, n)
	}
}

func (b *bundle) wantUser(key, user string) {
	b.t.Helper()
	if r, err := b.cache.Lookup(b.t.Context(), key); err != nil || r.User != user {
		b.t.Errorf("Lookup = %+v, %v, want user %s", r, err, user)
	}
}

func (b *bundle) wantErr(key string, want error) {
	b.t.Helper()
	r, err := b.cache.Lookup(b.t.Context(), key)
	if !errors.Is(err, want) || r != (apikey.Record{}) {
		b.t.Errorf("Lookup = %+v, %v, want %v", r, err, want)
	}
	if err != nil && strings.Contains(err.Error(), "biom_") {
		b.t.Errorf("the error shows a key: %v", err)
	}
}

// wait lets time pass, and then lets background queries finish.
func (b *bundle) wait(d time.Duration) {
	time.Sleep(d) // fake
	synctest.Wait()
}
