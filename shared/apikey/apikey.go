// Package apikey keeps service keys: who a caller is and which quotas it has.
// A key selects quotas; it is no access control.
//
// There are two stores, [Postgres] for several processes and [SQLite] for one
// machine. Requests ask a [Cache] in front of either.
package apikey

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrInvalid says that a key is none of ours: wrong shape, unknown, revoked.
	ErrInvalid = errors.New("apikey: invalid")
	// ErrUnavailable says that the store could not be asked.
	ErrUnavailable = errors.New("apikey: the key store does not answer")
	// ErrNoSuchKey says that there is no key with an ID.
	ErrNoSuchKey = errors.New("apikey: no such key")
)

// Limits are a key's half credits in each bucket in 24 hours; 0 is none.
type Limits struct {
	BiomAI, BiomAIBYOK, BiomJSON, Retrieve int64
}

// DefaultLimits are those of keys without their own numbers: 300,
// 3000, 3000 and 10000 credits.
func DefaultLimits() Limits {
	return Limits{BiomAI: 2 * 300, BiomAIBYOK: 2 * 3000, BiomJSON: 2 * 3000, Retrieve: 2 * 10000}
}

// Record is what is kept of a key. The key itself is not: its SHA-256 is.
type Record struct {
	ID      string // names the key in lists and to revoke it; tells nothing of it
	User    string // whose quota counts: 1 to 64 of A-Z a-z 0-9 . _ @ -
	Limits  Limits
	Created time.Time
	Revoked time.Time // zero: in force
}

// Hash is the SHA-256 of a key.
type Hash [32]byte

// Store keeps the records. Both implementations pass apikeytest.Exercise.
//
//	         Create             Revoke
//	no key ──────────▶ in force ────────▶ revoked, for good
//
// Each transition has been committed, and is what every process on the same
// database sees, when its method returns. Times are kept in milliseconds. All
// methods end with their context.
type Store interface {
	// Create keeps a new key. A taken ID or hash is an error and changes nothing.
	Create(ctx context.Context, h Hash, r Record) error
	// Find returns the record of a key in force, or ErrInvalid.
	Find(ctx context.Context, h Hash) (Record, error)
	// List returns every key, revoked ones too, the oldest first.
	List(ctx context.Context) ([]Record, error)
	// Revoke ends a key at now; ErrNoSuchKey. Twice is no error, and the first
	// time stays.
	Revoke(ctx context.Context, id string, now time.Time) (Record, error)
}
