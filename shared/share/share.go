// Package share stores responses, encrypted and for a limited time, so that
// whoever has the share code can retrieve them.
//
// The life of a record:
//
//	none ──Create──▶ active ──3rd wrong number──▶ destroyed (deleted)
//	                   └────────time to live────▶ expired   (purged later)
//
// The code's number is the secret. It is never stored, so nobody can read what is
// stored without it. At most three wrong numbers are ever tried on a record.
//
// Nobody may learn from a retrieval why it found nothing: whether the share ID is
// unknown, the share has expired, was destroyed, or has another number. So every
// retrieval takes the same steps, on a decoy if there is no record: a row with a
// payload that no key opens.
package share

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"biom/shared/fair"
)

// MaxFailures is the number of wrong numbers that destroy a record.
const MaxFailures = 3

// MaxDocument is the largest document that can be shared, in bytes. It is about
// twenty times the size of a report. It is limited because a retrieved document
// is held in memory until the client has read it, and because the time that a
// try takes depends on the size of the record.
const MaxDocument = 64 << 10

// DefaultTTL is the time to live of a share if Config does not set one: 31 days.
const DefaultTTL = 744 * time.Hour

var (
	// ErrNotFound is returned if a code opens no record: the share ID is unknown,
	// the share has expired or was destroyed, or its number is another one. It does
	// not say which.
	ErrNotFound = errors.New("share: not found")
	// ErrDestroyed is returned by the retrieval whose wrong number destroyed the
	// record. It wraps ErrNotFound, and is for analytics only.
	ErrDestroyed error = destroyed{}
	// ErrTooLarge is returned for a document larger than MaxDocument.
	ErrTooLarge = fmt.Errorf("share: a document of more than %d bytes is not shared", MaxDocument)
	// ErrBusy is returned if too many derivations of the caller, or of all callers,
	// are waiting already, or if one had to wait too long.
	ErrBusy = errors.New("share: too many share codes are being derived")
	// ErrNotTried is wrapped by the error of a retrieval that ended before the code was
	// tried on any record. It depends on the service alone and not on the code.
	ErrNotTried = errors.New("share: the code was not tried")
)

type destroyed struct{}

func (destroyed) Error() string { return "share: not found, and destroyed by this attempt" }
func (destroyed) Unwrap() error { return ErrNotFound }

// Step is one of the steps that every retrieval takes, with any outcome.
type Step string

// The steps of a retrieval.
const (
	StepHash  Step = "hash"  // the key is derived
	StepLock  Step = "lock"  // a row is locked
	StepTry   Step = "try"   // the key is tried on the row's payload
	StepWrite Step = "write" // the try is counted
)

// Config configures Shares. Store is required.
type Config struct {
	Store Store
	// Gate divides the key derivations fairly between the callers; nil: NewGate.
	Gate *fair.Gate
	TTL  time.Duration    // 0: DefaultTTL
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: discard

	// WaitTimeout bounds the wait at the gate; 0: 15 s.
	WaitTimeout time.Duration
	// StoreTimeout bounds one operation of the store; 0: 2 s.
	StoreTimeout time.Duration
	// PurgeTimeout bounds the purge that a caller of Create waits for; 0: 500 ms.
	PurgeTimeout time.Duration

	// Derive derives a key of 32 bytes; nil: Argon2id as the specification says.
	// For tests.
	Derive func(secret, salt []byte) []byte
	// Step is called at each step of a retrieval; nil: nothing is called. For tests.
	Step func(Step)
}

// Created describes a share that was stored.
type Created struct {
	Code    Code
	Expires time.Time
	DBID    string // ID of the database that holds it
	Purged  int    // number of expired records that were removed afterwards
}

// Found is a share that was retrieved.
type Found struct {
	Document []byte
	Expires  time.Time
	DBID     string
}

// Record is a stored share.
type Record struct {
	ID      string // the share ID: a pair of words
	Payload []byte // 12 bytes of nonce, then AES-256-GCM ciphertext
	Created time.Time
	Expires time.Time
}

// Store keeps the records. Both implementations pass sharetest.Exercise.
type Store interface {
	// Insert stores a record and returns the database's ID. If taken is true, an
	// unexpired record has the same share ID, and nothing was stored.
	Insert(ctx context.Context, r Record) (dbID string, taken bool, err error)
	// Try calls open with the payload of a record while it holds the record's lock.
	// It counts a failure before anybody can learn of it; the third failure deletes
	// the record. If no unexpired record has the ID, a decoy takes the record's
	// place. After an error the Attempt has no meaning.
	Try(ctx context.Context, id string, now time.Time, open func(payload []byte) bool) (Attempt, error)
	// Purge removes records that have expired at now, a limited number of them, and
	// returns how many it removed.
	Purge(ctx context.Context, now time.Time) (int, error)
	// Count returns the number of records that have not expired at now, and the
	// database's ID.
	Count(ctx context.Context, now time.Time) (n int, dbID string, err error)
}

// Attempt is the outcome of Store.Try.
type Attempt struct {
	Opened    bool
	Destroyed bool // this attempt was the third that failed
	Expires   time.Time
	DBID      string
}
