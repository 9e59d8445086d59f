// Package apikey stores service keys. A key tells which user a caller is and which
// quotas the user has. It is not access control: whoever has no key has the public
// quotas.
//
// There are two stores, [Postgres] for several processes and [SQLite] for one
// machine. Requests look keys up in a [Cache], which asks the store.
package apikey

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrInvalid is returned for a key that is malformed, unknown or revoked.
	ErrInvalid = errors.New("apikey: invalid")
	// ErrUnavailable is returned if the store could not be asked or did not answer.
	ErrUnavailable = errors.New("apikey: the key store does not answer")
	// ErrNoSuchKey is returned if no key has the given ID.
	ErrNoSuchKey = errors.New("apikey: no such key")
)

// Limits are the half credits of a key in 24 hours, for each bucket. 0 means none.
type Limits struct {
	BiomAI, BiomAIBYOK, BiomJSON, Retrieve int64
}

// DefaultLimits returns the limits of a key for which no others were chosen: 300,
// 3000, 3000 and 10000 credits.
func DefaultLimits() Limits {
	return Limits{BiomAI: 2 * 300, BiomAIBYOK: 2 * 3000, BiomJSON: 2 * 3000, Retrieve: 2 * 10000}
}

// Record is what the store knows about a key. The key itself is not stored, only
// its SHA-256.
type Record struct {
	ID      string // names the key in lists and for Revoke; it reveals nothing of the key
	User    string // the user whose quota counts: 1 to 64 of A-Z a-z 0-9 . _ @ -
	Limits  Limits
	Created time.Time
	Revoked time.Time // zero: not revoked
}

// Hash is the SHA-256 of a key.
type Hash [32]byte

// Store keeps the records. Both implementations pass apikeytest.Exercise.
//
//	         Create             Revoke
//	no key ──────────▶ in force ────────▶ revoked, for good
//
// When a method returns, its transition is committed, and every process on the same
// database sees it. Times are stored in milliseconds. All methods end with their
// context.
type Store interface {
	// Create stores a new key. If its ID or hash exists already, Create returns an
	// error and changes nothing.
	Create(ctx context.Context, h Hash, r Record) error
	// Find returns the record of a key in force. The error is ErrInvalid if the key is
	// unknown or revoked.
	Find(ctx context.Context, h Hash) (Record, error)
	// List returns all keys, including revoked ones, the oldest first.
	List(ctx context.Context) ([]Record, error)
	// Revoke revokes a key at the time now and returns its record. If it was revoked
	// before, the first time stays, and that is no error. The error is ErrNoSuchKey
	// if there is no such key.
	Revoke(ctx context.Context, id string, now time.Time) (Record, error)
}
