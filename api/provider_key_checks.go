package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"sync"
	"time"
)

// providerKeyChecks asks the provider whether it accepts callers' keys, for
// GET /api/v1/biom/usage?validate=true. Only a few checks run at once, so that
// nobody can quickly find out which of many stolen keys are valid. Callers with the
// same key share one check, and its verdict is stored for a minute.
type providerKeyChecks struct {
	providers Providers
	now       func() time.Time
	slots     chan struct{} // a semaphore: running checks

	mu       sync.Mutex
	verdicts map[[sha256.Size]byte]*keyVerdict // SHA-256 of the key → verdict
}

// keyVerdict is a check that runs until done is closed, and then its verdict.
type keyVerdict struct {
	done    chan struct{} // closed when the other fields are set
	valid   bool
	err     error     // the check failed; such a verdict is not reused
	expires time.Time // from then on a new check is made
}

const (
	maxConcurrentKeyChecks = 4
	// keyCheckTimeout, together with the time for reading the quotas before the
	// check, stays below 3 s. It is also shorter than what a handler gets at
	// shutdown.
	keyCheckTimeout = 2500 * time.Millisecond
	keyVerdictTTL   = time.Minute
	// maxKeyVerdicts is about as many as 4 concurrent checks of a quarter of a
	// second each can give in a minute.
	maxKeyVerdicts = 1024
)

// errTooManyChecks says that too many keys are waiting to be checked.
var errTooManyChecks = errors.New("api: too many provider keys are being checked")

func newProviderKeyChecks(cfg Config) *providerKeyChecks {
	return &providerKeyChecks{
		providers: cfg.Providers, now: cfg.Now,
		slots:    make(chan struct{}, maxConcurrentKeyChecks),
		verdicts: map[[sha256.Size]byte]*keyVerdict{},
	}
}

// valid reports whether the provider accepts a key. It returns an error if that
// could not be found out.
func (k *providerKeyChecks) valid(ctx context.Context, key string) (bool, error) {
	verdict, isNew := k.verdict(sha256.Sum256([]byte(key)))
	if verdict == nil {
		return false, errTooManyChecks
	}
	if isNew {
		k.check(key, verdict)
	}
	select {
	case <-verdict.done:
		return verdict.valid, verdict.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// verdict returns the verdict of a key. If isNew, the caller must run the check.
// verdict returns nil if no more can be stored.
func (k *providerKeyChecks) verdict(hash [sha256.Size]byte) (v *keyVerdict, isNew bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v := k.verdicts[hash]; v != nil && !k.expired(v) {
		return v, false
	}
	if len(k.verdicts) >= maxKeyVerdicts {
		k.evictLocked()
	}
	if len(k.verdicts) >= maxKeyVerdicts {
		return nil, false
	}
	v = &keyVerdict{done: make(chan struct{})}
	k.verdicts[hash] = v
	return v, true
}

// evictLocked removes the expired verdicts, and then others until a quarter of
// the map is free. Otherwise a client that sends many invented keys could keep the
// keys of other callers from being checked.
func (k *providerKeyChecks) evictLocked() {
	maps.DeleteFunc(k.verdicts, func(_ [sha256.Size]byte, v *keyVerdict) bool { return k.expired(v) })
	for hash, v := range k.verdicts {
		if len(k.verdicts) <= maxKeyVerdicts*3/4 {
			return
		}
		if v.isDone() {
			delete(k.verdicts, hash)
		}
	}
}

// isDone reports whether the check has ended.
func (v *keyVerdict) isDone() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}

// expired reports whether a new check must be made in place of v: v has failed,
// or is too old.
func (k *providerKeyChecks) expired(v *keyVerdict) bool {
	return v.isDone() && (v.err != nil || !k.now().Before(v.expires))
}

// check asks a worker and completes the verdict. It does not end with the request
// that began it, because other requests may wait for the same key.
func (k *providerKeyChecks) check(key string, v *keyVerdict) {
	ctx, cancel := context.WithTimeout(context.Background(), keyCheckTimeout)
	defer cancel()
	v.err = errors.New("api: the check panicked") // replaced below unless it does
	defer close(v.done)
	select {
	case k.slots <- struct{}{}:
		defer func() { <-k.slots }()
	case <-ctx.Done():
		v.err = errTooManyChecks
		return
	}
	state, err := k.providers.CheckProvider(ctx, key)
	v.valid, v.expires, v.err = state.Valid, k.now().Add(keyVerdictTTL), err
}
