package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"sync"
	"time"
)

// providerKeys knows for a minute which callers' provider keys the provider
// accepts. Few checks run at once, so that this is no place to sort stolen
// keys, and callers with the same key share one.
type providerKeys struct {
	providers Providers
	now       func() time.Time
	slots     chan struct{}

	mu       sync.Mutex
	verdicts map[[sha256.Size]byte]*keyVerdict // SHA-256 of the key → what is known of it
}

// keyVerdict is a check, and then its outcome.
type keyVerdict struct {
	done  chan struct{} // closed when the rest is set
	valid bool
	err   error
	until time.Time
}

const (
	keyChecksAtOnce  = 4
	keyCheckTimeout  = 2500 * time.Millisecond // quotas are counted before it, within 3 s
	keyVerdictTTL    = time.Minute
	keyVerdictsKnown = 1024 // 4 at once, a minute long, at a quarter of a second each
)

// errManyChecks says that more keys wait to be checked than are remembered.
var errManyChecks = errors.New("api: too many provider keys are being checked")

func newProviderKeys(cfg Config) *providerKeys {
	return &providerKeys{
		providers: cfg.Providers, now: cfg.Now,
		slots:    make(chan struct{}, keyChecksAtOnce),
		verdicts: map[[sha256.Size]byte]*keyVerdict{},
	}
}

// valid tells whether the provider accepts a key; an error when nobody could
// tell.
func (k *providerKeys) valid(ctx context.Context, key string) (bool, error) {
	v, mine := k.verdict(sha256.Sum256([]byte(key)))
	if v == nil {
		return false, errManyChecks
	}
	if mine {
		k.check(key, v)
	}
	select {
	case <-v.done:
		return v.valid, v.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// verdict returns what is known of a key, or a check for the caller to make.
// It is nil when no more can be remembered.
func (k *providerKeys) verdict(hash [sha256.Size]byte) (v *keyVerdict, mine bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v := k.verdicts[hash]; v != nil && !k.stale(v) {
		return v, false
	}
	if len(k.verdicts) >= keyVerdictsKnown {
		k.forgetLocked()
	}
	if len(k.verdicts) >= keyVerdictsKnown {
		return nil, false
	}
	v = &keyVerdict{done: make(chan struct{})}
	k.verdicts[hash] = v
	return v, true
}

// forgetLocked makes room: what is stale goes, and then a quarter of what is
// there, so that many made-up keys keep nobody's from being checked.
func (k *providerKeys) forgetLocked() {
	maps.DeleteFunc(k.verdicts, func(_ [sha256.Size]byte, v *keyVerdict) bool { return k.stale(v) })
	for hash, v := range k.verdicts {
		if len(k.verdicts) <= keyVerdictsKnown*3/4 {
			return
		}
		if v.isThere() {
			delete(k.verdicts, hash)
		}
	}
}

func (v *keyVerdict) isThere() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}

// stale tells whether a verdict is of no more use.
func (k *providerKeys) stale(v *keyVerdict) bool {
	return v.isThere() && (v.err != nil || !k.now().Before(v.until))
}

// check asks a worker. It does not end with the request that began it: others
// may wait for the same key. It is shorter than what a handler gets at shutdown.
func (k *providerKeys) check(key string, v *keyVerdict) {
	ctx, cancel := context.WithTimeout(context.Background(), keyCheckTimeout)
	defer cancel()
	v.err = errors.New("api: the check panicked")
	defer close(v.done)
	select {
	case k.slots <- struct{}{}:
		defer func() { <-k.slots }()
	case <-ctx.Done():
		v.err = errManyChecks
		return
	}
	state, err := k.providers.CheckProvider(ctx, key)
	v.valid, v.until, v.err = state.Valid, k.now().Add(keyVerdictTTL), err
}
