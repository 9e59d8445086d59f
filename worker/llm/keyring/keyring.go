// Package keyring rotates a deployment's keys of one vendor, and lets a key
// rest that the vendor does not take just now. A caller's own key never goes
// through it.
package keyring

import (
	"math/rand/v2"
	"sync"
	"time"

	"biom/shared/problem"
)

// How long a key rests.
const (
	first    = 500 * time.Millisecond // after a 429 that names no time; doubled by each that follows
	longest  = time.Minute            // of those
	rejected = 10 * time.Minute       // after 401 or 403: somebody has to mend it
	most     = 24 * time.Hour         // whatever a vendor says
)

// Ring hands out clients in turn, one for each key. It is safe for concurrent
// use. The zero Config of [New] works.
//
//	usable ──429──────▶ paused: as the vendor says, else 0.5 s, 1 s, 2 s … 1 min ─┐
//	  ▲ └─────401, 403─▶ paused: 10 min ──────────────────────────────────────────┤
//	  └────────────────────────────────────────────────────────────────────────────┘
//
// The next accepted call forgets how many 429s there were.
type Ring[C any] struct {
	cfg  Config
	mu   sync.Mutex
	keys []*Key[C]
	next int
}

// Config configures a Ring.
type Config struct {
	First  time.Duration    // the pause after a first 429 that names none; 0: 0.5 s
	Now    func() time.Time // nil: time.Now
	Jitter func() float64   // in [0, 1); nil: random
}

// Key is one key's turn. Client is made once and shared by all its calls;
// whoever calls says how it went.
type Key[C any] struct {
	Client C

	ring   *Ring[C]
	until  time.Time // rests until then; guarded by ring.mu
	limits int       // 429s in a row; guarded by ring.mu
}

// New returns a Ring of clients.
func New[C any](cfg Config, clients ...C) *Ring[C] {
	if cfg.First <= 0 {
		cfg.First = first
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

// Len is the number of keys.
func (r *Ring[C]) Len() int { return len(r.keys) }

// Usable are the clients of the keys that do not rest. It takes no turn.
func (r *Ring[C]) Usable() (out []C) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.cfg.Now()
	for _, k := range r.keys {
		if !k.until.After(now) {
			out = append(out, k.Client)
		}
	}
	return out
}

// Next takes the next usable key's turn. Where there is none the error is a
// *problem.Problem with status 503 that says when there will be.
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

// Ready is the error of [Ring.Next], and takes no turn.
func (r *Ring[C]) Ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.findLocked()
	return err
}

func (r *Ring[C]) findLocked() (int, error) {
	if len(r.keys) == 0 {
		return 0, problem.Unavailable(rejected,
			"This deployment has no provider key. Send your own in X-Provider-API-Key, or ask its operator to set BIOM_PROVIDER_KEYS.")
	}
	now, soonest := r.cfg.Now(), r.keys[0].until
	for i := range r.keys {
		at := (r.next + i) % len(r.keys)
		until := r.keys[at].until
		if !until.After(now) {
			return at, nil
		}
		if until.Before(soonest) {
			soonest = until
		}
	}
	return 0, problem.Unavailable(soonest.Sub(now), "The provider takes none of this deployment's keys just now. Try again later.")
}

// Accepted notes a call that the vendor took.
func (k *Key[C]) Accepted() {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	if !k.until.After(k.ring.cfg.Now()) { // an answer to an older call ends no pause
		k.limits = 0
	}
}

// Limited notes a 429; after is how long the vendor says at least, 0 if it does
// not. Calls that were under way together are refused together: they count as
// one.
func (k *Key[C]) Limited(after time.Duration) {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	if !k.until.After(k.ring.cfg.Now()) {
		after = max(after, k.backoffLocked())
	}
	k.pauseLocked(after)
}

// Rejected notes a 401 or 403.
func (k *Key[C]) Rejected() {
	k.ring.mu.Lock()
	defer k.ring.mu.Unlock()
	k.pauseLocked(rejected)
}

// backoffLocked doubles from First to a minute, and takes off up to a half so
// that workers do not come back together.
func (k *Key[C]) backoffLocked() time.Duration {
	d := min(k.ring.cfg.First<<min(k.limits, 16), longest)
	k.limits++
	return d - time.Duration(k.ring.cfg.Jitter()*float64(d)/2)
}

func (k *Key[C]) pauseLocked(d time.Duration) {
	if until := k.ring.cfg.Now().Add(min(d, most)); until.After(k.until) {
		k.until = until
	}
}
