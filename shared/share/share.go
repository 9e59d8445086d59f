// Package share keeps responses, encrypted and for a while, behind share codes.
//
// The life of a record:
//
//	none ──Create──▶ active ──3rd wrong number──▶ destroyed (deleted)
//	                   └────────time to live────▶ expired   (purged later)
//
// The code's number is the secret and is never stored, so what is stored cannot
// be read without it, and at most three wrong numbers are ever tried.
package share

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// MaxFailures is how many wrong numbers destroy a record.
const MaxFailures = 3

// MaxDocument is how many bytes a share may hold, some twenty times what a
// report has: what is retrieved lies in memory until it is read, and a record
// of another size would take another time to be tried.
const MaxDocument = 64 << 10

// DefaultTTL is how long a share lives unless Config says otherwise: 31 days.
const DefaultTTL = 744 * time.Hour

var (
	// ErrNotFound says that no record opens with a code: unknown, expired,
	// destroyed, or another number. Callers cannot tell which.
	ErrNotFound = errors.New("share: not found")
	// ErrDestroyed is the ErrNotFound of the attempt that destroyed the record,
	// for analytics only; it wraps ErrNotFound.
	ErrDestroyed error = destroyed{}
	// ErrTooLarge says that a document is larger than MaxDocument.
	ErrTooLarge = fmt.Errorf("share: a document of more than %d bytes is not shared", MaxDocument)
	// ErrBusy says that too many derivations wait already, or that the wait
	// was too long.
	ErrBusy = errors.New("share: too many share codes are being derived")
)

type destroyed struct{}

func (destroyed) Error() string { return "share: not found, and destroyed by this attempt" }
func (destroyed) Unwrap() error { return ErrNotFound }

// Step is one of the steps that every retrieval takes, whatever its outcome.
type Step string

// The steps of a retrieval.
const (
	StepHash  Step = "hash"  // the key is derived
	StepLock  Step = "lock"  // a row is locked
	StepTry   Step = "try"   // a stored payload is opened with the key
	StepWrite Step = "write" // the count is written
)

// Config configures Shares. Store is required.
type Config struct {
	Store Store
	Gate  *Gate            // nil: one of the default size
	TTL   time.Duration    // 0: DefaultTTL
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: discard

	// Derive makes a key of 32 bytes; nil: Argon2id as the specification says.
	// For tests.
	Derive func(secret, salt []byte) []byte
	// Step hears of each step of a retrieval. For tests.
	Step func(Step)
}

// Created is a share that was stored.
type Created struct {
	Code    Code
	Expires time.Time
	DBID    string // of the database that holds it
	Purged  int    // expired records that were removed on the way
}

// Found is what was behind a code.
type Found struct {
	Document []byte
	Expires  time.Time
	DBID     string
}

// Record is a stored share.
type Record struct {
	ID      string // the word pair
	Payload []byte // 12 bytes of nonce, then AES-256-GCM ciphertext
	Created time.Time
	Expires time.Time
}

// Store keeps the records. Both implementations pass sharetest.Exercise.
type Store interface {
	// Insert stores a record and returns the database's ID. taken: the ID is in
	// use by a record that has not expired; nothing was stored.
	Insert(ctx context.Context, r Record) (dbID string, taken bool, err error)
	// Try has open try a record's payload, under the record's lock, and counts
	// the failure before anybody can learn of it; the third deletes the record.
	// Where there is no record that lives at now, a decoy goes through the same
	// steps. Nothing is known of the outcome unless err is nil.
	Try(ctx context.Context, id string, now time.Time, open func(payload []byte) bool) (Attempt, error)
	// Purge removes what has expired at now and returns how many that were.
	Purge(ctx context.Context, now time.Time) (int, error)
	// Count returns how many records live at now, and the database's ID.
	Count(ctx context.Context, now time.Time) (n int, dbID string, err error)
}

// Attempt is the outcome of Store.Try.
type Attempt struct {
	Opened    bool
	Destroyed bool // this attempt was the third that failed
	Expires   time.Time
	DBID      string
}
