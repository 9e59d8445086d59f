package apikey

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Finder is what a Cache asks: a Store.
type Finder interface {
	// Find returns the record of a key in force, or ErrInvalid.
	Find(ctx context.Context, h Hash) (Record, error)
}

// CacheConfig configures a Cache. Store is required.
type CacheConfig struct {
	Store Finder

	TTL      time.Duration // how long a verdict is used after it was asked for; 0: 30 s
	Refresh  time.Duration // age from which a verdict in use is asked for again; 0: TTL/3
	Patience time.Duration // how long the store may take, and so a caller waits; 0: 250 ms
	Pause    time.Duration // after a fault the store is left alone so long; 0: 1 s
	Entries  int           // valid keys remembered at once, and as many invalid ones; 0: 10,000

	Log *slog.Logger     // nil: discard
	Now func() time.Time // nil: time.Now
}

// Cache stands between requests and the store, so that a request seldom waits
// for a database and never for a dead one.
//
// The age of a verdict counts from the moment before the store was asked:
//
//	age < Refresh          used
//	Refresh ≤ age < TTL    used, and asked for again in the background
//	TTL ≤ age              forgotten: the caller waits for the store
//
// So a revoked key stops within TTL, and a key in use outlives its database by
// TTL - Refresh or more. Refusals are remembered in the same way: nobody can
// have tried a key before it was made. After a fault the store is asked once in
// a Pause, by one caller, until it answers; the others are not made to wait.
type Cache struct {
	cfg    CacheConfig
	cancel context.CancelFunc
	ctx    context.Context // of the questions to the store: a caller who leaves ends none
	asking sync.WaitGroup

	mu      sync.Mutex
	valid   shelf
	invalid shelf
	asks    map[Hash]*ask // under way
	closed  bool
	fault   error     // the store's last; nil: it answers
	retry   time.Time // not asked before, while fault is set
}

// NewCache makes a cache. Close it.
func NewCache(cfg CacheConfig) *Cache {
	cfg.TTL = cmp.Or(cfg.TTL, 30*time.Second)
	cfg.Refresh = cmp.Or(cfg.Refresh, cfg.TTL/3)
	cfg.Patience = cmp.Or(cfg.Patience, 250*time.Millisecond)
	cfg.Pause = cmp.Or(cfg.Pause, time.Second)
	cfg.Entries = cmp.Or(cfg.Entries, 10_000)
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Cache{
		cfg: cfg, ctx: ctx, cancel: cancel,
		valid: shelf{}, invalid: shelf{}, asks: map[Hash]*ask{},
	}
}

// Close ends the questions under way and waits for them. Lookups go on with
// what is remembered. It returns no error: it is an io.Closer.
func (c *Cache) Close() error {
	c.mu.Lock()
	c.closed, c.fault = true, errClosed
	c.mu.Unlock()
	c.cancel()
	c.asking.Wait()
	return nil
}

// Lookup returns whose key it is. ErrInvalid, or ErrUnavailable wrapping why.
func (c *Cache) Lookup(ctx context.Context, key string) (Record, error) {
	if !WellFormed(key) {
		return Record{}, ErrInvalid
	}
	v, a := c.recall(HashOf(key))
	if a != nil {
		v = a.wait(ctx)
	}
	return v.record, v.err
}

// recall returns what is remembered, or else the question to wait for.
func (c *Cache) recall(h Hash) (verdict, *ask) {
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
	a := c.askLocked(h, now)
	switch {
	case known && age < c.cfg.TTL:
		return v, nil
	case a == nil:
		return unavailable(c.fault), nil
	}
	return verdict{}, a
}

// verdict is what the store said of a key.
type verdict struct {
	record Record
	err    error // nil, or ErrInvalid; ErrUnavailable is never remembered
	asked  time.Time
}

func unavailable(why error) verdict {
	return verdict{err: fmt.Errorf("%w: %w", ErrUnavailable, why)}
}

// rememberLocked keeps a verdict in the place of an older one. Invalid keys have a
// shelf of their own: anybody can make up any number of them.
func (c *Cache) rememberLocked(h Hash, v verdict) {
	to, from := c.valid, c.invalid
	if v.err != nil {
		to, from = from, to
	}
	delete(from, h)
	to.put(h, v, c.cfg.Entries)
}

// shelf is a bounded number of verdicts: hash of the key → verdict.
type shelf map[Hash]verdict

// put makes room by forgetting any one, which costs its caller a question.
func (s shelf) put(h Hash, v verdict, most int) {
	if _, known := s[h]; !known && len(s) >= most {
		for other := range s {
			delete(s, other)
			break
		}
	}
	s[h] = v
}
