// Package keyring rotates the keys that a deployment has at one vendor, and pauses a
// key that the vendor does not accept at the moment. Package llm uses it. A caller's own
// key never goes through it.
package keyring

import (
	"math/rand/v2"
	"sync"
	"time"

	"biom/shared/problem"
)

// How long a key is paused.
const (
	firstPause    = 500 * time.Millisecond // after a 429 that names no time; each further 429 doubles it
	maxBackoff    = time.Minute            // the longest of those pauses
	rejectedPause = 10 * time.Minute       // after 401 or 403: the operator has to act
	maxPause      = 24 * time.Hour         // even if a vendor names a longer time
)

// Ring returns clients in turn, one for each key. It is safe for concurrent use.
//
//	usable ──429──────▶ paused: as the vendor says, else 0.5 s, 1 s, 2 s … 1 min ─┐
//	  ▲ └─────401, 403─▶ paused: 10 min ──────────────────────────────────────────┤
//	  └────────────────────────────────────────────────────────────────────────────┘
//
// An accepted call resets the number of 429s.
type Ring[C any] struct {
	cfg  Config
	mu   sync.Mutex
	keys []*Key[C]
	next int
}

// Config configures a Ring. The zero value works.
type Config struct {
	FirstPause time.Duration    // the pause after a first 429 without a time; 0: 0.5 s
	Now        func() time.Time // nil: time.Now
	Jitter     func() float64   // in [0, 1); nil: random
}

// Key is one key of a Ring. All its calls share the Client. After each call, Accepted,
// Limited or Rejected records how the vendor responded.
type Key[C any] struct {
	Client C

	ring        *Ring[C]
	pausedUntil time.Time // guarded by ring.mu
	limits      int       // number of 429s in a row; guarded by ring.mu
}

// New returns a Ring of clients.
func New[C any](cfg Config, clients ...C) *Ring[C] {
	if cfg.FirstPause <= 0 {
		cfg.FirstPause = firstPause
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Jitter == nil {
		cfg.Jitter = rand.Float64
	}
	r := &Ring[C]{cfg: cfg}
	for _, c := range clients {
		r.keys = append(r.keys, &Key[C]{Client: c, ring: r})
	}
	return r
}

// Len returns the number of keys.
func (r *Ring[C]) Len() int { return len(r.keys) }

// Usable returns the clients of the keys that are not paused. It does not change which
// key is next.
func (r *Ring[C]) Usable() (out []C) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.cfg.Now()
	for _, k := range r.keys {
		if !k.pausedUntil.After(now) {
			out = append(out, k.Client)
		}
	}
	return out
}

// Next returns the next usable key. If there is none, the error is a *problem.Problem
// with status 503 that says when one will be usable.
func (r *Ring[C]) Next() (*Key[C], error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, err := r.findLocked()
	if err != nil {
		return nil, err
	}
	r.next = (at + 1) % len(r.keys)
	return r.keys[at], nil
}

// Ready returns the error that [Ring.Next] would return. It does not change which key
// is next.
func (r *Ring[C]) Ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.findLocked()
	return err
}

// findLocked returns the index of the next usable key.
func (r *Ring[C]) findLocked() (int, error) {
	if len(r.keys) == 0 {
		return 0, problem.Unavailable(rejectedPause,
			"This deployment has no provider key. Send your own in X-Provider-API-Key, or ask its operator to set BIOM_PROVIDER_KEYS.")
	}
	now, soonest := r.cfg.Now(), r.keys[0].pausedUntil
	for i := range r.keys {
		at := (r.next + i) % len(r.keys)
		until := r.keys[at].pausedUntil
		if !until.After(now) {
			return at, nil
		}
		if until.Before(soonest) {
			soonest = until
		}
	}
	return 0, problem.Unavailable(soonest.Sub(now), "The provider takes none of this deployment's keys just now. Try again later.")
}

// Accepted records a call that the vendor accepted.
func (k *Key[C]) Accepted() {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	if !k.pausedUntil.After(k.ring.cfg.Now()) { // the answer to an older call does not shorten a pause
		k.limits = 0
	}
}

// Limited records a 429. after is the pause that the vendor asks for, 0 if it names none.
// The 429s of calls that were made at the same time count as one: those that arrive
// while the key is paused do not lengthen its backoff.
func (k *Key[C]) Limited(after time.Duration) {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	if !k.pausedUntil.After(k.ring.cfg.Now()) {
		after = max(after, k.backoffLocked())
	}
	k.pauseLocked(after)
}

// Rejected records a 401 or 403.
func (k *Key[C]) Rejected() {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	k.pauseLocked(rejectedPause)
}

// backoffLocked returns the next pause. Pauses double from FirstPause to maxBackoff. A
// random part of up to a half is subtracted, so that workers do not repeat their calls at
// the same time.
func (k *Key[C]) backoffLocked() time.Duration {
	d := min(k.ring.cfg.FirstPause<<min(k.limits, 16), maxBackoff)
	k.limits++
	return d - time.Duration(k.ring.cfg.Jitter()*float64(d)/2)
}

// pauseLocked pauses the key for d, unless it is already paused for longer.
func (k *Key[C]) pauseLocked(d time.Duration) {
	if until := k.ring.cfg.Now().Add(min(d, maxPause)); until.After(k.pausedUntil) {
		k.pausedUntil = until
	}
}
