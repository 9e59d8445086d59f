package apikey

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Finder is the part of a Store that a Cache uses.
type Finder interface {
	// Find returns the record of a key in force. The error is ErrInvalid if the key is
	// unknown or revoked.
	Find(ctx context.Context, h Hash) (Record, error)
}

// CacheConfig configures a Cache. Store is required.
type CacheConfig struct {
	Store Finder

	TTL     time.Duration // age from which a verdict is no longer used; 0: 30 s
	Refresh time.Duration // age from which a lookup asks the store again; 0: TTL/3
	Timeout time.Duration // limit for one query of the store, and so for a caller's wait; 0: 250 ms
	Pause   time.Duration // time between two queries while the store is unavailable; 0: 1 s
	Entries int           // number of valid keys that are remembered, and of invalid ones; 0: 10,000

	Log *slog.Logger     // nil: discard
	Now func() time.Time // nil: time.Now
}

// Cache remembers the store's verdicts on keys, so that a request seldom waits for
// the database, and never for one that is unavailable.
//
// The age of a verdict is counted from the time just before the store was asked:
//
//	age < Refresh          the verdict is used
//	Refresh ≤ age < TTL    it is used, and the store is asked again in the background
//	TTL ≤ age              it is not used: the caller waits for the store
//
// So a revoked key stops working within TTL, and a key in use keeps working for at
// least TTL - Refresh after its database became unavailable. The verdict that a
// key is invalid is remembered in the same way; that cannot affect a new key,
// because nobody can have tried a key before it was generated.
//
// While the store is unavailable, one caller asks it after each Pause until it
// answers. The others get ErrUnavailable at once.
type Cache struct {
	cfg     CacheConfig
	cancel  context.CancelFunc
	ctx     context.Context // of the queries, which go on when their callers leave
	running sync.WaitGroup  // the running queries

	mu       sync.Mutex
	valid    verdicts
	invalid  verdicts
	queries  map[Hash]*query // hash of the key → running query
	closed   bool
	storeErr error     // why the store is unavailable; nil: it answers
	retryAt  time.Time // while storeErr is set, the store is not asked before this time
}

// NewCache returns a cache. The caller has to close it.
func NewCache(cfg CacheConfig) *Cache {
	cfg.TTL = cmp.Or(cfg.TTL, 30*time.Second)
	cfg.Refresh = cmp.Or(cfg.Refresh, cfg.TTL/3)
	cfg.Timeout = cmp.Or(cfg.Timeout, 250*time.Millisecond)
	cfg.Pause = cmp.Or(cfg.Pause, time.Second)
	cfg.Entries = cmp.Or(cfg.Entries, 10_000)
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Cache{
		cfg: cfg, ctx: ctx, cancel: cancel,
		valid: verdicts{}, invalid: verdicts{}, queries: map[Hash]*query{},
	}
}

// Close cancels the running queries and waits for their end. Afterwards Lookup uses
// only remembered verdicts. The error is always nil; it makes Cache an io.Closer.
func (c *Cache) Close() error {
	c.mu.Lock()
	c.closed, c.storeErr = true, errClosed
	c.mu.Unlock()
	c.cancel()
	c.running.Wait()
	return nil
}

// Lookup returns the record of a key. The error is ErrInvalid, or ErrUnavailable
// wrapped together with the reason.
func (c *Cache) Lookup(ctx context.Context, key string) (Record, error) {
	if !WellFormed(key) {
		return Record{}, ErrInvalid
	}
	v, q := c.recall(HashOf(key))
	if q != nil {
		v = q.wait(ctx)
	}
	return v.record, v.err
}

// recall returns the remembered verdict on a key, or else the query to wait for.
func (c *Cache) recall(h Hash) (verdict, *query) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.cfg.Now()
	v, known := c.valid[h]
	if !known {
		v, known = c.invalid[h]
	}
	age := now.Sub(v.asked)
	if known && age < c.cfg.Refresh {
		return v, nil
	}
	q := c.queryLocked(h, now)
	switch {
	case known && age < c.cfg.TTL:
		return v, nil
	case q == nil:
		return unavailable(c.storeErr), nil
	}
	return verdict{}, q
}

// verdict is the result of a query about a key.
type verdict struct {
	record Record
	err    error     // nil, ErrInvalid, or ErrUnavailable, which is never remembered
	asked  time.Time // just before the store was asked
}

func unavailable(reason error) verdict {
	return verdict{err: fmt.Errorf("%w: %w", ErrUnavailable, reason)}
}

// rememberLocked stores a verdict in place of an older one. Valid and invalid keys
// are stored in separate maps: anybody can make up any number of invalid keys, and
// these must not displace the valid ones.
func (c *Cache) rememberLocked(h Hash, v verdict) {
	to, from := c.valid, c.invalid
	if v.err != nil {
		to, from = from, to
	}
	delete(from, h)
	to.put(h, v, c.cfg.Entries)
}

// verdicts is a limited number of verdicts: hash of the key → verdict.
type verdicts map[Hash]verdict

// put adds a verdict. If there are limit verdicts already, it removes a random one;
// the next caller with that key waits for the store.
func (vs verdicts) put(h Hash, v verdict, limit int) {
	if _, known := vs[h]; !known && len(vs) >= limit {
		for other := range vs {
			delete(vs, other)
			break
		}
	}
	vs[h] = v
}
